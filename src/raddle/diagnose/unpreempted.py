"""Whether a program fails although nobody is interrupted: every thread runs until it waits or ends.

A search over who goes on when one stops, on the machine; bounded, so that nothing follows from finding nothing.
"""

from typing import Final

from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move, Way, way_of

MOST_MOVES: Final = 20_000


def failing_unpreempted(machine: Machine, failures: tuple[int, ...], most_moves: int = MOST_MOVES) -> Way | None:
    wanted = frozenset(failures)
    seen: set[tuple[State, int]] = set()
    stack: list[tuple[State, int, tuple[Move, ...]]] = [(machine.initial, 0, ())]
    left = most_moves
    while stack and left > 0:
        state, thread, moves = stack.pop()
        if (state, thread) in seen:
            continue
        seen.add((state, thread))
        following = [(thread, *one) for one in _moves_of(machine, state, thread)]
        if all(
            move.event in machine.program.graph.timed_out for _, move, _ in following
        ):  # it waits, or nothing is left
            others = [one for one in machine.layout.threads if one != thread]
            following += [(other, *one) for other in others for one in _moves_of(machine, state, other)]
        left -= len(following)
        for who, move, after in reversed(following):
            if move.event in wanted:
                return way_of((*moves, move))
            if not machine.ends_the_run(move.event):
                stack.append((after, who, (*moves, move)))
    return None


def _moves_of(machine: Machine, state: State, thread: int) -> list[tuple[Move, State]]:
    found = []
    for event in machine.outcomes(state, thread):
        for chosen in machine.choices(state, event):
            slots = list(state)
            if machine.why_not(slots, event, chosen, machine.worth) is None:
                found.append((Move(event.number, chosen), tuple(slots)))
    return found
