"""From a query's answer to a verdict: decide, minimise, sample, the schedule of the real program, worker processes."""

import os
import time
from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from raddle.base.errors import InternalError
from raddle.base.segments import Segment, TimeOut, Wake
from raddle.base.trace_format import trace_format
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.encoder import Encoded, Encoder
from raddle.encode.together import Selectable
from raddle.logic.query import Query
from raddle.model.goals import Fails, Goal
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.run import moves_of, switches
from raddle.model.text.parse import parse_ctp
from raddle.predict import groups as groups_of_goals
from raddle.predict import together
from raddle.predict.decide import Decider, Limits
from raddle.predict.groups import decide_all
from raddle.predict.minimise import Minimiser
from raddle.predict.sample import sampled
from raddle.predict.schedule import schedule_of
from raddle.solve import refuting
from raddle.solve.answer import Answer, Sat, Unknown
from raddle.solve.choose import default_solver
from raddle.trace.events import EventKind

LOST = """
shared x: 8 = 0
thread main
  create(A)
  create(B)
  join(A)
  join(B)
  c: assert(x == 2)
  d: assert(x <= 2)
thread A
  a1: r := x
  a2: x := r + 1
thread B
  b1: r := x
  b2: x := r + 1
"""


def violates(ctp: TraceProgram, moves: tuple[Move, ...], goal: Goal) -> bool:
    return reached(Machine(ctp), goal, moves)


def number(ctp: TraceProgram, label: str) -> int:
    return next(event.number for event in ctp.events if event.label == label)


def failing(ctp: TraceProgram, label: str) -> Fails:
    return Fails(number(ctp, label))


def decided(ctp: TraceProgram, label: str, limits: Limits | None = None) -> Verdict:
    return Decider(Encoder(ctp), default_solver(), limits or Limits()).decide(failing(ctp, label))


# ---- decide


def test_a_violation_has_run_on_the_machine_and_has_the_fewest_switches() -> None:
    ctp = parse_ctp(LOST)
    found = decided(ctp, "c")
    assert isinstance(found, Violated)
    assert violates(ctp, found.moves, found.goal)
    assert (found.switches, found.fewest) == (4, True)
    assert switches(ctp, found.moves, number(ctp, "c")) == 4


def test_what_cannot_be_violated_holds_without_a_bound() -> None:
    ctp = parse_ctp(LOST)
    assert decided(ctp, "d") == Holds(failing(ctp, "d"))
    assert isinstance(decided(ctp, "d", Limits(switches=1)), Holds)


def test_a_violation_beyond_the_bound_holds_within_it_only() -> None:
    ctp = parse_ctp(LOST)
    assert decided(ctp, "c", Limits(switches=3)) == Holds(failing(ctp, "c"), bound=3)
    assert isinstance(decided(ctp, "c", Limits(switches=4)), Violated)


@pytest.mark.parametrize(
    "threads",
    [
        "thread A\n r := i\n v := at(r / r, 1: z, 255: y)\n d: assert(v == 0)",
        "thread A\n v := z\n d: assert(v == 0)\nthread C\n r := i\n at(r / r, 1: y, 255: z) := 1",
    ],
    ids=["of a read", "of a write"],
)
def test_an_address_that_divides_by_zero_is_no_address_on_a_slice_either(threads: str) -> None:
    """SMT-LIB gives such a division a value (255), with which the assertion would fail."""
    ctp = parse_ctp(f"shared i: 8 = 1, y: 8 = 1, z: 8 = 0\n{threads}\nthread B\n i := 3")
    assert decided(ctp, "d") == Holds(failing(ctp, "d"))


def test_a_violation_keeps_to_both_bounds() -> None:
    """With one switch main is preempted before x := 1; without preemptions B has to set it back, by a second switch."""
    ctp = parse_ctp(
        "shared x = 0\nsemaphore s = 0\nthread main\n create(A)\n create(B)\n x := 1\n take(s)\n"
        "thread A\n c: assert(x == 1)\nthread B\n x := 0\n take(s)"
    )
    assert isinstance(decided(ctp, "c", Limits(switches=1)), Violated)
    assert isinstance(decided(ctp, "c", Limits(preemptions=0)), Violated)
    assert isinstance(decided(ctp, "c", Limits(switches=2, preemptions=0)), Violated)
    assert not isinstance(decided(ctp, "c", Limits(switches=1, preemptions=0)), Violated)


def test_a_read_may_see_each_of_several_writes_of_one_step() -> None:
    start = "shared i = 0, a[3] = 0\nthread A\n skip\n assume(1) { a[0] := 7, a[1] := 8, a[2] := 9 }"
    text = f"{start}\nthread B\n i := 1\n"
    for value, fails in ((7, True), (8, True), (9, False)):
        ctp = parse_ctp(f"{text}thread C\n k := i\n v := a[k]\n d: assert(v != {value})")
        assert isinstance(decided(ctp, "d"), Violated if fails else Holds)


def test_a_signal_that_comes_to_somebody_who_waits_for_good_chooses_him() -> None:
    ctp = parse_ctp(
        "shared x = 0\nlock m\ncondition c\nthread A\n lock(m)\n x := 1\n begin_wait(c, m)\n ...\n"
        "thread B\n signal(c)\n lock(m)\n d: assert(x == 0)"
    )
    assert isinstance(decided(ctp, "d"), Violated)


class Fixed:
    """A solver that says what it was told to say."""

    name = "fixed"

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        return self._answer


def test_an_unknown_answer_is_undecided_and_says_why() -> None:
    ctp = parse_ctp(LOST)
    decider = Decider(Encoder(ctp), Fixed(Unknown("out of patience")), Limits())
    assert decider.decide(failing(ctp, "c")) == Undecided(failing(ctp, "c"), "out of patience")


def test_a_solution_that_does_not_run_to_the_violation_is_an_internal_error() -> None:
    ctp = parse_ctp(LOST)
    decider = Decider(Encoder(ctp), Fixed(Sat({}, {})), Limits())
    with pytest.raises(InternalError, match=r"does not reach it|cannot happen"):
        decider.decide(failing(ctp, "d"))


def test_a_violation_that_was_seen_needs_no_solver() -> None:
    ctp = parse_ctp(LOST)
    check = failing(ctp, "c")
    seen: dict[Goal, tuple[Move, ...]] = {check: moves_of(ctp, violating(ctp))}
    found = Decider(Encoder(ctp), Fixed(Unknown("none here")), Limits(), seen).decide(check)
    assert isinstance(found, Violated)
    assert not found.fewest


def violating(ctp: TraceProgram) -> list[int]:
    """A run of the lost update with more switches than it needs."""
    labels = ["a1", "b1", "b2", "a2"]
    threads = [ctp.of_thread(thread) for thread in range(3)]
    return [
        threads[0][0].number, threads[1][0].number, threads[0][1].number, threads[2][0].number,
        *(number(ctp, label) for label in labels),
        threads[2][-1].number, threads[1][-1].number, threads[0][2].number, threads[0][3].number,
    ]  # fmt: skip


# ---- minimise


def test_minimising_leaves_fewer_switches_and_the_violation() -> None:
    ctp = parse_ctp(LOST)
    goal = failing(ctp, "c")
    moves = moves_of(ctp, violating(ctp))
    assert violates(ctp, moves, goal)
    shorter = Minimiser(Encoder(ctp), Machine(ctp), goal, 10.0)(moves)
    assert violates(ctp, shorter, goal)
    assert switches(ctp, shorter, goal.check) < switches(ctp, moves, goal.check)


def test_minimising_cuts_threads_that_are_not_needed() -> None:
    ctp = parse_ctp("shared x = 0, y = 0\nthread A\n x := 1\nthread B\n y := 1\n y := 2\nthread C\n c: assert(x == 0)")
    goal = failing(ctp, "c")
    order = [
        *(e.number for e in ctp.of_thread(0)[:3]),
        *(e.number for t in (1, 2) for e in ctp.of_thread(t)),
        goal.check - 1,
    ]
    moves = moves_of(ctp, order)
    assert violates(ctp, moves, goal)
    shorter = Minimiser(Encoder(ctp), Machine(ctp), goal, 10.0)(moves)
    assert violates(ctp, shorter, goal)
    assert 2 not in {ctp.events[move.event].thread for move in shorter}


def test_minimising_without_time_gives_back_a_violation() -> None:
    ctp = parse_ctp(LOST)
    goal = failing(ctp, "c")
    moves = moves_of(ctp, violating(ctp))
    assert violates(ctp, Minimiser(Encoder(ctp), Machine(ctp), goal, -1.0)(moves), goal)


# ---- sample


def test_samples_are_violations_and_the_same_ones_every_time() -> None:
    ctp = parse_ctp("shared x = 0\nthread A\n x := 1\n x := 2\nthread B\n c: assert(x == 0)\n d: assert(x <= 2)")
    first, second = sampled(ctp, Machine(ctp)), sampled(ctp, Machine(ctp))
    assert first == second
    assert first.keys() == {failing(ctp, "c")}
    assert all(violates(ctp, moves, goal) for goal, moves in first.items())


def test_nothing_is_sampled_where_nothing_can_fail() -> None:
    for text in (LOST.replace("c: assert(x == 2)", "skip"), "shared x = 0\nthread A\n x := 1"):
        ctp = parse_ctp(text)
        assert sampled(ctp, Machine(ctp)) == {}


# ---- the schedule of the real program


def walked(ctp: TraceProgram, records: dict[int, tuple[str, int, int]]) -> SimpleNamespace:
    """A trace as far as a schedule looks at it: by line of the text, the kind of record that stands there."""
    fmt = trace_format()
    lines = 1 + max(event.origin for event in ctp.events)
    events = np.zeros(lines, [("kind", "i4"), ("value", "i8")])
    sync = np.zeros(len(records), [("kind", "i4"), ("flags", "i4"), ("extra", "i8")])
    for place, (line, (kind, flags, extra)) in enumerate(records.items()):
        events[line] = (EventKind.SYNC, place)
        sync[place] = (fmt[kind], flags, extra)
    threads = [SimpleNamespace(events=events) for _ in ctp.threads]
    return SimpleNamespace(threads=threads, recording=SimpleNamespace(sync=sync))


def test_a_schedule_has_a_segment_for_each_turn_and_ends_with_the_failing_call() -> None:
    ctp = parse_ctp(LOST)
    moves = moves_of(ctp, violating(ctp)[:8])
    check = number(ctp, "c")
    found = schedule_of(ctp, walked(ctp, {}), moves, failing(ctp, "c"))  # type: ignore[arg-type]
    upto = [ctp.events[move.event].upto for move in moves]
    names = [ctp.threads[ctp.events[move.event].thread].name for move in moves]
    assert [segment.thread for segment in found.segments] == ["main", "A", "main", "B", "A", "B", "A", "main"]
    assert found.segments[0] == Segment("main", upto[0])
    assert found.segments[-2] == Segment(names[-1], upto[-1])
    assert found.segments[-1] == Segment("main", ctp.events[check].upto + 1)
    assert (found.wakes, found.time_outs) == ((), ())


def test_a_schedule_says_whom_a_signal_wakes_and_what_times_out() -> None:
    text = """shared x = 0
condition c
thread A
wait(c)
thread B
wait(c) timeout
thread C
s: signal(c)
e: assert(x == 1)"""
    ctp = parse_ctp(text)
    fmt = trace_format()
    trace = walked(ctp, {6: ("RD_WAKE", 0, fmt["RD_WAKE_TIMEOUT"]), 4: ("RD_WAKE", 0, 0)})
    chosen = ctp.events[number(ctp, "s")]
    wake = next(event for event in ctp.of_thread(2) if type(event.action).__name__ == "Wake")
    moves = (Move(wake.number), Move(chosen.number, 1))
    found = schedule_of(ctp, trace, moves, failing(ctp, "e"))  # type: ignore[arg-type]
    assert found.wakes == (Wake("C", chosen.upto - 1, "A"),)
    assert found.time_outs == (TimeOut("B", wake.upto - 1),)


# ---- goals of one group, by one formula

MANY = """
shared x: 8 = 0, y: 8 = 0
lock l
thread A
  lock(l)
  r := y
  a: assert(r != 1)
  b: assert(r != 3)
  c: assert(r != 5)
  d: assert(r != 2)
  e: assert(r != 7)
  unlock(l)
thread B
  lock(l)
  y := x + 1
  y := x + 2
  unlock(l)
thread C
  x := 0
"""


class _Counting(Encoder):
    def __init__(self, ctp: TraceProgram) -> None:
        super().__init__(ctp)
        self.asked: list[Goal] = []
        """Of which there was a formula of its own, beside slices;"""
        self.together_asked: list[int] = []
        """and how many had one together."""

    def encode(self, goal: Goal, switches: int | None = None, *, alone: bool = False) -> Encoded:
        self.asked.append(goal)
        return super().encode(goal, switches, alone=alone)

    def together(self, goals: Sequence[Goal]) -> Selectable:
        self.together_asked.append(len(goals))
        return super().together(goals)


def test_what_no_slice_proves_is_proved_by_one_formula_for_a_group() -> None:
    ctp = parse_ctp(MANY)
    group = [failing(ctp, label) for label in "abce"]
    encoder = _Counting(ctp)
    decider = Decider(encoder, default_solver(), Limits(), groups=[group])
    assert [decider.decide(goal) for goal in group] == [Holds(goal) for goal in group]
    assert (encoder.asked, len(encoder.together_asked)) == ([], 1)


def test_what_can_be_reached_is_asked_for_alone_and_the_rest_is_proved_together() -> None:
    ctp = parse_ctp(MANY)
    group = [failing(ctp, label) for label in "abdce"]
    encoder = _Counting(ctp)
    decider = Decider(encoder, default_solver(), Limits(), groups=[group])
    found = {goal for goal in group if isinstance(decider.decide(goal), Violated)}
    assert found == {failing(ctp, "d")} == set(encoder.asked)
    assert len(encoder.together_asked) == 1


def test_what_is_too_much_together_is_decided_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refuting.Refuting, "contradictory", lambda solver, name: None)
    ctp = parse_ctp(MANY)
    group = [failing(ctp, label) for label in "abce"]
    encoder = _Counting(ctp)
    decider = Decider(encoder, default_solver(), Limits(), groups=[group])
    assert [decider.decide(goal) for goal in group] == [Holds(goal) for goal in group]
    assert encoder.asked == group
    assert len(encoder.together_asked) == 1


def test_goals_whose_cone_is_much_larger_have_a_formula_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "SMALL", 1)
    lines = [f"  y := {one}\n  c{one}: assert(x != 99)" for one in range(12)]
    ctp = parse_ctp("shared x: 8 = 0, y: 8 = 0\nthread A\n" + "\n".join(lines) + "\nthread B\n x := 1")
    group = [failing(ctp, f"c{one}") for one in range(12)]
    proofs = together.Proofs(Encoder(ctp), [group], 10.0)
    assert proofs.build(group[0])
    assert proofs.has(group[1])
    assert not proofs.has(group[11])


# ---- groups of goals


def told_nothing(verdict: Verdict) -> None:
    pass


def goals(*checks: int) -> tuple[Goal, ...]:
    return tuple(Fails(check) for check in checks)


def holds(check: int) -> Holds:
    return Holds(Fails(check))


def violated(check: int) -> Violated:
    return Violated(Fails(check), (), 0, fewest=True)


def test_a_worker_beyond_its_limit_is_killed_and_the_rest_of_its_group_is_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(groups_of_goals, "GRACE_S", 0.0)

    def decide(goal: Goal) -> Verdict:
        while goal == Fails(2):
            pass
        return Holds(goal)

    found = list(decide_all([goals(1, 2, 3), goals(4)], decide, jobs=2, limit_s=0.3, told=told_nothing))
    assert found == [[holds(1), Undecided(Fails(2), "time limit"), holds(3)], [holds(4)]]


def test_a_worker_that_waits_is_not_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups_of_goals, "GRACE_S", 0.0)

    def decide(goal: Goal) -> Verdict:
        time.sleep(0.5)
        return Holds(goal)

    assert list(decide_all([goals(1)], decide, jobs=1, limit_s=0.2, told=told_nothing)) == [[holds(1)]]


def test_each_goal_has_a_limit_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups_of_goals, "GRACE_S", 0.0)

    def decide(goal: Goal) -> Verdict:
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
        return Holds(goal)

    found = list(decide_all([goals(1, 2, 3)], decide, jobs=1, limit_s=0.8, told=told_nothing))
    assert found == [[holds(1), holds(2), holds(3)]]


def test_what_is_left_when_the_time_is_over_is_undecided() -> None:
    groups = [goals(1), goals(2, 3)]
    found = list(decide_all(groups, Holds, jobs=1, limit_s=None, told=told_nothing, until=time.monotonic()))
    assert found == [[Undecided(Fails(number), groups_of_goals.OVER) for number in some] for some in ((1,), (2, 3))]


def test_a_worker_that_ends_without_a_word_leaves_its_check_undecided() -> None:
    def decide(goal: Goal) -> Verdict:
        if goal == Fails(1):
            os._exit(3)
        return Holds(goal)

    found = list(decide_all([goals(1, 2)], decide, jobs=1, limit_s=30, told=told_nothing))
    assert found == [[Undecided(Fails(1), "the solver ended without an answer"), holds(2)]]


def test_an_exception_in_a_worker_is_an_internal_error_with_its_text() -> None:
    def decide(goal: Goal) -> Verdict:
        raise ValueError("nobody foresaw this")

    with pytest.raises(InternalError, match="nobody foresaw this"):
        list(decide_all([goals(1)], decide, jobs=1, limit_s=30, told=told_nothing))


def test_too_little_memory_is_undecided() -> None:
    def decide(goal: Goal) -> Verdict:
        raise MemoryError

    found = list(decide_all([goals(1)], decide, jobs=1, limit_s=30, told=told_nothing))
    assert found == [[Undecided(Fails(1), "out of memory")]]


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_results_come_in_the_given_order_whoever_is_first(jobs: int) -> None:
    def decide(goal: Goal) -> Verdict:
        assert isinstance(goal, Fails)
        time.sleep(0.05 * (3 - goal.check % 4))
        return Holds(goal)

    groups = [goals(0, 4), goals(1), (), goals(2), goals(3)]
    found = list(decide_all(groups, decide, jobs=jobs, limit_s=None, told=told_nothing))
    assert found == [[holds(0), holds(4)], [holds(1)], [], [holds(2)], [holds(3)]]


def test_a_group_stops_at_its_first_violation_and_everything_is_told() -> None:
    heard: list[Verdict] = []
    found = list(
        decide_all(
            [goals(1, 2, 3), goals(4)],
            lambda goal: violated(2) if goal == Fails(2) else Holds(goal),
            jobs=1,
            limit_s=30,
            told=heard.append,
        )
    )
    assert found == [[holds(1), violated(2)], [holds(4)]]
    assert heard == [holds(1), violated(2), holds(4)]


TWO_MOMENTS = """
shared counter = 0
lock m
condition c
thread main
  e1: create(a)
  e2: create(b)
  e3: lock(m)
  e4: begin_wait(c, m)
  e5: woken(c)
  e6: lock(m)
  e7: begin_wait(c, m)
  e8: woken(c)
  e9: lock(m)
  e10: unlock(m)
  e11: join(a)
  e12: join(b)
  e13: r1 := counter
  e14: assert(r1 == 3)
thread a
  e20: start
  e21: lock(m)
  e22: unlock(m)
  e23: r1 := counter
  e24: counter := r1 + 1
  e25: lock(m)
  e26: broadcast(c)
  e27: unlock(m)
  e28: r2 := counter
  e29: counter := r2 + 1
  e30: lock(m)
  e31: broadcast(c)
  e32: unlock(m)
  e33: exit
thread b
  e40: start
  e41: lock(m)
  e42: unlock(m)
  e43: r1 := counter
  e44: counter := r1 + 1
  e45: exit
trace e1 e2 e40 e41 e42 e43 e44 e45 e3 e4 e20 e21 e22 e23 e24 e25 e26 e27 e5 e6 e7
trace e28 e29 e30 e31 e32 e8 e9 e10 e33 e11 e12 e13 e14
"""


def test_empty_critical_sections_of_the_same_time_are_performed_one_after_the_other() -> None:
    found = decided(parse_ctp(TWO_MOMENTS), "e14")
    assert isinstance(found, Violated)
