"""One query, many assumptions: which of them contradict it."""

import pytest

from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import TermStore
from raddle.solve.choose import refuting
from tests.unit.solve.test_solve_limits import factors, pigeons


@pytest.mark.parametrize("width", [None, 8])
def test_each_assumption_is_asked_about_for_itself(width: int | None) -> None:
    """Without numbers, and with them."""
    terms = TermStore()
    yes, no = terms.variable("yes", 1), terms.variable("no", 1)
    said = [terms.before(1, 2), terms.any_of((terms.negation(no), terms.before(2, 1)))]
    if width is not None:
        number = terms.variable("n", width)
        said.append(terms.apply(Op.ULT, 1, number, terms.bits(3, width)))
        said.append(terms.any_of((terms.negation(no), terms.equal(number, terms.bits(4, width)))))
    asked = refuting(Query(terms, tuple(said), {"yes": yes, "no": no}), 10.0)
    assert [asked.contradictory(name) for name in ("no", "yes", "no", "yes")] == [True, False, True, False]


@pytest.mark.parametrize("hard", [pigeons(9), factors(24)])
def test_what_takes_too_long_is_not_known(hard: Query) -> None:
    query = Query(hard.terms, hard.assertions, {"all": hard.terms.true})
    assert refuting(query, 0.01).contradictory("all") is None
