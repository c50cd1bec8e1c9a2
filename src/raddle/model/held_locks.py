"""Which locks a thread holds, as far as its own events say: that does not depend on the order of threads."""

from collections.abc import Iterable

from raddle.model.opens import Opens
from raddle.model.program import TraceProgram
from raddle.model.rules.actions import traits_of
from raddle.model.rules.lock import excludes
from raddle.model.rules.traits import Hold, Wanted


def held_before(ctp: TraceProgram, event: int) -> tuple[Hold, ...]:
    """When the thread has come to an event."""
    opens: Opens[int] = Opens()
    for number in range(ctp.threads[ctp.events[event].thread].first, event):
        opens = opens.after(traits_of(ctp.events[number].action), number)
    return opens.locks


def is_kept_by(wanted: Wanted, thread: int, held: Iterable[Hold]) -> bool:
    """Whether a thread that holds these holds, or is, what somebody waits for."""
    if isinstance(wanted, int):
        return wanted == thread
    lock, mode = wanted
    return any(one == lock and excludes(how, mode) for one, how in held)
