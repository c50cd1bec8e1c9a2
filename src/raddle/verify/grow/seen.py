"""All runs so far, and the paths that they make."""

from raddle.model.program import TraceProgram
from raddle.model.recorded.several import RunModel, SeveralRuns
from raddle.trace.state_emitter import UNKNOWN_CONTENTS
from raddle.trace.walk import Trace
from raddle.verify.freed import free_that_may_race
from raddle.verify.grow.decided import Decisions
from raddle.verify.grow.graph import Origin
from raddle.verify.grow.growing import Growing
from raddle.verify.grow.sources import TraceSource
from raddle.verify.memory.doubts import MemoryDoubts
from raddle.verify.memory.flags import Flags
from raddle.verify.outside import Matters, asked_outside, depends_on_order
from raddle.verify.varying import depends_on_numbers


class Seen:
    def __init__(
        self, *, memory: bool = False, races: bool = False, deadlocks: bool = False, misuse: bool = False
    ) -> None:
        """`memory`: with what is given back; `races`: who touches memory matters, whatever comes of it; `deadlocks`: so
        does who waits; `misuse`: with what is done to locks as memory."""
        self._matters = Matters(accesses=memory or races, waits=deadlocks)
        self._runs = SeveralRuns(memory=memory, misuse=misuse)
        self._growing = Growing()
        self._flags = Flags() if memory else None
        self._doubts = MemoryDoubts()
        self._decisions: Decisions | None = None
        """Set: all that main reads is decided."""
        self._models: tuple[RunModel, ...] = ()
        """Of which the paths were made."""

    def add(self, *traces: Trace) -> bool:
        """Whether the runs add anything."""
        for trace in traces:
            self._runs.add(trace)
        for trace in traces if self._flags is not None else ():
            self._doubts.add(trace)
        return self._grow()

    def _grow(self) -> bool:
        self._models = self._modelled()
        return self._growing.add(self._models)

    def _modelled(self) -> tuple[RunModel, ...]:
        models = self._runs.models()
        if self._flags is not None:
            models = self._flags.flagged(models)
        return models if self._decisions is None else self._decisions.decided(models)

    def decide(self) -> bool:
        """Where a proof depends on what main gives to libraries, that is decided. False: nothing is gained by it."""
        models = self._runs.models()
        if self._decisions is not None or not depends_on_order(models, self._matters):
            return False
        if depends_on_order(models, self._matters, is_decided=True):
            return False
        self._decisions = Decisions()
        self._grow()
        return True

    def paths(self) -> TraceProgram:
        return self._growing.paths()

    @property
    def has_paths(self) -> bool:
        """Whether there are paths: some run was put into them."""
        return self._growing.has_paths

    def origins(self) -> tuple[tuple[Origin, ...], ...]:
        """Where each event of the paths was seen; of a failure and a frontier: the events beside it, or before it."""
        return self._growing.all_origins()

    def models(self) -> tuple[RunModel, ...]:
        """Those that the paths were made of, to which events that are seen there belong: by the number of the run."""
        return self._models

    def place_of(self, event: int) -> str:
        """Where in the source it stands; of a frontier, or a failure: where it was seen to go another way."""
        for origin in self._growing.all_origins()[event]:
            model = self._models[origin.run]
            site = TraceSource().site(model, origin.event)
            place = None if site is None else model.trace.program.place_of(site)
            if place is not None:
                return f"{place.file}:{place.line}"
        return "an unknown place"

    def free_that_may_race(self) -> str:
        """Empty: there is none."""
        return free_that_may_race(self._runs.models())

    def depends_on_order(self) -> str:
        """What of the world outside does; empty: nothing that is known of."""
        models = self._runs.models()
        is_decided = self._decisions is not None
        return depends_on_order(models, self._matters, is_decided=is_decided) or depends_on_numbers(models)

    def asked_outside(self) -> str:
        return asked_outside(self._runs.models())

    def memory_doubt(self) -> str:
        """Why freedom from memory errors does not follow from the paths; empty: it does."""
        return self._doubts.of(self._runs.models())

    def misuse_doubt(self) -> str:
        """Why it does not follow from the paths that no lock is misused; empty: it does."""
        for address in self._runs.locks.one_after_the_other():
            return f"several locks lie at one place of a stack, one after the other: {self._runs.name_of(address)}"
        return ""

    def assumptions(self, paths: TraceProgram) -> tuple[str, ...]:
        """What these take for granted, each thing once."""
        doubts = (doubt for model in self._runs.models() for doubt in model.doubts if doubt in UNKNOWN_CONTENTS)
        kept = [
            f"what is in a thread's own memory there is as in these runs: {doubt}" for doubt in dict.fromkeys(doubts)
        ]
        return (*dict.fromkeys(one.what for one in paths.assumptions), *kept)
