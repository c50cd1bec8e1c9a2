"""How much a slice costs, counted in what is asked, not in seconds."""

import heapq
from collections.abc import Callable

import pytest

from raddle.explain.detail import DATA, DATA_CONTROL, FULL
from raddle.explain.run import Deed, Failing, Formula, Run, Step
from raddle.explain.slicing.slicer import Slicer
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore


class LongRun:
    """Formulas and wording of a run that is made by rule: each formula is made where it is asked for, and counted."""

    def __init__(self) -> None:
        self.terms = TermStore()
        self.steps: list[Step] = []
        self.made: list[Callable[[], Formula]] = []
        self.asked: set[int] = set()

    def add(self, thread: int, deed: Deed, value: int, formula: Callable[[], Formula], **more: object) -> int:
        number = len(self.steps)
        width = 0 if deed in (Deed.CONDITION, Deed.START) else 32
        self.steps.append(Step(number, thread, deed, value=value, width=width, **more))  # type: ignore[arg-type]
        self.made.append(formula)
        return number

    def of(self, step: Step) -> Formula:
        self.asked.add(step.number)
        return self.made[step.number]()

    def variable(self, number: int) -> Term:
        return self.terms.variable(f"s{number}", 32)

    def constant(self, value: int) -> Formula:
        return Formula(self.terms.bits(value, 32))

    def plus_one(self, number: int) -> Formula:
        one = self.terms.bits(1, 32)
        variable = self.variable(number)
        sound = self.terms.negation(self.terms.apply(Op.SADD_OVERFLOW, 1, variable, one))
        return Formula(self.terms.apply(Op.ADD, 32, variable, one), sound=(sound,))

    def run(self, violated: Term, guard: int | None, threads: int = 1) -> Run:
        names = tuple(f"T{number}" for number in range(threads))
        return Run(self.terms, self.steps, self, None, names, Failing(0, violated, "", guard=guard))  # type: ignore[arg-type]


def noise_around_a_chain(noise: int, chain: int) -> LongRun:
    """chain steps v := v + 1, and noise steps in between."""
    long = LongRun()
    start = long.add(0, Deed.START, 0, Formula)
    last = long.add(0, Deed.ASSIGN, 0, lambda: long.constant(0), guard=start)
    for index in range(chain):
        for _ in range(noise // chain):
            before = len(long.steps) - 1
            long.add(0, Deed.ASSIGN, 7, lambda one=before: long.plus_one(one), guard=start)  # type: ignore[misc]
        last = long.add(0, Deed.ASSIGN, index + 1, lambda one=last: long.plus_one(one), guard=start)  # type: ignore[misc]
    return long


def counting_loop(rounds: int) -> LongRun:
    """for (i = 0; i < rounds; i++) x++; with x in memory that another thread writes at times."""
    long = LongRun()
    start, other = long.add(0, Deed.START, 0, Formula), long.add(1, Deed.START, 0, Formula)
    x = {"address": 64, "size": 4, "shared": True}
    written = long.add(1, Deed.WRITE, 0, lambda: long.constant(0), guard=other, **x)
    count = long.add(0, Deed.ASSIGN, 0, lambda: long.constant(0), guard=start)
    guard = start
    for index in range(rounds):
        guard = long.add(0, Deed.CONDITION, 0, lambda one=count: below(long, one, rounds), guard=guard)  # type: ignore[misc]
        seen = long.add(
            0, Deed.READ, index, lambda one=written: Formula(long.variable(one)), guard=guard, sources=(written,), **x
        )  # type: ignore[misc]
        written = long.add(0, Deed.WRITE, index + 1, lambda one=seen: long.plus_one(one), guard=guard, **x)  # type: ignore[misc]
        count = long.add(0, Deed.ASSIGN, index + 1, lambda one=count: long.plus_one(one), guard=guard)  # type: ignore[misc]
    sources = (written,)
    long.add(0, Deed.READ, rounds, lambda: Formula(long.variable(written)), guard=start, sources=sources, **x)
    return long


def below(long: LongRun, number: int, limit: int) -> Formula:
    return Formula(needs=long.terms.apply(Op.SLT, 1, long.variable(number), long.terms.bits(limit, 32)))


def equals_last(long: LongRun) -> Term:
    step = long.steps[-1]
    return long.terms.equal(long.variable(step.number), long.terms.bits(step.value, 32))


@pytest.mark.parametrize("noise", [1_000, 20_000])
def test_only_the_steps_that_matter_are_asked_for(noise: int) -> None:
    long = noise_around_a_chain(noise, 100)
    sliced = Slicer(long.run(equals_last(long), 0)).of(DATA)
    assert len(sliced.kept) == 101
    assert long.asked == set(sliced.kept)


def test_the_work_grows_with_the_slice_not_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    pushed = [0]
    push = heapq.heappush

    def counted(heap: list[object], item: object) -> None:
        pushed[0] += 1
        push(heap, item)  # type: ignore[misc]

    monkeypatch.setattr(heapq, "heappush", counted)
    work = []
    for rounds in (100, 400):
        long = counting_loop(rounds)
        run = long.run(equals_last(long), 0, threads=2)
        slicer = Slicer(run)
        pushed[0] = 0
        sliced = slicer.of(FULL)
        assert sliced.minimal
        assert len(sliced.kept) == 3 * rounds + 2
        assert len(sliced.conditions) == rounds
        assert slicer.questions.asked <= 2
        work.append(pushed[0])
    assert work[1] <= 5 * work[0]


def test_a_loop_under_control_keeps_its_counter_and_all_its_conditions() -> None:
    long = counting_loop(50)
    run = long.run(equals_last(long), 0, threads=2)
    data, control = Slicer(run).of(DATA), Slicer(run).of(DATA_CONTROL)
    assert len(data.kept) == 102
    assert not data.conditions
    counters = {step.number for step in run.steps if step.deed is Deed.ASSIGN}
    assert not counters & set(data.kept)
    assert counters - {max(counters)} <= set(control.kept)
    assert len(control.conditions) == 50
