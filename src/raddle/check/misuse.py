"""Misuses of locks and the like: those that a run shows itself, and those that other interleavings of its paths come
to.

Decided by predict/misuses.py on the trace program; shown on the walk of a real run (trace/lock_misuses.py): of the
given one, or of a replay of the predicted schedule, stopped behind both. One report for each place of what is wrong.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final

from raddle.base.place import SourcePlace
from raddle.check.asking import asking
from raddle.check.confirming import NO_TIME_LEFT, NOT_SHOWN, Checked, Witnesses
from raddle.check.options import Timed
from raddle.check.part import Part
from raddle.check.places import NOWHERE, Places
from raddle.check.predicted import name_of_lock, predicted_misuse
from raddle.check.shares import Look
from raddle.decide.answers import Violated
from raddle.model.actions import Step
from raddle.model.goals import Beside, Fails, Goal
from raddle.predict.misuses import Misuses, decide_misuses
from raddle.predict.relevant import relevant_events
from raddle.replay.confirm import Conditions, Refuted, follow, reason_beyond_the_model
from raddle.replay.misuse import misuse_at, misuse_outcome, visible
from raddle.replay.outcome import MISUSE, Outcome, outcome_of
from raddle.replay.races import VisibleEvent, segments_up_to
from raddle.replay.schedule import Schedule
from raddle.replay.witness import Witness
from raddle.report.failure import Failure
from raddle.report.misuse_text import misuse_message
from raddle.report.misusing import Misusing
from raddle.report.progress import Stages
from raddle.report.result import Finding, Line, LockMisuse, Open, Stats
from raddle.report.story import story_of
from raddle.trace.lock_misuses import LockMisuses, Misuse
from raddle.trace.lock_objects import Life, with_lock_bytes
from raddle.trace.walk import Trace

CUT: Final = ("limit", "timeout")
NO_SCHEDULE: Final = Schedule()
Key = tuple[str, SourcePlace | None]
"""Of a finding: the object, and the place of what is wrong."""


class ShownMisuses:
    """What a real run shows of misuses. `trace`: with the bytes of locks and the like."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.misuses = LockMisuses(trace)

    @cached_property
    def _misusing(self) -> Misusing:
        return Misusing(self.trace)

    def described(self, misuse: Misuse) -> LockMisuse:
        return self._misusing.misuse(misuse)

    def name_of(self, life: Life) -> str:
        return self._misusing.name_of(life)

    def events(self, misuse: Misuse) -> list[VisibleEvent]:
        return [visible(self.trace, use) for use in (misuse.use, misuse.other) if use is not None]

    def outcome(self, misuse: Misuse, described: LockMisuse) -> Outcome:
        other = None if described.other is None else described.other.place
        return misuse_outcome(self.trace, misuse, described.access.place, other)

    def story(self, misuse: Misuse, relevant: frozenset[tuple[str, int]] | None) -> tuple[Line, ...]:
        described = self.described(misuse)
        uses = [use for use in (misuse.use, misuse.other) if use is not None]
        last = max(uses, key=lambda use: use.place)
        place = described.access.place if last is misuse.use or described.other is None else described.other.place
        said = misuse_message(described)
        return story_of(self.trace, relevant, Failure(place, said, said, last.at.thread, last.at.row))


def misuse_look(
    checked: Checked, given: ShownMisuses | None, witnesses: Witnesses, progress: Stages, timed: Timed
) -> Look:
    turn = replace(checked, share=checked.share.another())
    return Look("misuse", turn.share, _MisuseCheck(turn, given, witnesses, progress, timed).part)


class _MisuseCheck:
    """`given`: the given run; None: there are no such objects in it."""

    def __init__(
        self, checked: Checked, given: ShownMisuses | None, witnesses: Witnesses, progress: Stages, timed: Timed
    ) -> None:
        self._checked = checked
        self._given = given
        self._witnesses = witnesses
        self._progress = progress
        self._timed = timed
        self._confirming = _Confirming(checked, witnesses)
        self._shown: dict[Goal, Finding] = {}

    @cached_property
    def _observed(self) -> list[Finding]:
        if self._given is None:
            return []
        return list(observed_misuses(self._given, self._checked.own_witness(), self._witnesses))

    def part(self) -> Part:
        checked = self._checked
        with self._timed.stage("misuse"):
            self._progress.stage("looking for misused locks")
            places = Places(checked.trace, checked.ctp)
            ask = asking(checked.encoder, checked.options, checked.share, self._progress, "deciding misuses of locks")
            decided = decide_misuses(checked.encoder, places.of_event, ask)
        with self._timed.stage("replay"):
            self._progress.stage("replaying misuses of locks", total=len(decided.violated))
            findings = list(self._observed)
            told = {key_of(finding) for finding in findings}
            for violated in decided.violated:
                finding = self._finding(violated)
                if key_of(finding) not in told or finding.reason == NOT_SHOWN:
                    told.add(key_of(finding))
                    findings.append(finding)
                self._progress.advance()
        return Part(
            findings=tuple(sorted(findings, key=lambda one: (one.place or NOWHERE, one.message))),
            open=_open(decided),
            bounded=decided.bounded,
            stats=Stats(lock_pairs=decided.pairs),
        )

    def _finding(self, violated: Violated) -> Finding:
        if violated.goal not in self._shown:
            finding = self._confirming.finding(violated)
            if finding.status == "predicted" and not self._checked.share.has_time():
                return replace(finding, reason=NO_TIME_LEFT)  # for now
            self._shown[violated.goal] = finding
        return self._shown[violated.goal]


def key_of(finding: Finding) -> Key:
    assert isinstance(finding.about, LockMisuse)
    place = finding.about.access.place
    return finding.about.object, None if place is None else replace(place, column=0)


def _open(decided: Misuses) -> tuple[Open, ...]:
    found = []
    for one in decided.undecided:
        assert isinstance(one.place, SourcePlace)
        found.append(Open(None if one.place == NOWHERE else one.place, one.reason, one.count, "misuse"))
    return tuple(found)


def observed_misuses(given: ShownMisuses, own: Witness, witnesses: Witnesses) -> Iterator[Finding]:
    """`own`: of the given run."""
    for misuse in given.misuses.found():
        described = given.described(misuse)
        segments = segments_up_to(own.schedule.segments, given.events(misuse))
        schedule = replace(own.schedule, segments=segments)
        witness = replace(own, expected=given.outcome(misuse, described), schedule=schedule)
        path = witnesses.save(witness, _places(described), "misuse")
        yield replace(misuse_finding(described, schedule, path), observed=True)


def _places(described: LockMisuse) -> list[SourcePlace | None]:
    return [access.place for access in (described.access, described.other) if access is not None]


class _Confirming:
    def __init__(self, checked: Checked, witnesses: Witnesses) -> None:
        self._checked = checked
        self._witnesses = witnesses

    def finding(self, violated: Violated) -> Finding:
        conditions = self._checked.conditions()
        if conditions is None:
            return self._predicted(violated, NO_TIME_LEFT)
        why = NOT_SHOWN
        for goal in _both_orders(violated.goal):
            answer = self._followed(replace(violated, goal=goal), conditions)
            if isinstance(answer, Finding):
                return answer
            why = answer
        return self._predicted(violated, why)

    def _followed(self, violated: Violated, conditions: Conditions) -> Finding | str:
        """What the replay showed, or why it showed nothing."""
        checked = self._checked
        schedule, given = checked.schedule(violated.moves, violated.goal), checked.trace.recording
        pins = checked.pins(violated.moves)
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            recording = Path(scratch) / "misusing.rdl"
            result = follow(given, checked.image, schedule, recording, pins, conditions, Outcome(MISUSE))
            if isinstance(result, Refuted):
                return result.why
            shown = ShownMisuses(with_lock_bytes(checked.walked(recording)))
            misuse = misuse_at(shown.trace, shown.misuses, self._expected(violated)) or self._another(shown, violated)
            if misuse is None:
                seen = outcome_of(shown.trace.recording)
                reason = reason_beyond_the_model(given, pins)
                cut = f"the replay was cut short ({seen.kind})" if seen.kind in CUT else ""
                return cut or (f"the replay did not show it ({reason})" if reason else NOT_SHOWN)
            described = shown.described(misuse)
            numbering = checked.numbering(violated.moves, violated.goal)
            relevant = relevant_events(checked.encoder, violated, numbering)
            relevant |= {(event.thread, event.number) for event in shown.events(misuse)}
            story = shown.story(misuse, relevant)
            own = checked.own_witness(shown.outcome(misuse, described), schedule)
            witness = self._witnesses.save(own, _places(described), "misuse")
        found = misuse_finding(described, schedule, witness, story=story)
        return replace(found, switches=violated.switches, fewest=violated.fewest)

    def _another(self, shown: ShownMisuses, violated: Violated) -> Misuse | None:
        """What the run does to the same object on its way there: between finding it ready and using it others go on."""
        name = name_of_lock(self._checked.ctp, violated.goal)
        return next((one for one in shown.misuses.found() if shown.described(one).object == name), None)

    def _expected(self, violated: Violated) -> tuple[VisibleEvent, ...]:
        """The calls or accesses behind the events."""
        checked, goal = self._checked, violated.goal
        assert isinstance(goal, Fails | Beside)
        numbering = checked.numbering(violated.moves, goal)
        numbers = (goal.check,) if isinstance(goal, Fails) else (goal.first, goal.second)
        events = [checked.ctp.events[number] for number in numbers]
        return tuple(
            VisibleEvent(checked.ctp.threads[one.thread].name, numbering.upto(one) - int(isinstance(one.action, Step)))
            for one in events
        )

    def _predicted(self, violated: Violated, why: str) -> Finding:
        checked = self._checked
        stack_of = Places(checked.trace, checked.ctp).stack_of
        misuse = predicted_misuse(checked.ctp, violated.goal, stack_of)
        schedule = checked.schedule(violated.moves, violated.goal)
        found = misuse_finding(misuse, schedule, reason=why)
        return replace(found, switches=violated.switches, fewest=violated.fewest)


def _both_orders(goal: Goal) -> Iterator[Goal]:
    """Of two that are both next either may come first; where one of them has to wait only one order shows it."""
    yield goal
    if isinstance(goal, Beside):
        yield Beside(goal.second, goal.first)


def misuse_finding(
    misuse: LockMisuse,
    schedule: Schedule = NO_SCHEDULE,
    witness: Path | None = None,
    *,
    reason: str = "",
    story: tuple[Line, ...] = (),
) -> Finding:
    """`reason`: why it is only predicted."""
    return Finding(
        kind="misuse",
        status="predicted" if reason else "confirmed",
        place=misuse.access.place,
        message=misuse_message(misuse),
        reason=reason,
        story=story,
        schedule=str(schedule),
        witness=witness,
        threads=len({segment.thread for segment in schedule.segments} or {misuse.access.thread}),
        switches=schedule.switches,
        about=misuse,
    )
