"""Reads that can see one write only, and what that orders: edges for encode/must.py.

A read whose event takes place only where it saw k, while one event alone writes k there and it is not there at first:
if the read is in, that write is in and before it. All reads of an imported trace are like that, and some of a
constrained model. Where both stand in sections of one lock that exclude each other, the end of the writer's section
comes before the reader's: an edge that happens-before has as well, and only such edges are made (a write that a racy
read must have seen does not happen before it). So is a releasing write before an acquiring read.

An edge ends at the event behind the read: the read itself may be next without having seen anything.
"""

from collections import defaultdict
from collections.abc import Iterator

from raddle.encode.sections import Sections
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Read, Step, Write
from raddle.model.program import Event, TraceProgram

_SEVERAL = -1


def forced_edges(ctp: TraceProgram, sections: Sections) -> Iterator[tuple[int, int]]:
    """In the observed run, which shows that they are no circle."""
    if not ctp.observed:
        return
    writers = _Writers(ctp)
    observed = set(ctp.observed)
    for thread in ctp.threads:
        for number in range(thread.first, thread.first + thread.count - 1):
            event = ctp.events[number]
            if not isinstance(event.action, Step) or not event.action.reads or number not in observed:
                continue
            for read, value in _pinned(event.action):
                found = writers.only(read, value)
                if found is None or found[0].thread == event.thread or found[0].number not in observed:
                    continue
                writer, write = found
                common = sections.common(writer.number, number)
                if common is not None and common[0].releases:
                    yield common[0].releases[0], number + 1
                elif write.order.releases and read.order.acquires:
                    yield writer.number, number + 1


def _pinned(step: Step) -> Iterator[tuple[Read, int]]:
    """Reads of one cell, with the value that the guard wants them to have seen."""
    guard = step.guard
    if guard.op is Op.CONSTANT:
        return
    values: dict[Term, int] = {}
    for part in guard.args if guard.op is Op.ALL else (guard,):
        if part.op is Op.EQ and part.args[0].op is Op.VARIABLE and part.args[1].constant is not None:
            values[part.args[0]] = part.args[1].constant
    for read in step.reads:
        if read.variable in values and read.address is None:
            yield read, values[read.variable]


class _Writers:
    """Who writes which value where, of the cells that only constants are written to."""

    def __init__(self, ctp: TraceProgram) -> None:
        self._ctp = ctp
        self._by_value: dict[int, dict[int, tuple[int, Write | None]]] = defaultdict(dict)
        """By cell and value: the event, or several."""
        self._unknown: set[int] = set()
        for event in ctp.events:
            for write in event.action.writes if isinstance(event.action, Step) else ():
                self._enter(event, write)

    def _enter(self, event: Event, write: Write) -> None:
        value = write.value.constant
        if value is None or write.address is not None:
            self._unknown.update(write.cells)
            return
        known = self._by_value[write.cells[0]]
        known[value] = (_SEVERAL, None) if value in known else (event.number, write)

    def only(self, read: Read, value: int) -> tuple[Event, Write] | None:
        cell = read.cells[0]
        if cell in self._unknown or self._ctp.cells[cell].initial == value:
            return None
        number, write = self._by_value[cell].get(value, (_SEVERAL, None))
        return None if write is None else (self._ctp.events[number], write)
