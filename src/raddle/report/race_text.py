"""A data race in words: both accesses with their threads, calls and locks, and how it is known.

hits.c:12: data race on hits: write here, read at hits.c:20

  main.1 writes hits = 3, holding no lock
    #0 count   hits.c:12
    #1 worker  hits.c:18
  main.2 reads hits = 2, holding m
    #0 total   hits.c:20
"""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from raddle.base.place import SourcePlace
from raddle.report.result import Access, Finding, Race
from raddle.report.rows import Row, count, position, wrapped

MOST_FRAMES: Final = 12
_WIDEST_FUNCTION: Final = 30


def race_heading(finding: Finding, race: Race, width: int) -> Iterator[Row]:
    one, other = race.accesses
    where = f"{position(one.place)}: " if one.place is not None else ""
    if other.place is None:
        there = f"{_what(other)} elsewhere"
    elif one.place is not None and position(other.place) == position(one.place):
        there = f"{_what(other)} here too"
    else:
        there = f"{_what(other)} at {position(other.place)}"
    kind = "data race" if finding.observed or finding.status == "confirmed" else "data race possible"
    yield from wrapped(f"{where}{kind} on {race.memory}: {_what(one)} here, {there}", width, hanging=4, style="bold")


def race_body(finding: Finding, race: Race, width: int) -> Iterator[Row]:
    for access in race.accesses:
        yield from _access(race, access, width)
    if race.allocated:
        yield from wrapped(f"the block was allocated by {race.allocated}", width, indent=2, hanging=2)
    if race.same_value is not None:
        said = f"Both write {race.same_value}: in this run the value is the same, whoever comes last."
        yield from wrapped(said, width, indent=2)
    if finding.instances > 1:
        said = f"{count(finding.instances, 'pair')} of executions of these two places may race; this is one."
        yield from wrapped(said, width, indent=2)


def how_it_was_shown(finding: Finding, race: Race) -> str:
    """Of one that the real program has shown."""
    if finding.observed:
        return "OBSERVED: in the given run nothing orders these two accesses"
    if race.both_next:
        return "CONFIRMED: in a replay of the real program both threads stood before these accesses"
    return "CONFIRMED: in a replay of the real program nothing ordered these two accesses"


def frames(stack: Sequence[SourcePlace], width: int, *, indent: int) -> Iterator[Row]:
    """The calls, innermost first."""
    shown = stack[:MOST_FRAMES]
    functions = min(max((len(place.function) for place in shown), default=0), _WIDEST_FUNCTION)
    for number, place in enumerate(shown):
        name = place.function if len(place.function) <= functions else f"{place.function[: functions - 2]}.."
        yield Row(f"{' ' * indent}#{number:<2} {f'{name:<{functions}}  ' if functions else ''}{position(place)}")
    if len(stack) > MOST_FRAMES:
        yield Row(f"{' ' * indent}... {count(len(stack) - MOST_FRAMES, 'more call')}", "dim")


def _access(race: Race, access: Access, width: int) -> Iterator[Row]:
    locks = ", ".join(access.locks) or "no lock"
    inside = f" in {access.inside}" if access.inside else ""
    said = f"{access.thread} {_deed(race, access)}{inside}, holding {locks}"
    yield from wrapped(said, width, indent=2, hanging=4, style="bold")
    yield from frames(access.stack, width, indent=4)
    if access.born is not None:
        yield Row(f"    {access.thread} was created at {position(access.born)}", "dim")


def _deed(race: Race, access: Access) -> str:
    how = "atomically " if access.atomic else ""
    value = "" if access.value is None else f" = {access.value}"
    match access.verb:
        case "write":
            return f"{how}writes {race.memory}{value}"
        case "read":
            return f"{how}reads {race.memory}{value}"
        case "update":
            return f"{how}updates {race.memory}{value.replace(' = ', ': ', 1)}"
        case "free":
            return "frees the block" if race.allocated else f"frees {race.memory}"
        case "allocate" | "return":
            return f"{access.verb}s"
        case other:
            assert_never(other)


def _what(access: Access) -> str:
    return f"atomic {access.verb}" if access.atomic else access.verb
