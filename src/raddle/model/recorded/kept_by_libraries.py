"""What libraries do for themselves, and no event tells: a stream's text, a parser's place, memory that they look at.

In: a trace. Out: by name and line, the calls of which the model takes for granted that they do in every order what they
did in the recorded run. base/library says what each function has to do with; where it has no row, it may do anything.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from raddle.base.library.functions import LibraryFunction, Mark, World
from raddle.ir.cxx_names import short_name
from raddle.model.recorded.calls import Calls
from raddle.model.recorded.own_places import OwnPlaces
from raddle.trace.library_calls import LibraryCalls
from raddle.trace.walk import Trace

_MOST_NAMED: Final = 4
_MOST_PLACES: Final = 12


@dataclass(frozen=True)
class _LibraryCall:
    does: LibraryFunction
    site: int
    thread: int


class LibraryState:
    """Of one run."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._calls = Calls(trace.program)
        self._library = LibraryCalls(trace.program)
        self._made = list(self._all())

    def _all(self) -> Iterator[_LibraryCall]:
        for thread in self._trace.recording.threads:
            for site in np.unique(thread.blocks["site"]).tolist():
                does = self._calls.does(site)
                if does is not None and not self._only_asks(does, site):
                    yield _LibraryCall(does, site, thread.index)

    def _only_asks(self, does: LibraryFunction, site: int) -> bool:
        """What stands in for the C library asks for the locale (native/clibrary)."""
        return Mark.STEERS_IF_GIVEN in does.marks and self._library.stands_in(self._trace.program.module_of(site))

    def assumed(self) -> Iterator[str]:
        """One sentence each."""
        forking = [call for call in self._made if Mark.FORKS in call.does.marks]
        if forking:
            yield f"{self._spelt(forking)} starts a process: what the child does is not looked at"
        if self._library.rounds:
            yield "numbers are rounded to the nearest"
        if len(self._trace.threads) < 2:
            return
        kept = [call for world in _worlds(self._made) for call in self._kept(world)]
        if kept:
            spelt = self._spelt(kept)
            yield f"several threads call {spelt}: what libraries keep between calls is as in the recorded run"
        steered = [call for call in self._made if self._is_looked_at(call)]
        if steered:
            yield f"{self._spelt(steered)} changes what the program looks at itself: it is as in the recorded run"
        looking = [call for call in self._made if self._looks(call)]
        if looking:
            done = (
                "what they do to the program's memory" if len(looking) > 1 else "what it does to the program's memory"
            )
            yield f"{self._spelt(looking)}: {done} is as in the recorded run"
        locks = any(call.does.locks for call in self._made)
        holding = [call for call in self._made if Mark.HOLDS_STREAM in call.does.marks and locks]
        if holding:
            yield f"{self._spelt(holding)} waits for nobody who has locked the stream"

    def threads_in_libraries(self) -> set[int]:
        """Those that call library functions which may change memory unseen."""
        return {call.thread for call in self._made if self._may_keep(call) or _writes_unseen(call.does)}

    def _may_keep(self, call: _LibraryCall) -> bool:
        return _keeps(call.does) and not self._calls.is_output(call.site)

    def _kept(self, world: World) -> list[_LibraryCall]:
        """Calls that have to do with it, where what one thread does may matter to another."""
        found = [call for call in self._made if call.does.world == world and self._may_keep(call)]
        several = len({call.thread for call in found}) > 1
        return found if several and any(call.does.asks for call in found) and any(c.does.changes for c in found) else []

    def _is_looked_at(self, call: _LibraryCall) -> bool:
        return self._library.sees_environment and call.does.world == "the environment" and call.does.changes

    def _looks(self, call: _LibraryCall) -> bool:
        """At memory that others may change, as far as the text tells."""
        looks = call.does.looks_unseen and self._calls.looks_at_given(call.site)
        return looks or call.does.knows_program or self._calls.keeps_given(call.site)

    def _spelt(self, calls: list[_LibraryCall]) -> str:
        """The first of each place before others there: a place that is not named is not known to matter."""
        places = OwnPlaces(self._trace)
        named = dict.fromkeys((short_name(call.does.name), places.of(call.site)) for call in calls)
        first = {place: name for name, place in reversed(named)}
        ordered = sorted(named, key=lambda one: first[one[1]] != one[0])[: max(_MOST_NAMED, len(first))]
        spelt = [f"{name} at {place}" for name, place in ordered][:_MOST_PLACES]
        return ", ".join(spelt) + (" and others" if len(named) > len(spelt) else "")


def _worlds(calls: list[_LibraryCall]) -> list[World]:
    return list(dict.fromkeys(call.does.world for call in calls if call.does.world is not None))


def _keeps(does: LibraryFunction) -> bool:
    return does.world is not None and not does.marks & {Mark.GENERATOR, Mark.STEADY, Mark.STEADY_OUTPUT}


def _writes_unseen(does: LibraryFunction) -> bool:
    return does.looks_unseen and not does.only_reads
