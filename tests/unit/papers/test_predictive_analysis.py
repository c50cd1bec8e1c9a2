"""The predictive analysis paper's formula: truth tables by evaluation, its figure 1, agreement with the enumerator."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.logic.traps import computable
from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Cell,
    Check,
    Count,
    Create,
    Exit,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.machine import Machine
from raddle.model.program import Barrier, Event, Semaphore, Thread, TraceProgram
from raddle.model.run import Ran, run
from raddle.model.text.parse import load_ctp, parse_ctp
from raddle.papers.predictive_analysis.decode import decode_reference
from raddle.papers.predictive_analysis.formula import BOUND, encode_reference
from raddle.papers.predictive_analysis.lower import lower
from raddle.solve.answer import Sat, Unsat
from raddle.solve.checked import Checked
from raddle.solve.z3_text import Z3Text
from tests.oracles.enumerated import enumerated, fewest_switches
from tests.support.random_ctp import PROFILES, random_ctp

WIDTH = 8
X, Y = 0, 1


class Threads:
    """Threads of labelled actions. The first is main."""

    def __init__(self) -> None:
        self.terms = TermStore()
        self.threads: list[Thread] = []
        self.events: list[Event] = []

    def number(self, value: int) -> Term:
        return self.terms.bits(value, WIDTH)

    def read(self, name: str, cell: int) -> Read:
        return Read(self.terms.variable(name, WIDTH), (cell,))

    def sees(self, cell: int) -> Step:
        """A read that nobody asks about."""
        return Step((self.read(f"seen{len(self.events)}", cell),), self.terms.true, ())

    def sets(self, cell: int, value: Term | int) -> Step:
        return Step((), self.terms.true, (Write(self.number(value) if isinstance(value, int) else value, (cell,)),))

    def adds(self, name: str, cell: int) -> Step:
        """A read-modify-write."""
        read = self.read(name, cell)
        more = self.terms.apply(Op.ADD, WIDTH, read.variable, self.number(1))
        return Step((read,), self.terms.true, (Write(more, (cell,)),))

    def is_number(self, name: str, cell: int, value: int) -> Check:
        read = self.read(name, cell)
        return Check((read,), self.terms.equal(read.variable, self.number(value)))

    @property
    def fails(self) -> Check:
        return Check((), self.terms.false)

    def thread(self, *actions: Action) -> None:
        number = len(self.threads)
        self.threads.append(Thread(f"T{number}", len(self.events), len(actions), 0 if number else None))
        for position, action in enumerate(actions):
            self.events.append(Event(len(self.events), number, position, action, position, position))

    def ctp(self, **objects: object) -> TraceProgram:
        cells = (Cell("x", WIDTH, 0), Cell("y", WIDTH, 0))
        return TraceProgram(self.terms, tuple(self.threads), tuple(self.events), cells, **objects)  # type: ignore[arg-type]


def children(threads: Threads, *bodies: Sequence[Action], last: Iterable[Action] = ()) -> None:
    """Main creates them, then comes to a check that fails; `last`: what main does in between."""
    threads.thread(*map(Create, range(1, len(bodies) + 1)), *last, threads.fails)
    for body in bodies:
        threads.thread(Start(), *body)


class Formula:
    """Evaluates the formula of the first check, with no solver."""

    def __init__(self, ctp: TraceProgram) -> None:
        self.ctp = ctp
        self.check = ctp.checks[0].number
        self.assertions = encode_reference(ctp, self.check).assertions
        self.variables = variables_of(self.assertions)
        self.needs = [(set(variables_of([term])), term) for term in self.assertions]
        self.event_of = {read.variable: event for event, step in enumerate(lower(ctp).steps) for read in step.reads}

    def can_be(self, *order: int) -> bool:
        """Whether it holds for the prefix with these events in this order, for some values of what is read."""
        rest = [event.number for event in self.ctp.events if event.number not in order and event.number != self.check]
        positions = {number: place for place, number in enumerate([*order, self.check, *rest])}
        taken = {
            v: int(int(name[2]) in order) for v in self.variables if (name := str(v.data).split(":"))[1:2] == ["in"]
        }
        free = [v for v in self.variables if v not in taken]
        free.sort(key=lambda v: positions[self.event_of.get(v, self.check)])
        return self._some(taken, free, positions, [])

    def _some(self, values: dict[Term, int], free: list[Term], positions: dict[int, int], new: list[Term]) -> bool:
        """Values for one variable after the other; an assertion counts as soon as its last variable has one."""
        ready = [t for needed, t in self.needs if needed <= values.keys() and (not new or new[-1] in needed)]
        if not all(map(Evaluator(values, positions).holds, ready)):
            return False
        if not free:
            return True
        tried = range(1 << min(2, free[0].width))
        return any(self._some({**values, free[0]: n}, free[1:], positions, [*new, free[0]]) for n in tried)

    def table(self) -> list[tuple[int, ...]]:
        """Orders of all the children's events, behind their creation and start, under which the formula holds."""
        events = [event for event in self.ctp.events if event.thread]
        begun = [*range(self.check), *(event.number for event in events if not event.position)]
        later = [event.number for event in events if event.position]
        follows = [(event.number - 1, event.number) for event in events if event.position > 1]
        orders = [o for o in permutations(later) if all(o.index(a) < o.index(b) for a, b in follows)]
        return [order for order in orders if self.can_be(*begun, *order)]


def runs(ctp: TraceProgram) -> list[tuple[int, ...]]:
    """The same orders, by the machine."""
    machine = Machine(ctp)
    found: list[tuple[int, ...]] = []
    start = machine.initial
    main = ctp.threads[0]
    for event in [*ctp.events[: main.count - 1], *(ctp.events[thread.first] for thread in ctp.threads[1:])]:
        start = next(after for move, after in machine.successors(start) if move.event == event.number)
    total = len(ctp.events) - main.count - len(ctp.threads) + 1

    def go(state: tuple[int, ...], so_far: tuple[int, ...]) -> None:
        if len(so_far) == total and so_far not in found:
            found.append(so_far)
        for move, after in machine.successors(state):
            if ctp.events[move.event].thread:
                go(after, (*so_far, move.event))

    go(start, ())
    return sorted(found)


FIGURES = Path(__file__).parents[2] / "figures"


def asked(ctp: TraceProgram, check: int, **how: object) -> Sat | Unsat:
    answer = Checked(Z3Text()).solve(encode_reference(ctp, check, **how), 60)  # type: ignore[arg-type]
    assert isinstance(answer, Sat | Unsat)
    return answer


def leads_there(ctp: TraceProgram, check: int, answer: Sat, *, complete: bool = False) -> bool:
    reached = run(ctp, decode_reference(ctp, check, answer, complete=complete))
    return isinstance(reached, Ran) and check in Machine(ctp).violated(reached.state)


# ---- truth tables


def test_two_sections_of_a_mutex_do_not_overlap() -> None:
    t = Threads()
    children(t, [Acquire(0), Release(0)], [Acquire(0), Release(0)])
    ctp = t.ctp(locks=("l",))
    a, b = (4, 5), (7, 8)
    assert Formula(ctp).table() == [(*a, *b), (*b, *a)]


def test_an_acquire_needs_no_release_of_its_own_but_one_of_the_section_before() -> None:
    t = Threads()
    children(t, [Acquire(0), Release(0)], [Acquire(0), Release(0)])
    formula = Formula(t.ctp(locks=("l",)))
    assert formula.can_be(0, 1, 3, 4, 5, 6, 7)
    assert not formula.can_be(0, 1, 3, 4, 6, 7)
    assert not formula.can_be(0, 1, 3, 4, 6, 7, 8)
    assert not formula.can_be(0, 1, 3, 4, 6, 7, 5)


def test_a_thread_starts_after_its_create_and_performs_a_prefix() -> None:
    t = Threads()
    children(t, [t.sets(X, 1)])
    formula = Formula(t.ctp())
    assert formula.can_be(0)
    assert formula.can_be(0, 2, 3)
    assert not formula.can_be(2, 0, 3)
    assert not formula.can_be(0, 3)


def test_the_acquire_of_a_mutex_has_only_releases_in_its_pi_set() -> None:
    t = Threads()
    children(t, [Acquire(0), Release(0)], [Acquire(0)])
    lowered = lower(t.ctp(locks=("l",)))
    acquire = lowered.steps[4]
    assert [read.variable.constant for read in acquire.reads] == [0]
    assert [write.value.constant for write in acquire.writes] == [2]
    assert lowered.steps[5].writes[0].value.constant == 0


def test_a_read_has_the_value_of_the_last_write_before_it() -> None:
    t = Threads()
    read = t.read("r", X)
    wants = Step((read,), t.terms.equal(read.variable, t.number(1)), ())
    children(t, [t.sets(X, 1)], [t.sets(X, 2)], [wants])
    ctp = t.ctp()
    one, two, see = 5, 7, 9
    assert Formula(ctp).table() == [(one, see, two), (two, one, see)]


def test_two_read_modify_writes_cannot_both_see_the_same_value_at_the_same_time() -> None:
    t = Threads()
    children(t, [t.adds("a", X)], [t.adds("b", X)])
    ctp = t.ctp()
    query = encode_reference(ctp, ctp.checks[0].number)
    a, b = t.terms.variable("a", WIDTH), t.terms.variable("b", WIDTH)
    taken = {v: 1 for v in variables_of(query.assertions) if v not in (a, b)}
    start = {0: 0, 1: 1, 3: 2, 5: 2, 2: 5}

    def holds(seen_a: int, seen_b: int, at_a: int, at_b: int) -> bool:
        evaluator = Evaluator({**taken, a: seen_a, b: seen_b}, {**start, 4: at_a, 6: at_b})
        return all(map(evaluator.holds, query.assertions))

    times = list(product((3, 4), repeat=2))
    assert [(x, y) for x, y in times if holds(0, 1, x, y)] == [(3, 4)]
    assert [(x, y) for x, y in times if holds(1, 0, x, y)] == [(4, 3)]
    assert not any(holds(0, 0, x, y) for x, y in times)


def picks(t: Threads, name: str, value: int) -> Step:
    """Writes to X where Y is 0, to Y where it is 1."""
    where = t.terms.variable(name, WIDTH)
    return Step((Read(where, (Y,)),), t.terms.true, (Write(t.number(value), (X, Y), where, (0, 1)),))


def test_a_write_with_an_address_counts_where_its_address_is_the_cells() -> None:
    t = Threads()
    read = t.read("r", X)
    children(t, [t.sets(Y, 1)], [picks(t, "where", 5)], [Step((read,), t.terms.equal(read.variable, t.number(0)), ())])
    ctp = t.ctp()
    to_y, store, see = 5, 7, 9
    orders = Formula(ctp).table()
    assert (to_y, store, see) in orders
    assert (store, see, to_y) not in orders
    assert (store, to_y, see) not in orders
    assert (see, store, to_y) in orders


def test_an_own_write_that_touched_another_cell_does_not_hide_the_one_before_it() -> None:
    t = Threads()
    read = t.read("r", X)
    sees = Step((read,), t.terms.equal(read.variable, t.number(3)), ())
    children(t, [t.sets(X, 3), picks(t, "where", 2), sees], [t.sets(Y, 1)])
    first, pick, see, other = 4, 5, 6, 8
    assert Formula(t.ctp()).table() == [(first, other, pick, see), (other, first, pick, see)]


def test_a_write_cannot_take_place_where_its_address_was_not_recorded() -> None:
    t = Threads()
    children(t, [picks(t, "where", 2)], [t.sets(Y, 2)])
    formula = Formula(t.ctp())
    assert formula.can_be(0, 1, 3, 4, 5, 6)
    assert not formula.can_be(0, 1, 3, 5, 6, 4)


SYNCHRONISATION: list[tuple[str, list[list[Action]], dict[str, object]]] = [
    (
        "a rwlock",
        [[Acquire(0, Mode.SHARED), Release(0, Mode.SHARED)], [Acquire(0, Mode.SHARED)], [Acquire(0), Release(0)]],
        {"locks": ("l",)},
    ),
    ("a refused try", [[Acquire(0), Release(0)], [Refused(0)], [Refused(0, Mode.SHARED)]], {"locks": ("l",)}),
    ("a refused try of readers", [[Acquire(0, Mode.SHARED), Release(0, Mode.SHARED)], [Refused(0)]], {"locks": ("l",)}),
    ("a semaphore", [[Take(0)], [Post(0)], [Take(0)], [Count(0, 0)]], {"semaphores": (Semaphore("s", 1),)}),
    ("a count that never is", [[Take(0)], [Count(0, 9)]], {"semaphores": (Semaphore("s", 1),)}),
    ("a signal", [[Wait(0, None), Wake(0, "signal")]] * 2 + [[Signal(0)]], {"conditions": ("c",)}),
    ("two signals", [[Wait(0, None), Wake(0, "signal")], [Signal(0), Signal(0)]], {"conditions": ("c",)}),
    ("a broadcast", [[Wait(0, None), Wake(0, "signal")]] * 2 + [[Broadcast(0)]], {"conditions": ("c",)}),
    ("a timeout", [[Wait(0, None), Wake(0, "timeout")]] * 2 + [[Signal(0)]], {"conditions": ("c",)}),
    (
        "a wait with its lock",
        [[Acquire(0), Wait(0, 0), Wake(0, "signal"), Acquire(0)], [Acquire(0), Signal(0), Release(0)]],
        {"locks": ("l",), "conditions": ("c",)},
    ),
    (
        "a barrier",
        [[Arrive(0), Leave(0, last=True)], [Arrive(0), Leave(0, last=False)]],
        {"barriers": (Barrier("b", 2),)},
    ),
    ("a barrier for one", [[Arrive(0), Leave(0, last=True)]] * 2, {"barriers": (Barrier("b", 1),)}),
    ("a once", [[OnceBegin(0), OnceEnd(0)], [OncePass(0)]], {"onces": ("o",)}),
    ("a region", [[RegionBegin(), Post(0), RegionEnd()], [Post(0), Post(0)]], {"semaphores": (Semaphore("s", 0),)}),
    ("a join", [[Exit()], [Join(1), Exit()], [Join(2)]], {}),
]


@pytest.mark.parametrize(
    ("bodies", "objects"), [row[1:] for row in SYNCHRONISATION], ids=[row[0] for row in SYNCHRONISATION]
)
def test_orders_of_synchronisation_are_those_of_the_machine(
    bodies: list[list[Action]], objects: dict[str, object]
) -> None:
    t = Threads()
    children(t, *bodies)
    ctp = t.ctp(**objects)
    assert Formula(ctp).table() == runs(ctp)


def test_nothing_fails_after_the_process_has_ended() -> None:
    t = Threads()
    children(t, [ProcessEnd()], [t.sees(X)])
    formula = Formula(t.ctp())
    assert formula.can_be(0, 1, 3, 5, 6)
    assert not formula.can_be(0, 1, 3, 4)
    assert not formula.can_be(0, 1, 3, 4, 5)


def test_nothing_fails_outside_a_region_that_is_open_and_something_may_inside_it() -> None:
    t = Threads()
    children(t, [RegionBegin(), RegionEnd()])
    formula = Formula(t.ctp())
    assert not formula.can_be(0, 2, 3)
    assert formula.can_be(0, 2, 3, 4)
    t = Threads()
    children(t, [t.sees(X)], last=[RegionBegin()])
    formula = Formula(t.ctp())
    assert formula.can_be(0, 3, 4, 1)
    assert not formula.can_be(0, 1, 3)


def test_another_check_that_is_in_holds() -> None:
    t = Threads()
    children(t, [t.is_number("r", X, 1)], [t.sets(X, 1)])
    formula = Formula(t.ctp())
    check, write = 4, 6
    assert formula.can_be(0, 1, 3, 5, write, check)
    assert not formula.can_be(0, 1, 3, 5, check, write)


@pytest.mark.parametrize("body", ["y := 4 / x\nassert(y == 2)", "if(4 / x != 2)\nassert(y == 1)", "assert(4 / x == 2)"])
def test_a_division_by_zero_is_no_way_to_take_place(body: str) -> None:
    """SMT-LIB gives it a value, with which each of these would fail."""
    zero = parse_ctp(f"shared x: 8 = 0, y: 8 = 0\nthread A\n{body}")
    assert isinstance(asked(zero, zero.checks[0].number), Unsat)
    one = parse_ctp(f"shared x: 8 = 1, y: 8 = 0\nthread A\n{body}")
    assert isinstance(asked(one, one.checks[0].number), Sat)


# ---- the predictive analysis paper's figure 1, with its own two threads and nobody else

FIGURE_1 = """
    shared x = 0, y = 0
    semaphore l = 1
    thread main
      create(T2)
      t1: a := x
      t2: acq(l)
      t3: x := 2 + a
      t4: rel(l)
      t5: y := 1 + a
      t6: acq(l)
      t7: x := 1 + a
      t8: rel(l)
    thread T2
      t9: b := 0
      t10: acq(l)
      t11: if(x > b)
      t12: assert(y == 1)
      t13: rel(l)
"""


def labels(ctp: TraceProgram, answer: Sat, *, complete: bool) -> str:
    moves = decode_reference(ctp, ctp.checks[0].number, answer, complete=complete)
    return " ".join(ctp.events[move.event].label for move in moves if ctp.events[move.event].label.startswith("t"))


def test_the_literal_formula_finds_figure_1_with_bound_2_and_not_with_bound_1() -> None:
    ctp = parse_ctp(FIGURE_1)
    check = ctp.checks[0].number
    assert isinstance(asked(ctp, check, complete=True), Sat)
    assert asked(ctp, check, complete=True, bound=1) == Unsat(frozenset({BOUND}))
    answer = asked(ctp, check, complete=True, bound=2)
    assert isinstance(answer, Sat)
    assert labels(ctp, answer, complete=True) == "t1 t2 t3 t4 t9 t10 t11"
    assert set(answer.positions.values()) == {0, 1, 2}
    assert leads_there(ctp, check, answer, complete=True)


def test_the_prefix_of_figure_1_that_fails_needs_one_switch_less() -> None:
    ctp = parse_ctp(FIGURE_1)
    check = ctp.checks[0].number
    assert asked(ctp, check, bound=0) == Unsat(frozenset({BOUND}))
    answer = asked(ctp, check, bound=1)
    assert isinstance(answer, Sat)
    assert labels(ctp, answer, complete=False) == "t1 t2 t3 t4 t9 t10 t11"
    assert leads_there(ctp, check, answer)


def test_the_literal_formula_misses_what_fails_before_a_branch_that_then_goes_the_other_way() -> None:
    ctp = parse_ctp(
        """
        shared x = 0
        thread A
          x := 1
        thread B
          assert(x == 0)
          if(x == 0)
        """
    )
    check = ctp.checks[0].number
    assert isinstance(asked(ctp, check, complete=True), Unsat)
    answer = asked(ctp, check)
    assert isinstance(answer, Sat)
    assert leads_there(ctp, check, answer)


# ---- agreement with brute force


def agrees(ctp: TraceProgram) -> None:
    """Of every check: the same verdict, a witness that runs, and within as many switches as the best run has."""
    violations = enumerated(ctp).violations
    fewest = fewest_switches(ctp)
    for event in ctp.checks:
        check = event.number
        answer = asked(ctp, check)
        assert isinstance(answer, Sat) == (check in violations)
        if isinstance(answer, Sat):
            assert leads_there(ctp, check, answer)
            bounded = asked(ctp, check, bound=fewest[check])
            assert isinstance(bounded, Sat)
            assert leads_there(ctp, check, bounded)


def without_stops(ctp: TraceProgram, check: int) -> TraceProgram:
    """The literal setting: that check is a branch to its failing side; of the others the condition has only to be
    computable, for a division that traps ends a run."""

    def changed(event: Event) -> Event:
        if not isinstance(event.action, Check):
            return event
        condition = event.action.condition
        guard = ctp.terms.negation(condition) if event.number == check else computable(ctp.terms, [condition])
        return replace(event, action=Step(event.action.reads, guard, ()))

    return replace(ctp, events=tuple(map(changed, ctp.events)))


def has_complete_run(ctp: TraceProgram) -> bool:
    machine = Machine(ctp)
    seen = {machine.initial}
    stack = [machine.initial]
    while stack:
        state = stack.pop()
        if sum(state[: len(ctp.threads)]) == len(ctp.events):
            return True
        fresh = {after for _, after in machine.successors(state)} - seen
        seen |= fresh
        stack.extend(fresh)
    return False


@pytest.mark.parametrize("path", sorted(FIGURES.glob("*.ctp")), ids=lambda path: path.stem)
def test_figures_agree_with_brute_force(path: Path) -> None:
    agrees(load_ctp(path))


@pytest.mark.slow
@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_random_programs_agree_with_brute_force(profile: str) -> None:
    for seed in range(12):
        agrees(random_ctp(Random(f"reference {profile} {seed}"), profile, 12))


@pytest.mark.slow
def test_the_literal_formula_agrees_with_brute_force_over_complete_runs() -> None:
    verdicts = []
    for seed in range(30):
        ctp = random_ctp(Random(f"complete {seed}"), events=12)
        for event in ctp.checks:
            verdicts.append(isinstance(asked(ctp, event.number, complete=True), Sat))
            assert verdicts[-1] == has_complete_run(without_stops(ctp, event.number))
    assert True in verdicts
    assert False in verdicts
