"""Where the program's own code stands behind an instruction: what is in a header of the system is told where the
program called it.

In: a trace. Out: for a site, the places, in words: `bank.cpp:12`, `bank.cpp:12 and 20`.
"""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from raddle.base.place import SourcePlace
from raddle.trace.events import ThreadTrace
from raddle.trace.program import is_system_header
from raddle.trace.walk import Trace

_MOST_PLACES: Final = 3
_INCLUDE: Final = re.compile(r"^.*/include/(?:[-\w]+-linux-\w+/)?(?:c\+\+/v?\d+/)?")


class OwnPlaces:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._words: dict[int, str] = {}

    def of(self, site: int) -> str:
        if site not in self._words:
            self._words[site] = self._worded(site)
        return self._words[site]

    def _worded(self, site: int) -> str:
        place = self._trace.program.place_of(site)
        if place is None:
            return "an unknown place"
        if not is_system_header(place.file):
            return _spelt(place)
        found = list(dict.fromkeys(self._callers(site)))
        if not found:
            return f"{_INCLUDE.sub('', place.file)}:{place.line}"
        if len(found) > _MOST_PLACES:
            return f"{found[0]} and {len(found) - 1} other places"
        return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"

    def _callers(self, site: int) -> Iterator[str]:
        program = self._trace.program
        for thread in self._trace.threads:
            for stack in np.unique(thread.events["stack"][thread.events["site"] == site]).tolist():
                own = program.own_place_of(site, _around(thread, stack))
                if own is not None and not is_system_header(own.file):
                    yield _spelt(own)


def _around(thread: ThreadTrace, stack: int) -> Iterator[int]:
    """Sites of the calls around an event, innermost first."""
    while stack:
        yield int(thread.stacks["site"][stack])
        stack = int(thread.stacks["parent"][stack])


def _spelt(place: SourcePlace) -> str:
    return f"{place.file}:{place.line}" if place.line else place.file
