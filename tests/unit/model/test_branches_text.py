"""Branches as text: they are read as they were written, and what cannot be read is said with its line."""

from random import Random

import pytest

from raddle.base.errors import UserError
from raddle.model.actions import Exit, Start
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.model.text.print import print_ctp
from tests.oracles.enumerated import enumerated
from tests.support.random_paths import PROFILES, random_paths

TEXT = """shared x = 0
shared y = 0
lock m
condition c

thread main
    create(T)
    x := 1
    lock(m)
    signal(c)
    unlock(m)
    exit -> end

thread T
    lock(m)
    r1 := x
    assume(r1 == 0) -> p1
    assume(r1 != 0) -> failure
  point p1
    y := r1 + 1; +2 (3)
    begin_wait(c, m)
    woken(c) -> p2
    woken(c) timeout -> p2; times_out
  point p2
    lock(m)
    unlock(m)
    trylock(m) -> frontier
    trylock(m) fails -> p3
  point p3
    exit -> end
"""


def leads(program: TraceProgram) -> list[str]:
    return [leads for leads in program.graph.leads if leads != "on"]


def test_what_is_printed_is_what_was_read() -> None:
    assert print_ctp(parse_ctp(TEXT)) == TEXT


def test_points_outcomes_and_counts_are_read() -> None:
    program = parse_ctp(TEXT)
    graph = program.graph
    assert leads(program) == ["failure", "frontier"]
    assert sorted(len(events) for events in graph.leaving.values()) == [1] * 14 + [2, 2, 2]
    assert [(graph.visible[event], graph.passed[event]) for event in range(len(program.events))].count((2, 3)) == 1
    (timed_out,) = graph.timed_out
    assert graph.target[timed_out] == graph.target[timed_out - 1]


def test_what_threads_begin_and_end_with_goes_without_saying() -> None:
    program = parse_ctp("shared x\nthread T\n assume(x == 0) -> frontier\n x := 1")
    assert [type(event.action) for event in program.of_thread(1)][::3] == [Start, Exit]


@pytest.mark.parametrize("profile", PROFILES)
def test_random_branches_are_read_as_they_were_written(profile: str) -> None:
    for number in range(6):
        program = random_paths(Random(number), profile)
        text = print_ctp(program)
        again = parse_ctp(text)
        assert print_ctp(again) == text
        assert again.graph.leads == program.graph.leads
        assert [type(event.action) for event in again.events] == [type(event.action) for event in program.events]
        known = enumerated(program)
        same = enumerated(again)
        assert (same.states, same.reached.keys()) == (known.states, known.reached.keys())
        assert (same.standstill is None) == (known.standstill is None)


def test_a_local_variable_is_known_where_every_way_assigned_it() -> None:
    lines = ("r := x", "assume(r == 0) -> p", "assume(r != 0) -> q", "point p", "s := x -> q", "point q", "x := {}")
    text = "\n".join(("shared x", "thread T", *lines))
    parse_ctp(text.format("r"))
    with pytest.raises(UserError, match="s has no value here"):
        parse_ctp(text.format("s"))


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("skip -> p\n point q\n skip", "f:6: nothing leads to it"),
        ("point p\n skip -> p", "it leads back"),
        ("skip -> failure; +1 2", "nothing should follow here"),
        ("skip ->", "the name of a point should stand"),
        ("point failure\n skip", "failure is no name of a point"),
        ("assert(x == 1) -> end", "an assertion is written as its outcomes"),
        ("free(x) -> end", "it has no place where there are branches"),
        ("atomic {\n x := 1\n }\n skip -> end", "no atomic blocks"),
        ("t: skip -> end\ntrace t", "no observed order"),
        ("lock(m) -> p\n skip -> p\n point p\n skip", "something else is open"),
    ],
)
def test_what_cannot_be_read_is_said(lines: str, says: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_ctp(f"shared x\nlock m\nthread T\n {lines}", "f")
    assert says in str(caught.value)
