"""Binate covering against brute force."""

import random
from collections.abc import Collection, Sequence
from itertools import combinations

from raddle.solve.covering import Optima, optima


def by_force(columns: int, rows: Sequence[Collection[int]], forbidden: Sequence[frozenset[int]]) -> set[frozenset[int]]:
    for cost in range(columns + 1):
        found = {
            frozenset(chosen)
            for chosen in combinations(range(columns), cost)
            if all(set(chosen) & set(row) for row in rows) and not any(one <= set(chosen) for one in forbidden)
        }
        if found:
            return found
    return set()


def test_all_optima_are_those_of_brute_force() -> None:
    chance = random.Random(5)
    without = 0
    for _ in range(400):
        columns = chance.randint(1, 7)
        rows = [chance.sample(range(columns), chance.randint(1, columns)) for _ in range(chance.randint(0, 5))]
        forbidden = [
            frozenset(chance.sample(range(columns), chance.randint(1, min(3, columns))))
            for _ in range(chance.randint(0, 6))
        ]
        found = optima(columns, rows, lambda chosen, sets=tuple(forbidden): [one for one in sets if one <= chosen])
        expected = by_force(columns, rows, forbidden)
        assert set(found.choices) == expected
        assert found.all
        assert all(len(choice) == found.cost for choice in found.choices)
        without += not expected
    assert 0 < without < 200


def test_a_row_that_nothing_meets_has_no_optimum() -> None:
    assert optima(2, [[0], []]) == Optima(0, (), all=True)


def test_where_there_are_more_than_were_asked_for_it_is_said() -> None:
    found = optima(6, [range(6)], most=4)
    assert (found.cost, len(found.choices), found.all) == (1, 4, False)
