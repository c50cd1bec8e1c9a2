"""Local variables that live in registers: where a function's IR says which register or constant one of them holds.

In: the lines `#dbg_value(TYPE OPERAND, !VARIABLE, !DIExpression(...), !LOCATION)` between the instructions. Out: Notes,
by the instruction before which they stand; which phis merge the versions of a variable.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from raddle.base.place import SourcePlace
from raddle.explain.walked.assigned_places import AssignedPlaces
from raddle.explain.walked.named_constants import Linked, name_behind, named_constants
from raddle.explain.walked.named_constants import tokens_of as source_tokens
from raddle.ir import instructions as ins
from raddle.ir.flow import Flow
from raddle.ir.lexer import Cursor, tokens_of
from raddle.ir.module import Block
from raddle.ir.parse_operands import OperandParser
from raddle.ir.types import width_of
from raddle.ir.values import Constant, Local, Operand, Undefined
from raddle.trace.program import LoadedFunction, is_system_header
from raddle.trace.sources import Sources

_NOTE: Final = re.compile(r"^\s*#dbg_value\((.*), !(\d+), !DIExpression\((.*?)\), !(\d+)\)$")
_FRAGMENT: Final = re.compile(r"^DW_OP_LLVM_fragment, (\d+), (\d+)$")
_PROMOTED: Final = re.compile(r'\.\d+"?$')
"""How LLVM names the phis of a variable that it has moved from memory to registers: all others merge expressions."""
_FOLDED: Final = re.compile(r"^%raddle\.if\.")
"""How capture/conditions.py names what it has made of branches."""
_NO_WRAP: Final = re.compile(r"= (?:add|sub|mul) (?:nuw )?nsw ")


class Held(NamedTuple):
    """A local variable, or a part of it, whatever the activation."""

    number: int
    inlined: int | None
    fragment: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Note:
    """From here on the variable has that value. None: nobody knows which."""

    line: int
    held: Held
    operand: Operand | None
    place: SourcePlace | None = None
    """Where the source gives it to the variable, where no instruction computes it."""
    said: str = ""
    """What it assigns there."""


@dataclass(frozen=True, slots=True)
class Merge:
    """A phi of one scalar."""

    phi: ins.Phi
    register: str
    width: int
    held: Held | None
    """The variable whose versions it merges."""
    returned: bool
    """It merges what `return` statements give back."""

    def incoming(self, label: str) -> Operand:
        return next(value for value, source in self.phi.incoming if source == label)


class LocalVariables:
    """Of one function."""

    def __init__(self, loaded: LoadedFunction, sources: Sources) -> None:
        self._function = loaded.function
        self._module = loaded.within.module
        self._debug = loaded.within.debug
        self._operands = OperandParser(loaded.within.module.types)
        self.flow = Flow(loaded.function)
        self.places = AssignedPlaces(loaded, sources, self.flow)
        self._sources = sources
        self.parameters = frozenset(parameter.name for parameter in loaded.function.parameters)

    @cached_property
    def notes(self) -> dict[int, tuple[Note, ...]]:
        """Line of an instruction, no phi -> those that stand between it and the instruction before it."""
        found: dict[int, tuple[Note, ...]] = {}
        for block in self._function.blocks:
            start = block.line + 1
            for number, instruction in enumerate(block.instructions):
                if isinstance(instruction, ins.Phi):
                    continue
                notes = self._gap(start, block, number)
                if notes:
                    found[instruction.line] = notes
                start = instruction.line + 1
        return found

    @cached_property
    def merges(self) -> dict[str, tuple[Merge, ...]]:
        """By the label of their block."""
        given_back = {
            last.operand.value.name
            for block in self._function.blocks
            if isinstance(last := block.instructions[-1], ins.Return) and last.operand is not None
            if isinstance(last.operand.value, Local) and self._is_own
        }
        found: dict[str, tuple[Merge, ...]] = {}
        for block in self._function.blocks:
            phis = [one for one in block.instructions if isinstance(one, ins.Phi)]
            if phis:
                named = self._named_at_the_head(block)
                merges = (self._merge(phi, named, given_back) for phi in phis)
                found[block.label] = tuple(merge for merge in merges if merge is not None)
        return found

    @cached_property
    def signed_lines(self) -> frozenset[int]:
        """Of the arithmetic whose results C takes to be those of the signed integers."""
        first, last = self._function.line, self._function.blocks[-1].instructions[-1].line
        return frozenset(line for line in range(first, last) if _NO_WRAP.search(self._module.lines[line]))

    @cached_property
    def swap_branches(self) -> frozenset[int]:
        """Lines of the branches that the compiler made to hand back what a compare-and-swap found."""
        found: set[int] = set()
        for block in self._function.blocks:
            last = block.instructions[-1]
            if isinstance(last, ins.Branch) and isinstance(last.condition.value, Local):
                taken = self.flow.definitions.get(last.condition.value.name)
                if isinstance(taken, ins.ExtractValue) and isinstance(taken.aggregate.value, Local):
                    of = self.flow.definitions.get(taken.aggregate.value.name)
                    if isinstance(of, ins.CompareExchange) and of.debug == last.debug:
                        found.add(last.line)
        return frozenset(found)

    @cached_property
    def by_name(self) -> dict[str, tuple[Held, ...]]:
        """Variables that are ever known to hold a constant."""
        found: dict[str, dict[Held, None]] = {}
        for note in self._constant_notes():
            found.setdefault(self._debug.text(note.held.number, "name"), {})[note.held] = None
        return {name: tuple(held) for name, held in found.items()}

    @cached_property
    def constants(self) -> dict[int, Linked]:
        """Instructions in which the source has such a variable where the IR has the constant."""
        known: dict[str, set[int]] = {}
        for note in self._constant_notes():
            given = _constant(note.operand) if note.operand is not None else None
            if given is not None:
                known.setdefault(self._debug.text(note.held.number, "name"), set()).add(given[0])
        if not known:
            return {}
        every = (one for block in self._function.blocks for one in block.instructions)
        return named_constants(every, known, self._debug, self._sources)

    def returned_name(self, jump: ins.Instruction) -> str:
        """Of `return name;`, which has become a jump."""
        place = self._debug.place(jump.debug) if jump.debug is not None else None
        if place is None:
            return ""
        tokens = source_tokens(self._sources, place)
        at = next((number for number, (column, _) in enumerate(tokens) if column == place.column), None)
        return name_behind(tokens, at) if at is not None and tokens[at][1] == "return" else ""

    def _constant_notes(self) -> Iterator[Note]:
        for notes in self.notes.values():
            for note in notes:
                if note.operand is not None and _constant(note.operand) is not None and note.held.fragment is None:
                    yield note

    def folded(self, operand: Operand) -> ins.Select | None:
        """The choice that was made of a branch, and that fills the operand."""
        if isinstance(operand.value, Local) and _FOLDED.match(operand.value.name):
            made = self.flow.definitions.get(operand.value.name)
            return made if isinstance(made, ins.Select) else None
        return None

    def turned(self, condition: Operand) -> tuple[Operand, bool]:
        """A folded condition without the negations around it, and whether their number is odd."""
        odd = False
        while isinstance(condition.value, Local) and _FOLDED.match(condition.value.name):
            made = self.flow.definitions.get(condition.value.name)
            if not isinstance(made, ins.Binary) or made.opcode != "xor" or made.right.value != Constant(1):
                break
            condition, odd = made.left, not odd
        return condition, odd

    @cached_property
    def _is_own(self) -> bool:
        """It stands in the program's own source."""
        debug = self._function.debug
        file = self._debug.node(debug, "file") if debug is not None else None
        return file is not None and not is_system_header(self._debug.text(file, "filename"))

    @cached_property
    def _behind(self) -> dict[str, frozenset[str]]:
        return {}

    def behind(self, label: str) -> frozenset[str]:
        """Blocks at which the scope of a branch at the end of that block ends."""
        found = self._behind.get(label)
        if found is None:
            found = self._behind[label] = self.flow.certainly_behind(label)
        return found

    # ---- notes

    def _gap(self, start: int, block: Block, number: int) -> tuple[Note, ...]:
        """From that line up to an instruction of the block."""
        notes: list[Note] = []
        for line in range(start, block.instructions[number].line):
            note = self._note(line) if "#dbg_value" in self._module.lines[line] else None
            if note is not None and note.operand is not None:
                earlier = sum(one.held == note.held and one.place is not None for one in notes)
                place, said = self.places.between(note.held.number, block, number, earlier, _constant(note.operand))
                note = replace(note, place=place, said=said)
            if note is not None:
                notes.append(note)
        return tuple(notes)

    def _note(self, line: int) -> Note | None:
        """None: it is of no variable of the program's own source."""
        found = _NOTE.match(self._module.lines[line])
        if found is None:
            return None
        spelled, variable, expression, location = found[1], int(found[2]), found[3], int(found[4])
        fragment = _FRAGMENT.match(expression)
        if not self._is_of_the_program(variable):
            return None
        part = (int(fragment[1]), int(fragment[2])) if fragment else None
        held = Held(variable, self._debug.node(location, "inlinedAt"), part)
        return Note(line, held, None if expression and not fragment else self._operand(spelled, line))

    def _is_of_the_program(self, variable: int) -> bool:
        file = self._debug.node(variable, "file")
        if "DIFlagArtificial" in self._debug.text(variable, "flags") or not self._debug.text(variable, "name"):
            return False
        return file is None or not is_system_header(self._debug.text(file, "filename"))

    def _operand(self, spelled: str, line: int) -> Operand | None:
        tokens = tokens_of(spelled)
        if tokens[0].startswith("!") or not self._operands.starts_type(tokens[0]):
            return None
        operand = self._operands.operand(Cursor(tokens, line, spelled))
        return None if isinstance(operand.value, Undefined) or width_of(operand.type) is None else operand

    # ---- phis

    def _named_at_the_head(self, block: Block) -> dict[str, Held]:
        first = next(one for one in block.instructions if not isinstance(one, ins.Phi))
        return {
            note.operand.value.name: note.held
            for note in reversed(self.notes.get(first.line, ()))
            if note.operand is not None and isinstance(note.operand.value, Local)
        }

    def _merge(self, phi: ins.Phi, named: dict[str, Held], given_back: set[str]) -> Merge | None:
        width = width_of(phi.type)
        if width is None or phi.result is None:
            return None
        promoted = _PROMOTED.search(phi.result) is not None
        held = named.get(phi.result) if promoted else None
        return Merge(phi, phi.result, width, held, promoted and held is None and phi.result in given_back)


def _constant(operand: Operand) -> tuple[int, int] | None:
    """With its bits."""
    width = width_of(operand.type)
    return (operand.value.bits, width) if isinstance(operand.value, Constant) and width is not None else None
