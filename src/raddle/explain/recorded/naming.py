"""Steps of a recorded run in the words of the source: `Wording`. Names are looked for when they are asked for."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final

from raddle.base.place import SourcePlace
from raddle.explain.recorded.memory import real_address
from raddle.explain.recorded.merged import Merged
from raddle.explain.recorded.pointed import Pointed
from raddle.explain.run import Deed, Step
from raddle.explain.walked.raw import RawStep, Slot, Variable
from raddle.ir.values import Text
from raddle.ir.variable_types import part_at, size_of
from raddle.trace.names import Named, Names
from raddle.trace.program import Program, is_system_header
from raddle.trace.recorded import Recording

_PIECE: Final = 6  # slots are looked up by pieces of 64 bytes
_ON_MEMORY: Final = frozenset({Deed.READ, Deed.WRITE})
_OF_LOCKS: Final = frozenset({Deed.LOCK, Deed.UNLOCK, Deed.WAIT, Deed.OTHER})
_OF_BLOCKS: Final = frozenset({Deed.ALLOCATE, Deed.FREE})
_MAX: Final = 1 << 64
_PART_OF_HEAP: Final = re.compile(r"heap main[.\d]*#\d+(?:\+\d+)?")
_LONGEST: Final = 24  # characters of a string
_INDEX: Final = re.compile(r"\[[^\[\]]*[^\d\[\]][^\[\]]*\]")  # that is no number
_INSIDE: Final = re.compile(r"\+\d+$")
_QUALIFIERS: Final = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_atomic_type")
_NAMELESS: Final = Named("")


class OwnCode:
    """Whether the names in the code at a site are the program's."""

    def __init__(self, program: Program) -> None:
        self._program: Final = program
        self._known: Final[dict[int, bool]] = {}

    def __call__(self, site: int) -> bool:
        known = self._known.get(site)
        if known is None:
            place = self._program.innermost_place_of(site)
            known = self._known[site] = place is not None and not is_system_header(place.file)
        return known


class DeclaredVariables:
    """Local variables of the source."""

    def __init__(self, program: Program) -> None:
        self._program: Final = program
        self._pointers: Final[dict[tuple[int, int], bool]] = {}

    def is_pointer(self, variable: Variable) -> bool:
        """Or a reference."""
        key = (variable.module, variable.number)
        if key not in self._pointers:
            debug = self._program.module_of(variable.module).debug
            self._pointers[key] = _pointee(Named("", debug, debug.node(variable.number, "type"))) is not None
        return self._pointers[key] and variable.fragment is None

    def is_parameter(self, variable: Variable) -> bool:
        return self._program.module_of(variable.module).debug.number(variable.number, "arg") > 0


class RecordedWording:
    """`index`: by which the address of a step was computed."""

    def __init__(
        self, program: Program, recording: Recording, merged: Merged, index: Callable[[Step], int | None]
    ) -> None:
        self._program: Final = program
        self._merged: Final = merged
        self._index: Final = index
        self._names: Final = Names(program, recording)
        self._pointed: Final = Pointed(program)
        self._paths: Final = [thread.path for thread in recording.threads]
        self._stacks: Final = [(thread.stack_low, thread.stack_high) for thread in recording.threads]
        allocated = recording.of_kind("RD_ALLOC")
        self._blocks: Final = sorted(zip(allocated["object"].tolist(), allocated["value"].tolist(), strict=True))
        self._places: dict[tuple[int, int, int], SourcePlace | None] = {}
        self.is_own_code: Final = OwnCode(program)
        self._variables: dict[tuple[int, int, tuple[int, int] | None], Named] = {}
        self._memory: dict[tuple[int, int], Named] = {}

    # ---- places

    def place(self, step: Step) -> SourcePlace | None:
        """Of the program's own code: what a header of the system does stands where that was called."""
        raw = self._merged.origins[step.number]
        if raw is not None and raw.place is not None:
            return raw.place
        key = (step.site, step.stack, step.thread)
        if key not in self._places:
            place = self._program.own_place_of(step.site, self._callers(step))
            if place is not None and is_system_header(place.file):
                created = self._merged.synchronisation.creations.get(step.thread)
                place = (self.place(self._merged.steps[created]) if created is not None else None) or place
            self._places[key] = place
        return self._places[key]

    def _callers(self, step: Step) -> Iterator[int]:
        stacks, stack = self._merged.threads[step.thread].stacks, step.stack
        while stack:
            stack, site = stacks[stack]
            yield site

    # ---- names

    def name(self, step: Step) -> str:
        return self._named(step).text

    def spell(self, step: Step, value: int) -> str:
        named = self._named(step)
        pointee = _pointee(named)
        if pointee is not None and value > 1:
            return self._target(value, step, pointee)
        if step.width % 8:
            return str(value)
        return named.spell(value, step.width // 8)

    def is_own(self, step: Step) -> bool:
        if step.deed in (Deed.ASSIGN, Deed.PHI):
            return True
        if step.deed not in _ON_MEMORY or step.shared:
            return False
        low, high = self._stacks[step.thread]
        return low <= real_address(step.address) < high

    def _named(self, step: Step) -> Named:
        raw = self._merged.origins[step.number]
        if raw is None:
            return _NAMELESS
        if step.deed in (Deed.ASSIGN, Deed.PHI):
            return _NAMELESS if raw.variable is None else self._of_variable(raw.variable)
        if step.deed in _ON_MEMORY:
            return self._of_memory(step)
        if step.deed in _OF_LOCKS:
            return self._of_lock(step, raw)
        if step.deed in _OF_BLOCKS:
            return Named(self._names.of(step.address).text)
        if step.deed is Deed.CREATE:
            return Named(self._created(step))
        return _NAMELESS

    def _of_variable(self, variable: Variable) -> Named:
        key = (variable.module, variable.number, variable.fragment)
        found = self._variables.get(key)
        if found is None:
            debug = self._program.module_of(variable.module).debug
            name, of = debug.text(variable.number, "name"), debug.node(variable.number, "type")
            found = Named(name, debug, of)
            if variable.fragment is not None:
                part = part_at(debug, of, variable.fragment[0] // 8)
                found = Named(f"{name}{part.path}", debug, part.type)
            self._variables[key] = found
        return found

    def _of_memory(self, step: Step) -> Named:
        """What is on a stack changes its meaning in time."""
        address = real_address(step.address)
        if any(low <= address < high for low, high in self._stacks):
            found = self._on_stack(address, step.number) or self._pointed_at(step) or self._names.of(address)
            return _all_of(found, step.size)
        key = (address, step.site)
        known = self._memory.get(key)
        if known is None:
            known = self._names.of(address)
            if known.debug is None:
                known = self._pointed_at(step) or known
            known = self._memory[key] = _all_of(known, step.size)
        return known

    def _pointed_at(self, step: Step) -> Named | None:
        raw = self._merged.origins[step.number]
        if raw is None or not self.is_own_code(step.site):
            return None
        found = self._pointed.at(step.site, 1 if step.deed is Deed.READ else 0, self._within_block(raw.address))
        return None if found is None else self._indexed(found, step)

    def _indexed(self, named: Named, step: Step) -> Named:
        """`a[2].x` of `a[i].x`: which element it was. Other rounds of a loop touch other ones."""
        said = _INDEX.findall(named.text)
        index = self._index(step) if len(said) == 1 else None
        return named if index is None else replace(named, text=named.text.replace(said[0], f"[{index}]"))

    def touched(self, site: int, address: int) -> str:
        """What an instruction is about to touch, as the source says it; empty: it does not."""
        if not site or not self.is_own_code(site):
            return ""
        found = self._pointed.at(site, 0, self._within_block(address))
        return "" if found is None else found.text

    def in_words(self, text: str) -> str:
        """With parts of the heap as the source calls them where they were last read."""

        def said(found: re.Match[str]) -> str:
            for step in reversed(self._merged.steps):
                if step.deed is Deed.READ and self._names.of(step.address).text == found[0]:
                    return self.name(step)
            return found[0]

        return _PART_OF_HEAP.sub(said, text)

    def _within_block(self, address: int) -> tuple[int, int] | None:
        """How far into a block of the heap it is, and the size of that."""
        at = bisect_right(self._blocks, (address, _MAX)) - 1
        if at < 0 or address >= sum(self._blocks[at]):
            return None
        return address - self._blocks[at][0], self._blocks[at][1]

    def _on_stack(self, address: int, number: int) -> Named | None:
        slots = self._slots.get(address >> _PIECE, ())
        at = bisect_right(slots, number, key=lambda one: one[0])
        for _, slot in (slots[before] for before in range(at - 1, -1, -1)):  # there may be very many
            if slot.address <= address < slot.address + slot.size:
                return self._of_slot(slot, address - slot.address)
        return None

    def _of_slot(self, slot: Slot, offset: int) -> Named | None:
        within = self._program.module_of(slot.site)
        variable = within.debug.local_variable(within.module, slot.site - within.site_base)
        if variable is None:
            return None
        part = part_at(within.debug, within.debug.node(variable, "type"), offset)
        return Named(f"{within.debug.text(variable, 'name')}{part.path}", within.debug, part.type)

    @cached_property
    def _slots(self) -> dict[int, list[tuple[int, Slot]]]:
        """By piece of memory: from which step of the run on there is that slot."""
        found: dict[int, list[tuple[int, Slot]]] = {}
        for thread, numbers in zip(self._merged.threads, self._merged.numbers, strict=True):
            last = [-1]
            for number in numbers:
                last.append(max(number, last[-1]))
            for slot in thread.slots:
                if slot.size:
                    for piece in range(slot.address >> _PIECE, (slot.address + slot.size - 1 >> _PIECE) + 1):
                        found.setdefault(piece, []).append((last[slot.first] + 1, slot))
        for slots in found.values():
            slots.sort(key=lambda one: one[0])
        return found

    def _of_lock(self, step: Step, raw: RawStep) -> Named:
        on_stack = self._on_stack(step.address, step.number)
        if on_stack is not None:
            return Named(_whole(on_stack.text))
        key = (step.address, step.site)
        found = self._memory.get(key)
        if found is None:
            named = self._names.of(step.address)
            if named.debug is None and raw.site and self.is_own_code(raw.site):
                is_wait = self._merged.synchronisation.record(raw).kind == "wait"
                named = self._pointed.at(raw.site, 1 if is_wait else 0, self._within_block(step.address)) or named
            found = self._memory[key] = Named(_whole(named.text))
        return found

    def _created(self, step: Step) -> str:
        for thread, number in self._merged.synchronisation.creations.items():
            if number == step.number and thread < len(self._paths):
                return self._paths[thread]
        return ""

    def _literal(self, address: int) -> str | None:
        """The string that a pointer points into."""
        found = next((one for one in self._strings if one[0] <= address < one[0] + len(one[1])), None)
        if found is None:
            return None
        return _quoted(found[1][address - found[0] :].split(b"\0", 1)[0])

    @cached_property
    def _strings(self) -> list[tuple[int, bytes]]:
        """Literals: constants without a name of the source."""
        return [
            (start, variable.initializer.data)
            for start, _, variable, _ in self._program.variables
            if variable.constant and isinstance(variable.initializer, Text) and variable.name.startswith("@.str")
        ]

    def _target(self, value: int, step: Step, pointee: Named) -> str:
        """A pointer, by what it points to: `&one`, not the first field of that."""
        literal = self._literal(value)
        if literal is not None:
            return literal
        on_stack = self._on_stack(value, step.number)
        named = on_stack or self._names.of(value)
        if named.text.startswith(("0x", "stack of")):
            return f"{value:#x}"
        if named.debug is None or pointee.debug is None:
            return named.text
        return f"&{named.text.removesuffix(part_at(pointee.debug, pointee.type, 0).path)}"


def _quoted(text: bytes) -> str:
    """As C writes it, of a long one the beginning."""
    known = {ord("\n"): "\\n", ord("\t"): "\\t", ord('"'): '\\"', ord("\\"): "\\\\"}
    said = "".join(known.get(one, chr(one) if 32 <= one < 127 else f"\\{one:03o}") for one in text[:_LONGEST])
    return f'"{said}{"..." * (len(text) > _LONGEST)}"'


def _whole(text: str) -> str:
    """Of a lock: the field that holds it, not its own first byte."""
    return text.removeprefix("*").removesuffix("+0").split(".__", 1)[0].split("->__", 1)[0]


def _all_of(first: Named, touched: int) -> Named:
    """`first`: what is where an access begins, which may be of more than that, or of less."""
    size = 0 if first.debug is None else size_of(first.debug, first.type)
    if first.debug is not None and first.type is None and "." in first.text:
        return Named(f"bits({first.text})")
    is_inside = _INSIDE.search(first.text) is not None
    if not size or size == touched or is_inside or (size > touched and not _is_scalar(first)):
        return first
    return Named(f"*(uint{8 * touched}_t *)&{first.text}")


def _is_scalar(named: Named) -> bool:
    """Neither a structure nor an array, nor a class of the library that is told as a whole."""
    debug, of = named.debug, named.type
    while debug is not None and of is not None and debug.text(of, "tag") in _QUALIFIERS:
        of = debug.node(of, "baseType")
    return debug is not None and of is not None and debug.kind(of) != "DICompositeType"


def _pointee(pointer: Named) -> Named | None:
    """None: it is no pointer."""
    debug, of = pointer.debug, pointer.type
    if debug is None:
        return None
    while of is not None and debug.text(of, "tag") in _QUALIFIERS:
        of = debug.node(of, "baseType")
    if of is None or debug.text(of, "tag") not in ("DW_TAG_pointer_type", "DW_TAG_reference_type"):
        return None
    return Named("", debug, debug.node(of, "baseType"))
