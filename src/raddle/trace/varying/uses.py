"""Where what a run does depends on numbers that another run may have otherwise.

In: a walked run. Out: `VaryingUse`s, each place once. What one thread leaves for another is followed by its value; so
all threads are walked again as long as there is something new that one of them left.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from raddle.trace.recorded import RecordedThread
from raddle.trace.streams import Streams
from raddle.trace.varying.noted import Left, Noted, VaryingUse
from raddle.trace.varying.sources import KnownObjects
from raddle.trace.varying.walk import VaryingWalk
from raddle.trace.walk import Trace

MOST_BLOCKS: Final = 50_000
"""Of one thread, that are followed in a run."""
_MOST_ROUNDS: Final = 4


def varying_uses(trace: Trace, is_output: Callable[[int], bool]) -> tuple[VaryingUse, ...] | None:
    """In the order of the run's threads. `is_output`: of a call, by its site. None: the run is too long."""
    threads = trace.recording.threads
    if any(thread.blocks.size > MOST_BLOCKS for thread in threads):
        return None
    objects = KnownObjects(trace.program, trace.recording)
    shared = frozenset(trace.shared.tolist())
    left: Left = {}
    for _ in range(_MOST_ROUNDS):
        walked = [_walked(trace, thread, objects, left, is_output, shared) for thread in threads]
        together: Left = {}
        for one in walked:
            for key, origins in one.left.items():
                together[key] = together.get(key, frozenset()) | origins
        if together == left:
            break
        left = together
        if len(threads) == 1:
            break
    return tuple(_united(use for one in walked for use in one.uses.values()))


def _walked(
    trace: Trace,
    thread: RecordedThread,
    objects: KnownObjects,
    left: Left,
    is_output: Callable[[int], bool],
    shared: frozenset[int],
) -> Noted:
    streams = Streams(trace.recording, thread)
    noted = Noted(streams, objects, left)
    VaryingWalk(trace.program, streams, noted, is_output, shared).follow()
    return noted


def _united(uses: Iterable[VaryingUse]) -> Iterator[VaryingUse]:
    found: dict[tuple[int, str], VaryingUse] = {}
    for use in uses:
        known = found.get((use.site, use.what))
        found[use.site, use.what] = use if known is None else replace(known, origins=known.origins | use.origins)
    return iter(found.values())
