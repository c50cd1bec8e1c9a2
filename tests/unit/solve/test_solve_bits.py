"""Numbers spelled bit by bit mean what arithmetic says they mean: all values of small widths, and random queries."""

from itertools import product
from random import Random

import pytest

from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator
from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import Term, TermStore
from raddle.solve.answer import Sat, Unsat
from raddle.solve.bits import spelled_in_bits
from raddle.solve.checked import Checked
from raddle.solve.choose import path_solver
from raddle.solve.in_bits import InBits
from raddle.solve.sat_order import OUT_OF_SCOPE
from raddle.solve.z3_text import Z3Text

ARITHMETIC = (Op.ADD, Op.SUB, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR, Op.UDIV, Op.UREM)
COMPARISONS = (Op.EQ, Op.UGT, Op.UGE, Op.ULT, Op.ULE, Op.SGT, Op.SGE, Op.SLT, Op.SLE)
OVERFLOWS = (Op.SADD_OVERFLOW, Op.SSUB_OVERFLOW)


def spelled_value(store: TermStore, term: Term, values: dict[Term, int]) -> int:
    """Of a term of some width: what its bits are worth."""
    found = 0
    for place in range(term.width):
        bit = term if term.width == 1 else store.equal(store.extract(term, place, 1), store.true)
        spelled = spelled_in_bits(Query(store, (bit,)))
        assert spelled is not None
        bits = {
            one: values[variable] >> at & 1 for variable, ones in spelled.bits.items() for at, one in enumerate(ones)
        }
        found |= Evaluator({**values, **bits})(spelled.query.assertions[0]) << place
    return found


def agrees(store: TermStore, term: Term, values: dict[Term, int]) -> None:
    try:
        expected = Evaluator(values)(term)
    except Trap:
        return
    assert spelled_value(store, term, values) == expected, (term, values)


@pytest.mark.parametrize("op", [*ARITHMETIC, *COMPARISONS, *OVERFLOWS], ids=lambda op: op.name)
def test_every_operator_means_what_evaluation_says(op: Op) -> None:
    store = TermStore()
    a, b = store.variable("a", 3), store.variable("b", 3)
    width = 3 if op in ARITHMETIC else 1
    constants = [store.bits(value, 3) for value in (0, 1, 2, 3, 7)]
    operands = [(a, b), *((a, one) for one in constants), *((one, b) for one in constants)]
    for x, y in product(range(8), repeat=2):
        for one, other in operands:
            agrees(store, store.apply(op, width, one, other), {a: x, b: y})


@pytest.mark.parametrize("op", [Op.ADD, Op.SUB, *COMPARISONS, *OVERFLOWS], ids=lambda op: op.name)
def test_numbers_with_few_bits_below_their_sign_are_as_any_other(op: Op) -> None:
    store = TermStore()
    a, b = store.variable("a", 2), store.variable("b", 3)
    wide = [store.convert(Op.SEXT, 6, a), store.convert(Op.SEXT, 6, b), store.convert(Op.ZEXT, 6, a)]
    wide += [store.bits(value, 6) for value in (0, 1, 3, 31, 32, 63)]
    width = 6 if op in (Op.ADD, Op.SUB) else 1
    for x, y in product(range(4), range(8)):
        for one, other in product(wide[:3], wide):
            agrees(store, store.apply(op, width, one, other), {a: x, b: y})


@pytest.mark.slow
def test_products_with_constants_choices_and_pieces() -> None:
    store = TermStore()
    a, b, c = store.variable("a", 4), store.variable("b", 4), store.variable("c", 1)
    total = store.apply(Op.ADD, 4, a, b)
    terms = [store.apply(Op.MUL, 4, a, store.bits(value, 4)) for value in (2, 3, 5, 15)]
    terms += [store.choice(c, a, total), store.concat(store.extract(total, 1, 2), store.extract(a, 0, 2))]
    terms += [store.choice(store.equal(a, b), store.bits(9, 4), b)]
    for x, y, z in product(range(16), range(16), range(2)):
        for term in terms:
            agrees(store, term, {a: x, b: y, c: z})


def test_what_is_not_spelled_is_left_to_others() -> None:
    store = TermStore()
    a, b = store.variable("a", 32), store.variable("b", 32)
    query = Query(store, (store.equal(store.apply(Op.MUL, 32, a, b), store.bits(6, 32)),))
    assert InBits().solve(query, None) is OUT_OF_SCOPE
    assert isinstance(path_solver().solve(query, None), Sat)


def random_query(rng: Random, store: TermStore) -> Query:
    width = rng.choice([2, 4, 8])
    numbers = [store.variable(f"n{place}.{width}", width) for place in range(4)]
    truths = [store.variable(f"t{place}", 1) for place in range(3)]

    def number(depth: int) -> Term:
        if depth == 0 or rng.random() < 0.3:
            return rng.choice([*numbers, store.bits(rng.randrange(1 << width), width)])
        if rng.random() < 0.2:
            return store.choice(truth(depth - 1), number(depth - 1), number(depth - 1))
        return store.apply(rng.choice([Op.ADD, Op.SUB, Op.AND, Op.XOR]), width, number(depth - 1), number(depth - 1))

    def truth(depth: int) -> Term:
        match rng.randrange(4):
            case 0:
                return rng.choice(truths)
            case 1:
                return store.before(*rng.sample(range(4), 2))
            case 2:
                return store.negation(store.any_of((rng.choice(truths), store.before(*rng.sample(range(4), 2)))))
            case _:
                return store.apply(rng.choice(COMPARISONS), 1, number(depth), number(depth))

    return Query(store, tuple(store.any_of(truth(2) for _ in range(rng.choice([1, 2, 3]))) for _ in range(10)))


def test_it_says_what_z3_says() -> None:
    answers = set()
    for seed in range(40):
        query = random_query(Random(seed), TermStore())
        one, other = Checked(InBits()).solve(query, None), Z3Text().solve(query, None)
        assert type(one) is type(other), seed
        answers.add(type(one))
    assert answers == {Sat, Unsat}
