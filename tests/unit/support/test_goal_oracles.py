"""The brute force that races and deadlocks are compared with, on programs whose answers are known."""

import pytest

from raddle.model.text.parse import parse_ctp
from tests.support.deadlock_oracle import stuck_of
from tests.support.race_oracle import races_of

MESSAGE = "shared x = 0, f = 0\nthread T\n a: x := 1\n {}\nthread U\n {}\n b: r := x\n"


def races(text: str) -> set[str]:
    """Labels of the events that race: "ab" both next in some run, "a-b" only ever apart."""
    ctp = parse_ctp(text)
    found = races_of(ctp)
    together = {(min(pair), max(pair)) for pair in found.meet}
    return {
        ("" if pair in together else "-").join(ctp.events[event].label for event in pair) for pair in found.pairs
    }


def deadlocks(text: str) -> tuple[set[str], set[str]]:
    """Labels of the waits: of circles, and where nobody can move."""
    ctp = parse_ctp(text)
    found = stuck_of(ctp)
    circles, standstills = (
        {"".join(ctp.events[event].label for event in sorted(one)) for one in sets}
        for sets in (found.smallest_circles(), found.smallest_standstills())
    )
    return circles, standstills


def test_plain_accesses_race_unless_both_read() -> None:
    assert races("shared x = 0\nthread T\n a: x := 1\nthread U\n b: r := x") == {"ab"}
    assert races("shared x = 0\nthread T\n a: r := x\nthread U\n b: r := x") == set()


@pytest.mark.parametrize(
    ("store", "load", "expected"),
    [
        ("f@release := 1", "assume(f@acquire == 1)", set()),
        ("f@seq_cst := 1", "assume(f@seq_cst == 1)", set()),
        ("f@relaxed := 1", "assume(f@acquire == 1)", {"a-b"}),
        ("f@release := 1", "assume(f@relaxed == 1)", {"a-b"}),
        ("fence(release)\n f@relaxed := 1", "assume(f@relaxed == 1)\n fence(acquire)", set()),
        ("fence(release)\n f@relaxed := 1", "assume(f@acquire == 1)", set()),
        ("fence(acquire)\n f@relaxed := 1", "assume(f@relaxed == 1)\n fence(acquire)", {"a-b"}),
        ("fence(release)\n f@relaxed := 1", "fence(acquire)\n assume(f@relaxed == 1)", {"a-b"}),
        ("f@release := 1", "r := f@acquire", {"ab"}),
    ],
)
def test_a_message_orders_where_it_is_released_and_acquired(store: str, load: str, expected: set[str]) -> None:
    assert races(MESSAGE.format(store, load)) == expected


def test_an_update_goes_on_with_a_release_sequence_and_another_store_ends_it() -> None:
    text = "shared x = 0, f = 0\nthread T\n a: x := 1\n f@release := 1\nthread U\n assume(f@relaxed == 1)\n {}\n"
    text += "thread V\n assume(f@acquire == 2)\n b: r := x"
    assert races(text.format("f@relaxed := f@relaxed + 1")) == set()
    assert races(text.format("f@relaxed := 2")) == {"a-b"}


def test_a_try_that_fails_orders_nothing() -> None:
    text = "shared x = 0\nlock m\nthread T\n a: x := 1\n lock(m)\n unlock(m)\nthread U\n {}\n b: r := x"
    assert races(text.format("trylock(m) fails")) == {"a-b"}
    assert races(text.format("lock(m)\n unlock(m)")) == {"ab"}


def test_a_barrier_orders_what_comes_before_it_and_behind() -> None:
    text = "shared x = 0\nbarrier b = 2\nthread T\n a: x := 1\n arrive(b)\n leave(b)\nthread U\n arrive(b)\n"
    assert races(text + " leave(b) last\n c: r := x") == set()


def test_two_locks_in_both_orders_are_a_circle_unless_a_gate_is_around_them() -> None:
    text = "lock m, n, g\nthread T\n {0} lock(m)\n a: lock(n)\n unlock(n)\n unlock(m)\n {1}\nthread U\n {0} lock(n)\n"
    text += " b: lock(m)\n unlock(m)\n unlock(n)\n {1}\n"
    assert deadlocks(text.format("", "")) == ({"ab"}, set())
    assert deadlocks(text.format("lock(g)\n", "unlock(g)")) == (set(), set())
    ended = text.replace("{1}\nthread U", "exit\nthread U") + "exit\nthread main\n create(T)\n create(U)\n exit"
    assert deadlocks(ended.format("", "")) == ({"ab"}, {"ab"})


def test_a_signal_that_comes_too_early_is_lost() -> None:
    text = "lock m\ncondition c\nthread main\n create(T)\n lock(m)\n wait(c, m)\n unlock(m)\n w: join(T)\n"
    text += "thread T\n start\n signal(c)\n exit"
    circles, standstills = deadlocks(text)
    assert circles == set()
    assert len(standstills) == 1
