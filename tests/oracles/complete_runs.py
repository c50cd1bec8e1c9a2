"""Brute force over the executions of a trace program in which all events of all threads take place.

As the diagnosis paper has it no assertion stops anybody: `executions` says of each whether the assertion held.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from raddle.base.errors import ToolError
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.actions import Cell, Check, Signal, Step, Wait, Write
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.model.uses import terms_of


@dataclass(frozen=True, slots=True)
class Execution:
    order: tuple[int, ...]
    chosen: Mapping[int, int | None]
    """By signal: the event of the wait that it chose."""
    passes: bool


def executions(ctp: TraceProgram, check: int, limit: int) -> Iterator[Execution]:
    """Every one of them."""
    result = len(ctp.cells)
    machine = Machine(_going_on(ctp, check))
    count = 0
    stack: list[tuple[State, tuple[Move, ...]]] = [(machine.initial, ())]
    while stack:
        state, moves = stack.pop()
        if len(moves) == len(ctp.events):
            yield Execution(
                tuple(move.event for move in moves), _chosen(ctp, moves), machine.cell(state, result) == 1
            )
        for move, after in machine.successors(state):
            count += 1
            if count > limit:
                raise ToolError(f"more than {limit} moves: too many to enumerate")
            stack.append((after, (*moves, move)))


def _going_on(ctp: TraceProgram, check: int) -> TraceProgram:
    """Checks look, and let go on; what the one finds is in a cell of its own."""
    cell = Cell("result", 1, 0, hidden=True)
    events = tuple(_looking(ctp, event, len(ctp.cells) if event.number == check else None) for event in ctp.events)
    return replace(ctp, events=events, cells=(*ctp.cells, cell))


def _looking(ctp: TraceProgram, event: Event, result: int | None) -> Event:
    action = event.action
    if not isinstance(action, Check):
        return event
    guard: Term = computable(ctp.terms, terms_of(event))
    writes = () if result is None else (Write(action.condition, (result,)),)
    return replace(event, action=Step(action.reads, guard, writes))


def _chosen(ctp: TraceProgram, moves: tuple[Move, ...]) -> dict[int, int | None]:
    waits: dict[int, int] = {}
    found: dict[int, int | None] = {}
    for move in moves:
        event = ctp.events[move.event]
        if isinstance(event.action, Wait):
            waits[event.thread] = event.number
        elif isinstance(event.action, Signal):
            found[event.number] = None if move.chosen is None else waits[move.chosen]
    return found
