"""Every assertion of a run: decided for all interleavings of its paths, each violation replayed on the real program."""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.place import SourcePlace
from raddle.check.asking import asking
from raddle.check.confirming import NO_TIME_LEFT, Checked, Witnesses
from raddle.check.observed import failing_site
from raddle.check.options import CheckOptions, Timed
from raddle.check.part import Part
from raddle.encode.encoder import Encoder
from raddle.model.ctp import Ctp
from raddle.model.goals import Fails, Goal
from raddle.model.machine import Machine
from raddle.predict.relevant import relevant_events
from raddle.predict.sample import sampled
from raddle.predict.verdict import Holds, Undecided, Verdict, Violated
from raddle.replay.confirm import Passed, Refuted, confirm
from raddle.replay.outcome import outcome_of
from raddle.replay.world import changed_world
from raddle.report.failure import find_failure
from raddle.report.progress import Stages
from raddle.report.result import Finding, Kind, Open, Stats
from raddle.report.story import story_of
from raddle.trace.events import EventKind
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


def assertions_of(trace: Trace, ctp: Ctp, *, by_status: bool = False) -> list[Asserted]:
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


def decide(
    encoder: Encoder, groups: Sequence[Sequence[Goal]], options: CheckOptions, progress: Stages
) -> list[list[Verdict]]:
    seen = sampled(encoder.index.ctp, Machine(encoder.index.ctp))
    ask = asking(encoder, options, progress, "deciding assertions", seen)
    return ask([sorted(group, key=lambda goal: goal not in seen) for group in groups])


def undecided(place: SourcePlace | None, found: Iterable[Verdict]) -> list[Open]:
    by_reason: dict[str, int] = {}
    for verdict in found:
        if isinstance(verdict, Undecided):
            by_reason[verdict.reason] = by_reason.get(verdict.reason, 0) + 1
    return [Open(place, reason, instances) for reason, instances in by_reason.items()]


def check_assertions(
    checked: Checked, witnesses: Witnesses, failed: Finding | None, progress: Stages, timed: Timed
) -> Part:
    """`failed`: how the given run itself failed; that needs no replay."""
    part, asserted, held = _judged(checked, witnesses, failed, progress, timed, by_status=False)
    stats = Stats(
        assertions=len({one.site for one in asserted} | executed(checked.trace)),
        instances=sum(len(one.checks) for one in asserted),
        held=held,
    )
    return replace(part, stats=stats)


def check_exit(checked: Checked, witnesses: Witnesses, failed: Finding | None, progress: Stages, timed: Timed) -> Part:
    """The same of the status that the process ends with."""
    part, asserted, _ = _judged(checked, witnesses, failed, progress, timed, by_status=True)
    return replace(part, stats=Stats(exits=len(asserted)))


def _judged(
    checked: Checked, witnesses: Witnesses, failed: Finding | None, progress: Stages, timed: Timed, *, by_status: bool
) -> tuple[Part, list[Asserted], int]:
    """And what was asked about, of which so many executions hold."""
    asserted = assertions_of(checked.trace, checked.ctp, by_status=by_status)
    if not asserted:
        return Part((), (), bounded=False), [], 0
    with timed.stage("predict"):
        verdicts = decide(checked.encoder, [goals_of(one.checks) for one in asserted], checked.options, progress)
    with timed.stage("replay"):
        progress.stage("replaying")
        kind: Kind = "exit" if by_status else "assertion"
        shown, held = _replayed(checked, witnesses, asserted, verdicts, failed)
        found = [replace(one, kind=kind) if isinstance(one, Finding) else one for one in shown]
    part = Part(
        findings=tuple(one for one in found if isinstance(one, Finding)),
        open=tuple(one for one in found if isinstance(one, Open)),
        bounded=needed_bound(verdict for answers in verdicts for verdict in answers),
    )
    held += sum(isinstance(verdict, Holds) for answers in verdicts for verdict in answers)
    return part, asserted, held


def needed_bound(verdicts: Iterable[Verdict]) -> bool:
    return any(isinstance(one, Holds) and one.bound is not None for one in verdicts)


def _replayed(
    checked: Checked,
    witnesses: Witnesses,
    asserted: Sequence[Asserted],
    verdicts: Sequence[Sequence[Verdict]],
    failed: Finding | None,
) -> tuple[list[Finding | Open], int]:
    """And how many executions can fail without being counted as failures."""
    passed = 0
    seen = set() if failed is None else {(failing_site(checked.trace), failed.place)}
    found: list[Finding | Open] = []
    for one, answers in zip(asserted, verdicts, strict=True):
        if (one.site, one.place) in seen or (failed is not None and not one.site):
            continue  # it is how the given run failed, or the end that this came to
        violated = next((verdict for verdict in answers if isinstance(verdict, Violated)), None)
        shown = None if violated is None else _finding(checked, witnesses, one, violated)
        if violated is None:
            found += undecided(one.place, answers)
        elif shown is None:
            passed += 1
        else:
            seen.add((one.site, one.place))
            found.append(shown)
    return found, passed


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
