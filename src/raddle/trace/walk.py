"""Recording -> Trace: walk every thread twice, first to learn what is shared, then for the symbolic events."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from raddle.trace.events import ThreadTrace
from raddle.trace.freed import freed_together
from raddle.trace.program import Program
from raddle.trace.recorded import Recording
from raddle.trace.sharing import shared_granules
from raddle.trace.walk_reference import walk_thread


@dataclass(frozen=True)
class Trace:
    """All of a run, as symbolic events."""

    recording: Recording
    program: Program
    threads: tuple[ThreadTrace, ...]
    shared: npt.NDArray[np.uint64]


def walk_reference(recording: Recording, *, keep_private: bool = False) -> Trace:
    program = Program.of(recording.modules)
    everything = [
        walk_thread(program, recording, thread, frozenset(), keep_private=True) for thread in recording.threads
    ]
    granules = shared_granules(everything, freed_together(recording))
    shared = frozenset(granules.tolist())
    threads = tuple(
        walk_thread(program, recording, thread, shared, keep_private=keep_private) for thread in recording.threads
    )
    return Trace(recording, program, threads, granules)
