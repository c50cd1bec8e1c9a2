"""One table for each axiom: the orders that it allows are listed, and are those of the machine; others it forbids."""

import pytest

from raddle.encode.bound import BOUND
from raddle.encode.encoder import Encoder
from raddle.model.goals import Fails
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.solve.answer import Sat, Unsat
from raddle.solve.choose import default_solver
from tests.oracles.enumerated import enumerated, fewest_switches
from tests.support.pinned_orders import allowed, allows, interleavings, joined, possible


def table(ctp: TraceProgram) -> list[str]:
    found = allowed(ctp)
    assert found == possible(ctp)
    return found


def violable(ctp: TraceProgram, switches: int | None = None) -> dict[str, bool]:
    """By label: whether the encoding finds a violation. It is what brute force says."""
    encoder, solver = Encoder(ctp), default_solver()
    fewest = fewest_switches(ctp)
    found = {}
    for event in ctp.checks:
        answer = solver.solve(encoder.encode(Fails(event.number), switches).query, 30)
        assert isinstance(answer, Sat | Unsat)
        found[event.label] = isinstance(answer, Sat)
        reachable = event.number in fewest and (switches is None or fewest[event.number] <= switches)
        assert found[event.label] == reachable
    return found


# ---- reads


def test_a_read_sees_the_last_write_before_it() -> None:
    ctp = joined("shared y: 8 = 0", A="a: y := 1", B="b: y := 2", C="c: assume(y == 1)")
    assert table(ctp) == ["a c b", "b a c"]


def test_a_read_sees_the_initial_value_where_nobody_wrote_before() -> None:
    ctp = joined("shared y: 8 = 0", A="a: y := 1", B="b: assume(y == 0)")
    assert table(ctp) == ["b a"]


def test_an_own_write_hides_what_others_wrote_before_it() -> None:
    ctp = joined("shared y: 8 = 0", A="a1: y := 1; a2: assume(y == 1)", B="b: y := 2")
    assert table(ctp) == ["a1 a2 b", "b a1 a2"]


def test_two_additions_that_nobody_can_tear_apart_add_up_in_every_order() -> None:
    ctp = joined("shared y: 8 = 0", A="a: y := y + 1", B="b: y := y + 2", C="c: assume(y == 2)")
    assert table(ctp) == ["b c a"]


def test_a_torn_addition_loses_what_came_in_between() -> None:
    ctp = joined("shared y: 8 = 0", A="a1: r := y; a2: y := r + 1; a3: assume(y == 1)", B="b: y := y + 1")
    assert table(ctp) == ["a1 a2 a3 b", "a1 b a2 a3"]


def test_a_write_with_an_index_counts_where_its_index_is_the_reads() -> None:
    ctp = joined("shared i: 8 = 0, t[2]: 8 = 0", A="a: i := 1", B="b: t[i] := 5", C="c: assume(t[0] == 5)")
    assert table(ctp) == ["b a c", "b c a"]


def test_an_index_beyond_the_array_keeps_an_access_from_taking_place() -> None:
    ctp = joined("shared i: 8 = 0, t[2]: 8 = 0", A="a: i := 2", B="b: t[i] := 5")
    assert table(ctp) == ["b a"]


def test_a_division_by_zero_keeps_an_event_from_taking_place() -> None:
    ctp = joined("shared y: 8 = 1", A="a: y := 0", B="b: x := 4 / y")
    assert table(ctp) == ["b a"]


def test_another_assertion_that_takes_place_holds() -> None:
    ctp = parse_ctp(
        "shared x = 0, y = 0\nthread A\n a: assert(x == 0)\n y := 1\nthread B\n x := 1\n b: assert(y == 0)\n"
        " c: assert(x == 1)"
    )
    assert violable(ctp) == {"a": True, "b": True, "c": False}


# ---- locks


SECTIONS = {"A": "a1: lock(m); a2: x := 1; a3: unlock(m)", "B": "b1: lock(m); b2: x := 2; b3: unlock(m)"}


def test_sections_of_a_lock_do_not_overlap() -> None:
    assert table(joined("lock m", **SECTIONS)) == ["a1 a2 a3 b1 b2 b3", "b1 b2 b3 a1 a2 a3"]


def test_shared_sections_may_overlap_and_exclusive_ones_not() -> None:
    readers = joined("lock m; shared y: 8 = 0", A="a1: rdlock(m); a2: rdunlock(m)", B="b1: rdlock(m); b2: rdunlock(m)")
    assert len(table(readers)) == len(list(interleavings(readers))) == 6
    writer = joined(
        "lock m", A="a1: rdlock(m); a2: x := 1; a3: rdunlock(m)", B="b1: lock(m); b2: x := 2; b3: unlock(m)"
    )
    assert table(writer) == ["a1 a2 a3 b1 b2 b3", "b1 b2 b3 a1 a2 a3"]


def test_a_refused_try_needs_an_open_section_that_excludes_it() -> None:
    ctp = joined("lock m", A="a1: lock(m); a2: unlock(m)", B="b: trylock(m) fails")
    assert table(ctp) == ["a1 b a2"]
    shared = joined("lock m", A="a1: rdlock(m); a2: rdunlock(m)", B="b: tryrdlock(m) fails")
    assert table(shared) == []


def test_a_lock_that_is_never_given_back_is_got_by_one() -> None:
    ctp = parse_ctp(
        "shared x = 0\nlock m\nthread A\n lock(m)\n a: assert(x != 0)\n x := 1\nthread B\n lock(m)\n b: assert(x == 0)"
    )
    assert violable(ctp) == {"a": True, "b": False}


def test_an_acquire_that_does_not_happen_needs_nothing() -> None:
    ctp = parse_ctp(
        "shared x = 0\nlock m\nthread A\n lock(m)\n x := 1\n assume(x == 2)\n unlock(m)\nthread B\n a: assert(x == 0)\n"
        " lock(m)\n b: assert(x == 0)\n"
    )
    assert violable(ctp) == {"a": True, "b": False}


# ---- semaphores


def test_a_take_needs_a_token_of_its_own() -> None:
    ctp = joined("semaphore s = 1", A="a: take(s)", B="b: post(s)", C="c: take(s)")
    assert table(ctp) == ["a b c", "b a c", "b c a", "c b a"]


def test_a_count_is_what_is_left_at_that_moment() -> None:
    ctp = joined("semaphore s = 1", A="a: take(s)", B="b: post(s)", C="c: count(s) == 1")
    assert table(ctp) == ["a b c", "b a c", "c a b", "c b a"]


def test_a_semaphore_that_everybody_takes_and_posts_in_turn_is_a_lock() -> None:
    ctp = joined("semaphore s = 1", A="a: take(s); b: post(s)", B="c: take(s); d: post(s)")
    assert table(ctp) == ["a b c d", "c d a b"]


def test_one_that_is_not_given_back_keeps_others_out() -> None:
    ctp = joined("semaphore s = 1", A="a: take(s); b: post(s)", B="c: trytake(s)", C="d: count(s) == 0")
    assert table(ctp) == ["a b c d", "a d b c"]


def test_a_post_by_another_than_who_took_it_makes_it_no_lock() -> None:
    ctp = joined("semaphore s = 1", A="a: take(s)", B="b: take(s); c: post(s); d: post(s)")
    assert table(ctp) == ["b c a d", "b c d a"]


def test_a_count_that_can_never_be_is_never() -> None:
    assert table(joined("semaphore s = 1", A="a: take(s)", C="c: count(s) == 9")) == []


# ---- conditions


def test_a_signal_wakes_only_who_waits_already() -> None:
    ctp = joined("condition c", A="w: begin_wait(c); k: woken(c)", B="s: signal(c)")
    assert table(ctp) == ["w s k"]


def test_a_signal_wakes_exactly_one() -> None:
    ctp = joined(
        "condition c",
        A="w: begin_wait(c); k: woken(c)",
        B="v: begin_wait(c); l: woken(c)",
        C="s: signal(c); t: signal(c)",
    )
    assert "w v s t k l" in table(ctp)
    assert "w v s k l t" not in table(ctp)
    assert "w s v k t l" in table(ctp)


def test_a_broadcast_wakes_all_who_wait() -> None:
    ctp = joined(
        "condition c", A="w: begin_wait(c); k: woken(c)", B="v: begin_wait(c); l: woken(c)", C="s: broadcast(c)"
    )
    assert table(ctp) == ["v w s k l", "v w s l k", "w v s k l", "w v s l k"]


def test_a_time_out_comes_only_to_whom_nobody_chose() -> None:
    ctp = joined("condition c", A="w: begin_wait(c); k: woken(c) timeout", B="s: signal(c)")
    assert table(ctp) == ["s w k", "w k s"]


def test_a_wait_gives_the_lock_back_until_its_wake() -> None:
    ctp = joined(
        "lock m; condition c",
        A="l: lock(m); w: begin_wait(c, m); k: woken(c); a: lock(m); x1: x := 1; u: unlock(m)",
        B="m1: lock(m); s: signal(c); m2: unlock(m)",
    )
    assert table(ctp) == ["l w m1 s k m2 a x1 u", "l w m1 s m2 k a x1 u"]


# ---- barriers


def test_nobody_leaves_a_barrier_before_all_have_come() -> None:
    ctp = joined("barrier b = 2", A="a: arrive(b); c: leave(b) last", B="d: arrive(b); e: leave(b)")
    assert table(ctp) == ["d a c e", "d a e c"]


def test_a_barrier_that_more_threads_use_than_it_waits_for_counts_its_rounds() -> None:
    ctp = joined(
        "barrier b = 2",
        A="a: arrive(b); c: leave(b)",
        B="d: arrive(b); e: leave(b) last",
        C="f: arrive(b); g: leave(b)",
        D="h: arrive(b); i: leave(b) last",
    )
    assert allows(ctp, "a d c e f h g i")
    assert allows(ctp, "a d f c h i g e")
    assert not allows(ctp, "a f d h c e g i")
    assert not allows(ctp, "a d f c e g h i")
    one = joined("barrier b = 1", A="a: arrive(b); c: leave(b) last", B="d: arrive(b); e: leave(b) last")
    assert len(table(one)) == 6


# ---- onces


def test_a_once_is_passed_when_it_has_been_done() -> None:
    ctp = joined("once o", A="a: once_begin(o); b: once_end(o)", B="c: once_pass(o)")
    assert table(ctp) == ["a b c"]


def test_only_one_begins_a_once() -> None:
    ctp = parse_ctp(
        "shared x = 0\nonce o\nthread A\n once_begin(o)\n x := 1\nthread B\n once_begin(o)\n b: assert(x == 0)\n"
        " c: assert(x == 1)"
    )
    assert violable(ctp) == {"b": False, "c": True}


# ---- regions


def test_nobody_comes_into_a_region() -> None:
    ctp = joined("shared y: 8 = 0", A="a: region_begin; b: x := 1; c: y := x; d: region_end", B="e: x := 2")
    assert table(ctp) == ["a b c d e", "e a b c d"]


def test_two_regions_do_not_overlap() -> None:
    ctp = joined("", A="a: region_begin; b: x := 1; c: region_end", B="d: region_begin; e: x := 2; f: region_end")
    assert table(ctp) == ["a b c d e f", "d e f a b c"]


def test_a_violation_may_stand_inside_a_region_and_not_beside_one_that_is_open() -> None:
    ctp = parse_ctp(
        "shared x = 0\nthread A\n region_begin\n x := 1\n a: assert(x == 0)\n x := 0\n region_end\n"
        "thread B\n b: assert(x == 0)"
    )
    assert violable(ctp) == {"a": True, "b": False}


# ---- threads and the end


def test_a_thread_that_must_have_ended_has_done_everything() -> None:
    ctp = parse_ctp(
        "shared x = 0\nthread main\n create(A)\n a: assert(x == 0)\n join(A)\n b: assert(x == 1)\n"
        "thread A\n x := 1\n exit"
    )
    assert violable(ctp) == {"a": True, "b": False}


def test_nothing_is_violated_after_the_end_of_the_process() -> None:
    ctp = parse_ctp(
        "shared x = 0\nthread A\n x := 1\n end_process\nthread B\n a: assert(x == 0)\n"
        "thread C\n assume(x == 1)\n b: assert(x == 0)"
    )
    assert violable(ctp) == {"a": True, "b": True}
    late = parse_ctp(
        "shared x = 0, y = 0\nthread A\n x := 1\n y := 1\n end_process\nthread B\n assume(y == 1)\n a: assert(x == 1)"
    )
    assert violable(late) == {"a": False}


# ---- the bound


@pytest.mark.parametrize("switches", range(7))
def test_orders_within_a_bound_are_those_with_so_few_switches(switches: int) -> None:
    ctp = joined("shared y: 8 = 0", A="a: x := 1; b: y := 1", B="c: x := 2; d: y := x")
    assert allowed(ctp, switches) == possible(ctp, switches)


def test_a_bound_that_is_not_needed_is_not_in_the_core_and_one_that_is_is() -> None:
    ctp = parse_ctp("shared x = 0\nthread A\n x := 1\n x := 0\nthread B\n a: assert(x == 0)\n b: assert(x <= 1)")
    encoder, solver = Encoder(ctp), default_solver()
    (first, second) = (check.number for check in ctp.checks)
    assert solver.solve(encoder.encode(Fails(first), 1).query, 30) == Unsat(frozenset({BOUND}))
    assert isinstance(solver.solve(encoder.encode(Fails(first), 2).query, 30), Sat)
    assert solver.solve(encoder.encode(Fails(second), 1).query, 30) == Unsat(frozenset())
    assert enumerated(ctp).violations.keys() == {first}
