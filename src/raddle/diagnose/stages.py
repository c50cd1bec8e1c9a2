"""`diagnose` as a whole: the first run in, `Diagnosis` and what is told of it out."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from raddle.capture.notes import compiled_out
from raddle.capture.notes import told as told_notes
from raddle.check.options import Timed
from raddle.diagnose.diagnosing import diagnose
from raddle.diagnose.diagnosis import Diagnosis
from raddle.diagnose.exploring import explore
from raddle.diagnose.telling import told
from raddle.replay.outcome import has_failed
from raddle.replay.source import inputs_of
from raddle.report.diagnosed import Diagnosed
from raddle.report.progress import Stages
from raddle.report.result import Finding
from raddle.testing.given import Given
from raddle.testing.runs import build_notes, load_trace
from raddle.trace.walk import Trace
from raddle.verify.bugs import told_bug
from raddle.verify.ended import Bug
from raddle.verify.options import VerifyOptions
from raddle.verify.runs.guided import Ran, Runner, schedule_of
from raddle.verify.stages import told_inputs

EXPLORING: Final = 0.6
"""The share of the time in which runs are made: causes are to be found in what they have shown."""


def diagnose_program(
    given: Given, options: VerifyOptions, unwind: int | None, folder: Path, progress: Stages
) -> tuple[Diagnosis, Diagnosed]:
    """`folder`: for the recordings of the other runs."""
    begun = time.monotonic()
    recording = given.trace.recording
    left = options.left_s()
    until = None if left is None else time.monotonic() + EXPLORING * left
    exploring = replace(options, until=until)
    explored = explore(given.trace, given.image, exploring, unwind, given.wanted, folder, load_trace, progress, Timed())
    diagnosis = diagnose(explored, options.until, progress)
    diagnosed = told(diagnosis)
    known = build_notes(given.image, recording)
    return diagnosis, replace(
        diagnosed,
        program=diagnosed.program or given.image.path.name,
        findings=tuple(_findings(diagnosis, given, options, folder, progress)),
        sizes=replace(diagnosed.sizes, seconds=time.monotonic() - begun),
        inputs=tuple(told_inputs(recording, inputs_of(recording))),
        notes=(*diagnosed.notes, *told_notes(known)),
        beforehand=compiled_out(known),
    )


def _findings(
    diagnosis: Diagnosis, given: Given, options: VerifyOptions, folder: Path, progress: Stages
) -> list[Finding]:
    """The run that fails: that of the witness, else the one whose cause is told first."""
    failing = diagnosis.explored.failing
    if failing is None:
        return []
    shorter = folder / "shorter"
    shorter.mkdir()
    runner = Runner(given.image, given.trace.recording, options, shorter, load_trace)
    if given.witness is None or failing.recording.path != given.trace.recording.path:
        failing = _failing_so(diagnosis, given, runner) or failing
        observed = failing.recording.path == given.trace.recording.path
        return [told_bug(Bug(failing, observed=observed), runner, options, progress)[0]]
    finding, _ = told_bug(Bug(failing, observed=True), runner, replace(options, witnesses=shorter), progress)
    return [replace(finding, witness=given.witness)]


def _failing_so(diagnosis: Diagnosis, given: Given, runner: Runner) -> Trace | None:
    """A run of the real program along that of the first core; None: it does not fail so."""
    if not diagnosis.cores:
        return None
    ran = runner.guided(schedule_of(diagnosis.explored.paths, diagnosis.cores[0].way))
    if not isinstance(ran, Ran) or not has_failed(ran.trace.recording):
        return None
    return ran.trace if given.wanted is None or given.wanted.covers(ran.outcome) else None
