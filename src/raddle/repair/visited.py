"""Which lines runs came to. In: runs. Out: `Visited`, for what a patch may keep everybody from.

By what was executed, not by the paths: what depends on no other thread any more is in no path, and still done.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from raddle.check.places import Places
from raddle.repair.lines import LinesBefore, was
from raddle.repair.sites import Files
from raddle.replay.outcome import has_failed
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private

Line = tuple[str, int]
Events = npt.NDArray[np.void]
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
        left = (line for line in self.lines if _is_left(line, lines))
        held = {was(line, lines) for line in after.asserted}
        return Visited(frozenset(left) - here, self.asserted - held)


def _is_left(line: Line, lines: Mapping[str, LinesBefore]) -> bool:
    """The brace at which a guard gave its lock back is, and still says nothing of its own."""
    file, number = line
    return file not in lines or (number in lines[file].left and number not in lines[file].closing)


def visited(runs: Iterable[Trace], files: Files) -> Visited:
    """By those that pass: lines that only failing runs come to are to be come to no more."""
    passed = [trace for trace in runs if not has_failed(trace.recording)]
    lines = (line for trace in passed for line in _lines(with_private(trace), files, _is_done))
    return Visited(frozenset(lines), frozenset(asserted(passed, files)))


def asserted(runs: Iterable[Trace], files: Files) -> set[Line]:
    """Where an assertion held in one of them."""
    return {line for trace in runs for line in _lines(trace, files, holds)}


def _lines(trace: Trace, files: Files, wanted: Callable[[Events], npt.NDArray[np.bool_]]) -> Iterator[Line]:
    places = Places(trace)
    for number, thread in enumerate(trace.threads):
        rows = np.flatnonzero(wanted(thread.events))
        kinds = thread.events[["site", "stack"]][rows]
        for row in rows[np.unique(kinds, return_index=True)[1]].tolist():
            place = places.of_row(number, row)
            if place.line:
                yield files.of(place.file), place.line


def _is_done(events: Events) -> npt.NDArray[np.bool_]:
    return np.isin(events["kind"], _DONE)


def holds(events: Events) -> npt.NDArray[np.bool_]:
    """Assertions that held."""
    held: npt.NDArray[np.bool_] = (events["kind"] == EventKind.ASSERTION) & (events["value"] != events["written"])
    return held
