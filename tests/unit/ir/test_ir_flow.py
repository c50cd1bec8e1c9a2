"""Loops of a function, by hand and against what dominance means."""

from itertools import product

import pytest

from raddle.ir.flow import Flow
from raddle.ir.parse import parse_module


def flow(**ways: str) -> Flow:
    """Blocks by name, with the names of those that they lead to."""
    lines = ["define void @f(i32 %n) {"]
    for name, targets in ways.items():
        lines.append(f"{name}:")
        to = targets.split()
        cases = " ".join(f"i32 {number}, label %{target}" for number, target in enumerate(to[1:]))
        lines.append(f"  switch i32 %n, label %{to[0]} [ {cases} ]" if to else "  ret void")
    return Flow(parse_module("\n".join([*lines, "}", ""])).functions["@f"])


def loops(of: Flow) -> dict[str, set[str]]:
    return {header: set(body) for header, body in of.loops}


def test_loops_in_loops_come_behind_those_around_them() -> None:
    found = flow(entry="a", a="b end", b="c d", c="b", d="a", end="")
    assert [header for header, _ in found.loops] == ["a", "b"]
    assert loops(found) == {"a": {"a", "b", "c", "d"}, "b": {"b", "c"}}


def test_two_ways_back_to_one_block_are_one_loop() -> None:
    assert loops(flow(entry="a", a="b c end", b="a", c="a", end="")) == {"a": {"a", "b", "c"}}


def test_a_circle_with_two_entries_is_no_loop() -> None:
    assert loops(flow(entry="a b", a="b", b="a end", end="")) == {}


def test_what_is_never_reached_makes_no_loop() -> None:
    assert loops(flow(entry="end", a="b", b="a end", end="")) == {}


def is_reached(of: Flow, goal: str, without: str) -> bool:
    seen, waiting = {without}, [] if without == "entry" else ["entry"]
    while waiting:
        label = waiting.pop()
        if label not in seen:
            seen.add(label)
            waiting += of.function.block_by_label[label].successors
    return goal in seen - {without}


@pytest.mark.parametrize("seed", range(64))
def test_a_block_dominates_another_if_there_is_no_way_around_it(seed: int) -> None:
    names = ["a", "b", "c", "d"]
    ways = {"entry": "a b" if seed & 1 else "a"}
    for number, name in enumerate(names):
        chosen = [names[(number + offset) % 4] for offset in range(1, 4) if seed >> (1 + (number + offset) % 5) & 1]
        ways[name] = " ".join(chosen) or "end"
    found = flow(**ways, end="")
    reached = [label for label in (*names, "end") if is_reached(found, label, "nothing")]
    assert set(found.dominators) == {"entry", *reached}
    for one, other in product(reached, reached):
        assert (one in found.dominators[other]) == (one == other or not is_reached(found, other, one))
