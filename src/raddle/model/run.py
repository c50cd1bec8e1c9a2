"""Runs one given sequence of moves, fast: a witness of a hundred thousand events takes a moment.

In: a trace program and moves. Out: where they lead, or the first that cannot take place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from raddle.logic.terms import Term
from raddle.model.actions import Broadcast, Signal, Wait, Wake
from raddle.model.layout import State
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.program import MAIN, TraceProgram
from raddle.model.worth import GrowingWorth


@dataclass(frozen=True, slots=True)
class Ran:
    """All moves took place."""

    state: State = field(repr=False)
    values: Mapping[Term, int] = field(repr=False)
    """What each variable read."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The moves before `position` took place, that one cannot."""

    position: int
    reason: str


def run(program: TraceProgram, moves: Iterable[Move], machine: Machine | None = None) -> Ran | Refusal:
    """A machine for that program may be given, to make it once for many runs."""
    machine = machine or Machine(program)
    slots = list(machine.initial)
    worth, ends, is_over = GrowingWorth(), machine.ends, False
    for position, move in enumerate(moves):
        if is_over:
            return Refusal(position, "nothing is known behind the event before it")
        try:
            machine.advance(slots, move, worth)
        except Impossible as impossible:
            return Refusal(position, str(impossible))
        if ends:
            is_over = move.event in ends
    return Ran(tuple(slots), worth.values)


def observed_values(program: TraceProgram) -> Mapping[Term, int]:
    """What each variable read in the given run, as far as its order is known: up to a check that failed."""
    moves = moves_of(program, program.observed)
    found = run(program, moves)
    if isinstance(found, Refusal):
        found = run(program, moves[: found.position])
    assert isinstance(found, Ran)
    return found.values


def switches(program: TraceProgram, moves: Iterable[Move], then: int | None = None) -> int:
    """How often the run goes from one thread to another. It begins in main; the event that shows what the run is for
    (the failing check) is a move as well."""
    threads = [MAIN, *(program.events[move.event].thread for move in moves)]
    if then is not None:
        threads.append(program.events[then].thread)
    return sum(left != right for left, right in pairwise(threads))


def preemptions(machine: Machine, moves: Sequence[Move], then: int | None) -> int:
    """How many of the switches leave a thread that could have gone on."""
    events, state, last, count = machine.program.events, machine.initial, MAIN, 0
    for move in moves:
        thread = events[move.event].thread
        count += thread != last and machine.could_move(state, last)
        state, last = machine.perform(state, move), thread
    return count + (then is not None and events[then].thread != last and machine.could_move(state, last))


def moves_of(program: TraceProgram, order: Sequence[int]) -> tuple[Move, ...]:
    """The order with somebody chosen at each Signal: of those that wait there and are woken by a signal later, the one
    that wakes first; else one that the order does not wake any more; else one that times out, and then it is stuck."""
    never = len(order)
    places = {number: place for place, number in enumerate(order)}
    wakes: dict[int, tuple[int, int]] = {}
    """By Wait: when the one that it begins is over, and how gladly it is chosen."""
    open_waits: dict[int, int] = {}
    for event in program.events:
        if isinstance(event.action, Wait):
            wakes[event.number] = (1, never)
            open_waits[event.thread] = event.number
        elif isinstance(event.action, Wake) and event.number in places:
            rank = 0 if event.action.cause == "signal" else 2
            wakes[open_waits[event.thread]] = (rank, places[event.number])
    waiting: dict[int, dict[int, tuple[int, int]]] = {}
    moves: list[Move] = []
    for number in order:
        event = program.events[number]
        match event.action:
            case Wait(condition=condition):
                waiting.setdefault(condition, {})[event.thread] = wakes[number]
                moves.append(Move(number))
            case Wake(condition=condition):
                waiting.get(condition, {}).pop(event.thread, None)
                moves.append(Move(number))
            case Broadcast(condition=condition):
                waiting.pop(condition, None)
                moves.append(Move(number))
            case Signal(condition=condition) if waiting.get(condition):
                there = waiting[condition]
                chosen = min(there, key=lambda thread: there[thread])
                del there[chosen]
                moves.append(Move(number, chosen))
            case _:
                moves.append(Move(number))
    return tuple(moves)
