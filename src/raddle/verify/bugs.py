"""A run that shows a bug -> the finding, as `check` would tell it."""

from dataclasses import replace

from raddle.check.confirming import Witnesses
from raddle.check.explaining import with_explanations
from raddle.check.observed import failure_of_run
from raddle.check.races import Shown, race_finding
from raddle.replay.outcome import outcome_of
from raddle.replay.races import race_outcome, segments_up_to
from raddle.replay.source import witness_of
from raddle.report.progress import Stages
from raddle.report.properties import PROPERTIES
from raddle.report.result import Finding
from raddle.trace.happens_before import Race
from raddle.trace.walk import Trace
from raddle.verify.ended import Bug
from raddle.verify.memory.telling import misuse
from raddle.verify.misuses import told_misuse
from raddle.verify.options import VerifyOptions
from raddle.verify.runs.guided import Ran, Runner
from raddle.verify.runs.shorter import shortened


def told_bug(bug: Bug, runner: Runner, options: VerifyOptions, progress: Stages) -> tuple[Finding, tuple[str, ...]]:
    """And notes."""
    trace = bug.trace
    if not bug.observed and bug.race is None and bug.memory is None and bug.misuse is None:
        progress.stage("looking for a shorter schedule")
        trace = shortened(Ran(trace, outcome_of(trace.recording)), runner, options.until).trace
    recording = trace.recording
    witnesses = Witnesses(options.called or recording.meta.program, options.witnesses)
    if bug.race is not None:
        finding = replace(_race(trace, bug.race, witnesses), observed=bug.observed)
    elif bug.memory is not None:
        finding = replace(misuse(trace, bug.memory, witnesses), observed=bug.observed)
    elif bug.misuse is not None:
        finding = replace(told_misuse(trace, bug.misuse, witnesses), observed=bug.observed)
    else:
        finding = failure_of_run(trace, witness_of(recording), witnesses, wanted=PROPERTIES, observed=bug.observed)
    if not options.explain:
        return finding, ()
    explained = with_explanations(recording, [finding], options.until, progress)
    return explained.findings[0], explained.notes


def _race(trace: Trace, race: Race, witnesses: Witnesses) -> Finding:
    """The schedule ends behind the second access."""
    shown, own = Shown(trace), witness_of(trace.recording)
    described, events = shown.described(race, both_next=None), shown.visible(race)
    schedule = replace(own.schedule, segments=segments_up_to(own.schedule.segments, events))
    by_thread = {access.thread: access.place for access in described.accesses}
    expected = race_outcome(events, (by_thread[events[0].thread], by_thread[events[1].thread]))
    places = [access.place for access in described.accesses]
    path = witnesses.save(replace(own, expected=expected, schedule=schedule), places, "race")
    return race_finding(described, schedule, path, story=shown.story(race, None))
