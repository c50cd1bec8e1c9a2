"""How the nearest passing run differs from a failing one: in: how to run the program, the failing run; out: `Contrast`.

What slices of one run cannot show is a branch that is not taken. The nearest run that passes shows it: by the orderings
that are flipped, the branches that go the other way, what is read there, and the lines that only one of the two runs.
"""

from collections.abc import Iterator
from typing import Final

from raddle.base.place import SourcePlace
from raddle.explain.contrast.budget import Budget
from raddle.explain.contrast.flips import Flipped, flips_between
from raddle.explain.contrast.nearest import NothingPassed, Passing, nearest_passing, operations_of
from raddle.explain.contrast.operations import Operation, Operations, named
from raddle.explain.contrast.turns import turns_between
from raddle.explain.contrast.ways import Entered, Way, ways_of
from raddle.replay.replay import ReplayRequest
from raddle.report.explanation import Contrast, Flip, Row
from raddle.trace.events import EventKind
from raddle.trace.program import is_system_header
from raddle.trace.sources import Sources
from raddle.trace.walk import Trace

__all__ = ["Budget", "NothingPassed", "contrast_of", "differences"]

MOST_FLIPS: Final = 5
MOST_EVENTS: Final = 40_000
"""Of the two runs, up to which their branches and lines are compared: each is walked once more for it."""

Ways = tuple[tuple[Way, ...], tuple[Way, ...]]


def contrast_of(request: ReplayRequest, failing: Trace, budget: Budget) -> Contrast | NothingPassed:
    """`request`: how to run the program as in the failing run, and what is expected of it then."""
    operations = operations_of(failing)
    found = nearest_passing(request, operations, budget)
    return found if isinstance(found, NothingPassed) else differences(operations, found)


def differences(failing: Operations, passing: Passing) -> Contrast:
    sources = Sources.of(failing.trace.program)
    flips = _ranked(failing, passing.operations)
    events = failing.trace.recording.events + passing.operations.trace.recording.events
    ways: Ways = ((), ())
    if events <= MOST_EVENTS:
        ways = ways_of(failing.trace), ways_of(passing.operations.trace)
    only_passing, only_failing = _lines(failing, passing.operations, ways, sources)
    return Contrast(
        schedule=str(passing.schedule),
        flips=tuple(_Told(failing, passing.operations).flip(one) for one in flips[:MOST_FLIPS]),
        more_flips=max(0, len(flips) - MOST_FLIPS),
        turns=tuple(turns_between(failing, passing.operations, ways, sources)),
        only_passing=only_passing,
        only_failing=only_failing,
        tried=passing.tried,
        not_compared="" if events <= MOST_EVENTS else "branches and lines: the runs are too long for that",
    )


# ---- flips


def _ranked(failing: Operations, passing: Operations) -> list[Flipped]:
    """Who gets a lock first is told only of threads between which nothing else is flipped."""
    found = flips_between(failing, passing)
    told = {(one.first.thread, one.second.thread) for one in found if one.on >= 0}
    matter = [one for one in found if one.on >= 0 or (one.first.thread, one.second.thread) not in told]
    return sorted(matter, key=lambda one: one.on < 0)


class _Told:
    def __init__(self, failing: Operations, passing: Operations) -> None:
        self._passing = passing
        self._words = named(passing.trace)
        self._paths = [thread.path for thread in passing.trace.threads]

    def flip(self, one: Flipped) -> Flip:
        """In the order of the failing run."""
        later = self._said(one.first)
        return Flip(
            earlier=self._said(one.second),
            later=later if one.done else f"{later} (not reached)",
            about=self._about(one),
            earlier_at=self._passing.key(one.second),
            later_at=self._passing.key(one.first) if one.done else None,
        )

    def _said(self, one: Operation) -> str:
        place = self._place(one)
        where = "?" if place is None else f"{place.file.rsplit('/', 1)[-1]}:{place.line}"
        return f"{self._paths[one.thread]} {where}"

    def _place(self, one: Operation) -> SourcePlace | None:
        thread = self._passing.trace.threads[one.thread]
        return self._words.place_of(thread, thread.events[one.row])

    def _about(self, one: Flipped) -> str:
        if one.on < 0:
            return self._words.name_of_object(-2 - one.on)
        for access in (one.second, one.first):
            event = self._passing.trace.threads[access.thread].events[access.row]
            if event["kind"] != EventKind.SYNC:  # a free() is one
                return self._words.name(int(event["address"])).text
        return "memory that is given back"


# ---- lines


def _lines(
    failing: Operations, passing: Operations, ways: Ways, sources: Sources
) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Those that a thread runs in the passing run only, and in the failing one only."""
    of_failing, of_passing = ({way.thread.path: way for way in each} for each in ways)
    lines = Lines(failing.trace)
    only_passing: list[Row] = []
    only_failing: list[Row] = []
    ended = {thread.path: failing.ended[thread.index] for thread in failing.trace.threads}
    for path in of_failing.keys() & of_passing.keys():
        first, second = of_failing[path], of_passing[path]
        reached = second.blocks if ended[path] else _reached(first.blocks, second.blocks)
        here, there = lines.of(first, first.blocks), lines.of(second, second.blocks)
        only_passing += _rows(path, [one for one in lines.of(second, reached) if one not in here], sources)
        only_failing += _rows(path, [one for one in here if one not in there], sources)
    return tuple(sorted(only_passing, key=_position)), tuple(sorted(only_failing, key=_position))


def _reached(first: tuple[Entered, ...], second: tuple[Entered, ...]) -> tuple[Entered, ...]:
    """Without what is behind all that the thread came to in the failing run, before that was over."""
    known = {(one.sites.start, one.nth): one for one in first}
    same = [known.get((one.sites.start, one.nth)) for one in second]
    past = max((number + 1 for number, one in enumerate(same) if one is not None), default=0)
    return tuple(before or one for before, one in zip(same[:past], second[:past], strict=True))


def _position(row: Row) -> tuple[str, str, int]:
    return row.thread, row.place.file if row.place else "", row.place.line if row.place else 0


def _rows(path: str, places: list[SourcePlace], sources: Sources) -> Iterator[Row]:
    for place in places:
        source = sources.line(place)
        if not source or any(letter.isalnum() for letter in source):
            yield Row(path, place, source)


class Lines:
    """Source lines of blocks, in the program's own files."""

    def __init__(self, trace: Trace) -> None:
        self._program = trace.program
        self._known: dict[range, tuple[SourcePlace, ...]] = {}

    def of(self, way: Way, blocks: tuple[Entered, ...]) -> dict[SourcePlace, None]:
        found: dict[SourcePlace, None] = {}
        for sites in dict.fromkeys(one.sites for one in blocks):
            found |= dict.fromkeys(self._of_block(sites))
        return found

    def _of_block(self, sites: range) -> tuple[SourcePlace, ...]:
        if sites not in self._known:
            places = (self._program.place_of(site) for site in sites)
            self._known[sites] = tuple(
                SourcePlace(place.file, place.line, function=place.function)
                for place in places
                if place is not None and place.line and not is_system_header(place.file)
            )
        return self._known[sites]
