"""Barriers: the n-th to arrive (from 0) belongs to round n // parties.

    a leave that is in, of the arrival a:  of all arrivals, n are before a;  (n // parties + 1) * parties are before it
    last:  n % parties = parties - 1;   not last:  it is not
"""

from raddle.encode.paths.formula import Formula
from raddle.encode.paths.semaphores import number_of, sum_before
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.ctp import Arrive, Leave


def assert_barriers(formula: Formula) -> None:
    for number, barrier in enumerate(formula.index.program.barriers):
        arrivals = arrivals_of(formula, number)
        for arrival in arrivals:
            for leave in formula.index.opened.leaves[arrival]:
                if formula.taken(leave) is not formula.terms.false:
                    _leave(formula, leave, arrival, arrivals, barrier.parties)


def arrivals_of(formula: Formula, barrier: int) -> list[int]:
    arrivals = formula.index.of("barrier", barrier, Arrive)
    return [event for event in arrivals if formula.taken(event) is not formula.terms.false]


def _width(arrivals: list[int], parties: int) -> int:
    return (2 * (len(arrivals) + parties) + 2).bit_length()


def _leave(formula: Formula, leave: int, arrival: int, arrivals: list[int], parties: int) -> None:
    terms, width = formula.terms, _width(arrivals, parties)
    present = sum_before(formula, arrivals, leave, width)
    is_last = terms.equal(_place(formula, arrival, arrivals, parties), terms.bits(parties - 1, width))
    action = formula.index.events[leave].action
    assert isinstance(action, Leave)
    told = terms.true if action.last is None else is_last if action.last else terms.negation(is_last)
    complete = terms.apply(Op.UGE, 1, present, _needed(formula, arrival, arrivals, parties))
    formula.require(*formula.unless_taken(leave), complete)
    formula.require(*formula.unless_taken(leave), told)


def _place(formula: Formula, arrival: int, arrivals: list[int], parties: int) -> Term:
    """Which of its round it is, from 0."""
    width = _width(arrivals, parties)
    earlier = sum_before(formula, arrivals, arrival, width)
    return formula.terms.apply(Op.UREM, width, earlier, formula.terms.bits(parties, width))


def _needed(formula: Formula, arrival: int, arrivals: list[int], parties: int) -> Term:
    """How many arrivals complete its round."""
    terms, width = formula.terms, _width(arrivals, parties)
    size = terms.bits(parties, width)
    earlier = sum_before(formula, arrivals, arrival, width)
    rounds = terms.apply(Op.ADD, width, terms.apply(Op.UDIV, width, earlier, size), terms.bits(1, width))
    return terms.apply(Op.MUL, width, rounds, size)


def incomplete(formula: Formula, arrival: int, barrier: int) -> Term:
    """At the end its round is not complete."""
    arrivals, parties = arrivals_of(formula, barrier), formula.index.program.barriers[barrier].parties
    width = _width(arrivals, parties)
    all_of_them = number_of(formula, [formula.taken(one) for one in arrivals], width)
    return formula.terms.apply(Op.ULT, 1, all_of_them, _needed(formula, arrival, arrivals, parties))
