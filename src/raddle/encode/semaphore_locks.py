"""Semaphores that are used as locks: one token at first, and every thread takes it and posts it in turn.

What is between a take and its post excludes the like of other threads: it is posted only by who has it. Of a graph of
events that has to be so on every way, and who has it at a point must not depend on the way there.
"""

from collections.abc import Iterable

from raddle.model.actions import Post, Take
from raddle.model.program import Event, TraceProgram

Posts = dict[int, list[int]]
"""Take -> its posts, on different ways."""


def semaphore_locks(program: TraceProgram, events: Iterable[Event]) -> dict[int, Posts]:
    """By number, only those that are. The events, each behind those that lead to it."""
    graph = program.graph
    found: dict[int, Posts] = {number: {} for number, one in enumerate(program.semaphores) if one.initial == 1}
    at: dict[int, dict[int, int]] = {root: {} for root in graph.roots}
    """Point -> by semaphore the take that is not posted yet."""
    for event in events if found else ():
        now = at[graph.source[event.number]]
        match event.action:
            case Take(semaphore) if semaphore in found:
                if semaphore in now:
                    del found[semaphore]
                else:
                    found[semaphore][event.number] = []
                    now = {**now, semaphore: event.number}
            case Post(semaphore) if semaphore in found:
                if semaphore in now:
                    found[semaphore][now[semaphore]].append(event.number)
                    now = {one: take for one, take in now.items() if one != semaphore}
                else:
                    del found[semaphore]
            case _:
                pass
        known = at.setdefault(graph.target[event.number], now)
        if known is not now:
            for semaphore in {one for one in {*known, *now} if known.get(one) != now.get(one)}:
                found.pop(semaphore, None)
    return found
