"""Which threads' results a join asks for, and where they go.

In: a Trace. Out: thread, address and size. The runtime writes the result right behind the join.
"""

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.trace.walk import Trace


def taken_results(trace: Trace) -> list[tuple[int, int, int]]:
    """Of each join that asked for a result: the thread, and address and size of where it went."""
    fmt, sync = trace_format(), trace.recording.sync
    joins = np.flatnonzero((sync["kind"] == fmt["RD_JOIN"]) & ((sync["flags"] & fmt["RD_FLAG_FAILED"]) == 0))
    found = []
    for position in joins.tolist():
        join = sync[position]
        if position + 1 == len(sync):
            continue
        behind = sync[position + 1]
        same = all(behind[name] == join[name] for name in ("thread", "blocks"))
        if same and behind["kind"] == fmt["RD_WRITE"] and behind["count"] == join["count"] + 1:
            found.append((int(join["value"]), int(behind["object"]), int(behind["value"])))
    return found
