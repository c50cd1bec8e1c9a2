"""All runs so far, and the paths that they make."""

from raddle.model.paths.paths import Paths
from raddle.model.recorded.several import SeveralRuns
from raddle.trace.state_emitter import UNKNOWN_CONTENTS
from raddle.trace.walk import Trace
from raddle.verify.freed import free_that_may_race
from raddle.verify.grow.growing import Growing


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

    def free_that_may_race(self) -> str:
        """Empty: there is none."""
        return free_that_may_race(self._runs.models())

    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted, each thing once."""
        doubts = (doubt for model in self._runs.models() for doubt in model.doubts if doubt in UNKNOWN_CONTENTS)
        kept = [
            f"what is in a thread's own memory there is as in these runs: {doubt}" for doubt in dict.fromkeys(doubts)
        ]
        return (*dict.fromkeys(one.what for one in self.paths().program.assumptions), *kept)
