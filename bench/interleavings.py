"""How many interleavings a program has: all orders of the events of its paths, from the beginning to where it ends.

In: the paths of a proof, or of all that was seen. Out: the exact number, counted over states; None where there are too
many of those. Then an estimate (Knuth 1975): of random ways, the mean of the products of how many moves there were.
"""

import random

from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram

MOST_STATES = 30_000
WALKS = 300


def interleavings(paths: TraceProgram, most: int = MOST_STATES) -> int | None:
    """Orders that differ in one pair of neighbours count as two, whether that matters or not."""
    machine = Machine(paths)
    after: dict[State, list[State]] = {}
    ended: dict[State, int] = {}
    """How many ways end right behind it: at the end of the process, a failure, a frontier."""
    stack = [machine.initial]
    while stack:
        state = stack.pop()
        if state in after:
            continue
        if len(after) >= most:
            return None
        following = list(machine.successors(state))
        ended[state] = sum(machine.ends_the_run(move.event) for move, _ in following)
        after[state] = [then for move, then in following if not machine.ends_the_run(move.event)]
        stack.extend(after[state])
    return _ways(machine.initial, after, ended)


def _ways(first: State, after: dict[State, list[State]], ended: dict[State, int]) -> int:
    """States have no cycles: each event is done once."""
    count: dict[State, int] = {}
    stack = [first]
    while stack:
        state = stack[-1]
        missing = [then for then in after[state] if then not in count]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if state not in count:
            following = sum(count[then] for then in after[state]) + ended[state]
            count[state] = following or 1
    return count[first]


def estimated(paths: TraceProgram, walks: int = WALKS, seed: int = 1) -> int:
    """As many on average as there are; seldom far more, often fewer."""
    machine, rng = Machine(paths), random.Random(seed)
    return max(1, sum(_product(machine, rng) for _ in range(walks)) // walks)


def _product(machine: Machine, rng: random.Random) -> int:
    state, product = machine.initial, 1
    while following := list(machine.successors(state)):
        product *= len(following)
        move, state = rng.choice(following)
        if machine.ends_the_run(move.event):
            break
    return product
