"""All pairs of places of a trace program: does it race there?

In: an encoder, the place of each event, and whom to ask. Out: for each pair of places that shares memory a Race, or
Undecided; the others do not race. A linear pass goes first, in both directions:

    happens-before in the given run   some accesses are unordered:                     a race, seen in the run itself
    locks and forced order            all accesses exclude each other or are ordered:  none
    sync-preserving parts             some accesses are both next after one:           a race

Only the rest reaches the solver, pair by pair of classes of accesses: Meet, and Unordered where that is needed as well
(predict/races/leaks.py).
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Final, Literal

import numpy as np

from raddle.base.errors import InternalError
from raddle.decide.answers import Undecided, Verdict, Violated
from raddle.decide.search import Meetings
from raddle.decide.shape import shape_of
from raddle.encode.encoder import Encoder
from raddle.model.actions import Action, Check, Free, Mode, Step
from raddle.model.goals import Meet, Unordered
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event
from raddle.model.reached import reached
from raddle.model.run import switches
from raddle.predict.minimise import Minimiser
from raddle.predict.races.classes import Accesses, Classes
from raddle.predict.races.handed_on import HandedOn
from raddle.predict.races.leaks import has_leaks
from raddle.predict.races.matters import cells_that_matter
from raddle.predict.races.observed import Observed, observed_of
from raddle.predict.races.pairs import Candidates, PlacePair, candidates_of
from raddle.predict.races.pairs import Meetings as Pairs
from raddle.predict.races.passes_library import passes_library
from raddle.predict.races.signals import NOTHING, Hidden, hidden_by_signals, may_be
from raddle.predict.races.stretches import MOST_GOALS, MOST_MOVES_RUN, Ask, Meets, in_regions
from raddle.predict.races.sync_preserving import Part, SyncPreserving

MOST_PAIRS: Final = 50_000
"""Of places."""
MOST_HANDED_ON: Final = 20_000
"""Pairs of classes of two places up to which each is looked at for how its address was handed on."""

How = Literal["observed", "sync-preserving", "search", "solver"]
Place = Hashable


@dataclass(frozen=True)
class Race:
    """The two places, and how the race comes about. `count`: pairs of accesses that the given run leaves unordered; 1
    where it shows none."""

    places: tuple[Place, Place]
    goal: Meet | Unordered
    how: How
    count: int
    _moves: Callable[[], tuple[Move, ...]] = field(repr=False)
    fewest: bool = False
    """Whether no run that leads there has fewer switches."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Made when asked for: they may be as long as the run."""
        return self._moves()


@dataclass(frozen=True, slots=True)
class UndecidedRace:
    places: tuple[Place, Place]
    reason: str
    count: int = 1
    """Of pairs of executions, or of goals that were not decided."""


@dataclass(frozen=True)
class Races:
    races: tuple[Race, ...]
    undecided: tuple[UndecidedRace, ...]
    pairs: int
    """Of places that share memory, of which one writes."""
    by_pass: dict[str, int]
    """How many of these each pass has settled."""
    beyond: int
    """Pairs of executions that nobody looked at, since there are too many pairs of places."""
    bounded: bool
    """Whether some proof was only for a bounded number of switches."""


def decide_races(
    encoder: Encoder,
    place_of: Callable[[int], Place],
    ask: Ask,
    known: Collection[frozenset[Place]] = (),
    *,
    bounded: bool = False,
    searched: Callable[[], Meetings | None] = lambda: None,
    unordered: Callable[[Collection[int]], Meetings | None] = lambda _: None,
) -> Races:
    """`known`: pairs of places of which nobody asks any more; they count as racing. `bounded`: only schedules within a
    bound count, of which the linear passes know nothing: they are asked for proofs alone. `searched`: what a search of
    all states has found, if there was one; `unordered`: of those whose first access is one of these events."""
    return _Deciding(encoder, place_of, ask, known, searched, unordered).all(bounded=bounded)


@dataclass(frozen=True)
class _Asked:
    """Of two places."""

    firsts: Collection[int]
    goals: Iterable[Unordered]


class _Deciding:
    def __init__(
        self,
        encoder: Encoder,
        place_of: Callable[[int], Place],
        ask: Ask,
        known: Collection[frozenset[Place]],
        searched: Callable[[], Meetings | None],
        unordered: Callable[[Collection[int]], Meetings | None],
    ) -> None:
        self._searched, self._searched_unordered = searched, unordered
        self._index = encoder.index
        self._ctp = encoder.index.ctp
        self._ask = ask
        self._handed_on = HandedOn(encoder.index)
        self._matters = cells_that_matter(encoder.index)
        self._numbers: dict[Place, int] = {}
        self._places = np.zeros(len(self._ctp.events), np.int32)
        for event in self._ctp.events:
            if _accesses(event.action):
                place = place_of(event.number)
                self._places[event.number] = self._numbers.setdefault(place, len(self._numbers))
        self._names = list(self._numbers)
        self._known = {self._pair_of(pair) for pair in known if all(one in self._numbers for one in pair)}
        self._races: dict[PlacePair, Race] = {}
        self._undecided: dict[PlacePair, UndecidedRace] = {}
        self._bounded = False

    def _pair_of(self, places: frozenset[Place]) -> PlacePair:
        numbers = sorted(self._numbers[one] for one in places)
        return numbers[0], numbers[-1]

    def _named(self, pair: PlacePair) -> tuple[Place, Place]:
        return self._names[pair[0]], self._names[pair[1]]

    def all(self, *, bounded: bool) -> Races:
        observed = observed_of(self._index, self._matters)
        accesses = Accesses(self._index, self._places)
        candidates = candidates_of(self._index, accesses.classes(quiet=False), MOST_PAIRS)
        beyond = candidates.beyond + (0 if bounded else self._observed_races(observed))
        preserving = SyncPreserving(self._index, observed, accesses)
        by_pass = {"locks and forced order": candidates.excluded, "happens-before": 0, "sync-preserving": 0}
        rest: dict[PlacePair, list[Pairs]] = {}
        for pair, meetings in candidates.by_places.items():
            if pair in self._known:
                continue
            met = None if bounded else preserving.find(candidates.classes, meetings)
            seen = self._races.get(pair)
            if met is not None:
                how: How = "observed" if seen is not None else "sync-preserving"
                moves = _part_of(observed, met.part)
                self._races[pair] = Race(self._named(pair), Meet(met.a, met.b), how, seen.count if seen else 1, moves)
            elif seen is None:
                rest[pair] = meetings
        by_pass["happens-before"] = sum(race.how == "observed" for race in self._races.values())
        by_pass["sync-preserving"] = len(self._races) - by_pass["happens-before"]
        self._by_solver(candidates, rest, accesses, bounded=bounded)
        by_pass["solver"] = len(rest)
        pairs = len(candidates.by_places) + candidates.excluded
        races, undecided = tuple(self._races.values()), tuple(self._undecided.values())
        return Races(races, undecided, pairs, by_pass, beyond, self._bounded)

    def _observed_races(self, observed: Observed) -> int:
        """Out: pairs of executions beyond the pairs of places."""
        rows, beyond = passes_library().happens_before(observed.rows, self._places, MOST_PAIRS)
        columns = (rows[name].tolist() for name in ("place_a", "place_b", "event_a", "event_b", "count"))
        for one, other, first, second, count in zip(*columns, strict=True):
            pair = (min(one, other), max(one, other))
            if pair not in self._known:
                moves = _before(observed, second)
                self._races[pair] = Race(self._named(pair), Unordered(first, second), "observed", count, moves)
        return beyond

    # ---- the rest

    def _by_solver(
        self, candidates: Candidates, rest: dict[PlacePair, list[Pairs]], accesses: Accesses, *, bounded: bool
    ) -> None:
        if not rest:
            return
        asked = self._not_settled(rest)
        if asked:
            meets = Meets(self._index, candidates.classes, accesses.stretches(quiet=False), self._ask)
            for pair, question in meets.asked(asked, together=not bounded).items():
                self._answered(pair, question.verdicts, too_many=question.too_many)
        if not self._leaks(candidates):
            hidden = hidden_by_signals(shape_of(self._ctp), self._held_alone)
            inside = {pair for pair in self._open(rest) if in_regions(candidates.classes, rest[pair])}
            self._unordered({pair: None if pair in inside else hidden for pair in self._open(rest)}, accesses)
            if not self._doubts_matter(candidates):
                return
        self._unordered(dict.fromkeys(self._open(rest)), accesses)

    def _not_settled(self, rest: dict[PlacePair, list[Pairs]]) -> dict[PlacePair, list[Pairs]]:
        """What the search of all states leaves to the solver: races that are so only as long as no assertion fails."""
        found = self._searched()
        if found is None:
            return rest
        left = self._left_by(found, rest)
        return {places: rest[places] for places in left}

    def _left_by(self, found: Meetings, pairs: Iterable[PlacePair]) -> list[PlacePair]:
        by_places: dict[PlacePair, list[Meet | Unordered]] = {}
        for goal in found.goals:
            one, other = sorted(int(self._places[event]) for event in (goal.first, goal.second))
            by_places.setdefault((one, other), []).append(goal)
        left = []
        for places in pairs:
            race = found.first(by_places[places]) if places in by_places else None
            if race is not None:
                goal, moves = race
                self._races[places] = Race(self._named(places), goal, "search", 1, partial(_same, moves))
            elif places in by_places:
                left.append(places)
        return left

    def _open(self, pairs: Iterable[PlacePair]) -> list[PlacePair]:
        return [pair for pair in pairs if pair not in self._races and pair not in self._undecided]

    def _leaks(self, candidates: Candidates) -> bool:
        return (
            candidates.early
            or candidates.beyond > 0
            or has_leaks(self._index, self._matters)
            or self._doubts_matter(candidates)
        )

    def _doubts_matter(self, candidates: Candidates) -> bool:
        """Whether some race, or what may be one, is on memory that decides what can happen."""
        doubtful = {*self._races, *self._undecided, *self._known}
        cells = (_cells(candidates.classes, candidates.by_places.get(pair, ())) for pair in doubtful)
        return any(self._matters[list(some)].any() for some in cells)

    def _held_alone(self, event: Event) -> set[int]:
        return {one.lock for one in self._index.sections.around(event.number) if one.mode is Mode.EXCLUSIVE}

    def _unordered(self, firsts: Mapping[PlacePair, Hidden], accesses: Accesses) -> None:
        """Whether nothing orders two accesses that are never next at once. `firsts`: which may be the first of them."""
        pairs = [pair for pair, first in firsts.items() if first != NOTHING]
        if not pairs:
            return
        quiet = candidates_of(self._index, accesses.classes(quiet=True), MOST_PAIRS)
        goals = {pair: self._unordered_goals(quiet, pair, firsts[pair]) for pair in pairs}
        asked = {event for some in goals.values() for event in some.firsts}
        if not asked:
            return
        searched = self._searched_unordered(asked)
        left = list(goals) if searched is None else self._left_by(searched, goals)
        groups = [list(islice(dict.fromkeys(goals[pair].goals), MOST_GOALS + 1)) for pair in left]
        verdicts = self._ask([group[:MOST_GOALS] for group in groups])
        for pair, group, found in zip(left, groups, verdicts, strict=True):
            self._answered(pair, found, too_many=len(group) > MOST_GOALS)

    def _unordered_goals(self, quiet: Candidates, pair: PlacePair, firsts: Hidden) -> "_Asked":
        """But for what is ordered since an address was handed on."""
        classes, meetings = quiet.classes, quiet.by_places.get(pair, [])
        goals = _unordered(classes, meetings, firsts)
        if sum(one.count for one in meetings) > MOST_HANDED_ON:
            lasts = {last for one in meetings for last in _last_of(classes, one) if may_be(firsts, last)}
            return _Asked(lasts, (goal for goal, _, _ in goals))
        left = [goal for goal, one, other in goals if not self._is_handed_on(classes, one, other)]
        return _Asked({goal.first for goal in left}, left)

    def _is_handed_on(self, classes: Classes, one: int, other: int) -> bool:
        """Of two classes, whether all accesses of one come before all of the other, and happen before them."""
        cell, precedes = int(classes.cell[one]), self._handed_on.precedes
        return any(precedes(int(classes.last[a]), int(classes.first[b]), cell) for a, b in ((one, other), (other, one)))

    def _answered(self, pair: PlacePair, found: Sequence[Verdict], *, too_many: bool) -> None:
        violated = next((verdict for verdict in found if isinstance(verdict, Violated)), None)
        if violated is not None:
            assert isinstance(violated.goal, Meet | Unordered)
            moves = violated.moves
            race = Race(self._named(pair), violated.goal, "solver", 1, lambda: moves, violated.fewest)
            self._races[pair] = race
            return
        reasons = [verdict.reason for verdict in found if isinstance(verdict, Undecided)]
        if reasons:
            self._undecided[pair] = UndecidedRace(self._named(pair), reasons[0], len(reasons))
        elif too_many:
            reason = f"more than {MOST_GOALS} pairs of executions would have to be looked at: not all states were seen"
            self._undecided[pair] = UndecidedRace(self._named(pair), reason)
        self._bounded |= any(getattr(verdict, "bound", None) is not None for verdict in found)


def _accesses(action: Action) -> bool:
    """Whether it touches memory."""
    match action:
        case Step(reads, _, writes):
            return bool(reads or writes)
        case Check(reads):
            return bool(reads)
        case _:
            return isinstance(action, Free) and not action.of_frame


def _unordered(classes: Classes, meetings: Iterable[Pairs], firsts: Hidden) -> Iterator[tuple[Unordered, int, int]]:
    """With the two classes."""
    for one in meetings:
        for a, b in one.pairs():
            for first, second in ((a, b), (b, a)):
                goal = Unordered(int(classes.last[first]), int(classes.last[second]))
                if may_be(firsts, goal.first):
                    yield goal, a, b


def _last_of(classes: Classes, one: Pairs) -> Iterator[int]:
    """Events that answer for all of their classes."""
    for rows in (one.a, one.b):
        yield from classes.last[rows].tolist()


def _same(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return moves


def _cells(classes: Classes, meetings: Iterable[Pairs]) -> set[int]:
    return {int(classes.cell[one.a[0]]) for one in meetings}


def _part_of(observed: Observed, part: Part) -> Callable[[], tuple[Move, ...]]:
    return lambda: observed.moves_of(part.first, part.then)


def _before(observed: Observed, event: int) -> Callable[[], tuple[Move, ...]]:
    return lambda: observed.moves_before(event)


def violation_of(encoder: Encoder, machine: Machine, race: Race, minimise_s: float) -> Violated:
    """The race with moves that people can read, where they are few enough to be run on the machine again and again."""
    moves, end = race.moves, race.goal.second
    if len(moves) <= MOST_MOVES_RUN:
        if not reached(machine, race.goal, moves):
            raise InternalError(f"{race.goal} was found by a linear pass, and the machine does not reach it")
        if race.how != "solver" and len(encoder.index.ctp.events) <= MOST_MOVES_RUN:
            moves = Minimiser(encoder, machine, race.goal, minimise_s)(moves)
    return Violated(race.goal, moves, switches(encoder.index.ctp, moves, end), race.fewest)
