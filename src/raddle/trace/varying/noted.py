"""What a walk notes of numbers that vary: their sources, where they were put for others, and what depends on them.

In: what the walk of one thread emits. Out: `uses`; `left`: what the thread has left in memory that varies. Nothing here
is an event: memory of other threads is taken as the log has it, and varies where one of them left such a number.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.arithmetic import mask
from raddle.logic.operators import Op
from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.events import EventFlag, EventKind, PinCause
from raddle.trace.streams import Streams
from raddle.trace.varying.forms import Form, Forms
from raddle.trace.varying.left import Left, LeftByOthers
from raddle.trace.varying.sources import LEAST_ADDRESS, Kind, KnownObjects, Origin, Source
from raddle.trace.varying.unwritten import Unwritten

GIVEN: Final = "is given to"
Handed = dict[int, tuple[int, int]]
"""Bytes that vary of what is copied, by their numbers: term, and number of the byte in it."""


@dataclass(frozen=True, slots=True)
class VaryingUse:
    """What the program does there depends on numbers that came from `origins`."""

    site: int
    callers: tuple[int, ...]
    what: str
    """In words: `decides`, `is part of an address`, `is given to F`."""
    origins: frozenset[Origin]


@dataclass
class Filled:
    """Pieces of memory."""

    _ends: dict[int, int] = field(default_factory=dict)

    def add(self, address: int, size: int) -> None:
        self._ends[address] = max(self._ends.get(address, 0), address + size)

    def forget(self, address: int, size: int) -> None:
        """Something else begins there."""
        for begin in [begin for begin in self._ends if address <= begin < address + size]:
            del self._ends[begin]

    def __contains__(self, address: int) -> bool:
        return any(begin <= address < end for begin, end in self._ends.items())


class Noted(Emitter):
    def __init__(
        self,
        streams: Streams,
        objects: KnownObjects,
        left: LeftByOthers,
        unwritten: Unwritten,
        filled_by_others: Sequence["Filled"],
    ) -> None:
        """`left`: what others left; `unwritten`: reads that find bytes which nobody has written, as far as events tell;
        `filled_by_others`: by library functions that they called."""
        super().__init__(streams, (), keep_private=False)
        self.objects: Final = objects
        self.sources: list[Source] = []
        self.forms: Final = Forms(self.terms, self.sources, objects)
        self.uses: dict[tuple[int, str], VaryingUse] = {}
        self.left: Final = Left()
        self.writing: frozenset[Origin] = frozenset()
        """What library functions write now varies with these."""
        self.in_doubt: dict[int, frozenset[Origin]] = {}
        """By byte: another side of a branch that depends on these writes there."""
        self.given: frozenset[Origin] = frozenset()
        """What the library function that is called now was given depends on these."""
        self.is_the_librarys: Callable[[frozenset[Origin], bool], bool] = lambda origins, is_given: False
        """Whether a use is the C++ library's own, and what comes of it is followed. `is_given`: to another function."""
        self.copying = False
        """The library function that is called now writes what it reads."""
        self._copied: Handed = {}
        self.filled: Final = Filled()
        """Memory that library functions have written unseen."""
        self._filled_by_others = filled_by_others
        self._left_by_others = left
        self._unwritten = unwritten
        self.name_of: Callable[[int], str] = lambda address: ""
        self.result_is_taken = False
        """By a join."""
        self._is_main = streams.thread.index == 0

    def callers(self) -> tuple[int, ...]:
        """Sites of the calls around, innermost first."""
        found, at = [], self.stack
        while at:
            at, site = self._stacks[at]
            found.append(site)
        return tuple(found)

    # ---- sources

    def vary(self, number: int, width: int, source: Source) -> Scalar:
        self.sources.append(source)
        return number, self.terms.add(Op.READ, width, number, len(self.sources) - 1, 0)

    def origin_here(self, kind: Kind, name: str) -> Origin:
        return Origin(kind, name, self.site, self.callers())

    def as_address(self, scalar: Scalar, width: int) -> Scalar:
        """A number that may be an address, or the name of a thread."""
        if scalar[1] or width != 64:
            return scalar
        found = self.objects.at(scalar[0])
        if not found:
            return scalar
        is_thread = all(what == "thread" for what, _ in found)
        origin = self.origin_here("identity" if is_thread else "address", "")
        return self.vary(scalar[0], width, Source(frozenset({origin}), found))

    def as_name(self, pointer: Scalar) -> Scalar:
        """Of a pointer, wherever it leads."""
        found = self.as_address(pointer, 64)
        if found[1] or found[0] < LEAST_ADDRESS:
            return found
        elsewhere = Source(frozenset({self.origin_here("address", "")}), frozenset({("elsewhere", found[0])}))
        return self.vary(found[0], 64, elsewhere)

    # ---- memory

    def may_vary(self, address: int, size: int) -> bool:
        """Whether what lies there may, as far as this thread and what others left say."""
        there = range(address, address + size)
        return any(self._left_by_others.ever(at) or at in self.in_doubt or at in self._private.bytes for at in there)

    def read(self, index: int, address: Scalar, size: int, value: int, flags: int = 0) -> int:
        self._take_in(index, address[0], size, value)
        return super().read(index, address, size, value, flags)

    def old_value(self, address: Scalar, size: int, value: int) -> int:
        self._take_in(self._streams.count - 1, address[0], size, value)
        return super().old_value(address, size, value)

    def _take_in(self, index: int, address: int, size: int, value: int) -> None:
        """Bytes that vary though the thread has not put such a number there itself."""
        missing = self._unwritten.get((index, address), 0)
        if not missing and not self.in_doubt and not self._left_by_others:
            return
        origins, varying = frozenset[Origin](), 0
        if any(missing >> number & 1 and value >> 8 * number & 0xFF for number in range(size)):
            missing = 0  # a library has written it unseen: else there would be zeroes
        for number in range(size):
            at, held = address + number, value >> 8 * number & 0xFF
            if self._still_holds(at, held):
                continue
            found, bits = self._left_by_others.at(at, index)
            if at in self.in_doubt:
                found, bits = found | self.in_doubt[at], 0xFF
            if missing >> number & 1 and not self._is_filled(at):
                found, bits = found | {self._nobodys(address, missing)}, 0xFF
            origins, varying = origins | found, varying | bits << 8 * number
        if not varying:
            return
        _, term = self.vary(value, 8 * size, Source(origins, frozenset(), varying))
        for number in range(size):
            if varying >> 8 * number & 0xFF:
                self._private.bytes[address + number] = term, number

    def _nobodys(self, address: int, missing: int) -> Origin:
        """What nobody has written, named by its first byte."""
        first = (missing & -missing).bit_length() - 1
        return self.origin_here("uninitialised", self.name_of(address + first))

    def _is_filled(self, at: int) -> bool:
        return at in self.filled or any(at in others for others in self._filled_by_others)

    def _still_holds(self, at: int, held: int) -> bool:
        """Whether the thread knows what lies there: a number that varies, which nobody has overwritten."""
        known = self._private.bytes.get(at)
        if known is None:
            return False
        if self.terms.value(known[0]) >> 8 * known[1] & 0xFF == held:
            return True
        del self._private.bytes[at]
        return False

    def write(self, index: int, address: Scalar, size: int, value: Scalar, flags: int = 0) -> None:
        if self.writing and not value[1]:
            value = self.vary(value[0], 8 * size, Source(self.writing, frozenset()))
        self._leave(index, address[0], size, value)
        super().write(index, address, size, value, flags)

    def update(self, index: int, address: Scalar, size: int, old: Scalar, new: Scalar, flags: int) -> None:
        if not flags & EventFlag.FAILED:
            self._leave(index, address[0], size, new)
        super().update(index, address, size, old, new, flags)

    def slot(self, address: int, size: int) -> bool:
        """What lay there is forgotten."""
        for known in (self._private.bytes, self.in_doubt):
            there = range(address, address + size)
            for at in [at for at in known if at in there] if len(known) < size else there:
                known.pop(at, None)
        self.filled.forget(address, size)
        return super().slot(address, size)

    def _leave(self, index: int, address: int, size: int, value: Scalar) -> None:
        for at in range(size) if self.in_doubt else ():
            self.in_doubt.pop(address + at, None)
        form = self.forms.of(value[1])
        varies = form.varies and not form.is_name
        bits = 0 if not varies else mask(8 * size) if form.names else form.bits
        self.left.put(index, address, size, bits, form.origins if bits else frozenset())
        self._left_by_others.overwritten(address, size, index)

    # ---- copies

    def handed(self, address: int, size: int) -> Handed:
        """What lies there that varies, by the number of the byte."""
        known = self._private.bytes
        return {number: known[address + number] for number in range(size) if known and address + number in known}

    def hand_over(self, address: int, handed: Handed) -> None:
        for number, byte in handed.items():
            self._private.bytes[address + number] = byte

    def read_bytes(self, index: int, address: int, data: bytes, flags: int = 0) -> list[Scalar]:
        pieces = super().read_bytes(index, address, data, flags)
        if not self.copying:
            return pieces
        self._copied = self.handed(address, len(data))
        return [(value, 0) for value, _ in pieces]

    def write_bytes(self, index: int, address: int, data: bytes, flags: int = 0) -> None:
        super().write_bytes(index, address, data, flags)
        if self.copying and self._copied:
            self.hand_over(address, self._copied)
            for number, (term, at) in self._copied.items():
                form = self.forms.of(term)
                bits = 0xFF if form.names else form.bits >> 8 * at & 0xFF
                self.left.put(index, address + number, 1, bits, form.origins)

    # ---- what depends on them

    def note(self, form: Form, what: str) -> None:
        if self.is_the_librarys(form.origins, what.startswith(GIVEN)):
            return
        key = self.site, what
        known = self.uses.get(key)
        origins = form.origins | (known.origins if known is not None else frozenset())
        if known is None or origins != known.origins:
            self.uses[key] = VaryingUse(self.site, self.callers(), what, origins)

    def branch(self, condition: Scalar, failing: int | None) -> None:
        form = self.forms.of(condition[1])
        if form.varies:
            self.note(form, "decides")

    def choice(self, selector: Scalar) -> None:
        self.branch(selector, None)

    def division(self, divisor: Scalar, dividend: Scalar, width: int, *, signed: bool) -> None:
        """How long something took is no divisor of 0."""

    def pin(self, scalar: Scalar, cause: PinCause) -> None:
        form = self.forms.of(scalar[1])
        if not form.varies:
            return
        if cause == PinCause.EXTERNAL_ARGUMENT:
            self.given |= form.origins if not form.is_name else frozenset()
        elif form.is_name or (cause == PinCause.RESULT and not self.stack and not self._is_returned(form)):
            return
        elif cause == PinCause.RESULT:
            self.note(form, f"{GIVEN} a library as a result" if self.stack else "is what a thread returns")
        elif cause in (PinCause.ADDRESS, PinCause.CALL_TARGET):
            self.note(form, "is part of an address")
        elif cause == PinCause.LENGTH:
            self.note(form, "is a length")
        else:
            self.note(form, "is computed with")

    def _is_returned(self, form: Form) -> bool:
        """Whether somebody may look at it. (A routine without a return statement returns anything.)"""
        is_unset = all(origin.kind == "uninitialised" for origin in form.origins)
        return not self._is_main and (self.result_is_taken or not is_unset)

    # ---- no events

    def _emit(
        self, kind: EventKind, index: int, *, flags: int = 0, size: int = 0, address: Scalar = (0, 0),
        value: Scalar = (0, 0), written: Scalar = (0, 0),
    ) -> None:  # fmt: skip
        pass


InDoubt = dict[int, frozenset[Origin]]


def doubt(in_doubt: InDoubt, places: Collection[tuple[int, int]], origins: frozenset[Origin]) -> None:
    """Of address and bytes each."""
    for address, size in places:
        for at in range(address, address + size):
            in_doubt[at] = in_doubt.get(at, frozenset()) | origins
