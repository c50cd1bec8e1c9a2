"""Brute force under a scheduling policy: which events some schedule of it brings about."""

from collections.abc import Sequence

from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.program import MAIN, TraceProgram
from raddle.papers.trace_driven_verification.options import (
    AnySchedule,
    Policy,
    Preemptions,
    Priorities,
    RoundRobin,
    RunToBlock,
)

Node = tuple[State, int | None, int]
"""A state, who moved last, and how often one was left that could have gone on."""


def reached_under(paths: TraceProgram, policy: Policy) -> set[int]:
    machine = Machine(paths)
    start: Node = (machine.initial, None, 0)
    seen, stack = {start}, [start]
    found: set[int] = set()
    while stack:
        state, last, left = stack.pop()
        moves = list(machine.successors(state))
        able = {paths.events[move.event].thread for move, _ in moves}
        for move, after in moves:
            thread = paths.events[move.event].thread
            count = left + (thread != (last or MAIN) and (last or MAIN) in able)
            if not _allows(policy, thread, last, able, len(paths.graph.roots), count):
                continue
            found.add(move.event)
            node = (after, thread, count if isinstance(policy, Preemptions) else 0)
            if not machine.ends_the_run(move.event) and node not in seen:
                seen.add(node)
                stack.append(node)
    return found


def _allows(policy: Policy, thread: int, last: int | None, able: set[int], threads: int, preemptions: int) -> bool:
    match policy:
        case AnySchedule():
            return True
        case Preemptions(most):
            return preemptions <= most
        case RunToBlock():
            return thread == (last or MAIN) or (last or MAIN) not in able
        case RoundRobin():
            first = 0 if last is None else last + 1
            return thread == _first_of([(first + place) % threads for place in range(threads)], able)
        case Priorities(order):
            rest = [one for one in range(threads) if one not in order]
            return thread == _first_of([*order, *rest], able)


def _first_of(order: Sequence[int], able: set[int]) -> int | None:
    return next((thread for thread in order if thread in able), None)
