"""Sat -> moves: the events that are in, in the order of their times (the predictive analysis paper, section 4.2)."""

from fractions import Fraction

from raddle.logic.terms import Term
from raddle.model.actions import Signal
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.papers.predictive_analysis.formula import taken_by
from raddle.papers.predictive_analysis.lower import choice_of, waits_for
from raddle.solve.answer import Sat


def decode_reference(ctp: TraceProgram, check: int, answer: Sat, *, complete: bool = False) -> tuple[Move, ...]:
    """The moves that lead to the violation of the check, which is its thread's next event then.

    Events of different threads with the same time do not touch each other's reads (formula.py): any order of the
    threads will do.
    """

    def when(event: Event) -> tuple[Fraction, int, int]:
        return Fraction(answer.positions.get(event.number, 0)), event.thread, event.number

    def taken(event: Event) -> bool:
        return when(event) < last if complete else _worth(answer, taken_by(ctp, check, event.number)) == 1

    last = when(ctp.events[check])
    return tuple(_move(ctp, event, answer) for event in sorted(filter(taken, ctp.events), key=when))


def _move(ctp: TraceProgram, event: Event, answer: Sat) -> Move:
    if not isinstance(event.action, Signal):
        return Move(event.number)
    place = _worth(answer, choice_of(ctp, event))
    return Move(event.number, waits_for(ctp, event)[place - 1].thread if place else None)


def _worth(answer: Sat, term: Term) -> int:
    return answer.values.get(term, 0) if term.constant is None else term.constant
