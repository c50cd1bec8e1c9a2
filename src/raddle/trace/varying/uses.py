"""Where what a run does depends on numbers that another run may have otherwise.

In: a walked run. Out: `VaryingUse`s, each place once. What one thread leaves for another is followed by its value; so
a thread is walked again as long as there is something new that another one left.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar

import numpy as np

from raddle.trace.alone import MAIN
from raddle.trace.events import EventKind
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
from raddle.trace.walk_fast import with_private

FIRST_STACK: Final = 0x7F0000000000
"""Behind it the system puts the stack of a process."""
MOST_BLOCKS: Final = 50_000
"""Of one thread, that are followed in a run, where nothing else is said."""
_MOST_ROUNDS: Final = 8
_Kind = TypeVar("_Kind")
_Told = tuple[list[LeftBehind], list[Filled]]
"""What the others leave behind."""


def varying_uses(
    trace: Trace, is_output: Callable[[int], bool], most_blocks: int = MOST_BLOCKS
) -> tuple[VaryingUse, ...] | None:
    """In the order of the run's threads. `is_output`: of a call, by its site. None: the run is too long."""
    threads = trace.recording.threads
    if any(thread.blocks.size > most_blocks for thread in threads):
        return None
    whole, order = with_private(trace), ForcedOrder(trace.recording)
    objects = KnownObjects(trace.program, trace.recording, _before_main(whole))
    run = OfRun(
        trace.program, LibraryCalls(trace.program), _named_slots(whole), is_output, frozenset(trace.shared.tolist())
    )
    unwritten, taken = unwritten_reads(whole), {thread for thread, _, _ in taken_results(trace)}
    left: list[LeftBehind] = [{} for _ in threads]
    filled = [Filled() for _ in threads]
    told: list[_Told | None] = [None] * len(threads)
    walked: dict[int, Noted] = {}
    shortest_first = sorted(range(len(threads)), key=lambda number: threads[number].blocks.size)
    for _ in range(_MOST_ROUNDS):
        any_news = False
        for number in shortest_first:
            by_others = _of_others(number, left), _of_others(number, filled)
            if by_others == told[number]:
                continue
            streams = Streams(trace.recording, threads[number])
            of_others = LeftByOthers(number, left, order)
            noted = Noted(streams, objects, of_others, unwritten[number], by_others[1])
            noted.result_is_taken = number in taken
            VaryingWalk(run, streams, noted).follow()
            told[number], walked[number], any_news = by_others, noted, True
            left[number], filled[number] = dict(noted.left.items()), noted.filled
        if not any_news:
            return tuple(_united(use for number in sorted(walked) for use in walked[number].uses.values()))
    return None


def _before_main(whole: Trace) -> list[tuple[int, int]]:
    """The part of the process's first stack where local variables of constructors lay: these run before main has one of
    its own."""
    main = whole.recording.threads[MAIN]
    slots = whole.threads[MAIN].events
    slots = slots[(slots["kind"] == EventKind.SLOT) & (slots["address"] >= np.uint64(main.stack_high))]
    slots = slots[slots["address"] >= np.uint64(FIRST_STACK)]
    return [(int(slots["address"].min()), int((slots["address"] + slots["value"]).max()))] if slots.size else []


def _named_slots(whole: Trace) -> Names:
    """Local variables of all threads, so that each is known by its name and its end whoever is walked first."""
    names = Names(whole.program, whole.recording)
    for thread in whole.threads:
        slots = thread.events[thread.events["kind"] == EventKind.SLOT]
        columns = (slots[column].tolist() for column in ("address", "value", "site"))
        for address, size, site in zip(*columns, strict=True):
            names.enter_slot(thread.path, address, size, site)
    return names


def _of_others(number: int, all_: Sequence[_Kind]) -> list[_Kind]:
    return [one for other, one in enumerate(all_) if other != number]


def _united(uses: Iterable[VaryingUse]) -> Iterator[VaryingUse]:
    found: dict[tuple[int, str], VaryingUse] = {}
    for use in uses:
        known = found.get((use.site, use.what))
        found[use.site, use.what] = use if known is None else replace(known, origins=known.origins | use.origins)
    return iter(found.values())
