"""An exploring run as steps: in: a recording made with `explore 1`; out: `Execution`.

Before every step the runtime recorded what each live thread would do next. Between two such groups of records one
thread performed its operation; how far its count went says which thread it was. A memory access leaves no other record
than the announcement; everything else is described better by what was recorded when it happened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from raddle.base.errors import InternalError
from raddle.base.trace_format import trace_format
from raddle.replay.footprints import Footprints
from raddle.replay.operations import Operation
from raddle.trace.recorded import Recording


class Transition(NamedTuple):
    """A thread's next step; where a signal can wake one of several, whom it wakes."""

    thread: str
    woken: str | None = None


@dataclass(frozen=True, slots=True)
class Announced:
    """What a thread would do next."""

    operation: Operation
    enabled: bool
    count: int


@dataclass(frozen=True, slots=True)
class State:
    """Before a step: what every live thread would do, and who waits on which condition, in order of arrival."""

    announced: Mapping[str, Announced]
    waiting: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def transitions(self, thread: str) -> list[Transition]:
        """The thread's enabled transitions."""
        announced = self.announced.get(thread)
        if announced is None or not announced.enabled:
            return []
        if announced.operation.kinds == ("signal",):
            waiting = next((w for c, w in self.waiting.items() if c in announced.operation.objects), ())
            if len(waiting) > 1:
                return [Transition(thread, woken) for woken in waiting]
        return [Transition(thread)]

    def enabled(self) -> list[Transition]:
        return [transition for thread in self.announced for transition in self.transitions(thread)]


@dataclass(frozen=True, slots=True)
class Step:
    transition: Transition
    operation: Operation
    first: int
    """Number of its first visible event."""
    upto: int
    """Visible events of its thread after it."""


@dataclass(frozen=True, slots=True)
class Execution:
    """states[i] is the state before steps[i]; one more state stands at the end."""

    steps: tuple[Step, ...]
    states: tuple[State, ...]


def read_execution(recording: Recording, *, crashed: bool) -> Execution:
    """crashed: a signal ended the process, so its last step depends on everything."""
    reader = _Reader(recording)
    reader.read()
    steps, states = reader.steps, reader.states
    if crashed and steps:
        last = steps[-1]
        ending = Operation(last.operation.thread, last.operation.kinds, universal=True)
        steps[-1] = Step(last.transition, ending, last.first, last.upto)
    return Execution(tuple(steps), tuple(states))


class _Reader:
    """Goes over the records once. `_here` is the state that waits for its step."""

    def __init__(self, recording: Recording) -> None:
        self._fmt: Final = trace_format()
        self._paths: Final = {thread.index: thread.path for thread in recording.threads}
        self._counts: Final = {thread.path: thread.count for thread in recording.threads}
        self._records: Final = recording.sync
        self._footprints: Final = Footprints(self._paths)
        self._here: State | None = None
        self._done: Operation | None = None
        self._region: tuple[State, Step] | None = None
        self._ended = False
        self.steps: list[Step] = []
        self.states: list[State] = []

    def read(self) -> None:
        pending = self._fmt["RD_PENDING"]
        group: dict[str, Announced] = {}
        for record in self._records:
            if record["kind"] == pending:
                path = self._paths[int(record["thread"])]
                if path in group:
                    self._arrive(group)
                    group = {}
                group[path] = self._announced(path, record)
                continue
            if group:
                self._arrive(group)
                group = {}
            if record["flags"] & self._fmt["RD_FLAG_VISIBLE"]:
                self._happen(record)
        if group:
            self._arrive(group)
        self._finish()

    def _announced(self, path: str, record: Any) -> Announced:
        operation = self._footprints.announced(path, record)
        return Announced(operation, bool(record["flags"] & self._fmt["RD_FLAG_ENABLED"]), int(record["count"]))

    def _arrive(self, group: dict[str, Announced]) -> None:
        """A new group: whoever has moved since the last one has made a step."""
        if self._ended:
            return
        if self._here is not None:
            before = self._here.announced
            moved = [path for path in group if path in before and group[path].count > before[path].count]
            if len(moved) > 1:
                raise InternalError(f"two threads moved between two decisions: {' and '.join(moved)}")
            if moved:
                self._close(moved[0], group[moved[0]].count)
        if not self._ended:
            self._here = State(group, self._footprints.waiting())

    def _happen(self, record: Any) -> None:
        if self._ended or self._here is None:
            return
        path = self._paths[int(record["thread"])]
        operation = self._footprints.recorded(path, record)
        self._done = operation if self._done is None else self._done.joined(operation)
        if operation.kinds == ("exit",):
            # The scheduler went on without announcing: what the others do next stays, and joining is possible now.
            here = self._here
            self._close(path, int(record["count"]) + 1)
            left = {other: _after_exit(told, path) for other, told in here.announced.items() if other != path}
            self._here = State(left, self._footprints.waiting())

    def _close(self, path: str, upto: int) -> None:
        """The thread's step since `_here`; inside an atomic region steps grow together."""
        assert self._here is not None
        here, told = self._here, self._here.announced[path]
        operation = self._done or told.operation
        if self._done is None and upto > told.count + 1:
            # memcpy: two events, of which only the first was announced
            operation = Operation(path, ("copy",), universal=True)
        self._done = None
        woken = self._footprints.woken
        choice = woken if len(here.transitions(path)) > 1 else None
        step = Step(Transition(path, choice), operation, told.count, upto)
        if self._region is not None:
            begun_here, begun = self._region
            self._region = None
            if begun.transition.thread == path:
                here = begun_here
                step = Step(begun.transition, begun.operation.joined(operation), begun.first, upto)
            else:  # it blocked inside its region
                self._keep(begun_here, begun)
        if self._footprints.in_region(path) and not operation.ends:
            self._region = (here, step)
        else:
            self._keep(here, step)
            self._ended = operation.ends

    def _keep(self, state: State, step: Step) -> None:
        self.states.append(state)
        self.steps.append(step)

    def _finish(self) -> None:
        """The last step has no group behind it: the threads' pages say who made it."""
        if self._here is None:
            return
        if not self._ended:
            moved = [path for path, told in self._here.announced.items() if self._counts[path] > told.count]
            if len(moved) > 1:
                raise InternalError(f"two threads moved between two decisions: {' and '.join(moved)}")
            if moved:
                self._close(moved[0], self._counts[moved[0]])
                self._ended = True
        if self._region is not None:
            self._keep(*self._region)
        last = self.steps[-1].transition.thread if self._ended and self.steps else None
        self.states.append(State({path: told for path, told in self._here.announced.items() if path != last}))


def _after_exit(told: Announced, ended: str) -> Announced:
    joins = told.operation.kinds == ("join",) and ("thread", ended) in told.operation.objects
    return Announced(told.operation, told.enabled or joins, told.count)
