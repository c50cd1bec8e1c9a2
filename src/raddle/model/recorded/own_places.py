"""Where the program's own code stands behind an instruction: what is in a header of the system is told where the
program called it.

In: a trace. Out: for a site, the places, in words: `bank.cpp:12`, `bank.cpp:12 and 20`. Events tell who called; where
there is none, it is whoever may have, of the functions that the run entered.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

import numpy as np

from raddle.base.place import SourcePlace
from raddle.ir import instructions as ins
from raddle.ir.values import Global
from raddle.trace.code import Code
from raddle.trace.events import ThreadTrace
from raddle.trace.program import is_system_header
from raddle.trace.walk import Trace

_MOST_PLACES: Final = 3
_INCLUDE: Final = re.compile(r"^.*/include/(?:[-\w]+-linux-\w+/)?(?:c\+\+/v?\d+/)?")


class OwnPlaces:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._words: dict[int, str] = {}
        self._code = Code(trace.program)

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
        found = list(dict.fromkeys(self._callers(site))) or list(dict.fromkeys(self._may_call(site)))
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

    def _may_call(self, site: int) -> Iterator[str]:
        """Places of the program's own from which one comes to the function at the site, through headers only."""
        program, seen, waiting = self._trace.program, set[int](), [site]
        while waiting:
            found = self._code.at(waiting.pop())
            entry = 0 if found is None else found[0].loaded.entry_site
            if not entry or entry in seen:
                continue
            seen.add(entry)
            for caller in self._calls.get(entry, ()):
                place = program.place_of(caller)
                if place is not None and not is_system_header(place.file):
                    yield _spelt(place)
                else:
                    waiting.append(caller)

    @cached_property
    def _calls(self) -> dict[int, list[int]]:
        """Entry of a function -> the sites at which functions that the run entered call it by its name."""
        calls: dict[int, list[int]] = {}
        threads = self._trace.recording.threads
        entered = set(np.concatenate([np.unique(thread.blocks["site"]) for thread in threads]).tolist())
        for loaded in self._trace.program.functions:
            if loaded.entry_site not in entered:
                continue
            for line, one in self._code.of(loaded).by_line.items():
                if isinstance(one, ins.Call) and isinstance(one.callee.value, Global):
                    called = self._code.called(loaded.within, one.callee.value.name)
                    if called is not None:
                        calls.setdefault(called.loaded.entry_site, []).append(loaded.within.site_base + line)
        return calls


def _around(thread: ThreadTrace, stack: int) -> Iterator[int]:
    """Sites of the calls around an event, innermost first."""
    while stack:
        yield int(thread.stacks["site"][stack])
        stack = int(thread.stacks["parent"][stack])


def _spelt(place: SourcePlace) -> str:
    return f"{place.file}:{place.line}" if place.line else place.file
