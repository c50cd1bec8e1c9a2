"""Whether two threads, of different runs, went the same way with the same constants: then their events are the same."""

import hashlib
from typing import Final

import numpy as np

from raddle.logic.operators import Op
from raddle.trace.events import EventKind, ThreadTrace

Way = tuple[str, bytes]
"""A thread's path, and what tells its ways apart."""

_SAME: Final = (
    "kind",
    "flags",
    "site",
    "stack",
    "size",
    "index",
    "address",
    "address_term",
    "value_term",
    "written_term",
)
_READS: Final = (EventKind.READ, EventKind.UPDATE)
_COMPUTED: Final = (EventKind.WRITE, EventKind.DIVISION)
_ROUNDED: Final = (Op.FPTOSI, Op.FPTOUI)


def way_of(thread: ThreadTrace) -> Way:
    events, terms = thread.events, thread.terms
    found = hashlib.blake2b(digest_size=16)
    for name in _SAME:
        found.update(np.ascontiguousarray(events[name]).tobytes())
    computed = np.isin(events["kind"], _COMPUTED) & (events["value_term"] != 0)
    observed = np.isin(events["kind"], _READS) | (events["kind"] == EventKind.SYNC) | computed
    found.update(np.where(observed, np.uint64(0), events["value"]).tobytes())
    found.update(np.where(events["written_term"] != 0, np.uint64(0), events["written"]).tobytes())
    for name in ("op", "width", "a", "b", "c"):
        found.update(np.ascontiguousarray(terms[name]).tobytes())
    rounded = np.isin(terms["op"], _ROUNDED)
    for operand in ("a", "b"):
        values = np.where((terms[operand] != 0) & ~rounded, np.uint64(0), terms[f"{operand}_value"])
        found.update(values.tobytes())
    return thread.path, found.digest()
