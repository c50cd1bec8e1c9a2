"""The least cost of a violation, by going through every state that a small trace program can reach.

In: a trace program. Out: which checks can be violated, with moves that lead there at the least cost.
"""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeVar

from raddle.base.errors import ToolError
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import MAIN, TraceProgram

STATES: Final = 2_000_000


class Cost(Enum):
    SWITCHES = "switches"
    """Each time that a move is by another thread than the move before; the run begins in main."""
    PREEMPTIONS = "preemptions"
    """Of those, the ones where the thread that is left could have gone on."""


@dataclass(frozen=True, slots=True)
class Cheapest:
    cost: int
    moves: tuple[Move, ...] = field(repr=False)


Node = tuple[State, int]
"""A state, and the thread that moved last."""


def cheapest(program: TraceProgram, cost: Cost, limit: int = STATES) -> dict[int, Cheapest]:
    """For each check that can be violated the least cost. The failing check is a move of its thread as well."""
    machine = Machine(program)
    start = (machine.initial, MAIN)
    distance: dict[Node, int] = {start: 0}
    came_from: dict[Node, tuple[Node, Move] | None] = {start: None}
    found: dict[int, Cheapest] = {}
    queue: deque[tuple[int, Node]] = deque([(0, start)])
    while queue:
        paid, node = queue.popleft()
        if paid > distance[node]:
            continue
        state, last = node
        price = 1 if cost is Cost.SWITCHES or machine.could_move(state, last) else 0
        for check in machine.violated(state):
            total = paid + (price if program.events[check].thread != last else 0)
            if check not in found or total < found[check].cost:
                found[check] = Cheapest(total, moves_to(came_from, node))
        for move, after in machine.successors(state):
            thread = program.events[move.event].thread
            step = price if thread != last else 0
            reached = (after, thread)
            if reached not in distance or paid + step < distance[reached]:
                distance[reached] = paid + step
                came_from[reached] = node, move
                (queue.append if step else queue.appendleft)((paid + step, reached))
        _keep_within(limit, len(distance))
    return found


def _keep_within(limit: int, states: int) -> None:
    if states > limit:
        raise ToolError(f"the trace program has more than {limit} states: too many to enumerate")


S = TypeVar("S")


def moves_to(came_from: dict[S, tuple[S, Move] | None], node: S) -> tuple[Move, ...]:
    moves: list[Move] = []
    while (step := came_from[node]) is not None:
        node, move = step
        moves.append(move)
    return tuple(reversed(moves))
