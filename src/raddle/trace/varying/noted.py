"""What a walk notes of numbers that vary: their sources, where they were put for others, and what depends on them.

In: what the walk of one thread emits. Out: `uses`; `left`: what the thread has left in memory that varies. Nothing here
is an event: memory of other threads is taken as the log has it, and varies where one of them left such a number.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from raddle.logic.operators import Op
from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.events import EventKind, PinCause
from raddle.trace.streams import Streams
from raddle.trace.varying.forms import Form, Forms
from raddle.trace.varying.sources import LEAST_ADDRESS, Kind, KnownObjects, Origin, Source

Where = tuple[int, int, int]
"""Address, bytes, and value there."""
Left = dict[Where, frozenset[Origin]]
"""That somebody put a number there that varies, and where it came from."""


GIVEN: Final = "is given to"


@dataclass(frozen=True, slots=True)
class VaryingUse:
    """What the program does there depends on numbers that came from `origins`."""

    site: int
    callers: tuple[int, ...]
    what: str
    """In words: `decides`, `is part of an address`, `is given to F`."""
    origins: frozenset[Origin]


class Noted(Emitter):
    def __init__(self, streams: Streams, objects: KnownObjects, left: Mapping[Where, frozenset[Origin]]) -> None:
        super().__init__(streams, (), keep_private=False)
        self.objects: Final = objects
        self.sources: list[Source] = []
        self.forms: Final = Forms(self.terms, self.sources, objects)
        self.uses: dict[tuple[int, str], VaryingUse] = {}
        self.left: Left = {}
        self.writing: frozenset[Origin] = frozenset()
        """What library functions write now varies with these."""
        self.in_doubt: dict[int, frozenset[Origin]] = {}
        """By byte: another side of a branch that depends on these writes there."""
        self.given: frozenset[Origin] = frozenset()
        """What the library function that is called now was given depends on these."""
        self.is_the_librarys: Callable[[frozenset[Origin], bool], bool] = lambda origins, is_given: False
        """Whether a use is the C++ library's own, and what comes of it is followed. `is_given`: to another function."""
        self._left_by_others = left
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
        left = any(at < there.stop and address < at + length for at, length, _ in self._left_by_others)
        return left or any(at in self.in_doubt or at in self._private.bytes for at in there)

    def read(self, index: int, address: Scalar, size: int, value: int, flags: int = 0) -> int:
        term = super().read(index, address, size, value, flags)
        if term:
            return term
        origins = self._left_by_others.get((address[0], size, value), frozenset())
        if self.in_doubt:
            origins = origins.union(*(self.in_doubt.get(address[0] + at, frozenset()) for at in range(size)))
        return self.vary(value, 8 * size, Source(origins, frozenset()))[1] if origins else 0

    def write(self, index: int, address: Scalar, size: int, value: Scalar, flags: int = 0) -> None:
        if self.writing and not value[1]:
            value = self.vary(value[0], 8 * size, Source(self.writing, frozenset()))
        self._leave(address[0], size, value)
        super().write(index, address, size, value, flags)

    def update(self, index: int, address: Scalar, size: int, old: Scalar, new: Scalar, flags: int) -> None:
        self._leave(address[0], size, new)
        super().update(index, address, size, old, new, flags)

    def _leave(self, address: int, size: int, value: Scalar) -> None:
        for at in range(size) if self.in_doubt else ():
            self.in_doubt.pop(address + at, None)
        form = self.forms.of(value[1])
        if form.varies and not form.is_name:
            key = address, size, value[0]
            self.left[key] = self.left.get(key, frozenset()) | form.origins

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
        elif form.is_name or (cause == PinCause.RESULT and not self.stack and self._is_main):
            return
        elif cause == PinCause.RESULT:
            self.note(form, f"{GIVEN} a library as a result" if self.stack else "is what a thread returns")
        elif cause in (PinCause.ADDRESS, PinCause.CALL_TARGET):
            self.note(form, "is part of an address")
        elif cause == PinCause.LENGTH:
            self.note(form, "is a length")
        else:
            self.note(form, "is computed with")

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
