"""How much of what could run side by side still can, after a patch.

Measured by pairs of accesses of different threads to shared memory that are next at once, in some state. An access is
told by its line and by what it touches: locks and flags that a patch puts on the same line are not taken for it. All
states are visited where they are few, else those of random runs, the same number of moves before and after the patch.
Also: which pairs come in either order (what a mutex keeps, and a join does not), by random runs.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from raddle.model.accesses import accesses_of
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.repair.lines import LinesBefore, was
from raddle.repair.sites import PlacedPaths

MOST_STATES: Final = 4_000
MOST_MOVES: Final = 6_000
_SEED: Final = 5
_OFTEN: Final = (0.05, 0.3, 1.0)

Spot = tuple[str, str, int, str]
"""Thread, file, line, and what is touched."""
Pair = tuple[Spot, Spot]
"""Ascending."""


@dataclass(frozen=True, slots=True)
class SideBySide:
    pairs: frozenset[Pair] = field(repr=False)
    either: frozenset[Pair] = field(repr=False)
    """Those that were seen to come in both orders."""
    exact: bool
    """All states were visited."""


def side_by_side(sites: PlacedPaths, *, by_chance: bool = False) -> SideBySide:
    """`by_chance`: not all states, though they may be few."""
    return _Looking(sites).side_by_side(by_chance=by_chance)


def kept(before: SideBySide, after: SideBySide, lines: Mapping[str, LinesBefore]) -> float:
    """The share of the pairs before that are there after. Lines after are counted as those that they were before; those
    that the patch takes away are not counted."""
    return _share(before.pairs, after.pairs, lines)


def kept_in_either_order(before: SideBySide, after: SideBySide, lines: Mapping[str, LinesBefore]) -> float:
    return _share(before.either, after.either, lines)


def _share(before: frozenset[Pair], after: frozenset[Pair], lines: Mapping[str, LinesBefore]) -> float:
    mapped = {_pair(_was(one, lines), _was(other, lines)) for one, other in after}
    there = {(one, other) for one, other in before if _is_left(one, lines) and _is_left(other, lines)}
    return len(there & mapped) / len(there) if there else 1.0


def _is_left(spot: Spot, lines: Mapping[str, LinesBefore]) -> bool:
    return spot[1] not in lines or spot[2] in lines[spot[1]].left


def _was(spot: Spot, lines: Mapping[str, LinesBefore]) -> Spot:
    thread, file, line, touched = spot
    return thread, *was((file, line), lines), touched


def _pair(one: Spot, other: Spot) -> Pair:
    return (one, other) if one <= other else (other, one)


class _Looking:
    def __init__(self, sites: PlacedPaths) -> None:
        self._sites = sites
        self._machine = Machine(sites.paths)
        self._known: dict[int, Spot | None] = {}

    def side_by_side(self, *, by_chance: bool) -> SideBySide:
        states = None if by_chance else self._all_states()
        runs = list(self._random_runs())
        visited = states if states is not None else [state for run in runs for state in run.states]
        pairs: set[Pair] = set()
        for state in visited:
            next_ones = [spot for thread in self._able(state) if (spot := self._spot(state[thread])) is not None]
            pairs.update(_pair(one, other) for one, other in combinations(next_ones, 2))
        return SideBySide(frozenset(pairs), self._either(runs), states is not None)

    def _spot(self, point: int) -> Spot | None:
        if point not in self._known:
            place, touched = self._sites.place_of(point), self._touched(point)
            self._known[point] = (
                (self._sites.thread_of(point), place.file, place.line, touched)
                if place is not None and touched
                else None
            )
        return self._known[point]

    def _touched(self, point: int) -> str:
        """Empty: no memory."""
        program = self._machine.program
        events = (program.events[number] for number in self._sites.paths.graph.leaving.get(point, ()))
        cells = {cell for event in events for access in accesses_of(event) for cell in access.cells}
        return " ".join(sorted(program.cells[cell].name for cell in cells))

    def _able(self, state: State) -> list[int]:
        """Threads that can move."""
        machine = self._machine
        return [
            thread
            for thread in machine.layout.threads
            if any(machine.can_happen(state, event) for event in machine.outcomes(state, thread))
        ]

    def _all_states(self) -> list[State] | None:
        """None: there are too many."""
        machine = self._machine
        seen = {machine.initial}
        stack = [machine.initial]
        while stack:
            for move, after in machine.successors(stack.pop()):
                if not machine.ends_the_run(move.event) and after not in seen:
                    seen.add(after)
                    stack.append(after)
            if len(seen) > MOST_STATES:
                return None
        return list(seen)

    # ---- random runs

    def _random_runs(self) -> Iterator["_Run"]:
        """Runs that turn to another thread now and then, or all the time."""
        chance = random.Random(_SEED)
        left, number = MOST_MOVES, 0
        while left > 0:
            run = self._random_run(chance, _OFTEN[number % len(_OFTEN)], left)
            left -= 1 + len(run.moves)
            number += 1
            yield run

    def _random_run(self, chance: random.Random, often: float, most: int) -> "_Run":
        machine = self._machine
        state, current, run = machine.initial, 0, _Run()
        while len(run.moves) < most:
            run.states.append(state)
            moves = [one for one in machine.successors(state) if not machine.ends_the_run(one[0].event)]
            if not moves:
                break
            own = [one for one in moves if machine.program.events[one[0].event].thread == current]
            move, state = chance.choice(moves if not own or chance.random() < often else own)
            current = machine.program.events[move.event].thread
            run.moves.append(move.event)
        return run

    def _either(self, runs: list["_Run"]) -> frozenset[Pair]:
        orders: set[Pair] = set()
        for run in runs:
            earlier: dict[Spot, None] = {}
            for event in run.moves:
                spot = self._spot(self._sites.paths.graph.source[event])
                if spot is not None:
                    orders.update((one, spot) for one in earlier if one[0] != spot[0])
                    earlier[spot] = None
        return frozenset((one, other) for one, other in orders if one <= other and (other, one) in orders)


@dataclass(slots=True)
class _Run:
    states: list[State] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
