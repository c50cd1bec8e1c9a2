"""Many questions to one z3: the answers are those that a solver of its own would give to each."""

from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import TermStore
from raddle.solve.answer import Unknown, Unsat
from raddle.solve.z3_assuming import Assuming, Many, Possible


def test_assumptions_are_made_as_asked_and_the_core_names_those_that_it_needs() -> None:
    terms = TermStore()
    x = terms.variable("x", 32)
    low = terms.apply(Op.SLT, 1, x, terms.bits(3, 32))
    high = terms.apply(Op.SGT, 1, x, terms.bits(5, 32))
    asked = Assuming(Query(terms, (), {"low": low, "high": high, "order": terms.before(1, 2)}), 20.0)
    answer = asked.check(("low", "high", "order"))
    assert isinstance(answer, Unsat)
    assert answer.core == {"low", "high"}
    assert isinstance(asked.check(("low", "order")), Possible)
    assert isinstance(asked.check(("high",)), Possible)


def test_questions_have_nothing_to_do_with_each_other() -> None:
    terms = TermStore()
    x = terms.variable("x", 32)
    one, two = (terms.equal(x, terms.bits(value, 32)) for value in (1, 2))
    asked = Many(20.0)
    assert isinstance(asked.check(Query(terms, (one,))), Possible)
    assert isinstance(asked.check(Query(terms, (two,))), Possible)
    assert isinstance(asked.check(Query(terms, (one, two))), Unsat)
    assert isinstance(asked.check(Query(terms, (terms.before(1, 2), terms.before(2, 1)))), Unsat)


def test_what_cannot_be_said_is_unknown() -> None:
    terms = TermStore()
    x, y = terms.variable("x", 24), terms.variable("y", 24)
    wrong = terms.apply(Op.FCMP_OLT, 1, x, y)
    assert isinstance(Many(20.0).check(Query(terms, (wrong,))), Unknown)
    assert isinstance(Assuming(Query(terms, (wrong,)), 20.0).check(()), Unknown)
