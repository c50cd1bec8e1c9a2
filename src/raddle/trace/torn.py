"""Whether a run shows that a block is not atomic: in: a walked run and four of its visible events; out: their rows.

`first` and `last` are of one thread, `there` and `back` of another one. In that run `first` comes before `there` and
`back` before `last`, and each of the two pairs touches some same bytes, one of them writing, so that their order
matters (docs/rules.md, Atomicity). Decided by the values that were recorded, without the trace program: it is how a
violation that was found there is confirmed. What only the program could tell (a read whose value decides nothing else,
updates that commute) counts as mattering here.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from raddle.trace.access_orders import NO_ACCESS, AccessOrders
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.happens_before import At, rows_of
from raddle.trace.run_accesses import places_of
from raddle.trace.walk import Trace

Visible = tuple[int, int]
"""Thread, and the number of a visible event there."""


class TornRows(NamedTuple):
    first: At
    there: At
    back: At
    last: At


class Tearing:
    """Of one run."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._places = places_of(trace)
        self._orders = AccessOrders(trace.program)

    def torn(self, first: Visible, there: Visible, back: Visible, last: Visible) -> TornRows | None:
        """None: it did not come to them, they came in another order, or the order of a pair does not matter."""
        if first[0] != last[0] or there[0] != back[0] or first[0] == there[0] or first[1] >= last[1]:
            return None
        forth, home = self.dependent(first, there), self.dependent(back, last)
        return None if forth is None or home is None else TornRows(*forth, *home)

    def order(self, rows: TornRows) -> tuple[int, int, int, int]:
        """In which they took place, by their numbers."""
        one, two, three, four = sorted(range(4), key=lambda number: self._place(rows[number]))
        return one, two, three, four

    def dependent(self, earlier: Visible, later: Visible) -> tuple[At, At] | None:
        """Rows of the two, in this order, of which the order matters."""
        for one in self._accesses(earlier):
            for other in self._accesses(later):
                if self._place(one) < self._place(other) and self._matters(one, other):
                    return one, other
        return None

    def _accesses(self, event: Visible) -> Iterator[At]:
        rows = rows_of(self._trace, *event)
        events = self._trace.threads[event[0]].events[rows]
        is_access = events["kind"] <= EventKind.UPDATE
        is_access[is_access] &= self._orders.of_rows(events[is_access]) != NO_ACCESS
        yield from (At(event[0], row) for row in rows[is_access].tolist())

    def _place(self, at: At) -> int:
        return int(self._places[at.thread][at.row])

    def _event(self, at: At) -> Any:
        return self._trace.threads[at.thread].events[at.row]

    # ---- values

    def _matters(self, one: At, other: At) -> bool:
        """Whether they touch some same bytes, one of them writes, and nothing says that their order is all the same."""
        effects = self._effect(one), self._effect(other)
        low, high = max(each.low for each in effects), min(each.high for each in effects)
        if low >= high or not any(each.writes for each in effects):
            return False
        return any(self._byte_matters(byte, (one, effects[0]), (other, effects[1])) for byte in range(low, high))

    def _effect(self, at: At) -> "_Effect":
        """What writes to the bytes that its event has read as well (16 bytes are several rows) is an update."""
        event, thread = self._event(at), self._trace.threads[at.thread]
        if event["kind"] == EventKind.WRITE:
            for row in rows_of(self._trace, at.thread, int(event["index"])).tolist():
                other = thread.events[row]
                same = other["address"] == event["address"] and other["size"] == event["size"]
                if other["kind"] == EventKind.READ and same:
                    return _Effect(event, seen=int(other["value"]))
        return _Effect(event)

    def _byte_matters(self, byte: int, one: "tuple[At, _Effect]", other: "tuple[At, _Effect]") -> bool:
        writers = [(at, effect) for at, effect in (one, other) if effect.writes]
        written = [effect.after(byte) for _, effect in writers]
        updates = any(effect.reads for _, effect in writers)
        if len(writers) == 2 and not updates:
            return written[0] != written[1]
        if len(writers) == 2 and written[0] != written[1]:
            return True
        if not one[1].writes and one[1].seen(byte) != written[0]:
            return True
        return any(self._before(byte, at, effect) != effect.after(byte) for at, effect in writers)

    def _before(self, byte: int, at: At, effect: "_Effect") -> int:
        """What it was right before that row; _UNKNOWN: nothing in the run says it."""
        if effect.reads:
            return effect.seen(byte)
        found, when, until = _UNKNOWN, -1, self._place(at)
        for number, thread in enumerate(self._trace.threads):
            events, places = thread.events, self._places[number]
            touching = (events["kind"] <= EventKind.UPDATE) & (places < until) & (events["address"] <= np.uint64(byte))
            touching &= events["address"] + events["size"].astype(np.uint64) > np.uint64(byte)
            rows = np.flatnonzero(touching)
            if rows.size:
                row = int(rows[np.argmax(places[rows])])
                if int(places[row]) > when:
                    found, when = _Effect(events[row]).after(byte), int(places[row])
        return found


_UNKNOWN: Final = -1


class _Effect:
    """What an access does to bytes."""

    def __init__(self, event: Any, seen: int | None = None) -> None:
        """`seen`: what the same event has read there."""
        kind, failed = int(event["kind"]), bool(event["flags"] & EventFlag.FAILED)
        self.low = int(event["address"])
        self.high = self.low + int(event["size"])
        self.reads = kind != EventKind.WRITE or seen is not None
        self.writes = kind == EventKind.WRITE or (kind == EventKind.UPDATE and not failed)
        self._seen = int(event["value"]) if seen is None else seen
        self._after = int(event["written"] if kind == EventKind.UPDATE and self.writes else event["value"])

    def seen(self, byte: int) -> int:
        return self._seen >> 8 * (byte - self.low) & 0xFF

    def after(self, byte: int) -> int:
        return self._after >> 8 * (byte - self.low) & 0xFF
