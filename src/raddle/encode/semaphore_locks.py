"""Semaphores that are used as locks: one token at first, and every thread takes it and posts it in turn.

What is between a take and its post excludes the like of other threads: it is posted only by who has it.
"""

from raddle.model.ctp import Ctp, Post, Take

Posts = dict[int, int | None]
"""Take -> its post; None: it is never posted."""


def semaphore_locks(ctp: Ctp) -> dict[int, Posts]:
    """By number, only those that are."""
    found: dict[int, Posts] = {number: {} for number, one in enumerate(ctp.semaphores) if one.initial == 1}
    last: dict[tuple[int, int], int] = {}
    """By thread and semaphore: the take that is not posted yet."""
    for event in ctp.events if found else ():
        match event.action:
            case Take(semaphore) if semaphore in found:
                if (event.thread, semaphore) in last:
                    del found[semaphore]
                else:
                    found[semaphore][event.number] = None
                    last[event.thread, semaphore] = event.number
            case Post(semaphore) if semaphore in found:
                taken = last.pop((event.thread, semaphore), None)
                if taken is None:
                    del found[semaphore]
                else:
                    found[semaphore][taken] = event.number
            case _:
                pass
    return found
