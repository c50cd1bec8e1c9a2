"""Solvers count their own work: the same question takes the same of it each time, whatever the machine does beside."""

from itertools import combinations

import pytest

from raddle.base.work import Meter
from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import Term, TermStore
from raddle.solve.answer import Solver, Unknown, Unsat
from raddle.solve.growing import nothing_more
from raddle.solve.sat_order import SatOrder, SatOrderSession
from raddle.solve.z3_assuming import Assuming
from raddle.solve.z3_bits import Z3Bits
from raddle.solve.z3_text import Z3Text


def pigeons(holes: int) -> Query:
    """One too many."""
    terms = TermStore()

    def sits(pigeon: int, hole: int) -> Term:
        return terms.variable(f"{pigeon} in {hole}", 1)

    said = [terms.any_of([sits(pigeon, hole) for hole in range(holes)]) for pigeon in range(holes + 1)]
    for hole in range(holes):
        for one, other in combinations(range(holes + 1), 2):
            said.append(terms.any_of([terms.negation(sits(one, hole)), terms.negation(sits(other, hole))]))
    return Query(terms, tuple(said))


def factors(width: int) -> Query:
    """Of a number that has none but itself."""
    terms = TermStore()
    one, other = (terms.variable(name, 2 * width) for name in "ab")
    product = terms.apply(Op.MUL, 2 * width, one, other)
    small = [terms.apply(Op.ULT, 1, factor, terms.bits(1 << width, 2 * width)) for factor in (one, other)]
    large = [terms.apply(Op.UGT, 1, factor, terms.bits(1, 2 * width)) for factor in (one, other)]
    return Query(terms, (terms.equal(product, terms.bits((1 << 2 * width - 1) - 1, 2 * width)), *small, *large))


def test_cadical_takes_as_much_each_time_and_ends_where_it_is_over() -> None:
    spent = []
    for _ in range(2):
        session, meter = SatOrderSession(pigeons(7)), Meter(None)
        assert session.check((), nothing_more, meter) == Unsat(frozenset())
        session.close()
        spent.append(meter.spent_s)
    assert spent[0] == spent[1] > 0
    assert isinstance(SatOrder().solve(pigeons(7), 2 * spent[0]), Unsat)
    assert isinstance(SatOrder().solve(pigeons(9), 0.01), Unknown)


def test_z3_takes_as_much_each_time() -> None:
    spent = []
    for _ in range(2):
        asked = Assuming(pigeons(5), None)
        assert isinstance(asked.check(()), Unsat)
        spent.append(asked.spent_s)
    assert spent[0] == spent[1] > 0


@pytest.mark.parametrize("solver", [Z3Text(), Z3Bits()], ids=["text", "bits"])
def test_z3_ends_where_its_work_is_done(solver: Solver) -> None:
    answer = solver.solve(factors(31), 0.05)
    assert answer == Unknown("z3 found no answer within 0.05 s")
