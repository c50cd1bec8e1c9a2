"""Clauses about claims between chains: they hold in every order, and on two chains they say all there is to say."""

import random
from itertools import product

from raddle.logic.query import Query
from raddle.logic.terms import TermStore
from raddle.solve.answer import Sat, Unsat
from raddle.solve.order_graph import Edge
from raddle.solve.order_neighbours import neighbour_clauses
from raddle.solve.sat_order import SatOrder
from raddle.solve.z3_text import Z3Text

Atoms = dict[int, tuple[int, int]]


def chains(count: int, length: int) -> dict[int, tuple[int, int]]:
    """Point 10 * c + i is number i of chain c."""
    return {10 * chain + index: (chain, index) for chain in range(count) for index in range(length)}


def edges_of(atoms: Atoms) -> list[Edge]:
    """Both ways: an atom that is false claims the opposite, which is not strict."""
    found = [Edge(a, b, strict=True, literal=literal) for literal, (a, b) in atoms.items()]
    return found + [Edge(b, a, strict=False, literal=-literal) for literal, (a, b) in atoms.items()]


def holds(clauses: list[list[int]], truth: dict[int, bool]) -> bool:
    return all(any(truth[abs(literal)] is (literal > 0) for literal in clause) for clause in clauses)


def random_times(rng: random.Random, places: dict[int, tuple[int, int]]) -> dict[int, int]:
    """Each chain in its order; points of different chains may have the same time."""
    times: dict[int, int] = {}
    for chain in {chain for chain, _ in places.values()}:
        own = sorted(point for point, place in places.items() if place[0] == chain)
        times.update(zip(own, sorted(rng.sample(range(9), len(own))), strict=True))
    return times


def test_the_clauses_hold_in_every_order() -> None:
    rng = random.Random(5)
    places = chains(3, 4)
    said = 0
    for _ in range(300):
        times = random_times(rng, places)
        pairs = [(a, b) for a, b in product(places, places) if places[a][0] != places[b][0]]
        atoms = dict(enumerate(rng.sample(pairs, 30), start=1))
        settled = [Edge(a, b, True, 0) for a, b in rng.sample(pairs, 6) if times[a] < times[b]]
        clauses = neighbour_clauses(places, edges_of(atoms), settled)
        said += len(clauses)
        assert holds(clauses, {literal: times[a] < times[b] for literal, (a, b) in atoms.items()})
    assert said > 300


def test_two_chains_whose_points_are_all_compared_need_no_more() -> None:
    places = chains(2, 3)
    pairs = [(a, b) for a in (0, 1, 2) for b in (10, 11, 12)]
    atoms = dict(enumerate(pairs, start=1))
    clauses = neighbour_clauses(places, edges_of(atoms), ())
    rng = random.Random(7)
    possible = set()
    for _ in range(4000):
        times = random_times(rng, places)
        possible.add(tuple(times[a] < times[b] for a, b in pairs))
    allowed = {truth for truth in product((False, True), repeat=9) if holds(clauses, dict(enumerate(truth, start=1)))}
    assert allowed == possible


def test_what_is_settled_settles_what_follows() -> None:
    places = chains(2, 3)
    atoms = {1: (0, 12), 2: (12, 0), 3: (2, 10)}
    clauses = neighbour_clauses(places, edges_of(atoms), [Edge(1, 11, True, 0)])
    assert [1] in clauses
    assert [-2] in clauses
    assert [3] not in clauses
    assert [-3] not in clauses


def test_with_them_the_answers_are_those_of_another_solver() -> None:
    rng = random.Random(11)
    answers = set()
    for _ in range(60):
        terms = TermStore()
        asserted = [terms.before(10 * chain + i, 10 * chain + i + 1) for chain in range(3) for i in range(4)]
        points = [10 * chain + i for chain in range(3) for i in range(5)]
        atoms = [terms.before(*rng.sample(points, 2)) for _ in range(18)]
        for _ in range(rng.randint(8, 26)):
            some = rng.sample(atoms, 3)
            asserted.append(terms.any_of(one if rng.random() < 0.5 else terms.negation(one) for one in some))
        query = Query(terms, tuple(asserted))
        ours, theirs = SatOrder().solve(query, 30), Z3Text().solve(query, 30)
        assert type(ours) is type(theirs)
        answers.add(type(ours))
    assert answers == {Sat, Unsat}
