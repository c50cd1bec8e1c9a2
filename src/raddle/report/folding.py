"""Which rows of a picture are drawn: of a long one its beginning, its end, and what the cause is about.

The middle of a long run of one thread at which no arrow starts or ends is left out always. What is left out is told
where it would have stood, for each thread: `... lines 12, 19 again 4998 times`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from raddle.report.explanation import Arrow, Known, Row

MOST_ROWS: Final = 120
LONG_RUN: Final = 8
"""Rows of one thread at which no arrow starts or ends: of more than these the middle is left out."""
_NEIGHBOURS: Final = 3
"""Rows on either side of one that the cause is about."""
_HEAD: Final = 6
_TAIL: Final = 8
"""Where rows that the cause is about are drawn besides."""
_MOST_LINES_NAMED: Final = 4


@dataclass(frozen=True, slots=True)
class Gap:
    """Rows of one thread that are left out."""

    thread: str
    said: str


@dataclass(frozen=True, slots=True)
class Folded:
    """What is drawn; positions are those among the rows that are left."""

    rows: tuple[Row, ...]
    arrows: tuple[Arrow, ...]
    known: tuple[Known, ...]
    gaps: dict[int, tuple[Gap, ...]]
    """What is left out in front of a row."""


def folded(rows: Sequence[Row], arrows: Sequence[Arrow], known: Sequence[Known], marked: Iterable[int] = ()) -> Folded:
    """`marked`: rows that the cause is about."""
    kept = kept_rows(rows, arrows, marked)
    new = {position: number for number, position in enumerate(kept)}
    return Folded(
        rows=tuple(rows[position] for position in kept),
        arrows=tuple(
            replace(arrow, start=new[arrow.start], end=new[arrow.end])
            for arrow in arrows
            if arrow.start in new and arrow.end in new
        ),
        known=tuple(replace(one, after=new[one.after]) for one in known if one.after in new),
        gaps=_gaps(rows, kept),
    )


def kept_rows(rows: Sequence[Row], arrows: Iterable[Arrow], marked: Iterable[int] = ()) -> list[int]:
    """The last row of all is one of them: it is where the run fails."""
    important = set(marked)
    ends = important.union(*((arrow.start, arrow.end) for arrow in arrows))
    kept = _without_long_runs(rows, ends)
    if len(kept) <= MOST_ROWS:
        return kept
    places = [number for number, position in enumerate(kept) if position in important]
    head, tail = (_HEAD, _TAIL) if places else (MOST_ROWS // 4, MOST_ROWS - MOST_ROWS // 4)
    chosen = {*range(head), *range(len(kept) - tail, len(kept))}
    for place in places:
        chosen |= set(range(max(place - _NEIGHBOURS, 0), min(place + _NEIGHBOURS + 1, len(kept))))
    return [position for number, position in enumerate(kept) if number in chosen]


def _without_long_runs(rows: Sequence[Row], ends: set[int]) -> list[int]:
    runs: list[list[int]] = [[]]
    for position, row in enumerate(rows):
        stays = position in ends or row.fails
        if stays or not runs[-1] or rows[runs[-1][-1]].thread != row.thread:
            runs.append([])
        runs[-1].append(position)
        if stays:
            runs.append([])
    return [position for run in runs for position in _ends_of(run)]


def _ends_of(run: list[int]) -> list[int]:
    return [*run[: LONG_RUN // 2], *run[-LONG_RUN // 2 :]] if len(run) > LONG_RUN else run


def _gaps(rows: Sequence[Row], kept: Sequence[int]) -> dict[int, tuple[Gap, ...]]:
    found: dict[int, tuple[Gap, ...]] = {}
    shown: dict[str, set[int]] = {}
    before = -1
    for number, position in enumerate(kept):
        if position > before + 1:
            found[number] = tuple(_told(rows[before + 1 : position], shown))
        row = rows[position]
        shown.setdefault(row.thread, set()).add(_line(row))
        before = position
    return found


def _told(left_out: Sequence[Row], shown: dict[str, set[int]]) -> Iterable[Gap]:
    for thread in dict.fromkeys(row.thread for row in left_out):
        lines = Counter(_line(row) for row in left_out if row.thread == thread)
        number = sum(lines.values())
        least, most = min(lines.values()), max(lines.values())
        if len(lines) > _MOST_LINES_NAMED or most > least + 1 or least == 1 or 0 in lines:
            yield Gap(thread, f"... {number} more line{'s' * (number > 1)}")
            continue
        named = f"line{'s' * (len(lines) > 1)} {', '.join(map(str, sorted(lines)))}"
        again = "again " if lines.keys() <= shown.get(thread, set()) else ""
        yield Gap(thread, f"... {named} {again}{'about ' * (most > least)}{least} times")


def _line(row: Row) -> int:
    return row.place.line if row.place is not None else 0
