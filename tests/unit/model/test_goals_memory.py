"""Memory errors as goals: used after it was given back, given back twice, checks of all kinds. What is decided is
measured by going through all runs."""

import pytest

from raddle.decide.answers import Holds, Violated
from raddle.encode.encoder import Encoder
from raddle.model.goals import Fails, UseAfterFree
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.run import moves_of
from raddle.model.text.parse import parse_ctp
from raddle.predict.decide import Decider, Limits
from raddle.solve.choose import default_solver
from tests.support.memory_oracle import memory_errors_of
from tests.support.race_oracle import races_of

DECLARED = """shared x: 8 = 0, y: 8 = 0, p: 8 = 0, v[3]: 8 = 0
lock l
semaphore s = 0
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


def is_used(ctp: TraceProgram, free: str = "a", use: str = "b") -> bool:
    """By the decider, who must agree with all runs."""
    goal = UseAfterFree(number(ctp, free), number(ctp, use))
    verdict = Decider(Encoder(ctp), default_solver(), Limits()).decide(goal)
    assert isinstance(verdict, Violated | Holds)
    found = isinstance(verdict, Violated)
    assert found == ((goal.free, goal.use) in memory_errors_of(ctp).uses)
    if isinstance(verdict, Violated):
        assert reached(Machine(ctp), goal, verdict.moves)
    return found


@pytest.mark.parametrize(
    ("bodies", "expected"),
    [
        ({"A": "a: free(x)", "B": "b: r := x"}, True),
        ({"A": "a: free(x)", "B": "b: x := 1"}, True),
        ({"A": "a: free(x)", "B": "b: x@seq_cst := x + 1"}, True),
        ({"A": "a: free(x)", "B": "b: assert(x == 0)"}, True),
        ({"A": "a: free(x)", "B": "b: free(x, y)"}, True),
        ({"A": "a: free(x)", "B": "b: y := 1"}, False),
        ({"A": "a: free(x)", "B": "b: r := x@early"}, False),
        ({"A": "a: free(x)", "B": "b: r := x@early@of_lock"}, True),
        ({"A": "lock(l);a: free(x);unlock(l)", "B": "lock(l);b: x := 1;unlock(l)"}, True),
        ({"A": "take(s);a: free(x)", "B": "b: x := 1;post(s)"}, False),
        ({"A": "take(s);a: free(x)", "B": "post(s);b: x := 1"}, True),
        ({"A": "b: x := 1", "main": "join(A);a: free(x)"}, False),
        ({"A": "a: free(x)", "main": "join(A);b: x := 1"}, True),
        ({"A": "a: free(x);b: x := 1"}, True),
        ({"A": "b: x := 1;a: free(x)"}, False),
    ],
    ids=str,
)
def test_memory_is_used_after_it_was_given_back(bodies: dict[str, str], expected: bool) -> None:
    assert is_used(program(**bodies)) == expected


@pytest.mark.parametrize(
    ("bodies", "expected"),
    [
        ({"A": "q := p;a: free(x) when q == 1", "B": "p := 1;b: x := 1"}, True),
        ({"A": "q := p;a: free(x) when q == 1", "B": "b: x := 1;p := 1"}, False),
        ({"A": "q := p;a: free(x) when q == 1", "B": "p := 2;b: x := 1"}, False),
        ({"A": "a: free(v[1])", "B": "q := p;b: v[q] := 1", "main": "p := 1"}, True),
        ({"A": "a: free(v[1])", "B": "q := p;b: v[q] := 1", "main": "p := 2"}, False),
        ({"A": "a: free(v[1])", "B": "b: v[p] := 1", "main": "p := 1"}, True),
        ({"A": "q := p;a: free(x) when q == 0;p := 1", "B": "q := p;b: free(x) when q == 0;p := 1"}, True),
        ({"A": "lock(l);q := p;p := 1;unlock(l);a: free(x) when q == 0",
          "B": "lock(l);q := p;p := 1;unlock(l);b: free(x) when q == 0"}, False),
    ],
    ids=str,
)  # fmt: skip
def test_what_a_pointer_names_decides(bodies: dict[str, str], expected: bool) -> None:
    assert is_used(program(**bodies)) == expected


@pytest.mark.parametrize(
    ("bodies", "expected"),
    [
        ({"A": "a: frame_end(x)", "B": "b: x := 1"}, True),
        ({"A": "a: frame_end(x);b: x := 1"}, False),
        ({"A": "a: resize(x)", "B": "b: x := 1"}, False),
        ({"A": "a: free(x)", "B": "b: resize(x)"}, True),
    ],
    ids=str,
)
def test_frames_and_blocks_that_are_resized(bodies: dict[str, str], expected: bool) -> None:
    assert is_used(program(**bodies)) == expected


def test_the_end_of_a_frame_is_no_access_as_far_as_races_go() -> None:
    assert not races_of(program(A="a: frame_end(x)", B="b: x := 1")).pairs
    assert races_of(program(A="a: resize(x)", B="b: x := 1")).pairs


def test_nothing_goes_past_a_second_free() -> None:
    """B's free would be the second one before it comes to x."""
    ctp = program(A="a: free(x)", B="c: free(x);b: x := 1")
    assert not is_used(ctp)
    assert is_used(ctp, "a", "c")
    assert is_used(ctp, "c", "a")
    assert is_used(ctp, "c", "b")
    free, again = number(ctp, "a"), number(ctp, "c")
    order = [ctp.threads[0].first, ctp.threads[0].first + 1, free, again]
    assert not reached(Machine(ctp), UseAfterFree(free, number(ctp, "b")), moves_of(ctp, order))


def test_a_false_check_of_any_kind_ends_the_process() -> None:
    ctp = program(A="q := x;c: check_division(q != 0);d: assert(q == 1)", B="x := 2")
    decider = Decider(Encoder(ctp), default_solver(), Limits())
    assert isinstance(decider.decide(Fails(number(ctp, "c"))), Violated)
    assert isinstance(decider.decide(Fails(number(ctp, "d"))), Violated)
    assert memory_errors_of(ctp).checks == {number(ctp, "c"), number(ctp, "d")}
    assert [event.label for event in ctp.assertions] == ["d"]
    passed = program(A="q := x;c: check_address(q == 2);d: assert(q == 2)", B="x := 2")
    verdict = Decider(Encoder(passed), default_solver(), Limits()).decide(Fails(number(passed, "d")))
    assert isinstance(verdict, Holds)
