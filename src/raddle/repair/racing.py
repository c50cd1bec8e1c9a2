"""Data races that a patch brings in: pairs of lines that race in the patched program, and did not before."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from raddle.model.paths.goals import Meet
from raddle.repair.lines import LinesBefore
from raddle.repair.sites import Sites
from raddle.verify.ask.questions import Questions
from raddle.verify.ended import Reached
from raddle.verify.options import VerifyOptions
from raddle.verify.races import possible_races

Lines = tuple[tuple[str, int], tuple[str, int]]
"""Ascending, of the original text."""


@dataclass(frozen=True, slots=True)
class NewRace:
    first: tuple[str, int]
    """File and line of the patched text."""
    second: tuple[str, int]


@dataclass(frozen=True, slots=True)
class NotKnown:
    reason: str


class RacesBefore:
    """Of the original program; asked for where they matter only."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self._known: dict[Lines, bool] = {}

    def has(self, lines: Lines, options: VerifyOptions) -> bool | NotKnown:
        if lines not in self._known:
            goals = self._possible.get(lines, [])
            answer = Questions(options).ask(self._sites.paths, goals, options.left_s()) if goals else None
            if answer is not None and not isinstance(answer, Reached):
                return NotKnown(answer.reason)
            self._known[lines] = answer is not None
        return self._known[lines]

    @cached_property
    def _possible(self) -> dict[Lines, list[Meet]]:
        return _by_lines(self._sites, {})


def new_race(
    before: RacesBefore, after: Sites, lines: Mapping[str, LinesBefore], options: VerifyOptions
) -> NewRace | NotKnown | None:
    """None: whatever races now did so before."""
    questions = Questions(options)
    possible = _by_lines(after, lines)
    for pair, goals in possible.items():
        known = before.has(pair, options)
        if known is True:
            continue
        answer = questions.ask(after.paths, goals, options.left_s())
        if isinstance(answer, Reached) and known is False:
            assert isinstance(answer.goal, Meet)
            return NewRace(*(_line_of(after, event) for event in (answer.goal.first, answer.goal.second)))
        if answer is not None:
            return known if isinstance(known, NotKnown) else NotKnown(getattr(answer, "reason", ""))
    return None


def _by_lines(sites: Sites, lines: Mapping[str, LinesBefore]) -> dict[Lines, list[Meet]]:
    found: dict[Lines, list[Meet]] = defaultdict(list)
    for goal in possible_races(sites.paths):
        first, second = (_was(_line_of(sites, event), lines) for event in (goal.first, goal.second))
        found[(first, second) if first <= second else (second, first)].append(goal)
    return found


def _line_of(sites: Sites, event: int) -> tuple[str, int]:
    place = sites.place_of(sites.paths.source[event])
    return ("", 0) if place is None else (place.file, place.line)


def _was(line: tuple[str, int], lines: Mapping[str, LinesBefore]) -> tuple[str, int]:
    file, number = line
    return (file, lines[file].of(number)) if file in lines else line
