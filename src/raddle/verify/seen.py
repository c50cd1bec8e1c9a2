"""All runs so far, and the paths that they make."""

from raddle.model.paths.paths import Paths
from raddle.model.recorded.several import SeveralRuns
from raddle.trace.walk import Trace
from raddle.verify.growing import Growing


class Seen:
    def __init__(self) -> None:
        self._runs = SeveralRuns()
        self._growing = Growing()

    def add(self, trace: Trace) -> bool:
        """Whether the run adds anything."""
        self._runs.add(trace)
        return self._growing.add(self._runs.models())

    def paths(self) -> Paths:
        return self._growing.paths()

    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted, each thing once."""
        return tuple(dict.fromkeys(one.what for one in self.paths().program.assumptions))
