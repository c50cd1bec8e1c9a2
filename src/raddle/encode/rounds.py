"""Rounds of barriers that no more threads use than they wait for.

A thread arrives again only after it has left: then round k is the k-th arrival of each. Of a graph of events that is
known where the number of arrivals at a point does not depend on the way there.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from raddle.encode.along import Here, along
from raddle.model.actions import Arrive, Leave
from raddle.model.program import Event, TraceProgram


@dataclass(frozen=True)
class Round:
    arrivals: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By thread, on different ways."""
    leaves: list[int] = field(default_factory=list)


def fixed_rounds(program: TraceProgram, events: Iterable[Event]) -> dict[int, list[Round]]:
    """By barrier, only those with such rounds; a round may lack a thread that never comes to it. The events, each
    behind those that lead to it."""
    barriers = program.barriers
    found: dict[int, list[Round]] = {number: [] for number in range(len(barriers))}

    def after(event: Event, arrived: Here) -> Here:
        """By barrier the number of arrivals."""
        match event.action:
            case Arrive(barrier) if barrier in found:
                turn = arrived.get(barrier, 0)
                if turn == len(found[barrier]):
                    found[barrier].append(Round())
                found[barrier][turn].arrivals[event.thread].append(event.number)
                return {**arrived, barrier: turn + 1}
            case Leave(barrier) if barrier in found:
                found[barrier][arrived[barrier] - 1].leaves.append(event.number)
            case _:
                pass
        return arrived

    along(program, events, found, after)
    return {
        number: rounds
        for number, rounds in found.items()
        if rounds and len(rounds[0].arrivals) <= barriers[number].parties
    }
