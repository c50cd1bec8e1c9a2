"""Small questions to one solver."""

from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.solve.implied import SmallQuestions


def between(terms: TermStore, variable: Term, low: int, high: int) -> list[Term]:
    at_least = terms.apply(Op.SGE, 1, variable, terms.bits(low, 32))
    return [at_least, terms.apply(Op.SLE, 1, variable, terms.bits(high, 32))]


def test_questions_of_one_shape_are_asked_once() -> None:
    terms, questions = TermStore(), SmallQuestions()
    for name in "abcde":
        assert questions.contradictory(terms, between(terms, terms.variable(name, 32), 4, 3)) is True
    assert questions.asked == 1
    assert questions.contradictory(terms, between(terms, terms.variable("f", 32), 3, 4)) is False
    assert questions.asked == 2


def test_the_same_variable_twice_is_another_shape_than_two_variables() -> None:
    terms, questions = TermStore(), SmallQuestions()
    x, y = terms.variable("x", 32), terms.variable("y", 32)
    below, above = between(terms, x, 0, 3)[1], between(terms, y, 4, 9)[0]
    assert questions.contradictory(terms, [below, above]) is False
    assert questions.contradictory(terms, [below, between(terms, x, 4, 9)[0]]) is True


def test_what_takes_too_long_is_not_known_and_counted() -> None:
    terms, questions = TermStore(), SmallQuestions()
    x, y = terms.variable("x", 64), terms.variable("y", 64)
    product = terms.apply(Op.MUL, 64, x, y)
    facts = [terms.equal(product, terms.bits(2147483647 * 2147483629, 64))]
    for variable in (x, y):
        facts.append(terms.apply(Op.ULT, 1, variable, terms.bits(2147483629, 64)))
    assert questions.contradictory(terms, facts, 20_000) is None
    assert questions.in_vain == 1


def test_operators_that_the_solver_cannot_say_are_not_known() -> None:
    terms, questions = TermStore(), SmallQuestions()
    odd = terms.apply(Op.FADD, 16, terms.variable("x", 16), terms.variable("y", 16))
    assert questions.contradictory(terms, [terms.equal(odd, terms.bits(1, 16))]) is None
    assert questions.asked == 0
