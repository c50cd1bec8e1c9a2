"""Where and why a failing run failed, in the program's own words as far as it has any.

In: the walked recording of a run that failed. Out: `Failure`. An assertion that the program states is quoted from its
constants; the values are those that the condition was made of.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from raddle.base.place import SourcePlace
from raddle.base.process import signal_name
from raddle.base.trace_format import trace_format
from raddle.ir.failures import ERROR_FUNCTIONS
from raddle.replay.outcome import has_failed, outcome_of
from raddle.report.check_text import MOST_LINES, Stated, stated_at
from raddle.report.faulting import Faulting
from raddle.report.memory_text import memory_message
from raddle.trace.constant_text import text_at
from raddle.trace.events import EventKind, ThreadTrace
from raddle.trace.memory_faults import MemoryFaults, crashed_thread
from raddle.trace.order import turns
from raddle.trace.program import is_system_header
from raddle.trace.sources import Sources, without_comments
from raddle.trace.status_checks import StatusChecks
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import rewalk, with_alone, with_private
from raddle.trace.words import Words, reads_of

MOST_VALUES: Final = 6
MOST_BYTES: Final = 1 << 16
"""Of a variable or block whose values are told although nobody shares it."""
_ENDINGS: Final = ("RD_ASSERT_FAIL", "RD_ABORT", "RD_ERROR_CALL")
_NEVER_TRUE: Final = re.compile(r'\(*\s*(0|false|NULL)\s*\)*\s*(&&.*)?|!\s*".*', re.DOTALL)
_WAITS_FOR: Final = {
    "lock": "lock ",
    "timedlock": "lock ",
    "reacquire": "lock ",
    "rdlock": "reader-writer lock ",
    "wrlock": "reader-writer lock ",
    "wake": "a signal to ",
    "sem_wait": "semaphore ",
    "barrier_leave": "barrier ",
    "once_pass": "the once routine of ",
    "once_begin": "the once routine of ",
    "futex_woken": "a wake at ",
}


@dataclass(frozen=True, slots=True)
class Failure:
    place: SourcePlace | None
    message: str
    """`balance == 200 fails: balance is 150`"""
    deed: str
    """The last thing its thread does: `assert balance == 200 fails`"""
    thread: int | None = None
    """Position in Trace.threads; None: nobody alone."""
    at: int | None = None
    """Position in the thread's events: the condition that fails, or the call; None: behind all of them."""
    asserted: str = ""
    """The condition of an assertion as it is written; empty: it is none, or one that can never hold."""
    kind: Literal["", "exit", "fault"] = ""
    """exit: the process ends, with a status that does not pass; fault: by an access or a division, which is known."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a thread waits for in a deadlock."""

    thread: str
    what: str


def failure_of(trace: Trace) -> tuple[SourcePlace | None, str]:
    """Place and message of the failure of a failing recording."""
    failure = find_failure(trace)
    return failure.place, failure.message


def find_failure(trace: Trace, wanted: int | None = None) -> Failure:
    """`wanted`: the site of a check behind which a test goes on; of several that failed it is to be that one."""
    recording = trace.recording
    if recording.outcome == "deadlock":
        said = "; ".join(f"{wait.thread} waits for {wait.what}" for wait in waits_of(trace))
        return Failure(None, f"deadlock: {said}" if said else "deadlock", "deadlock")
    if outcome_of(recording).kind == "exit" and has_failed(recording):
        return _by_check(trace, wanted) or _by_status(trace)
    kinds = [trace_format()[name] for name in _ENDINGS]
    ended = np.flatnonzero(np.isin(recording.sync["kind"], kinds))
    if ended.size:
        return _Search(trace, int(ended[-1])).failure()
    last = _last_false_condition(trace)
    if last is not None:
        return _Search(trace, None).of_condition(*last)
    return _by_the_system(trace)


def _by_check(trace: Trace, wanted: int | None) -> Failure | None:
    """The first check of a framework that failed, of those on which others have an influence if there are any."""
    checks, search = StatusChecks(trace.program), _Search(trace, None)
    false = [(which, at) for which, at in _false_conditions(trace) if checks.goes_on(_site(trace, which, at))]
    if not false:
        return None
    counting = [one for one in false if search.counts(*one)] or false
    depending = [one for one in counting if trace.threads[one[0]].events["value_term"][one[1]]] or counting
    chosen = next((one for one in false if _site(trace, *one) == wanted), depending[0])
    return search.of_check(*chosen)


def _site(trace: Trace, which: int, at: int) -> int:
    return int(trace.threads[which].events["site"][at])


def _false_conditions(trace: Trace) -> Iterator[tuple[int, int]]:
    """Thread and position of each, in the order in which they ran."""
    for which, begin, end in turns(trace):
        yield from ((which, begin + int(at)) for at in _false_rows(trace.threads[which].events[begin:end]))


def _by_status(trace: Trace) -> Failure:
    """The process ended with a status that does not pass: at the condition that led there, or where it was asked to."""
    status = outcome_of(trace.recording).detail
    ends = trace.recording.of_kind("RD_PROCESS_EXIT")
    threads = [thread.index for thread in trace.threads]
    which = threads.index(int(ends[-1]["thread"])) if ends.size else None
    at = None if which is None else _first_false_condition(trace.threads[which])
    if which is None or at is None:
        return replace(_by_the_system(trace), kind="exit")
    return _Search(trace, None).of_status(which, at, status)


def with_all_memory(trace: Trace) -> Trace:
    """The same run, in which conditions speak of all globals and heap that were read, shared or not.

    A run that fails early has often not come to the accesses that make a variable shared.
    """
    extents = [(start, size) for start, size, variable, _ in trace.program.variables if not variable.constant]
    extents += [(int(record["object"]), int(record["value"])) for record in trace.recording.of_kind("RD_ALLOC")]
    granules = [
        np.arange(start >> 3, (start + size - 1 >> 3) + 1, dtype=np.uint64)
        for start, size in extents
        if 0 < size <= MOST_BYTES
    ]
    return rewalk(with_alone(trace), np.concatenate(granules)) if granules else with_alone(trace)


def waits_of(trace: Trace) -> list[Wait]:
    """Who waits for what when nobody can move."""
    words = Words(trace)
    words.enter_all_slots()
    paths = [thread.path for thread in trace.recording.threads]
    found = []
    for record in trace.recording.of_kind("RD_DEADLOCK"):
        what = what_it_waits_for(trace, words, record)
        holder = int(record["extra"])
        if holder < len(paths) and not _is_join(record):
            what += f", held by {paths[holder]}"
        found.append(Wait(paths[int(record["thread"])], what))
    return found


def what_it_waits_for(trace: Trace, words: Words, record: Any) -> str:
    """`lock b`, `the end of main.2`: of a record that says that a thread waits for ever."""
    if not _is_join(record):
        kind = trace_format().kind_name(int(record["value"]))
        return f"{_WAITS_FOR.get(kind, '')}{words.name_of_object(int(record['object']))}"
    child, threads = int(record["extra"]), trace.recording.threads
    return f"the end of {threads[child].path if child < len(threads) else 'a thread'}"


def _is_join(record: Any) -> bool:
    return int(record["value"]) == trace_format()["RD_JOIN"]


def _last_false_condition(trace: Trace) -> tuple[int, int] | None:
    """The last assertion in the run that failed, although no ending was recorded."""
    return next(iter([*_false_conditions(trace)][::-1]), None)


def _false_condition_before(thread: ThreadTrace, end: int) -> int | None:
    false = _false_rows(thread.events[:end])
    return int(false[-1]) if false.size else None


def _first_false_condition(thread: ThreadTrace) -> int | None:
    """After it nothing was left but to end so."""
    false = _false_rows(thread.events)
    return int(false[0]) if false.size else None


def _false_rows(events: npt.NDArray[np.void]) -> npt.NDArray[np.intp]:
    return np.flatnonzero((events["kind"] == EventKind.ASSERTION) & (events["value"] == events["written"]))


def _by_the_system(trace: Trace) -> Failure:
    """A signal, a status: the runtime saw nothing fail. A crash stands somewhere behind its thread's last event."""
    final = trace.recording.final
    ran = list(turns(trace))
    if final is None or not ran:
        return Failure(None, f"the run ends: {trace.recording.ending}", trace.recording.ending)
    which, _, end = ran[-1]
    place = Words(trace).place(int(trace.threads[which].events["site"][end - 1]))
    if final.signal is not None:
        said = f"killed by {signal_name(final.signal)}"
        at_fault = _at_a_fault(trace, said)
        if at_fault is not None:
            return at_fault
        return Failure(place, f"{said} here or soon after" if place is not None else said, said, which)
    if final.status and trace.recording.outcome == "exit":
        said = f"exit status {final.status}"
        return Failure(place, said, said, which)
    return Failure(None, f"the run ends: {trace.recording.ending}", trace.recording.ending)


def _at_a_fault(trace: Trace, said: str) -> Failure | None:
    """Where it is known which access or division it was."""
    if crashed_thread(trace) is None:
        return None
    everything = with_private(trace)
    crash = MemoryFaults(everything).crash()
    if crash is None:
        return None
    faulting = Faulting(everything)
    message = f"{memory_message(faulting.fault(crash))} ({said})"
    return Failure(faulting.place(crash.at), message, message, crash.at.thread, kind="fault")


class _Search:
    """From the record of an ending back to the condition that led there. `ending`: its position in Recording.sync."""

    def __init__(self, trace: Trace, ending: int | None) -> None:
        self._trace = trace
        self._ending = ending
        self._words = Words(trace)
        self._sources = Sources.of(trace.program)

    def failure(self) -> Failure:
        assert self._ending is not None
        record = self._trace.recording.sync[self._ending]
        which = [thread.index for thread in self._trace.threads].index(int(record["thread"]))
        events = self._trace.threads[which].events
        calls = np.flatnonzero((events["kind"] == EventKind.SYNC) & (events["value"] == self._ending))
        if not calls.size:
            return Failure(None, f"the run ends: {self._trace.recording.ending}", self._trace.recording.ending, which)
        call = int(calls[-1])
        condition = _false_condition_before(self._trace.threads[which], call)
        if condition is not None and self._callee(which, condition, call) is not None:
            return self.of_condition(which, condition, call)
        return self._of_call(which, call, record)

    def of_condition(self, which: int, at: int, call: int | None = None) -> Failure:
        """`call`: of the function that ended the run; inside of what the condition guards."""
        thread = self._trace.threads[which]
        event = thread.events[at]
        self._enter_slots(which, at)
        quoted = self._quoted(which, at, call)
        term = int(event["value_term"])
        values = self._values(thread, term)
        said = f"{values}{self._caller(thread, event, term)}"
        place = self._words.place_of(thread, event)
        callee = None if call is None or quoted else self._callee(which, at, call)
        if callee is None:
            wanted = quoted or (self._words.condition(thread, term, holds=not event["value"]) if term else "")
            message = f"{wanted or 'the condition'} fails"
            return Failure(place, f"{message}: {said}" if said else message, f"assert {message}", which, at, quoted)
        message = callee
        if term:
            message += f" because {self._words.condition(thread, term, holds=bool(event['value']))}"
        return Failure(place, f"{message}: {said}" if said else message, message, which, at)

    def counts(self, which: int, at: int) -> bool:
        """Whether a framework's check is one that only warns, by what stands in the source."""
        stated = self._stated(self._words.place_of(self._trace.threads[which], self._trace.threads[which].events[at]))
        return stated is None or stated.counts

    def of_check(self, which: int, at: int) -> Failure:
        """`c.get() == 3 fails: c.get() is 2`, of a check of a framework; of one that is no macro, what was read."""
        thread = self._trace.threads[which]
        event = thread.events[at]
        self._enter_slots(which, at)
        term, place = int(event["value_term"]), self._words.place_of(thread, event)
        stated = self._stated(place)
        values = self._values(thread, term)
        if stated is not None:
            wanted, sides = stated.condition, (stated.left, stated.right)
            values = self._words.sides(thread, term, sides) or values
        else:
            wanted = self._words.condition(thread, term, holds=not event["value"]) if term else "the check"
        message = f"{wanted} fails"
        said = f"{message}: {values}" if values else message
        written = "" if stated is None else stated.written
        return Failure(place, said, f"assert {message}", which, at, written)

    def _stated(self, place: SourcePlace | None) -> Stated | None:
        """The macro that stands there in the source, if it is still what was compiled."""
        if place is None or not place.column:
            return None
        first = without_comments(self._sources.text(place)[place.column - 1 :])
        behind = (replace(place, line=place.line + more) for more in range(1, MOST_LINES))
        return stated_at("\n".join([first, *(without_comments(self._sources.text(line)) for line in behind)]))

    def of_status(self, which: int, at: int, status: str) -> Failure:
        """`exit status 1 because hits != 2: hits is 1`; where the status itself is computed, what it is made of."""
        thread = self._trace.threads[which]
        event = thread.events[at]
        self._enter_slots(which, at)
        term, site = int(event["value_term"]), int(event["site"])
        values = f"{self._values(thread, term)}{self._caller(thread, event, term)}"
        message = f"exit status {status}"
        if term and not StatusChecks(self._trace.program).is_the_end(site):
            message += f" because {self._words.condition(thread, term, holds=bool(event['value']))}"
        said = f"{message}: {values}" if values else message
        return Failure(self._words.place_of(thread, event), said, message, which, at, kind="exit")

    def _of_call(self, which: int, call: int, record: Any) -> Failure:
        """No condition is known: `assert(x)` of a private x that was folded away, abort() in straight code."""
        site = int(self._trace.threads[which].events["site"][call])
        place = self._words.place(site)
        if int(record["kind"]) == trace_format()["RD_ASSERT_FAIL"]:
            file = text_at(self._trace.program, int(record["value"]))
            place = place or (SourcePlace(file, int(record["extra"])) if file else None)
            said = text_at(self._trace.program, int(record["object"])) or "the assertion"
            message = f"{said} fails"
            return Failure(place, message, f"assert {message}", which, call)
        if self._trace.recording.terminated:
            thread, said = self._trace.threads[which], self._trace.recording.terminated
            return Failure(self._words.place_of(thread, thread.events[call]), said, said, which, call)
        callee = self._trace.program.callee_at(site) if site else "abort"
        message = f"{callee}() is called" if f"@{callee}" in ERROR_FUNCTIONS else f"{callee}() aborts the program"
        return Failure(place, message, message, which, call)

    def _quoted(self, which: int, at: int, call: int | None) -> str:
        """The text of the assertion whose condition that is; empty: it is none, or says only that it always fails."""
        if call is None or self._ending is None:
            return ""
        events = self._trace.threads[which].events
        record = self._trace.recording.sync[self._ending]
        if record["kind"] != trace_format()["RD_ASSERT_FAIL"] or events["stack"][at] != events["stack"][call]:
            return ""
        said = text_at(self._trace.program, int(record["object"]))
        return "" if _NEVER_TRUE.fullmatch(said) else said

    def _callee(self, which: int, at: int, call: int) -> str | None:
        """What the frame of the condition came to in the end; None: that frame has nothing to do with the ending."""
        if self._trace.recording.terminated:
            return self._trace.recording.terminated  # the frame may be gone: it threw
        thread = self._trace.threads[which]
        frame, node = int(thread.events["stack"][at]), int(thread.events["stack"][call])
        site = int(thread.events["site"][call])
        while node != frame:
            if not node:
                return None
            node, site = int(thread.stacks["parent"][node]), int(thread.stacks["site"][node])
        callee = self._trace.program.callee_at(site)
        if callee.startswith("__assert"):
            assert self._ending is not None
            said = text_at(self._trace.program, int(self._trace.recording.sync[self._ending]["object"]))
            return f"assert({said}) is reached"
        return f"{callee}() is called"

    def _values(self, thread: ThreadTrace, term: int) -> str:
        """`a is 1, b is 0`; `x is 1, then 2`"""
        seen: dict[str, list[str]] = {}
        for position in reads_of(thread, term):
            event = thread.events[position]
            name = self._words.name_of_read(thread, position)
            value = name.spell(int(event["value"]), int(event["size"]))
            values = seen.setdefault(name.text, [])
            if not values or values[-1] != value:
                values.append(value)
        words = [f"{name} is {', then '.join(values)}" for name, values in seen.items()]
        more = f" and {len(words) - MOST_VALUES} more" if len(words) > MOST_VALUES else ""
        return ", ".join(words[:MOST_VALUES]) + more

    def _caller(self, thread: ThreadTrace, event: Any, term: int) -> str:
        """Where all that the condition read was read elsewhere, the caller is of interest too."""
        stack = int(event["stack"])
        read_in = [int(thread.events["stack"][position]) for position in reads_of(thread, term)]
        if not stack or not read_in or stack in read_in:
            return ""
        place = self._words.place(int(thread.stacks["site"][stack]))
        if place is None or is_system_header(place.file):
            return ""
        return f" (called from {place.function}, {place.file.rsplit('/', 1)[-1]}:{place.line})"

    def _enter_slots(self, which: int, at: int) -> None:
        """Names of the stack as they were when it failed."""
        for number, begin, end in turns(self._trace):
            thread = self._trace.threads[number]
            for position in np.flatnonzero(thread.events["kind"][begin:end] == EventKind.SLOT):
                self._words.enter_slot(thread, thread.events[begin + position])
            if number == which and begin <= at < end:
                return
