"""Which states in which nobody can move are found in small trace programs, and which are not there."""

from collections.abc import Sequence

from raddle.encode.encoder import Encoder
from raddle.model.goals import Goal, Standstill
from raddle.model.machine import Machine
from raddle.model.text.parse import parse_ctp
from raddle.predict.deadlocks.search import Search
from tests.support.deadlock_oracle import stuck_of
from tests.support.deadlock_search import TWO_ORDERS, deadlocks, philosophers


def test_tokens_that_are_taken_in_opposite_orders() -> None:
    text = """
    semaphore s = 1, r = 1
    thread T
     take(s)
     t: {how}(r)
     post(r)
     post(s)
    thread U
     take(r)
     u: take(s)
     post(s)
     post(r)
    thread main
     create(T)
     create(U)
     m: join(T)
     join(U)
    """
    assert deadlocks(text.format(how="take")) == [{"t", "u", "m"}]
    assert deadlocks(text.format(how="trytake")) == []


LOST = """
shared ready = 0
lock l
condition c
thread W
 lock(l)
 {looks}
 w: wait(c, l){how}
 unlock(l)
thread S
 lock(l)
 ready := 1
 {wakes}
 unlock(l)
thread main
 create(W)
 create(S)
 m: join(W)
 join(S)
"""


def test_a_signal_before_the_wait_is_lost() -> None:
    lost = LOST.format(looks="skip", how="", wakes="signal(c)")
    assert deadlocks(lost) == [{"w'", "m"}]
    assert deadlocks(LOST.format(looks="assume(ready == 0)", how="", wakes="signal(c)")) == []
    assert deadlocks(LOST.format(looks="skip", how="", wakes="broadcast(c)")) == [{"w'", "m"}]
    assert deadlocks(LOST.format(looks="skip", how=" timeout", wakes="signal(c)")) == []
    assert deadlocks(LOST.format(looks="skip", how=" timed", wakes="signal(c)")) == []


def test_a_barrier_that_one_party_may_not_come_to() -> None:
    text = """
    barrier b = 2
    semaphore s = {tokens}
    thread T
     t: take(s)
     barrier(b)
    thread U
     u: barrier(b) last
    thread V
     v: take(s)
    thread main
     create(T)
     create(U)
     create(V)
     n: join(V)
     m: join(T)
     join(U)
    """
    assert deadlocks(text.format(tokens=2)) == []
    assert deadlocks(text.format(tokens=1)) == [{"m", "t", "u'"}, {"n", "v"}]


def test_a_lock_that_nobody_gives_back() -> None:
    text = """
    lock a
    thread T
     lock(a)
     {gives}
    thread U
     u: lock(a)
     unlock(a)
    thread main
     create(T)
     create(U)
     join(T)
     m: join(U)
    """
    assert deadlocks(text.format(gives="unlock(a)")) == []
    assert deadlocks(text.format(gives="skip")) == [{"u", "m"}]


def test_a_once_that_waits_for_one_who_passes() -> None:
    text = """
    once o
    semaphore s = 0
    thread T
     once_begin(o)
     t: take(s)
     once_end(o)
    thread U
     u: once_pass(o)
     post(s)
    thread V
     post(s)
    thread main
     create(T)
     create(U)
     create(V)
     m: join(T)
     join(U)
     join(V)
    """
    assert deadlocks(text) == []
    assert (
        deadlocks(text.replace("    thread V\n     post(s)\n", "    thread V\n     v: take(s)\n     post(s)\n")) != []
    )


def test_a_thread_that_can_still_move_rules_out_a_standstill() -> None:
    stuck = "semaphore s = 0\nthread T\n t: take(s)\nthread main\n create(T)\n {}\n post(s)\n m: join(T)"
    assert deadlocks(stuck.format("skip")) == []
    assert deadlocks("semaphore s = 0\nthread T\n t: take(s)\nthread U\n post(s)\n t2: take(s)\nthread main\n create(T)"
                     "\n create(U)\n m: join(T)\n n: join(U)") == [{"t", "m"}, {"t2", "n"}]  # fmt: skip


def test_a_circle_is_not_told_again_as_a_standstill_with_those_who_join_it() -> None:
    text = TWO_ORDERS.format(before="skip", after="skip")
    text += (
        "thread S\n take(s)\nthread main\n create(T)\n create(U)\n create(S)\n post(s)\n join(T)\n join(U)\n join(S)"
    )
    assert deadlocks(text.replace("lock a", "semaphore s = 0\nlock a", 1)) == [{"t", "u"}]


def test_where_nothing_can_be_missed_no_standstill_is_asked_for() -> None:
    ctp = parse_ctp(philosophers(2, last_turns=True))
    encoder, asked = Encoder(ctp), list[Sequence[Sequence[Goal]]]()
    Search(encoder, Machine(ctp), lambda event: event)(lambda groups: asked.append(groups) or [])
    assert [goal for groups in asked for group in groups for goal in group if isinstance(goal, Standstill)] == []


def test_who_comes_first_to_a_once_may_wait_for_its_end_as_well() -> None:
    """Each of the two has the routine run, whoever comes first: the other one waits while it goes on."""
    text = """
    once o
    lock m
    thread T
     once_begin(o)
     t: lock(m)
     unlock(m)
     once_end(o)
    thread U
     lock(m)
     u: once_begin(o)
     once_end(o)
     unlock(m)
    thread main
     create(T)
     create(U)
     m: join(T)
     join(U)
    """
    ctp = parse_ctp(text)
    (stuck,) = stuck_of(ctp).smallest_standstills()
    assert {ctp.events[event].label for event in stuck} == {"t", "u", "m"}
    assert deadlocks(text) == [{"t", "u", "m"}]
