"""Brute force, the encoding of paths and the search of their states say the same of every goal, and every way runs on
the machine. The search also says who reads memory before anybody has written it, and, of the same paths with weak
atomics, fences and early reads, which accesses nothing orders."""

import random
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from typing import Final

from raddle.base.errors import RaddleError, ToolError
from raddle.decide.registers import Needed
from raddle.decide.states import States
from raddle.encode.paths.decode import decode
from raddle.encode.paths.encoder import EncodedPaths, PathEncoder
from raddle.model.accesses import accesses_of, conflicts
from raddle.model.goals import Meet, PathGoal, Reach, Standstill, Unordered
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import why_not_reached
from raddle.solve.answer import Sat, Unknown
from raddle.solve.choose import path_solver
from raddle.verify.ask.asking import solved
from tests.oracles.enumerated import STATES, Enumerated, enumerated, read_before_written
from tests.oracles.unordered_ways import unordered_of
from tests.support.random_paths import PROFILES, random_paths
from tests.support.weak_paths import weakened

MOST_PAIRS: Final = 6
MOST_WORK: Final = 100_000_000
MOST_ORDERED: Final = 4_000
"""States, with all that is known in each."""
_SAID: Final = {"at once": None, "as models break it": 0}
"""What is to be said of last writes."""


def goals_of(paths: TraceProgram, rng: random.Random) -> list[PathGoal]:
    """Every failure, every frontier, all of each kind together, some pairs of accesses, and a standstill."""
    found: list[PathGoal] = [Standstill()]
    for kind in ("failure", "frontier"):
        events = paths.graph.of_kind(kind)
        found += [Reach((event,)) for event in events]
        if len(events) > 1:
            found.append(Reach(events))
    pairs = list(pairs_of(paths))
    found += [Meet(*pair) for pair in rng.sample(pairs, min(MOST_PAIRS, len(pairs)))]
    return found


def pairs_of(paths: TraceProgram) -> list[tuple[int, int]]:
    """Events of different threads whose accesses may conflict."""
    accesses = {event.number: list(accesses_of(event)) for event in paths.events}
    return [
        (a, b)
        for a, b in combinations([number for number, found in accesses.items() if found], 2)
        if paths.events[a].thread != paths.events[b].thread
        and any(conflicts(x, y) and not set(x.cells).isdisjoint(y.cells) for x in accesses[a] for y in accesses[b])
    ]


@dataclass
class Agreement:
    """Counts, and every disagreement in words."""

    paths: int = 0
    too_large: int = 0
    questions: int = 0
    reached: int = 0
    unwritten: int = 0
    unordered: int = 0
    """Pairs of accesses that nothing orders,"""
    not_enumerated: int = 0
    """and paths that have too many states for brute force with all that is known in each."""
    states: int = 0
    all_states: int = 0
    """Those of the search of all orders."""
    confused: int = 0
    """Outcomes that do not exclude each other: the search says nothing."""
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Agreement") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        return (
            f"{self.paths} paths ({self.too_large} too large), {self.questions} questions, {self.reached} reached, "
            f"{self.unwritten} reads of unwritten memory, {self.unordered} unordered pairs ({self.not_enumerated} "
            f"times too many), {self.states} states, with all orders {self.all_states}, "
            f"{self.confused} not searched, {len(self.disagreements)} disagreements"
        )


def compared(number: int) -> Agreement:
    profiles = sorted(PROFILES)
    return compared_of(number, profiles[number % len(profiles)])


def compared_of(number: int, profile: str, events: int = 22, states: int = STATES) -> Agreement:
    rng = random.Random(number)
    paths = random_paths(rng, profile, events)
    found = Agreement(paths=1)
    goals = goals_of(paths, rng)
    try:
        known = enumerated(paths, [(goal.first, goal.second) for goal in goals if isinstance(goal, Meet)], states)
    except ToolError:
        found.too_large += 1
        return found
    machine, encoder = Machine(paths), PathEncoder(paths)
    for goal in goals:
        found.questions += 1
        expected = is_reached(known, goal)
        found.reached += expected
        for how, most_said in _SAID.items():
            wrong = _disagreement(machine, encoder.encode(goal, most_said), expected=expected)
            if wrong is not None:
                found.disagreements.append(f"{number}, {profile}: {goal}, {how}: {wrong}")
    compare_search(paths, goals, known, found, f"{number}, {profile}")
    compare_unordered(paths if number % 2 else weakened(rng, paths), found, f"{number}, {profile}")
    return found


def compare_unordered(paths: TraceProgram, found: Agreement, name: str) -> None:
    """With fewer orders, and with all of them; every way there is run on the machine."""
    try:
        expected = unordered_of(paths, MOST_ORDERED)
    except ToolError:
        found.not_enumerated += 1
        return
    found.unordered += len(expected)
    for how, states in (("fewer orders", States(paths)), ("all orders", States(paths, reduced=False))):
        states.search_unordered(range(len(paths.events)), MOST_WORK)
        if not states.knows_unordered:
            return  # outcomes that do not exclude each other
        if set(states.unordered) != expected:
            lacks, more = expected - set(states.unordered), set(states.unordered) - expected
            found.disagreements.append(f"{name}: unordered, search of {how}: lacks {lacks}, has {more} too many")
        for pair in states.unordered:
            try:
                states.answer(Unordered(*pair))
            except RaddleError as error:
                found.disagreements.append(f"{name}: unordered {pair}, search of {how}: {error}")


def compare_search(paths: TraceProgram, goals: list[PathGoal], known: Enumerated, found: Agreement, name: str) -> None:
    """With fewer orders, and with all of them; of memory of which nobody knows at first what is in it."""
    cells = tuple(replace(cell, unwritten=True) for cell in paths.cells)
    paths = replace(paths, cells=cells)
    needed = Needed(paths, with_assertions=True).cells
    unwritten = {(event, cell) for event, cell in read_before_written(paths) if cell in needed}
    found.unwritten += len(unwritten)
    few, many = States(paths), States(paths, reduced=False)
    for how, states in (("fewer orders", few), ("all orders", many)):
        states.search(MOST_WORK)
        if not states.is_over:
            found.confused += 1
            return
        for goal in goals:
            try:
                answer = states.answer(goal)
            except RaddleError as error:
                answer, wrong = None, str(error)
            else:
                wrong = f"{answer}, by brute force {'' if is_reached(known, goal) else 'not '}reached"
            if not (isinstance(answer, tuple) if is_reached(known, goal) else answer == "never"):
                found.disagreements.append(f"{name}: {goal}, search of {how}: {wrong}")
        if set(states.unwritten) != unwritten:
            lacks, more = unwritten - set(states.unwritten), set(states.unwritten) - unwritten
            found.disagreements.append(f"{name}: unwritten, search of {how}: lacks {lacks}, has {more} too many")
    found.states, found.all_states = few.count, many.count


def _disagreement(machine: Machine, encoded: EncodedPaths, *, expected: bool) -> str | None:
    try:
        answer = solved(encoded, path_solver(), None)
        if isinstance(answer, Unknown):
            return answer.reason
        if isinstance(answer, Sat):
            way = decode(encoded, answer)
            wrong = why_not_reached(machine, encoded.goal, way.moves)
            if wrong is not None:
                return f"no run of the paths: {wrong}: {way}"
    except RaddleError as error:
        return str(error)
    if isinstance(answer, Sat) != expected:
        return f"{'' if expected else 'not '}reached by brute force"
    return None


def is_reached(known: Enumerated, goal: PathGoal) -> bool:
    match goal:
        case Reach(events):
            return any(event in known.reached for event in events)
        case Meet(first, second):
            return (first, second) in known.meetings
        case Standstill():
            return known.standstill is not None
