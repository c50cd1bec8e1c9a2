"""Data races of a patched program: pairs of lines that did not race before, or that still do."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from raddle.decide.answers import Undecided, Violated
from raddle.model.goals import Meet
from raddle.repair.lines import LinesBefore, was
from raddle.repair.sites import Sites
from raddle.verify.ask.questions import Questions
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


@dataclass(frozen=True, slots=True)
class NoNewRace:
    still: tuple[tuple[str, int], ...] = ()
    """Two places of the patched text that race, and did so before; none: no two can be next at once."""


class RacesBefore:
    """Of the original program; asked for where they matter only."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self._known: dict[Lines, bool] = {}

    def has(self, lines: Lines, options: VerifyOptions) -> bool | NotKnown:
        if lines not in self._known:
            goals = self._possible.get(lines, [])
            answer = Questions(options).ask(self._sites.paths, goals, options.left_s()) if goals else None
            if isinstance(answer, Undecided):
                return NotKnown(answer.reason)
            self._known[lines] = answer is not None
        return self._known[lines]

    @cached_property
    def _possible(self) -> dict[Lines, list[Meet]]:
        return _by_lines(self._sites, {})


def new_race(
    before: RacesBefore, after: Sites, lines: Mapping[str, LinesBefore], options: VerifyOptions
) -> NewRace | NotKnown | NoNewRace:
    questions = Questions(options)
    as_before: list[Meet] = []
    for pair, goals in _by_lines(after, lines).items():
        known = before.has(pair, options)
        if known is True:
            as_before += goals
            continue
        answer = questions.ask(after.paths, goals, options.left_s())
        if isinstance(answer, Violated) and known is False:
            return NewRace(*_places(after, answer))
        if answer is not None:
            return known if isinstance(known, NotKnown) else NotKnown(getattr(answer, "reason", ""))
    answer = questions.ask(after.paths, as_before, options.left_s()) if as_before else None
    match answer:
        case None:
            return NoNewRace()
        case Violated():
            return NoNewRace(_places(after, answer))
        case _:
            return NotKnown(answer.reason)


def _places(sites: Sites, race: Violated) -> tuple[tuple[str, int], tuple[str, int]]:
    assert isinstance(race.goal, Meet)
    return _line_of(sites, race.goal.first), _line_of(sites, race.goal.second)


def _by_lines(sites: Sites, lines: Mapping[str, LinesBefore]) -> dict[Lines, list[Meet]]:
    found: dict[Lines, list[Meet]] = defaultdict(list)
    for goal in possible_races(sites.paths):
        first, second = (was(_line_of(sites, event), lines) for event in (goal.first, goal.second))
        found[(first, second) if first <= second else (second, first)].append(goal)
    return found


def _line_of(sites: Sites, event: int) -> tuple[str, int]:
    place = sites.place_of(sites.paths.graph.source[event])
    return ("", 0) if place is None else (place.file, place.line)
