"""Where two runs part, in terms of the program: in: the recording and its replay; out: the first event that differs.

Both are walked, and the earliest event in the recording's order that is not the same in the replay is told with its
source place. A value that no store of the program explains came from outside.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.base.errors import RaddleError
from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.order import turns
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace, walk_reference

MOST_EVENTS: Final = 200_000
"""A longer run is not walked: the answer is not worth the wait."""
COMPARED: Final = ("kind", "site", "size", "index", "address", "value", "written")


@dataclass(frozen=True, slots=True)
class Located:
    """The first event that differs."""

    thread: str
    event: int
    place: str
    expected: str
    seen: str
    from_outside: bool

    def __str__(self) -> str:
        return f"{self.place}: {self.thread}, event {self.event}: expected {self.expected}, seen {self.seen}"


def locate(original: Recording, seen: Recording) -> Located | None:
    """None: no event differs, or the runs are too long or too broken to be walked."""
    if max(original.events, seen.events) > MOST_EVENTS:
        return None
    try:
        one, other = (walk_reference(recording, keep_private=True) for recording in (original, seen))
    except RaddleError:
        return None
    pairs = zip(one.threads, other.threads, strict=False)
    parted = {number: at for number, pair in enumerate(pairs) if (at := _first_unequal(*pair)) is not None}
    for number, begin, end in turns(one):
        if number in parted and begin <= parted[number] < end:
            return _tell(one, other, number, parted[number])
    return _tell(one, other, *min(parted.items())) if parted else None


def _first_unequal(one: ThreadTrace, other: ThreadTrace) -> int | None:
    common = min(len(one.events), len(other.events))
    unequal = np.zeros(common, np.bool_)
    for name in COMPARED:
        unequal |= one.events[name][:common] != other.events[name][:common]
    if unequal.any():
        return int(unequal.argmax())
    return common if len(one.events) != len(other.events) else None


def _tell(one: Trace, other: Trace, number: int, at: int) -> Located:
    events, seen = one.threads[number].events, other.threads[number].events
    known = events[at] if at < len(events) else seen[at]
    place = one.program.place_of(int(known["site"]))
    return Located(
        thread=one.threads[number].path,
        event=int(known["index"]),
        place="?" if place is None else str(place),
        expected=_spell(events, at),
        seen=_spell(seen, at),
        from_outside=at < min(len(events), len(seen)) and _is_from_outside(one, other, number, at),
    )


def _spell(events: npt.NDArray[np.void], at: int) -> str:
    if at >= len(events):
        return "nothing"
    event = events[at]
    kind = EventKind(int(event["kind"])).name.lower()
    return f"{kind} of {int(event['value']):#x}" if kind in ("read", "write", "update") else kind


def _is_from_outside(one: Trace, other: Trace, number: int, at: int) -> bool:
    """A library function brought other bytes, or something was read that the same store, or none, had left there."""
    event, seen = one.threads[number].events[at], other.threads[number].events[at]
    if any(event[name] != seen[name] for name in ("kind", "site", "size", "address")):
        return False
    if event["kind"] == EventKind.WRITE:
        return bool(event["flags"] & EventFlag.LIBRARY)
    if event["kind"] not in (EventKind.READ, EventKind.UPDATE):
        return False
    return _last_writer(one, number, at) == _last_writer(other, number, at)


def _last_writer(trace: Trace, number: int, at: int) -> tuple[int, int] | None:
    """(thread, position) of the last store before the event that touches what it reads."""
    event: Any = trace.threads[number].events[at]
    low, high = int(event["address"]), int(event["address"]) + int(event["size"])
    found = None
    for who, begin, end in turns(trace):
        stop = at if who == number and begin <= at < end else end
        part = trace.threads[who].events[begin:stop]
        writes = np.isin(part["kind"], [EventKind.WRITE, EventKind.UPDATE])
        hits = np.flatnonzero(writes & (part["address"] < high) & (part["address"] + part["size"] > low))
        if hits.size:
            found = (who, begin + int(hits[-1]))
        if stop != end:
            break
    return found
