"""Where in the source the events of a recorded program come from."""

from raddle.base.place import SourcePlace
from raddle.model.program import Event
from raddle.trace.walk import Trace
from raddle.trace.words import Words


class SourcePlaces:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._words = Words(trace)

    def of(self, event: Event) -> SourcePlace | None:
        """None: it is not known."""
        thread = self._trace.threads[event.thread]
        if not 0 <= event.origin < len(thread.events):
            return None
        return self._words.place_of(thread, thread.events[event.origin])
