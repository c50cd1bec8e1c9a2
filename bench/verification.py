"""One verification of a program of a table, in a process of its own: how long it takes, and how much memory.

In: a program and what answers the loop's questions. Out: `Verification`; None at the limit.
"""

import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.limited import peak_mb, within
from raddle.base.errors import ToolError
from raddle.base.work import CpuMeter
from raddle.capture.image import load_image
from raddle.capture.run import Output
from raddle.check.options import Timed
from raddle.decide.answers import Holds, Undecided, Violated
from raddle.decide.search import Meetings
from raddle.model.goals import Meet, PathGoal
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.papers.trace_driven_verification.options import StepOptions
from raddle.replay.outcome import outcome_of
from raddle.report.progress import Silent
from raddle.testing.runs import RecordOrder, Sources, build, load_trace, record
from raddle.verify.ask.asking import Asking, Found, first_with_anything
from raddle.verify.ask.asking_by_steps import ask_by_steps
from raddle.verify.ask.engines import Ask
from raddle.verify.ask.questions import Answer
from raddle.verify.certify.kept_paths import read_paths, spell_paths
from raddle.verify.ended import Bug, Proved, Unknown
from raddle.verify.grow.seen import Seen
from raddle.verify.loop import Loop, Questions
from raddle.verify.options import VerifyOptions
from raddle.verify.runs.guided import Ran, Runner


@dataclass(frozen=True)
class Verification:
    verdict: str
    """`bug`, `proved`, `unknown: ...`"""
    seconds: float
    """From the first run, in which each thread goes as far as it can, to the verdict; not the compilation."""
    peak_mb: float
    runs: int
    guided: int
    points: int
    events: int
    stages: dict[str, float]
    paths: dict[str, Any] | None
    """Those of the last question, as kept_paths spells them; None: a run failed before anything was asked;"""
    goals: tuple[PathGoal, ...]
    """and what was asked of them."""
    reached: bool
    """The last of these goals was reached."""


class Remembered:
    """Another's answers, and what was asked of the last paths."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self.paths: TraceProgram | None = None
        self.goals: list[PathGoal] = []
        self.reached = False

    def by_chance(self, paths: TraceProgram, goal: PathGoal) -> Violated | None:
        found = self._questions.by_chance(paths, goal)
        if found is not None:
            self._note(paths, [goal], reached=True)
        return found

    def ways(self, paths: TraceProgram, events: Sequence[int], most: int) -> Sequence[Way]:
        return self._questions.ways(paths, events, most)

    def ask(self, paths: TraceProgram, goals: Sequence[PathGoal], limit_s: float | None) -> Answer:
        answer = self._questions.ask(paths, goals, limit_s)
        self._note(paths, goals, reached=isinstance(answer, Violated))
        return answer

    def meetings(self, paths: TraceProgram, limit_s: float | None) -> Meetings | None:
        return self._questions.meetings(paths, limit_s)

    def unordered(self, paths: TraceProgram, goals: Sequence[Meet], limit_s: float | None) -> Answer:
        return self._questions.unordered(paths, goals, limit_s)

    def with_anything(
        self, paths: TraceProgram, goals: Iterable[PathGoal], limit_s: float | None
    ) -> Found | Undecided | None:
        return self._questions.with_anything(paths, goals, limit_s)

    def _note(self, paths: TraceProgram, goals: Sequence[PathGoal], *, reached: bool) -> None:
        if paths is not self.paths:
            self.paths, self.goals = paths, []
        self.goals.extend(goals)
        self.reached = reached


class _SolverOnly:
    """Nothing but the solver."""

    def by_chance(self, paths: TraceProgram, goal: PathGoal) -> Violated | None:
        return None

    def ways(self, paths: TraceProgram, events: Sequence[int], most: int) -> Sequence[Way]:
        return ()

    def meetings(self, paths: TraceProgram, limit_s: float | None) -> Meetings | None:
        return None

    def unordered(self, paths: TraceProgram, goals: Sequence[Meet], limit_s: float | None) -> Answer:
        return Undecided(goals[0], "a solver is not asked that")

    def with_anything(
        self, paths: TraceProgram, goals: Iterable[PathGoal], limit_s: float | None
    ) -> Found | Undecided | None:
        return first_with_anything(paths, tuple(goals), limit_s)

    def ask(self, paths: TraceProgram, goals: Sequence[PathGoal], limit_s: float | None) -> Answer:
        ask = self.making(paths)
        verdicts = (ask(goal, limit_s) for goal in goals)
        return next((one for one in verdicts if not isinstance(one, Holds)), None)

    def making(self, paths: TraceProgram) -> Ask:
        raise AssertionError("said by each kind")


class ByOrders(_SolverOnly):
    """Our encoding."""

    def making(self, paths: TraceProgram) -> Ask:
        asking = Asking(paths)
        return lambda goal, limit_s: asking.by_solver(goal, CpuMeter(limit_s))


class BySteps(_SolverOnly):
    """The paper's encoding. What chance finds is not looked at: the paper has only the solver."""

    def __init__(self, options: StepOptions) -> None:
        self._options = options

    def making(self, paths: TraceProgram) -> Ask:
        return lambda goal, limit_s: ask_by_steps(paths, goal, limit_s=limit_s, options=self._options)


def built(source: Path, flags: tuple[str, ...]) -> Path:
    return build(Sources((source,), flags), lambda note: None)


def verification(
    program: Path, arguments: tuple[str, ...], questions: Questions, limit_s: float, *, by_chance: bool
) -> Verification | None:
    """`by_chance`: random runs come first."""
    options = VerifyOptions(explain=False) if by_chance else VerifyOptions(explain=False, random_runs=0)
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:  # ours: a process that is ended leaves its own
        return within(limit_s, lambda: _verified(program, arguments, Remembered(questions), options, Path(folder)))


def _verified(
    program: Path, arguments: tuple[str, ...], ask: Remembered, options: VerifyOptions, folder: Path
) -> Verification:
    begun, timed = time.perf_counter(), Timed()
    with timed.stage("run"):
        order = RecordOrder(program, folder / "first.rdl", arguments, output=Output.CAPTURED)
        trace = load_trace(record(order, lambda note: None).path)
    runner = Runner(load_image(program), trace.recording, options, folder, load_trace)
    loop = Loop(runner, Seen(), ask, options, Silent(), timed)
    ended = loop.verify(Ran(trace, outcome_of(trace.recording)))
    seconds = time.perf_counter() - begun
    match ended:
        case Bug():
            verdict = "bug"
        case Proved():
            verdict = "proved"
        case Unknown(reason):
            verdict = f"unknown: {reason}"
    paths = ask.paths
    return Verification(
        verdict=verdict,
        seconds=seconds,
        peak_mb=peak_mb(),
        runs=loop.running.made,
        guided=loop.running.guided,
        points=0 if paths is None else len({*paths.graph.source, *paths.graph.target}),
        events=0 if paths is None else len(paths.graph.source),
        stages=dict(timed.seconds),
        paths=None if paths is None else spell_paths(paths),
        goals=tuple(ask.goals),
        reached=ask.reached,
    )


@dataclass(frozen=True)
class Asked:
    seconds: float
    peak_mb: float


def asked_again(found: Verification, questions: Questions, limit_s: float) -> Asked | None:
    """The last questions of a verification, answered once more; a different answer is a ToolError."""
    return within(limit_s, lambda: _asked(found, questions))


def _asked(found: Verification, questions: Questions) -> Asked:
    paths = read_paths(found.paths)
    begun = time.perf_counter()
    answer = questions.ask(paths, found.goals, None)
    if not (isinstance(answer, Violated) if found.reached else answer is None):
        raise ToolError(f"{answer}, where the order of events says {'' if found.reached else 'not '}reached")
    return Asked(time.perf_counter() - begun, peak_mb())
