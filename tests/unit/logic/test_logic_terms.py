"""Three tellers of what an operator means agree: arithmetic.py on numbers, the store's folding, and z3 on our text."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raddle.logic.arithmetic import TWO, Trap, mask
from raddle.logic.evaluate import Evaluator, GuardedEvaluator, subterms, variables_of
from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.smtlib import Unsupported, script
from raddle.logic.terms import Term, TermStore
from raddle.solve.answer import Sat, Unsat
from raddle.solve.z3_text import Z3Text

TRUTH_RESULT = {
    *(op for op in Op if Op.EQ <= op <= Op.SLE or Op.FCMP_OEQ <= op <= Op.FCMP_FALSE),
    *(op for op in Op if op.name.endswith("_OVERFLOW")),
}
FLOAT_TWO = [op for op in TWO if Op.FADD <= op <= Op.FDIV or Op.FMAX <= op <= Op.FMIN or op >= Op.FCMP_OEQ]
INTEGER_TWO = [op for op in TWO if op not in FLOAT_TWO]
INTEGER_ONE = [Op.TRUNC, Op.ZEXT, Op.SEXT, Op.BSWAP, Op.CTPOP, Op.ABS]
WIDTHS = [1, 2, 5, 8, 13, 31, 32, 33, 64, 128]

FLOATS = {
    32: [
        *(0, 1 << 31, 1, 0x807FFFFF, 0x00800000, 0x3F800000, 0xBF800000, 0x3F800001, 0x40490FDB, 0x7F7FFFFF),
        *(0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFA12345, 0x33800000, 0x4B800001),
    ],
    64: [
        *(0, 1 << 63, 1, 0x800FFFFFFFFFFFFF, 0x3FF0000000000000, 0xBFF0000000000000, 0x3FF0000000000001),
        *(0x400921FB54442D18, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000),
        *(0x7FF0000000000001, 0xFFF4123456789ABC, 0x47EFFFFFF0000000, 0x36A0000000000000, 0x3FF0000010000000),
    ],
}


def result_width(op: Op, width: int) -> int:
    return 1 if op in TRUTH_RESULT else width


def interesting(width: int, random: Random) -> int:
    edge = [0, 1, 2, mask(width), 1 << (width - 1), mask(width - 1), width, 31, 32, 63, 64]
    return random.choice([*edge, random.getrandbits(width), random.getrandbits(width)]) & mask(width)


class Samples:
    """Terms with the values of their variables and what they are worth; one question to z3 for all of them."""

    def __init__(self) -> None:
        self.store = TermStore()
        self.pinned: dict[Term, int] = {}
        self.wrong: list[Term] = []

    def variable(self, value: int, width: int) -> Term:
        made = self.store.variable(f"s{len(self.pinned)}", width)
        self.pinned[made] = value
        return made

    def expect(self, term: Term) -> None:
        try:
            value = Evaluator(self.pinned)(term)
        except Trap:
            return
        self.wrong.append(self.store.negation(self.store.equal(term, self.store.bits(value, term.width))))

    def z3_agrees(self) -> bool:
        assert self.wrong
        pins = [self.store.equal(term, self.store.bits(value, term.width)) for term, value in self.pinned.items()]
        answer = Z3Text().solve(Query(self.store, (*pins, self.store.any_of(self.wrong))), None)
        return isinstance(answer, Unsat)


@pytest.mark.parametrize("op", INTEGER_TWO, ids=lambda op: op.name)
def test_z3_computes_what_arithmetic_computes_on_two_integers(op: Op) -> None:
    random, samples = Random(op), Samples()
    for width in WIDTHS:
        for _ in range(6 if width > 1 else 20):
            a, b = (samples.variable(interesting(width, random), width) for _ in range(2))
            samples.expect(samples.store._made(op, result_width(op, width), (a, b)))
    for width in WIDTHS:
        a = samples.variable(interesting(width, random), width)
        b = samples.store.bits(interesting(width, random), width)
        samples.expect(samples.store._made(op, result_width(op, width), (a, b)))
    assert samples.z3_agrees()


@pytest.mark.parametrize("op", INTEGER_ONE, ids=lambda op: op.name)
def test_z3_computes_what_arithmetic_computes_on_one_integer(op: Op) -> None:
    random, samples = Random(op), Samples()
    for source, width in product(WIDTHS, WIDTHS):
        if (op is Op.TRUNC and source > width) or (op in (Op.ZEXT, Op.SEXT) and source < width):
            pass
        elif source != width or op in (Op.TRUNC, Op.ZEXT, Op.SEXT) or (op is Op.BSWAP and width % 8):
            continue
        for _ in range(3):
            a = samples.variable(interesting(source, random), source)
            samples.expect(samples.store._made(op, width, (a,)))
    assert samples.z3_agrees()


def test_z3_cuts_and_joins_as_arithmetic_does() -> None:
    random, samples = Random(0), Samples()
    store = samples.store
    for high, low in product(WIDTHS, WIDTHS):
        a, b = (samples.variable(interesting(width, random), width) for width in (high, low))
        joined = store.concat(a, b)
        samples.expect(joined)
        lowest = random.randrange(joined.width)
        samples.expect(store.extract(joined, lowest, random.randint(1, joined.width - lowest)))
        samples.expect(store._made(Op.EXTRACT, 1, (b,), random.randrange(low)) if low > 1 else b)
        samples.expect(store.choice(samples.variable(random.getrandbits(1), 1), a, store.bits(5, high)))
    assert samples.z3_agrees()


@pytest.mark.parametrize("op", FLOAT_TWO, ids=lambda op: op.name)
@pytest.mark.parametrize("width", [32, 64])
def test_z3_computes_what_arithmetic_computes_on_two_floats(op: Op, width: int) -> None:
    random, samples = Random(op), Samples()
    pairs = list(product(FLOATS[width], FLOATS[width]))
    pairs = [*random.sample(pairs, 30), *((random.getrandbits(width), random.getrandbits(width)) for _ in range(6))]
    for first, second in pairs:
        a, b = samples.variable(first, width), samples.variable(second, width)
        samples.expect(samples.store._made(op, result_width(op, width), (a, b)))
    assert samples.z3_agrees()


@pytest.mark.parametrize(
    ("op", "source", "width"),
    [(Op.FPEXT, 32, 64), (Op.FPTRUNC, 64, 32), (Op.FNEG, 32, 32), (Op.FNEG, 64, 64), (Op.FABS, 64, 64)]
    + [(op, source, width) for op in (Op.SITOFP, Op.UITOFP) for source in (1, 8, 32, 64, 128) for width in (32, 64)],
    ids=lambda value: value.name if isinstance(value, Op) else str(value),
)
def test_z3_converts_floats_as_arithmetic_does(op: Op, source: int, width: int) -> None:
    random, samples = Random(op), Samples()
    values = [*FLOATS[source]] if op not in (Op.SITOFP, Op.UITOFP) else []
    for value in [*values, *(interesting(source, random) for _ in range(12))]:
        samples.expect(samples.store._made(op, width, (samples.variable(value, source),)))
    assert samples.z3_agrees()


@pytest.mark.parametrize("op", [Op.FPTOSI, Op.FPTOUI])
def test_what_the_text_cannot_say_exactly_is_refused_by_name(op: Op) -> None:
    store = TermStore()
    term = store.equal(store.convert(op, 32, store.variable("x", 64)), store.bits(1, 32))
    with pytest.raises(Unsupported, match=op.name):
        script(Query(store, (term,)))


def test_floats_of_other_widths_are_refused_by_name() -> None:
    store = TermStore()
    x = store.variable("x", 80)
    with pytest.raises(Unsupported, match="FADD on 80 bits"):
        script(Query(store, (store.equal(store.apply(Op.FADD, 80, x, x), x),)))


# ---- random terms


@st.composite
def programs(draw: st.DrawFn) -> list[tuple[Op, int, int, int, int]]:
    """Steps (operator, three earlier results, a number)."""
    operators = [*INTEGER_TWO, *INTEGER_ONE, Op.ITE, Op.EXTRACT, Op.CONCAT, Op.NOT, Op.ALL, Op.ANY]
    index = st.integers(0, 40)
    return draw(st.lists(st.tuples(st.sampled_from(operators), index, index, index, index), min_size=1, max_size=14))


def run(store: TermStore, program: list[tuple[Op, int, int, int, int]], leaves: list[Term]) -> list[Term]:
    made = list(leaves)
    for op, i, j, k, n in program:
        a, b, c = (made[index % len(made)] for index in (i, j, k))
        b = fitted(store, b, a.width)
        match op:
            case Op.ITE:
                made.append(store.choice(fitted(store, c, 1), a, b))
            case Op.EXTRACT:
                lowest = n % a.width
                made.append(store.extract(a, lowest, 1 + k % (a.width - lowest)))
            case Op.CONCAT if a.width <= 64:
                made.append(store.concat(a, b))
            case Op.ZEXT | Op.SEXT:
                made.append(store.convert(op, a.width + n % 9, a))
            case Op.TRUNC:
                made.append(store.convert(op, 1 + n % a.width, a))
            case Op.NOT:
                made.append(store.negation(fitted(store, a, 1)))
            case Op.ALL:
                made.append(store.all_of(fitted(store, term, 1) for term in (a, b, c)))
            case Op.ANY:
                made.append(store.any_of(fitted(store, term, 1) for term in (a, b, c)))
            case Op.CTPOP | Op.ABS:
                made.append(store.convert(op, a.width, a))
            case Op.BSWAP if a.width % 8 == 0:
                made.append(store.convert(op, a.width, a))
            case _ if op in TWO:
                made.append(store.apply(op, result_width(op, a.width), a, b))
    return made[len(leaves) :]


def fitted(store: TermStore, term: Term, width: int) -> Term:
    return store.extract(term, 0, width) if term.width >= width else store.convert(Op.ZEXT, width, term)


def worth(evaluator: Evaluator, term: Term) -> int | None:
    try:
        return evaluator(term)
    except Trap:
        return None


leaf_values = st.lists(st.tuples(st.sampled_from([1, 8, 32, 64]), st.integers(0, mask(64))), min_size=2, max_size=5)


@settings(max_examples=150, deadline=None)
@given(programs(), leaf_values, st.integers(0, 31))
def test_folding_never_changes_what_a_term_is_worth(
    program: list[tuple[Op, int, int, int, int]], leaves: list[tuple[int, int]], folded: int
) -> None:
    store = TermStore()
    values = {store.variable(f"x{i}", width): value & mask(width) for i, (width, value) in enumerate(leaves)}
    mixed = [
        store.bits(value, variable.width) if folded >> i & 1 else variable
        for i, (variable, value) in enumerate(values.items())
    ]
    open_terms = run(store, program, list(values))
    folded_terms = run(store, program, mixed)
    for whole, part in zip(open_terms, folded_terms, strict=True):
        expected = worth(Evaluator(values), whole)
        if expected is not None:
            assert worth(Evaluator(values), part) == expected
            assert worth(GuardedEvaluator(values), whole) == expected


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(programs(), leaf_values)
def test_z3_gives_random_terms_the_worth_that_evaluation_gives(
    program: list[tuple[Op, int, int, int, int]], leaves: list[tuple[int, int]]
) -> None:
    samples = Samples()
    variables = [samples.variable(value & mask(width), width) for width, value in leaves]
    for term in run(samples.store, program, variables):
        samples.expect(term)
    if samples.wrong:
        assert samples.z3_agrees()


def test_text_of_a_shared_chain_is_as_long_as_the_chain() -> None:
    store = TermStore()
    term = store.variable("x", 32)
    for step in range(200):
        term = store.apply(
            Op.XOR, 32, store.apply(Op.MUL, 32, term, term), store.apply(Op.ADD, 32, term, store.bits(step + 1, 32))
        )
    text = script(Query(store, (store.equal(term, store.bits(1, 32)),))).text
    assert len(text) < 40_000


@pytest.mark.slow
def test_deep_terms_neither_recurse_nor_nest() -> None:
    store = TermStore()
    term = store.variable("x0", 32)
    for step in range(1, 20_000):
        term = store.apply(
            Op.ADD, 32, store.apply(Op.XOR, 32, term, store.bits(step, 32)), store.variable(f"x{step % 7}", 32)
        )
    query = Query(store, (store.equal(term, store.bits(1, 32)),))
    assert len(script(query).text) < 2_000_000
    assert isinstance(Z3Text().solve(Query(store, (*query.assertions, store.false)), None), Unsat)


def test_the_guarded_evaluator_traps_only_where_it_matters() -> None:
    store = TermStore()
    x = store.variable("x", 8)
    zero = store.equal(x, store.bits(0, 8))
    quotient = store.equal(store.apply(Op.UDIV, 8, store.bits(8, 8), x), store.bits(2, 8))
    guarded = GuardedEvaluator({x: 0})
    assert guarded.holds(store.any_of((zero, quotient)))
    assert not guarded.holds(store.all_of((store.negation(zero), quotient)))
    assert guarded.holds(store.choice(zero, zero, quotient))
    with pytest.raises(Trap):
        guarded(store.any_of((store.negation(zero), quotient)))
    with pytest.raises(Trap):
        Evaluator({x: 0})(store.any_of((zero, quotient)))


def test_subterms_come_operands_first_and_variables_in_the_order_of_making() -> None:
    store = TermStore()
    a, b = store.variable("a", 8), store.variable("b", 8)
    term = store.equal(store.apply(Op.ADD, 8, b, a), b)
    assert variables_of([term]) == [a, b]
    found = subterms([term])
    assert all(found.index(arg) < found.index(each) for each in found for arg in each.args)


def test_a_model_of_odd_times_is_read_back() -> None:
    store = TermStore()
    query = Query(store, (store.at(3, -7), store.at(4, 2), store.before(3, 4), store.before(4, 5)))
    answer = Z3Text().solve(query, None)
    assert isinstance(answer, Sat)
    assert (answer.positions[3], answer.positions[4]) == (-7, 2)
    assert answer.positions[5] > 2
