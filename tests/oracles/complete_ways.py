"""Brute force over the complete runs of small paths. The oracle for what is said of runs (model/facts.py).

A run is over where an event ends it (a failure, a frontier, the end of the process), where every thread has ended, or
where nothing can take place any more though not all have ended.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from raddle.base.errors import ToolError
from raddle.model.facts import Before, Fact, Operation, TakesPart
from raddle.model.goals import Complete, RunGoal
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move, Way
from raddle.model.program import TraceProgram
from raddle.model.reached import all_ended
from tests.oracles.enumerated import STATES

WAYS: Final = 100_000


def complete_ways(paths: TraceProgram, limit: int = WAYS) -> Iterator[Way]:
    """Every one of them, the stuck too: as many as there are orders."""
    machine = Machine(paths)
    count = 0
    stack: list[tuple[State, tuple[Move, ...], bool]] = [(machine.initial, (), False)]
    while stack:
        state, moves, over = stack.pop()
        following = [] if over else list(machine.successors(state))
        if not following:
            count += 1
            if count > limit:
                raise ToolError(f"the paths have more than {limit} complete runs: too many to enumerate")
            yield _way_of(moves)
        for move, after in following:
            stack.append((after, (*moves, move), machine.ends_the_run(move.event)))


def way_where(
    paths: TraceProgram,
    goal: RunGoal,
    facts: Collection[Fact],
    blocked: Collection[Collection[Fact]] = (),
    limit: int = STATES,
) -> Way | None:
    """A run that is over where it reaches the goal, in which the facts hold and of each of the blocked collections not
    all. None: there is none. Each state is looked at once for each history that facts can tell from others."""
    return _Search(paths, goal, facts, blocked).found(limit)


@dataclass(frozen=True, slots=True)
class _History:
    """What facts ask of the way so far."""

    done: frozenset[Operation] = frozenset()
    broken: frozenset[Before] = frozenset()


_Node = tuple[State, _History]


@dataclass
class _Search:
    paths: TraceProgram
    goal: RunGoal
    facts: Collection[Fact]
    blocked: Collection[Collection[Fact]]
    _came_from: dict[_Node, tuple[_Node, Move] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._machine = Machine(self.paths)
        said: list[Fact] = [*self.facts, *(fact for some in self.blocked for fact in some)]
        self._orders = {fact for fact in said if isinstance(fact, Before)}
        self._at: dict[int, set[Operation]] = {}
        for operation in _operations(said):
            for point in operation:
                self._at.setdefault(point, set()).add(operation)

    def found(self, limit: int) -> Way | None:
        machine, came_from = self._machine, self._came_from
        first: _Node = machine.initial, _History()
        came_from[first] = None
        stack = [first]
        while stack:
            node = stack.pop()
            state, history = node
            if isinstance(self.goal, Complete) and all_ended(machine, state) and self._is_so(history):
                return self._way(node)
            for move, after in machine.successors(state):
                now = self._after(history, move.event)
                if any(fact in now.broken for fact in self.facts):
                    continue
                if machine.ends_the_run(move.event):
                    if move.event in self._last and self._is_so(now):
                        return self._way(node, move)
                elif (after, now) not in came_from:
                    came_from[after, now] = node, move
                    stack.append((after, now))
            if len(came_from) > limit:
                raise ToolError(f"the paths have more than {limit} states with histories: too many to enumerate")
        return None

    @property
    def _last(self) -> tuple[int, ...]:
        return self.goal.ends if isinstance(self.goal, Complete) else self.goal.events

    def _after(self, history: _History, event: int) -> _History:
        new = self._at.get(self.paths.graph.source[event])
        if not new:
            return history
        broken = {fact for fact in self._orders if fact.first in new and fact.then in history.done | new}
        return _History(history.done | new, history.broken | broken)

    def _is_so(self, history: _History) -> bool:
        return all(_holds(fact, history) for fact in self.facts) and not any(
            all(_holds(fact, history) for fact in some) for some in self.blocked
        )

    def _way(self, node: _Node, last: Move | None = None) -> Way:
        moves = [] if last is None else [last]
        while (step := self._came_from[node]) is not None:
            node, move = step
            moves.append(move)
        return _way_of(moves[::-1])


def _operations(facts: Iterable[Fact]) -> Iterator[Operation]:
    for fact in facts:
        match fact:
            case TakesPart(operation):
                yield operation
            case Before(first, then):
                yield first
                yield then


def _holds(fact: Fact, history: _History) -> bool:
    return fact.operation in history.done if isinstance(fact, TakesPart) else fact not in history.broken


def _way_of(moves: Iterable[Move]) -> Way:
    made = tuple(moves)
    chosen = {move.event: move.chosen for move in made if move.chosen is not None}
    return Way(tuple(move.event for move in made), chosen)
