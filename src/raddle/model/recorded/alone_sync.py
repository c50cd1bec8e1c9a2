"""Synchronisation of a thread that is alone, and that nobody can notice.

In: a trace that has phases in which threads are alone (trace/alone.py). Out: `unnoticed_rows`: of a thread, rows of
such phases that need no event. A lock that is taken and given back in one phase: nobody else can hold it, since whoever
has ended while holding it would have kept this thread from it in the recorded run too, and has in every order. So
nobody has one that is destroyed. Signals and broadcasts: nobody waits. Where a try failed, a wait gave the lock back,
or something was misused, and where the lock's memory may be gone, all of that lock stays as it is.
"""

from collections import defaultdict
from collections.abc import Container, Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.alone import Phase
from raddle.trace.events import EventKind, ThreadTrace
from raddle.trace.walk import Trace

_TAKES: Final = tuple(f"{how}{what}LOCK" for how in ("", "TRY", "TIMED") for what in ("", "RD", "WR"))
_GIVES: Final = ("UNLOCK", "RWUNLOCK")
_TELLS: Final = ("SIGNAL", "BROADCAST", "FUTEX_WAKE")
_DESTROYS: Final = ("DESTROY",)
_WAITS: Final = ("WAIT", "REACQUIRE")


def unnoticed_rows(trace: Trace, thread: ThreadTrace, contested: Container[int]) -> npt.NDArray[np.bool_]:
    """`contested`: addresses of locks whose memory others may give back."""
    found = np.zeros(len(thread.events), np.bool_)
    for phase in trace.alone[thread.index] if trace.alone else ():
        found[list(_unnoticed(trace, thread, phase, contested))] = True
    return found


def _unnoticed(trace: Trace, thread: ThreadTrace, phase: Phase, contested: Container[int]) -> Iterator[int]:
    fmt = trace_format()
    kinds = {fmt[f"RD_{name}"]: name for name in (*_TAKES, *_GIVES, *_TELLS, *_WAITS, *_DESTROYS)}
    recursive, doubtful = fmt["RD_FLAG_RECURSIVE"], fmt["RD_FLAG_FAILED"] | fmt["RD_FLAG_MISUSE"]
    events = thread.events
    rows = np.flatnonzero(
        (events["kind"] == EventKind.SYNC) & (events["index"] >= phase.begin) & (events["index"] < phase.end)
    )
    records = trace.recording.sync[events["value"][rows].astype(np.int64)]
    held: dict[int, list[int]] = defaultdict(list)
    done: dict[int, list[int]] = defaultdict(list)
    kept: set[int] = set()
    columns = (records[name].tolist() for name in ("kind", "flags", "object", "value"))
    for row, kind, flags, address, value in zip(rows.tolist(), *columns, strict=True):
        name = kinds.get(kind)
        if name in _TELLS:
            yield row
        elif name in _WAITS:
            kept.update((address, value))
        elif name is None or flags & recursive:
            continue
        elif flags & doubtful:
            kept.add(address)
        elif name in _DESTROYS:
            done[address].append(row)
        elif name not in _GIVES:
            held[address].append(row)
        elif held[address]:
            done[address] += (held[address].pop(), row)
    for address, all_ in done.items():
        if address not in kept and address not in contested:
            yield from all_
