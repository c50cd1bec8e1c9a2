"""Barriers: nobody leaves before the round in which he arrived is complete. docs/rules.md, Barriers.

    rounds fixed (encode/rounds.py): of each other thread some arrival of the round is in and before a leave; if it was
                the last to arrive, these are before its own arrival, and otherwise some is not
    otherwise:  n = arrivals in and before the own one, a;  a leave is in:
                arrivals before it >= (n / parties + 1) * parties, and it was the last iff n mod parties = parties - 1

Of a full round of a chain the first is a fact of the order already (encode/must.py), and nothing is left to be said:
the axiom is that of graphs, whose order has no rounds. The last to arrive is told so, where anybody looks. At the end a
round is not complete: of another thread no arrival of the round is in; or there are less arrivals than that.
"""

from itertools import chain

from raddle.encode.formula import Formula
from raddle.encode.rounds import Round
from raddle.encode.semaphores import number_of, sum_before
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Arrive, Leave


def assert_barriers(formula: Formula) -> None:
    index = formula.index
    for number, barrier in enumerate(index.ctp.barriers):
        arrivals = formula.operations("barrier", number, Arrive)
        for arrival in arrivals:
            own = index.rounds.get(arrival)
            for leave in index.sections.ends[arrival]:
                if not formula.may_take_place(leave):
                    continue
                if own is None:
                    _counted(formula, leave, arrival, arrivals, barrier.parties)
                else:
                    _fixed(formula, leave, arrival, own, barrier.parties)


def incomplete(formula: Formula, arrival: int, barrier: int) -> Term:
    """At the end its round is not complete."""
    terms, parties = formula.terms, formula.index.ctp.barriers[barrier].parties
    own = formula.index.rounds.get(arrival)
    if own is not None:
        if len(own.arrivals) < parties:
            return terms.true
        present = [terms.any_of(map(formula.taken, events)) for events in own.arrivals.values()]
        return terms.any_of(map(terms.negation, present))
    arrivals = formula.operations("barrier", barrier, Arrive)
    all_of_them = number_of(formula, map(formula.taken, arrivals), _width(arrivals, parties))
    return terms.apply(Op.ULT, 1, all_of_them, _needed(formula, arrival, arrivals, parties))


def _fixed(formula: Formula, leave: int, arrival: int, own: Round, parties: int) -> None:
    unless = formula.unless_taken(leave)
    others = [events for thread, events in own.arrivals.items() if thread != formula.index.thread[leave]]
    if len(others) + 1 < parties:
        formula.require(*unless)
        return
    for events in others:
        formula.require(*unless, *(formula.done_before(event, leave) for event in events))
    action = formula.index.events[leave].action
    assert isinstance(action, Leave)
    if action.last:
        for event in chain.from_iterable(others):
            absent = formula.terms.negation(formula.taken_with(event, leave))
            formula.require(*unless, absent, formula.before(event, arrival))
    elif action.last is not None:
        later = (
            formula.terms.all_of((formula.taken_with(event, leave), formula.before(arrival, event)))
            for event in chain.from_iterable(others)
        )
        formula.require(*unless, *later)


def _counted(formula: Formula, leave: int, arrival: int, arrivals: list[int], parties: int) -> None:
    terms, width = formula.terms, _width(arrivals, parties)
    earlier = sum_before(formula, arrivals, arrival, width)
    is_last = terms.equal(
        terms.apply(Op.UREM, width, earlier, terms.bits(parties, width)), terms.bits(parties - 1, width)
    )
    action = formula.index.events[leave].action
    assert isinstance(action, Leave)
    told = terms.true if action.last is None else is_last if action.last else terms.negation(is_last)
    present = sum_before(formula, arrivals, leave, width)
    complete = terms.apply(Op.UGE, 1, present, _needed(formula, arrival, arrivals, parties))
    formula.require(*formula.unless_taken(leave), complete)
    formula.require(*formula.unless_taken(leave), told)


def round_of(formula: Formula, arrival: int, arrivals: list[int], parties: int) -> Term:
    """Its number, in as many bits as numbers of arrivals have."""
    width = _width(arrivals, parties)
    earlier = sum_before(formula, arrivals, arrival, width)
    return formula.terms.apply(Op.UDIV, width, earlier, formula.terms.bits(parties, width))


def _needed(formula: Formula, arrival: int, arrivals: list[int], parties: int) -> Term:
    """How many arrivals complete its round."""
    terms, width = formula.terms, _width(arrivals, parties)
    rounds = terms.apply(Op.ADD, width, round_of(formula, arrival, arrivals, parties), terms.bits(1, width))
    return terms.apply(Op.MUL, width, rounds, terms.bits(parties, width))


def _width(arrivals: list[int], parties: int) -> int:
    return (2 * (len(arrivals) + parties) + 2).bit_length()
