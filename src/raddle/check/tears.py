"""A torn block on the real program: in: predictions of one report, the plainest one first; out: a Finding."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Final

from raddle.base.place import SourcePlace
from raddle.base.work import EVENTS, EVENTS_TO_START, Meter
from raddle.check.confirming import NO_TIME_LEFT, NOT_SHOWN, Checked, Witnesses
from raddle.check.places import Places
from raddle.check.predicted import predicted_tear
from raddle.decide.answers import Violated
from raddle.encode.encoder import Encoder
from raddle.model.actions import Acquire, Release
from raddle.model.goals import Torn
from raddle.model.machine import Machine
from raddle.model.reached import reached
from raddle.model.run import moves_of
from raddle.model.values_before import with_values_before
from raddle.predict.atomicity.decide import Tear
from raddle.predict.numbering import Numbering
from raddle.predict.relevant import relevant_events
from raddle.replay.confirm import Conditions, Refuted, follow, reason_beyond_the_model
from raddle.replay.outcome import ATOMICITY, Outcome
from raddle.replay.races import VisibleEvent, segments_up_to
from raddle.replay.schedule import Schedule
from raddle.replay.torn import Four, torn_outcome
from raddle.report.atomicity_text import memories_of
from raddle.report.failure import Failure
from raddle.report.racing import Racing
from raddle.report.result import Block, Finding, Line, NotAtomic
from raddle.report.story import story_of
from raddle.report.torn import described
from raddle.trace.happens_before import At
from raddle.trace.torn import Tearing, TornRows
from raddle.trace.walk import Trace

MOST_REPLAYED: Final = 3
"""Predictions of one report that are tried, until the real program shows one."""
MOST_REPLAYING_S: Final = 90.0
"""Of work, by the events of the given run, after which no more are replayed: they stay predicted."""
MOST_REPLAYED_ALONE: Final = 10
"""Where there are more reports, a replay is asked for the others too."""
MOST_RUNS_KEPT: Final = 4
MOST_WITNESSES: Final = 50
MOST_RUN_AGAIN: Final = 200_000
"""Events of a given run that the machine is asked to show a torn block in."""
MOST_LOCKS_TOLD: Final = 8
NO_SCHEDULE: Final = Schedule()


class _Shown:
    """What a real run shows of torn blocks."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._tearing = Tearing(trace)
        self._racing = Racing(trace)
        self._numbers = {thread.path: number for number, thread in enumerate(trace.threads)}

    def rows(self, events: Sequence[Sequence[VisibleEvent]]) -> TornRows | None:
        """`events`: for first, there, back and last those that may be it."""
        first, there, back, last = events
        forth = self._dependent(first, there)
        home = self._dependent(back, last) if forth is not None else None
        return None if forth is None or home is None else TornRows(*forth, *home)

    def _dependent(self, earlier: Sequence[VisibleEvent], later: Sequence[VisibleEvent]) -> tuple[At, At] | None:
        for one, other in product(earlier, later):
            if one.thread in self._numbers and other.thread in self._numbers:
                found = self._tearing.dependent(self._at(one), self._at(other))
                if found is not None:
                    return found
        return None

    def _at(self, event: VisibleEvent) -> tuple[int, int]:
        return self._numbers[event.thread], event.number

    def described(self, rows: TornRows, block: Block, other: Block | None) -> NotAtomic:
        return described(self._racing, rows, self._tearing.order(rows), block, other)

    def visible(self, rows: TornRows) -> Four:
        first, there, back, last = (
            VisibleEvent(self.trace.threads[at.thread].path, int(self.trace.threads[at.thread].events["index"][at.row]))
            for at in rows
        )
        return first, there, back, last

    def story(
        self, rows: TornRows, relevant: frozenset[tuple[str, int]], place: SourcePlace | None
    ) -> tuple[Line, ...]:
        """Up to the block's last access."""
        deed = self._racing.deed(rows.last, rows.back)
        return story_of(self.trace, relevant, Failure(place, deed, deed, rows.last.thread, rows.last.row))


class Tearings:
    """`tears`: all that will be asked for."""

    def __init__(self, checked: Checked, witnesses: Witnesses, places: Places, tears: Sequence[Tear]) -> None:
        self._checked = checked
        self._tears = tears
        self._witnesses = witnesses
        self._places = places
        self._given = _Shown(checked.trace)
        self._machine = Machine(checked.ctp)
        self._own = checked.own_witness()
        self._replaying = Meter(MOST_REPLAYING_S)
        self._replays = 0
        self._saved = 0
        self._all_alone = True
        self._runs: list[tuple[_Shown, Schedule, Tear]] = []
        """Some replays that have shown the torn block that was asked for, and may show others."""

    def findings(self, groups: Sequence[Sequence[Tear]]) -> Iterator[Finding]:
        self._all_alone = len(groups) <= MOST_REPLAYED_ALONE
        for group in groups:
            yield replace(self._finding(group), instances=sum(tear.count for tear in group))

    def _finding(self, group: Sequence[Tear]) -> Finding:
        for tear in group:
            rows = self._given.rows(self._events(tear.goal, self._checked.numbering()))
            if rows is not None and self._is_observed(tear.goal):
                return self._observed(tear, rows)
        for (shown, schedule, asked), tear in product(self._runs, group):
            rows = shown.rows(self._events(tear.goal, self._checked.numbering(asked.moves, asked.goal)))
            if rows is not None and is_on_the_way(self._machine, tear.goal, asked):
                segments = segments_up_to(schedule.segments, shown.visible(rows))
                return self._shows(tear, shown, rows, replace(schedule, segments=segments))
        why = ""
        for tear in group[:MOST_REPLAYED]:
            found = self._replayed(tear)
            if isinstance(found, Finding):
                return found
            if found == NOT_SHOWN:
                return self._stays_predicted(tear, found)
            why = why or found
        return self._stays_predicted(group[0], why)

    def _blocks(self, tear: Tear) -> tuple[Block, Block | None]:
        declared = self._checked.blocks.declared
        return declared[tear.block], None if tear.other is None else declared[tear.other]

    def _events(self, goal: Torn, numbering: Numbering) -> list[list[VisibleEvent]]:
        events = goal.first, goal.there, goal.back, goal.last
        return [self._checked.visible_events(event, numbering) for event in events]

    # ---- in the given run

    def _is_observed(self, goal: Torn) -> bool:
        """The walk shows it; the machine knows the finer rules."""
        order = self._checked.ctp.observed
        if goal.last not in order or len(order) > MOST_RUN_AGAIN:
            return False
        return reached(self._machine, goal, moves_of(self._checked.ctp, order[: order.index(goal.last)]))

    def _observed(self, tear: Tear, rows: TornRows) -> Finding:
        torn, events = self._given.described(rows, *self._blocks(tear)), self._given.visible(rows)
        schedule = replace(self._own.schedule, segments=segments_up_to(self._own.schedule.segments, events))
        violated = Violated(tear.goal, moves_of(self._checked.ctp, self._checked.ctp.observed), 0, fewest=False)
        story = self._given.story(rows, self._relevant(violated, events), torn.accesses[3].place)
        finding = torn_finding(torn, schedule, self._save(torn, events, schedule), story=story)
        return replace(finding, observed=True)

    def _save(self, torn: NotAtomic, events: Four, schedule: Schedule) -> Path | None:
        self._saved += 1
        if self._saved > MOST_WITNESSES:
            return None
        expected = torn_outcome(events, [access.place for access in torn.accesses])
        witness = replace(self._own, expected=expected, schedule=schedule)
        return self._witnesses.save(witness, torn.places, "atomicity")

    # ---- in replays

    def _replayed(self, tear: Tear) -> Finding | str:
        """Or why it is not shown."""
        conditions = self._checked.conditions()
        if conditions is None:
            return NO_TIME_LEFT
        if self._replaying.is_over:
            return f"not replayed: the budget ended with {self._replays} other replays"
        self._replays += 1
        self._replaying.spend(EVENTS_TO_START + self._checked.trace.recording.events, EVENTS)
        return self._follow(tear, self._checked.schedule(tear.moves, tear.goal), conditions)

    def _follow(self, tear: Tear, schedule: Schedule, conditions: Conditions) -> Finding | str:
        pins, given = self._checked.pins(tear.moves), self._checked.trace.recording
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            recording = Path(scratch) / "torn.rdl"
            result = follow(given, self._checked.image, schedule, recording, pins, conditions, Outcome(ATOMICITY))
            if isinstance(result, Refuted):
                return result.why
            shown = _Shown(self._checked.walked(recording))
            rows = shown.rows(self._events(tear.goal, self._checked.numbering(tear.moves, tear.goal)))
            if rows is not None:
                if not self._all_alone:
                    self._runs = [*self._runs, (shown, schedule, tear)][-MOST_RUNS_KEPT:]
                finding = self._shows(tear, shown, rows, schedule)
                return replace(finding, switches=tear.switches, fewest=tear.fewest)
        if reason := result.world or reason_beyond_the_model(given, pins):
            return f"the replay did not show it ({reason})"
        return NOT_SHOWN

    def _shows(self, tear: Tear, shown: _Shown, rows: TornRows, schedule: Schedule) -> Finding:
        torn, events = shown.described(rows, *self._blocks(tear)), shown.visible(rows)
        violated = Violated(tear.goal, tear.moves, tear.switches, tear.fewest)
        story = shown.story(rows, self._relevant(violated, events), torn.accesses[3].place)
        return torn_finding(torn, schedule, self._save(torn, events, schedule), story=story)

    @cached_property
    def _encoder(self) -> Encoder:
        """Of the trace program with what was there before each write."""
        goals = (tear.goal for tear in self._tears)
        events = {event for goal in goals for event in (goal.first, goal.there, goal.back, goal.last)}
        return Encoder(with_values_before(self._checked.ctp, events))

    def _relevant(self, violated: Violated, events: Four) -> frozenset[tuple[str, int]]:
        """Beside what matters to the goal the locks of the two threads, if they are few."""
        ctp, threads = self._checked.ctp, {event.thread for event in events}
        own = {(event.thread, event.number) for event in events}
        locks, numbering = set(), self._checked.numbering(violated.moves, violated.goal)
        for move in violated.moves:
            event = ctp.events[move.event]
            name = ctp.threads[event.thread].name
            if name in threads and isinstance(event.action, Acquire | Release):
                locks.add((name, numbering.upto(event) - 1))
        told = locks if len(locks) <= MOST_LOCKS_TOLD else set()
        return relevant_events(self._encoder, violated, numbering) | own | told

    def _stays_predicted(self, tear: Tear, why: str) -> Finding:
        stack_of = self._places.stack_of
        torn = predicted_tear(self._checked.ctp, tear.goal, tear.moves, stack_of, *self._blocks(tear))
        schedule = self._checked.schedule(tear.moves, tear.goal)
        finding = torn_finding(torn, schedule, reason=why)
        return replace(finding, switches=tear.switches, fewest=tear.fewest)


def is_on_the_way(machine: Machine, goal: Torn, asked: Tear) -> bool:
    """Whether the run to a torn block reaches another goal too: the walk of a replay does not know the finer rules."""
    order = (*(move.event for move in asked.moves), asked.goal.last)
    if goal.last not in order or len(order) > MOST_RUN_AGAIN:
        return False
    return reached(machine, goal, asked.moves[: order.index(goal.last)])


def torn_finding(
    torn: NotAtomic,
    schedule: Schedule = NO_SCHEDULE,
    witness: Path | None = None,
    *,
    reason: str = "",
    story: tuple[Line, ...] = (),
) -> Finding:
    """`reason`: why it is only predicted."""
    first, there, _, last = torn.accesses
    between = f"{there.thread} at {_where(there.place)} comes between {_where(first.place)} and {_where(last.place)}"
    return Finding(
        kind="atomicity",
        status="predicted" if reason else "confirmed",
        place=first.place,
        message=f"{torn.block.name} is not atomic: {memories_of(torn)}: {between}",
        reason=reason,
        story=story,
        schedule=str(schedule),
        witness=witness,
        threads=len({segment.thread for segment in schedule.segments} or {first.thread, there.thread}),
        switches=schedule.switches,
        about=torn,
    )


def _where(place: SourcePlace | None) -> str:
    return "an unknown place" if place is None else f"{place.file}:{place.line}"
