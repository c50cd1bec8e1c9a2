"""What all properties need of the real program: schedules of predictions, replays, witnesses."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from raddle.base.place import SourcePlace
from raddle.capture.image import ProgramImage
from raddle.check.options import CheckOptions
from raddle.check.shares import Share
from raddle.check.witness_paths import WitnessPaths
from raddle.encode.encoder import Encoder
from raddle.model.goals import Goal
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.predict.numbering import Numbering
from raddle.predict.schedule import schedule_of
from raddle.replay.confirm import Conditions
from raddle.replay.outcome import Outcome
from raddle.replay.races import VisibleEvent
from raddle.replay.schedule import Schedule
from raddle.replay.source import arrivals_of, witness_of
from raddle.replay.witness import Witness, save_witness
from raddle.report.result import Block
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import rewalk

LoadTrace = Callable[[Path], Trace]
NO_TIME_LEFT = "no time was left to see that on the real program"
NOT_SHOWN = "the replay did not show it: this is a fault of raddle, please report it"
"""The schedule was followed, and there is no reason that is known. It must not take the other findings with it."""


@dataclass(frozen=True)
class Blocks:
    """What of the given run is to be atomic."""

    declared: tuple[Block, ...] = ()
    """For each of the trace program's transactions."""
    inferred: tuple[tuple[int, int, Block], ...] = ()
    """First and last event, and the block."""
    unused: tuple[str, ...] = ()
    """What was named and is in the program, but was not executed."""
    places: int = 0
    """Of all that are declared and were executed, also where nobody else could come in."""
    executions: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Checked:
    """The given run, in all its forms."""

    trace: Trace
    recorded: TraceProgram
    """The trace program of the run,"""
    ctp: TraceProgram
    """and what is made of it for the model that was asked for: the same events."""
    encoder: Encoder
    image: ProgramImage
    options: CheckOptions
    load: LoadTrace
    blocks: Blocks = field(default_factory=Blocks)
    share: Share = field(default_factory=Share)
    """Of the property that is looked for."""

    @property
    def before(self) -> str | None:
        """The shell command that goes before each run."""
        own = self.trace.recording.meta.before
        return own if self.options.before is None else self.options.before

    def conditions(self) -> Conditions | None:
        """Of a replay; None: there is no time for one in this turn."""
        options = self.options
        if not self.share.has_time():
            return None
        return Conditions(options.replay_limit_s, self.share.until, options.most_bytes, self.before)

    def schedule(self, moves: tuple[Move, ...], goal: Goal) -> Schedule:
        real = schedule_of(self.ctp, self.trace, moves, goal)
        return Schedule(real.segments, real.wakes, real.time_outs, arrivals_of(self.trace.recording))

    def numbering(self, moves: tuple[Move, ...] = (), goal: Goal | None = None) -> Numbering:
        """Of visible events in that order; without moves in the given run."""
        return Numbering(self.ctp, self.trace, moves, goal)

    def pins(self, moves: tuple[Move, ...]) -> dict[tuple[str, int], str]:
        """Kept values on the way there."""
        performed, numbering = {move.event for move in moves}, self.numbering(moves)
        pins = {}
        for assumption in self.ctp.assumptions:
            if assumption.event in performed:
                event = self.ctp.events[assumption.event]
                pins[self.ctp.threads[event.thread].name, numbering.upto(event)] = assumption.what
        return pins

    def visible_events(self, number: int, numbering: Numbering) -> list[VisibleEvent]:
        """That an event of the trace program is, the last one first."""
        name = self.ctp.threads[self.ctp.events[number].thread].name
        return [VisibleEvent(name, at) for at in numbering.visible(number)]

    def walked(self, recording: Path) -> Trace:
        """A replay, with all memory as shared that is so in the given run."""
        return rewalk(self.load(recording), self.trace.shared)

    def own_witness(self, expected: Outcome | None = None, schedule: Schedule | None = None) -> Witness:
        """Of the given run itself; or of what comes of another schedule under its conditions."""
        own = replace(witness_of(self.trace.recording, expected), before=self.before)
        return own if schedule is None else replace(own, schedule=schedule)


class Witnesses:
    """Where they go."""

    def __init__(self, program: str, folder: Path) -> None:
        self._paths = WitnessPaths(program, folder)

    def save(self, witness: Witness, places: Iterable[SourcePlace | None], kind: str = "") -> Path:
        path = self._paths.next(places, kind)
        save_witness(witness, path)
        return path
