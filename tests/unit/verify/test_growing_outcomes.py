"""What can happen beside what was seen: the other outcomes of each operation."""

from tests.support.told_paths import grown, told

TRY = """
lock m
shared x = 0
thread main
  create(T1)
  lock(m)
  unlock(m)
  join(T1)
thread T1
  t1: trylock(m){fails}
  {then}
"""


def test_a_try_that_got_the_lock_may_not_get_it() -> None:
    got = TRY.format(fails="", then="t2: unlock(m)")
    failed = TRY.format(fails=" fails", then="t3: x := 1")
    assert "1 -> 3: trylock(m) fails  +1 frontier" in told(grown(got).paths(), "T1")
    assert "1 -> 3: trylock(m)  +1 frontier" in told(grown(failed).paths(), "T1")
    assert grown(got, failed).paths().graph.of_kind("frontier") == ()


def test_a_try_for_a_semaphore_may_find_it_empty() -> None:
    text = "semaphore s = 1\nthread main\n  a1: {}\n"
    taken, empty = text.format("trytake(s)"), text.format("count(s) == 0")
    assert "0 -> 2: count(s) == 0  +1 frontier" in told(grown(taken).paths(), "main")
    assert grown(taken, empty).paths().graph.of_kind("frontier") == ()


def test_a_count_may_be_any_that_posts_can_make_it() -> None:
    text = "semaphore s = 1\nthread main\n  post(s)\n  a1: count(s) == 2\n"
    lines = told(grown(text, kinds={"a1": "sem_get"}).paths(), "main")
    assert [line.partition(": ")[2] for line in lines if "frontier" in line] == [
        "count(s) == 0  +1 frontier",
        "count(s) == 1  +1 frontier",
    ]


def test_a_wait_with_a_time_limit_may_run_out_of_time() -> None:
    text = "condition c\nlock m\nthread main\n  lock(m)\n  a1: wait(c, m) timed\n  unlock(m)\n"
    paths = grown(text).paths()
    lines = [line for line in told(paths, "main") if "frontier" in line]
    assert [line.partition(": ")[2] for line in lines] == ["woken(c) timeout timed  +1 frontier (its time runs out)"]


def test_who_looks_whether_it_was_the_last_at_a_barrier_may_not_be() -> None:
    text = "barrier b = 1\nthread main\n  a1: barrier(b) last\n"
    assert [line for line in told(grown(text).paths(), "main") if "frontier" in line] == [
        "1 -> 3: leave(b)  +1 frontier"
    ]


def test_who_comes_to_a_once_may_be_the_first_or_not() -> None:
    text = "once o\nthread main\n  a1: once_begin(o)\n  once_end(o)\n"
    assert [line for line in told(grown(text).paths(), "main") if "frontier" in line] == [
        "0 -> 2: once_pass(o)  +1 frontier"
    ]


def test_a_pin_is_an_outcome_and_every_other_value_a_frontier() -> None:
    text = "shared x = 0\nthread main\n  a1: r := x\n  a2: assume(r == {})\n"
    paths = grown(text.format(3), text.format(4)).paths()
    assert told(paths, "main")[1:4] == [
        "1 -> 2: assume(r0 == 3)",
        "1 -> 3: assume(r0 == 4)",
        "1 -> 4: assume(!(r0 == 3 || r0 == 4))  +1 frontier",
    ]


def test_where_an_access_may_go_is_what_any_run_says_and_anywhere_else_is_a_frontier() -> None:
    text = "shared i = 0, x = 0, y = 0\nthread main\n  a1: j := i\n  a2: at(j, {}) := 1\n"
    lines = told(grown(text.format("16: x"), text.format("20: y"), text.format("16: x, 20: y")).paths(), "main")
    assert lines[1:3] == [
        "1 -> 2: at(r0, 0x10: x, 0x14: y) := 1",
        "1 -> 3: assume(!(r0 == 16 || r0 == 20))  +1 frontier",
    ]


def test_a_division_in_a_term_may_trap() -> None:
    text = "shared x = 1, y = 0\nthread main\n  a1: y := 8 / x\n"
    lines = told(grown(text).paths(), "main")
    assert "r1 := x; assume(r1 == 0)  +1 frontier" in lines[1]


def test_behind_an_assertion_that_never_holds_there_is_nothing() -> None:
    text = "thread main\n  a1: assert(0 == 1)\n  ...\n"
    assert told(grown(text).paths(), "main") == ["0 -> 1: skip  +1 failure"]


def test_outcomes_of_one_operation_may_read_more_or_less() -> None:
    """A call that reads a text up to its end."""
    text = "shared a: 8 = 0, b: 8 = 0\nthread main\n  t: with({}) assume({})\n"
    short = text.format("a", "a == 0i8")
    longer = text.format("a, b", "a != 0i8 && b == 0i8")
    lines = told(grown(short, longer, short).paths(), "main")
    assert lines[2] == "0 -> 3: r2 := a; r2.1 := b; assume(!(r2 == 0 || r2 != 0 && r2.1 == 0))  +1 frontier"


def test_an_address_that_is_one_of_two_constants_goes_nowhere_else() -> None:
    text = "shared i = 0, x = 0, y = 0\nthread main\n  a1: j := i\n  a2: at(j == 0 ? 16 : 20, 16: x, 20: y) := 1\n"
    assert grown(text).paths().graph.of_kind("frontier") == ()
