"""The search of all states: what it finds in small trace programs, and brute force finds in random ones."""

import pytest

from raddle.decide.registers import NotSearched
from raddle.decide.search import StateSearch
from raddle.decide.states import States
from raddle.decide.states_library import states_layout
from raddle.logic.operators import Op
from raddle.model.goals import Beside, Circle, CircleAmong, Fails, Meet, Standstill, Unordered
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.text.parse import parse_ctp
from tests.support.exactness_states import HANDED_ON, HELD_BY_MAIN, StatesExactness, compared

pytestmark = pytest.mark.compiler

TWO_LOCKS = """
lock a, b
thread T
 lock(a)
 t: lock(b)
 unlock(b)
 unlock(a)
thread U
 lock(b)
 u: lock(a)
 unlock(a)
 unlock(b)
thread main
 create(T)
 create(U)
 m: join(T)
 n: join(U)
"""
COUNTER = """
shared x: 8 = 0
lock a
thread T
 t: v := x
 x := v + 1
thread U
 lock(a)
 u: x := 5
 unlock(a)
thread main
 create(T)
 create(U)
 join(T)
 join(U)
 w := x
 c: assert(w == 5)
"""


def states_of(text: str, *, reduced: bool = True) -> tuple[TraceProgram, States, dict[str, int]]:
    ctp = parse_ctp(text)
    states = States(ctp, reduced=reduced)
    states.search(10_000_000)
    assert states.is_over
    return ctp, states, {event.label: event.number for event in ctp.events if event.label}


def test_threads_that_wait_for_each_other_are_found_with_moves() -> None:
    ctp, states, at = states_of(TWO_LOCKS)
    circle = Circle((at["t"], at["u"]))
    moves = states.answer(circle)
    assert isinstance(moves, tuple) and reached(Machine(ctp), circle, moves)
    assert isinstance(states.answer(CircleAmong(((at["t"],), (at["u"],)))), tuple)
    assert isinstance(states.answer(Standstill()), tuple)
    assert states.answer(Standstill(circles=False)) == "never"


def test_one_order_of_locks_never_deadlocks() -> None:
    _, states, at = states_of(TWO_LOCKS.replace(" lock(b)\n u: lock(a)", " lock(a)\n u: lock(b)"))
    assert states.answer(Circle((at["t"], at["u"]))) == "never"
    assert states.answer(Standstill()) == "never"


def test_races_and_failing_checks_are_found_with_moves() -> None:
    ctp, states, at = states_of(COUNTER)
    for goal in (Meet(at["t"], at["u"]), Fails(at["c"])):
        moves = states.answer(goal)
        assert isinstance(moves, tuple) and reached(Machine(ctp), goal, moves)
    assert states.answer(Unordered(at["t"], at["u"])) is None, "the search does not know of it"


def test_who_waits_for_a_lock_is_looked_at_with_who_has_to_give_it_back() -> None:
    for reduced in (True, False):
        _, states, at = states_of(HELD_BY_MAIN, reduced=reduced)
        assert isinstance(states.answer(Meet(at["q"], at["p"])), tuple)


def test_an_address_that_only_a_register_has_is_handed_on() -> None:
    for reduced in (True, False):
        _, states, at = states_of(HANDED_ON, reduced=reduced)
        assert isinstance(states.answer(Meet(at["p"], at["r"])), tuple)


def test_who_has_no_address_of_a_block_is_not_waited_for() -> None:
    """R can find 4096 nowhere: P is alone with x, and Q with q, so that each goes on at once."""
    text = HANDED_ON.replace("q: 64 = 4096", "q: 64 = 0")
    _, states, at = states_of(text)
    assert states.answer(Meet(at["p"], at["r"])) == "never"
    assert states.count < states_of(text, reduced=False)[1].count


def test_of_two_events_at_a_lock_it_is_known_whether_they_are_next_at_once() -> None:
    text = "hidden l: 8 = 0 of_lock\nlock m\n"
    text += "thread T\n lock(m)\n t: l := 1\n unlock(m)\nthread U\n u: l := 2\n lock(m)\n w: l := 3\n unlock(m)\n"
    ctp, states, at = states_of(text)
    moves = states.answer(Beside(at["t"], at["u"]))
    assert isinstance(moves, tuple) and reached(Machine(ctp), Beside(at["t"], at["u"]), moves)
    assert states.answer(Beside(at["t"], at["w"])) == "never"


def test_what_is_not_over_says_what_it_found_and_nothing_else() -> None:
    ctp = parse_ctp(COUNTER)
    whole = StateSearch(ctp)
    at = {event.label: event.number for event in ctp.events if event.label}
    assert whole.answer(Meet(at["t"], at["u"])) is None and whole.races() is None, "nothing was allowed"
    whole.allow(1.0, None)
    assert isinstance(whole.answer(Meet(at["t"], at["u"])), tuple)
    assert whole.is_never(Meet(at["t"], at["c"]))
    found = whole.races()
    assert found is not None and Meet(at["t"], at["u"]) in found.goals


def test_values_that_only_assertions_ask_for_can_be_left_aside() -> None:
    ctp = parse_ctp(COUNTER)
    control, full = States(ctp, with_assertions=False), States(ctp)
    for states in (control, full):
        states.search(10_000_000)
    at = {event.label: event.number for event in ctp.events if event.label}
    assert control.answer(Fails(at["c"])) is None
    assert set(full.meets) <= set(control.meets)
    assert control.count <= full.count


def test_wide_numbers_are_refused_by_name() -> None:
    with pytest.raises(NotSearched, match="64 bits"):
        States(parse_ctp(COUNTER.replace("x: 8", "x: 100")))


def test_operators_that_only_terms_have_are_those_of_logic() -> None:
    layout = states_layout()
    assert [layout[f"RD_TERM_{op.name}"] for op in (Op.NOT, Op.ALL, Op.ANY)] == [Op.NOT, Op.ALL, Op.ANY]


@pytest.mark.slow
def test_brute_force_finds_the_same() -> None:
    total = StatesExactness()
    for number in range(200):
        total.add(compared(number))
    assert not total.disagreements
    assert total.refused < 40 and total.meets > 100 and total.uses > 100 and total.standstills and total.circles
    assert total.states < total.all_states / 2
