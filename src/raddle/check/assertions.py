"""Every assertion of a run: decided for all interleavings of its paths, each violation replayed on the real program."""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.place import SourcePlace
from raddle.check.asking import asking
from raddle.check.confirming import NO_TIME_LEFT, Checked, Witnesses
from raddle.check.observed import failing_site
from raddle.check.options import CheckOptions, Timed
from raddle.check.part import Part
from raddle.check.shares import Look, Share
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.goals import Fails, Goal
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.predict.relevant import relevant_events
from raddle.predict.sample import sampled
from raddle.replay.confirm import Passed, Refuted, confirm
from raddle.replay.outcome import outcome_of
from raddle.replay.world import changed_world
from raddle.report.failure import find_failure
from raddle.report.progress import Stages
from raddle.report.result import Finding, Kind, Open, Stats
from raddle.report.story import story_of
from raddle.trace.events import EventKind
from raddle.trace.program import is_system_header
from raddle.trace.status_checks import StatusChecks
from raddle.trace.walk import Trace
from raddle.trace.words import Words

PASSES: Final = "it can fail, but the test passes all the same"


@dataclass(frozen=True)
class Asserted:
    """An assertion of the program, and its executions whose condition depends on shared memory.

    `place`: where the program's own code is, also where the assertion stands in a header of the system.
    """

    site: int
    place: SourcePlace | None
    checks: tuple[int, ...]


def assertions_of(trace: Trace, ctp: TraceProgram, *, by_status: bool = False) -> list[Asserted]:
    """In the order of the source, each with its executions in the order of the trace program. `by_status`: those that
    are about the exit status; else, those that the program states. Executions of a check of a framework stand alone:
    one may count as a failure where another does not."""
    words, about_status = Words(trace), StatusChecks(trace.program)
    by_place: dict[tuple[int, SourcePlace | None, int], list[int]] = {}
    for event in ctp.assertions:
        thread = trace.threads[event.thread]
        row = thread.events[event.origin]
        if about_status.at(int(row["site"])) is not by_status:
            continue
        alone = event.number if about_status.goes_on(int(row["site"])) else -1
        by_place.setdefault((int(row["site"]), words.place_of(thread, row), alone), []).append(event.number)
    found = [Asserted(site, place, tuple(checks)) for (site, place, _), checks in by_place.items()]
    return sorted(found, key=lambda one: (one.place or SourcePlace("", 0), one.site, one.checks))


def executed(trace: Trace) -> set[int]:
    """Sites of all assertions that the run came to, also where the condition depends on nobody else."""
    columns, about_status = (thread.events for thread in trace.threads), StatusChecks(trace.program)
    sites = {int(site) for events in columns for site in events["site"][events["kind"] == EventKind.ASSERTION]}
    return {site for site in sites if not about_status.at(site)}


def came_to_a_check(trace: Trace) -> bool:
    """An assertion, or what decides the exit status."""
    return any(bool((thread.events["kind"] == EventKind.ASSERTION).any()) for thread in trace.threads)


def goals_of(checks: Iterable[int]) -> tuple[Goal, ...]:
    return tuple(Fails(check) for check in checks)


class Seen:
    """What random runs show of checks that fail: made when it is first asked for, and the same for all who ask."""

    def __init__(self, ctp: TraceProgram) -> None:
        self._ctp = ctp

    @cached_property
    def moves(self) -> dict[Goal, tuple[Move, ...]]:
        return sampled(self._ctp, Machine(self._ctp))


def decide(
    encoder: Encoder,
    groups: Sequence[Sequence[Goal]],
    options: CheckOptions,
    share: Share,
    seen: Seen,
    progress: Stages,
) -> list[list[Verdict]]:
    moves = seen.moves if options.encoding == "orders" else {}
    ask = asking(encoder, options, share, progress, "deciding assertions", moves)
    return ask([sorted(group, key=lambda goal: goal not in moves) for group in groups])


def undecided(place: SourcePlace | None, found: Iterable[Verdict]) -> list[Open]:
    by_reason: dict[str, int] = {}
    for verdict in found:
        if isinstance(verdict, Undecided):
            by_reason[verdict.reason] = by_reason.get(verdict.reason, 0) + 1
    return [Open(place, reason, instances) for reason, instances in by_reason.items()]


def of_libraries(trace: Trace, asserted: Asserted) -> bool:
    """Whether it stands in a library's own text, as what a container throws does: the program's own come first."""
    place = trace.program.place_of(asserted.site)
    return place is not None and is_system_header(place.file)


class AssertionCheck:
    """Of some assertions, or of what decides the status that the process ends with. `failed`: how the given run itself
    failed; that needs no replay."""

    def __init__(
        self,
        checked: Checked,
        witnesses: Witnesses,
        asserted: Sequence[Asserted],
        seen: Seen,
        failed: Finding | None,
        progress: Stages,
        timed: Timed,
        *,
        kind: Kind = "assertion",
        stats: Stats | None = None,
    ) -> None:
        """`stats`: what is counted beside executions."""
        self._checked = checked
        self._witnesses = witnesses
        self._asserted = asserted
        self._seen = seen
        self._failed = failed
        self._progress = progress
        self._timed = timed
        self._kind: Kind = kind
        self._stats = stats or Stats()
        self._replayed: dict[Goal, Finding | Open | None] = {}
        """By what was violated."""

    def part(self) -> Part:
        if not self._asserted:
            return Part((), (), bounded=False, stats=self._stats)
        checked = self._checked
        with self._timed.stage("predict"):
            groups = [goals_of(one.checks) for one in self._asserted]
            verdicts = decide(checked.encoder, groups, checked.options, checked.share, self._seen, self._progress)
        with self._timed.stage("replay"):
            self._progress.stage("replaying")
            shown, held = self._all_replayed(verdicts)
            found = [replace(one, kind=self._kind) for one in shown]
        held += sum(isinstance(verdict, Holds) for answers in verdicts for verdict in answers)
        stats = replace(self._stats, instances=sum(map(len, groups)), held=held)
        return Part(
            findings=tuple(one for one in found if isinstance(one, Finding)),
            open=tuple(one for one in found if isinstance(one, Open)),
            bounded=needed_bound(verdict for answers in verdicts for verdict in answers),
            stats=stats if self._kind == "assertion" else self._stats,
        )

    def _all_replayed(self, verdicts: Sequence[Sequence[Verdict]]) -> tuple[list[Finding | Open], int]:
        """And how many executions can fail without being counted as failures."""
        passed, failed = 0, self._failed
        seen = set() if failed is None else {(failing_site(self._checked.trace), failed.place)}
        found: list[Finding | Open] = []
        for one, answers in zip(self._asserted, verdicts, strict=True):
            if (one.site, one.place) in seen or (failed is not None and not one.site):
                continue  # it is how the given run failed, or the end that this came to
            violated = next((verdict for verdict in answers if isinstance(verdict, Violated)), None)
            shown = None if violated is None else self._shown(one, violated)
            if violated is None:
                found += undecided(one.place, answers)
            elif shown is None:
                passed += 1
            else:
                seen.add((one.site, one.place))
                found.append(shown)
        return found, passed

    def _shown(self, asserted: Asserted, violated: Violated) -> Finding | Open | None:
        if violated.goal not in self._replayed:
            found = _finding(self._checked, self._witnesses, asserted, violated)
            if isinstance(found, Open) and not self._checked.share.has_time():
                return replace(found, reason=f"it can fail, but {NO_TIME_LEFT}")  # for now
            self._replayed[violated.goal] = found
        return self._replayed[violated.goal]


def assertion_looks(
    checked: Checked, witnesses: Witnesses, failed: Finding | None, seen: Seen, progress: Stages, timed: Timed
) -> tuple[Look, Look]:
    """The program's own, and those that stand in libraries."""
    asserted = assertions_of(checked.trace, checked.ctp)
    sites = len({one.site for one in asserted} | executed(checked.trace))
    both = []
    for theirs, stats in ((False, Stats(assertions=sites)), (True, Stats())):
        some = [one for one in asserted if of_libraries(checked.trace, one) is theirs]
        turn = replace(checked, share=checked.share.another())
        check = AssertionCheck(turn, witnesses, some, seen, failed, progress, timed, stats=stats)
        both.append(Look("assertions", turn.share, check.part))
    return both[0], both[1]


def exit_look(
    checked: Checked, witnesses: Witnesses, failed: Finding | None, seen: Seen, progress: Stages, timed: Timed
) -> Look:
    """The same of the status that the process ends with."""
    asserted = assertions_of(checked.trace, checked.ctp, by_status=True)
    turn = replace(checked, share=checked.share.another())
    stats = Stats(exits=len(asserted))
    check = AssertionCheck(turn, witnesses, asserted, seen, failed, progress, timed, kind="exit", stats=stats)
    return Look("exit", turn.share, check.part)


def needed_bound(verdicts: Iterable[Verdict]) -> bool:
    return any(isinstance(one, Holds) and one.bound is not None for one in verdicts)


def _ends_so(site: int, checks: StatusChecks, failing: Trace) -> bool:
    """The process was to end with a failing status there, and did: what led to that is told, wherever it stands."""
    return checks.at(site) and outcome_of(failing.recording).kind == "exit"


def _finding(checked: Checked, witnesses: Witnesses, asserted: Asserted, violated: Violated) -> Finding | Open | None:
    """None: the framework whose check it is does not count that as a failure."""
    conditions, checks = checked.conditions(), StatusChecks(checked.trace.program)
    if conditions is None:
        return Open(asserted.place, f"it can fail, but {NO_TIME_LEFT}", 1)
    schedule, given = checked.schedule(violated.moves, violated.goal), checked.trace.recording
    numbering = checked.numbering(violated.moves, violated.goal)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        recording = Path(scratch) / "failing.rdl"
        pins, goes_on = checked.pins(violated.moves), checks.goes_on(asserted.site)
        result = confirm(given, checked.image, schedule, recording, pins, conditions, goes_on=goes_on)
        if isinstance(result, Passed):
            return Open(asserted.place, f"{PASSES}: {result.seen}", 1) if checks.is_named(asserted.site) else None
        if isinstance(result, Refuted):
            return Open(asserted.place, f"a predicted failure did not come in the replay: {result.why}", 1)
        failing = checked.walked(recording)
        failure = find_failure(failing, asserted.site)
        if failing_site(failing, failure) != asserted.site and not _ends_so(asserted.site, checks, failing):
            world = changed_world(given, failing.recording)
            if not world:
                raise InternalError(f"the replay failed at {failure.place}, not at {asserted.place}")
            return Open(asserted.place, f"the replay failed elsewhere, at {failure.place}; {world}", 1)
        story = story_of(failing, relevant_events(checked.encoder, violated, numbering), failure)
    return Finding(
        kind="assertion",
        status="confirmed",
        place=failure.place or asserted.place,
        message=failure.message,
        story=story,
        schedule=str(schedule),
        witness=witnesses.save(result.witness, [asserted.place]),
        threads=len({segment.thread for segment in schedule.segments}),
        switches=violated.switches,
        fewest=violated.fewest,
        stderr=failing.recording.stderr,
    )
