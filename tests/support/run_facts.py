"""Brute force and the encoding of paths say the same of runs in which facts hold, and the runs are as they say."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from raddle.base.errors import RaddleError, ToolError
from raddle.encode.paths.decode import decode
from raddle.encode.paths.encoder import PathEncoder
from raddle.model.actions import ProcessEnd
from raddle.model.facts import Before, Fact, Operation, TakesPart, holds
from raddle.model.goals import Complete, Reach, RunGoal
from raddle.model.machine import Machine
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.model.reached import why_not_so
from raddle.solve.answer import Sat, Unknown, Unsat
from raddle.solve.choose import path_solver
from raddle.solve.growing import nothing_more
from raddle.solve.session import Session
from raddle.verify.ask.asking import solved
from tests.oracles.complete_ways import way_where
from tests.support.random_paths import PROFILES, random_paths

QUESTIONS: Final = 12
"""About each of the paths."""
_SAID: Final = (None, 0)
"""What is to be said of last writes: at once, or as models break it."""


@dataclass(frozen=True)
class Question:
    goal: RunGoal
    facts: tuple[Fact, ...]
    blocked: tuple[tuple[Fact, ...], ...]


def questions_of(paths: TraceProgram, rng: random.Random, count: int = QUESTIONS) -> Iterator[Question]:
    """About facts of all kinds, and those that hold in some run, as diagnosis asks them."""
    operations = list(operations_of(paths, rng))
    for _ in range(count):
        pool = facts_of(operations, rng)
        way = random_run(paths, rng)
        if rng.random() < 0.6:
            pool = [fact for fact in pool if holds(paths, way, fact)]
        rng.shuffle(pool)
        size = rng.choice([0, 1, 2, 3, 4, 6])
        facts, others = pool[:size], [*pool[size:], *facts_of(operations, rng)[:3]]
        sizes = [min(len(others), rng.choice([1, 1, 2, 3])) for _ in range(rng.choice([0, 0, 1, 2, 3]))]
        blocked = [tuple(rng.sample(others, size)) for size in sizes]
        yield Question(random_goal(paths, rng), tuple(facts), tuple(some for some in blocked if some))


def random_goal(paths: TraceProgram, rng: random.Random) -> RunGoal:
    failures, frontiers = paths.graph.of_kind("failure"), paths.graph.of_kind("frontier")
    ends = tuple(event.number for event in paths.events if isinstance(event.action, ProcessEnd))
    complete = Complete(tuple(sorted({*ends, *frontiers})))
    goals: list[RunGoal] = [complete, complete, Complete(ends), Complete(frontiers), Complete(())]
    if failures:
        goals += [Reach(failures), Reach(failures), Reach((rng.choice(failures),))]
    if failures or frontiers:
        goals.append(Reach((*failures, *frontiers)))
    return rng.choice(goals)


def operations_of(paths: TraceProgram, rng: random.Random) -> Iterator[Operation]:
    """Points, and some pairs of points of one thread of which no way has both."""
    points = list(paths.graph.leaving)
    yield from ((point,) for point in points)
    behind = _behind(paths)
    thread = {point: paths.events[events[0]].thread for point, events in paths.graph.leaving.items()}
    apart = [
        (min(a, b), max(a, b))
        for a, b in combinations(points, 2)
        if thread[a] == thread[b] and b not in behind[a] and a not in behind[b]
    ]
    yield from rng.sample(apart, min(3, len(apart)))


def _behind(paths: TraceProgram) -> dict[int, set[int]]:
    """Point -> all points that ways lead to from there."""
    found: dict[int, set[int]] = {}
    for event in reversed(range(len(paths.graph.source))):
        source, target = paths.graph.source[event], paths.graph.target[event]
        found.setdefault(source, set()).update({target}, found.get(target, set()))
    return found


def facts_of(operations: list[Operation], rng: random.Random) -> list[Fact]:
    found: list[Fact] = []
    for _ in range(8):
        if rng.random() < 0.3:
            found.append(TakesPart(rng.choice(operations)))
        else:
            found.append(Before(rng.choice(operations), rng.choice(operations)))
    return found


def random_run(paths: TraceProgram, rng: random.Random) -> Way:
    machine = Machine(paths)
    state, events = machine.initial, list[int]()
    while moves := list(machine.successors(state)):
        move, state = rng.choice(moves)
        events.append(move.event)
        if machine.ends_the_run(move.event):
            break
    return Way(tuple(events), {})


@dataclass
class Agreement:
    """Counts, and every disagreement in words."""

    paths: int = 0
    too_large: int = 0
    questions: int = 0
    possible: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Agreement") -> None:
        self.paths += other.paths
        self.too_large += other.too_large
        self.questions += other.questions
        self.possible += other.possible
        self.disagreements += other.disagreements

    def __str__(self) -> str:
        return (
            f"{self.paths} paths, {self.questions} questions ({self.too_large} too large), {self.possible} possible, "
            f"{len(self.disagreements)} disagreements"
        )


def compared(number: int) -> Agreement:
    profiles = sorted(PROFILES)
    return compared_of(number, profiles[number % len(profiles)])


def compared_of(
    number: int, profile: str, events: int = 18, states: int = 30_000, questions: int = QUESTIONS
) -> Agreement:
    rng = random.Random(number)
    paths = random_paths(rng, profile, events)
    found = Agreement(paths=1)
    machine, encoder = Machine(paths), PathEncoder(paths)
    for place, question in enumerate(questions_of(paths, rng, questions)):
        found.questions += 1
        try:
            known = way_where(paths, question.goal, question.facts, question.blocked, states)
            found.possible += known is not None
            wrong = None if known is None else _why_not(machine, question, known)
            for most_said in _SAID:
                wrong = wrong or _disagreement(machine, encoder, question, most_said, expected=known is not None)
            wrong = wrong or _on_the_way(paths, machine, encoder, question, states, rng)
        except ToolError:
            found.too_large += 1
            continue
        except RaddleError as error:
            wrong = str(error)
        if wrong is not None:
            found.disagreements.append(f"{number}, {profile}, {place}: {question}: {wrong}")
    return found


def _why_not(machine: Machine, question: Question, way: Way) -> str | None:
    wrong = why_not_so(machine, question.goal, way, question.facts, question.blocked)
    return None if wrong is None else f"{wrong}: {way}"


def _named(question: Question) -> dict[str, Fact]:
    return {f"fact {place}": fact for place, fact in enumerate(question.facts)}


def _on_the_way(
    paths: TraceProgram, machine: Machine, encoder: PathEncoder, question: Question, states: int, rng: random.Random
) -> str | None:
    """One solver: some of the facts, then others, and what is blocked is said on the way."""
    named = _named(question)
    breakable = {str(fact): fact for some in question.blocked for fact in some}
    encoded = encoder.encode_run(question.goal, named, (), rng.choice(_SAID), breakable)
    blocked: list[tuple[Fact, ...]] = []
    with Session(encoded.query, nothing_more if encoded.left_open is None else encoded.left_open.broken) as session:
        for some in (None, *question.blocked):
            if some is not None:
                blocked.append(some)
                session.add(encoded.query.terms.any_of(encoded.broken[str(fact)] for fact in some))
            names = rng.sample(sorted(named), rng.randint(0, len(named)))
            part = Question(question.goal, tuple(named[name] for name in names), tuple(blocked))
            known = way_where(paths, part.goal, part.facts, part.blocked, states)
            answer = session.check(names)
            wrong = _why_not(machine, part, decode(encoded, answer)) if isinstance(answer, Sat) else None
            if wrong is not None or isinstance(answer, Sat) != (known is not None):
                return f"{part}: {wrong or f'{answer}, and by brute force {known}'}"
            if isinstance(answer, Unsat) and not answer.core <= set(names):
                return f"{part}: the core has what was not assumed: {answer.core}"
            if isinstance(answer, Unsat) and len(answer.core) < len(names):
                core = [named[name] for name in answer.core]
                if way_where(paths, part.goal, core, part.blocked, states) is not None:
                    return f"{part}: the core is possible: {core}"
    return None


def _disagreement(
    machine: Machine, encoder: PathEncoder, question: Question, most_said: int | None, *, expected: bool
) -> str | None:
    encoded = encoder.encode_run(question.goal, _named(question), question.blocked, most_said)
    answer = solved(encoded, path_solver(), None)
    if isinstance(answer, Unknown):
        return answer.reason
    wrong = _why_not(machine, question, decode(encoded, answer)) if isinstance(answer, Sat) else None
    if wrong is not None:
        return f"last writes {most_said}: not as asked for: {wrong}"
    if isinstance(answer, Sat) != expected:
        return f"last writes {most_said}: {'' if expected else 'not '}possible by brute force"
    return None
