"""Brute force: every state that a small trace program can reach. The oracle that encodings are compared with.

In: a Ctp. Out: which checks can be violated, with moves that lead there, or with the fewest switches.
"""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeVar

from raddle.base.errors import ToolError
from raddle.model.ctp import MAIN, Ctp
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move

STATES: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class Explored:
    states: int
    violations: dict[int, tuple[Move, ...]] = field(repr=False)
    """By check: moves after which it is next and false."""
    reached: frozenset[int] = field(repr=False)
    """The events that take place in some run."""


def explore(ctp: Ctp, limit: int = STATES) -> Explored:
    """All reachable states, each once."""
    machine = Machine(ctp)
    came_from: dict[State, tuple[State, Move] | None] = {machine.initial: None}
    stack = [machine.initial]
    violations: dict[int, tuple[Move, ...]] = {}
    reached: set[int] = set()
    while stack:
        state = stack.pop()
        for check in machine.violated(state):
            if check not in violations:
                violations[check] = _path(came_from, state)
        for move, after in machine.successors(state):
            reached.add(move.event)
            if after not in came_from:
                came_from[after] = state, move
                stack.append(after)
        _keep_within(limit, len(came_from))
    return Explored(len(came_from), violations, frozenset(reached))


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


def cheapest(ctp: Ctp, cost: Cost, limit: int = STATES) -> dict[int, Cheapest]:
    """For each check that can be violated the least cost. The failing check is a move of its thread as well."""
    machine = Machine(ctp)
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
            total = paid + (price if ctp.events[check].thread != last else 0)
            if check not in found or total < found[check].cost:
                found[check] = Cheapest(total, _path(came_from, node))
        for move, after in machine.successors(state):
            thread = ctp.events[move.event].thread
            step = price if thread != last else 0
            reached = (after, thread)
            if reached not in distance or paid + step < distance[reached]:
                distance[reached] = paid + step
                came_from[reached] = node, move
                (queue.append if step else queue.appendleft)((paid + step, reached))
        _keep_within(limit, len(distance))
    return found


def fewest_switches(ctp: Ctp) -> dict[int, int]:
    return {check: best.cost for check, best in cheapest(ctp, Cost.SWITCHES).items()}


def fewest_preemptions(ctp: Ctp) -> dict[int, int]:
    return {check: best.cost for check, best in cheapest(ctp, Cost.PREEMPTIONS).items()}


def _keep_within(limit: int, states: int) -> None:
    if states > limit:
        raise ToolError(f"the trace program has more than {limit} states: too many to enumerate")


S = TypeVar("S")


def _path(came_from: dict[S, tuple[S, Move] | None], node: S) -> tuple[Move, ...]:
    moves: list[Move] = []
    while (step := came_from[node]) is not None:
        node, move = step
        moves.append(move)
    return tuple(reversed(moves))
