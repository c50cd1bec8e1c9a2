"""Where in the source the points of paths stand, with the calls around them."""

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from raddle.base.place import SourcePlace
from raddle.check.places import Places
from raddle.model.graph import Leads
from raddle.model.program import TraceProgram
from raddle.model.recorded.several import RunModel
from raddle.verify.grow.graph import Origin

Stack = tuple[SourcePlace, ...]
"""The innermost first; never empty."""

_BEST_KNOWN: Final[tuple[Leads, ...]] = ("on", "failure")
"""The origin of a frontier may stand before it."""


class PlacedPaths(Protocol):
    """TraceProgram, and where their points stand."""

    @property
    def paths(self) -> TraceProgram: ...

    def thread_of(self, point: int) -> str:
        """By creation path, whatever it was started with."""

    def place_of(self, point: int) -> SourcePlace | None:
        """Of the operation there; None: it is not known, or it is not the user's code."""


class Files:
    """Names of files in debug information -> those of the user's sources that can be changed."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = names
        self._found: dict[str, str] = {}
        self.spelt: Final[dict[str, str]] = {}
        """As debug information has them."""

    def of(self, file: str) -> str:
        """As it is, where it is none of them."""
        if file not in self._found:
            self._found[file] = self._find(file)
            self.spelt.setdefault(self._found[file], file)
        return self._found[file]

    def _find(self, file: str) -> str:
        if file in self._names:
            return file
        absolute = os.path.normpath(os.path.abspath(file))
        if absolute in self._names:
            return absolute
        tail = os.path.join(os.sep, os.path.normpath(file))
        ending = [name for name in self._names if name.endswith(tail)]
        return ending[0] if len(ending) == 1 else file


class Sites:
    """Files are named as the texts are."""

    def __init__(
        self, paths: TraceProgram, origins: Sequence[tuple[Origin, ...]], models: Iterable[RunModel], files: Files
    ) -> None:
        self._paths = paths
        self.files: Final = files
        self._origins = origins
        self._models = {model.number: model for model in models}
        self._places: dict[int, Places] = {}
        self._stacks: dict[int, Stack | None] = {}

    @property
    def paths(self) -> TraceProgram:
        return self._paths

    def thread_of(self, point: int) -> str:
        return thread_name(self._paths, self._paths.events[self._paths.graph.leaving[point][0]].thread)

    def stack_of(self, point: int) -> Stack | None:
        """Of the operation there; None: it is not known, or it is not the user's code."""
        if point not in self._stacks:
            self._stacks[point] = self._found(point)
        return self._stacks[point]

    def place_of(self, point: int) -> SourcePlace | None:
        stack = self.stack_of(point)
        return None if stack is None else stack[0]

    def _found(self, point: int) -> Stack | None:
        leaving = self._paths.graph.leaving.get(point, ())
        for kind in _BEST_KNOWN:
            for event in leaving:
                if self._paths.graph.leads[event] == kind:
                    for origin in self._origins[event]:
                        stack = self._of_origin(origin)
                        if stack and stack[0].file and stack[0].line:
                            return tuple(replace(place, file=self.files.of(place.file)) for place in stack)
        return None

    def _of_origin(self, origin: Origin) -> Stack:
        model = self._models[origin.run]
        if origin.event.origin >= len(model.trace.threads[origin.event.thread].events):
            return ()  # a thread that was never seen to do anything
        if origin.run not in self._places:
            self._places[origin.run] = Places(model.trace, model.ctp)
        return self._places[origin.run].stack_of(origin.event.number)


def thread_name(paths: TraceProgram, thread: int) -> str:
    return paths.threads[thread].name.partition("#")[0]
