"""The walk in C: recording -> Trace, column by column the same as the reference walk's (trace/walk.py).

The program becomes tables (trace/lower.py), and native/walker walks each thread twice: first to enter what it touches,
which yields the shared granules, then for the symbolic events.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.collection import without_collection
from raddle.base.errors import InternalError, ToolError
from raddle.trace.alone import Phase, Phases, alone_phases
from raddle.trace.blocks import AS_DECLARED, NO_BLOCKS, AtomicBlocks, Selection
from raddle.trace.events import EVENT, STACK, TERM, Stopped, ThreadTrace
from raddle.trace.freed import FreedTogether, freed_together, stacks_given_back
from raddle.trace.library_calls import LibraryCalls
from raddle.trace.lower import lower, site_count
from raddle.trace.program import Program
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.streams import WalkMismatch, walked_records
from raddle.trace.walk import Trace, select_recorded
from raddle.trace.walker_library import Pages, WalkerLibrary, tables_input, walker_library
from raddle.trace.walker_tables import Rows, Tables, walker_layout

_KEPT: Final = np.dtype([("term", "<u4")])
MOST_NOTED: Final = 1 << 27
MOST_FILLED: Final = 1 << 23
"""Pieces of memory (8 bytes) that memset() fills: those that are entered, and those that become events."""
_STOPPED: Final = ("site", "stack", "address", "term", "touches")


def walk_fast(recording: Recording, *, keep_private: bool = False, blocks: AtomicBlocks = AS_DECLARED) -> Trace:
    """Raises WalkMismatch where the walk and the log disagree, UserError for blocks that the program does not have."""
    with without_collection():
        program = Program.of(recording.modules, recording.providers, recording.failing)
        selection = select_recorded(blocks, program, recording)
        walker = FastWalker(program, recording, blocks=selection)
        granules = walker.shared_granules()
        threads = walker.walk(granules, keep_private=keep_private)
        return Trace(recording, program, tuple(threads), granules, selection, tables=walker.tables)


def walker_of(trace: Trace) -> "FastWalker":
    return FastWalker(trace.program, trace.recording, blocks=trace.blocks, tables=trace.tables)


def rewalk(trace: Trace, also_shared: npt.NDArray[np.uint64]) -> Trace:
    """The same run, with more granules taken as shared: memory that other orders may share."""
    granules, walker = np.union1d(trace.shared, also_shared), walker_of(trace)
    threads = walker.walk(granules, keep_private=False, phases=trace.alone)
    return replace(trace, threads=tuple(threads), shared=granules, tables=walker.tables)


def without_alone(trace: Trace, phases: Phases | None = None) -> Trace:
    """The same run, in which a thread that is alone reads what it knows without an event, and its writes are events
    when others may see them (trace/alone_emitter.py). `phases`: others than the recording has."""
    alone = alone_phases(trace.recording) if phases is None else phases
    return rewalk(replace(trace, alone=alone), np.zeros(0, np.uint64))


def with_alone(trace: Trace) -> Trace:
    """The same run with all that threads do while they are alone."""
    return rewalk(replace(trace, alone=()), np.zeros(0, np.uint64)) if trace.alone else trace


def with_private(trace: Trace) -> Trace:
    """The same run with the accesses to memory that nobody shares, and all of threads that are alone."""
    walker = walker_of(trace)
    threads = walker.walk(trace.shared, keep_private=True)
    return replace(trace, threads=tuple(threads), alone=(), tables=walker.tables)


class FastWalker:
    def __init__(
        self,
        program: Program,
        recording: Recording,
        library: WalkerLibrary | None = None,
        blocks: Selection = NO_BLOCKS,
        tables: Tables | None = None,
    ) -> None:
        """`tables`: those of the same program, recording and blocks, where they are there already."""
        self._library = library or walker_library()
        self._program = program
        self._recording = recording
        self._macro = blocks.macro
        self.tables: Final = tables or lower(program, _recorded_sites(program, recording), blocks)
        self._tables_input = tables_input(self.tables)
        self._threads = list(_streams(recording))
        self._filled = 0
        """Pieces of fills so far, of all threads."""

    def shared_granules(self) -> npt.NDArray[np.uint64]:
        """The first walk. As trace/sharing.py has it."""
        accesses = self._library.accesses()
        self._filled = 0
        for streams in self._threads:
            self._walk(streams, accesses=accesses)
        for blocks in (*freed_together(self._recording), *stacks_given_back(self._recording)):
            self._library.freed(accesses, blocks)
        return self._library.shared_granules(accesses)

    def touched_granules(self, blocks: Sequence[tuple[int, int]]) -> npt.NDArray[np.uint64]:
        """Those that threads touch in these blocks of memory (address, size), and all that is shared anyway."""
        accesses = self._library.accesses()
        self._filled = 0
        for streams in self._threads:
            self._walk(streams, accesses=accesses)
        count = len(self._recording.threads)
        # As if all was given back by one thread more: whoever touches it shares it.
        self._library.freed(accesses, FreedTogether(count, (False,) * count, list(blocks)))
        return self._library.shared_granules(accesses)

    def note_accesses(self, accesses: Pages, numbers: Mapping[str, int]) -> None:
        """Enters what each thread touches, under the number of its path; main's is 0."""
        self._filled = 0
        for streams in self._threads:
            self._walk(streams, accesses=accesses, number=numbers[streams.thread.path])

    def walk(
        self, granules: npt.NDArray[np.uint64], *, keep_private: bool, phases: Phases = ()
    ) -> Iterator[ThreadTrace]:
        """The second walk; `granules`: those whose reads are symbolic."""
        shared = self._library.shared(granules)
        self._filled = 0
        for streams in self._threads:
            alone = phases[streams.thread.index] if phases else ()
            output = self._walk(streams, shared=shared, keep_private=keep_private, phases=alone)
            events, terms, stacks = (
                self._library.rows(int(output[f"{name}s"]), int(output[f"{name}_count"]), of)
                for name, of in (("event", EVENT), ("term", TERM), ("stack", STACK))
            )
            site, stack, address, term, touches = (int(output[f"stopped_{name}"]) for name in _STOPPED)
            stopped = Stopped(site, stack, address, term, bool(touches))
            kept = self._library.rows(int(output["kept"]), int(output["kept_count"]), _KEPT)["term"]
            yield ThreadTrace(streams.thread.index, streams.thread.path, events, terms, stacks, stopped, kept)

    def _walk(
        self,
        streams: "_Streams",
        *,
        shared: Pages | None = None,
        accesses: Pages | None = None,
        keep_private: bool = False,
        number: int | None = None,
        phases: Sequence[Phase] = (),
    ) -> np.void:
        thread, alone = streams.thread, np.array(list(phases), walker_layout().struct("rd_phase"))
        given = np.zeros(1, walker_layout().struct("rd_walk_input"))
        given["tables"] = self._tables_input.ctypes.data
        given["thread"] = thread.index if number is None else number
        given["blocks"], given["block_count"] = streams.blocks.ctypes.data, streams.blocks.size
        given["values"], given["value_count"] = streams.values.ctypes.data, streams.values.size
        given["sync"] = streams.sync.ctypes.data
        given["positions"], given["sync_count"] = streams.positions.ctypes.data, streams.positions.size
        given["count"], given["keep_private"] = thread.count, keep_private
        given["cut_short"] = self._recording.is_cut_short
        most_filled = MOST_NOTED if accesses is not None else MOST_FILLED
        given["most_filled"] = most_filled - self._filled
        given["start"], given["macro"] = thread.start_routine, self._macro
        given["stack_low"], given["stack_high"] = thread.stack_low, thread.stack_high
        given["shared"] = 0 if shared is None else shared.address
        given["accesses"] = 0 if accesses is None else accesses.address
        given["phases"], given["phase_count"] = alone.ctypes.data, alone.size
        output: np.void = self._library.walk(given)[0]
        self._filled += int(output["filled"])
        if output["error"]:
            error = _error(output, self.tables, self._recording, thread)
            if isinstance(error, WalkMismatch) and LibraryCalls(self._program).rounds:
                raise ToolError("numbers are rounded otherwise than to the nearest, which is not followed") from error
            raise error
        return output


@dataclass(frozen=True)
class _Streams:
    """One thread's part of the recording, as contiguous arrays."""

    thread: RecordedThread
    blocks: Rows
    values: npt.NDArray[np.uint8]
    sync: Rows
    positions: npt.NDArray[np.int64]


def _streams(recording: Recording) -> Iterator[_Streams]:
    sync = np.ascontiguousarray(recording.sync)
    walked = walked_records(sync)
    by_thread = walked[np.argsort(sync["thread"][walked], kind="stable")]
    starts = np.searchsorted(sync["thread"][by_thread], np.arange(len(recording.threads) + 1))
    for thread in recording.threads:
        blocks, values = np.ascontiguousarray(thread.blocks), np.ascontiguousarray(thread.values)
        yield _Streams(thread, blocks, values, sync, by_thread[starts[thread.index] : starts[thread.index + 1]])


def _recorded_sites(program: Program, recording: Recording) -> npt.NDArray[np.bool_]:
    count = site_count(program)
    recorded = np.zeros(count, np.bool_)
    for thread in recording.threads:
        sites = thread.blocks["site"]
        recorded[sites if sites.max(initial=0) < count else sites[sites < count]] = True
    return recorded


def _error(output: np.void, tables: Tables, recording: Recording, thread: RecordedThread) -> Exception:
    """The words of the reference walk for the same disagreement."""
    code = walker_layout().family("RD_WALK_")[int(output["error"])]
    if code == "no_memory":
        return MemoryError()
    a, b, c = (int(output[name]) for name in "abc")
    what = _what(code, a, b, c, tables, recording)
    where = f"thread {thread.path}, block {int(output['blocks_read'])}, event {int(output['count'])}"
    if code in ("too_long", "too_large"):
        return ToolError(f"the run is too large to follow: {where}: {what}")
    kind = InternalError if code in ("refused", "no_result") else WalkMismatch
    return kind(f"{where}: {what}")


def _what(code: str, a: int, b: int, c: int, tables: Tables, recording: Recording) -> str:
    match code:
        case "check":
            return "an address or a stored value since the last record differs from the log"
        case "result":
            return f"{tables.function_names[a]} got {b}, walked result is {c}"
        case "no_frame":
            return f"control came back at site {a}, which no frame awaits"
        case "number":
            return f"the runtime's record has number {a}"
        case "argument":
            return f"argument of {tables.function_names[a]}: {b} passed, {c} arrived"
        case "goes":
            function, label = tables.edge_names[a]
            return f"{function} goes to {label} (site {tables.edges[a]['site']}), log has {b}"
        case "stored":
            return f"stored {a}, the log has {b.to_bytes(c, 'little').hex()}"
        case "not_entered":
            return f"call of {tables.function_names[a]} did not enter it"
        case "indirect":
            return "an indirect jump went elsewhere"
        case "blocks_left":
            return f"{a} block records are left over"
        case "count":
            return f"the runtime counted {a} visible events"
        case "sync_left":
            return f"a runtime record is left over: {recording.sync[a].item()}"
        case "values_left":
            return f"{a} bytes of values are left over"
        case "refused":
            return f"cannot walk {tables.reasons[a]}"
        case "no_result":
            return f"{tables.function_names[a]} gave back what its caller cannot hold"
        case "silent":
            return "a loop goes on without any record"
        case "too_large":
            return f"{a} bytes of memory are filled or taken, of too many in all"
        case _:
            return "too many events or terms for one thread"
