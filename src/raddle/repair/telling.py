"""A patch in a few words."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Final

from raddle.repair.fixes import Atomic, Fix, ForWriting, Line, Locked, Measure, Ordered, Rechecked, Region
from raddle.report.repaired import Kind

_BY: Final = {
    "condition": "by a condition variable",
    "semaphore": "by a semaphore",
    "join": "by joining the thread",
    "move": "by moving it before the thread is created",
    "earlier": "by moving it before",
}


def told(fix: Fix, spelt: Mapping[str, str] | None) -> str:
    """`spelt`: names of files as the user knows them; None: there is but one."""
    return "; ".join(_told(measure, spelt) for measure in fix)


def kinds(fix: Fix) -> frozenset[Kind]:
    return frozenset(_kind(measure) for measure in fix)


def _kind(measure: Measure) -> Kind:
    match measure:
        case Locked() | ForWriting():
            return "mutex"
        case Ordered():
            return "order"
        case Atomic():
            return "atomic"
        case Rechecked():
            return "loop"


def _told(measure: Measure, spelt: Mapping[str, str] | None) -> str:
    match measure:
        case Locked(regions, None, member_of):
            of_class = f" in {member_of}" if member_of else ""
            return f"a new mutex{of_class} around {_regions(regions, spelt)}"
        case Locked(regions, lock):
            return f"the mutex {lock.removeprefix('&') if lock else ''} around {_regions(regions, spelt)}"
        case Ordered(first, then, by, _, ahead_of):
            other = "" if ahead_of is None else f" {_line(ahead_of, spelt)}"
            return f"{_line(first, spelt)} before {_line(then, spelt)}, {_BY[by]}{other}"
        case Atomic(_, variable):
            return f"{variable} atomic"
        case Rechecked(waits):
            return f"`while` instead of `if` at the wait of {_lines(waits, spelt)}"
        case ForWriting(taken, lock):
            return f"the lock {lock} taken for writing at {_lines(taken, spelt)}"


def _regions(regions: Sequence[Region], spelt: Mapping[str, str] | None) -> str:
    said = [_region(region, spelt) for region in regions]
    lines = "line" if len(said) == 1 and regions[0].first.number == _end(regions[0]) else "lines"
    listed = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
    return listed if spelt is not None else f"{lines} {listed}"


def _region(region: Region, spelt: Mapping[str, str] | None) -> str:
    first, last = region.first.number, _end(region)
    lines = str(first) if first == last else f"{first}-{last}"
    return lines if spelt is None else f"{_short(region.first.file, spelt)}:{lines}"


def _end(region: Region) -> int:
    return region.end or region.last.number


def _lines(lines: Sequence[Line], spelt: Mapping[str, str] | None) -> str:
    return " and ".join(_line(line, spelt) for line in lines)


def _line(line: Line, spelt: Mapping[str, str] | None) -> str:
    return f"line {line.number}" if spelt is None else f"{_short(line.file, spelt)}:{line.number}"


def _short(file: str, spelt: Mapping[str, str]) -> str:
    return PurePath(spelt.get(file, file)).name
