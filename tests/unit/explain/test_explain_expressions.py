"""Conditions over the variables of steps, as C would say them."""

import pytest

from raddle.explain.run import Deed
from raddle.explain.telling.expressions import Expressions
from raddle.explain.telling.versions import Versions
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from tests.support.explain_runs import run_of_text

RUN = """
int x = 3
unsigned u = 7
byte b = 1
char c = -2
long n = 5
int a[3] = 1 2 3
T1: v = x
T1: w = a[1]
T1: lock m
T1: x = v + w
T2: p = u
T2: q = b
T2: r = c
T2: s = n
T2: v = x
T1: assert v == 9
"""


class _Told:
    def __init__(self, text: str = RUN) -> None:
        self.run = run_of_text(text)
        self.terms = self.run.terms
        self.end = len(self.run.steps) - 1
        self.expressions = Expressions(self.run, Versions(self.run, range(len(self.run.steps))))

    def variable(self, name: str, deed: Deed = Deed.ASSIGN, thread: str = "") -> Term:
        """What the last step of that deed set the variable to."""
        found = [
            step.number
            for step in self.run.steps
            if self.run.wording.name(step) == name
            and step.deed is deed
            and (not thread or self.run.threads[step.thread] == thread)
        ]
        return self.run.variable(found[-1])

    def bits(self, value: int, width: int = 32) -> Term:
        return self.terms.bits(value, width)

    def __call__(self, *terms: Term, at: int | None = None) -> str:
        return " && ".join(self.expressions.conjunction(terms, self.end if at is None else at))


@pytest.fixture
def told() -> _Told:
    return _Told()


def test_a_bound_is_spelt_as_in_c(told: _Told) -> None:
    w = told.variable("w")
    assert told(told.terms.apply(Op.SLE, 1, w, told.bits(5))) == "w <= 5"
    assert told(told.terms.apply(Op.SGE, 1, w, told.bits(-5))) == "w >= -5"
    assert told(told.terms.apply(Op.SLT, 1, told.bits(2), w)) == "w > 2"


def test_two_bounds_that_meet_are_an_equation(told: _Told) -> None:
    w, five = told.variable("w"), told.bits(5)
    low, high = told.terms.apply(Op.SGE, 1, w, five), told.terms.apply(Op.SLE, 1, w, five)
    assert told(low, high) == told(high, low) == "w == 5"
    strict = told.terms.negation(told.terms.apply(Op.SLT, 1, w, five))
    assert told(strict, high) == "w == 5"
    assert told(low, told.terms.apply(Op.SLT, 1, w, told.bits(6))) == "w == 5"
    assert told(high, told.terms.apply(Op.SGT, 1, w, told.bits(4))) == "w == 5"
    assert told(low, told.terms.apply(Op.SLT, 1, w, told.bits(7))) == "w >= 5 && w < 7"
    assert told(low, told.terms.apply(Op.SLE, 1, w, told.bits(6))) == "w >= 5 && w <= 6"
    assert told(low, told.terms.apply(Op.ULE, 1, w, five)) == "w >= 5 && (unsigned)w <= 5"


def test_what_does_not_hold_is_turned_round(told: _Told) -> None:
    w, terms = told.variable("w"), told.terms
    less = terms.apply(Op.SLT, 1, w, told.bits(3))
    equal = terms.equal(w, told.bits(8))
    assert told(terms.negation(less)) == "w >= 3"
    assert told(terms.negation(equal)) == "w != 8"
    assert told(terms.negation(terms.all_of((less, equal)))) == "w >= 3 || w != 8"
    assert told(terms.negation(terms.any_of((less, equal)))) == "w >= 3 && w != 8"


def test_parentheses_stand_only_where_c_needs_them(told: _Told) -> None:
    w, s, terms = told.variable("w"), told.variable("v", thread="T2"), told.terms
    plus = terms.apply(Op.ADD, 32, w, s)
    names = "w + v of T2"
    assert told(terms.apply(Op.SLE, 1, plus, told.bits(9))) == f"{names} <= 9"
    twice = terms.apply(Op.MUL, 32, plus, told.bits(2))
    assert told(terms.equal(twice, told.bits(8))) == f"({names}) * 2 == 8"
    less = terms.apply(Op.SUB, 32, w, terms.apply(Op.SUB, 32, s, w))
    assert told(terms.equal(less, told.bits(8))) == "w - (v of T2 - w) == 8"
    masked = terms.apply(Op.AND, 32, plus, told.bits(1))
    assert told(terms.equal(masked, told.bits(0))) == f"(({names}) & 1) == 0"
    minus = terms.apply(Op.SUB, 32, w, told.bits(4))
    assert told(terms.apply(Op.SGT, 1, minus, told.bits(1))) == "w - 4 > 1"


def test_an_alternative_beside_others_is_in_parentheses(told: _Told) -> None:
    w, terms = told.variable("w"), told.terms
    one, two, three = (terms.equal(w, told.bits(value)) for value in (1, 2, 3))
    assert told(terms.any_of((terms.all_of((one, two)), three))) == "w == 1 && w == 2 || w == 3"
    assert told(terms.any_of((one, terms.negation(terms.any_of((two, three)))))) == "w == 1 || w != 2 && w != 3"


def test_constants_are_spelt_by_the_type_of_the_variable_beside_them(told: _Told) -> None:
    p, terms = told.variable("u", Deed.READ), told.terms
    assert told(terms.equal(p, told.bits(0xFFFFFFFF))) == "u == 4294967295"
    w = told.variable("w")
    assert told(terms.equal(w, told.bits(0xFFFFFFFF))) == "w == -1"


def test_conversions_are_silent_where_they_change_nothing(told: _Told) -> None:
    terms = told.terms
    b, c, n = (told.variable(name, Deed.READ) for name in ("b", "c", "n"))
    assert told(terms.apply(Op.SLT, 1, terms.convert(Op.ZEXT, 32, b), told.bits(9))) == "b < 9"
    assert told(terms.apply(Op.SLT, 1, terms.convert(Op.SEXT, 32, c), told.bits(-1))) == "c < -1"
    assert told(terms.apply(Op.SLT, 1, terms.convert(Op.ZEXT, 32, c), told.bits(9))) == "(unsigned char)c < 9"
    assert told(terms.equal(terms.convert(Op.TRUNC, 32, n), told.bits(5))) == "(int)n == 5"


def test_an_operator_that_looks_at_signs_otherwise_than_the_type_does_has_a_cast(told: _Told) -> None:
    terms, w, u = told.terms, told.variable("w"), told.variable("u", Deed.READ)
    assert told(terms.apply(Op.ULT, 1, w, told.bits(3))) == "(unsigned)w < 3"
    assert told(terms.apply(Op.SLT, 1, u, told.bits(3))) == "(int)u < 3"
    assert told(terms.apply(Op.ULT, 1, u, told.bits(3))) == "u < 3"


def test_a_truth_value_that_was_made_wider_is_told_as_such(told: _Told) -> None:
    w, terms = told.variable("w"), told.terms
    wider = terms.convert(Op.ZEXT, 32, terms.apply(Op.SLT, 1, w, told.bits(3)))
    assert told(terms.apply(Op.NE, 1, wider, told.bits(0))) == "w < 3"
    choice = terms.choice(terms.equal(w, told.bits(2)), told.bits(4), told.bits(5))
    assert told(terms.apply(Op.SGT, 1, choice, told.bits(4))) == "(w == 2 ? 4 : 5) > 4"


def test_a_lock_is_free_or_held(told: _Told) -> None:
    m = told.variable("m", Deed.LOCK)
    assert told(told.terms.equal(m, told.bits(0))) == "m is free"
    assert told(told.terms.negation(told.terms.equal(m, told.bits(0)))) == "m is held"


def test_variables_of_two_threads_are_told_apart_and_so_are_older_values(told: _Told) -> None:
    terms = told.terms
    mine, theirs = told.variable("v", thread="T1"), told.variable("v", thread="T2")
    assert told(terms.equal(mine, told.bits(3)), terms.equal(theirs, told.bits(5))) == "v of T1 == 3 && v of T2 == 5"
    read = next(step for step in told.run.steps if step.deed is Deed.READ and told.run.wording.name(step) == "x")
    said = terms.equal(told.run.variable(read.number), told.bits(3))
    assert told(said) == "x (as read at line 8) == 3"
    assert told(said, at=read.number) == "x == 3"


def test_an_assignment_that_was_done_again_is_told_by_its_line() -> None:
    told = _Told("int x = 1\nT1: v = x\nT1: v = v + 1\nT1: assert v == 9\n")
    first, second = (step for step in told.run.steps if step.deed is Deed.ASSIGN)
    said = told.terms.equal(told.run.variable(first.number), told.bits(1))
    assert told(said) == "v (as set at line 2) == 1"
    assert told(said, at=second.number - 1) == "v == 1"
    grown = told.terms.apply(Op.ADD, 32, told.run.variable(first.number), told.bits(1))
    assert told(told.terms.equal(told.run.variable(second.number), grown)) == "v (as set at line 2) + 1 == v"


def test_what_was_read_is_what_is_there_and_goes_without_saying() -> None:
    told = _Told("int x = 1\nT1: x = 5\nT2: v = x\nT1: assert x == 9\n")
    write = next(step for step in told.run.steps if step.deed is Deed.WRITE)
    read = next(step for step in told.run.steps if step.deed is Deed.READ)
    assert told(told.terms.equal(told.run.variable(write.number), told.run.variable(read.number))) == ""


def test_that_signed_arithmetic_does_not_overflow_goes_without_saying(told: _Told) -> None:
    w, terms = told.variable("w"), told.terms
    overflow = terms.apply(Op.SADD_OVERFLOW, 1, w, told.bits(4))
    less = terms.apply(Op.SLT, 1, terms.apply(Op.ADD, 32, w, told.bits(4)), told.bits(9))
    assert told(terms.negation(overflow)) == ""
    assert told(terms.any_of((overflow, less))) == "w + 4 < 9"
    assert told(overflow) == "w + 4 overflows"


def test_the_index_of_an_address_is_told_instead_of_its_offset(told: _Told) -> None:
    w, terms = told.variable("w"), told.terms
    offset = terms.apply(Op.MUL, 64, terms.convert(Op.SEXT, 64, w), told.bits(8, 64))
    assert told(terms.equal(offset, told.bits(16, 64))) == "w == 2"
    assert told(terms.equal(offset, told.bits(-8, 64))) == "w == -1"
    assert told(terms.equal(offset, told.bits(12, 64))) == "(long)w * 8 == 12"


def test_what_follows_from_an_equation_is_not_said_again(told: _Told) -> None:
    w, terms = told.variable("w"), told.terms
    equal, below = terms.equal(w, told.bits(0)), terms.apply(Op.SLT, 1, w, told.bits(2))
    assert told(below, equal) == "w == 0"
    assert told(below) == "w < 2"
    both = terms.apply(Op.SLT, 1, w, told.variable("v", thread="T2"))
    assert told(equal, both) == "w == 0 && w < v of T2"


def test_a_local_variable_with_the_name_of_a_global_one_is_told_apart() -> None:
    told = _Told("int x = 1\nT1: v = x\nT1: assert v == 9\n")
    told.run.wording.names = [name.replace("v", "x") for name in told.run.wording.names]  # type: ignore[attr-defined]
    local = told.variable("x")
    told.expressions = Expressions(told.run, Versions(told.run, range(len(told.run.steps))))
    assert told(told.terms.equal(local, told.bits(1))) == "x of T1 == 1"


def test_variables_of_one_name_of_several_calls_are_told_apart() -> None:
    told = _Told("int x = 1\nint y = 2\nint z = 0\nT1: x = 4\nT1: y = 5\nT1: z = x\nT1: assert z == 9\n")
    wording = told.run.wording
    wording.names = [name.replace("y", "x") for name in wording.names]  # type: ignore[attr-defined]
    wording.is_own = lambda step: True  # type: ignore[method-assign, assignment]
    told.expressions = Expressions(told.run, Versions(told.run, range(len(told.run.steps))))
    outer, inner = (told.run.variable(step.number) for step in told.run.steps[:4] if step.deed is Deed.WRITE)
    both = told.terms.equal(outer, told.bits(4)), told.terms.equal(inner, told.bits(5))
    second = told.run.defined_by(inner)
    assert told(*both, at=second) == "x (1st of 2) == 4 && x == 5"
    assert told(*both) == "x == 4 && x (2nd of 2) == 5"


def test_a_variable_in_a_register_and_one_of_the_same_name_in_memory_are_told_apart() -> None:
    told = _Told("int y = 2\nT1: x = 1\nT1: y = 5\nT1: assert x == 9\n")
    wording = told.run.wording
    wording.names = [name.replace("y", "x") for name in wording.names]  # type: ignore[attr-defined]
    wording.is_own = lambda step: True  # type: ignore[method-assign, assignment]
    told.expressions = Expressions(told.run, Versions(told.run, range(len(told.run.steps))))
    outer, inner = told.variable("x"), told.variable("x", Deed.WRITE)
    both = told.terms.equal(outer, told.bits(1)), told.terms.equal(inner, told.bits(5))
    assert told(*both) == "x (as set at line 2) == 1 && x == 5"


def test_a_lock_that_changed_hands_since_is_told_by_its_line() -> None:
    told = _Told("int x = 1\nT1: lock m\nT1: unlock m\nT2: lock m\nT2: v = x\nT2: assert v == 9\n")
    free = told.terms.equal(told.variable("m", Deed.UNLOCK), told.bits(0))
    before = told.run.defined_by(told.variable("m", Deed.UNLOCK))
    assert told(free, at=before) == "m is free"
    assert told(free) == "m (as set at line 3) is free"
