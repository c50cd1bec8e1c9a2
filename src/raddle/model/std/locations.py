"""Places of the source as the numbers that STD wants: lines, and from each further file on a million more."""

from pathlib import Path
from typing import Final

from raddle.model.program import Event
from raddle.model.recorded.source_places import SourcePlaces
from raddle.trace.walk import Trace

_APART: Final = 1_000_000


class Locations:
    """Of the events of a recorded program; 0: not known."""

    def __init__(self, trace: Trace) -> None:
        self._places = SourcePlaces(trace)
        self._files: dict[str, int] = {}

    def __call__(self, event: Event) -> int:
        place = self._places.of(event)
        if place is None:
            return 0
        return self._files.setdefault(place.file, len(self._files)) * _APART + place.line

    @property
    def notes(self) -> tuple[str, ...]:
        """How to read the numbers, where there are several files."""
        files = [Path(file).name for file in self._files]
        return tuple(f"locations {at * _APART} and up are lines of {file}" for at, file in enumerate(files) if at)
