"""Whether a run passes: it ends well, and does not do what the failing run did wrong.

In: a recording, what was expected of the failing run, and that run. Out: the walk of the recording, or None.
"""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Final

from raddle.base.errors import InternalError
from raddle.explain.contrast.operations import Operations
from raddle.replay.memory import expected_events
from raddle.replay.outcome import ASKED_OF_THE_WALK, ATOMICITY, MEMORY_ERRORS, Outcome, outcome_of
from raddle.replay.races import VisibleEvent
from raddle.replay.torn import torn_events
from raddle.trace.events import EventFlag, ThreadTrace
from raddle.trace.happens_before import rows_of
from raddle.trace.memory_faults import MemoryFaults
from raddle.trace.recorded import Recording
from raddle.trace.torn import Tearing
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast

GOOD: Final = Outcome("exit", "0")
MOST_LOOKED: Final = 10_000
"""Ways to tear a block that are looked at."""


def passes(recording: Recording, expected: Outcome, failing: Operations) -> Trace | None:
    if outcome_of(recording) != GOOD:
        return None
    trace = walk_fast(recording, keep_private=True)
    if expected.kind in ASKED_OF_THE_WALK and expected.detail and _shows(trace, expected, failing):
        return None
    return trace


def _shows(trace: Trace, expected: Outcome, failing: Operations) -> bool:
    """Whether it does with the same operations what the failing run was stopped at."""
    if expected.kind in MEMORY_ERRORS:
        at = _same(trace, failing, expected_events(expected)[1])
        return at is not None and MemoryFaults(trace).at_event(*at) is not None
    if expected.kind == ATOMICITY:
        return _tears(trace, [_site(failing, event) for event in torn_events(expected)])
    raise InternalError(f"whether a run shows {expected} was not to be asked")


def _same(trace: Trace, failing: Operations, event: VisibleEvent) -> tuple[int, int] | None:
    """The thread and number that a visible event of the failing run has here."""
    of_failing = {thread.path: thread.index for thread in failing.trace.threads}
    here = {thread.path: thread.index for thread in trace.threads}
    if event.thread not in of_failing or event.thread not in here:
        return None
    operations = Operations.of(trace)
    there = failing.trace.threads[of_failing[event.thread]].events
    rows = [row for row, index in enumerate(there["index"].tolist()) if index == event.number]
    known = operations.rows_by_key(here[event.thread])
    nth = failing.nth[of_failing[event.thread]]
    for row in rows:
        found = known.get((int(there["site"][row]), int(nth[row])))
        if found is not None:
            return here[event.thread], int(trace.threads[here[event.thread]].events["index"][found])
    return None


def _site(failing: Operations, event: VisibleEvent) -> int:
    thread = next(thread for thread in failing.trace.threads if thread.path == event.thread)
    return int(thread.events["site"][rows_of(failing.trace, thread.index, event.number)[0]])


def _tears(trace: Trace, sites: list[int]) -> bool:
    """Whether any two threads tear a block there. Where there are too many ways to look at, it counts as if."""
    tearing = Tearing(trace)
    at = [{thread.index: _events_at(thread, site) for thread in trace.threads} for site in sites]
    looked = 0
    for one, other in permutations(range(len(trace.threads)), 2):
        for first, last in _blocks(at[0][one], at[3][one]):
            for there, back in product(at[1][other], at[2][other]):
                looked += 1
                if looked > MOST_LOOKED or tearing.torn((one, first), (other, there), (other, back), (one, last)):
                    return True
    return False


def _events_at(thread: ThreadTrace, site: int) -> list[int]:
    visible = (thread.events["site"] == site) & ((thread.events["flags"] & EventFlag.VISIBLE) != 0)
    return sorted(set(thread.events["index"][visible].tolist()))


def _blocks(firsts: list[int], lasts: list[int]) -> Iterator[tuple[int, int]]:
    """Each first one with the next last one: of one execution of the block."""
    for first in firsts:
        last = next((last for last in lasts if last > first), None)
        if last is not None:
            yield first, last
