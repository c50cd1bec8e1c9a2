"""What happens before what in one walked run, and who waits at its end: plain, slow, and on its own.

Of each row that others can notice, the set of such rows that happen before it (the bits of an integer). Rows are
numbered in the order in which they took place.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.order import turns
from raddle.trace.walk import Trace

_ACCESSES: Final = (EventKind.READ, EventKind.WRITE, EventKind.UPDATE)
_ORDERS: Final = ("plain", "relaxed", "relaxed", "acquire", "release", "acq_rel", "seq_cst")
"""By the lowest bits of a row's flags."""
_FENCE: Final = re.compile(r"^\s*fence (\w+)")
_SWAP: Final = re.compile(r"\bcmpxchg\b.* (?:monotonic|acquire|release|acq_rel|seq_cst) (monotonic|acquire|seq_cst)\b")
_EARLY: Final = re.compile(r"^\s*%\"?[-\w.$]+\.early\"? = load\b")
_WORDS: Final = {"monotonic": "relaxed", "unordered": "relaxed"}
_EXCLUSIVE: Final = frozenset({"lock", "trylock", "timedlock", "reacquire", "wrlock", "trywrlock", "timedwrlock"})
_SHARED: Final = frozenset({"rdlock", "tryrdlock", "timedrdlock"})
_TAKES: Final = frozenset({"sem_wait", "sem_trywait", "sem_timedwait"})


@dataclass(frozen=True, slots=True)
class Touch:
    """An access, or a free."""

    thread: int
    row: int
    index: int
    """Number of the visible event in its thread."""
    line: int
    begin: int
    end: int
    reads: bool
    writes: bool
    order: str

    def clashes(self, other: "Touch") -> bool:
        return (
            self.thread != other.thread
            and (self.writes or other.writes)
            and "plain" in (self.order, other.order)
            and self.begin < other.end
            and other.begin < self.end
        )


class WalkOracle:
    """`touches` by number of the row; `before`: for each row it and the rows that happen before it."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._kinds = trace_format().kinds
        self.touches: Final[dict[int, Touch]] = {}
        self.before: Final[list[int]] = []
        self._seen: dict[int, int] = defaultdict(int)
        """By thread."""
        self._left: dict[tuple[object, ...], int] = defaultdict(int)
        self._blocks: dict[int, int] = {}
        self._modes: dict[tuple[int, int], list[str]] = defaultdict(list)
        """Reader-writer locks that a thread has."""
        for thread, first, past in turns(trace):
            for row in range(first, past):
                self._see(thread, row)

    def races(self) -> Iterator[tuple[Touch, Touch]]:
        numbers = sorted(self.touches)
        for place, second in enumerate(numbers):
            for first in numbers[:place]:
                a, b = self.touches[first], self.touches[second]
                if a.clashes(b) and not self.before[second] >> first & 1:
                    yield a, b

    def held(self) -> set[tuple[int, int, str]]:
        """At the end: thread, lock, mode."""
        return {(thread, lock, mode) for (thread, lock), modes in self._modes.items() for mode in modes}

    def _see(self, thread: int, row: int) -> None:
        event: Any = self._trace.threads[thread].events[row]
        kind, flags = int(event["kind"]), int(event["flags"])
        if kind in _ACCESSES and flags & EventFlag.SHARED and not self._is_early(event):
            self._begin(thread)
            self._access(thread, row, event)
        elif kind == EventKind.SYNC:
            self._begin(thread)
            self._record(thread, row, event, self._trace.recording.sync[int(event["value"])])
        else:
            return
        self.before.append(self._seen[thread])

    def _begin(self, thread: int) -> None:
        self._seen[thread] |= 1 << len(self.before)

    def _line_of_ir(self, site: int) -> str:
        if not site:
            return ""
        within = self._trace.program.module_of(site)
        return within.module.lines[site - within.site_base]

    def _place(self, site: int) -> int:
        place = self._trace.program.place_of(site)
        return place.line if place is not None else 0

    def _is_early(self, event: Any) -> bool:
        return event["kind"] == EventKind.READ and bool(_EARLY.match(self._line_of_ir(int(event["site"]))))

    # ---- memory

    def _access(self, thread: int, row: int, event: Any) -> None:
        kind, site = int(event["kind"]), int(event["site"])
        order = _ORDERS[int(event["flags"]) & 7]
        failed = bool(event["flags"] & EventFlag.FAILED)
        if failed and (found := _SWAP.search(self._line_of_ir(site))):
            order = _WORDS.get(found.group(1), found.group(1))
        reads, writes = kind != EventKind.WRITE, kind != EventKind.READ and not failed
        begin = int(event["address"])
        end = begin + int(event["size"])
        place = self._place(site)
        self._touch(Touch(thread, row, int(event["index"]), place, begin, end, reads, writes, order))
        places = range(begin, end)
        if reads and order != "plain":
            heard = 0
            for byte in places:
                heard |= self._left["byte", byte]
            if order in ("acquire", "acq_rel", "seq_cst"):
                self._seen[thread] |= heard
            else:
                self._left["heard", thread] |= heard
        if writes:
            self._write(thread, order, places, update=reads)

    def _touch(self, touch: Touch) -> None:
        self.touches[len(self.before)] = touch

    def _write(self, thread: int, order: str, places: range, *, update: bool) -> None:
        released = self._seen[thread] if order in ("release", "acq_rel", "seq_cst") else self._left["fence", thread]
        for byte in places:
            if order == "plain":
                left = 0
            else:
                left = released | self._left["own", byte, thread] | (self._left["byte", byte] if update else 0)
            self._left["byte", byte] = self._left["own", byte, thread] = left

    # ---- records

    def _record(self, thread: int, row: int, event: Any, record: Any) -> None:
        kind = self._kinds[int(record["kind"])]
        fmt = trace_format()
        flags, thing, value = int(record["flags"]), int(record["object"]), int(record["value"])
        if flags & (fmt["RD_FLAG_RECURSIVE"] | fmt["RD_FLAG_FAILED"]):
            return
        if kind == "free" and (value or thing in self._blocks):  # also what was given back before
            place = self._place(int(event["site"]))
            size = thing + self._blocks.setdefault(thing, value)
            self._touch(Touch(thread, row, int(event["index"]), place, thing, size, False, True, "plain"))
        elif kind == "fence":
            self._fence(thread, int(event["site"]))
        elif kind in _EXCLUSIVE or kind in _SHARED or kind in ("unlock", "rwunlock", "wait"):
            self._lock(thread, kind, value if kind == "wait" else thing)
        else:
            self._other(thread, kind, thing, value)

    def _fence(self, thread: int, site: int) -> None:
        found = _FENCE.match(self._line_of_ir(site))
        if found is None:
            return  # for signal handlers of its own thread
        if found.group(1) != "release":
            self._seen[thread] |= self._left["heard", thread]
        if found.group(1) != "acquire":
            self._left["fence", thread] = self._seen[thread]

    def _lock(self, thread: int, kind: str, lock: int) -> None:
        if kind in _EXCLUSIVE or kind in _SHARED:
            self._seen[thread] |= self._left["exclusive", lock]
            if kind in _EXCLUSIVE:
                self._seen[thread] |= self._left["shared", lock]
            self._modes[thread, lock].append("exclusive" if kind in _EXCLUSIVE else "shared")
        else:
            modes = self._modes[thread, lock]
            mode = modes.pop() if modes else "exclusive"
            self._left[mode, lock] |= self._seen[thread]

    def _other(self, thread: int, kind: str, thing: int, value: int) -> None:
        match kind:
            case "create":
                self._left["created", value] |= self._seen[thread]
            case "start":
                self._seen[thread] |= self._left["created", thread]
            case "exit":
                self._left["ended", thread] |= self._seen[thread]
            case "join":
                self._seen[thread] |= self._left["ended", value]
            case "sem_post":
                self._left["posted", thing] |= self._seen[thread]
            case "barrier_arrive":
                self._left["round", thing, value] |= self._seen[thread]
            case "barrier_leave":
                self._seen[thread] |= self._left["round", thing, value]
            case "once_end":
                self._left["once", thing] |= self._seen[thread]
            case "once_pass":
                self._seen[thread] |= self._left["once", thing]
            case _ if kind in _TAKES:
                self._seen[thread] |= self._left["posted", thing]
            case _:
                pass
