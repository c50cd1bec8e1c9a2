"""A memory error that a walked run shows -> what people want to know of it: `MemoryFault`."""

import re
from dataclasses import replace
from typing import Any, Final

from raddle.base.place import SourcePlace
from raddle.ir.cxx_names import short_name
from raddle.report.racing import Racing
from raddle.report.result import Access, MemoryFault, Verb
from raddle.trace.events import EventKind
from raddle.trace.happens_before import At
from raddle.trace.memory_faults import MemoryFault as ShownFault
from raddle.trace.walk import Trace
from raddle.trace.words import Words

_PARTS: Final = re.compile(r"(\[\d+\]|\.\w+)+")


class Faulting:
    """Of one run; made once for all that it shows."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._words = Words(trace)
        self._racing = Racing(trace)
        self._variables = {address: variable.name for address, _, variable, _ in trace.program.variables}

    def fault(self, shown: ShownFault) -> MemoryFault:
        return MemoryFault(
            fault=shown.kind,
            memory=self._memory(shown),
            access=self._access(shown),
            freed=None if shown.freed is None else self._racing.access(shown.freed),
            allocated=None if shown.allocated is None else self._racing.access(shown.allocated),
            detail=self._detail(shown),
        )

    def place(self, at: At) -> SourcePlace | None:
        return self._words.place_of(self._trace.threads[at.thread], self._event(at))

    # ---- who

    def _event(self, at: At) -> Any:
        """The row; where the run ended before there was one, what is known of it."""
        thread = self._trace.threads[at.thread]
        if at.row < len(thread.events):
            return thread.events[at.row]
        return {"site": thread.stopped.site, "stack": thread.stopped.stack}

    def _access(self, shown: ShownFault) -> Access:
        thread = self._trace.threads[shown.at.thread]
        event = self._event(shown.at)
        if shown.at.row < len(thread.events) and event["kind"] != EventKind.DIVISION:
            found = self._racing.access(shown.at)
            is_lock = event["kind"] == EventKind.SYNC and shown.kind == "use-after-free"
            called = self._trace.program.callee_at(int(event["site"])) if is_lock else ""
            return replace(found, verb="update", inside=called) if is_lock else found
        return Access(
            thread=thread.path,
            stack=self._words.stack_of(thread, event),
            verb=self._verb(int(event["site"])),
            atomic=False,
            value=None,
            locks=self._racing.locks_at(self._words, shown.at),
            born=self._words.born(thread),
            inside=self._words.library_call(thread, event),
        )

    def _verb(self, site: int) -> Verb:
        if not site:
            return "read"
        within = self._trace.program.module_of(site)
        line = within.module.lines[site - within.site_base]
        return "update" if " atomicrmw " in line or " cmpxchg " in line else "read"

    # ---- what

    def _memory(self, shown: ShownFault) -> str:
        if shown.kind == "division":
            row = self._division(shown.at)
            thread = self._trace.threads[shown.at.thread]
            return "" if row is None or not row["value_term"] else self._words.term(thread, int(row["value_term"]))
        if shown.kind == "null" or shown.within is None:
            return f"address {shown.address:#x}"
        start, whole = shown.within
        words = self._racing.words_at(start, shown.allocated or shown.at)
        if self._is_block(shown):
            block = f"a block of {whole} byte{'s' * (whole != 1)}"
            inside = shown.kind == "use-after-free" and shown.size < whole
            return f"{_bytes(shown.address - start, shown.size)} of {block}" if inside else block
        if shown.kind == "dangling":
            return words.name(shown.address).text
        name = self._variables.get(start)
        return _PARTS.sub("", words.name(start).text, count=1) if name is None else short_name(name[1:].strip('"'))

    def _is_block(self, shown: ShownFault) -> bool:
        return shown.kind in ("use-after-free", "double-free") or (
            shown.kind == "out-of-bounds" and shown.allocated is not None
        )

    def _division(self, at: At) -> Any | None:
        """The row of a division that did not come to its end, if there is one."""
        thread = self._trace.threads[at.thread]
        if at.row < len(thread.events):
            return thread.events[at.row]
        if not len(thread.events) or thread.events["kind"][-1] != EventKind.DIVISION:
            return None
        return thread.events[-1] if thread.events["site"][-1] == thread.stopped.site else None

    def _detail(self, shown: ShownFault) -> str:
        match shown.kind:
            case "division":
                row = self._division(shown.at)
                return "" if row is None else "which is zero" if not row["value"] else "whose result has no place"
            case "out-of-bounds" if shown.within is not None:
                return _beyond(shown.address - shown.within[0], shown.size, shown.within[1])
            case "dangling" if shown.within is None:
                return "no block begins there" if self._access(shown).verb == "free" else "nothing is there"
            case _:
                return ""


def _bytes(offset: int, size: int) -> str:
    last = offset + size - 1
    return f"bytes {offset} to {last}" if last > offset else f"byte {offset}"


def _beyond(offset: int, size: int, whole: int) -> str:
    """`index 12 of 10`, `bytes 40 to 43 of 42`"""
    if size and offset % size == 0 == whole % size:
        return f"index {offset // size} of {whole // size}"
    return f"{_bytes(offset, max(1, size))} of {whole}"
