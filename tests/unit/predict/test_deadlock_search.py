"""Which circles of threads that wait for each other are found in small trace programs, and which are not there."""

import pytest

from raddle.encode.encoder import Encoder
from raddle.model.machine import Machine
from raddle.model.text.parse import parse_ctp
from raddle.predict.deadlocks import search
from raddle.predict.deadlocks.search import Search
from raddle.predict.decide import Decider, Limits
from raddle.solve.choose import default_solver
from tests.support.deadlock_search import TWO_ORDERS, deadlocks, philosophers, searched


@pytest.mark.parametrize("count", [2, 3, 4])
def test_philosophers_who_all_begin_on_the_left_wait_for_each_other(count: int) -> None:
    assert deadlocks(philosophers(count, last_turns=False)) == [{f"p{n}" for n in range(count)}]
    assert deadlocks(philosophers(count, last_turns=True)) == []


def test_a_gate_keeps_a_circle_from_closing() -> None:
    assert deadlocks(TWO_ORDERS.format(before="skip", after="skip")) == [{"t", "u"}]
    assert deadlocks(TWO_ORDERS.format(before="lock(gate)", after="unlock(gate)")) == []
    assert deadlocks(TWO_ORDERS.format(before="rdlock(gate)", after="rdunlock(gate)")) == [{"t", "u"}]


def test_a_circle_within_one_thread_is_none() -> None:
    text = "lock a, b\nthread T\n lock(a)\n lock(b)\n unlock(b)\n unlock(a)\n lock(b)\n lock(a)\n unlock(a)\n unlock(b)"
    assert deadlocks(text) == []


def test_what_must_be_over_waits_for_nobody() -> None:
    text = """
    lock a, b
    thread T
     lock(b)
     t: lock(a)
     unlock(a)
     unlock(b)
    thread main
     lock(a)
     m: lock(b)
     unlock(b)
     unlock(a)
     create(T)
     join(T)
    """
    assert deadlocks(text) == []
    created_first = text.replace("lock(a)\n     m:", "create(T)\n     lock(a)\n     m:").replace(
        "unlock(a)\n     create(T)", "unlock(a)"
    )
    assert deadlocks(created_first) == [{"t", "m"}]


def test_data_may_keep_a_circle_from_closing() -> None:
    text = """
    shared done = 0
    lock a, b
    thread T
     lock(a)
     t: lock(b)
     unlock(b)
     unlock(a)
     done := 1
    thread U
     assume(done == {needed})
     lock(b)
     u: lock(a)
     unlock(a)
     unlock(b)
    """
    assert deadlocks(text.format(needed=1)) == []
    assert deadlocks(text.format(needed=0)) == [{"t", "u"}]


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        (("lock", "lock"), ("lock", "lock"), True),
        (("rdlock", "lock"), ("rdlock", "lock"), True),
        (("rdlock", "rdlock"), ("rdlock", "rdlock"), False),
        (("rdlock", "lock"), ("lock", "rdlock"), False),
        (("lock", "rdlock"), ("lock", "rdlock"), True),
        (("lock", "rdlock"), ("rdlock", "lock"), False),
    ],
)
def test_readers_wait_for_writers_only(first: tuple[str, str], second: tuple[str, str], *, found: bool) -> None:
    release = {"lock": "unlock", "rdlock": "rdunlock"}
    (one, two), (three, four) = first, second
    text = f"""
    lock a, b
    thread T
     {one}(a)
     t: {two}(b)
     {release[two]}(b)
     {release[one]}(a)
    thread U
     {three}(b)
     u: {four}(a)
     {release[four]}(a)
     {release[three]}(b)
    """
    assert deadlocks(text) == ([{"t", "u"}] if found else [])


def test_one_of_several_readers_is_enough() -> None:
    text = """
    lock a, b
    thread R
     rdlock(a)
     rdunlock(a)
    thread T
     rdlock(a)
     t: lock(b)
     unlock(b)
     rdunlock(a)
    thread U
     lock(b)
     u: lock(a)
     unlock(a)
     unlock(b)
    """
    assert deadlocks(text) == [{"t", "u"}]


def test_a_join_under_a_lock_that_the_child_wants() -> None:
    text = """
    lock a
    thread main
     create(T)
     lock(a)
     m: {how}(T)
     unlock(a)
    thread T
     t: lock(a)
     unlock(a)
    """
    assert deadlocks(text.format(how="join")) == [{"m", "t"}]
    assert deadlocks(text.format(how="tryjoin")) == []


def test_a_join_of_somebody_who_joins_closes_a_circle_too() -> None:
    text = """
    lock a
    thread main
     create(T)
     lock(a)
     m: join(T)
     unlock(a)
    thread T
     create(U)
     t: join(U)
    thread U
     u: lock(a)
     unlock(a)
    """
    assert deadlocks(text) == [{"m", "t", "u"}]


def test_a_try_that_backs_off_is_no_deadlock() -> None:
    text = """
    lock a, b
    thread T
     lock(a)
     t: lock(b)
     unlock(b)
     unlock(a)
    thread U
     lock(b)
     trylock(a) {how}
     {rest}
     unlock(b)
    """
    assert deadlocks(text.format(how="fails", rest="skip")) == []
    assert deadlocks(text.format(how="", rest="unlock(a)")) == []


def test_circles_with_the_same_places_are_one() -> None:
    loops = "\n".join(f" lock({first})\n lock({second})\n unlock({second})\n unlock({first})"
                      for first, second in [("a", "b")] * 3)  # fmt: skip
    other = "\n".join(f" lock({first})\n lock({second})\n unlock({second})\n unlock({first})"
                      for first, second in [("b", "a")] * 3)  # fmt: skip
    ctp = parse_ctp(f"lock a, b\nthread T\n{loops}\nthread U\n{other}")
    encoder, machine = Encoder(ctp), Machine(ctp)
    looking = Search(encoder, machine, lambda event: ctp.events[event].thread)
    decider = Decider(encoder, default_solver(), Limits())
    result = looking(lambda groups: [[decider.decide(goal) for goal in group] for group in groups])
    assert len(result.found) == 1
    assert not result.unknown


def test_many_ways_round_are_asked_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_WAYS", 0)
    assert deadlocks(philosophers(3, last_turns=False)) == [{"p0", "p1", "p2"}]
    assert deadlocks(philosophers(3, last_turns=True)) == []


def test_too_many_ways_round_are_asked_for_by_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raddle.predict.deadlocks.lock_graph.MOST_STEPS", 1)
    assert deadlocks(philosophers(3, last_turns=False)) == [{"p0", "p1", "p2"}]
    assert deadlocks(philosophers(3, last_turns=True)) == []


def test_too_many_places_are_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raddle.predict.deadlocks.lock_graph.MOST_STEPS", 1)
    monkeypatch.setattr(search, "MOST_PLACES", 2)
    result = searched(parse_ctp(philosophers(3, last_turns=False)))
    assert [len(one.events) for one in result.found] == [3]
    assert "too many ways round" in result.unknown[0].reason
    settled = searched(parse_ctp(philosophers(3, last_turns=True)))
    assert (settled.found, settled.unknown) == ([], [])


def test_sections_that_overlap_do_not_hide_what_comes_between() -> None:
    text = """
    lock a, b
    thread T
     lock(a)
     unlock(a)
     lock(b)
     t: lock(a)
     unlock(b)
     unlock(a)
    thread U
     trylock(b)
     trylock(a)
     unlock(b)
     unlock(a)
     lock(b)
     lock(a)
     unlock(b)
     u: lock(b)
     unlock(b)
     unlock(a)
    """
    assert {"t", "u"} in deadlocks(text)


@pytest.mark.compiler
def test_a_long_run_is_searched_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_EVENTS", 0)
    result = searched(parse_ctp(TWO_ORDERS.format(before="skip", after="skip")))
    assert [len(one.events) for one in result.found] == [2]
    assert not result.unknown
    apart = searched(parse_ctp(TWO_ORDERS.format(before="lock(gate)", after="unlock(gate)")))
    assert (apart.found, apart.unknown) == ([], [])
    tokens = searched(parse_ctp("semaphore s = 1\nthread T\n take(s)\n post(s)"))
    assert "too many for one question" in tokens.unknown[0].reason
