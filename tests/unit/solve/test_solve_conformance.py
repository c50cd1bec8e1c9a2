"""What every solver must do, and that they agree with each other on random queries."""

from itertools import pairwise
from random import Random

import pytest

from raddle.base.errors import InternalError
from raddle.logic.evaluate import GuardedEvaluator
from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import Term, TermStore
from raddle.solve.answer import Answer, Sat, Solver, Unknown, Unsat
from raddle.solve.checked import Checked
from raddle.solve.choose import default_solver
from raddle.solve.cvc5_text import Cvc5Text, cvc5_is_there
from raddle.solve.sat_order import OUT_OF_SCOPE, SatOrder
from raddle.solve.z3_text import Z3Text

SECOND: list[Solver] = [Cvc5Text()] if cvc5_is_there() else []
SOLVERS: list[Solver] = [Z3Text(), SatOrder(), default_solver(), *SECOND]
ALL = pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
WITH_BITS = pytest.mark.parametrize("solver", [Z3Text(), default_solver(), *SECOND], ids=lambda solver: solver.name)


@pytest.fixture
def store() -> TermStore:
    return TermStore()


def holds(query: Query, answer: Answer) -> bool:
    assert isinstance(answer, Sat), answer
    evaluator = GuardedEvaluator(answer.values, answer.positions)
    return all(evaluator.holds(term) for term in (*query.assertions, *query.assumptions.values()))


@ALL
def test_an_empty_query_is_satisfiable(solver: Solver, store: TermStore) -> None:
    assert isinstance(solver.solve(Query(store, ()), None), Sat)


@ALL
@pytest.mark.parametrize("value", [True, False])
def test_constants_are_assertions_too(solver: Solver, store: TermStore, value: bool) -> None:
    answer = solver.solve(Query(store, (store.truth(value),)), None)
    assert isinstance(answer, Sat if value else Unsat)


@ALL
def test_a_model_gives_all_variables_and_points(solver: Solver, store: TermStore) -> None:
    a, b, c = (store.variable(name, 1) for name in "abc")
    query = Query(store, (store.any_of((a, b)), store.negation(a), store.any_of((c, store.before(1, 2)))))
    answer = solver.solve(query, None)
    assert holds(query, answer)
    assert isinstance(answer, Sat)
    assert set(answer.values) == {a, b, c}
    assert answer.values[b] == 1
    assert set(answer.positions) == {1, 2}


@ALL
def test_every_gate_means_what_evaluation_says(solver: Solver, store: TermStore) -> None:
    a, b, c = (store.variable(name, 1) for name in "abc")
    gates = [store.apply(op, 1, a, b) for op in (Op.AND, Op.OR, Op.XOR, Op.EQ)]
    gates += [store.choice(c, a, b), store.all_of((a, b, c)), store.any_of((a, b, c))]
    for gate in gates:
        for bits in range(8):
            values = {variable: bits >> i & 1 for i, variable in enumerate((a, b, c))}
            pinned = [variable if value else store.negation(variable) for variable, value in values.items()]
            expected = GuardedEvaluator(values).holds(gate)
            for asked in (gate, store.negation(gate)):
                wanted = Sat if expected is (asked is gate) else Unsat
                assert isinstance(solver.solve(Query(store, (*pinned, asked)), None), wanted)


@ALL
def test_the_core_names_assumptions_that_contradict(solver: Solver, store: TermStore) -> None:
    a, b = store.variable("a", 1), store.variable("b", 1)
    assumptions = {
        "a": a,
        "free": b,
        "first": store.before(1, 2),
        "second": store.before(2, 3),
        "back": store.before(3, 1),
    }
    answer = solver.solve(Query(store, (store.any_of((a, b)),), assumptions), None)
    assert answer == Unsat(frozenset({"first", "second", "back"}))


@ALL
def test_the_core_is_empty_when_the_assertions_contradict(solver: Solver, store: TermStore) -> None:
    a = store.variable("a", 1)
    assert solver.solve(Query(store, (a, store.negation(a)), {"other": store.before(1, 2)}), None) == Unsat(frozenset())


@ALL
def test_an_assumption_that_is_false_is_its_own_core(solver: Solver, store: TermStore) -> None:
    answer = solver.solve(Query(store, (), {"false": store.false, "true": store.true}), None)
    assert answer == Unsat(frozenset({"false"}))


@ALL
def test_assumptions_hold_in_the_model(solver: Solver, store: TermStore) -> None:
    a, b = store.variable("a", 1), store.variable("b", 1)
    query = Query(
        store, (store.implies(a, store.before(2, 1)),), {"a or b": store.any_of((a, b)), "not b": store.negation(b)}
    )
    assert holds(query, solver.solve(query, None))


@ALL
def test_names_of_assumptions_and_variables_may_be_any_text(solver: Solver, store: TermStore) -> None:
    a = store.variable('a|b " (assert', 1)
    answer = solver.solve(Query(store, (a,), {"not | it": store.negation(a)}), None)
    assert answer == Unsat(frozenset({"not | it"}))


@ALL
@pytest.mark.parametrize("length", [1, 2, 3, 50])
def test_a_cycle_with_a_strict_step_is_impossible(solver: Solver, store: TermStore, length: int) -> None:
    ring = [*range(length), 0]
    steps = [store.not_after(a, b) for a, b in pairwise(ring)]
    query = Query(store, tuple(steps))
    answer = solver.solve(query, None)
    assert holds(query, answer)
    assert isinstance(answer, Sat)
    assert len(set(answer.positions.values())) == 1
    strict = store.before(ring[-2], ring[-1])
    assert isinstance(solver.solve(Query(store, (*steps[:-1], strict)), None), Unsat)


@ALL
def test_not_before_means_not_after_the_other_way(solver: Solver, store: TermStore) -> None:
    neither = (store.negation(store.before(1, 2)), store.negation(store.before(2, 1)))
    query = Query(store, neither)
    answer = solver.solve(query, None)
    assert holds(query, answer)
    assert isinstance(answer, Sat)
    assert answer.positions[1] == answer.positions[2]
    both = (store.negation(store.not_after(1, 2)), store.negation(store.not_after(2, 1)))
    assert isinstance(solver.solve(Query(store, both), None), Unsat)


@ALL
def test_a_preference_is_never_a_constraint(solver: Solver, store: TermStore) -> None:
    a = store.variable("a", 1)
    query = Query(
        store, (a, store.before(1, 2)), preferred={a: False, store.before(1, 2): False, store.before(7, 8): True}
    )
    assert holds(query, solver.solve(query, None))


def pigeons(store: TermStore, count: int) -> Query:
    """One more pigeon than holes."""
    sits = [[store.variable(f"p{pigeon}_{hole}", 1) for hole in range(count)] for pigeon in range(count + 1)]
    clauses = [store.any_of(row) for row in sits]
    for hole in range(count):
        for first in range(count + 1):
            for second in range(first):
                clauses.append(store.any_of((store.negation(sits[first][hole]), store.negation(sits[second][hole]))))
    return Query(store, tuple(clauses))


@ALL
def test_a_time_out_is_unknown(solver: Solver, store: TermStore) -> None:
    answer = solver.solve(pigeons(store, 13), 0.2)
    assert isinstance(answer, Unknown)
    assert "within 0.2 s" in answer.reason


@WITH_BITS
def test_a_model_of_bits(solver: Solver, store: TermStore) -> None:
    x, y = store.variable("x", 32), store.variable("y", 32)
    product = store.equal(store.apply(Op.MUL, 32, x, y), store.bits(221, 32))
    small = [store.apply(Op.ULT, 1, term, store.bits(20, 32)) for term in (x, y)]
    query = Query(store, (product, *small, store.before(1, 2)))
    answer = solver.solve(query, None)
    assert holds(query, answer)
    assert isinstance(answer, Sat)
    assert sorted((answer.values[x], answer.values[y])) == [13, 17]


@WITH_BITS
def test_bits_may_be_constants_only(solver: Solver, store: TermStore) -> None:
    a = store.variable("a", 1)
    chosen = store.choice(a, store.bits(3, 32), store.bits(5, 32))
    twice = store.equal(store.apply(Op.ADD, 32, chosen, chosen), store.bits(6, 32))
    answer = solver.solve(Query(store, (twice,)), None)
    assert isinstance(answer, Sat)
    assert answer.values[a] == 1


@WITH_BITS
def test_points_with_times_are_integers(solver: Solver, store: TermStore) -> None:
    between = (store.at(1, 4), store.at(3, 6), store.before(1, 2), store.before(2, 3))
    query = Query(store, between)
    answer = solver.solve(query, None)
    assert holds(query, answer)
    assert isinstance(answer, Sat)
    assert answer.positions[2] == 5
    assert isinstance(
        solver.solve(Query(store, (*between[:2], store.before(1, 2), store.before(2, 5), store.before(5, 3))), None),
        Unsat,
    )


@WITH_BITS
def test_an_operator_without_words_is_unknown_by_name(solver: Solver, store: TermStore) -> None:
    term = store.equal(store.convert(Op.FPTOSI, 32, store.variable("x", 64)), store.bits(1, 32))
    answer = solver.solve(Query(store, (term,)), None)
    assert isinstance(answer, Unknown)
    assert "FPTOSI on 64 bits" in answer.reason


def test_cadical_is_not_asked_about_bits_or_times(store: TermStore) -> None:
    bits = store.equal(store.variable("x", 8), store.bits(1, 8))
    for term in (bits, store.at(1, 4), store.any_of((store.variable("a", 1), store.at(1, 4)))):
        assert SatOrder().solve(Query(store, (term,)), None) is OUT_OF_SCOPE


# ---- random queries of truth values and order


class Randomly:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.store = TermStore()
        self.variables = [self.store.variable(f"b{index}", 1) for index in range(self.random.randint(1, 5))]
        self.points = self.random.randint(2, 8)

    def term(self, depth: int) -> Term:
        store, random = self.store, self.random
        if depth == 0:
            a, b = random.randrange(self.points), random.randrange(self.points)
            made = random.choice(
                (store.before(a, b), store.before(a, b), store.not_after(a, b), random.choice(self.variables))
            )
        else:
            a, b, c = (self.term(depth - 1) for _ in range(3))
            made = random.choice(
                (
                    store.all_of((a, b)),
                    store.any_of((a, b)),
                    store.any_of((a, b, c)),
                    store.choice(a, b, c),
                    store.equal(a, b),
                )
            )
        return store.negation(made) if random.random() < 0.25 else made

    def query(self) -> Query:
        random = self.random
        assertions = [self.term(random.choice((0, 1, 1, 2, 3))) for _ in range(random.randint(1, 14))]
        assumptions = {f"n{index}": self.term(random.choice((0, 0, 1))) for index in range(random.choice((0, 0, 4)))}
        preferred = {term: random.random() < 0.5 for term in assertions}
        return Query(self.store, tuple(assertions), assumptions, preferred)


@pytest.mark.slow
def test_solvers_agree_on_random_queries_and_their_cores_suffice() -> None:
    kinds: set[type[Answer]] = set()
    for seed in range(200):
        query = Randomly(seed).query()
        answers = [Checked(solver).solve(query, None) for solver in (SatOrder(), Z3Text(), *SECOND)]
        found = {type(answer) for answer in answers}
        assert len(found) == 1, seed
        kinds |= found
        for answer in answers:
            if isinstance(answer, Unsat) and answer.core:
                needed = {name: query.assumptions[name] for name in answer.core}
                assert isinstance(Z3Text().solve(Query(query.terms, query.assertions, needed), None), Unsat), seed
    assert kinds == {Sat, Unsat}


# ---- the checker


class Liar:
    name = "liar"

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        return self.answer


def test_a_wrong_model_is_an_internal_error_that_names_the_assertion(store: TermStore) -> None:
    a, b = store.variable("a", 1), store.variable("b", 1)
    with pytest.raises(InternalError, match=r"liar, assertion 1 is false: b"):
        Checked(Liar(Sat({a: 1, b: 0}, {}))).solve(Query(store, (a, b)), None)


def test_a_wrong_assumption_is_named(store: TermStore) -> None:
    a = store.variable("a", 1)
    with pytest.raises(InternalError, match=r"assumption mine is false"):
        Checked(Liar(Sat({a: 1}, {1: 0, 2: 0}))).solve(Query(store, (a,), {"mine": store.before(1, 2)}), None)


def test_a_model_without_a_value_is_an_internal_error(store: TermStore) -> None:
    with pytest.raises(InternalError, match=r"assertion 0 has no value for 'a'"):
        Checked(Liar(Sat({}, {}))).solve(Query(store, (store.variable("a", 1),)), None)
    with pytest.raises(InternalError, match=r"has no value for"):
        Checked(Liar(Sat({}, {1: 0}))).solve(Query(store, (store.before(1, 2),)), None)


def test_a_model_that_divides_by_zero_is_an_internal_error_only_where_it_matters(store: TermStore) -> None:
    x, taken = store.variable("x", 8), store.variable("taken", 1)
    quotient = store.equal(store.apply(Op.UDIV, 8, store.bits(8, 8), x), store.bits(2, 8))
    query = Query(store, (store.implies(taken, quotient),))
    fine = Sat({x: 0, taken: 0}, {})
    assert Checked(Liar(fine)).solve(query, None) is fine
    with pytest.raises(InternalError, match="divides by zero"):
        Checked(Liar(Sat({x: 0, taken: 1}, {}))).solve(query, None)


def test_other_answers_pass_the_checker(store: TermStore) -> None:
    for answer in (Unsat(frozenset({"x"})), Unknown("tired")):
        assert Checked(Liar(answer)).solve(Query(store, ()), None) is answer
