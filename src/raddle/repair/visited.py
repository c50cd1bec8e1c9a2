"""Which lines runs came to. In: runs. Out: `Visited`, for what a patch may keep everybody from.

By what was executed, not by the paths: what depends on no other thread any more is in no path, and still done.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from raddle.check.places import Places
from raddle.repair.lines import LinesBefore, was
from raddle.repair.sites import Files
from raddle.replay.outcome import outcome_of
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private

Line = tuple[str, int]
_DONE = (EventKind.READ, EventKind.WRITE, EventKind.UPDATE, EventKind.ASSERTION)


@dataclass(frozen=True, slots=True)
class Visited:
    lines: frozenset[Line]
    """On which memory is touched, shared or not, or something asserted."""
    asserted: frozenset[Line]
    """Where an assertion held."""

    def missing(self, after: "Visited", lines: Mapping[str, LinesBefore]) -> "Visited":
        """What there is no more after a patch, though its line is still there. Assertions: also if it is not."""
        here = {was(line, lines) for line in after.lines}
        left = (line for line in self.lines if line[0] not in lines or line[1] in lines[line[0]].left)
        held = {was(line, lines) for line in after.asserted}
        return Visited(frozenset(left) - here, self.asserted - held)


def visited(runs: Iterable[Trace], files: Files) -> Visited:
    """By those that pass: lines that only failing runs come to are to be come to no more."""
    lines, asserted = set[Line](), set[Line]()
    for trace in runs:
        if outcome_of(trace.recording).is_failure:
            continue
        walked = with_private(trace)
        places = Places(walked)
        for number, thread in enumerate(walked.threads):
            events = thread.events
            holds = (events["kind"] == EventKind.ASSERTION) & (events["value"] != events["written"])
            for found, wanted in ((lines, np.isin(events["kind"], _DONE)), (asserted, holds)):
                rows = np.flatnonzero(wanted)
                sites = events["site"][rows].astype(np.uint64) << np.uint64(32) | events["stack"][rows]
                for row in rows[np.unique(sites, return_index=True)[1]].tolist():
                    place = places.of_row(number, row)
                    if place.line:
                        found.add((files.of(place.file), place.line))
    return Visited(frozenset(lines), frozenset(asserted))
