"""A session says of each set of assumptions what a solver says of the whole query, asked anew."""

import random
from itertools import combinations

import pytest

from raddle.base.errors import InternalError
from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import Term, TermStore
from raddle.solve import session as sessions
from raddle.solve.answer import Answer, Sat, Unknown, Unsat
from raddle.solve.choose import path_solver
from raddle.solve.session import Session

POINTS = 5


def random_truth(store: TermStore, rng: random.Random, depth: int, *, numbers: bool) -> Term:
    kind = rng.randrange(6 if depth else 3)
    if kind == 0:
        return store.variable(f"b{rng.randrange(4)}", 1)
    if kind == 1 or (kind == 2 and not numbers):
        return store.before(*rng.sample(range(POINTS), 2))
    if kind == 2:
        a, b = store.variable("n0", 3), store.variable("n1", 3)
        return store.equal(store.apply(Op.ADD, 3, a, store.bits(rng.randrange(8), 3)), b)
    parts = [random_truth(store, rng, depth - 1, numbers=numbers) for _ in range(rng.randint(2, 3))]
    return store.negation(parts[0]) if kind == 3 else store.all_of(parts) if kind == 4 else store.any_of(parts)


def random_query(store: TermStore, rng: random.Random, *, numbers: bool) -> Query:
    asserted = tuple(random_truth(store, rng, 2, numbers=numbers) for _ in range(rng.randint(1, 4)))
    assumed = {f"a{number}": random_truth(store, rng, 1, numbers=numbers) for number in range(4)}
    return Query(store, asserted, assumed)


def anew(query: Query, added: list[Term], names: tuple[str, ...]) -> Answer:
    chosen = {name: query.assumptions[name] for name in names}
    return path_solver().solve(Query(query.terms, (*query.assertions, *added), chosen), None)


@pytest.mark.parametrize("numbers", [False, True], ids=["order", "numbers"])
def test_every_set_of_assumptions_is_answered_as_by_a_solver_asked_anew(numbers: bool) -> None:
    kinds = set()
    for seed in range(12):
        rng, store = random.Random(seed), TermStore()
        query = random_query(store, rng, numbers=numbers)
        added: list[Term] = []
        with Session(query) as session:
            for names in (names for count in (4, 1, 3, 2, 0) for names in combinations(query.assumptions, count)):
                if rng.random() < 0.2 and len(added) < 3:
                    added.append(store.negation(random_truth(store, rng, 1, numbers=numbers)))
                    session.add(added[-1])
                answer, expected = session.check(names), anew(query, added, names)
                kinds.add(type(answer))
                assert type(answer) is type(expected)
                if isinstance(answer, Unsat):
                    assert answer.core <= set(names)
                    assert isinstance(anew(query, added, tuple(sorted(answer.core))), Unsat)
    assert kinds == {Sat, Unsat}


def test_an_assumption_still_holds_after_its_opposite_was_spoken_of() -> None:
    """The terms of an assumption and of an assertion that is added later have a gate in common."""
    store = TermStore()
    a, b, c = (store.variable(name, 1) for name in "abc")
    both = store.all_of((a, b))
    with Session(Query(store, (), {"both": both})) as session:
        session.add(store.any_of((store.negation(both), c)))
        session.add(store.negation(a))
        assert session.check(["both"]) == Unsat(frozenset({"both"}))
        assert isinstance(session.check([]), Sat)


def test_what_models_break_is_said_and_remembered() -> None:
    store = TermStore()
    bits = [store.variable(f"b{number}", 1) for number in range(4)]
    asked = 0

    def at_most_one(answer: Sat) -> list[Term]:
        nonlocal asked
        held = [bit for bit in bits if answer.values.get(bit)]
        asked += len(held) > 1
        return [store.any_of((store.negation(a), store.negation(b))) for a, b in combinations(held, 2)]

    with Session(Query(store, (), {str(number): bit for number, bit in enumerate(bits)}), at_most_one) as session:
        assert isinstance(session.check(["0"]), Sat)
        assert isinstance(session.check(["0", "1", "2"]), Unsat)
        assert asked
        before = asked
        assert isinstance(session.check(["1", "2", "0"]), Unsat)
        assert asked == before


def test_what_is_out_of_scope_goes_to_another_solver() -> None:
    store = TermStore()
    a, b = store.variable("a", 8), store.variable("b", 8)
    product = store.equal(store.apply(Op.MUL, 8, a, b), store.bits(35, 8))
    small = store.all_of(store.apply(Op.ULT, 1, one, store.bits(6, 8)) for one in (a, b))
    large = store.apply(Op.UGT, 1, a, store.bits(4, 8))
    with Session(Query(store, (product,), {"small": small, "large": large})) as session:
        assert isinstance(session.check(["large"]), Sat)
        assert session.check(["small"]) == Unsat(frozenset({"small"}))
        session.add(store.negation(large))
        assert isinstance(session.check(["large"]), Unsat)


def test_what_becomes_out_of_scope_later_goes_to_another_solver() -> None:
    store = TermStore()
    a, b = store.variable("a", 8), store.variable("b", 8)
    query = Query(store, (store.negation(store.equal(a, b)),), {"a": store.equal(a, store.bits(5, 8))})
    with Session(query) as session:
        assert isinstance(session.check(["a"]), Sat)
        session.add(store.equal(store.apply(Op.MUL, 8, a, b), store.bits(25, 8)))
        assert isinstance(session.check(["a"]), Unsat)


def test_no_model_is_believed_that_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    store = TermStore()
    a = store.variable("a", 1)

    def lies(*_: object) -> Sat:
        return Sat({a: 0}, {})

    monkeypatch.setattr(sessions.SatOrderSession, "check", lies)
    with Session(Query(store, (a,))) as session, pytest.raises(InternalError):
        session.check([])


def test_the_time_may_be_over() -> None:
    store = TermStore()
    with Session(Query(store, (store.variable("a", 1),))) as session:
        assert isinstance(session.check([], limit_s=-1.0), Unknown)
