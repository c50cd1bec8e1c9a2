"""Brute force and the encoding of paths say the same of every goal, and every way runs on the machine."""

import random
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from raddle.base.errors import RaddleError, ToolError
from raddle.encode.paths.decode import decode
from raddle.encode.paths.encoder import EncodedPaths, PathEncoder
from raddle.model.accesses import accesses_of, conflicts
from raddle.model.paths.goals import Meet, PathGoal, Reach, Stuck
from raddle.model.paths.machine import PathMachine
from raddle.model.paths.paths import Paths
from raddle.model.paths.reached import why_not_reached
from raddle.solve.answer import Sat, Unknown
from raddle.solve.choose import path_solver
from raddle.verify.ask.asking import solved
from tests.oracles.enumerated_paths import STATES, Enumerated, enumerate_paths
from tests.support.random_paths import PROFILES, random_paths

MOST_PAIRS: Final = 6
_SAID: Final = {"at once": None, "as models break it": 0}
"""What is to be said of last writes."""


def goals_of(paths: Paths, rng: random.Random) -> list[PathGoal]:
    """Every failure, every frontier, all of each kind together, some pairs of accesses, and a standstill."""
    found: list[PathGoal] = [Stuck()]
    for kind in ("failure", "frontier"):
        events = paths.of_kind(kind)
        found += [Reach((event,)) for event in events]
        if len(events) > 1:
            found.append(Reach(events))
    pairs = list(pairs_of(paths))
    found += [Meet(*pair) for pair in rng.sample(pairs, min(MOST_PAIRS, len(pairs)))]
    return found


def pairs_of(paths: Paths) -> list[tuple[int, int]]:
    """Events of different threads whose accesses may conflict."""
    accesses = {event.number: list(accesses_of(event)) for event in paths.program.events}
    return [
        (a, b)
        for a, b in combinations([number for number, found in accesses.items() if found], 2)
        if paths.program.events[a].thread != paths.program.events[b].thread
        and any(conflicts(x, y) and not set(x.cells).isdisjoint(y.cells) for x in accesses[a] for y in accesses[b])
    ]


@dataclass
class Agreement:
    """Counts, and every disagreement in words."""

    paths: int = 0
    too_large: int = 0
    questions: int = 0
    reached: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Agreement") -> None:
        self.paths += other.paths
        self.too_large += other.too_large
        self.questions += other.questions
        self.reached += other.reached
        self.disagreements += other.disagreements

    def __str__(self) -> str:
        return (
            f"{self.paths} paths ({self.too_large} too large), {self.questions} questions, {self.reached} reached, "
            f"{len(self.disagreements)} disagreements"
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
        known = enumerate_paths(paths, [(goal.first, goal.second) for goal in goals if isinstance(goal, Meet)], states)
    except ToolError:
        found.too_large += 1
        return found
    machine, encoder = PathMachine(paths), PathEncoder(paths)
    for goal in goals:
        found.questions += 1
        expected = is_reached(known, goal)
        found.reached += expected
        for how, most_said in _SAID.items():
            wrong = _disagreement(machine, encoder.encode(goal, most_said), expected=expected)
            if wrong is not None:
                found.disagreements.append(f"{number}, {profile}: {goal}, {how}: {wrong}")
    return found


def _disagreement(machine: PathMachine, encoded: EncodedPaths, *, expected: bool) -> str | None:
    try:
        answer = solved(encoded, path_solver(), None)
        if isinstance(answer, Unknown):
            return answer.reason
        if isinstance(answer, Sat):
            way = decode(encoded, answer)
            wrong = why_not_reached(machine, encoded.goal, way)
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
        case Stuck():
            return known.stuck is not None
