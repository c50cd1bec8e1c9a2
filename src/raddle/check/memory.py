"""Memory errors of a run: those that it shows itself, and those that other interleavings of its paths come to.

Decided by predict/memory on the trace program; shown by the crash, or by what the walk of a real run says of each
access (trace/memory_faults.py): of the given one, or of a replay of the predicted schedule, stopped behind the access.
One report for each error, place of the access and place of the free.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final

from raddle.base.place import SourcePlace
from raddle.check.asking import asking
from raddle.check.confirming import NO_TIME_LEFT, NOT_SHOWN, Checked, Witnesses
from raddle.check.options import CheckOptions, Timed
from raddle.check.part import Part
from raddle.check.places import NOWHERE, Places
from raddle.check.predicted_memory import predicted_fault
from raddle.check.shares import Look, Share
from raddle.decide.answers import Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.goals import Fails, Goal, UseAfterFree
from raddle.predict.memory.decide import (
    Ask,
    Deciding,
    Group,
    MemoryErrors,
    PredictedError,
    Seen,
    UndecidedError,
    What,
)
from raddle.predict.memory.soonest import is_of_frame, soonest
from raddle.predict.numbering import Numbering
from raddle.predict.relevant import relevant_events
from raddle.predict.schedule import is_of_lock
from raddle.replay.confirm import Conditions, Refuted, follow, reason_beyond_the_model
from raddle.replay.memory import fault_at, memory_outcome, visible
from raddle.replay.outcome import USE_AFTER_FREE, Outcome, outcome_of
from raddle.replay.races import VisibleEvent, segments_up_to
from raddle.replay.schedule import Schedule
from raddle.report.failure import Failure
from raddle.report.faulting import Faulting
from raddle.report.memory_text import memory_message
from raddle.report.progress import Stages
from raddle.report.result import Finding, Line, MemoryFault, Open, Stats
from raddle.report.story import story_of
from raddle.trace.memory_faults import MemoryFault as ShownFault
from raddle.trace.memory_faults import MemoryFaults
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private

MOST_OBSERVED_EVENTS: Final = 5_000_000
"""Of a run that is looked through for memory errors of its own."""
MOST_WITNESSES: Final = 50
CUT: Final = ("limit", "timeout")
NO_SCHEDULE: Final = Schedule()
_AFTER: Final[dict[str, tuple[What, ...]]] = {
    "use-after-free": ("freed",),
    "double-free": ("again",),
    "dangling": ("returned", "address"),
    "null": ("address",),
    "out-of-bounds": ("address",),
    "division": ("division",),
}

Key = tuple[str, SourcePlace, SourcePlace | None]
"""The fault, the place of the access, the place of the free."""


class Shown:
    """What a real run shows of memory errors."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.faults = MemoryFaults(trace)

    @cached_property
    def _faulting(self) -> Faulting:
        return Faulting(self.trace)

    def touched(self, event: VisibleEvent) -> list[tuple[int, tuple[int, int] | None]]:
        """Addresses, and the objects that they lie in."""
        found = []
        for number, thread in enumerate(self.trace.threads):
            if thread.path == event.thread:
                for row in self.faults.rows_of(number, event.number).tolist():
                    found.append((int(thread.events["address"][row]), self.faults.object_of(number, row)))
        return found

    def described(self, fault: ShownFault) -> MemoryFault:
        return self._faulting.fault(fault)

    def story(self, fault: ShownFault, relevant: frozenset[tuple[str, int]]) -> tuple[Line, ...]:
        """Up to the access."""
        deed = memory_message(self.described(fault))
        thread = self.trace.threads[fault.at.thread]
        row = fault.at.row if fault.at.row < len(thread.events) else None
        return story_of(self.trace, relevant, Failure(self._faulting.place(fault.at), deed, deed, fault.at.thread, row))


def memory_look(checked: Checked, witnesses: Witnesses, failed: Finding | None, progress: Stages, timed: Timed) -> Look:
    turn = replace(checked, share=checked.share.another())
    return Look("memory", turn.share, _MemoryCheck(turn, witnesses, failed, progress, timed).part)


class _MemoryCheck:
    """`failed`: how the given run itself ended; it is told elsewhere."""

    def __init__(
        self, checked: Checked, witnesses: Witnesses, failed: Finding | None, progress: Stages, timed: Timed
    ) -> None:
        self._checked = checked
        self._witnesses = witnesses
        self._failed = failed
        self._progress = progress
        self._timed = timed
        self._deciding = Deciding(checked.encoder, Places(checked.trace, checked.ctp).of_event)

    @cached_property
    def _given(self) -> Shown | None:
        return _given(self._checked)

    @cached_property
    def _confirming(self) -> "_Confirming":
        return _Confirming(self._checked, self._witnesses, self._given, self._progress)

    @cached_property
    def _observed(self) -> list[Finding]:
        return list(self._confirming.observed(self._failed))

    def part(self) -> Part:
        checked = self._checked
        with self._timed.stage("memory"):
            self._progress.stage("looking for memory errors")
            ended = [self._failed] if self._failed is not None else []
            known = [group for one in (*self._observed, *ended) for group in _groups(one)]
            ask = asking_with(checked.encoder, checked.options, checked.share, self._progress)
            decided = self._deciding.all(ask, known, checked.share.is_never)
        with self._timed.stage("replay"):
            self._progress.stage("replaying memory errors", total=len(decided.found))
            findings = self._confirming.findings(decided.found)
        many = f"the run has more than {MOST_OBSERVED_EVENTS} events: {_NOT_LOOKED}"
        return Part(
            findings=(*self._observed, *findings),
            open=open_errors(decided),
            bounded=decided.bounded,
            stats=memory_stats(decided),
            notes=() if self._given is not None else (many,),
        )


_NOT_LOOKED: Final = "it was not looked through for memory errors of its own"


def _given(checked: Checked) -> Shown | None:
    if checked.trace.recording.events > MOST_OBSERVED_EVENTS:
        return None
    return Shown(with_private(checked.trace))


def asking_with(encoder: Encoder, options: CheckOptions, share: Share, progress: Stages) -> Ask:
    def ask(groups: Sequence[Sequence[Goal]], seen: Seen) -> list[list[Verdict]]:
        return asking(encoder, options, share, progress, "deciding memory errors", seen)(groups)

    return ask


def _groups(finding: Finding) -> Iterator[Group]:
    """That the finding answers for."""
    fault = finding.about
    if isinstance(fault, MemoryFault):
        place, freed = _line(fault.access.place), _line(fault.freed.place) if fault.freed is not None else None
        for what in _AFTER[fault.fault]:
            yield Group(what, place, freed if what in ("freed", "again", "returned") else None)


def _line(place: SourcePlace | None) -> SourcePlace:
    return NOWHERE if place is None else replace(place, column=0)


def key_of(fault: MemoryFault) -> Key:
    return fault.fault, _line(fault.access.place), None if fault.freed is None else _line(fault.freed.place)


def open_errors(decided: MemoryErrors) -> tuple[Open, ...]:
    left = [_open(one) for one in decided.undecided]
    if decided.beyond:
        reason = "there are too many pairs of a free and a use to look at all of them"
        left.append(Open(None, reason, decided.beyond, "memory"))
    return tuple(left)


def _open(one: UndecidedError) -> Open:
    place, freed = (None if at in (None, NOWHERE) else at for at in (one.group.place, one.group.freed))
    assert place is None or isinstance(place, SourcePlace)
    assert freed is None or isinstance(freed, SourcePlace)
    return Open(place, one.reason, one.count, "memory", freed)


def memory_stats(decided: MemoryErrors) -> Stats:
    return Stats(memory_checks=decided.checks, free_pairs=decided.pairs)


class _Confirming:
    def __init__(self, checked: Checked, witnesses: Witnesses, given: Shown | None, progress: Stages) -> None:
        self._checked = checked
        self._witnesses = witnesses
        self._given = given
        self._progress = progress
        self._own = checked.own_witness()
        self._told: set[Key] = set()
        self._replayed: dict[Group, Finding] = {}
        self._saved = 0

    # ---- in the given run

    def observed(self, failed: Finding | None) -> Iterator[Finding]:
        """But for what ended it."""
        if failed is not None and isinstance(failed.about, MemoryFault):
            self._told.add(key_of(failed.about))
        for fault in self._given.faults.found() if self._given is not None else ():
            assert self._given is not None
            described = self._given.described(fault)
            if key_of(described) in self._told:
                continue
            self._told.add(key_of(described))
            events = [visible(self._given.trace, at) for at in (fault.freed, fault.at) if at is not None]
            schedule = replace(self._own.schedule, segments=segments_up_to(self._own.schedule.segments, events))
            witness = None
            if self._saved < MOST_WITNESSES:
                self._saved += 1
                witness = self._save(self._given.trace, fault, described, schedule)
            yield replace(memory_finding(described, schedule, witness), observed=True)

    def _save(self, trace: Trace, fault: ShownFault, described: MemoryFault, schedule: Schedule) -> Path:
        freed = None if described.freed is None else described.freed.place
        expected = memory_outcome(trace, fault, described.access.place, freed)
        witness = replace(self._own, expected=expected, schedule=schedule)
        places = [described.access.place, *([freed] if freed is not None else [])]
        return self._witnesses.save(witness, places, described.fault)

    # ---- in replays

    def findings(self, errors: Sequence[PredictedError]) -> list[Finding]:
        found, told = [], set(self._told)
        for error in errors:
            finding = self._once(error)
            assert isinstance(finding.about, MemoryFault)
            if key_of(finding.about) not in told or finding.reason == NOT_SHOWN:
                told.add(key_of(finding.about))
                found.append(finding)
            self._progress.advance()
        return sorted(found, key=lambda one: (one.place or NOWHERE, one.message))

    def _once(self, error: PredictedError) -> Finding:
        if error.group not in self._replayed:
            finding = self._finding(error)
            if finding.status == "predicted" and not self._checked.share.has_time():
                return replace(finding, reason=NO_TIME_LEFT)  # for now
            self._replayed[error.group] = finding
        return self._replayed[error.group]

    def _finding(self, error: PredictedError) -> Finding:
        conditions = self._checked.conditions()
        if conditions is None:
            return self._predicted(error, NO_TIME_LEFT)
        error = replace(error, violated=soonest(self._checked.ctp, error.violated))
        answer = self._followed(error.violated, conditions)
        return self._predicted(error, answer) if isinstance(answer, str) else answer

    def _followed(self, violated: Violated, conditions: Conditions) -> Finding | str:
        """What the replay showed, or why it showed nothing."""
        checked = self._checked
        schedule, given = checked.schedule(violated.moves, violated.goal), checked.trace.recording
        pins = checked.pins(violated.moves)
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            recording = Path(scratch) / "misusing.rdl"
            expected = Outcome(USE_AFTER_FREE)
            result = follow(given, checked.image, schedule, recording, pins, conditions, expected)
            if isinstance(result, Refuted):
                return result.why
            shown = Shown(with_private(checked.walked(recording)))
            numbering = checked.numbering(violated.moves, violated.goal)
            fault = self._shown_fault(shown, self._expected(violated.goal, numbering))
            if fault is None:
                return self._why_not(shown, violated, pins)
            described = shown.described(fault)
            relevant = relevant_events(checked.encoder, violated, numbering)
            if fault.freed is not None:
                event = visible(shown.trace, fault.freed)
                relevant |= {(event.thread, event.number)}
            story = shown.story(fault, relevant)
            witness = self._save(shown.trace, fault, described, schedule)
        found = memory_finding(described, schedule, witness, story=story)
        return replace(found, switches=violated.switches, fewest=violated.fewest)

    def _shown_fault(self, shown: Shown, events: Sequence[VisibleEvent]) -> ShownFault | None:
        for event in events:
            fault = fault_at(shown.trace, shown.faults, event)
            if fault is not None:
                return fault
        return None

    def _expected(self, goal: Goal, numbering: Numbering) -> list[VisibleEvent]:
        """The access, or what would come behind the division, or the call that uses a lock."""
        checked, ctp = self._checked, self._checked.ctp
        assert isinstance(goal, Fails | UseAfterFree)
        event = ctp.events[goal.check if isinstance(goal, Fails) else goal.use]
        if isinstance(goal, Fails) or is_of_lock(event.action):
            return [VisibleEvent(ctp.threads[event.thread].name, numbering.upto(event))]
        return checked.visible_events(event.number, numbering)

    def _why_not(self, shown: Shown, violated: Violated, pins: dict[tuple[str, int], str]) -> str:
        seen = outcome_of(shown.trace.recording)
        if seen.kind in CUT:
            return f"the replay was cut short ({seen.kind})"
        for event in self._expected(violated.goal, self._checked.numbering(violated.moves, violated.goal)):
            for address, _ in shown.touched(event):
                if not shown.faults.is_known(address):
                    return f"in the replay it touches {address:#x}, and what is there is not known"
        reason = reason_beyond_the_model(self._checked.trace.recording, pins)
        if reason:
            return f"the replay did not show it ({reason})"
        if isinstance(violated.goal, Fails) and self._is_elsewhere(shown, violated):
            return "in the replay it touches another object than in the given run, and which one is meant is not known"
        if is_of_frame(self._checked.ctp, violated) and self._is_used_again(shown, violated):
            return "in the replay another function has its variables in that place by then"
        return NOT_SHOWN

    def _is_used_again(self, shown: Shown, violated: Violated) -> bool:
        events = self._expected(violated.goal, self._checked.numbering(violated.moves, violated.goal))
        return any(within is not None for event in events for _, within in shown.touched(event))

    def _is_elsewhere(self, shown: Shown, violated: Violated) -> bool:
        """As `*(a - 1 + i)`: the sum does not tell whether it is made from a, or from what lies before it."""
        goal, checked = violated.goal, self._checked
        events = self._expected(goal, checked.numbering(violated.moves, goal))
        now = [within for event in events for _, within in shown.touched(event)]
        given = self._given.touched if self._given is not None else lambda _: []
        then = [within for event in self._expected(goal, checked.numbering()) for _, within in given(event)]
        return bool(now and then) and None not in now and not set(now) & set(then)

    def _predicted(self, error: PredictedError, why: str) -> Finding:
        """Told by what the given run did at these places."""
        checked, violated = self._checked, error.violated
        places = Places(checked.trace, checked.ctp)
        fault = predicted_fault(checked.ctp, violated.goal, places.stack_of)
        schedule = checked.schedule(violated.moves, violated.goal)
        found = memory_finding(fault, schedule, reason=why)
        return replace(found, switches=violated.switches, fewest=violated.fewest)


def memory_finding(
    fault: MemoryFault,
    schedule: Schedule = NO_SCHEDULE,
    witness: Path | None = None,
    *,
    reason: str = "",
    story: tuple[Line, ...] = (),
) -> Finding:
    """`reason`: why it is only predicted."""
    return Finding(
        kind="memory",
        status="predicted" if reason else "confirmed",
        place=fault.access.place,
        message=memory_message(fault),
        reason=reason,
        story=story,
        schedule=str(schedule),
        witness=witness,
        threads=len({segment.thread for segment in schedule.segments} or {fault.access.thread}),
        switches=schedule.switches,
        about=fault,
    )
