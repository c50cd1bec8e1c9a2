"""Where what a run does depends on numbers that another run may have otherwise.

In: a walked run. Out: `VaryingUse`s, each place once. What one thread leaves for another is followed by its value; so
all threads are walked again as long as there is something new that one of them left.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from raddle.trace.forced_order import ForcedOrder
from raddle.trace.library_calls import LibraryCalls
from raddle.trace.names import Names
from raddle.trace.streams import Streams
from raddle.trace.taken_results import taken_results
from raddle.trace.varying.left import LeftBehind, LeftByOthers
from raddle.trace.varying.noted import Filled, Noted, VaryingUse
from raddle.trace.varying.sources import KnownObjects
from raddle.trace.varying.unwritten import unwritten_reads
from raddle.trace.varying.walk import OfRun, VaryingWalk
from raddle.trace.walk import Trace

MOST_BLOCKS: Final = 50_000
"""Of one thread, that are followed in a run."""
_MOST_ROUNDS: Final = 8


def varying_uses(trace: Trace, is_output: Callable[[int], bool]) -> tuple[VaryingUse, ...] | None:
    """In the order of the run's threads. `is_output`: of a call, by its site. None: the run is too long."""
    threads = trace.recording.threads
    if any(thread.blocks.size > MOST_BLOCKS for thread in threads):
        return None
    objects, order = KnownObjects(trace.program, trace.recording), ForcedOrder(trace.recording)
    run = OfRun(
        trace.program, LibraryCalls(trace.program), Names(trace.program, trace.recording), is_output,
        frozenset(trace.shared.tolist()),
    )  # fmt: skip
    unwritten, taken = unwritten_reads(trace), {thread for thread, _, _ in taken_results(trace)}
    left: list[LeftBehind] = [{} for _ in threads]
    filled = [Filled() for _ in threads]
    for _ in range(_MOST_ROUNDS):
        walked: list[Noted] = []
        for number, thread in enumerate(threads):
            streams = Streams(trace.recording, thread)
            others = [one for other, one in enumerate(filled) if other != number]
            of_others = LeftByOthers(number, left, order)
            noted = Noted(streams, objects, of_others, unwritten[number], others)
            noted.result_is_taken = number in taken
            VaryingWalk(run, streams, noted).follow()
            walked.append(noted)
        before, left, filled = (
            (left, filled),
            [dict(one.left.items()) for one in walked],
            [one.filled for one in walked],
        )
        if before == (left, filled) or len(threads) == 1:
            return tuple(_united(use for one in walked for use in one.uses.values()))
    return None


def _united(uses: Iterable[VaryingUse]) -> Iterator[VaryingUse]:
    found: dict[tuple[int, str], VaryingUse] = {}
    for use in uses:
        known = found.get((use.site, use.what))
        found[use.site, use.what] = use if known is None else replace(known, origins=known.origins | use.origins)
    return iter(found.values())
