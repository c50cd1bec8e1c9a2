"""Many goals by one formula: what it proves is so, and it proves as much as a formula for each."""

import pytest

from raddle.encode import trace_formula
from raddle.encode.encoder import Encoder
from raddle.model.goals import Beside, Fails, Goal, Meet, Torn, UseAfterFree
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.solve.answer import Unsat
from raddle.solve.choose import default_solver
from tests.support.asked_together import asked_together
from tests.support.race_oracle import pairs_of, races_of

SHARED = "shared x: 8 = 0, y: 8 = 0, f: 8 = 0, i: 8 = 0, v[3]: 8 = 0\nlock l\n"
LOCKED = """
thread A
 lock(l)
 a1: x := 1
 a2: x := 2
 unlock(l)
 a3: y := 1
thread B
 b1: y := 2
 lock(l)
 b2: x := 3
 unlock(l)
 b3: x := 4
"""
CHECKED = """
thread A
 a1: r := x
 a2: x := r + 1
 c: assert(x >= 1)
 d: assert(x == 1)
thread B
 b: x := x + 1
 e: assert(x <= 2)
"""


def number(ctp: TraceProgram, label: str) -> int:
    return next(event.number for event in ctp.events if event.label == label)


def proved(ctp: TraceProgram, goals: list[Goal]) -> frozenset[Goal]:
    found = asked_together(Encoder(ctp), goals)
    assert list(found.asked) == goals
    return found.proved


def test_races_that_both_threads_stand_before_are_told_from_those_that_there_are_not() -> None:
    ctp = parse_ctp(SHARED + LOCKED)
    pairs, races = list(pairs_of(ctp)), races_of(ctp).meet
    goals: list[Goal] = [Meet(*pair) for pair in pairs]
    never = {Meet(*pair) for pair in pairs if pair not in races}
    assert 0 < len(never) < len(goals)
    assert proved(ctp, goals) == never


def test_checks_that_can_fail_are_told_from_those_that_hold() -> None:
    ctp = parse_ctp(SHARED + CHECKED)
    goals: list[Goal] = [Fails(number(ctp, label)) for label in "cde"]
    assert proved(ctp, goals) == {Fails(number(ctp, "c")), Fails(number(ctp, "e"))}


def test_what_is_never_so_by_what_must_be_needs_no_solver() -> None:
    ctp = parse_ctp(SHARED + "thread main\n a: x := 1\n create(A)\n b: x := 2\nthread A\n c: x := 3")
    never, may = (Meet(number(ctp, one), number(ctp, "c")) for one in "ab")
    assert list(Encoder(ctp).together([never, may]).names) == [may]
    assert proved(ctp, [never, may]) == {never}


def test_what_an_event_reads_itself_decides_what_it_touches_as_it_does_alone() -> None:
    ctp = parse_ctp(
        SHARED + "thread A\n i := 1\n i := 2\nthread B\n b: v[i] := 2\nthread C\n c: v[0] := 1\n d: v[2] := 3"
    )
    goals: list[Goal] = [Meet(number(ctp, "b"), number(ctp, label)) for label in "cd"]
    assert proved(ctp, goals) == set()


def test_goals_of_which_a_formula_for_many_could_not_tell_are_asked_alone() -> None:
    ctp = parse_ctp(SHARED + "thread A\n region_begin\n a: x := 1\n region_end\n b: x := 2\nthread B\n c: x := 3")
    a, b, c = (number(ctp, label) for label in "abc")
    encoder = Encoder(ctp)
    assert not encoder.can_be_together(Meet(a, c))
    assert not encoder.can_be_together(Torn(a, c, c, b))
    assert encoder.can_be_together(Meet(b, c))
    assert encoder.can_be_together(Beside(b, c))


def test_a_use_after_a_free_is_told_from_one_before_it() -> None:
    ctp = parse_ctp(SHARED + "thread A\n lock(l)\n r := f\n unlock(l)\n assume(r == 0)\n a: x := 1\nthread B\n"
                    " lock(l)\n f := 1\n unlock(l)\n join(A)\n b: free(x)\nthread C\n c: x := 2")  # fmt: skip
    a, b, c = (number(ctp, label) for label in "abc")
    goals: list[Goal] = [UseAfterFree(b, a), UseAfterFree(b, c)]
    assert proved(ctp, goals) == {UseAfterFree(b, a)}


def test_one_formula_proves_what_a_formula_for_each_proves() -> None:
    ctp = parse_ctp(SHARED + LOCKED)
    encoder, solver = Encoder(ctp), default_solver()
    goals: list[Goal] = [Meet(*pair) for pair in pairs_of(ctp)]
    alone = {one for one in goals if isinstance(solver.solve(encoder.encode(one, alone=True).query, 10), Unsat)}
    assert proved(ctp, goals) == alone


def test_were_nobody_to_stand_before_what_goals_name_races_would_be_denied(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule broken on purpose."""
    monkeypatch.setattr(trace_formula, "_stops", lambda goal: frozenset())
    ctp = parse_ctp(SHARED + LOCKED)
    wrong = {Meet(*pair) for pair in races_of(ctp).meet} & proved(ctp, [Meet(*pair) for pair in pairs_of(ctp)])
    assert wrong
