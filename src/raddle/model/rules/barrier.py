"""Barriers (docs/rules.md, Barriers). The n-th to arrive (from 0) belongs to round n // parties, and completes it if it
is the last of them. All arrivals of a round happen before every departure of that round.

A thread's slot is 0, or a ticket: its round, and whether it was the last of it."""

from collections.abc import Sequence
from typing import assert_never

from raddle.model.actions import Arrive, Leave
from raddle.model.layout import Layout
from raddle.model.program import TraceProgram
from raddle.model.rules.rule import Place, Rule, put
from raddle.model.rules.traits import Family, Stretch, SyncObject, Traits

BarrierAction = Arrive | Leave
_NO_TICKET = 0


def traits(action: BarrierAction) -> Traits:
    barrier = SyncObject(Family.BARRIER, action.barrier)
    match action:
        case Arrive():
            return Traits(barrier, begins=Stretch(barrier), never_kept=True, learns_nothing=True)
        case Leave():
            return Traits(barrier, True, "barrier {}", ends=Stretch(barrier))
        case _:
            assert_never(action)


def rule(action: BarrierAction, thread: int, ctp: TraceProgram, layout: Layout) -> Rule:
    arrived, own = layout.barriers + action.barrier, layout.tickets + thread
    barrier, number = ctp.barriers[action.barrier], action.barrier
    parties = barrier.parties
    match action:
        case Arrive():

            def arrive(slots: list[int]) -> None:
                turn, place = divmod(slots[arrived], parties)
                slots[arrived] += 1
                slots[own] = _ticket(turn, is_last=place == parties - 1)

            def left(slots: Sequence[int]) -> tuple[Place, ...]:
                return (_left_in(number, slots[arrived] // parties),)

            return Rule(change=arrive, releases=left)
        case Leave(_, last):

            def is_incomplete(slots: Sequence[int]) -> bool:
                return slots[arrived] < (_turn(slots[own]) + 1) * parties

            def may_leave(slots: Sequence[int]) -> bool:
                return (last is None or _was_last(slots[own]) == last) and not is_incomplete(slots)

            def left_there(slots: Sequence[int]) -> tuple[Place, ...]:
                return (_left_in(number, _turn(slots[own])),)

            why_not = f"its round of {barrier.name} is not complete"
            if last is not None:
                why_not += f", or it was {'not ' if last else ''}the last of it"
            return Rule(may_leave, put(own, _NO_TICKET), why_not, is_incomplete, acquires=left_there)
        case _:
            assert_never(action)


def _ticket(turn: int, *, is_last: bool) -> int:
    return 1 + 2 * turn + is_last


def _turn(ticket: int) -> int:
    return (ticket - 1) // 2


def _was_last(ticket: int) -> bool:
    return (ticket - 1) % 2 == 1


def _left_in(barrier: int, turn: int) -> Place:
    return "barrier", barrier, turn
