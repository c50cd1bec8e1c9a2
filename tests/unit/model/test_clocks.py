"""Every edge of happens-before, and what is none, on orders made by hand."""

import pytest

from raddle.model.clocks import Clocks, next_touched, unordered
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.run import moves_of
from raddle.model.text.parse import parse_ctp
from raddle.model.worth import GrowingWorth


def races(order: str, **bodies: str) -> bool:
    """Whether a, in the run, and b, next after it, are unordered. Main creates the threads, and each begins; then the
    order says whose event comes next. `main`: what main does behind that."""
    ctp = program(**bodies)
    return unordered(Machine(ctp), moves(ctp, order), number(ctp, "a"), number(ctp, "b"))


def program(**bodies: str) -> TraceProgram:
    declared = "shared x: 8 = 0, y: 8 = 0, v[2]: 8 = 0\nlock l, m\ncondition c\nsemaphore s = 0\nonce o\nbarrier h = 2"
    lines = [*declared.split("\n"), "thread main"]
    lines += [f"create({name})" for name in bodies if name != "main"]
    lines += bodies.get("main", "skip").split(";")
    for name, body in bodies.items():
        lines += [f"thread {name}", *body.split(";")] if name != "main" else []
    return parse_ctp("\n".join(lines))


def moves(ctp: TraceProgram, order: str) -> tuple[Move, ...]:
    names = {thread.name: number for number, thread in enumerate(ctp.threads)}
    done = [0] * len(ctp.threads)
    numbers = []
    for name in ["main"] * (len(names) - 1) + [name for name in names if name != "main"] + order.split():
        thread = names[name]
        numbers.append(ctp.threads[thread].first + done[thread])
        done[thread] += 1
    return moves_of(ctp, numbers)


def number(ctp: TraceProgram, label: str) -> int:
    return next(event.number for event in ctp.events if event.label == label)


# ---- conflicts


def test_accesses_that_nothing_orders_race() -> None:
    assert races("A", A="a: x := 1", B="b: x := 2")
    assert races("A", A="a: r := x", B="b: x := 2")


def test_reads_do_not_race_nor_do_other_cells_nor_atomics_with_each_other() -> None:
    assert not races("A", A="a: r := x", B="b: r := x")
    assert not races("A", A="a: x := 1", B="b: y := 1")
    assert not races("A", A="a: x@relaxed := 1", B="b: x@relaxed := 2")


def test_an_atomic_access_races_with_a_plain_one() -> None:
    assert races("A", A="a: x@seq_cst := 1", B="b: r := x")
    assert races("A", A="a: x := 1", B="b: r := x@seq_cst")


def test_a_free_writes_all_of_its_cells() -> None:
    assert races("A", A="a: r := v[1]", B="b: free(v[0], v[1])")
    assert not races("A", A="a: r := x", B="b: free(v[0], v[1])")


def test_what_the_source_does_not_read_in_every_case_is_no_access() -> None:
    assert not races("A", A="a: x := 1", B="b: assume(x@early == 1)")


def test_a_symbolic_address_counts_for_the_cell_that_it_led_to() -> None:
    bodies = {"A": "a: v[1] := 1", "B": "i := y; b: v[i] := 2", "C": "y := 1"}
    assert races("C A B", **bodies)
    assert not races("A B C", **bodies)


def test_a_write_whose_guard_is_false_does_not_take_place_but_the_read_before_it_does() -> None:
    assert not races("A", A="a: x := 1", B="b: assume(y == 1) { x := 2 }")
    assert races("A", A="a: x := 1", B="b: assume(x == 0) { x := 2 }")
    assert races("A", A="a: x := 1", B="b: assert(x == 0)")


def test_moves_that_cannot_be_made_show_nothing() -> None:
    assert not races("B A", A="a: x := 1", B="b: x := 2; skip")
    assert not races("B B A", A="a: x := 1", B="assume(y == 1); b: x := 2")
    assert not races("", A="a: x := 1", B="b: x := 2")


# ---- threads


def test_program_order_orders() -> None:
    assert not races("A", A="a: x := 1; b: x := 2")


def test_creating_and_joining_a_thread_order() -> None:
    text = "shared x = 0\nthread main\n {}\n create(T)\n {}\n join(T)\n {}\nthread T\n {}"
    assert not _in_observed(text.format("a: x := 1", "skip", "skip", "b: x := 2"), "main main T")
    assert _in_observed(text.format("skip", "a: x := 1", "skip", "b: x := 2"), "main main main T")
    assert not _in_observed(text.format("skip", "skip", "b: x := 1", "a: x := 2"), "main main main T T T main")


def _in_observed(text: str, order: str) -> bool:
    ctp = parse_ctp(text)
    names = {thread.name: number for number, thread in enumerate(ctp.threads)}
    numbers, done = [], [0] * len(ctp.threads)
    for name in order.split():
        numbers.append(ctp.threads[names[name]].first + done[names[name]])
        done[names[name]] += 1
    return unordered(Machine(ctp), moves_of(ctp, numbers), number(ctp, "a"), number(ctp, "b"))


# ---- locks


@pytest.mark.parametrize(
    ("a_locks", "b_locks", "ordered"),
    [("lock", "lock", True), ("lock", "rdlock", True), ("rdlock", "lock", True), ("rdlock", "rdlock", False)],
)
def test_the_end_of_a_section_orders_unless_both_are_shared(a_locks: str, b_locks: str, ordered: bool) -> None:
    a_unlocks, b_unlocks = a_locks.replace("lock", "unlock"), b_locks.replace("lock", "unlock")
    bodies = {"A": f"{a_locks}(l); a: x := 1; {a_unlocks}(l)", "B": f"{b_locks}(l); b: x := 2; {b_unlocks}(l)"}
    assert races("A A A B", **bodies) is not ordered


def test_another_lock_orders_nothing_and_neither_does_a_section_before() -> None:
    assert races("A A A B", A="lock(l); a: x := 1; unlock(l)", B="lock(m); b: x := 2; unlock(m)")
    assert races("A A A B", A="lock(l); unlock(l); a: x := 1", B="lock(l); b: x := 2; unlock(l)")


def test_every_earlier_section_counts_not_only_the_last() -> None:
    readers = {"A": "rdlock(l); a: x := 1; rdunlock(l)", "C": "rdlock(l); rdunlock(l)"}
    assert not races("A A A C C B", B="lock(l); b: x := 2; unlock(l)", **readers)


def test_a_try_that_fails_orders_nothing() -> None:
    bodies = {"A": "a: x := 1; lock(l); skip; unlock(l)", "B": "trylock(l) fails; b: x := 2"}
    assert races("A A B", **bodies)


def test_a_wait_ends_a_section_and_a_signal_orders_nothing() -> None:
    waits = {"A": "lock(l); a: x := 1; wait(c, l); unlock(l)"}
    assert not races("A A A B", B="lock(l); b: x := 2; unlock(l)", **waits)
    woken = {"A": "a: x := 1; signal(c)", "B": "begin_wait(c); woken(c); b: x := 2"}
    assert races("B A A B", **woken)
    assert races("B A A B", **{**woken, "A": "a: x := 1; broadcast(c)"})


# ---- other synchronisation


def test_every_earlier_post_orders_a_take_and_a_count_orders_nothing() -> None:
    assert not races("A A B", A="a: x := 1; post(s)", B="take(s); b: x := 2")
    assert not races("A A C B", A="a: x := 1; post(s)", C="post(s)", B="take(s); b: x := 2")
    assert races("A A B", A="a: x := 1; post(s)", B="count(s) == 1; b: x := 2")
    assert races("A A B", A="post(s); a: x := 1", B="take(s); b: x := 2")


def test_arrivals_order_the_departures_of_their_round() -> None:
    bodies = {"A": "a: x := 1; arrive(h); leave(h)", "B": "arrive(h); leave(h) last; b: x := 2"}
    assert not races("A A B B", **bodies)
    more = {"C": "arrive(h); leave(h)", "D": "arrive(h); leave(h) last", **bodies}
    assert not races("C D A A B B", **more)
    later = {"A": "a: x := 1; arrive(h); leave(h)", "B": "arrive(h); leave(h) last; b: x := 2"}
    assert races("C B A A B", C="arrive(h); leave(h)", **later), "A arrives for the next round"


def test_the_end_of_a_once_orders_its_passes() -> None:
    assert not races("A A A B", A="once_begin(o); a: x := 1; once_end(o)", B="once_pass(o); b: x := 2")
    assert races("A A A B", A="once_begin(o); once_end(o); a: x := 1", B="once_pass(o); b: x := 2")


def test_regions_order_as_one_lock_does() -> None:
    regions = {"A": "region_begin; a: x := 1; region_end"}
    assert not races("A A A B", B="region_begin; b: x := 2; region_end", **regions)
    assert races("A A A", B="b: x := 2", **regions)
    assert races("A A", B="b: x := 2", **regions), "it is next, though it may not move"


# ---- atomics


def test_release_and_acquire_order() -> None:
    assert not races("A A B", A="a: x := 1; y@release := 1", B="r := y@acquire; b: x := 2")
    assert not races("A A B", A="a: x := 1; y@seq_cst := 1", B="r := y@seq_cst; b: x := 2")


@pytest.mark.parametrize(("write", "read"), [("relaxed", "acquire"), ("release", "relaxed"), ("relaxed", "relaxed")])
def test_a_relaxed_end_orders_nothing(write: str, read: str) -> None:
    assert races("A A B", A=f"a: x := 1; y@{write} := 1", B=f"r := y@{read}; b: x := 2")


def test_a_plain_flag_orders_nothing_and_ends_a_release_sequence() -> None:
    assert races("A A B", A="a: x := 1; y := 1", B="r := y@acquire; b: x := 2")
    assert races("A A B", A="a: x := 1; y@release := 1", B="r := y; b: x := 2")
    assert races("A A C B", A="a: x := 1; y@release := 1", C="y := 2", B="r := y@acquire; b: x := 2")


def test_the_read_must_see_the_write_or_its_release_sequence() -> None:
    release = {"A": "a: x := 1; y@release := 1", "B": "r := y@acquire; b: x := 2"}
    assert races("A B A", **release), "the read came first"
    assert races("A A C B", C="y@relaxed := 2", **release), "another thread's store ends it"
    assert not races("A A C B", C="y@relaxed := y@relaxed + 1", **release), "an update goes on with it"


def test_an_own_later_store_goes_on_with_a_release_sequence() -> None:
    own = {"A": "a: x := 1; y@release := 1; y@relaxed := 2", "B": "r := y@acquire; b: x := 2"}
    assert not races("A A A B", **own)
    assert not races("A A C A B", C="y@relaxed := 3", **own), "also where others wrote in between"


def test_an_own_plain_store_ends_the_own_release_sequence() -> None:
    own = {"A": "a: x := 1; y@release := 1; y := 3; y@relaxed := 2", "B": "r := y@acquire; b: x := 2"}
    assert races("A A A A B", **own)


def test_an_update_that_releases_adds_to_what_was_there() -> None:
    both = {"A": "a: x := 1; y@release := 1", "C": "y@release := y@relaxed + 1", "B": "r := y@acquire; b: x := 2"}
    assert not races("A A C B", **both)


def test_an_update_that_acquires_orders_its_own_thread() -> None:
    assert not races("A A B", A="a: x := 1; y@release := 1", B="y@acquire := y@acquire + 1; b: x := 2")


def test_fences_stand_in_for_orders() -> None:
    released = {"A": "a: x := 1; fence(release); y@relaxed := 1"}
    assert not races("A A A B", B="r := y@acquire; b: x := 2", **released)
    acquired = {"B": "r := y@relaxed; fence(acquire); b: x := 2"}
    assert not races("A A A B B", **released, **acquired)
    assert not races("A A B B", A="a: x := 1; y@release := 1", **acquired)


def test_a_fence_in_the_wrong_place_or_of_the_wrong_kind_orders_nothing() -> None:
    acquired = {"B": "r := y@relaxed; fence(acquire); b: x := 2"}
    assert races("A A A B B", A="fence(release); a: x := 1; y@relaxed := 1", **acquired)
    assert races("A A A B B", A="a: x := 1; fence(acquire); y@relaxed := 1", **acquired)
    released = {"A": "a: x := 1; fence(release); y@relaxed := 1"}
    assert races("A A A B B", B="fence(acquire); r := y@relaxed; b: x := 2", **released)
    assert races("A A A B B", B="r := y@relaxed; fence(release); b: x := 2", **released)
    assert races("A A A B B", B="r := y; fence(acquire); b: x := 2", **released), "a plain read is no atomic one"


def test_what_the_second_access_acquires_itself_counts() -> None:
    assert not races("A A", A="a: y := 1; y@release := 1", B="b: r := y@acquire")
    assert races("A A", A="a: y := 1; y@release := 1", B="b: r := y@relaxed")


def test_order_is_transitive_over_threads() -> None:
    bodies = {"A": "a: x := 1; post(s)", "C": "take(s); y@release := 1", "B": "r := y@acquire; b: x := 2"}
    assert not races("A A C C B", **bodies)


def test_clocks_can_be_copied_and_equal_ones_have_equal_keys() -> None:
    ctp = program(A="x := 1; post(s); x := 2", B="take(s); x := 2")
    machine = Machine(ctp)
    clocks, slots, worth = Clocks(machine), list(machine.initial), GrowingWorth()
    for move in moves(ctp, "A A"):
        event = ctp.events[move.event]
        clocks.perform(event, slots, next_touched(machine, slots, event, worth))
        machine.advance(slots, move, worth)
    copied = clocks.copy()
    assert copied.key() == clocks.key()
    copied.perform(ctp.events[moves(ctp, "A A B")[-1].event], slots)
    assert copied.key() != clocks.key()
