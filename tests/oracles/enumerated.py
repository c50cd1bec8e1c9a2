"""Brute force: every state that a small trace program can reach. The oracle that encodings are compared with.

In: a trace program, chains or with branches. Out: which checks can be violated, which events can take place, which
pairs of events meet, whether nobody can move; each with a way. It has the machine to say what may happen.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from raddle.base.errors import ToolError
from raddle.model.actions import Step
from raddle.model.enumerate import STATES as MOST_STATES
from raddle.model.enumerate import Cost, cheapest, moves_to
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move, Way, way_of
from raddle.model.program import TraceProgram
from raddle.model.reached import meeting
from raddle.model.standing import standstill

STATES: Final = 200_000
"""Of paths, where many are gone through."""


@dataclass(frozen=True, slots=True)
class Enumerated:
    states: int
    violations: dict[int, Way] = field(repr=False)
    """Check -> a way after which it is next and false."""
    reached: dict[int, Way] = field(repr=False)
    """Event -> a way whose last one it is."""
    meetings: dict[tuple[int, int], Way] = field(repr=False)
    standstill: Way | None = field(repr=False)


def enumerated(program: TraceProgram, pairs: Iterable[tuple[int, int]] = (), limit: int = MOST_STATES) -> Enumerated:
    """All reachable states, each once. `pairs`: events of which it is asked whether they meet."""
    machine = Machine(program)
    came_from: dict[State, tuple[State, Move] | None] = {machine.initial: None}
    stack = [machine.initial]
    asked = list(pairs)
    violations: dict[int, Way] = {}
    reached: dict[int, Way] = {}
    meetings: dict[tuple[int, int], Way] = {}
    still: Way | None = None
    while stack:
        state = stack.pop()
        if still is None and standstill(machine, state):
            still = way_of(moves_to(came_from, state))
        for check in machine.violated(state):
            if check not in violations:
                violations[check] = way_of(moves_to(came_from, state))
        for pair in asked:
            if pair not in meetings and meeting(machine, state, *pair):
                meetings[pair] = way_of(moves_to(came_from, state))
        for move, after in machine.successors(state):
            if move.event not in reached:
                reached[move.event] = way_of((*moves_to(came_from, state), move))
            if not machine.ends_the_run(move.event) and after not in came_from:
                came_from[after] = state, move
                stack.append(after)
        _keep_within(limit, len(came_from))
    return Enumerated(len(came_from), violations, reached, meetings, still)


def fewest_switches(program: TraceProgram) -> dict[int, int]:
    """For each check that can be violated."""
    return {check: best.cost for check, best in cheapest(program, Cost.SWITCHES).items()}


def fewest_preemptions(program: TraceProgram) -> dict[int, int]:
    return {check: best.cost for check, best in cheapest(program, Cost.PREEMPTIONS).items()}


def read_before_written(program: TraceProgram, limit: int = STATES) -> set[tuple[int, int]]:
    """Events and cells that they read before anybody has written them, where nobody knows what is in these at first."""
    machine = Machine(program)
    at_first = frozenset(number for number, cell in enumerate(program.cells) if cell.unwritten)
    first = machine.initial, at_first
    seen, stack, found = {first}, [first], set[tuple[int, int]]()
    while stack:
        state, unwritten = stack.pop()
        for event in machine.next_events(state):
            touched = machine.touched(list(state), event, machine.worth)
            found |= {(event.number, one.cell) for one in touched if not one.writes and one.cell in unwritten}
        for move, after in machine.successors(state):
            event = program.events[move.event]
            touched = machine.touched(list(state), event, machine.worth)
            written = {one.cell for one in touched if one.writes and isinstance(event.action, Step)}
            behind = after, unwritten - written
            if not machine.ends_the_run(move.event) and behind not in seen:
                seen.add(behind)
                stack.append(behind)
        _keep_within(limit, len(seen))
    return found


def _keep_within(limit: int, states: int) -> None:
    if states > limit:
        raise ToolError(f"the trace program has more than {limit} states: too many to enumerate")
