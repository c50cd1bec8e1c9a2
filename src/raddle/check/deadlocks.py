"""Deadlocks of a run's paths: decided by predict/deadlocks, each replayed until the real program is stuck.

One report for each set of source places where threads wait.
"""

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final, assert_never

from raddle.base.place import SourcePlace
from raddle.check.asking import asking
from raddle.check.confirming import NO_TIME_LEFT, Checked, Witnesses
from raddle.check.options import CheckOptions, Timed
from raddle.check.part import Part
from raddle.check.places import NOWHERE, Places
from raddle.check.predicted import predicted_deadlock
from raddle.check.shares import Look, Share
from raddle.encode.encoder import Encoder
from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
)
from raddle.model.goals import Circle
from raddle.model.machine import Machine
from raddle.model.standing import waits
from raddle.predict.deadlocks.lock_graph import PlaceOf
from raddle.predict.deadlocks.search import Deadlock as Found
from raddle.predict.deadlocks.search import Search, Searched, Unknown
from raddle.replay.confirm import Refuted
from raddle.replay.schedule import Schedule
from raddle.replay.stuck import confirm_deadlock
from raddle.report.progress import Stages
from raddle.report.result import Deadlock, Finding, Line, Open, Stats, Waiting
from raddle.report.story import story_of
from raddle.report.waiting import deadlock_of
from raddle.trace.held_locks import HeldLocks
from raddle.trace.walk import Trace

NO_SCHEDULE: Final = Schedule()
Lines = frozenset[tuple[str, int]]
"""Where threads wait."""


def deadlock_look(
    checked: Checked, witnesses: Witnesses, failed: Finding | None, progress: Stages, timed: Timed
) -> Look:
    turn = replace(checked, share=checked.share.another())
    return Look("deadlocks", turn.share, _DeadlockCheck(turn, witnesses, failed, progress, timed).part)


class _DeadlockCheck:
    """`failed`: how the given run itself failed; a deadlock in it needs no replay."""

    def __init__(
        self, checked: Checked, witnesses: Witnesses, failed: Finding | None, progress: Stages, timed: Timed
    ) -> None:
        self._checked = checked
        self._witnesses = witnesses
        self._known = set() if failed is None else {_lines(failed.places)}
        self._progress = progress
        self._timed = timed
        self._places = Places(checked.trace, checked.ctp)
        self._searching = Searching(checked.encoder, self._places.of_event, checked.options, checked.share, progress)
        self._shown: dict[Lines, Finding] = {}

    def part(self) -> Part:
        with self._timed.stage("deadlocks"):
            searched = self._searching.searched()
        findings: dict[Lines, Finding] = {}
        with self._timed.stage("replay"):
            self._progress.stage("replaying deadlocks", total=len(searched.found))
            for found in searched.found:
                lines = _lines(self._places.of_event(event) for event in found.events)
                if lines not in self._known and lines not in findings:
                    findings[lines] = self._finding(lines, found)
                self._progress.advance()
        return Part(
            findings=tuple(sorted(findings.values(), key=lambda one: one.places)),
            open=tuple(open_deadlock(one, self._places.of_event) for one in searched.unknown),
            bounded=searched.bounded,
            stats=Stats(waits=sum(waits(event) for event in self._checked.ctp.events)),
        )

    def _finding(self, lines: Lines, found: Found) -> Finding:
        if lines not in self._shown:
            finding = _Confirming(self._checked, self._witnesses, self._places, found).finding()
            if finding.status == "predicted" and not self._checked.share.has_time():
                return replace(finding, reason=NO_TIME_LEFT)  # for now
            self._shown[lines] = finding
        return self._shown[lines]


class Searching:
    """The search, which may be asked for in several turns."""

    def __init__(
        self, encoder: Encoder, place_of: PlaceOf, options: CheckOptions, share: Share, progress: Stages
    ) -> None:
        self._encoder = encoder
        self._place_of = place_of
        self._options = options
        self._share = share
        self._progress = progress

    @cached_property
    def _search(self) -> Search:
        return Search(self._encoder, Machine(self._encoder.index.ctp), self._place_of)

    def searched(self) -> Searched:
        self._progress.stage("looking for deadlocks")
        seen = self._search.seen
        ask = asking(self._encoder, self._options, self._share, self._progress, "deciding deadlocks", seen)
        return self._search(ask)


def open_deadlock(unknown: Unknown, place_of: PlaceOf) -> Open:
    places = [place_of(event) for event in unknown.events]
    known = [place for place in places if isinstance(place, SourcePlace) and place != NOWHERE]
    return Open(known[0] if known else None, unknown.reason, 1, "deadlock", known[1] if len(known) > 1 else None)


def _lines(places: Iterable[SourcePlace]) -> Lines:
    return frozenset((place.file, place.line) for place in places)


class _Confirming:
    """One of them, on the real program."""

    def __init__(self, checked: Checked, witnesses: Witnesses, places: Places, found: Found) -> None:
        self._checked = checked
        self._witnesses = witnesses
        self._places = places
        self._found = found
        self._schedule = checked.schedule(found.moves, found.goal)
        self._numbering = checked.numbering(found.moves, found.goal)

    def finding(self) -> Finding:
        conditions = self._checked.conditions()
        if conditions is None:
            return self._predicted(NO_TIME_LEFT)
        pins, given = self._checked.pins(self._found.moves), self._checked.trace.recording
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            recording = Path(scratch) / "stuck.rdl"
            result = confirm_deadlock(
                given, self._checked.image, self._schedule, recording, pins, conditions, self._waits()
            )
            if isinstance(result, Refuted):
                return self._predicted(result.why)
            stuck = self._checked.walked(recording)
            story = story_of(stuck, self._relevant(stuck))
        deadlock = deadlock_of(stuck)
        path = self._witnesses.save(result.witness, [wait.place for wait in deadlock.waits], "deadlock")
        told = told_deadlock(self._found, deadlock, schedule=self._schedule, story=story, witness=path)
        return replace(told, stderr=stuck.recording.stderr)

    def _waits(self) -> dict[str, int]:
        """By thread, the number of the visible event in which it waits."""
        ctp, threads = self._checked.ctp, self._checked.trace.threads
        events = [ctp.events[number] for number in self._found.events]
        return {
            ctp.threads[event.thread].name: int(threads[event.thread].events["index"][event.origin])
            + self._numbering.more(event)
            for event in events
        }

    def _relevant(self, stuck: Trace) -> frozenset[tuple[str, int]]:
        """Where they got what they hold, and how else threads wait for each other."""
        ctp = self._checked.ctp
        held = HeldLocks(stuck)
        wanted = {
            (thread.path, int(thread.events["index"][lock.row]))
            for number, thread in enumerate(stuck.threads)
            for lock in held.at(number, len(thread.events))
        }
        for move in self._found.moves:
            event = ctp.events[move.event]
            if _is_told(event.action):
                wanted.add((ctp.threads[event.thread].name, self._numbering.upto(event) - 1))
        return frozenset(wanted)

    def _predicted(self, why: str) -> Finding:
        is_circle = isinstance(self._found.goal, Circle)
        deadlock = predicted_deadlock(self._checked.ctp, self._found.events, self._places.stack_of, is_circle=is_circle)
        return told_deadlock(self._found, deadlock, schedule=self._schedule, reason=why)


def told_deadlock(
    found: Found,
    deadlock: Deadlock,
    *,
    schedule: Schedule = NO_SCHEDULE,
    story: tuple[Line, ...] = (),
    witness: Path | None = None,
    reason: str = "",
) -> Finding:
    """`reason`: why it is only predicted."""
    who = "; ".join(f"{wait.thread} waits for {wait.what}{_held(wait)}" for wait in deadlock.waits)
    return Finding(
        kind="deadlock",
        status="predicted" if reason else "confirmed",
        place=next((wait.place for wait in deadlock.waits), None),
        message=f"deadlock: {who}",
        reason=reason,
        story=story,
        schedule=str(schedule),
        witness=witness,
        threads=len({segment.thread for segment in schedule.segments}),
        switches=found.switches,
        fewest=found.fewest,
        about=deadlock,
    )


def _is_told(action: Action) -> bool:
    """Whether it belongs to the story of a deadlock, though no lock is got by it."""
    match action:
        case Wait() | Wake() | Signal() | Broadcast() | Take() | Post() | Arrive():
            return True
        case Count() | Leave() | OnceBegin() | OnceEnd() | OncePass():
            return False
        case Acquire() | Release() | Refused() | Start() | Exit() | Create() | Join():
            return False
        case Step() | Check() | Free() | Fence() | RegionBegin() | RegionEnd() | ProcessEnd():
            return False
        case _:
            assert_never(action)


def _held(wait: Waiting) -> str:
    return f", held by {wait.holder}" if wait.holder and not wait.is_join else ""
