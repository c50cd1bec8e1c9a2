"""STD traces (RAPID): what is read, what is refused, what they mean, and what survives the way there and back."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.base.errors import UserError
from raddle.model.actions import Acquire, Create, Exit, Join, Release, Start, Step
from raddle.model.check import check_program
from raddle.model.program import Event, TraceProgram
from raddle.model.run import Ran, moves_of, run
from raddle.model.std.from_ctp import std_of_ctp
from raddle.model.std.lines import is_std, load_std, parse_std
from raddle.model.std.to_ctp import ctp_of_std
from raddle.model.text.parse import parse_ctp
from raddle.model.text.print import print_ctp
from tests.support.deadlock_oracle import stuck_of
from tests.support.race_oracle import races_of
from tests.support.random_ctp import PROFILES, random_ctp
from tests.support.same_ctp import shape_of
from tests.support.std_oracle import brute_force, random_std

RAPID = "T0|r(V123)|345\nT1|w(V234.23[0])|456\nT0|fork(T2)|123\nT2|acq(L34)|120\nT2|rel(L34)|130\nT0|join(T2)|134\n"


def ctp_of(*lines: str) -> TraceProgram:
    ctp = ctp_of_std(parse_std("\n".join(lines), "t.std"))
    check_program(ctp)
    return ctp


def kinds(ctp: TraceProgram, thread: int) -> list[type]:
    return [type(event.action) for event in ctp.of_thread(thread)]


def line_of(event: Event) -> int:
    return event.origin


# ---- reading


def test_the_sample_of_rapids_documentation_is_read() -> None:
    trace = parse_std(RAPID)
    assert (trace.threads, trace.variables, trace.locks) == (("T0", "T1", "T2"), ("V123", "V234.23[0]"), ("L34",))
    assert trace.locations == ("345", "456", "123", "120", "130", "134")
    assert trace.count == 6
    ctp = ctp_of(*RAPID.split())
    assert kinds(ctp, 0) == [Create, Step, Create, Join]
    assert kinds(ctp, 1) == [Start, Step]
    assert kinds(ctp, 2) == [Start, Acquire, Release, Exit]


def test_lines_end_as_they_like_and_may_be_empty() -> None:
    trace = parse_std("\nT0|r(x)|1\r\n\nT0|w(x)|2")
    assert trace.line.tolist() == [2, 4]


def test_begin_and_end_are_transactions_not_events() -> None:
    ctp = ctp_of("T|begin|1", "T|r(x)|1", "T|begin(f)|2", "T|w(x)|2", "T|end(f)|2", "T|w(y)|3", "T|end|3", "T|w(y)|4")
    assert kinds(ctp, 0) == [Step] * 4
    assert ctp.transactions == ((0, 2),)
    assert ctp_of("T|begin|1", "T|end|1", "T|w(x)|1").transactions == ()
    assert ctp_of("T|w(x)|1", "T|begin|1", "U|w(x)|1", "T|w(x)|1").transactions == ((2, 2),)


def test_inner_acquires_of_a_lock_are_no_events() -> None:
    ctp = ctp_of("T|acq(m)|1", "T|acq(m)|2", "T|rel(m)|3", "T|acq(m)|3", "T|rel(m)|4", "T|rel(m)|5")
    assert [(type(event.action), event.origin) for event in ctp.events] == [(Acquire, 1), (Release, 6)]


def test_a_lock_may_be_held_at_the_end() -> None:
    assert kinds(ctp_of("T|acq(m)|1", "T|w(x)|2"), 0) == [Acquire, Step]


def test_threads_that_nobody_forks_begin_with_the_trace() -> None:
    ctp = ctp_of("A|w(x)|1", "B|w(x)|2", "B|fork(C)|3", "C|w(x)|4")
    assert [thread.name for thread in ctp.threads] == ["A", "B", "C"]
    assert [thread.parent for thread in ctp.threads] == [None, 0, 1]
    assert kinds(ctp, 0) == [Create, Step]


def test_only_threads_that_are_joined_are_known_to_end() -> None:
    ctp = ctp_of("A|fork(B)|1", "A|fork(C)|2", "A|fork(D)|2", "B|w(x)|3", "A|join(B)|4", "A|join(C)|5", "A|join(B)|6")
    assert kinds(ctp, 1) == [Start, Step, Exit]
    assert kinds(ctp, 2) == [Start, Exit]
    assert kinds(ctp, 3) == []


def test_every_read_keeps_the_write_that_it_saw() -> None:
    ctp = ctp_of("A|r(x)|1", "A|w(x)|2", "B|w(x)|3", "A|r(x)|4", "A|r(y)|5")
    text = [line.split(": ", 1)[1] for line in print_ctp(ctp).splitlines() if line.startswith("  e")]
    assert text == ["create(B)", "assume(x == 0)", "x := 1", "assume(x == 2)", "assume(y == 0)", "start", "x := 2"]
    assert isinstance(run(ctp, moves_of(ctp, ctp.observed)), Ran)


def test_what_nobody_shares_can_be_left_out() -> None:
    text = "A|w(x)|1\nA|r(mine)|2\nA|w(mine)|3\nA|r(constant)|4\nB|r(constant)|5\nB|r(x)|6\n"
    ctp = ctp_of_std(parse_std(text), shared_only=True)
    check_program(ctp)
    assert [event.origin for event in ctp.events if isinstance(event.action, Step)] == [1, 6]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([""], "t.std: the trace has no events"),
        (["T|r(x)"], "t.std:1: that is no event"),
        (["T|r(x)|1", "", "T|r(x)|1|2"], "t.std:3: that is no event"),
        (["T|r(x)|1", "T|rx|1"], "t.std:2: 'rx' is not an operation"),
        (["T|r()|1"], "'r()' is not an operation"),
        (["T|r(a b)|1"], "'r(a b)' is not an operation"),
        (["T|sync(x)|1"], "'sync(x)' is not an operation"),
        (["|r(x)|1"], "t.std:1: '' is not a thread"),
        (["T|r(x)|1", "T|r(x)|"], "t.std:2: '' is not a location"),
        (["A|acq(m)|1", "B|acq(m)|2"], "t.std:2: B acquires m, which A holds since line 1"),
        (["A|acq(m)|1", "B|rel(m)|2"], "t.std:2: B releases m, which it does not hold"),
        (["A|rel(m)|1"], "t.std:1: A releases m, which it does not hold"),
        (["A|acq(m)|1", "A|rel(m)|1", "A|rel(m)|1"], "t.std:3: A releases m"),
        (["A|fork(A)|1"], "t.std:1: A forks itself"),
        (["A|fork(B)|1", "C|fork(B)|1"], "t.std:2: B is forked twice"),
        (["A|r(x)|1", "B|r(x)|1", "A|fork(B)|1"], "t.std:3: B is forked after its first event, in line 2"),
        (["A|join(A)|1"], "t.std:1: A joins itself"),
        (["A|join(B)|1", "B|r(x)|1"], "t.std:1: B is joined before its last event, in line 2"),
        (["A|join(B)|1", "A|fork(B)|1"], "t.std:1: B is joined before it is forked, in line 2"),
        (["A|end|1"], "t.std:1: A ends a block that has not begun"),
    ],
)
def test_what_is_no_trace_is_refused_with_its_line(lines: list[str], says: str) -> None:
    with pytest.raises(UserError) as caught:
        ctp_of(*lines)
    assert says in str(caught.value)
    assert caught.value.advice is not None


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot read the trace"):
        load_std(tmp_path / "missing.std")


def test_a_trace_is_known_by_its_name_or_by_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "trace.txt"
    path.write_text(RAPID * 200)
    assert is_std(path)
    assert is_std(tmp_path / "any.std")
    for text in ("", "shared x = 0\nthread T\n", "a|b|c\n", "T|r(x)|1\nthread T\n"):
        path.write_text(text)
        assert not is_std(path)
    path.write_bytes(b"\xff\xfe")
    assert not is_std(path)


# ---- meaning


def test_races_and_circles_are_those_of_all_correct_reorderings() -> None:
    rng = random.Random(5)
    for _ in range(30):
        text = random_std(rng)
        expected = brute_force(text)
        for shared_only in (False, True):
            ctp = ctp_of_std(parse_std(text), shared_only=shared_only)
            check_program(ctp)
            races, stuck = races_of(ctp), stuck_of(ctp)
            lines = [event.origin - 1 for event in ctp.events]
            meeting = {tuple(sorted((lines[a], lines[b]))) for a, b in races.meet}
            unordered = {tuple(sorted((lines[a], lines[b]))) for a, b in races.unordered}
            assert (meeting, meeting | unordered) == (expected.meeting, expected.races), text
            assert {frozenset(lines[event] for event in one) for one in stuck.smallest_circles()} == expected.circles


# ---- there and back


def test_what_is_exported_is_imported_as_the_same() -> None:
    rng = random.Random(6)
    for _ in range(40):
        ctp = ctp_of_std(parse_std(random_std(rng)))
        exported = std_of_ctp(ctp, line_of)
        assert exported.notes == ()
        again = ctp_of_std(parse_std("\n".join(exported.lines)))
        assert shape_of(again) == shape_of(ctp)
        by_text = parse_ctp(print_ctp(ctp))
        assert shape_of(by_text)["events"] == shape_of(ctp)["events"]
        assert std_of_ctp(by_text, line_of).notes == ()


def test_transactions_survive_the_way() -> None:
    ctp = ctp_of("A|begin|1", "A|w(x)|1", "A|w(x)|2", "A|end|2", "B|w(x)|1")
    again = ctp_of(*std_of_ctp(ctp, line_of).lines)
    assert again.transactions == ctp.transactions == ((1, 2),)


@pytest.mark.parametrize("profile", sorted(set(PROFILES) - {"regions"}))
def test_an_exported_run_makes_no_races_up(profile: str) -> None:
    """Events of several accesses are not one step in STD: only races of the other programs are compared."""
    rng = random.Random(7)
    for _ in range(6):
        ctp = random_ctp(rng, profile)
        exported = std_of_ctp(ctp, lambda event: event.number)
        if not exported.lines:
            continue
        trace = parse_std("\n".join(exported.lines))
        imported = ctp_of_std(trace)
        check_program(imported)
        assert isinstance(run(imported, moves_of(imported, imported.observed)), Ran)
        if any("several accesses" in note for note in exported.notes):
            continue
        numbers = [int(trace.locations[place]) for place in trace.location]
        events = [numbers[event.origin - 1] for event in imported.events]
        found = {tuple(sorted((events[a], events[b]))) for a, b in races_of(imported).pairs}
        assert found <= races_of(ctp).pairs, print_ctp(ctp)


def test_what_std_has_no_word_for_keeps_its_order_and_is_named() -> None:
    text = """
shared x = 0
lock m, tried
condition c
semaphore s = 0
barrier b = 1
once o
thread T
  t1: lock(m)
  t2: begin_wait(c, m)
  t3: woken(c) timeout
  t4: lock(m)
  t5: unlock(m)
  t6: post(s)
  t7: barrier(b) last
  t8: once_begin(o)
  t9: once_end(o)
  t10: trylock(tried)
  t11: unlock(tried)
  t12: x@relaxed := x@relaxed + 1
  t13: fence(seq_cst)
  t14: free(x)
trace t1..t14
"""
    exported = std_of_ctp(parse_ctp(text), line_of)
    assert exported.notes == (
        "condition c has no word in STD: its operations keep their observed order",
        "semaphore s has no word in STD: its operations keep their observed order",
        "barrier b has no word in STD: its operations keep their observed order",
        "once o has no word in STD: its operations keep their observed order",
        "lock tried is shared or tried: its operations keep their observed order",
        "relaxed atomics are written as if they ordered: races may be hidden by them",
    )
    update = ["T|acq(x.atomic)|20", "T|r(x)|20", "T|w(x)|20", "T|rel(x.atomic)|20", "T|w(x)|22"]
    assert list(exported.lines[-5:]) == update
    waits = [line for line in exported.lines if line.endswith("|10")]
    assert waits == [*(f"T|{word}(c.order)|10" for word in ("acq", "r", "w", "rel")), "T|rel(m)|10"]


def test_without_an_observed_run_nothing_can_be_exported() -> None:
    with pytest.raises(UserError, match="a trace is one run"):
        std_of_ctp(parse_ctp("shared x\nthread T\n x := 1"), line_of)


def test_names_that_std_cannot_write_are_changed() -> None:
    ctp = parse_ctp("shared `a b` = 0, a_b = 0\nthread T\n t1: `a b` := 1\n t2: a_b := 1\ntrace t1 t2")
    named = replace(ctp, cells=(replace(ctp.cells[0], name="a|b"), ctp.cells[1]))
    assert [line.split("|")[1] for line in std_of_ctp(named, line_of).lines] == ["fork(T)", "w(a_b)", "w(a_b')"]
