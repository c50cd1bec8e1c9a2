"""What threads leave in memory that varies, and which of it another one may find there, whatever the order.

In: the stores of each thread, by byte. Out: for a read, which bits of a byte may vary, and where that came from. A
number that was left at w and overwritten by the same thread at w' is found by a read r unless r must come before w, or
w' before r, or a write of the reader's own lies between w and r (forced_order.py). Values do not count: the recorded
run has one order.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from raddle.trace.forced_order import ForcedOrder, Moment
from raddle.trace.varying.sources import Origin


class Lies(NamedTuple):
    """A byte of which some bits vary, from one visible event of a thread to another (None: to its end)."""

    begin: int
    end: int | None
    bits: int
    origins: frozenset[Origin]


class Left:
    """Of one thread."""

    def __init__(self) -> None:
        self._lies: dict[int, list[Lies]] = {}

    def put(self, index: int, address: int, size: int, bits: int, origins: frozenset[Origin]) -> None:
        """`bits`: of the stored number, that vary."""
        if not bits and not self._lies:
            return
        for number in range(size):
            varying = bits >> 8 * number & 0xFF
            known = self._lies.get(address + number)
            if known is not None and known[-1].end is None:
                self._end(known, index, varying, origins)
            if varying:
                lies = self._lies.setdefault(address + number, [])
                if not lies or lies[-1].end is not None:
                    lies.append(Lies(index, None, varying, origins))

    @staticmethod
    def _end(known: list[Lies], index: int, varying: int, origins: frozenset[Origin]) -> None:
        """What lay there goes on where such a number replaces it: one is as good as the other."""
        last = known[-1]
        if varying:
            known[-1] = Lies(last.begin, None, last.bits | varying, last.origins | origins)
        else:
            known[-1] = last._replace(end=index)

    def items(self) -> Iterator[tuple[int, tuple[Lies, ...]]]:
        return ((at, tuple(lies)) for at, lies in self._lies.items())


LeftBehind = dict[int, tuple[Lies, ...]]
"""By byte."""


class LeftByOthers:
    """For one thread."""

    def __init__(self, thread: int, left: Sequence[Mapping[int, tuple[Lies, ...]]], order: ForcedOrder) -> None:
        self._thread = thread
        self._others = [(other, lies) for other, lies in enumerate(left) if other != thread and lies]
        self._order = order
        self._own: dict[int, int] = {}

    def __bool__(self) -> bool:
        return bool(self._others)

    def ever(self, at: int) -> bool:
        return any(at in lies for _, lies in self._others)

    def overwritten(self, address: int, size: int, index: int) -> None:
        """By the thread itself."""
        if self._others:
            for at in range(address, address + size):
                if self.ever(at):
                    self._own[at] = index

    def at(self, at: int, index: int) -> tuple[frozenset[Origin], int]:
        """Where a byte may come from that varies, and which of its bits, for the thread's event of that number."""
        origins, bits = frozenset[Origin](), 0
        for other, left in self._others:
            for lies in left.get(at, ()):
                if self._may_be_found(at, index, other, lies):
                    origins, bits = origins | lies.origins, bits | lies.bits
        return origins, bits

    def _may_be_found(self, at: int, index: int, other: int, lies: Lies) -> bool:
        here, begin, must = Moment(self._thread, index), Moment(other, lies.begin), self._order.must_precede
        if must(here, begin) or (lies.end is not None and must(Moment(other, lies.end), here)):
            return False
        own = self._own.get(at)
        return own is None or not must(begin, Moment(self._thread, own))
