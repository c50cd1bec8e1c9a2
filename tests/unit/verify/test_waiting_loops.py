"""Iterations that change nothing and come back are left out; all others are paths of their own."""

import pytest

from raddle.decide.answers import Holds
from raddle.logic.terms import TermStore
from raddle.model.actions import Acquire, Broadcast, Count, Post, Read, Refused, Release, Step, Write
from raddle.model.goals import Reach
from raddle.model.program import TraceProgram
from raddle.verify.ask.asking import ask
from raddle.verify.grow.graph import Point
from raddle.verify.grow.growing import Growing
from raddle.verify.grow.waiting import Trail
from tests.support.hand_made_runs import At, Written, grown


def spinning(body: str, again: str, leave: str, declared: str = "shared f = 0, x = 0", main: str = "f := 1") -> str:
    lines = [f"{line}" for line in body.split("\n")]
    rounds = []
    for number in range(2):
        rounds += [f"  {line.replace(':', f'_{number}:', 1)}" for line in lines]
        rounds.append(f"  g_{number}: {again}")
    rounds += [f"  {line.replace(':', '_2:', 1)}" for line in lines] + [f"  g_2: {leave}", "  z: x := 1"]
    return f"{declared}\nthread main\n  create(T1)\n  m1: {main}\n  join(T1)\nthread T1\n" + "\n".join(rounds) + "\n"


def at_heads(first: str) -> dict[str, list[At]]:
    return {"T1": [At(f"{first}_{number}", "head") for number in range(3)]}


def of_t1(growing: Growing) -> list[str]:
    paths = growing.paths()
    leads = paths.graph.leads
    return [
        f"{event.label.partition('_')[0]}{'' if leads[event.number] == 'on' else ' ' + leads[event.number]}"
        for event in paths.of_thread(1)
        if event.label
    ]


def test_a_loop_that_only_reads_is_its_last_iteration() -> None:
    text = spinning("a: r := f", "assume(r == 0)", "assume(r != 0)")
    assert of_t1(grown(Written(text, at_heads("a")))) == ["a", "g", "z"]


def test_without_states_it_is_unrolled() -> None:
    text = spinning("a: r := f", "assume(r == 0)", "assume(r != 0)")
    assert of_t1(grown(text)) == ["a", "g", "g frontier", "a", "g", "g frontier", "a", "g", "g frontier", "z"]


def test_a_loop_that_writes_is_unrolled() -> None:
    text = spinning("a: x := 2\nb: r := f", "assume(r == 0)", "assume(r != 0)")
    growing = grown(Written(text, at_heads("a")))
    assert of_t1(growing).count("a") == 3
    assert "g frontier" in of_t1(growing)


def test_a_compare_and_swap_that_fails_changes_nothing() -> None:
    swap = "a: { r := f, f := f == 0 ? 1 : f }"
    text = spinning(swap, "assume(!(r == 0))", "assume(r == 0)", main="f := 0")
    assert of_t1(grown(Written(text, at_heads("a")))) == ["a", "g", "z"]


def test_an_exchange_changes_nothing_where_it_writes_what_it_found_and_else_is_a_frontier() -> None:
    text = spinning("a: { r := f, f := 1 }", "assume(!(r == 0))", "assume(r == 0)", main="f := 0")
    growing = grown(Written(text, at_heads("a")))
    assert of_t1(growing) == ["a", "g", "g frontier", "z"]
    paths = growing.paths()
    assert isinstance(ask(paths, Reach(paths.graph.of_kind("frontier")), limit_s=60), Holds)


@pytest.mark.parametrize("tries", [False, True])
def test_whole_sections_of_a_lock_that_nobody_tries_change_nothing(tries: bool) -> None:
    declared = "shared f = 0, x = 0\nlock m"
    main = "f := 1\n  trylock(m) fails" if tries else "f := 1"
    text = spinning("a: lock(m)\nb: r := f\nc: unlock(m)", "assume(r == 0)", "assume(r != 0)", declared, main)
    assert of_t1(grown(Written(text, at_heads("a")))).count("a") == (3 if tries else 1)


def test_a_later_run_that_tries_the_lock_unrolls_it() -> None:
    declared = "shared f = 0, x = 0\nlock m"
    body = "a: lock(m)\nb: r := f\nc: unlock(m)"
    runs = [
        Written(spinning(body, "assume(r == 0)", "assume(r != 0)", declared, f"assume({no}(x == 0))\n  {then}"), heads)
        for no, then, heads in (("", "m2: f := 1", at_heads("a")), ("!", "m3: trylock(m) fails", at_heads("a")))
    ]
    assert of_t1(grown(runs[0])).count("a") == 1
    assert of_t1(grown(*runs)).count("a") == 3


def test_another_way_through_the_loop_that_writes_does_not_lose_its_next_iteration() -> None:
    """Behind the write the loop goes round: that is a new point, not the iteration that changes nothing."""
    text = """
shared f = 0, x = 0
thread main
  create(T1)
  m1: f := 1
  join(T1)
thread T1
  a_0: r := f
  g_0: assume({not_}(r == 0))
  {write}
  h_0: q := f
  k_0: assume(q < 2)
  a_1: r := f
  g_1: assume(r == 0)
  {write_1}
  h_1: q := f
  k_1: assume(!(q < 2))
  z: x := 1
"""
    places = [At("a_0", "head"), At("h_0", "middle"), At("a_1", "head"), At("h_1", "middle")]
    silent = Written(text.format(not_="", write="s_0: skip", write_1="s_1: skip"), {"T1": places})
    writes = Written(text.format(not_="!", write="w_0: x := 5", write_1="s_1: skip"), {"T1": places})
    paths = grown(silent, writes).paths()
    written = next(event.number for event in paths.events if event.label == "w_0")
    behind = _labels_behind(paths, written)
    assert "a" in behind
    assert "w" not in behind


def _labels_behind(paths: TraceProgram, event: int) -> set[str]:
    found: set[str] = set()
    stack = [paths.graph.target[event]]
    while stack:
        for one in paths.graph.leaving.get(stack.pop(), ()):
            if paths.graph.leads[one] == "on":
                found.add(paths.events[one].label.partition("_")[0])
                stack.append(paths.graph.target[one])
    return found


def test_what_changes_nothing() -> None:
    terms = TermStore()
    r = terms.variable("r", 8)
    read = Step((Read(r, (0,)),), terms.true, ())
    silent = Step((Read(r, (0,)),), terms.true, (Write(r, (0,)),))
    elsewhere = Step((Read(r, (0,)),), terms.true, (Write(r, (1,)),))
    head = Trail().at(7, Point(0), 0)
    for action in (read, silent, Refused(0), Count(0, 0), Acquire(1), Release(1)):
        assert head.after(terms, action, tried={0}) == head
    for action in (elsewhere, Acquire(0), Release(0), Post(0), Broadcast(0)):
        assert head.after(terms, action, tried={0}) is None


def test_what_is_left_open_is_settled_by_a_later_decision() -> None:
    terms = TermStore()
    r = terms.variable("r", 8)
    one = terms.bits(1, 8)
    exchange = Step((Read(r, (0,)),), terms.true, (Write(one, (0,)),))
    trail = Trail().at(7, Point(0), 0).after(terms, exchange, ())
    assert trail is not None
    (head,) = trail.heads.values()
    assert head.unless == {terms.equal(r, one)}
    settled = trail.after(terms, Step((), terms.equal(r, one), ()), ())
    assert settled is not None
    assert [head.unless for head in settled.heads.values()] == [frozenset()]
    changed = trail.after(terms, Step((), terms.negation(terms.equal(r, one)), ()), ())
    assert changed is not None
    assert not changed.heads


def test_an_access_that_closes_a_loop_is_there_and_nothing_comes_behind_it() -> None:
    """It may race with others."""
    text = """
shared f = 0, x = 0
thread main
  create(T1)
  m1: f := 1
  join(T1)
thread T1
  a_0: assume(f == 0)
  a_1: assume(f != 0)
  z: x := 1
"""
    growing = grown(Written(text, {"T1": [At("a_0", "head"), At("a_1", "head")]}))
    paths = growing.paths()
    assert of_t1(growing) == ["a", "a", "z"]
    assert [len(_labels_behind(paths, event.number)) for event in paths.of_thread(1) if event.label] == [
        0,
        2,
        1,
    ]
