"""Reference counts of the C++ library: in: a trace program and its walk; out: the events that work on such counts.

A std::shared_ptr that is copied and destroyed in a block raises a count and lowers it again. Each of the two alone
shows to others, both together do not: what the library does there is no access of a block, nor of what comes between.
Not so of a count that a block asks for, by use_count() and the like: that one is memory as any other.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from raddle.model.accesses import accesses_of
from raddle.model.actions import Free
from raddle.model.program import Event, TraceProgram
from raddle.trace.walk import Trace
from raddle.trace.words import Words

_HEADERS: Final = re.compile(r"(?:.*/)?(?:ext/atomicity|bits/shared_ptr_base|__memory/shared_(?:count|ptr))\.h")

_ASKING: Final = re.compile(r"(?:.*::)?(?:use_count|unique|expired)")


def reference_counts(trace: Trace, ctp: TraceProgram) -> frozenset[int]:
    """Counts are what the library's headers access atomically; other accesses of these headers to them count too."""
    inside = list(_in_headers(trace, ctp))
    counts = {
        cell for event in inside for access in accesses_of(event) if access.order.is_atomic for cell in access.cells
    }
    counts -= _asked_for(trace, ctp, inside)
    return frozenset(
        event.number for event in inside if all(counts.issuperset(access.cells) for access in accesses_of(event))
    )


def _in_headers(trace: Trace, ctp: TraceProgram) -> Iterator[Event]:
    """Of which the instruction itself stands there, whoever called."""
    known: dict[int, bool] = {}
    for event in ctp.events:
        if isinstance(event.action, Free) or not any(True for _ in accesses_of(event)):
            continue
        site = int(trace.threads[event.thread].events["site"][event.origin])
        if site not in known:
            place = trace.program.innermost_place_of(site)
            known[site] = place is not None and _HEADERS.fullmatch(place.file) is not None
        if known[site]:
            yield event


def _asked_for(trace: Trace, ctp: TraceProgram, inside: Iterable[Event]) -> set[int]:
    """Cells that the program's own code asks for in a block."""
    words = Words(trace)
    in_blocks = {event for first, last in ctp.transactions for event in range(first, last + 1)}
    found: set[int] = set()
    for event in inside:
        thread = trace.threads[event.thread]
        if event.number in in_blocks and _ASKING.fullmatch(words.library_call(thread, thread.events[event.origin])):
            found.update(cell for access in accesses_of(event) for cell in access.cells)
    return found
