"""Semaphores that are used as locks: one token at first, and every thread takes it and posts it in turn.

What is between a take and its post excludes the like of other threads: it is posted only by who has it. Of a graph of
events that has to be so on every way, and who has it at a point must not depend on the way there.
"""

from collections.abc import Iterable

from raddle.encode.along import Here, along
from raddle.model.actions import Post, Take
from raddle.model.program import Event, TraceProgram

Posts = dict[int, list[int]]
"""Take -> its posts, on different ways."""


def semaphore_locks(program: TraceProgram, events: Iterable[Event]) -> dict[int, Posts]:
    """By number, only those that are. The events, each behind those that lead to it."""
    found: dict[int, Posts] = {number: {} for number, one in enumerate(program.semaphores) if one.initial == 1}

    def after(event: Event, taken: Here) -> Here:
        """By semaphore the take that is not posted yet."""
        match event.action:
            case Take(semaphore) if semaphore in found and semaphore not in taken:
                found[semaphore][event.number] = []
                return {**taken, semaphore: event.number}
            case Post(semaphore) if semaphore in found and semaphore in taken:
                found[semaphore][taken[semaphore]].append(event.number)
                return {one: take for one, take in taken.items() if one != semaphore}
            case Take(semaphore) | Post(semaphore):
                found.pop(semaphore, None)
            case _:
                pass
        return taken

    along(program, events, found, after)
    return found
