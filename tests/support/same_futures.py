"""Do threads in equal local states go on alike, as long as they read the same? Runs of one program, pair by pair.

Only values are compared, of all accesses (also of private ones) and of what the runtime did, with the places where they
stand: a thread that is told the same must do the same.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.capture.control import Control, DefaultPolicy, RandomPolicy
from raddle.capture.image import ProgramImage
from raddle.capture.run import RunRequest, run_program
from raddle.replay.source import inputs_of
from raddle.trace.events import TERM, EventFlag, EventKind, ThreadTrace
from raddle.trace.local_states import LocalState, states_of
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.sharing import shared_granules
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import rewalk, walk_fast, with_private

MOST_PAIRS: Final = 30
_ARRIVING: Final = ("RD_SIGNAL_DELIVER", "RD_CANCELLED")
"""What comes to a thread at any time: it is told so, and does nothing for it."""
_OUTCOME: Final = ("flags", "result", "value", "extra")


class Visited(NamedTuple):
    run: int
    trace: Trace
    thread: ThreadTrace
    """With all accesses."""
    state: LocalState


def runs_of(
    image: ProgramImage, folder: Path, seeds: Sequence[int], *, stdin: bytes = b"", arguments: tuple[str, ...] = ()
) -> list[Recording]:
    """0: under the default policy. What came from outside in the first comes in all."""
    found: list[Recording] = []
    for seed in seeds:
        place = folder / f"run{seed}.rdl"
        inputs = inputs_of(found[0]) if found else ()
        control = Control(policy=RandomPolicy(seed) if seed else DefaultPolicy(), events=20_000, inputs=inputs)
        run_program(RunRequest(image, place, arguments, control, stdin, limit_s=20))
        found.append(load_recording(place))
    return found


def shared_by_runs(traces: Sequence[Trace]) -> npt.NDArray[np.uint64]:
    """Granules that two threads touch, be it in different runs, and one of them writes."""
    by_path: dict[str, list[npt.NDArray[np.void]]] = defaultdict(list)
    for trace in traces:
        for thread in with_private(trace).threads:
            by_path[thread.path].append(thread.events)
    nothing = np.zeros(0, TERM)
    joined = [
        ThreadTrace(number, path, np.concatenate(events), nothing, nothing)
        for number, (path, events) in enumerate(by_path.items())
    ]
    found = [shared_granules(joined, []), *(trace.shared for trace in traces)]
    return np.unique(np.concatenate(found))


def differing_futures(recordings: Sequence[Recording]) -> tuple[list[str], int, int]:
    """What went on in another way; how many pairs were looked at; how many states there were."""
    traces = [walk_fast(recording) for recording in recordings]
    granules = shared_by_runs(traces)
    shared = frozenset(granules.tolist())
    visits: dict[tuple[str, Hashable, Hashable], list[Visited]] = defaultdict(list)
    states = 0
    for number, trace in enumerate(rewalk(trace, granules) for trace in traces):
        everything = with_private(trace)
        for recorded, thread in zip(trace.recording.threads, everything.threads, strict=True):
            found = states_of(trace.program, trace.recording, recorded, shared, trace.blocks).states
            states += len(found)
            for state in found:
                values = tuple((key, value) for key, value, _ in state.held)
                visits[thread.path, state.where, values].append(Visited(number, trace, thread, state))
    troubles: list[str] = []
    pairs = 0
    for together in visits.values():
        for one, other in list(pairwise(together))[:MOST_PAIRS]:
            pairs += 1
            troubles += _differences(one, other)
    return troubles, pairs, states


def _differences(one: Visited, other: Visited) -> Iterator[str]:
    arriving = {trace_format()[name] for name in _ARRIVING}
    for a, b in zip(_future(one), _future(other), strict=False):
        if a.deed != b.deed and not {_kind(a), _kind(b)} & arriving:
            yield (
                f"{one.thread.path}: run {one.run} at event {one.state.visible} and run {other.run} at "
                f"{other.state.visible} are equal, but then {a} and {b}"
            )
            return
        if a != b:
            return


class _Step(NamedTuple):
    deed: tuple[Hashable, ...]
    """What the thread does by itself."""
    told: Hashable
    """What it learns by that."""


def _kind(step: _Step) -> Hashable:
    """Of what the runtime did."""
    return step.deed[2] if step.deed[1] == EventKind.SYNC else None


def _future(visited: Visited) -> Iterator[_Step]:
    events = visited.thread.events
    sync, alloc = visited.trace.recording.sync, trace_format()["RD_ALLOC"]
    first = int(np.searchsorted(events["index"], visited.state.visible))
    for event in events[first:]:
        kind, flags = EventKind(int(event["kind"])), int(event["flags"])
        if not flags & EventFlag.VISIBLE or int(event["index"]) < visited.state.visible:
            continue
        site, address, size, value = (int(event[name]) for name in ("site", "address", "size", "value"))
        if kind == EventKind.SYNC:
            record = sync[value]
            asked = (
                int(record["object"]) if int(record["kind"]) != alloc else (int(record["object"]), int(record["value"]))
            )
            yield _Step((site, kind, int(record["kind"]), asked), tuple(int(record[name]) for name in _OUTCOME))
        elif kind == EventKind.WRITE:
            yield _Step((site, kind, flags, address, size, value), None)
        else:
            private = not flags & EventFlag.SHARED
            done = (site, kind, flags & ~EventFlag.FAILED, address, size, value if private else None)
            yield _Step(done, (value, flags, int(event["written"]) if kind == EventKind.UPDATE else 0))
