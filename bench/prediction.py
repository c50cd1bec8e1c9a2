"""What prediction says of the properties of one program, and what each answer takes.

In: `Staged`. Out: `Answered` for each execution of an assertion; schedules that lead to violations are replayed on the
real program, as `check` does it.
"""

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from bench.limited import within
from bench.staged import Staged, by_site
from raddle.base.errors import RaddleError
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.encoder import Encoded, Encoder
from raddle.logic.evaluate import variables_of
from raddle.logic.query import Query
from raddle.model.goals import Fails, Goal
from raddle.model.moves import Move
from raddle.papers.predictive_analysis.formula import encode_reference
from raddle.predict.decide import Decider, Limits
from raddle.predict.schedule import schedule_of
from raddle.replay.confirm import Conditions, Failed, confirm
from raddle.replay.explore import ExploreOrder, explore
from raddle.replay.schedule import Schedule
from raddle.solve.answer import Answer, Sat, Unknown
from raddle.solve.choose import default_solver

CHOICE = "rf."
"""How encode/reads.py begins the name of a literal that says which write a read sees: rf.READ.WRITE"""

Seen = Mapping[Goal, tuple[Move, ...]]


class TimedEncoder(Encoder):
    """For one property after the other. Encodings with another bound than asked for are about fewer switches."""

    bound: int | None = None
    last: Literal["slice", "whole", "fewer"] = "slice"
    fewer_s = 0.0
    """For fewer switches, encoding and solving."""

    def begin(self, bound: int | None) -> None:
        self.bound, self.last, self.fewer_s = bound, "slice", 0.0

    def encode(self, goal: Goal, switches: int | None = None, *, alone: bool = False) -> Encoded:
        began = time.perf_counter()
        encoded = super().encode(goal, switches, alone=alone)
        self.last = "whole" if switches == self.bound else "fewer"
        if self.last == "fewer":
            self.fewer_s += time.perf_counter() - began
        return encoded


class TimedSolver:
    """The solver that is shipped."""

    def __init__(self, encoder: TimedEncoder) -> None:
        self._encoder = encoder
        self._solver = default_solver()
        self.name = self._solver.name
        self.satisfiable = 0
        """Answers about a property, not about a slice of it or about fewer switches."""

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        began = time.perf_counter()
        answer = self._solver.solve(query, limit_s)
        if self._encoder.last == "fewer":
            self._encoder.fewer_s += time.perf_counter() - began
        elif self._encoder.last == "whole":
            self.satisfiable += isinstance(answer, Sat)
        return answer


@dataclass(frozen=True)
class Answered:
    """`seconds`: encode, solve, decode and run on the machine, without making the violation shorter."""

    verdict: Verdict
    seconds: float

    @property
    def word(self) -> str:
        """As the papers call it."""
        match self.verdict:
            case Violated():
                return "error"
            case Holds():
                return "passed"
            case Undecided():
                return "undecided"


@dataclass(frozen=True)
class Predicted:
    """Up to the first violation of each assertion, and no further than the first property that took too long."""

    answers: list[Answered] = field(repr=False)
    satisfiable: int
    """Answers of the solver, each evaluated on its query. One that runs into another assertion is no violation yet."""

    @property
    def word(self) -> str:
        words = [one.word for one in self.answers]
        return next((word for word in ("error", "undecided") if word in words), "passed")

    @property
    def slowest(self) -> Answered | None:
        """None: nothing that is asserted depends on shared memory."""
        return max(self.answers, key=lambda one: one.seconds, default=None)

    @property
    def first_s(self) -> float | None:
        """Up to the first violation; None: there is none."""
        total = 0.0
        for one in self.answers:
            total += one.seconds
            if isinstance(one.verdict, Violated):
                return total
        return None

    @property
    def violated(self) -> list[Violated]:
        return [one.verdict for one in self.answers if isinstance(one.verdict, Violated)]


def predict(
    staged: Staged, limit_s: float, *, switches: int | None = None, seen: Seen | None = None, most: int | None = None
) -> Predicted:
    """`seen`: violations that random runs have shown. `most`: so many executions of each assertion, evenly spread."""
    encoder = staged.encoder
    assert isinstance(encoder, TimedEncoder)
    solver = TimedSolver(encoder)
    decider = Decider(encoder, solver, Limits(seconds=limit_s, minimise_s=0, switches=switches), seen)
    answers: list[Answered] = []
    for goals in by_site(staged):
        for goal in spread(goals, most):
            encoder.begin(switches)
            began = time.perf_counter()
            verdict = decider.decide(goal)
            answers.append(Answered(verdict, time.perf_counter() - began - encoder.fewer_s))
            if isinstance(verdict, Violated):
                break
            if isinstance(verdict, Undecided):
                return Predicted(answers, solver.satisfiable)
    return Predicted(answers, solver.satisfiable)


def spread(goals: tuple[Fails, ...], most: int | None) -> tuple[Fails, ...]:
    """At most so many of them, the first and the last among them."""
    if most is None or len(goals) <= most:
        return goals
    if most == 1:
        return goals[-1:]
    return tuple(goals[number * (len(goals) - 1) // (most - 1)] for number in range(most))


def minimising_s(staged: Staged, violated: list[Violated]) -> float:
    """Of the violation for which it takes longest to find a shorter one, and to show that none has fewer switches."""
    took = [0.0]
    for one in violated:
        decider = Decider(staged.encoder, default_solver(), Limits(), {one.goal: one.moves})
        began = time.perf_counter()
        decider.decide(one.goal)
        took.append(time.perf_counter() - began)
    return max(took)


# ---- how much there is to solve


@dataclass(frozen=True, slots=True)
class Size:
    """Of the whole encoding of one property."""

    events: int
    """In its cone: the length after slicing."""
    reads: int
    """Left to choice: n_pi."""
    most: int
    """Writes that one of them may see, its initial value with them: l_pi."""


def size_of(staged: Staged, goal: Goal) -> Size:
    encoded = staged.encoder.encode(goal)
    choices: dict[str, int] = {}
    for variable in variables_of(encoded.query.assertions):
        name = str(variable.data)
        if name.startswith(CHOICE):
            read = name.removeprefix(CHOICE).rpartition(".")[0]
            choices[read] = choices.get(read, 0) + 1
    cone = encoded.formula.cone
    events = sum(len(cone.events(thread)) for thread in range(len(staged.ctp.threads)))
    return Size(events, len(choices), max(choices.values(), default=0))


# ---- other ways to the same answers


@dataclass(frozen=True, slots=True)
class Other:
    seconds: float
    word: str


def by_reference(staged: Staged, goal: Goal, limit_s: float) -> Other | None:
    """The paper's own formula, with the same solver; None: not within the limit."""
    assert isinstance(goal, Fails)

    def work() -> Other:
        began = time.perf_counter()
        answer = default_solver().solve(encode_reference(staged.ctp, goal.check), limit_s)
        took = time.perf_counter() - began
        if isinstance(answer, Unknown):
            return Other(took, "undecided")
        return Other(took, "error" if isinstance(answer, Sat) else "passed")

    found = within(limit_s, work)
    return None if found is None or found.word == "undecided" else found


def by_exploring(staged: Staged, limit_s: float) -> Other | None:
    """Every schedule of the real program, up to the first that fails. The search goes from its beginning again with
    twice as many runs at most, until it is over; what the last one took is told."""

    def work() -> Other:
        most_runs = 1
        while True:
            began = time.perf_counter()
            found = explore(ExploreOrder(staged.image, most_runs=most_runs, limit_s=limit_s))
            took = time.perf_counter() - began
            failed = any("signal" in ending or ending == "error" for ending in found.outcomes)
            if failed or found.exhausted:
                return Other(took, "error" if failed else "passed")
            most_runs *= 2

    return within(limit_s, work)


# ---- on the real program


def confirmed(staged: Staged, violated: list[Violated], folder: Path) -> int:
    """How many of them came in the replay."""
    return sum(_is_confirmed(staged, one, folder / "failing.rdl") for one in violated)


def _is_confirmed(staged: Staged, violated: Violated, recording: Path) -> bool:
    ctp = staged.ctp
    real = schedule_of(ctp, staged.trace, violated.moves, violated.goal)
    schedule = Schedule(real.segments, real.wakes, real.time_outs)
    performed = {move.event for move in violated.moves}
    pins = {
        (ctp.threads[ctp.events[one.event].thread].name, ctp.events[one.event].upto): one.what
        for one in ctp.assumptions
        if one.event in performed
    }
    try:
        result = confirm(staged.trace.recording, staged.image, schedule, recording, pins, Conditions(limit_s=60))
    except RaddleError as error:
        print(f"not confirmed: {violated.goal}: {error}", file=sys.stderr)
        return False
    return isinstance(result, Failed)
