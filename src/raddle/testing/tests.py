"""What is put to the test, run until it is verified. In: C files or a program, under one input; out: Verified."""

import tempfile
from dataclasses import replace
from pathlib import Path

from raddle.capture.image import load_image
from raddle.capture.notes import compiled_out, told
from raddle.check import Timed
from raddle.replay.order import most_bytes
from raddle.report.progress import Stages
from raddle.report.verified import Verified
from raddle.testing.runs import RecordOrder, Say, build_notes, load_trace, record
from raddle.trace.recording import load_recording
from raddle.verify.certify.proofs import kept_proof, known_proof
from raddle.verify.options import VerifyOptions
from raddle.verify.runs.guided import first_control, shorter_control
from raddle.verify.stages import Grounds, Told, check_options, verify_program


def verified(
    order: RecordOrder, options: VerifyOptions, say: Say, progress: Stages, told: Told = lambda _: None
) -> Verified:
    """Run after run, until one fails or there is nothing that nobody has seen."""
    return verified_on_grounds(order, options, say, progress, told)[0]


def verified_on_grounds(
    order: RecordOrder, options: VerifyOptions, say: Say, progress: Stages, told_so_far: Told = lambda _: None
) -> tuple[Verified, Grounds | None]:
    """None: it is not proved, or was so before (unless that is to be done again)."""
    timed = Timed()
    check_options(options)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        with timed.stage("run"):
            progress.stage("running")
            order = replace(order, recording=order.recording or Path(scratch) / "run.rdl")
            first = first_run(order, options, say)
        image = load_image(Path(load_recording(first).meta.program))
        options = replace(options, most_bytes=options.most_bytes or most_bytes(Path(scratch)))
        found, grounds = known_proof(load_recording(first), options), None
        if found is None:
            trace = load_trace(first)
            scratch_folder = Path(scratch)
            found, grounds = verify_program(
                trace, image, options, scratch_folder, load_trace, progress, timed, told_so_far
            )
            found = found if grounds is None else kept_proof(found, grounds, options)
        known = build_notes(image, load_recording(first))
        return replace(found, beforehand=compiled_out(known), notes=(*found.notes, *told(known))), grounds


def first_run(order: RecordOrder, options: VerifyOptions, say: Say) -> Path:
    """One that does not end is most likely a loop that waits: a short log of it shows as much as a long one."""
    order = replace(order, limit_s=options.run_limit_s, until=options.until)
    first = record(replace(order, control=first_control(order.control, options)), say)
    if first.outcome == "limit" and order.control.events is None:
        first = record(replace(order, control=shorter_control(order.control, first)), say)
    return first.path
