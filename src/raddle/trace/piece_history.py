"""What has touched a piece of memory so far, and which of it the next access races with.

For each piece, kind of access, thread and site only the last is kept: where an earlier one is not ordered with what
comes, that one is not either. Every two sites are told once.
"""

from itertools import product
from typing import Final, NamedTuple

from raddle.trace.run_clocks import Clock

_PLAIN_READ, _PLAIN_WRITE, _ATOMIC_READ, _ATOMIC_WRITE = range(4)


class Kind(NamedTuple):
    """Of an access."""

    plain: bool
    reads: bool
    writes: bool


class Touch(NamedTuple):
    """An access: when it came, and up to when it knows of others."""

    thread: int
    row: int
    site: int
    time: int
    known: Clock


_Last = dict[int, tuple[int, dict[int, tuple[int, int]]]]
"""Thread -> time of its last, and for each site time and row of the last there."""


class History:
    def __init__(self) -> None:
        self._last: dict[int, tuple[_Last, _Last, _Last, _Last]] = {}
        self._told: set[tuple[int, int]] = set()

    def enter(self, piece: int, kind: Kind, touch: Touch) -> list[tuple[int, int]]:
        """Returns thread and row of what conflicts with it and is not known to its thread."""
        found: list[tuple[int, int]] = []
        thread, row, site, time, known = touch
        last = self._last.get(piece)
        if last is None:
            last = self._last[piece] = ({}, {}, {}, {})
        else:
            for against in _AGAINST[kind]:
                for other, (latest, _) in last[against].items():
                    if latest > known[other] and other != thread:
                        self._tell(other, last[against], touch, found)
        for own in _ENTERED_AS[kind]:
            before = last[own].get(thread)
            sites = {} if before is None else before[1]
            sites[site] = time, row
            last[own][thread] = time, sites
        return found

    def _tell(self, other: int, last: _Last, touch: Touch, found: list[tuple[int, int]]) -> None:
        for site, (time, row) in last[other][1].items():
            if time > touch.known[other]:
                pair = (site, touch.site) if site < touch.site else (touch.site, site)
                if pair not in self._told:
                    self._told.add(pair)
                    found.append((other, row))


def _kinds() -> list[Kind]:
    return [Kind(*each) for each in product((False, True), repeat=3)]


def _against(kind: Kind) -> tuple[int, ...]:
    """Two accesses conflict where one of them writes, and one of them is not atomic."""
    writes = [_PLAIN_WRITE, _ATOMIC_WRITE] if kind.plain else [_PLAIN_WRITE]
    reads = [_PLAIN_READ, _ATOMIC_READ] if kind.plain else [_PLAIN_READ]
    return tuple(writes + reads if kind.writes else writes)


def _entered_as(kind: Kind) -> tuple[int, ...]:
    reads, writes = (_PLAIN_READ, _PLAIN_WRITE) if kind.plain else (_ATOMIC_READ, _ATOMIC_WRITE)
    return (reads,) * kind.reads + (writes,) * kind.writes


_AGAINST: Final = {kind: _against(kind) for kind in _kinds()}
_ENTERED_AS: Final = {kind: _entered_as(kind) for kind in _kinds()}
