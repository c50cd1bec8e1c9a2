"""Where things stand in the picture of a failing run: a column for each thread, and lanes for arrows beside it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from raddle.report.explanation import Arrow, Row

LEAST_TEXT: Final = 24
"""For the text of the last thread, if it is that long."""
MOST_TEXT: Final = 44
"""For the text of one thread while others need room."""
FEW: Final = 12
"""A thread with fewer than this part of the rows gets no more room than it has to."""
LEAST_STEP: Final = 12
MOST_LANES: Final = 3
MOST_LANES_OF_ONE: Final = 6
_HEAD: Final = 2
"""Columns of an arrow's head before a line number."""


@dataclass(frozen=True, slots=True)
class Column:
    thread: str
    """Empty: one column for all threads."""
    left: int
    lanes: int
    digits: int

    @property
    def head(self) -> int:
        """Where arrows arrive."""
        return self.left + 2 * self.lanes

    @property
    def number(self) -> int:
        return self.head + _HEAD

    @property
    def text(self) -> int:
        return self.number + self.digits + 1

    def lane(self, number: int) -> int:
        """The first one is next to the text."""
        return self.left + 2 * (self.lanes - 1 - number)


@dataclass(frozen=True, slots=True)
class Trunk:
    """All arrows that leave one row: one line downwards, up to where the last of them arrives."""

    start: int
    end: int
    forced: bool
    lane: int | None = None
    """None: right below the line's number, since nothing else stands there in between."""


@dataclass(frozen=True, slots=True)
class Layout:
    columns: tuple[Column, ...]
    trunks: dict[int, Trunk]
    """By the row that they leave; arrows without one are told in words."""

    def column(self, thread: str) -> Column:
        return next((column for column in self.columns if column.thread == thread), self.columns[0])

    @property
    def names_turns(self) -> bool:
        """Whether several threads share a column."""
        return self.columns[0].thread == ""


def layout_of(rows: Sequence[Row], arrows: Sequence[Arrow], width: int) -> Layout:
    threads = sorted({row.thread for row in rows if row.thread}, key=path_order)
    digits = max((len(str(row.place.line)) for row in rows if row.place is not None), default=1)
    apart = _apart(threads, rows, arrows, digits, width)
    if apart is not None:
        return apart
    trunks = _trunks(rows, arrows, lambda row: "", MOST_LANES_OF_ONE, own_below=False)
    return Layout((Column("", 0, _used(trunks.values()), digits),), trunks)


def _apart(
    threads: Sequence[str], rows: Sequence[Row], arrows: Sequence[Arrow], digits: int, width: int
) -> Layout | None:
    """None: there are too many threads to stand side by side."""
    trunks = _trunks(rows, arrows, lambda row: row.thread, MOST_LANES, own_below=True)
    used = {
        thread: _used(trunk for trunk in trunks.values() if rows[trunk.start].thread == thread) for thread in threads
    }
    if len(threads) < 2:
        name = threads[0] if threads else "all"
        return Layout((Column(name, 0, used.get(name, 0), digits),), trunks)
    own = [2 * used[thread] + _HEAD for thread in threads]
    longest = {thread: max(len(row.source) for row in rows if row.thread == thread) for thread in threads}
    least = [max(LEAST_STEP + digits, gutter + len(name) + 2) for gutter, name in zip(own, threads, strict=True)]
    least[-1] = own[-1] + digits + 1 + min(longest[threads[-1]] + 2, LEAST_TEXT)
    spare = width - sum(least)
    if spare < 0:
        return None
    counted = Counter(row.thread for row in rows)
    wanted = [
        max(0, gutter + digits + 2 + min(longest[thread], MOST_TEXT) - got) if counted[thread] >= len(rows) / FEW else 0
        for gutter, thread, got in zip(own, threads, least, strict=True)
    ]
    shares = _shares(wanted, spare)
    lefts = accumulate((got + share for got, share in zip(least, shares, strict=True)), initial=0)
    columns = [Column(thread, left, used[thread], digits) for thread, left in zip(threads, lefts, strict=False)]
    return Layout(tuple(columns), trunks)


def _shares(wanted: Sequence[int], spare: int) -> list[int]:
    """Of the room that is left: the last column first, which has nothing on its right to go over; what nobody wants in
    equal parts."""
    last = min(wanted[-1], spare)
    spare, others = spare - last, wanted[:-1]
    if sum(others) > spare:
        return [*(want * spare // sum(others) for want in others), last]
    equal = (spare - sum(others)) // len(wanted)
    return [*(want + equal for want in others), last + equal]


def _used(trunks: Iterable[Trunk]) -> int:
    return max((trunk.lane + 1 for trunk in trunks if trunk.lane is not None), default=0)


def _trunks(
    rows: Sequence[Row], arrows: Sequence[Arrow], column_of: Callable[[Row], str], most: int, *, own_below: bool
) -> dict[int, Trunk]:
    """Lanes that are free from start to end: first for what the schedule chose, then for what is short."""
    by_start: dict[int, list[Arrow]] = {}
    for arrow in arrows:
        by_start.setdefault(arrow.start, []).append(arrow)
    leaving = [
        Trunk(start, max(arrow.end for arrow in group), all(arrow.forced for arrow in group))
        for start, group in by_start.items()
    ]
    taken: dict[str, list[list[Trunk]]] = {}
    found: dict[int, Trunk] = {}
    for trunk in sorted(leaving, key=lambda one: (one.forced, one.end - one.start, one.end)):
        column = column_of(rows[trunk.start])
        between = (column_of(row) for row in rows[trunk.start + 1 : trunk.end])
        if own_below and column not in between:
            found[trunk.start] = trunk
            continue
        lanes = taken.setdefault(column, [])
        free = next((at for at, lane in enumerate(lanes) if not any(_overlap(trunk, one) for one in lane)), len(lanes))
        if free == most:
            continue
        if free == len(lanes):
            lanes.append([])
        lanes[free].append(trunk)
        found[trunk.start] = replace(trunk, lane=free)
    return found


def _overlap(one: Trunk, other: Trunk) -> bool:
    return one.start <= other.end and other.start <= one.end


def path_order(path: str) -> list[tuple[int, str]]:
    """main.2 before main.10."""
    return [(int(word), "") if word.isdigit() else (0, word) for word in re.findall(r"\d+|\D+", path)]
