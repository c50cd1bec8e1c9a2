"""What is known of an event beside its action: the instruction, the runtime's record, and how to name it."""

from collections.abc import Hashable
from dataclasses import replace
from typing import Any, Final, Protocol

from raddle.base.place import SourcePlace
from raddle.base.trace_format import trace_format
from raddle.model.actions import Acquire, Action, Join, Mode, OncePass, Take
from raddle.model.program import Event
from raddle.model.recorded.own_places import OwnPlaces
from raddle.model.recorded.several import RunModel
from raddle.model.recorded.synchronisation import TIMED_WAIT
from raddle.trace.events import EventKind

_ACQUIRES: Final = {
    "lock": Acquire(0),
    "reacquire": Acquire(0),
    "timedlock": Acquire(0, waits=False),
    "wrlock": Acquire(0),
    "rdlock": Acquire(0, Mode.SHARED),
}

_BRANCHES: Final = frozenset({EventKind.BRANCH, EventKind.CHOICE, EventKind.SYNC})
"""A synchronising operation is one where it may end in several ways: a try, a wait with a time limit."""


class Source(Protocol):
    def site(self, model: RunModel, event: Event) -> Hashable:
        """The instruction; None: not known."""

    def kind(self, model: RunModel, event: Event) -> str:
        """Of the runtime's record that it came from; empty: none."""

    def place(self, model: RunModel, event: Event) -> str:
        """In words."""

    def count(self, model: RunModel, thread: int) -> int:
        """How many visible events the thread did."""

    def begin(self, model: RunModel, thread: int) -> Hashable:
        """What it was started with; None: not known."""

    def waits_for(self, model: RunModel, thread: int) -> Action | None:
        """What it stood before, and could not do, when the run ended; in the run's numbers."""

    def is_timed(self, model: RunModel, event: Event) -> bool:
        """Whether the wait that begins there has a time limit."""


class TraceSource:
    """From the walked run."""

    def site(self, model: RunModel, event: Event) -> int | None:
        thread = model.trace.threads[event.thread]
        if event.number == model.failed and event.origin == len(thread.events):
            return thread.stopped.site
        return int(thread.events["site"][event.origin]) if event.origin < len(thread.events) else None

    def branch(self, model: RunModel, event: Event) -> SourcePlace | None:
        """Where it is one: what decides which way the thread goes on."""
        events, site = model.trace.threads[event.thread].events, self.site(model, event)
        is_branch = event.origin < len(events) and int(events["kind"][event.origin]) in _BRANCHES
        return model.trace.program.place_of(site) if is_branch and site else None

    def kind(self, model: RunModel, event: Event) -> str:
        events = model.trace.threads[event.thread].events
        if event.origin >= len(events) or events["kind"][event.origin] != EventKind.SYNC:
            return ""
        record = model.trace.recording.sync[int(events["value"][event.origin])]
        return trace_format().kind_name(int(record["kind"]))

    def place(self, model: RunModel, event: Event) -> str:
        site = self.site(model, event)
        return "the beginning of a thread" if site is None else OwnPlaces(model.trace).of(site)

    def count(self, model: RunModel, thread: int) -> int:
        return model.trace.recording.threads[thread].count

    def begin(self, model: RunModel, thread: int) -> Hashable:
        recorded = model.trace.recording.threads[thread]
        return recorded.start_routine, recorded.start_argument

    def waits_for(self, model: RunModel, thread: int) -> Action | None:
        for record in model.trace.recording.of_kind("RD_DEADLOCK", "RD_PENDING"):
            if int(record["thread"]) == thread:
                return _awaited(model, record)
        return None

    def is_timed(self, model: RunModel, event: Event) -> bool:
        events = model.trace.threads[event.thread].events
        site, record = int(events["site"][event.origin]), model.trace.recording.sync[int(events["value"][event.origin])]
        if self.kind(model, event) == "futex_wait":
            return bool(int(record["result"]) & trace_format()["RD_WAKE_BY_TIME"])
        return bool(site) and TIMED_WAIT.search(model.trace.program.callee_at(site)) is not None


def _awaited(model: RunModel, record: Any) -> Action | None:
    """None: what comes next follows from what came before (a wait, a round), or the model does not know it."""
    kind, address = trace_format().kind_name(int(record["value"])), int(record["object"])
    if kind == "join":
        child = int(record["extra"])
        return Join(child) if child < len(model.ctp.threads) else None
    if kind in _ACQUIRES:
        return replace(_ACQUIRES[kind], lock=model.locks.index(address)) if address in model.locks else None
    if kind == "sem_wait":
        return next((Take(number) for number in _last(model.semaphores, address)), None)
    if kind in ("once_begin", "once_pass"):
        return next((OncePass(number) for number in _last(model.onces, address)), None)
    return None


def _last(keys: tuple[Hashable, ...], address: int) -> list[int]:
    """The last thing that lay there: its number."""
    found = [number for number, key in enumerate(keys) if isinstance(key, tuple) and key[0] == address]
    return found[-1:]
