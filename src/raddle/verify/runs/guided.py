"""The real program, run again and again under the inputs of its first run: along a computed way, or as chance will.

In: a way through the paths, or a seed. Out: `Ran`, the walked run; or `Left`: the program could not be led along it.
"""

import os
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from raddle.base.segments import Input, Segment, TimeOut, Wake
from raddle.capture.control import Control, DefaultPolicy, Policy
from raddle.capture.image import ProgramImage
from raddle.capture.run import run_program
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.replay.folder import folder_of
from raddle.replay.outcome import Outcome, outcome_of
from raddle.replay.replay import Diverged, ReplayRequest, judged, run_request
from raddle.replay.schedule import Schedule
from raddle.replay.source import inputs_of
from raddle.replay.source import schedule_of as recorded_schedule
from raddle.replay.world import changed_world
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace
from raddle.verify.options import MOST_ALONE, QUANTUM, VerifyOptions

MOST_EVENTS: Final = 5000
"""Of the first run."""
LEAST_EVENTS: Final = 1000
TIMES_LONGER: Final = 4
"""A run that goes on for so much longer than all others is taken to go on for ever: it is ended, and where its threads
are then is as far as is known."""
LoadTrace = Callable[[Path], Trace]


@dataclass(frozen=True)
class Ran:
    trace: Trace
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Left:
    """The schedule could not be followed."""

    what: str
    world: str
    """What the system answered otherwise, as far as that is known; empty: nothing."""


def schedule_of(
    paths: TraceProgram, way: Way, also: Iterable[int] = (), before: Iterable[int] = (), behind: Container[int] = ()
) -> Schedule:
    """Up to the end of the way's last event; then those that `also` are to take place, of which some are the visible
    event `behind` them, and up to those that threads are to stand `before`."""
    names = [thread.name.partition("#")[0] for thread in paths.threads]  # several may have one path
    passed: dict[int, int] = {}
    reached: dict[int, int] = {}
    segments: list[Segment] = []
    wakes: list[Wake] = []
    time_outs: list[TimeOut] = []
    performed = [(event, 0) for event in way.events]
    performed += [(event, int(event in behind)) for event in also] + [(event, -1) for event in before]
    for number, less in performed:
        thread = paths.events[number].thread
        upto = passed.get(thread, 0) + paths.graph.visible[number] + less
        passed[thread] = passed.get(thread, 0) + paths.graph.passed[number]
        if number in way.chosen:
            wakes.append(Wake(names[thread], upto - 1, names[way.chosen[number]]))
        if number in paths.graph.timed_out:
            time_outs.append(TimeOut(names[thread], upto - 1))
        if upto <= reached.get(thread, 0):
            continue
        reached[thread] = upto
        if segments and segments[-1].thread == names[thread]:
            segments.pop()
        segments.append(Segment(names[thread], upto))
    return Schedule(tuple(segments), tuple(wakes), tuple(time_outs))


def first_control(control: Control, options: VerifyOptions) -> Control:
    """Of the first run: what the user said, and an end in any case."""
    if control.events:
        return replace(control, quantum=QUANTUM)
    return replace(control, quantum=QUANTUM, events=min(MOST_EVENTS, TIMES_LONGER * options.steps), alone=MOST_ALONE)


def shorter_control(control: Control, cut: Recording) -> Control:
    """Of a first run once more: the one that was cut goes on for ever, most likely, alone or with others."""
    alone = MOST_ALONE if cut.events < MOST_ALONE else None
    return replace(control, quantum=QUANTUM, events=LEAST_EVENTS, alone=alone)


class Inputs:
    """What came from outside, by thread and call: every run is given what the ones before it were."""

    def __init__(self, first: Recording) -> None:
        self._known: dict[tuple[str, int], tuple[Input, ...]] = {}
        self.learn(first)

    def learn(self, recording: Recording) -> None:
        """A run that asked for more than any before it has got what the later ones will be given."""
        found: dict[tuple[str, int], list[Input]] = {}
        for one in inputs_of(recording):
            found.setdefault((one.thread, one.kind), []).append(one)
        for key, values in found.items():
            known = self._known.get(key, ())
            self._known[key] = (*known, *values[len(known) :])

    def more_than(self, first: Recording) -> bool:
        """Whether a run asked for what the first one had not asked for."""
        return len(self.all()) > len(inputs_of(first))

    def all(self) -> tuple[Input, ...]:
        return tuple(one for values in self._known.values() for one in values)


class Runner:
    """All runs but the first."""

    def __init__(
        self, image: ProgramImage, first: Recording, options: VerifyOptions, folder: Path, load: LoadTrace
    ) -> None:
        self._image = image
        self._first = first
        self._options = options
        self._folder = folder
        self._load = load
        self._inputs = Inputs(first)
        self._longest = 0 if first.outcome == "limit" else first.events
        """Visible events of a run that was not ended at its limit."""
        self.made = 0

    @property
    def same_inputs(self) -> bool:
        """All that came from outside came to the first run too."""
        return not self._inputs.more_than(self._first)

    @property
    def inputs(self) -> tuple[Input, ...]:
        """All that came from outside, in any run."""
        return self._inputs.all()

    def free(self, policy: Policy) -> Ran:
        ran = self._run(Schedule(), policy)
        assert isinstance(ran, Ran)  # there is no schedule to be left
        return ran

    def guided(self, schedule: Schedule, policy: Policy | None = None) -> Ran | Left:
        """To the letter up to the end of the schedule; then by the policy."""
        return self._run(schedule, policy or DefaultPolicy())

    def with_forward_clocks(self, recording: Recording) -> Ran | Left:
        """The same schedule; no clock runs backwards over all threads."""
        return self._run(recorded_schedule(recording), DefaultPolicy(), times_by_thread=False)

    def changed_world(self, failing: Recording) -> str:
        """What the system tells even the first run otherwise by now, along its own schedule; empty: nothing. What it
        told only the failing one otherwise came of the order, as far as is known."""
        said = changed_world(self._first, failing)
        if not said:
            return ""
        again = self.with_forward_clocks(self._first)
        return again.world or said if isinstance(again, Left) else changed_world(self._first, again.trace.recording)

    def _run(self, schedule: Schedule, policy: Policy, *, times_by_thread: bool = True) -> Ran | Left:
        """`times_by_thread`: a time is the same in every order, so that orders alone make runs differ."""
        self.made += 1
        request = self._request(schedule)
        wanted = run_request(request)
        performed = sum({segment.thread: segment.upto for segment in schedule.segments}.values())
        further = max(LEAST_EVENTS, TIMES_LONGER * self._longest)
        events = performed + min(further, TIMES_LONGER * self._options.steps)
        alone = min(MOST_ALONE, TIMES_LONGER * max(self._first.events, self._longest))
        control = replace(wanted.control, policy=policy, quantum=QUANTUM, events=events, alone=alone)
        control = replace(control, strict=bool(schedule.segments), times_by_thread=times_by_thread)
        result = judged(request, run_program(replace(wanted, control=control)))
        trace = self._load(result.run.recording)
        if isinstance(result, Diverged):
            return Left(result.what, changed_world(self._first, trace.recording))
        if trace.recording.outcome != "limit":
            self._longest = max(self._longest, trace.recording.events)
        if times_by_thread:
            self._inputs.learn(trace.recording)
        return Ran(trace, outcome_of(trace.recording))

    def _request(self, schedule: Schedule) -> ReplayRequest:
        first = self._first
        return ReplayRequest(
            image=self._image,
            schedule=schedule,
            recording=self._folder / f"run{os.getpid()}.{self.made}.rdl",
            expected=None,
            given=first,
            arguments=first.meta.arguments,
            environment=first.meta.environment,
            stdin=first.stdin,
            stdin_changed_ns=first.meta.stdin_changed_ns,
            inputs=self._inputs.all(),
            spurious=first.meta.control.get("spurious") is True,
            failing=first.failing,
            limit_s=self._options.run_limit_s,
            until=self._options.until,
            most_bytes=self._options.most_bytes,
            before=first.meta.before,
            folder=folder_of(first.meta.folder),
            ran_in=first.meta.folder,
        )
