"""Folded trace programs: what threads do again and again written once, and what a search of that denies."""

import pytest

from raddle.decide.folded_states import FoldedStates
from raddle.decide.folding import Folded, folded
from raddle.decide.search import StateSearch
from raddle.model.goals import Beside, Fails, Goal, Meet, Standstill
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp
from tests.support.exactness_folded import FoldedExactness, compare, compared
from tests.support.folded_mutants import RECURRING_BY_HAND

PROGRAMS = 26


def counters(times: int) -> str:
    """Two threads that count under a lock, one of them now and then without it; and one reads in the end."""
    section = " lock(a)\n {0}{1} := x\n x := {0}{1} + 1\n unlock(a)\n"
    threads = "".join(
        f"thread {name}\n" + "".join(section.format(name.lower(), number) for number in range(times)) for name in "PQ"
    )
    main = f"thread main\n create(P)\n create(Q)\n join(P)\n join(Q)\n c: assert(x == {2 * times})\n"
    return f"shared x: 8 = 0\nlock a\n{threads}{main}"


def fold_of(ctp: TraceProgram) -> Folded:
    fold = folded(ctp, with_assertions=False)
    assert fold is not None
    return fold


def test_what_comes_again_is_written_once_and_may_come_as_often_as_it_likes() -> None:
    ctp = parse_ctp(counters(9))
    fold = fold_of(ctp)
    events = [fold.program.of_thread(thread) for thread in range(3)]
    assert [len(of) for of in events] == [len(ctp.of_thread(0)), 6, 6]
    assert fold.turns == {events[1][4].number: (1, 5), events[2][4].number: (1, 5)}


def test_each_event_is_the_one_that_stands_for_it() -> None:
    ctp = parse_ctp(counters(3))
    fold = fold_of(ctp)
    for event in ctp.events:
        one = fold.program.events[fold.event_of[event.number]]
        assert (one.thread, type(one.action)) == (event.thread, type(event.action))


def test_values_that_only_assertions_ask_for_are_no_part_of_what_comes_again() -> None:
    text = "shared x: 8 = 0\nthread T\n x := 1\n x := 2\nthread main\n create(T)\n v := x\n c: assert(v != 2)\n"
    ctp = parse_ctp(text)
    assert len(fold_of(ctp).program.of_thread(1)) == 3
    assert folded(ctp, with_assertions=True) is None


@pytest.mark.parametrize(
    ("verses", "kept"),
    [
        ("x := 1|lock(a)|x := 1|unlock(a)|x := 1|lock(a)|x := 1|unlock(a)", 4),
        ("v := x|assume(v == 0)|assume(v != 1)|v2 := x|assume(v2 == 0)|assume(v2 != 1)", 3),
        ("v := x|y := 1|y := 1|assume(v == 0)", 4),
        ("region_begin|y := 1|y := 1|region_end|region_begin|y := 1|y := 1|region_end", 4),
        ("y := 1|once_begin(o)|once_end(o)|y := 1", 4),
        ("y := 1|frame_end(z)|y := 1", 3),
    ],
)
def test_threads_are_cut_where_nothing_is_open_and_what_comes_once_comes_once(verses: str, kept: int) -> None:
    text = "shared x: 8 = 0, y: 8 = 0, z: 8 = 0\nlock a\nonce o\nthread T\n{}\nthread U\n x := 1\n x := 1\n"
    ctp = parse_ctp(text.format("\n".join(f" {one}" for one in verses.split("|"))))
    assert len(fold_of(ctp).program.of_thread(1)) == kept + 2  # its start and its end


def test_what_stands_behind_a_join_is_not_what_stands_before_it() -> None:
    assert folded(parse_ctp(RECURRING_BY_HAND[0]), with_assertions=False) is None


@pytest.mark.compiler
def test_the_states_of_a_folded_program_are_as_many_however_often_it_goes_round() -> None:
    counts = []
    for times in (3, 30):
        states = FoldedStates(fold_of(parse_ctp(counters(times))), with_assertions=False)
        states.search_unordered(range(20), 1_000_000)
        assert states.knows_unordered and not states.meets and not states.unordered
        counts.append(states.count)
    assert counts[0] == counts[1]


@pytest.mark.compiler
def test_what_is_wrong_only_where_something_comes_too_often_is_left_to_the_search_of_the_program_itself() -> None:
    text = "shared x: 8 = 0\nsemaphore s = 2\nthread T\n take(s)\n take(s)\nthread main\n create(T)\n join(T)\n"
    ctp = parse_ctp(text)
    states = FoldedStates(fold_of(ctp), with_assertions=False)
    states.search(1_000_000)
    assert states.is_over and not states.is_never(Standstill())
    search = StateSearch(ctp)
    search.allow(1.0, None)
    assert search.answer(Standstill()) == "never"


@pytest.mark.compiler
def test_of_events_beside_each_other_it_answers_what_the_search_knows_of() -> None:
    text = "hidden l: 8 = 0 of_lock\nshared x: 8 = 0\nthread T\n {0}\n {0}\n"
    text += "thread main\n lock(a)\n {0}\n create(T)\n unlock(a)\n"
    answers = []
    for what in ("l := 1", "x := 1"):
        ctp = parse_ctp("lock a\n" + text.format(what))
        states = FoldedStates(fold_of(ctp), with_assertions=False)
        states.search(1_000_000)
        first = ctp.of_thread(0)[1].number
        answers.append([states.is_never(Beside(first, event.number)) for event in ctp.of_thread(1)[1:3]])
    assert answers == [[True, True], [False, False]]


@pytest.mark.compiler
def test_a_search_asks_the_folded_program_first() -> None:
    ctp = parse_ctp(counters(40))
    search = StateSearch(ctp)
    search.allow(0.001, None)  # too little for all states of the program itself
    pairs = [(one.number, other.number) for one in ctp.of_thread(1)[2:4] for other in ctp.of_thread(2)[2:4]]
    goals: list[Goal] = [Meet(*pair) for pair in pairs]
    assert [search.answer(goal) for goal in goals] == ["never"] * 4
    assert search.answer(Fails(ctp.assertions[0].number)) is None
    races = search.races()
    assert races is not None and not races.goals


@pytest.mark.compiler
@pytest.mark.parametrize("text", RECURRING_BY_HAND)
def test_programs_made_by_hand(text: str) -> None:
    found = FoldedExactness()
    compare(parse_ctp(text), found)
    assert not found.disagreements


@pytest.mark.compiler
@pytest.mark.slow
@pytest.mark.parametrize("number", range(PROGRAMS))
def test_nothing_that_brute_force_finds_is_denied(number: int) -> None:
    assert not compared(number).disagreements
