"""Rows of blocks that are to be atomic -> the trace program's transactions, with what is known of each.

In: a trace program, and the walk that its events came from. Out: the same with its transactions: of blocks that nest
the outermost ones; those in which less than two events touch shared memory cannot be torn, and are left out.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.model.accesses import accesses_of
from raddle.model.actions import Free
from raddle.model.program import Event, TraceProgram
from raddle.model.recorded.inferred_blocks import Activation, meant_to_be_atomic
from raddle.trace.events import EventKind, ThreadTrace
from raddle.trace.walk import Trace


@dataclass(frozen=True, slots=True)
class RecordedBlock:
    """One execution: its first and last event, what it is called, where it begins, and whose it is."""

    first: int
    last: int
    name: str
    site: int
    thread: int


@dataclass(frozen=True)
class RecordedBlocks:
    declared: tuple[RecordedBlock, ...] = ()
    """As the trace program's transactions."""
    inferred: tuple[RecordedBlock, ...] = ()
    unused: tuple[str, ...] = ()
    """What was asked for and is in the program, but was not executed."""
    notes: tuple[str, ...] = ()
    """Blocks that do not end, and ends without a block."""
    executions: int = 0
    """Of all blocks that are declared, also of those that cannot be torn; outermost ones only."""
    places: int = 0
    """At which these begin."""


def with_blocks(ctp: TraceProgram, trace: Trace) -> tuple[TraceProgram, Trace, RecordedBlocks]:
    found = _Found(trace)
    for number in range(len(trace.threads)):
        found.follow(number)
    declared = tuple(_executed(ctp, trace, found.outermost))
    meant = meant_to_be_atomic(ctp, trace, found.activations, found.outermost) if found.activations else ()
    inferred = tuple(_executed(ctp, trace, meant))
    entries = trace.blocks.entries
    unused = tuple(each.name for number, each in enumerate(entries) if each.asked and number not in found.executed)
    notes, places = tuple(dict.fromkeys(found.notes)), {(one.entry, _site(trace, one)) for one in found.outermost}
    blocks = RecordedBlocks(declared, inferred, unused, notes, len(found.outermost), len(places))
    return replace(ctp, transactions=tuple((block.first, block.last) for block in declared)), trace, blocks


@dataclass
class _Found:
    trace: Trace
    outermost: list[Activation] = field(default_factory=list)
    activations: list[Activation] = field(default_factory=list)
    """Of what may be meant to be atomic."""
    executed: set[int] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)

    def follow(self, number: int) -> None:
        """The rows of one thread. Blocks of the macros may end in any order: what counts is whether one is open."""
        thread, entries = self.trace.threads[number], self.trace.blocks.entries
        kinds = thread.events["kind"]
        rows = np.flatnonzero((kinds == EventKind.BLOCK_BEGIN) | (kinds == EventKind.BLOCK_END))
        past = len(thread.events)
        declared: list[tuple[int, int]] = []  # entry and row of those that are open
        began = (0, 0)
        inferred: list[tuple[int, int]] = []
        for row in rows.tolist():
            entry = int(thread.events["value"][row])
            is_declared = entries[entry].kind == "declared"
            if kinds[row] == EventKind.BLOCK_BEGIN:
                self.executed.add(entry)
                if is_declared:
                    began = began if declared else (entry, row)
                (declared if is_declared else inferred).append((entry, row))
            elif not is_declared:
                self.activations.append(Activation(number, *inferred.pop(), row))
            elif not self._close(declared, entry):
                self.notes.append(f"RADDLE_ATOMIC_END() at {self._where(thread, row)} ends no block")
            elif not declared:
                self.outermost.append(Activation(number, *began, row))
        if declared:
            self.outermost.append(Activation(number, *began, past))
        self.activations += [Activation(number, *one, past) for one in inferred]
        if _has_ended(self.trace, thread):
            self.notes += [f"the block that begins at {self._where(thread, row)} does not end" for _, row in declared]

    @staticmethod
    def _close(declared: list[tuple[int, int]], entry: int) -> bool:
        for at in reversed(range(len(declared))):
            if declared[at][0] == entry:
                del declared[at]
                return True
        return False

    def _where(self, thread: ThreadTrace, row: int) -> str:
        return place_name(self.trace, int(thread.events["site"][row]))


def place_name(trace: Trace, site: int) -> str:
    """`bank.c:12`."""
    place = trace.program.place_of(site)
    return "an unknown place" if place is None else f"{place.file.rsplit('/', 1)[-1]}:{place.line}"


def _of_a_function(trace: Trace, site: int) -> str:
    place = trace.program.place_of(site)
    return "a block" if place is None or not place.function else f"a block of {place.function}"


def _has_ended(trace: Trace, thread: ThreadTrace) -> bool:
    """Of its own accord: it was not cut off."""
    if not len(thread.events) or thread.events["kind"][-1] != EventKind.SYNC:
        return False
    ends = (trace_format()["RD_EXIT"], trace_format()["RD_PROCESS_EXIT"])
    return int(trace.recording.sync["kind"][int(thread.events["value"][-1])]) in ends


def _executed(ctp: TraceProgram, trace: Trace, activations: Sequence[Activation]) -> Iterator[RecordedBlock]:
    """Those that can be torn, with their events."""
    by_row = [
        sorted((event.origin, event.number) for event in ctp.of_thread(number) if event.origin is not None)
        for number in range(len(ctp.threads))
    ]
    for one in activations:
        first, past = (bisect_left(by_row[one.thread], (row, 0)) for row in (one.begin, one.end))
        inside = sorted(number for _, number in by_row[one.thread][first:past])
        if sum(_touches_memory(ctp, ctp.events[number]) for number in inside) < 2:
            continue
        entry, site = trace.blocks.entries[one.entry], _site(trace, one)
        name = entry.name or _of_a_function(trace, site)
        if entry.loop:
            name = f"the loop in {name}"
        yield RecordedBlock(inside[0], inside[-1], name, site, one.thread)


def _site(trace: Trace, one: Activation) -> int:
    """Where it begins."""
    return int(trace.threads[one.thread].events["site"][one.begin])


def _touches_memory(ctp: TraceProgram, event: Event) -> bool:
    """Whether it touches shared memory, as far as atomicity goes."""
    return not isinstance(event.action, Free) and any(
        not ctp.cells[cell].hidden for access in accesses_of(event) for cell in access.cells
    )
