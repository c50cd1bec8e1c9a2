"""Barriers: nobody leaves before the round in which he arrived is complete.

    rounds fixed (encode/must.py): the arrivals of the round must come first; the last to arrive is told so,
                where anybody looks
    otherwise:  before(a) = arrivals in and before a;  a departure of arrival a is in:
                arrivals before it >= (before(a) / parties + 1) * parties, and it was the last iff
                before(a) mod parties = parties - 1
"""

from raddle.encode.formula import Formula
from raddle.encode.must import fixed_rounds
from raddle.encode.semaphores import sum_before
from raddle.logic.operators import Op
from raddle.model.ctp import Arrive, Leave


def assert_barriers(formula: Formula) -> None:
    fixed: set[int] = set()
    for arrivals, departures in fixed_rounds(formula.index.ctp):
        fixed.update(departures)
        for departure in formula.cone.among(departures):
            _told(formula, departure, arrivals)
    for number, barrier in enumerate(formula.index.ctp.barriers):
        events = formula.cone.among(formula.index.operations["barrier", number])
        arrivals = [event for event in events if isinstance(formula.index.ctp.events[event].action, Arrive)]
        for event in events:
            if isinstance(formula.index.ctp.events[event].action, Leave) and event not in fixed:
                _counted(formula, event, arrivals, barrier.parties)


def _arrival_of(formula: Formula, departure: int, arrivals: list[int]) -> int:
    thread = formula.index.must.thread[departure]
    return max(event for event in arrivals if formula.index.must.thread[event] == thread and event < departure)


def _told(formula: Formula, departure: int, arrivals: list[int]) -> None:
    own = _arrival_of(formula, departure, arrivals)
    others = [event for event in arrivals if event != own]
    action = formula.index.ctp.events[departure].action
    assert isinstance(action, Leave)
    if action.last is None:
        return
    if action.last:
        for event in others:
            formula.require(*formula.unless_taken(departure), formula.before(event, own))
    else:
        formula.require(*formula.unless_taken(departure), *(formula.before(own, event) for event in others))


def _counted(formula: Formula, departure: int, arrivals: list[int], parties: int) -> None:
    terms = formula.terms
    own = _arrival_of(formula, departure, arrivals)
    width = (2 * (len(arrivals) + parties) + 2).bit_length()
    size = terms.bits(parties, width)
    earlier = sum_before(formula, arrivals, own, width)
    present = sum_before(formula, arrivals, departure, width)
    rounds = terms.apply(Op.ADD, width, terms.apply(Op.UDIV, width, earlier, size), terms.bits(1, width))
    complete = terms.apply(Op.UGE, 1, present, terms.apply(Op.MUL, width, rounds, size))
    is_last = terms.equal(terms.apply(Op.UREM, width, earlier, size), terms.bits(parties - 1, width))
    action = formula.index.ctp.events[departure].action
    assert isinstance(action, Leave)
    told = terms.true if action.last is None else is_last if action.last else terms.negation(is_last)
    formula.require(*formula.unless_taken(departure), terms.all_of((complete, told)))
