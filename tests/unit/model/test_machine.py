"""What each action needs and does: small programs whose possible runs are known."""

import random

import pytest

from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, Refusal, moves_of, run
from raddle.model.text.parse import parse_ctp
from tests.oracles.enumerated import enumerated
from tests.support.random_ctp import PROFILES, random_ctp


def violated(text: str) -> set[str]:
    """Labels of the checks that can fail."""
    ctp = parse_ctp(text)
    return {ctp.events[check].label for check in enumerated(ctp).violations}


def happens(text: str) -> set[str]:
    """Labels of the events that take place in some run."""
    ctp = parse_ctp(text)
    return {ctp.events[event].label for event in enumerated(ctp).reached} - {""}


def at(ctp: TraceProgram, *labels: str) -> Ran | Refusal:
    """Runs up to those labels: each thread's events before them, one thread after the other."""
    numbers = {event.label: event for event in ctp.events if event.label}
    order = [event.number for event in ctp.of_thread(0)] if ctp.threads[0].name not in labels else []
    done: dict[int, int] = {}
    for label in labels:
        event = numbers[label]
        first = ctp.threads[event.thread].first
        order.extend(range(first + done.get(event.thread, 0), event.number + 1))
        done[event.thread] = event.position + 1
    return run(ctp, moves_of(ctp, order))


# ---- accesses


def test_a_guard_that_is_false_stops_its_thread() -> None:
    assert happens("shared x = 0\nthread T\n a: assume(x == 1)\n b: skip") == set()
    assert happens("shared x = 0\nthread T\n a: assume(x == 1)\n b: skip\nthread U\n c: x := 1") == {"a", "b", "c"}


def test_an_update_is_one_event() -> None:
    text = "shared x = 0\nthread T\n {}\nthread U\n {}\nthread main\n create(T)\n create(U)\n join(T)\n join(U)\n"
    text += " c: assert(x == 2)"
    assert violated(text.format("x := x + 1", "x := x + 1")) == set()
    assert violated(text.format("r := x\n x := r + 1", "x := x + 1")) == {"c"}


def test_all_right_sides_are_those_before_the_event() -> None:
    assert violated("shared x = 1, y = 2\nthread T\n { x := y, y := x }\n c: assert(x == 2 && y == 1)") == set()


def test_a_false_check_ends_the_process() -> None:
    assert happens("shared x = 0\nthread T\n c: assert(x == 1)\n b: skip") == set()
    assert violated("shared x = 0\nthread T\n c: assert(x == 1)\n d: assert(x == 2)") == {"c"}


def test_an_address_outside_of_those_recorded_cannot_be_accessed() -> None:
    assert happens("shared i = 2, a[2] = 0\nthread T\n b: a[i] := 1") == set()
    assert happens("shared i = 1, a[2] = 0\nthread T\n b: a[i] := 1\n c: assume(a[1] == 1 && a[0] == 0)") == {"b", "c"}
    assert violated("shared i = 7, a[2] = 0\nthread T\n c: assert(a[i] == 1)") == set()
    assert violated("shared i = 20, x = 1, y = 2\nthread T\n c: assert(at(i, 16: x, 20: y) == 1)") == {"c"}


def test_the_address_of_a_read_may_be_read_in_the_same_event() -> None:
    assert violated("shared i = 1, a[2] = {1, 0}\nthread T\n c: assert(a[a[0]] == 1)") == {"c"}


def test_a_division_that_traps_cannot_take_place() -> None:
    assert happens("shared x = 0\nthread T\n a: x := 1 / x") == set()
    assert violated("shared x = 0\nthread T\n a: assert(1 / x == 2)") == set()
    assert happens("shared x = 0\nthread T\n a: assume(x == 0 || 1 / x == 0)") == set()


# ---- threads


def test_a_thread_starts_after_its_create_and_is_joined_after_its_exit() -> None:
    text = "shared x = 0\nthread main\n x := 1\n create(T)\n join(T)\n c: assert(x == 2)\n"
    assert violated(text + "thread T\n d: assert(x == 1)\n x := 2") == set()
    assert happens("thread main\n create(T)\n a: join(T)\nthread T\n skip\n ...") == set()


def test_nothing_happens_after_the_end_of_the_process() -> None:
    ctp = parse_ctp("thread main\n a: end_process\nthread T\n b: skip")
    assert at(ctp, "a", "b") == Refusal(2, "the process has ended")
    assert happens("thread main\n a: end_process\nthread T\n b: skip") == {"a", "b"}


def test_nobody_else_moves_in_a_region() -> None:
    text = "shared x = 0\nthread T\n region_begin\n x := 1\n {}x := 0\n region_end\nthread U\n c: assert(x == 0)"
    assert violated(text.format("")) == set()
    assert violated(text.format("region_end\n region_begin\n ")) == {"c"}


def test_a_region_without_end_stops_all_others() -> None:
    text = "shared x = 0\nthread T\n region_begin\n x := 1\n ...\nthread U\n c: assert(x == 0)"
    assert violated(text) == set()
    assert violated(text.replace("x := 1", "d: assert(x == 1)")) == {"d"}


# ---- locks


def test_sections_of_a_lock_exclude_each_other() -> None:
    text = "shared x = 0\nlock m\nthread T\n lock(m)\n x := 1\n x := 0\n unlock(m)\nthread U\n {}\n c: assert(x == 0)"
    assert violated(text.format("lock(m)")) == set()
    assert violated(text.format("skip")) == {"c"}
    assert violated(text.format("rdlock(m)")) == set()


def test_readers_share_and_keep_writers_out() -> None:
    text = "shared x = 0\nlock m\nthread T\n rdlock(m)\n x := 1\n x := 0\n rdunlock(m)\n"
    text += "thread U\n {}\n c: assert(x == 0)"
    assert violated(text.format("rdlock(m)")) == {"c"}
    assert violated(text.format("lock(m)")) == set()


def test_a_try_fails_only_while_the_lock_is_held() -> None:
    text = "lock m\nthread T\n {}lock(m)\n skip\n {}unlock(m)\nthread U\n a: try{}lock(m) fails"
    assert happens(text.format("", "", "")) == {"a"}
    assert happens(text.format("", "", "rd")) == {"a"}
    assert happens(text.format("rd", "rd", "")) == {"a"}
    assert happens(text.format("rd", "rd", "rd")) == set()
    assert happens("lock m\nthread U\n a: trylock(m) fails") == set()
    assert happens("lock m\nthread U\n lock(m)\n a: trylock(m) fails") == {"a"}


# ---- conditions


def test_a_signal_before_the_wait_is_lost() -> None:
    text = "condition c\nthread T\n a: wait(c)\n b: skip\nthread U\n s: signal(c)"
    assert "b" in happens(text)
    assert at(parse_ctp(text), "s", "b") == Refusal(6, "nobody has woken it from c")
    assert "b" not in happens("condition c\nthread T\n a: wait(c)\n b: skip\n")


def test_a_signal_wakes_exactly_one_and_a_broadcast_all() -> None:
    text = "shared n = 0\ncondition c\nthread T\n wait(c)\n n := n + 1\nthread U\n wait(c)\n n := n + 1\n"
    both = "thread V\n {}\n d: assert(n < 2)"
    assert violated(text + both.format("signal(c)")) == set()
    assert violated(text + both.format("signal(c)\n signal(c)")) == {"d"}
    assert violated(text + both.format("broadcast(c)")) == {"d"}


def test_a_signal_has_to_choose_if_somebody_waits() -> None:
    ctp = parse_ctp("condition c\nthread T\n a: begin_wait(c)\n ...\nthread U\n s: signal(c)")
    result = at(ctp, "a")
    assert isinstance(result, Ran)
    machine = Machine(ctp)
    state = machine.perform(result.state, Move(ctp.threads[2].first))
    signal = ctp.threads[2].first + 1
    assert [move for move in machine.moves(state) if move.event == signal] == [Move(signal, 1)]
    with pytest.raises(Impossible, match="chooses nobody"):
        machine.perform(state, Move(signal))
    with pytest.raises(Impossible, match="does not wait"):
        machine.perform(state, Move(signal, 2))


def test_a_thread_that_was_chosen_does_not_time_out() -> None:
    text = "condition c\nthread T\n a: wait(c) timeout\n b: skip\nthread U\n s: signal(c)"
    ctp = parse_ctp(text)
    assert isinstance(at(ctp, "a", "s"), Ran)
    assert at(ctp, "a", "s", "b") == Refusal(6, "it does not wait for c any more")
    assert isinstance(at(ctp, "b", "s"), Ran)


def test_a_second_signal_does_not_choose_the_same_thread() -> None:
    text = "condition c\nthread T\n a: wait(c)\n b: skip\nthread U\n wait(c)\n d: skip\n"
    assert {"b", "d"} <= happens(text + "thread V\n signal(c)\n s: signal(c)")
    ctp = parse_ctp("condition c\nthread T\n a: begin_wait(c)\n ...\nthread V\n signal(c)\n s: signal(c)")
    result = at(ctp, "a", "s")
    assert isinstance(result, Ran)
    assert Machine(ctp).waiting(result.state, 0) == []


def test_a_wait_releases_its_lock_and_gets_it_back() -> None:
    text = "lock m\ncondition c\nshared x = 0\nthread T\n lock(m)\n wait(c, m)\n k: assert(x == 1)\n unlock(m)\n"
    assert violated(text + "thread U\n lock(m)\n signal(c)\n x := 1\n unlock(m)") == set()
    assert violated(text + "thread U\n signal(c)\n x := 1") == {"k"}


# ---- semaphores, barriers, onces


def test_semaphores_count() -> None:
    text = "semaphore s = 1\nthread T\n take(s)\n a: take(s)\nthread U\n {}"
    assert "a" not in happens(text.format("skip"))
    assert "a" in happens(text.format("post(s)"))
    assert happens("semaphore s = 2\nthread T\n take(s)\n a: count(s) == 1\n b: count(s) == 2") == {"a"}


def test_a_round_of_a_barrier_needs_all_its_parties() -> None:
    text = "barrier b = 2\nthread T\n barrier(b){}\n a: skip\nthread U\n barrier(b){}\n c: skip"
    assert happens(text.format("", " last")) == {"a", "c"}
    assert happens(text.format("", "")) == {"a", "c"}
    assert happens("barrier b = 2\nthread T\n barrier(b)\n a: skip") == set()
    assert happens("barrier b = 1\nthread T\n barrier(b) last\n a: barrier(b) last") == {"a", "a'"}
    assert happens("barrier b = 1\nthread T\n barrier(b)\n a: skip") == set()


def test_only_one_of_a_round_is_its_last() -> None:
    text = "shared n = 0\nbarrier b = 2\nthread T\n barrier(b) last\n n := n + 1\nthread U\n barrier(b) last\n"
    assert violated(text + " n := n + 1\n c: assert(n < 2)") == set()


def test_a_barrier_has_rounds_of_its_parties_whoever_they_are() -> None:
    text = "barrier b = 2\nthread T\n barrier(b)\n barrier(b) last\n a: skip\nthread U\n barrier(b) last\n"
    assert "a" in happens(text + "thread V\n barrier(b)")
    assert "a" not in happens(text)


def test_a_once_is_begun_once_and_passed_when_it_is_done() -> None:
    text = "once o\nthread T\n a: once_begin(o)\n b: once_end(o)\nthread U\n c: once_{}(o)"
    assert happens(text.format("pass")) == {"a", "b", "c"}
    ctp = parse_ctp(text.format("pass"))
    assert at(ctp, "a", "c") == Refusal(5, "o is not done")
    ctp = parse_ctp(text.format("begin"))
    assert at(ctp, "a", "c") == Refusal(5, "o has begun already")


# ---- runs


def test_a_run_names_the_first_move_that_cannot_take_place() -> None:
    ctp = parse_ctp("lock m\nthread T\n lock(m)\nthread U\n lock(m)")
    assert run(ctp, [Move(2)]) == Refusal(0, "its thread is not created yet")
    assert run(ctp, [Move(0), Move(1), Move(3)]) == Refusal(2, "it is not the next event of thread 1")
    assert run(ctp, [Move(0, 1)]) == Refusal(0, "only a signal chooses")


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_long_runs_and_single_moves_agree(profile: str) -> None:
    rng = random.Random(11)
    for _ in range(20):
        ctp = random_ctp(rng, profile)
        machine = Machine(ctp)
        state, moves = machine.initial, []
        while possible := machine.moves(state):
            moves.append(rng.choice(possible))
            state = machine.perform(state, moves[-1])
        result = run(ctp, moves)
        assert isinstance(result, Ran)
        assert result.state == state
        others = [Move(event.number) for event in machine.next_events(state)]
        assert all(isinstance(run(ctp, [*moves, move]), Refusal) for move in others if move not in possible)
