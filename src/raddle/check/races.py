"""Data races of a run: those that it shows itself, and those that other interleavings of its paths show.

Decided by predict/races on the trace program; shown by happens-before on the walk of a real run (decision 17): the
given one, or a replay of the predicted schedule, stopped behind both accesses. One report for every two source places.
"""

import tempfile
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final

from raddle.base.place import SourcePlace
from raddle.base.trace_format import trace_format
from raddle.base.work import EVENTS, EVENTS_TO_START, Meter
from raddle.check.asking import asking
from raddle.check.confirming import NO_TIME_LEFT, NOT_SHOWN, Checked, Witnesses
from raddle.check.options import Timed
from raddle.check.part import Part
from raddle.check.places import NOWHERE, Places
from raddle.check.predicted import predicted_race
from raddle.check.shares import Look
from raddle.decide.answers import Violated
from raddle.model.actions import Acquire, Free, Release
from raddle.model.goals import Goal, Meet, Unordered
from raddle.model.machine import Machine
from raddle.predict.races.decide import Race as Predicted
from raddle.predict.races.decide import Races, decide_races, violation_of
from raddle.predict.relevant import relevant_events
from raddle.replay.confirm import Conditions, Refuted, follow, reason_beyond_the_model
from raddle.replay.outcome import DATA_RACE, Outcome, outcome_of
from raddle.replay.races import Pair, VisibleEvent, race_between, race_outcome, segments_up_to
from raddle.replay.schedule import Schedule
from raddle.report.failure import Failure
from raddle.report.progress import Stages
from raddle.report.racing import Racing
from raddle.report.result import Finding, Line, Open, Race, Stats
from raddle.report.story import story_of
from raddle.trace.events import EventKind
from raddle.trace.happens_before import At, HappensBefore
from raddle.trace.happens_before import Race as ShownRace
from raddle.trace.walk import Trace

MOST_WITNESSES: Final = 50
"""Of races that the given run shows itself: each is a schedule as long as the run."""
MOST_REPLAYING_S: Final = 90.0
"""Of work, by the events of the given run, after which no more races are replayed: they stay predicted."""
MOST_REPLAYED_ALONE: Final = 10
"""Where more races are predicted, each replay is asked for the others too."""
MOST_LOCKS_TOLD: Final = 8
CUT: Final = ("limit", "timeout")
NO_SCHEDULE: Final = Schedule()

Lines = tuple[SourcePlace, SourcePlace]
"""Sorted."""


class Shown:
    """What a real run shows of races."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.order = HappensBefore(trace)
        self._places = Places(trace)

    @cached_property
    def _racing(self) -> Racing:
        return Racing(self.trace)

    def by_lines(self) -> dict[Lines, ShownRace]:
        found: dict[Lines, ShownRace] = {}
        for race in self.order.races():
            found.setdefault(self.lines(race), race)
        return found

    def lines(self, race: ShownRace) -> Lines:
        one, other = sorted(self._places.of_row(*at) for at in race)
        return one, other

    def described(self, race: ShownRace, *, both_next: bool | None) -> Race:
        """The accesses in the order of their places."""
        one, other = sorted(race, key=lambda at: self._places.of_row(*at))
        return self._racing.race(one, other, both_next=both_next)

    def story(self, race: ShownRace, relevant: frozenset[tuple[str, int]] | None) -> tuple[Line, ...]:
        """Up to the second access. None: all that the threads share."""
        first, second = race
        deed = self._racing.deed(second, first)
        place = self._places.of_row(*second)
        return story_of(self.trace, relevant, Failure(place, deed, deed, second.thread, second.row))

    def visible(self, race: ShownRace) -> Pair:
        """The two as a schedule counts them, in the order of the run."""
        first, second = (self._visible(at) for at in race)
        return first, second

    def _visible(self, at: At) -> VisibleEvent:
        thread = self.trace.threads[at.thread]
        return VisibleEvent(thread.path, int(thread.events["index"][at.row]))


def race_look(checked: Checked, witnesses: Witnesses, progress: Stages, timed: Timed) -> Look:
    turn = replace(checked, share=checked.share.another())
    return Look("races", turn.share, _RaceCheck(turn, witnesses, progress, timed).part)


class _RaceCheck:
    def __init__(self, checked: Checked, witnesses: Witnesses, progress: Stages, timed: Timed) -> None:
        self._checked = checked
        self._witnesses = witnesses
        self._progress = progress
        self._timed = timed

    @cached_property
    def _confirming(self) -> "_Confirming":
        given = Shown(self._checked.trace)
        return _Confirming(self._checked, self._witnesses, given, given.by_lines(), self._progress)

    def part(self) -> Part:
        checked = self._checked
        with self._timed.stage("races"):
            self._progress.stage("looking for races")
            seen = frozenset(self._confirming.seen)
            ask = asking(checked.encoder, checked.options, checked.share, self._progress, "deciding races")
            place_of = Places(checked.trace, checked.ctp).of_event
            decided = decide_races(
                checked.encoder,
                place_of,
                ask,
                bounded=checked.options.limits.is_bounded,
                searched=checked.share.races,
                unordered=checked.share.unordered,
            )
        with self._timed.stage("replay"):
            self._progress.stage("replaying races", total=len(decided.races))
            findings = list(self._confirming.findings(decided.races))
        return Part(
            findings=tuple(sorted(findings, key=lambda one: one.places)),
            open=open_races(decided, seen),
            bounded=decided.bounded,
            stats=race_stats(decided, seen),
        )


def open_races(decided: Races, seen: frozenset[Lines] = frozenset()) -> tuple[Open, ...]:
    """`seen`: those that the given run shows all the same."""
    left = []
    for one in decided.undecided:
        lines = _sorted(one.places)
        if lines not in seen:
            place, other = (None if at == NOWHERE else at for at in lines)
            left.append(Open(place, one.reason, one.count, "data-race", other))
    if decided.beyond:
        reason = "there are too many pairs of places to look at all of them"
        left.append(Open(None, reason, decided.beyond, "data-race"))
    return tuple(left)


def race_stats(decided: Races, seen: frozenset[Lines] = frozenset()) -> Stats:
    told = seen | {_sorted(one.places) for one in decided.races} | {_sorted(one.places) for one in decided.undecided}
    pairs = max(decided.pairs, len(told))
    return Stats(race_pairs=pairs, races_excluded=pairs - len(told))


def _sorted(places: tuple[Hashable, Hashable]) -> Lines:
    one, other = places
    assert isinstance(one, SourcePlace) and isinstance(other, SourcePlace)
    return (one, other) if one <= other else (other, one)


class _Confirming:
    def __init__(
        self, checked: Checked, witnesses: Witnesses, given: Shown, seen: dict[Lines, ShownRace], progress: Stages
    ) -> None:
        self._checked = checked
        self._witnesses = witnesses
        self._given = given
        self.seen = seen
        self._observed_ones: dict[Lines, Finding] = {}
        self._progress = progress
        self._own = checked.own_witness()
        self._machine = Machine(checked.ctp)
        self._saved = 0
        self._replaying = Meter(MOST_REPLAYING_S)
        self._replays = 0
        self._wanted: set[Lines] = set()
        self._shown: dict[Lines, Finding] = {}

    def findings(self, races: Sequence[Predicted]) -> Iterator[Finding]:
        counts = {_sorted(race.places): race.count for race in races}
        self._wanted = set(counts) - set(self.seen)
        self._shown = {lines: one for lines, one in self._shown.items() if one.reason != NO_TIME_LEFT}
        for lines, shown in self.seen.items():
            if lines not in self._observed_ones:
                self._observed_ones[lines] = self._observed(shown)
            yield replace(self._observed_ones[lines], instances=counts.get(lines, 1))
        for race in races if len(self._wanted) <= MOST_REPLAYED_ALONE else sorted(races, key=self._late_first):
            lines = _sorted(race.places)
            if lines not in self.seen:
                if lines not in self._shown:
                    self._replay(lines, race)
                yield replace(self._shown[lines], instances=race.count)
            self._progress.advance()

    def _late_first(self, race: Predicted) -> int:
        """A replay that goes far is likely to show more of the others."""
        return -sum(self._checked.ctp.events[number].upto for number in (race.goal.first, race.goal.second))

    # ---- in the given run

    def _observed(self, race: ShownRace) -> Finding:
        described, events = self._given.described(race, both_next=None), self._given.visible(race)
        schedule = replace(self._own.schedule, segments=segments_up_to(self._own.schedule.segments, events))
        witness = None
        if self._saved < MOST_WITNESSES:
            self._saved += 1
            witness = self._save(described, events, schedule)
        return replace(race_finding(described, schedule, witness), observed=True)

    def _save(self, described: Race, events: Pair, schedule: Schedule) -> Path:
        """In the order of the run."""
        by_thread = {access.thread: access.place for access in described.accesses}
        expected = race_outcome(events, (by_thread[events[0].thread], by_thread[events[1].thread]))
        witness = replace(self._own, expected=expected, schedule=schedule)
        return self._witnesses.save(witness, [access.place for access in described.accesses], "race")

    # ---- in replays

    def _replay(self, lines: Lines, predicted: Predicted) -> None:
        conditions = self._checked.conditions()
        violated = Violated(predicted.goal, predicted.moves, 0, predicted.fewest)
        if conditions is None:
            self._stays_predicted(lines, violated, NO_TIME_LEFT)
            return
        if self._replaying.is_over:
            self._stays_predicted(lines, violated, f"not replayed: the budget ended with {self._replays} other replays")
            return
        if len(self._wanted) <= MOST_REPLAYED_ALONE:
            shorten_s = self._checked.options.limits.minimise_s
            violated = violation_of(self._checked.encoder, self._machine, predicted, shorten_s)
        why: str | None = None
        for goal in _both_orders(violated.goal):
            schedule = self._checked.schedule(violated.moves, goal)
            why = self._follow(lines, violated, schedule, conditions)
            if why is None:
                break
        if why is not None:
            self._stays_predicted(lines, violated, why if self._checked.share.has_time() else NO_TIME_LEFT)

    def _follow(self, lines: Lines, violated: Violated, schedule: Schedule, conditions: Conditions) -> str | None:
        """Why it did not show the race; None: it did."""
        pins, given = self._checked.pins(violated.moves), self._checked.trace.recording
        self._replays += 1
        self._replaying.spend(EVENTS_TO_START + given.events, EVENTS)
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            recording = Path(scratch) / "racing.rdl"
            result = follow(given, self._checked.image, schedule, recording, pins, conditions, Outcome(DATA_RACE))
            if isinstance(result, Refuted):
                return result.why
            shown = Shown(self._checked.walked(recording))
            race = self._predicted_race(shown, violated)
            if race is None:
                return self._why_not(shown, violated)
            self._shows(shown, race, lines, violated, schedule)
            if len(self._wanted) > MOST_REPLAYED_ALONE:
                self._shows_more(shown, schedule)
        return None

    def _shows_more(self, shown: Shown, schedule: Schedule) -> None:
        """A replay mostly shows other races as well."""
        for lines, race in shown.by_lines().items():
            if lines in self._wanted and lines not in self._shown:
                described, events = shown.described(race, both_next=None), shown.visible(race)
                self._shown[lines] = race_finding(described, schedule, self._save(described, events, schedule))

    def _predicted_race(self, shown: Shown, violated: Violated) -> ShownRace | None:
        goal = violated.goal
        assert isinstance(goal, Meet | Unordered)
        numbering = self._checked.numbering(violated.moves, goal)
        for first in self._checked.visible_events(goal.first, numbering):
            for second in self._checked.visible_events(goal.second, numbering):
                race = race_between(shown.trace, shown.order, (first, second))
                if race is not None:
                    return race
        return None

    def _shows(self, shown: Shown, race: ShownRace, lines: Lines, violated: Violated, schedule: Schedule) -> None:
        goal = violated.goal
        described = shown.described(race, both_next=isinstance(goal, Meet))
        events = shown.visible(race)
        relevant = frozenset({*self._relevant(violated), (events[0].thread, events[0].number)})
        story, witness = shown.story(race, relevant), self._save(described, events, schedule)
        self._shown[lines] = race_finding(described, schedule, witness, story=story)

    def _relevant(self, violated: Violated) -> frozenset[tuple[str, int]]:
        """Beside what matters to the goal the locks of the two threads, if they are few."""
        goal, ctp = violated.goal, self._checked.ctp
        assert isinstance(goal, Meet | Unordered)
        threads = {ctp.events[goal.first].thread, ctp.events[goal.second].thread}
        events = [ctp.events[move.event] for move in violated.moves]
        locks = [one for one in events if one.thread in threads and isinstance(one.action, Acquire | Release)]
        told = locks if len(locks) <= MOST_LOCKS_TOLD else []
        numbering = self._checked.numbering(violated.moves, goal)
        own = frozenset((ctp.threads[one.thread].name, numbering.done_at(one)) for one in told)
        return relevant_events(self._checked.encoder, violated, numbering) | own

    def _why_not(self, shown: Shown, violated: Violated) -> str:
        seen = outcome_of(shown.trace.recording)
        if seen.kind in CUT:
            return f"the replay was cut short ({seen.kind})"
        frees = shown.trace.recording.of_kind("RD_FREE")
        if self._are_frees(violated.goal) and (frees["flags"] & trace_format()["RD_FLAG_MISUSE"]).any():
            return "the program ends at the second free"
        reason = reason_beyond_the_model(self._checked.trace.recording, self._checked.pins(violated.moves))
        return f"the replay did not show it ({reason})" if reason else NOT_SHOWN

    def _are_frees(self, goal: Goal) -> bool:
        assert isinstance(goal, Meet | Unordered)
        return all(isinstance(self._checked.ctp.events[at].action, Free) for at in (goal.first, goal.second))

    def _stays_predicted(self, lines: Lines, violated: Violated, why: str) -> None:
        """Told by what the given run did at these places."""
        goal, ctp = violated.goal, self._checked.ctp
        assert isinstance(goal, Meet | Unordered)
        one, other = (ctp.events[number] for number in (goal.first, goal.second))
        rows = ShownRace(At(one.thread, one.origin), At(other.thread, other.origin))
        kinds = {int(self._checked.trace.threads[at.thread].events["kind"][at.row]) for at in rows}
        if EventKind.PIN in kinds:  # the given run gave nothing back there
            stack_of = Places(self._checked.trace, self._checked.ctp).stack_of
            first, second = sorted((goal.first, goal.second), key=lambda number: stack_of(number)[:1])
            described = predicted_race(self._checked.ctp, first, second, stack_of, both_next=isinstance(goal, Meet))
        else:
            described = self._given.described(rows, both_next=isinstance(goal, Meet))
        schedule = self._checked.schedule(violated.moves, goal)
        self._shown[lines] = race_finding(described, schedule, reason=why)


def _both_orders(goal: Goal) -> Iterator[Goal]:
    """Of two accesses that are both next, either may come first; it may change where the other one goes."""
    yield goal
    if isinstance(goal, Meet):
        yield Meet(goal.second, goal.first)


def race_finding(
    race: Race,
    schedule: Schedule = NO_SCHEDULE,
    witness: Path | None = None,
    *,
    reason: str = "",
    story: tuple[Line, ...] = (),
    instances: int = 1,
) -> Finding:
    """`reason`: why it is only predicted."""
    one, other = race.accesses
    return Finding(
        kind="data-race",
        status="predicted" if reason else "confirmed",
        place=one.place,
        message=f"data race on {race.memory}: {one.verb} at {_where(one.place)}, {other.verb} at {_where(other.place)}",
        reason=reason,
        story=story,
        schedule=str(schedule),
        witness=witness,
        threads=len({segment.thread for segment in schedule.segments} or {one.thread, other.thread}),
        switches=schedule.switches,
        instances=instances,
        about=race,
    )


def _where(place: SourcePlace | None) -> str:
    return "an unknown place" if place is None else f"{place.file}:{place.line}"
