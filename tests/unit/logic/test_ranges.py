"""Ranges of terms, against all values that their variables can have."""

import random
from itertools import product

import pytest

from raddle.logic.arithmetic import Trap, signed
from raddle.logic.evaluate import Evaluator
from raddle.logic.operators import Op
from raddle.logic.ranges import Ranges, full
from raddle.logic.terms import Term, TermStore

WIDTH = 4
BINARY = (Op.ADD, Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.UREM, Op.UDIV, Op.SDIV, Op.SHL)
COMPARED = (Op.SLE, Op.SLT, Op.SGE, Op.SGT, Op.ULE, Op.ULT, Op.UGE, Op.UGT, Op.EQ, Op.NE)
OVERFLOWS = (Op.SADD_OVERFLOW, Op.SSUB_OVERFLOW, Op.SMUL_OVERFLOW)


def random_term(made: random.Random, terms: TermStore, variables: list[Term], depth: int) -> Term:
    pick = made.random()
    if depth == 0 or pick < 0.2:
        return made.choice(variables) if made.random() < 0.7 else terms.bits(made.randrange(16), WIDTH)
    if pick < 0.3:
        inner = terms.convert(made.choice((Op.SEXT, Op.ZEXT)), 6, random_term(made, terms, variables, depth - 1))
        return terms.extract(inner, 0, WIDTH)
    if pick < 0.35:
        halves = [terms.extract(random_term(made, terms, variables, depth - 1), made.choice((0, 1, 2)), 2)]
        halves.append(terms.extract(random_term(made, terms, variables, depth - 1), made.choice((0, 1, 2)), 2))
        return terms.concat(*halves)
    if pick < 0.4:
        a, b = (random_term(made, terms, variables, depth - 1) for _ in range(2))
        return terms.choice(random_truth(made, terms, variables, depth - 1), a, b)
    a, b = (random_term(made, terms, variables, depth - 1) for _ in range(2))
    return terms.apply(made.choice(BINARY), WIDTH, a, b)


def random_truth(made: random.Random, terms: TermStore, variables: list[Term], depth: int) -> Term:
    a, b = (random_term(made, terms, variables, depth) for _ in range(2))
    found = terms.apply(made.choice(COMPARED), 1, a, b)
    if made.random() < 0.3:
        joined = terms.all_of if made.random() < 0.5 else terms.any_of
        found = joined((found, random_truth(made, terms, variables, depth)))
    return found


def assignments(variables: list[Term], facts: list[Term]) -> list[dict[Term, int]]:
    found = []
    for values in product(range(16), repeat=len(variables)):
        assignment = dict(zip(variables, values, strict=True))
        try:
            if all(Evaluator(assignment).holds(fact) for fact in facts):
                found.append(assignment)
        except Trap:
            continue
    return found


@pytest.mark.parametrize("seed", range(150))
def test_every_value_is_in_the_range(seed: int) -> None:
    made, terms = random.Random(seed), TermStore()
    variables = [terms.variable(name, WIDTH) for name in "xy"]
    facts = [terms.apply(made.choice(COMPARED), 1, made.choice(variables), terms.bits(made.randrange(16), WIDTH))]
    a, b = made.choice(variables), made.choice((*variables, terms.bits(made.randrange(16), WIDTH)))
    facts.append(terms.negation(terms.apply(made.choice(OVERFLOWS), 1, a, b)))
    ranges = Ranges()
    ranges.learn(facts)
    allowed = assignments(variables, facts)
    for _ in range(4):
        term, truth = random_term(made, terms, variables, 3), random_truth(made, terms, variables, 2)
        low, high, least, most = ranges.range(term)
        surely = ranges.surely(truth)
        for assignment in allowed:
            try:
                value = Evaluator(assignment)(term)
                assert least <= value <= most
                assert low <= signed(value, term.width) <= high
                assert Evaluator(assignment).holds(truth) or not surely
            except Trap:
                continue


def test_a_sum_that_does_not_overflow_is_above_its_parts() -> None:
    terms = TermStore()
    x, one = terms.variable("x", 32), terms.bits(1, 32)
    more = terms.apply(Op.ADD, 32, x, one)
    wanted = terms.apply(Op.SLE, 1, more, terms.bits(8, 32))
    ranges = Ranges()
    ranges.bound(x, Op.SLE, 7)
    assert ranges.surely(wanted)  # 7 + 1 does not wrap round at the top
    greater = terms.apply(Op.SGE, 1, more, terms.bits(8, 32))
    ranges = Ranges()
    ranges.bound(x, Op.SGE, 7)
    assert not ranges.surely(greater)
    ranges.learn([terms.negation(terms.apply(Op.SADD_OVERFLOW, 1, x, one))])
    assert ranges.surely(greater)


def test_what_is_not_known_has_the_full_range() -> None:
    terms = TermStore()
    assert Ranges().range(terms.variable("x", 8)) == full(8)


def test_taking_the_least_number_is_not_adding_it() -> None:
    store = TermStore()
    x, least = store.variable("x", 32), store.bits(1 << 31, 32)
    ranges = Ranges()
    ranges.learn([store.negation(store.apply(Op.SSUB_OVERFLOW, 1, x, least))])
    assert ranges.range(store.apply(Op.SUB, 32, x, least))[:2] == (-(1 << 31), (1 << 31) - 1)
