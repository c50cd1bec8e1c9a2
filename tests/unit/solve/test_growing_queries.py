"""Queries that grow while a solver looks for models: the answer is that of the whole."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from raddle.logic.evaluate import GuardedEvaluator
from raddle.logic.query import Query
from raddle.logic.terms import Term, TermStore
from raddle.solve.answer import Answer, Sat, Unknown, Unsat
from raddle.solve.checked import Checked
from raddle.solve.choose import path_solver
from raddle.solve.growing import GrowingSolver
from raddle.solve.in_bits import InBits
from raddle.solve.sat_order import OUT_OF_SCOPE, SatOrder
from raddle.solve.z3_text import Z3Text

SOLVERS: dict[str, GrowingSolver] = {
    "cadical": Checked(SatOrder()),
    "bits": Checked(InBits()),
    "z3": Checked(Z3Text()),
    "in turns": path_solver(),
}


def random_clauses(rng: random.Random, terms: TermStore) -> list[Term]:
    """Over the order of four points and three truth values, with gates in both directions."""
    values = [terms.variable(f"v{number}", 1) for number in range(3)]
    atoms = [terms.before(a, b) for a, b in permutations(range(4), 2)]
    literals = [*values, *atoms]
    literals += [terms.all_of(rng.sample(literals, 2)) for _ in range(4)]
    literals += [terms.negation(one) for one in literals]
    return [terms.any_of(rng.sample(literals, rng.randint(1, 3))) for _ in range(rng.randint(4, 22))]


def grown(solver: GrowingSolver, terms: TermStore, first: list[Term], later: list[Term], *, at_a_time: int) -> Answer:
    def more(answer: Sat) -> Sequence[Term]:
        found = []
        for term in later:
            try:
                holds = GuardedEvaluator(answer.values, answer.positions).holds(term)
            except KeyError:
                holds = False
            if not holds:
                found.append(term)
        return found[:at_a_time]

    return solver.solve_growing(Query(terms, tuple(first)), more, None)


@pytest.mark.parametrize("name", SOLVERS)
def test_the_answer_is_that_of_the_whole_query(name: str) -> None:
    rng, kinds = random.Random(3), set()
    for _ in range(25):
        terms = TermStore()
        clauses = random_clauses(rng, terms)
        whole = path_solver().solve(Query(terms, tuple(clauses)), None)
        cut = rng.randint(1, len(clauses))
        answer = grown(SOLVERS[name], terms, clauses[:cut], clauses[cut:], at_a_time=rng.randint(1, 3))
        assert type(answer) is type(whole)
        kinds.add(type(whole))
    assert kinds == {Sat, Unsat}


def test_what_grows_out_of_scope_goes_to_the_next_solver_with_all_that_was_said() -> None:
    terms = TermStore()
    flag, number = terms.variable("flag", 1), terms.variable("number", 8)
    later = [flag, terms.equal(number, terms.bits(5, 8))]
    assert grown(SatOrder(), terms, [terms.before(0, 1)], later, at_a_time=1) is OUT_OF_SCOPE
    answer = grown(path_solver(), terms, [terms.before(0, 1)], later, at_a_time=1)
    assert isinstance(answer, Sat)
    assert answer.values[flag] == 1
    assert answer.values[number] == 5


def test_a_query_that_grows_for_ever_ends_with_its_time() -> None:
    terms, made = TermStore(), 0

    def more(answer: Sat) -> Sequence[Term]:
        nonlocal made
        made += 1
        return [terms.variable(f"v{made}", 1)]

    for solver in (SatOrder(), Checked(Z3Text())):
        assert isinstance(solver.solve_growing(Query(terms, (terms.before(0, 1),)), more, 0.2), Unknown)
