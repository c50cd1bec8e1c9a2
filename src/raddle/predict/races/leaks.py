"""Whether "both next" says all about races, or accesses must also be looked at that are never next at the same time.

Let a be in a run and b next, not ordered. Leave out of the run all that a happens before, and a itself. If what is left
is a run, both are next behind it. What is left may be none in these cases only, the leaks:

- an event reads, from a write that is left out and does not happen before it, what some guard or address depends on.
  The two conflict, and race (with a shorter run); or they are atomics that do not release or acquire, and of different
  threads; or the read is an early one, which is no access (Candidates.early);
- what an access touches depends on what its own event reads then (a compare-and-swap), which may be another value when
  both are next;
- a try that failed, or a look at a semaphore's count, saw what is left out;
- a signal outside of the lock of its waiters woke somebody (predict/races/signals.py: only accesses right before it may
  be hidden so);
- a barrier without fixed rounds: who arrives then belongs to another round;
- a region would be cut in two: it acquires something in its midst, or one of the accesses is in it.

So where there is none of these, and no race that was found or left undecided is on memory that a guard or an address
depends on, nothing but Meet has to be asked. (By induction over the length of the run: no shorter run has a race that
matters.)
"""

import numpy as np
import numpy.typing as npt

from raddle.encode.asked import depends_on_itself
from raddle.encode.index import Index
from raddle.model.accesses import accesses_of
from raddle.model.actions import (
    Arrive,
    Check,
    Count,
    Create,
    Free,
    Order,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Step,
)
from raddle.model.program import Event, TraceProgram


def has_leaks(index: Index, matters: npt.NDArray[np.bool_]) -> bool:
    """All but signals, and the races on memory that matters. `matters`: by cell."""
    return (
        _weak_atomics(index, matters)
        or any(isinstance(event.action, Refused | Count) for event in index.ctp.events)
        or any(depends_on_itself(index.ctp.terms, event) for event in index.ctp.events)
        or not rounds_are_fixed(index.ctp)
        or any(may_acquire(index.ctp.events[number]) for number in index.region_of)
    )


def _weak_atomics(index: Index, matters: npt.NDArray[np.bool_]) -> bool:
    """But for what a thread reads in cells that no other one writes."""
    writers: dict[int, set[int]] = {}
    for event in index.ctp.events:
        if isinstance(event.action, Step):
            for write in event.action.writes:
                for cell in write.cells:
                    writers.setdefault(cell, set()).add(event.thread)
    for event in index.ctp.events:
        if isinstance(event.action, Step | Check):
            for access in accesses_of(event):
                others = [cell for cell in access.cells if writers.get(cell, set()) - {event.thread} or access.writes]
                if _is_weak(access.order, writes=access.writes) and others and matters[others].any():
                    return True
    return False


def _is_weak(order: Order, *, writes: bool) -> bool:
    return order.is_atomic and not (order.releases if writes else order.acquires)


# ---- of trace programs and of paths (verify/leaks.py)


def rounds_are_fixed(program: TraceProgram) -> bool:
    """No more threads use a barrier than it waits for."""
    users: dict[int, set[int]] = {}
    for event in program.events:
        if isinstance(event.action, Arrive):
            users.setdefault(event.action.barrier, set()).add(event.thread)
    return all(len(threads) <= program.barriers[barrier].parties for barrier, threads in users.items())


def may_acquire(event: Event) -> bool:
    """Of what is in a region: whether it may acquire something in its midst. Whatever is not known not to is a leak."""
    match event.action:
        case Step() | Check():
            return any(access.order.is_atomic for access in accesses_of(event))
        case Create() | Free() | Release() | RegionBegin() | RegionEnd():
            return False
        case _:
            return True
