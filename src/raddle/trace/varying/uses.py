"""Where what a run does depends on numbers that another run may have otherwise.

In: a walked run. Out: `VaryingUse`s, each place once. What one thread leaves for another is followed by its value; so
a thread is walked again as long as there is something new that another one left.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar

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

MOST_BLOCKS: Final = 50_000
"""Of one thread, that are followed in a run."""
_MOST_ROUNDS: Final = 8
_Kind = TypeVar("_Kind")
_Told = tuple[list[LeftBehind], list[Filled]]
"""What the others leave behind."""


def varying_uses(trace: Trace, is_output: Callable[[int], bool]) -> tuple[VaryingUse, ...] | None:
    """In the order of the run's threads. `is_output`: of a call, by its site. None: the run is too long."""
    threads = trace.recording.threads
    if any(thread.blocks.size > MOST_BLOCKS for thread in threads):
        return None
    objects, order = KnownObjects(trace.program, trace.recording), ForcedOrder(trace.recording)
    whole = with_private(trace)
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
