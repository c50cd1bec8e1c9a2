"""One random trace program, all its races and deadlocks: brute force, the clocks and the encoding must say the same.

For every two events that may conflict: can both be next (Meet), can one be in and the other next with nothing between
(Unordered, both ways)? For events that wait: can they be a circle, can all stand still? Brute force is
tests/support/race_oracle.py and deadlock_oracle.py; every way to a goal that the decider gives is judged by these too.
"""

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from typing import Final

from raddle.base.errors import RaddleError
from raddle.decide.answers import Holds, Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.goals import Beside, Circle, Goal, Meet, Standstill, Unordered
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import MAIN, TraceProgram
from raddle.model.run import Ran, run, switches
from raddle.model.standing import waits
from raddle.predict.deadlocks.search import Search
from raddle.predict.decide import Decider, Limits
from raddle.predict.races.decide import decide_races, violation_of
from raddle.solve.choose import default_solver
from tests.support.asked_together import asked_together
from tests.support.deadlock_oracle import Stuck, look, stuck_after, stuck_of
from tests.support.idioms import PLANS
from tests.support.planned_ctp import planned_ctp
from tests.support.race_oracle import Oracle, Past, Races, TooMany, pairs_of, races_after, races_of
from tests.support.random_goal_ctp import PROFILES, random_goal_ctp

MOST_STATES: Final = 6_000
MOST_CIRCLES: Final = 12
"""Of the sets of waits that are no circle, so many are asked for."""
PROGRAMS: Final = tuple(
    (style, name) for style, names in (("free", sorted(PROFILES)), ("planned", PLANS)) for name in names
)


@dataclass
class Exactness:
    """Counts, and every disagreement in words."""

    programs: int = 0
    too_large: int = 0
    pairs: int = 0
    races: int = 0
    only_unordered: int = 0
    """Of these: pairs that are never both next."""
    questions: int = 0
    reached: int = 0
    """Answers with a way to the goal, which was judged."""
    circles: int = 0
    standstills: int = 0
    bounded: int = 0
    """Questions with a bound on switches."""
    together: int = 0
    """Races that both threads stand before, asked of one formula,"""
    proved: int = 0
    """and those of them that it says there are not."""
    deadlocks: int = 0
    """By places, all that were found."""
    by_pass: Counter[str] = field(default_factory=Counter)
    """Races by places: how they were found."""
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Exactness") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        counts = [one.name for one in fields(self)][:-2]
        told = ", ".join(f"{getattr(self, name)} {name.replace('_', ' ')}" for name in counts)
        return f"{told}, {dict(self.by_pass)}, {len(self.disagreements)} disagreements"


def program(number: int) -> tuple[str, TraceProgram]:
    style, name = PROGRAMS[number % len(PROGRAMS)]
    rng = random.Random(number)
    return f"{style} {name}", random_goal_ctp(rng, name) if style == "free" else planned_ctp(rng, name)


def compared(number: int) -> Exactness:
    name, ctp = program(number)
    found = Exactness(programs=1)
    try:
        _Comparison(ctp, found, random.Random(number)).compare()
    except TooMany:
        found.too_large += 1
    except (RaddleError, AssertionError, LookupError, TypeError, ValueError) as error:
        found.disagreements.append(f"{type(error).__name__}: {error}")
    found.disagreements = [f"program {number} ({name}): {what}" for what in found.disagreements]
    return found


class _Comparison:
    def __init__(self, ctp: TraceProgram, found: Exactness, rng: random.Random) -> None:
        self._ctp = ctp
        self._found = found
        self._rng = rng
        self._races = races_of(ctp, MOST_STATES)
        self._stuck = stuck_of(ctp, MOST_STATES)
        self._machine = Machine(ctp)
        self._encoder = Encoder(ctp)
        self._decider = Decider(self._encoder, default_solver(), Limits())

    def compare(self) -> None:
        found = self._found
        for first, second in pairs_of(self._ctp):
            found.pairs += 1
            both = (first, second) in self._races.meet
            goals: list[Goal] = [Meet(first, second), Unordered(first, second), Unordered(second, first)]
            verdicts = [self._decided(goal) for goal in goals]
            races = (first, second) in self._races.pairs
            found.races += races
            found.only_unordered += races and not both
            if races != any(isinstance(verdict, Violated) for verdict in verdicts):
                found.disagreements.append(f"events {first} and {second}: race by brute force: {races}")
        self._together()
        for circle in self._circles_to_ask():
            self._decided(Circle(tuple(sorted(circle))))
        found.circles += len(self._stuck.smallest_circles())
        self._standstills()
        if self._rng.random() < 0.3:
            self._with_bounds()
        count = self._rng.randint(2, 8)
        groups = [self._rng.randrange(count) for _ in self._ctp.events]
        for place_of in (lambda event: event, lambda event: groups[event]):
            self._by_places(place_of)
            self._deadlocks_by_places(place_of)

    # ---- one goal

    def _decided(self, goal: Goal) -> Verdict:
        self._found.questions += 1
        verdict = self._decider.decide(goal)
        expected = _is_shown(goal, self._races, self._stuck)
        match verdict:
            case Violated(_, moves):
                self._found.reached += 1
                if not expected:
                    self._say(f"{goal}: reached, and cannot be")
                if trouble := self._trouble(goal, moves):
                    self._say(f"{goal}: the way there {trouble}: {[move.event for move in moves]}")
            case Holds(_, None):
                if expected:
                    self._say(f"{goal}: said to be out of reach, and can be reached")
            case _:
                self._say(f"{goal}: {verdict}")
        return verdict

    def _together(self) -> None:
        pairs = list(pairs_of(self._ctp))
        both = [Meet(*pair) for pair in pairs]
        found = asked_together(self._encoder, [*both, *(Beside(*pair) for pair in pairs)])
        self._found.together += sum(goal in found.asked for goal in both)
        self._found.proved += sum(goal in found.proved for goal in both)
        for pair in pairs:
            if pair in self._races.meet and not found.proved.isdisjoint((Meet(*pair), Beside(*pair))):
                self._say(f"{pair}: said to be out of reach, asked with others, and can be reached")

    def _say(self, what: str) -> None:
        self._found.disagreements.append(what)

    def _trouble(self, goal: Goal, moves: Sequence[Move]) -> str:
        reached = run(self._ctp, moves, self._machine)
        if not isinstance(reached, Ran):
            return f"cannot be run: {reached}"
        shown = _is_shown(goal, races_after(self._ctp, moves), stuck_after(self._ctp, moves))
        return "" if shown else "does not lead there"

    # ---- deadlocks

    def _circles_to_ask(self) -> Iterator[frozenset[int]]:
        """All that there are, and some sets of waits of different threads that are none."""
        yield from self._stuck.circles
        by_thread = [
            [event.number for event in self._ctp.of_thread(thread) if waits(event)] for thread in self._threads
        ]
        sets = [
            frozenset(event for event in chosen if event is not None)
            for chosen in product(*([None, *events] for events in by_thread))
        ]
        others = sorted((one for one in sets if one and one not in self._stuck.circles), key=sorted)
        yield from self._rng.sample(others, min(MOST_CIRCLES, len(others)))

    @property
    def _threads(self) -> range:
        return range(len(self._ctp.threads))

    def _standstills(self) -> None:
        """Each one that is found is not wanted again: in the end all the smallest have been."""
        known: list[frozenset[int]] = []
        while True:
            self._found.questions += 1
            goal = Standstill(tuple(known))
            verdict = self._decider.decide(goal)
            if not isinstance(verdict, Violated):
                if not isinstance(verdict, Holds):
                    self._say(f"{goal}: {verdict}")
                break
            there = stuck_after(self._ctp, verdict.moves).standstills
            if len(there) != 1 or any(one <= set(*there) for one in known):
                self._say(f"{goal}: the way there does not lead there: {[move.event for move in verdict.moves]}")
                break
            known += there
            self._found.standstills += 1
        left = self._stuck.smallest_standstills() - set(known)
        if left:
            self._say(f"standstills {sorted(map(sorted, left))} were not found, but {sorted(map(sorted, known))}")

    # ---- with a bound on switches

    def _with_bounds(self) -> None:
        fewest = fewest_switches(self._ctp, self._machine)
        goals: list[Goal] = [Meet(*pair) for pair in pairs_of(self._ctp)]
        goals += [Unordered(*pair) for pair in pairs_of(self._ctp)]
        goals += [Circle(tuple(sorted(one))) for one in self._stuck.circles]
        for goal in self._rng.sample(goals, min(8, len(goals))):
            most = self._rng.randint(0, 4)
            self._found.bounded += 1
            verdict = Decider(self._encoder, default_solver(), Limits(switches=most)).decide(goal)
            best = fewest.get(goal)
            match verdict:
                case Violated(_, moves, count) if best is not None and best <= most:
                    told = switches(self._ctp, moves, last_of(goal))
                    if self._trouble(goal, moves) or told != count or not best <= count <= most:
                        self._say(f"{goal}, at most {most} switches: {told} in {[move.event for move in moves]}")
                case Holds(_, bound) if best is None or (best > most and bound == most):
                    pass
                case _:
                    self._say(f"{goal}, at most {most} switches: fewest {best}, decided {verdict}")

    # ---- by places, as `check` asks

    def _ask(self, groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
        answers: list[list[Verdict]] = []
        decider = Decider(self._encoder, default_solver(), Limits(), groups=groups)
        for goals in groups:
            answers.append([])
            for goal in goals:
                answers[-1].append(decider.decide(goal))
                if isinstance(answers[-1][-1], Violated):
                    break
        return answers

    def _by_places(self, place_of: Callable[[int], int]) -> None:
        expected = {frozenset(map(place_of, pair)) for pair in self._races.pairs}
        known = {pair for pair in sorted(expected, key=sorted) if self._rng.random() < 0.1}
        decided = decide_races(self._encoder, place_of, self._ask, known)
        said = {frozenset(race.places) for race in decided.races}
        if said != expected - known or decided.undecided or decided.beyond:
            self._say(f"races by places: {_told(said)}, {decided.undecided}; brute force: {_told(expected - known)}")
        for race in decided.races:
            self._found.by_pass[race.how] += 1
            goal = race.goal
            if frozenset((place_of(goal.first), place_of(goal.second))) != frozenset(race.places):
                self._say(f"{race}: is at other places")
            if trouble := self._trouble(goal, race.moves):
                self._say(f"{race}: the way there {trouble}: {[move.event for move in race.moves]}")
            shorter = violation_of(self._encoder, self._machine, race, 1.0)
            if trouble := self._trouble(goal, shorter.moves):
                self._say(f"{race}: the shorter way there {trouble}: {[move.event for move in shorter.moves]}")

    def _deadlocks_by_places(self, place_of: Callable[[int], int]) -> None:
        stuck = self._stuck
        circles = {frozenset(map(place_of, one)) for one in stuck.circles}
        standstills = {frozenset(map(place_of, one)) for one in stuck.standstills}
        search = Search(self._encoder, self._machine, place_of)
        searched = search(self._ask)
        if searched.unknown:
            self._say(f"deadlocks by places: {searched.unknown}")
        said = set()
        for one in searched.found:
            self._found.deadlocks += 1
            said.add(frozenset(map(place_of, one.events)))
            there = stuck_after(self._ctp, one.moves)
            if frozenset(one.events) not in there.circles | there.standstills:
                self._say(f"{one.goal}: {one.events} do not stand so after {[move.event for move in one.moves]}")
        every = circles | standstills
        smallest = {one for one in every if not any(other < one for other in every)}
        if smallest - said:
            self._say(f"deadlocks by places: {_told(said)}, without {_told(smallest - said)}")


def last_of(goal: Goal) -> int:
    """The event that counts as a last move."""
    match goal:
        case Meet(_, second) | Unordered(_, second):
            return second
        case Circle(events):
            return events[-1]
        case _:
            raise AssertionError("not asked here")


def fewest_switches(ctp: TraceProgram, machine: Machine) -> dict[Goal, int]:
    """Of each goal that can be reached; the run begins in main."""
    oracle = Oracle(ctp, machine)
    start = (machine.initial, oracle.nothing, MAIN)
    paid = {start: 0}
    queue = deque([(0, start)])
    fewest: dict[Goal, int] = {}
    while queue:
        cost, node = queue.popleft()
        if cost > paid[node]:
            continue
        state, past, last = node
        for goal in _goals_shown(ctp, machine, oracle, state, past):
            total = cost + (ctp.events[last_of(goal)].thread != last)
            fewest[goal] = min(total, fewest.get(goal, total))
        for move, after in machine.successors(state):
            event = ctp.events[move.event]
            reached = (after, oracle.after(past, state, event), event.thread)
            step = int(event.thread != last)
            if reached not in paid or cost + step < paid[reached]:
                paid[reached] = cost + step
                (queue.append if step else queue.appendleft)((cost + step, reached))
        if len(paid) > 2 * MOST_STATES:
            raise TooMany
    return fewest


def _goals_shown(ctp: TraceProgram, machine: Machine, oracle: Oracle, state: State, past: Past) -> Iterator[Goal]:
    races, stuck = Races(), Stuck()
    oracle.look(state, past, races)
    look(ctp, machine, state, stuck)
    yield from (Meet(*pair) for pair in races.meet)
    yield from (Unordered(*pair) for pair in races.unordered)
    yield from (Circle(tuple(sorted(one))) for one in stuck.circles)


def _told(sets: set[frozenset[int]]) -> list[list[int]]:
    return sorted(map(sorted, sets))


def _is_shown(goal: Goal, races: Races, stuck: Stuck) -> bool:
    match goal:
        case Meet(first, second):
            return (first, second) in races.meet
        case Unordered(first, second):
            return (first, second) in races.unordered
        case Circle(events):
            return frozenset(events) in stuck.circles
        case _:
            raise AssertionError("not asked here")
