"""Reads whose values are used where no event tells: Read.shown.

In: the walk of one thread. Out: sites, with their call stacks, of reads whose values go to a function of a library, or
to memory: that of the thread's own which is no slot of its stack, or shared memory, whose accesses need not be events.
A slot is like a register: what is loaded from it again is the same term.
"""

import numpy as np

from raddle.logic.operators import Op
from raddle.model.recorded.calls import Calls
from raddle.trace.events import EventFlag, EventKind, PinCause, ThreadTrace
from raddle.trace.program import Program


class Shown:
    def __init__(self, program: Program) -> None:
        self._calls = Calls(program)
        self._found: dict[int, frozenset[tuple[int, int]]] = {}

    def is_shown(self, thread: ThreadTrace, site: int, stack: int) -> bool:
        if thread.index not in self._found:
            rows = thread.events[sorted(self._rows(thread))]
            self._found[thread.index] = frozenset(zip(rows["site"].tolist(), rows["stack"].tolist(), strict=True))
        return (site, stack) in self._found[thread.index]

    def _rows(self, thread: ThreadTrace) -> set[int]:
        events = thread.events
        written = events["value_term"][events["kind"] == EventKind.WRITE]
        swapped = (events["kind"] == EventKind.UPDATE) & (events["flags"] & EventFlag.FAILED == 0)
        updates = events[swapped & (events["written_term"] != 0)]
        given = {term for row in updates for term in _given(thread, int(row["written_term"]), int(row["value_term"]))}
        return _reads_in(thread, {*thread.kept.tolist(), *written.tolist(), *self._pinned(thread), *given})

    def _pinned(self, thread: ThreadTrace) -> list[int]:
        """Given to what no term describes, unless nobody could ever tell what it was."""
        pins = thread.events[thread.events["kind"] == EventKind.PIN]
        dull = [
            site
            for site in np.unique(pins["site"][pins["size"] == PinCause.EXTERNAL_ARGUMENT]).tolist()
            if self._calls.cannot_be_told(site) and not self._calls.is_output(site)
        ]
        return [int(term) for term in pins["value_term"][~np.isin(pins["site"], dull)]]


def _given(thread: ThreadTrace, written: int, old: int) -> list[int]:
    """To an update: what it makes of its own old value is its own affair."""
    if written == old:
        return []
    if thread.terms["op"][written] == Op.READ:
        return [written]
    parts = [int(thread.terms[name][written]) for name in "abc"]
    return [part for part in parts if part != old] if old in parts[:2] else [written]


def _reads_in(thread: ThreadTrace, terms: set[int]) -> set[int]:
    """Rows of the reads that these terms speak of."""
    seen = terms - {0}
    waiting = list(seen)
    op, parts = thread.terms["op"], [thread.terms[name] for name in "abc"]
    found: set[int] = set()
    while waiting:
        term = waiting.pop()
        if op[term] == Op.READ:
            found.add(int(parts[0][term]))
            continue
        for part in parts:
            below = int(part[term])
            if below and below not in seen:
                seen.add(below)
                waiting.append(below)
    return found
