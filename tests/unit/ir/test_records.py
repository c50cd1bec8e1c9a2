"""Silent blocks: what is recorded still tells every way through a function from every other."""

import random

import pytest

from raddle.ir.parse import parse_module
from raddle.ir.records import Exits, silent_blocks

Graph = dict[str, Exits]


def jump(*successors: str, calls: bool = False) -> Exits:
    return Exits(successors, plain=True, calls=calls)


def test_blocks_that_only_jumps_lead_to_are_silent() -> None:
    graph = {"entry": jump("a"), "a": jump("b"), "b": jump()}
    assert silent_blocks(graph, "entry") == {"a", "b"}


def test_one_side_of_a_branch_is_recorded() -> None:
    graph = {"entry": jump("then", "else"), "then": jump("end"), "else": jump("end"), "end": jump()}
    assert silent_blocks(graph, "entry") in ({"then", "end"}, {"else", "end"})


def test_where_one_side_is_empty_the_other_is_recorded() -> None:
    graph = {"entry": jump("then", "end"), "then": jump("end"), "end": jump()}
    assert silent_blocks(graph, "entry") == {"end"}


def test_a_loop_keeps_one_record_for_each_time_round() -> None:
    graph = {
        "entry": jump("head"),
        "head": jump("body", "end"),
        "body": jump("next"),
        "next": jump("head"),
        "end": jump(),
    }
    assert silent_blocks(graph, "entry") == {"body", "next", "end"}


def test_an_endless_loop_keeps_its_record() -> None:
    graph = {"entry": jump("a"), "a": jump("b"), "b": jump("a")}
    assert silent_blocks(graph, "entry") == {"b"}


def test_sides_that_both_call_are_told_apart() -> None:
    graph = {"entry": jump("a", "b"), "a": jump("end", calls=True), "b": jump("end", calls=True), "end": jump()}
    assert len(silent_blocks(graph, "entry") & {"a", "b"}) == 1


def test_targets_of_an_invoke_and_of_an_indirect_jump_are_recorded() -> None:
    graph = {"entry": Exits(("fine", "pad"), plain=False, calls=True), "fine": jump(), "pad": jump()}
    assert silent_blocks(graph, "entry") == set()


def test_what_cannot_be_reached_keeps_its_record() -> None:
    graph = {"entry": jump(), "lost": jump("lost.too"), "lost.too": jump()}
    assert silent_blocks(graph, "entry") == set()


@pytest.mark.parametrize("seed", range(100))
def test_the_log_alone_leads_the_same_way(seed: int) -> None:
    """Run a random graph at random, keep the records, and find the way again without knowing the choices."""
    rng = random.Random(seed)
    graph = _random_graph(rng)
    silent = silent_blocks(graph, "0")
    path = _random_path(graph, rng)
    log: list[tuple[str, str]] = []
    for label in path:
        if label not in silent:
            log.append(("block", label))
        if graph[label].calls:
            log.append(("call", label))
    assert _followed(graph, silent, log) == path


def _random_graph(rng: random.Random) -> Graph:
    size = rng.randint(2, 12)
    graph = {}
    for at in range(size - 1):
        count = rng.choice((1, 1, 2, 2, 2, 3))
        graph[str(at)] = jump(*(str(rng.randint(1, size - 1)) for _ in range(count)), calls=rng.random() < 0.2)
    return graph | {str(size - 1): jump()}


def _random_path(graph: Graph, rng: random.Random) -> list[str]:
    """To the end of the function, by the shortest way when it has been going round for long."""
    last = str(len(graph) - 1)
    distance = {last: 0}
    for _ in graph:
        for label, exits in graph.items():
            known = [distance[one] for one in exits.successors if one in distance]
            if known and label not in distance:
                distance[label] = min(known) + 1
    path = ["0"]
    while path[-1] != last and path[-1] in distance:
        ways = [one for one in graph[path[-1]].successors if one in distance]
        path.append(rng.choice(ways) if len(path) < 40 else min(ways, key=lambda one: distance[one]))
    return path if path[-1] == last else []


def _followed(graph: Graph, silent: frozenset[str], log: list[tuple[str, str]]) -> list[str]:
    """All ways at once; what the log does not allow is dropped, and one must be left. Which call it was is not seen."""
    if not log:
        return []
    ways: list[tuple[list[str], int]] = [(["0"], 0)]
    done: list[list[str]] = []
    while ways:
        path, at = ways.pop()
        label = path[-1]
        expected = [("block", label)] * (label not in silent) + [("call", label)] * graph[label].calls
        seen = log[at : at + len(expected)]
        if [kind for kind, _ in seen] != [kind for kind, _ in expected]:
            continue
        if any(kind == "block" and name != label for kind, name in seen):
            continue
        at += len(expected)
        if not graph[label].successors and at == len(log):
            done.append(path)
        ways += [([*path, one], at) for one in dict.fromkeys(graph[label].successors)]
    assert len(done) == 1
    return done[0]


def test_a_function_knows_its_silent_blocks() -> None:
    text = """define i32 @f(i1 %c) {
entry:
  br i1 %c, label %then, label %end
then:
  %one = call i32 @f(i1 false)
  br label %end
end:
  ret i32 0
}
"""
    assert parse_module(text).functions["@f"].silent == {"then", "end"}
