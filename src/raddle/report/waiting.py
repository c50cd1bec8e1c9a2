"""The walk of a run that got stuck -> who waits where, for what, and who has it: `Deadlock`."""

from raddle.base.place import SourcePlace
from raddle.replay.stuck import StuckThread, stuck_threads
from raddle.report.failure import what_it_waits_for
from raddle.report.result import Deadlock, Held, Waiting, deadlock_among
from raddle.trace.walk import Trace
from raddle.trace.words import Words


def deadlock_of(trace: Trace) -> Deadlock:
    words = Words(trace)
    words.enter_all_slots()
    return deadlock_among(tuple(_waiting(trace, words, one) for one in stuck_threads(trace)))


def _waiting(trace: Trace, words: Words, stuck: StuckThread) -> Waiting:
    thread = trace.threads[stuck.thread]
    record = trace.recording.sync[int(thread.events["value"][stuck.row])]
    holder, since = stuck.held_by, stuck.held_since
    return Waiting(
        thread=thread.path,
        stack=words.stack_of(thread, thread.events[stuck.row]),
        what=what_it_waits_for(trace, words, record),
        holder="" if holder is None else trace.threads[holder].path,
        held_since=None if holder is None or since is None else _place(trace, words, holder, since),
        holds=tuple(
            Held(
                f"{words.name_of_object(lock.address)}{' (shared)' if lock.shared else ''}",
                _place(trace, words, stuck.thread, lock.row),
            )
            for lock in stuck.holds
        ),
    )


def _place(trace: Trace, words: Words, number: int, row: int) -> SourcePlace | None:
    thread = trace.threads[number]
    return words.place_of(thread, thread.events[row])
