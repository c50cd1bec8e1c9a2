"""Recording -> Trace: walk every thread twice, first to learn what is shared, then for the symbolic events."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from raddle.trace.alone import Phases, alone_phases
from raddle.trace.blocks import AS_DECLARED, NO_BLOCKS, AtomicBlocks, Selection, select
from raddle.trace.events import ThreadTrace
from raddle.trace.freed import freed_together, stacks_given_back
from raddle.trace.program import Program
from raddle.trace.recorded import Recording
from raddle.trace.sharing import shared_granules
from raddle.trace.walk_reference import walk_thread
from raddle.trace.walker_tables import Tables


@dataclass(frozen=True)
class Trace:
    """All of a run, as symbolic events."""

    recording: Recording
    program: Program
    threads: tuple[ThreadTrace, ...]
    shared: npt.NDArray[np.uint64]
    blocks: Selection = NO_BLOCKS
    """What the rows BLOCK_BEGIN and BLOCK_END refer to."""
    alone: Phases = ()
    """Phases in which what a thread does to shared memory is no event unless others may see it; (): there are none."""
    tables: Tables | None = field(default=None, repr=False, compare=False)
    """Of the walk in C, where they have been made."""


def walk_reference(recording: Recording, *, keep_private: bool = False, blocks: AtomicBlocks = AS_DECLARED) -> Trace:
    program = Program.of(recording.modules, recording.providers, recording.failing)
    selection = select_recorded(blocks, program, recording)
    everything = [
        walk_thread(program, recording, thread, frozenset(), keep_private=True) for thread in recording.threads
    ]
    granules = shared_granules(everything, [*freed_together(recording), *stacks_given_back(recording)])
    shared = frozenset(granules.tolist())
    threads = tuple(
        walk_thread(program, recording, thread, shared, keep_private=keep_private, selection=selection)
        for thread in recording.threads
    )
    return Trace(recording, program, threads, granules, selection)


def without_alone_reference(trace: Trace, phases: Phases | None = None) -> Trace:
    """As trace/walk_fast.py has it."""
    phases, shared = phases or alone_phases(trace.recording), frozenset(trace.shared.tolist())
    threads = tuple(
        walk_thread(
            trace.program, trace.recording, thread, shared,
            keep_private=False, selection=trace.blocks, phases=phases[thread.index],
        )
        for thread in trace.recording.threads
    )  # fmt: skip
    return Trace(trace.recording, trace.program, threads, trace.shared, trace.blocks, phases)


def select_recorded(blocks: AtomicBlocks, program: Program, recording: Recording) -> Selection:
    """In functions that some thread of the run entered."""
    entered = {int(site) for thread in recording.threads for site in np.unique(thread.blocks["site"])}
    return select(blocks, program, entered.__contains__)
