"""The loop of `verify` with a made-up program: what is asked, what is run, and how it ends."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from raddle.base.errors import InternalError, ToolError
from raddle.base.failing import BY_STATUS, WHATEVER_THE_STATUS, Failing
from raddle.capture.control import Policy
from raddle.check.options import Timed
from raddle.decide.answers import Undecided, Violated
from raddle.model.actions import Create, Step
from raddle.model.goals import PathGoal, Reach, Standstill
from raddle.model.graph import Leads
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.replay.outcome import Outcome
from raddle.replay.schedule import Schedule
from raddle.report.progress import Silent
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace
from raddle.verify import stages
from raddle.verify.ask.questions import Answer
from raddle.verify.ended import Bug, Proved, Unknown
from raddle.verify.grow.seen import Seen
from raddle.verify.loop import Loop
from raddle.verify.options import MOST_LOOKED_AT, VerifyOptions
from raddle.verify.runs.guided import Left, Ran
from raddle.verify.stages import ended_in_time
from tests.unit.verify.test_verify_guided import NOTHING, STORE, paths_of

OPTIONS = VerifyOptions()
BRANCH = Step((), STORE.variable("other side", 1), ())


def ran(
    kind: str = "exit",
    news: str = "",
    strangers: tuple[object, ...] = (),
    judged: Failing = BY_STATUS,
    events: int = 0,
) -> Ran:
    """A run: how it ended, and what nobody had seen before it."""
    nothing = SimpleNamespace(size=0)
    recording = SimpleNamespace(
        events=events,
        threads=(), outcome=kind, strangers=strangers, of_kind=lambda *_: nothing, failing=judged
    )
    return Ran(cast(Trace, SimpleNamespace(news=news, recording=recording)), Outcome(kind))


def branching(*leads: Leads) -> TraceProgram:
    """One thread, one choice."""
    return paths_of({"main": [(BRANCH, 0, number + 1, one, 1, 1) for number, one in enumerate(leads)]})


@dataclass
class FakeRuns:
    """Guided runs come in the order given; so do free ones, and then they show nothing."""

    guided_ones: list[Ran | Left]
    free_ones: list[Ran] = field(default_factory=list)
    policies: list[Policy] = field(default_factory=list)
    schedules: list[Schedule] = field(default_factory=list)
    world: str = ""
    """What the system tells otherwise by now."""

    def changed_world(self, _failing: Recording) -> str:
        return self.world

    def free(self, policy: Policy) -> Ran:
        self.policies.append(policy)
        return self.free_ones.pop(0) if self.free_ones else ran()

    def guided(self, schedule: Schedule, policy: Policy | None = None) -> Ran | Left:
        self.schedules.append(schedule)
        return self.guided_ones.pop(0)


@dataclass
class FakeGrowing:
    known: set[str] = field(default_factory=set)
    shown: TraceProgram = field(default_factory=lambda: branching("on", "frontier"))

    def add(self, *traces: Any) -> bool:
        news = {trace.news for trace in traces if trace.news} - self.known
        self.known |= news
        return bool(news)

    def paths(self) -> TraceProgram:
        return self.shown

    def free_that_may_race(self) -> str:
        return ""

    def decide(self) -> bool:
        return False

    def depends_on_order(self) -> str:
        return ""


def reaching(goal: PathGoal, way: Way) -> Violated:
    return Violated(goal, way.moves, 0, fewest=False)


@dataclass
class FakeSolver:
    """`lucky`: what chance finds, if anything."""

    answers: list[Way | str | None]
    """Words: why it is undecided."""
    lucky: list[Way] = field(default_factory=list)
    known: list[Way] = field(default_factory=list)
    asked: list[PathGoal] = field(default_factory=list)

    def by_chance(self, paths: TraceProgram, goal: PathGoal) -> Violated | None:
        return reaching(goal, self.lucky.pop(0)) if self.lucky else None

    def ways(self, paths: TraceProgram, events: Sequence[int], most: int) -> list[Way]:
        return self.known[:most]

    def ask(self, paths: TraceProgram, goals: Sequence[PathGoal], limit_s: float | None) -> Answer:
        self.asked += goals
        answer = self.answers.pop(0)
        match answer:
            case Way():
                return reaching(goals[0], answer)
            case str():
                return Undecided(goals[0], answer)
            case None:
                return None


def loop(runs: FakeRuns, solver: FakeSolver, growing: FakeGrowing | None = None, **options: Any) -> Loop:
    chosen = VerifyOptions(**options)
    return Loop(runs, growing or FakeGrowing(), solver, chosen, Silent(), Timed())


def test_where_nothing_is_left_to_reach_it_is_proved() -> None:
    solver = FakeSolver([None])
    made = loop(FakeRuns([]), solver, FakeGrowing(shown=branching("on", "failure", "frontier")))
    ended = made.verify(ran(news="first"))
    assert isinstance(ended, Proved)
    assert ended.goals == (Reach((1, 2)),) == tuple(solver.asked)
    assert [(one.asked, one.reached) for one in made.iterations] == [("failures and frontiers", False)]


def test_no_proof_is_asked_for_as_long_as_chance_finds_a_way() -> None:
    solver = FakeSolver([None], [Way((1,), {})])
    made = loop(FakeRuns([ran(news="second")]), solver)
    assert isinstance(made.verify(ran(news="first")), Proved)
    assert [(one.asked, one.reached) for one in made.iterations] == [
        ("frontiers", True),
        ("failures and frontiers", False),
    ]


def test_deadlocks_and_races_are_asked_for_once_all_paths_are_known() -> None:
    solver = FakeSolver([None, Way((0,), {})])
    growing = FakeGrowing(shown=branching("on", "frontier"))
    runs = FakeRuns([ran("deadlock")])
    ended = loop(runs, solver, growing, properties=("assertions", "deadlocks")).verify(ran(news="first"))
    assert isinstance(ended, Bug) and solver.asked == [Reach((1,)), Standstill()]


def test_a_computed_deadlock_that_does_not_come_is_our_fault() -> None:
    solver = FakeSolver([None, Way((0,), {})])
    with pytest.raises(InternalError, match="a computed deadlock did not come"):
        loop(FakeRuns([ran()]), solver, properties=("assertions", "deadlocks")).verify(ran(news="first"))


def test_what_is_proved_is_told_also_where_something_else_is_undecided() -> None:
    solver = FakeSolver([None, "no answer in 1 s"])
    ended = loop(FakeRuns([]), solver, properties=("assertions", "deadlocks")).verify(ran(news="first"))
    assert isinstance(ended, Unknown) and ended.proved == ("assertions",)


def test_a_first_run_that_fails_is_a_bug_at_once() -> None:
    runs = FakeRuns([])
    ended = loop(runs, FakeSolver([])).verify(ran("assert"))
    assert isinstance(ended, Bug) and ended.observed and not runs.policies


def test_random_runs_stop_where_they_show_nothing_new() -> None:
    runs = FakeRuns([])
    loop(runs, FakeSolver([None])).verify(ran(news="first"))
    assert len(runs.policies) == 3


class NotModelled(FakeGrowing):
    """Nothing but the first run can be put into paths."""

    def add(self, *traces: Any) -> bool:
        if self.known:
            raise ToolError("that has no place in the model")
        return super().add(*traces)


@pytest.fixture
def _first_run_that_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "outcome_of", lambda _: Outcome("exit"))


@pytest.mark.usefixtures("_first_run_that_passes")
def test_where_runs_cannot_be_put_together_their_ends_are_looked_at() -> None:
    runs, growing = FakeRuns([], free_ones=[*(ran() for _ in range(30)), ran("assert")]), NotModelled()
    ended = ended_in_time(loop(runs, FakeSolver([]), growing), ran(news="first").trace, cast(Seen, growing), OPTIONS)
    assert isinstance(ended, Bug) and not ended.observed and len(runs.policies) == 31


@pytest.mark.usefixtures("_first_run_that_passes")
def test_where_runs_cannot_be_put_together_and_none_fails_it_is_unknown_why() -> None:
    runs, growing = FakeRuns([]), NotModelled()
    made = loop(runs, FakeSolver([]), growing)
    ended = ended_in_time(made, ran(news="first").trace, cast(Seen, growing), OPTIONS)
    assert isinstance(ended, Unknown) and ended.reason == "that has no place in the model"
    assert len(runs.policies) == MOST_LOOKED_AT + 1 and made.running.made == MOST_LOOKED_AT + 2


@pytest.mark.usefixtures("_first_run_that_passes")
def test_of_long_runs_few_are_looked_at() -> None:
    runs, growing = FakeRuns([], free_ones=[ran(events=40_000) for _ in range(9)]), NotModelled()
    made = loop(runs, FakeSolver([]), growing)
    assert isinstance(ended_in_time(made, ran(news="first").trace, cast(Seen, growing), OPTIONS), Unknown)
    assert len(runs.policies) == 4


def test_a_reachable_frontier_is_run_and_asked_again() -> None:
    runs = FakeRuns([ran(news="second")])
    solver = FakeSolver([Way((1,), {}), None])
    made = loop(runs, solver)
    assert isinstance(made.verify(ran(news="first")), Proved)
    assert len(runs.schedules) == made.running.guided == 1 and len(solver.asked) == 2


def test_a_guided_run_that_crashes_behind_a_frontier_is_a_bug() -> None:
    ended = loop(FakeRuns([ran("signal")]), FakeSolver([Way((1,), {})])).verify(ran(news="first"))
    assert isinstance(ended, Bug) and not ended.observed


def test_a_run_that_fails_in_another_world_is_no_bug() -> None:
    runs = FakeRuns([ran("signal")], world="open() gave -1")
    ended = loop(runs, FakeSolver([Way((1,), {})])).verify(ran(news="first"))
    assert isinstance(ended, Unknown) and "open() gave -1" in ended.reason


def test_a_guided_run_that_shows_nothing_new_is_our_fault() -> None:
    with pytest.raises(InternalError, match="nothing new"):
        loop(FakeRuns([ran()] * 9), FakeSolver([Way((1,), {})])).verify(ran(news="first"))


def test_a_computed_failure_that_does_not_come_is_our_fault() -> None:
    growing = FakeGrowing(shown=branching("on", "failure"))
    with pytest.raises(InternalError, match="a computed failure did not come"):
        loop(FakeRuns([ran()]), FakeSolver([Way((1,), {})]), growing).verify(ran(news="first"))


def test_a_thread_that_waits_where_nobody_knows_for_what_is_left_for_later() -> None:
    growing = FakeGrowing(
        shown=paths_of({"main": [(NOTHING, 0, 1, "frontier", 1, 1), (BRANCH, 0, 2, "frontier", 1, 1)]})
    )
    runs = FakeRuns([Left("main:1 is blocked there", ""), *[ran()] * 4, ran(news="second")])
    solver = FakeSolver([Way((0,), {}), Way((1,), {}), None])
    assert isinstance(loop(runs, solver, growing).verify(ran(news="first")), Proved)
    assert solver.asked == [Reach((0, 1)), Reach((1,)), Reach((0, 1))]


def test_a_thread_whose_next_step_nobody_sees_makes_it_unknown() -> None:
    growing = FakeGrowing(shown=paths_of({"main": [(NOTHING, 0, 1, "frontier", 1, 1)]}))
    runs = FakeRuns([Left("main:1 is blocked there", ""), *[ran()] * 4])
    ended = loop(runs, FakeSolver([Way((0,), {})]), growing).verify(ran(news="first"))
    assert isinstance(ended, Unknown) and ended.reason.startswith("what main does next was not seen")


def test_a_schedule_that_another_world_does_not_follow_makes_it_unknown() -> None:
    runs = FakeRuns([Left("main:3 cannot be followed", "open(x) gave something else")])
    ended = loop(runs, FakeSolver([Way((1,), {})])).verify(ran(news="first"))
    assert isinstance(ended, Unknown) and "open(x)" in ended.reason


def test_what_is_not_modelled_makes_a_proof_unknown() -> None:
    ended = loop(FakeRuns([]), FakeSolver([None])).verify(ran(news="first", strangers=(("libx.so", ""),)))
    assert isinstance(ended, Unknown) and "libx.so" in ended.reason


def test_what_depends_on_the_order_outside_of_the_program_makes_a_proof_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FakeGrowing, "depends_on_order", lambda self: "several threads call getchar")
    ended = loop(FakeRuns([]), FakeSolver([None])).verify(ran(news="first"))
    assert isinstance(ended, Unknown) and "several threads call getchar" in ended.reason


def test_an_undecided_question_is_unknown_with_its_reason() -> None:
    ended = loop(FakeRuns([]), FakeSolver(["no answer in 1 s"])).verify(ran(news="first"))
    assert isinstance(ended, Unknown) and "no answer in 1 s" in ended.reason


def test_a_thread_that_goes_on_behind_the_bound_is_unknown_only_if_it_can_get_there() -> None:
    child = [(NOTHING, 0, 1, "on", 9, 9), (NOTHING, 1, 2, "frontier", 1, 1)]
    growing = FakeGrowing(shown=paths_of({"main": [(Create(1), 3, 4, "on", 1, 1)], "main.1": child}))
    reached = loop(FakeRuns([]), FakeSolver([Way((0, 1, 2), {})]), growing, steps=5).verify(ran(news="first"))
    assert isinstance(reached, Unknown) and reached.reason.startswith("not within 5 steps: main.1 ")
    unreached = loop(FakeRuns([]), FakeSolver([None]), growing, steps=5).verify(ran(news="first"))
    assert isinstance(unreached, Proved)


def test_a_deadlock_is_a_bug_only_where_it_is_looked_for() -> None:
    assert isinstance(loop(FakeRuns([]), FakeSolver([None])).verify(ran("deadlock", "first")), Proved)
    asked = loop(FakeRuns([]), FakeSolver([]), properties=("assertions", "deadlocks")).verify(ran("deadlock"))
    assert isinstance(asked, Bug)


def test_a_status_is_a_failure_where_the_test_is_judged_by_it() -> None:
    for judged, fails in ((BY_STATUS, True), (Failing(frozenset({0, 3})), False), (WHATEVER_THE_STATUS, False)):
        first = Ran(ran(news="first", judged=judged).trace, Outcome("exit", "3"))
        ended = loop(FakeRuns([]), FakeSolver([None])).verify(first)
        assert isinstance(ended, Bug if fails else Proved)


def test_more_runs_than_allowed_are_not_made() -> None:
    ended = loop(FakeRuns([]), FakeSolver([]), most_runs=4).verify(ran(news="first"))
    assert isinstance(ended, Unknown) and ended.advice.startswith("--runs")


def test_time_that_is_over_is_said() -> None:
    ended = loop(FakeRuns([]), FakeSolver([]), until=0.0).verify(ran(news="first"))
    assert isinstance(ended, Unknown) and ended.reason == "the budget ended"
