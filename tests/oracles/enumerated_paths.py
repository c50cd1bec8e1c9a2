"""Brute force: every state that small paths can reach. The oracle that encodings of paths are compared with.

In: Paths. Out: which events can take place, which pairs of events meet, whether all can be stuck; each with a way.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from raddle.base.errors import ToolError
from raddle.model.layout import State
from raddle.model.moves import Move
from raddle.model.paths.goals import Way
from raddle.model.paths.machine import PathMachine
from raddle.model.paths.paths import Paths
from raddle.model.paths.reached import meeting
from raddle.model.paths.standing import stuck

STATES: Final = 200_000


@dataclass(frozen=True, slots=True)
class Enumerated:
    states: int
    reached: dict[int, Way] = field(repr=False)
    """Event -> a way whose last one it is."""
    meetings: dict[tuple[int, int], Way] = field(repr=False)
    stuck: Way | None = field(repr=False)


def enumerate_paths(paths: Paths, pairs: Iterable[tuple[int, int]] = (), limit: int = STATES) -> Enumerated:
    """All reachable states, each once. `pairs`: events of which it is asked whether they meet."""
    machine = PathMachine(paths)
    came_from: dict[State, tuple[State, Move] | None] = {machine.initial: None}
    stack = [machine.initial]
    reached: dict[int, Way] = {}
    meetings: dict[tuple[int, int], Way] = {}
    asked = list(pairs)
    stuck_there: Way | None = None
    while stack:
        state = stack.pop()
        if stuck_there is None and stuck(machine, state):
            stuck_there = _way(came_from, state)
        for pair in asked:
            if pair not in meetings and meeting(machine, state, *pair):
                meetings[pair] = _way(came_from, state)
        for move, after in machine.successors(state):
            if move.event not in reached:
                reached[move.event] = _way(came_from, state, move)
            if not machine.ends_the_run(move.event) and after not in came_from:
                came_from[after] = state, move
                stack.append(after)
        if len(came_from) > limit:
            raise ToolError(f"the paths have more than {limit} states: too many to enumerate")
    return Enumerated(len(came_from), reached, meetings, stuck_there)


def _way(came_from: dict[State, tuple[State, Move] | None], state: State, last: Move | None = None) -> Way:
    moves = [] if last is None else [last]
    while (step := came_from[state]) is not None:
        state, move = step
        moves.append(move)
    moves.reverse()
    chosen = {move.event: move.chosen for move in moves if move.chosen is not None}
    return Way(tuple(move.event for move in moves), chosen)
