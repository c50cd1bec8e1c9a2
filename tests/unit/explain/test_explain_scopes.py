"""Scopes of branches along random ways through random graphs: the innermost is the last branch that has not ended."""

import random

import pytest

from raddle.explain.walked.scopes import Scope, Scopes
from raddle.ir.flow import Flow
from tests.unit.ir.test_ir_flow import flow


def last_that_has_not_ended(of: Flow, way: list[str]) -> int | None:
    """Position of the branch in the way that its last block was reached by, by definition."""
    for at in range(len(way) - 2, -1, -1):
        branches = len(set(of.function.block_by_label[way[at]].successors)) > 1
        if branches and not of.certainly_behind(way[at]) & set(way[at + 1 :]):
            return at
    return None


@pytest.mark.parametrize("seed", range(200))
def test_the_innermost_scope_is_that_of_the_last_branch_which_has_not_ended(seed: int) -> None:
    chance = random.Random(seed)
    names = [f"b{number}" for number in range(chance.randrange(3, 12))]
    ways = {name: " ".join(chance.choices(names, k=chance.choice((0, 1, 1, 2, 2, 2)))) for name in names}
    found = flow(entry=names[0], **ways)
    scopes, way = Scopes(None), ["entry"]
    while len(way) < 40:
        ahead = found.function.block_by_label[way[-1]].successors
        if not ahead:
            break
        if len(set(ahead)) > 1:
            ends, first = found.certainly_behind(way[-1]), found.post_dominators[way[-1]]
            scopes.begin(Scope(len(way) - 1, ends, first))
        way.append(chance.choice(ahead))
        scopes.enter(way[-1])
        assert scopes.innermost == last_that_has_not_ended(found, way), way


def test_a_loop_keeps_one_scope_open_however_often_it_goes_round() -> None:
    found = flow(entry="head", head="body end", body="head", end="")
    scopes = Scopes(None)
    ends, first = found.certainly_behind("head"), found.post_dominators["head"]
    for turn in range(1000):
        scopes.begin(Scope(turn, ends, first))
        scopes.enter("body")
        scopes.enter("head")
        assert scopes.innermost == turn
    assert scopes.depth == 1
    scopes.begin(Scope(1000, ends, first))
    scopes.enter("end")
    assert scopes.innermost is None
