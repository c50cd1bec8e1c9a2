"""A predicted deadlock on the real program, and who waits where in a run that got stuck.

In: a recording, a schedule, and before which of its visible events each thread is to wait. Out: Failed or Refuted. The
replay must really get stuck, and there: its runtime says of each thread that waits for ever what it waits for, and
before which event.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from raddle.base.errors import InternalError
from raddle.base.trace_format import trace_format
from raddle.capture.image import ProgramImage
from raddle.replay.confirm import Conditions, Failed, Followed, Refuted, follow, reason_beyond_the_model
from raddle.replay.outcome import Outcome
from raddle.replay.schedule import Schedule
from raddle.replay.source import witness_of
from raddle.trace.events import EventKind
from raddle.trace.held_locks import HeldLock, HeldLocks
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace

DEADLOCK = Outcome("deadlock")


def confirm_deadlock(
    given: Recording,
    image: ProgramImage,
    schedule: Schedule,
    recording: Path,
    pins: Mapping[tuple[str, int], str],
    conditions: Conditions,
    waits: Mapping[str, int],
) -> Failed | Refuted:
    """`waits`: by thread the number of the visible event in which it is to wait for ever."""
    followed = follow(given, image, schedule, recording, pins, conditions, DEADLOCK)
    if isinstance(followed, Refuted):
        return followed
    assert isinstance(followed, Followed)
    stuck = where_stuck(load_recording(recording)) if followed.seen.kind == DEADLOCK.kind else {}
    if stuck and _agree(stuck, waits):
        witness = replace(witness_of(given, followed.seen), schedule=schedule, before=conditions.before)
        return Failed(recording, witness)
    told = f"got stuck elsewhere ({_spell(stuck)})" if stuck else f"ended with {followed.seen}"
    if followed.world:
        return Refuted(f"the program {told} instead; {followed.world}")
    if reason := reason_beyond_the_model(given, pins):
        return Refuted(f"the program {told} instead ({reason})")
    if given.of_kind("RD_SIGNALS").size:
        return Refuted(f"the program {told} instead (a signal handler might end the waiting)")
    raise InternalError(
        f"the predicted schedule was followed, and the program {told}, not ({_spell(waits)}): {schedule}"
    )


def where_stuck(recording: Recording) -> dict[str, int]:
    """By thread that waits for ever: the number of the visible event that does not happen."""
    paths = [thread.path for thread in recording.threads]
    return {paths[int(record["thread"])]: int(record["count"]) for record in recording.of_kind("RD_DEADLOCK")}


def _agree(stuck: Mapping[str, int], waits: Mapping[str, int]) -> bool:
    """Of a circle others may wait as well; of a standstill with a circle in it only that is told."""
    return stuck.items() <= waits.items() or waits.items() <= stuck.items()


def _spell(waits: Mapping[str, int]) -> str:
    return ", ".join(f"{thread}@{event}" for thread, event in sorted(waits.items()))


# ---- who waits for what


@dataclass(frozen=True, slots=True)
class StuckThread:
    """One that waits for ever at the end of a run. Rows are positions in the events of their threads' walks."""

    thread: int
    row: int
    """The call in which it waits."""
    kind: str
    """`lock`, `wrlock`, `join`, `wake`, `sem_wait`, `barrier_leave`, `once_pass` ..."""
    waits_for: int
    """Address of the object; of a join the handle."""
    held_by: int | None
    """The thread that has it, or is joined; None: nobody has."""
    held_since: int | None
    """Where that thread got it, as far as it is known."""
    holds: tuple[HeldLock, ...]


def stuck_threads(trace: Trace) -> list[StuckThread]:
    """Of a run that ended in a deadlock; in the order of threads."""
    locks = HeldLocks(trace)
    rows = {number: row for number in range(len(trace.threads)) if (row := _last_wait(trace, number)) is not None}
    holds = {number: locks.at(number, row) for number, row in rows.items()}
    found = []
    for number, row in rows.items():
        record = trace.recording.sync[int(trace.threads[number].events["value"][row])]
        kind = trace_format().kind_name(int(record["value"]))
        wanted, holder = int(record["object"]), int(record["extra"])
        held_by = holder if holder < len(trace.threads) else None
        since = None
        if held_by is not None and kind != "join":
            of_holder = holds[held_by] if held_by in holds else locks.at(held_by, len(trace.threads[held_by].events))
            since = next((one.row for one in reversed(of_holder) if one.address == wanted), None)
        found.append(StuckThread(number, row, kind, wanted, held_by, since, holds[number]))
    return found


def _last_wait(trace: Trace, number: int) -> int | None:
    events = trace.threads[number].events
    rows = np.flatnonzero(events["kind"] == EventKind.SYNC)
    if not rows.size:
        return None
    record = trace.recording.sync[int(events["value"][rows[-1]])]
    return int(rows[-1]) if record["kind"] == trace_format()["RD_DEADLOCK"] else None
