"""Races as goals: both next, or unordered. What is decided is measured by going through all runs."""

from types import SimpleNamespace

import numpy as np
import pytest

from raddle.base.segments import Segment
from raddle.decide.answers import Holds, Violated
from raddle.encode.encoder import Encoder
from raddle.logic.query import Query
from raddle.model.goals import Goal, Meet, Unordered
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.run import moves_of
from raddle.model.text.parse import parse_ctp
from raddle.predict.decide import Decider, Limits
from raddle.predict.schedule import schedule_of
from raddle.solve.answer import Sat, Unsat
from raddle.solve.choose import default_solver
from tests.support.race_oracle import races_of

DECLARED = """shared x: 8 = 0, y: 8 = 0, f: 8 = 0, i: 8 = 0, v[3]: 8 = 0
lock l, m
condition c
semaphore s = 0
once o
barrier h = 2
"""


def program(**bodies: str) -> TraceProgram:
    """Main creates the threads, and does what is asked of it."""
    lines = ["thread main", *(f"create({name})" for name in bodies if name != "main")]
    lines += bodies.get("main", "skip").split(";")
    for name, body in bodies.items():
        lines += [f"thread {name}", *body.split(";")] if name != "main" else []
    return parse_ctp(DECLARED + "\n".join(lines))


def number(ctp: TraceProgram, label: str) -> int:
    return next(event.number for event in ctp.events if event.label == label)


def said(ctp: TraceProgram) -> str:
    """Of a and b: which of "meet", "ab" and "ba" can be; each asked of the decider, and of all runs."""
    first, second = number(ctp, "a"), number(ctp, "b")
    goals: dict[str, Goal] = {
        "meet": Meet(first, second),
        "ab": Unordered(first, second),
        "ba": Unordered(second, first),
    }
    decider, machine, races = Decider(Encoder(ctp), default_solver(), Limits()), Machine(ctp), races_of(ctp)
    expected = {
        "meet": (first, second) in races.meet,
        "ab": (first, second) in races.unordered,
        "ba": (second, first) in races.unordered,
    }
    found = []
    for name, goal in goals.items():
        verdict = decider.decide(goal)
        assert isinstance(verdict, Violated | Holds)
        assert isinstance(verdict, Violated) == expected[name], name
        if isinstance(verdict, Violated):
            assert reached(machine, goal, verdict.moves)
            found.append(name)
    return " ".join(found)


# ---- what orders


@pytest.mark.parametrize(
    ("bodies", "expected"),
    [
        ({"A": "a: x := 1", "B": "b: x := 2"}, "meet ab ba"),
        ({"A": "a: x := 1", "B": "b: r := x"}, "meet ab ba"),
        ({"A": "a: r := x", "B": "b: r := x"}, ""),
        ({"A": "a: x@relaxed := 1", "B": "b: x@relaxed := 2"}, ""),
        ({"A": "a: x@relaxed := 1", "B": "b: x := 2"}, "meet ab ba"),
        ({"A": "a: x := 1", "B": "b: free(x, y)"}, "meet ab ba"),
        ({"A": "r := f;a: free(x) when r == 1", "B": "f := 1;b: x := 2"}, "meet ab ba"),
        ({"A": "r := f;a: free(x) when r == 1", "B": "b: x := 2;f := 1"}, "ba"),
        ({"A": "r := f@acquire;a: free(x) when r == 1", "B": "b: x := 2;f@release := 1"}, ""),
        ({"A": "lock(l);a: x := 1;unlock(l)", "B": "lock(l);b: x := 2;unlock(l)"}, ""),
        ({"A": "lock(l);a: x := 1;unlock(l)", "B": "lock(m);b: x := 2;unlock(m)"}, "meet ab ba"),
        ({"A": "a: x := 1", "main": "join(A);b: x := 2"}, ""),
        ({"A": "a: x := 1;post(s)", "B": "take(s);b: x := 2"}, ""),
        ({"A": "post(s);a: x := 1", "B": "take(s);b: x := 2"}, "meet ab ba"),
        ({"A": "a: x := 1;arrive(h);leave(h)", "B": "arrive(h);leave(h) last;b: x := 2"}, ""),
    ],
    ids=str,
)
def test_accesses_race_unless_something_orders_them(bodies: dict[str, str], expected: str) -> None:
    assert said(program(**bodies)) == expected


def test_a_race_that_the_order_of_a_lock_hides_is_found() -> None:
    """In the given run A's section comes first, and orders x."""
    assert said(program(A="a: x := 1;lock(l);unlock(l)", B="lock(l);unlock(l);b: x := 2")) == "meet ab ba"


def test_a_race_behind_a_section_that_must_come_second_is_none() -> None:
    """B gets on only where it reads what A wrote in its section."""
    ctp = program(A="a: x := 1;lock(l);f := 1;unlock(l)", B="lock(l);r := f;unlock(l);assume(r == 1);b: x := 2")
    assert said(ctp) == ""


# ---- memory orders


@pytest.mark.parametrize(
    ("write", "read", "expected"),
    [
        ("f@release := 1", "r := f@acquire", ""),
        ("f@seq_cst := 1", "r := f@seq_cst", ""),
        ("f@relaxed := 1", "r := f@acquire", "ab"),
        ("f@release := 1", "r := f@relaxed", "ab"),
        ("f := 1", "r := f", "ab"),
        ("fence(release);f@relaxed := 1", "r := f@relaxed;fence(acquire)", ""),
        ("fence(acquire);f@relaxed := 1", "r := f@relaxed;fence(acquire)", "ab"),
        ("f@release := 3;f@relaxed := 1", "r := f@acquire", ""),
        ("f@release := 3;f := 1", "r := f@acquire", "ab"),
    ],
    ids=str,
)
def test_a_message_orders_only_with_release_and_acquire(write: str, read: str, expected: str) -> None:
    assert said(program(A=f"a: x := 1;{write}", B=f"{read};assume(r == 1);b: x := 2")) == expected


def test_an_update_passes_on_what_was_released() -> None:
    update = "assume(f@relaxed == 1) { f@relaxed := 2 }"
    passing = program(A="a: x := 1;f@release := 1", C=update, B="r := f@acquire;assume(r == 2);b: x := 2")
    assert said(passing) == ""
    storing = program(
        A="a: x := 1;f@release := 1",
        C="q := f@relaxed;assume(q == 1);f@relaxed := 2",
        B="r := f@acquire;assume(r == 2);b: x := 2",
    )
    assert said(storing) == "ab"


def test_an_access_may_acquire_what_orders_it() -> None:
    """The atomic read sees what was released after the plain write, or comes before."""
    ctp = program(A="a: f := 3;f@release := 1", B="b: r := f@acquire;assume(r == 1)")
    assert said(ctp) == "meet ab ba"
    only = program(A="a: f := 3;f@release := 1;y@release := 1", B="q := y@relaxed;assume(q == 1);b: r := f@acquire")
    assert said(only) == ""


def test_what_orders_nothing_makes_accesses_race_that_are_never_both_next() -> None:
    refused = program(A="a: x := 1;lock(l)", B="trylock(l) fails;b: x := 2")
    assert said(refused) == "ab"


def test_a_signal_orders_nothing() -> None:
    ctp = program(A="a: x := 1;signal(c)", B="wait(c);b: x := 2")
    assert said(ctp) == "ab"


# ---- what is touched


def test_addresses_decide_whether_two_accesses_meet() -> None:
    there = program(A="i := 1", B="k := i;a: v[k] := 7", C="b: v[1] := 8")
    assert "meet" in said(there)
    elsewhere = program(A="i := 1", B="k := i;a: v[k] := 7", C="b: v[2] := 8")
    assert said(elsewhere) == ""


def test_a_write_whose_branch_goes_the_other_way_touches_nothing() -> None:
    swap = program(A="a: assume(x@seq_cst == 1) { x@seq_cst := 2 }", B="b: r := x")
    assert said(swap) == ""
    after = program(A="a: assume(x@seq_cst == 1) { x@seq_cst := 2 }", B="b: r := x", C="x@seq_cst := 1")
    assert "meet" in said(after)


def test_a_swap_may_race_though_it_would_fail_where_both_are_next() -> None:
    ctp = program(
        A="a: assume(x@seq_cst == 0) { x@seq_cst := 1 }",
        C="x@release := 5",
        B="r := x@acquire;assume(r == 5);b: q := x",
    )
    assert said(ctp) == "ab"


def test_nothing_is_next_when_the_process_has_ended() -> None:
    ctp = program(A="a: x := 1", main="b: x := 2;exit")
    order = [ctp.events[0].number, *(event.number for event in ctp.of_thread(1)[:1])]
    goal = Meet(number(ctp, "a"), number(ctp, "b"))
    assert reached(Machine(ctp), goal, moves_of(ctp, order))
    ended = [*order, *(event.number for event in ctp.of_thread(0)[1:])]
    assert not reached(Machine(ctp), goal, moves_of(ctp, ended))


# ---- how it is asked


def test_heads_are_next_and_nobody_sees_what_they_would_do() -> None:
    ctp = program(A="y := 1;a: x := 1", B="b: x := 2", C="r := x;assume(r == 2)")
    formula = Encoder(ctp).encode(Meet(number(ctp, "a"), number(ctp, "b"))).formula
    assert formula.taken(number(ctp, "a") - 1) is ctp.terms.true
    assert formula.taken(number(ctp, "a")) is ctp.terms.false
    assert formula.taken(number(ctp, "b")) is ctp.terms.false
    assert number(ctp, "a") + 1 not in formula.cone
    assert not formula.cone.events(3), "C does not matter to them"


def test_an_event_that_must_come_first_is_never_next_with_the_other() -> None:
    ctp = program(A="a: x := 1", main="join(A);b: x := 2")
    encoder = Encoder(ctp)
    for goal in (Meet(number(ctp, "a"), number(ctp, "b")), Meet(number(ctp, "b"), number(ctp, "a"))):
        assert encoder.encode(goal).query.assertions == (ctp.terms.false,)


@pytest.mark.parametrize("read", ["r := f@acquire", "r := f@relaxed;fence(acquire)"])
def test_it_matters_whose_write_an_atomic_read_sees_also_where_its_value_does_not(read: str) -> None:
    """C's store ends the release sequence of A's: without it B would always come to know of a."""
    flag = "q := y@relaxed;assume(q == 1)"
    ctp = program(A="a: x := 1;f@release := 1;y@relaxed := 1", C="f@relaxed := 2", B=f"{flag};{read};b: x := 2")
    assert said(ctp) == "ab"
    assert said(program(A="a: x := 1;f@release := 1;y@relaxed := 1", B=f"{flag};{read};b: x := 2")) == ""


def test_a_slice_is_a_proof_and_a_flag_needs_no_arithmetic() -> None:
    ctp = program(A="a: x := 1;f := 1", B="r := f;assume(r == 1);b: x := 2")
    goal = Meet(number(ctp, "a"), number(ctp, "b"))
    bare, flags = Encoder(ctp).slices(goal)
    assert not isinstance(bare, Query)
    assert not isinstance(flags, Query)
    assert isinstance(default_solver().solve(bare.query, 30), Sat)
    assert isinstance(default_solver().solve(flags.query, 30), Unsat)


def test_with_a_bound_no_more_switches_are_used() -> None:
    """Main creates both, A comes to its access, then B."""
    ctp = program(A="a: x := 1", B="b: x := 2")
    goal = Meet(number(ctp, "a"), number(ctp, "b"))
    assert Decider(Encoder(ctp), default_solver(), Limits(switches=1)).decide(goal) == Holds(goal, bound=1)
    found = Decider(Encoder(ctp), default_solver(), Limits(switches=2)).decide(goal)
    assert isinstance(found, Violated)
    assert found.switches == 2


def test_the_schedule_of_a_race_ends_with_both_accesses() -> None:
    ctp = program(A="a: x := 1", B="b: x := 2")
    a, b = (ctp.events[number(ctp, label)] for label in "ab")
    order = [*(event.number for event in ctp.of_thread(0)[:2]), a.number - 1, b.number - 1]
    events = np.zeros(1 + max(event.origin for event in ctp.events), [("kind", "i4")])
    trace = SimpleNamespace(threads=[SimpleNamespace(events=events) for _ in ctp.threads])
    for goal, done in ((Meet(a.number, b.number), order), (Unordered(a.number, b.number), [*order, a.number])):
        moves = moves_of(ctp, done)
        assert reached(Machine(ctp), goal, moves)
        segments = schedule_of(ctp, trace, moves, goal).segments  # type: ignore[arg-type]
        assert segments[-2:] == (Segment("A", a.upto), Segment("B", b.upto))
