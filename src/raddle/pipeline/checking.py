"""`check`: record -> walk -> model -> predict -> replay each finding -> a Result."""

import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.base.time_limit import TimeIsOver, ending_at, hard_grace_s
from raddle.capture.notes import compiled_out
from raddle.capture.notes import told as told_notes
from raddle.check import CheckOptions, Timed, check_std, check_text, check_trace, early_result
from raddle.model.std.lines import is_std
from raddle.model.text.parse import load_chains
from raddle.replay.folder import folder_again
from raddle.replay.order import is_recording, most_bytes, same_libraries, same_program, say_before
from raddle.replay.trust import Trust, allowed
from raddle.report.progress import Stages
from raddle.report.result import Result
from raddle.report.so_far import SoFar
from raddle.report.suppressions import Suppression, suppressed
from raddle.testing.first_runs import FirstRuns, fair_run, with_failure, with_others
from raddle.testing.other_paths import with_other_paths
from raddle.testing.runs import RecordOrder, Say, build_notes, load_given_trace, load_trace
from raddle.trace.blocks import AS_DECLARED
from raddle.trace.given import judging_given
from raddle.trace.misuse import misuses
from raddle.trace.recording import load_recording

TRACE_SUFFIX: Final = ".ctp"


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """What `check` is asked to do. `target`: what to run, a recording, or a trace program as text."""

    target: RecordOrder | Path
    options: CheckOptions = field(default_factory=CheckOptions)
    suppressions: tuple[Suppression, ...] = ()
    trusted: bool = False
    """Whether the program of a recording that is not the user's own is run."""


def check(order: CheckOrder, say: Say, progress: Stages, so_far: SoFar[Result] | None = None) -> Result:
    """One run, answered for all interleavings of its paths. `so_far`: what is known meanwhile."""
    told = so_far or SoFar[Result]()
    options = order.options
    told(early_result(order.target.name, options))
    try:
        with ending_at(options.until, hard_grace_s(options.budget_s)):
            result = _checked(order, say, progress, lambda known: told(suppressed(known, order.suppressions)))
    except TimeIsOver as over:
        assert told.known is not None
        return replace(told.known, ended=over.reason)
    return suppressed(result, order.suppressions)


def _checked(order: CheckOrder, say: Say, progress: Stages, told: Callable[[Result], None]) -> Result:
    target, timed = order.target, Timed()
    kept = target.recording if isinstance(target, RecordOrder) else None
    if isinstance(target, Path) and not is_recording(target) and order.options.atomic != AS_DECLARED:
        advice = "its blocks are those that stand in it"
        raise UserError("--atomic and --infer-atomic are for programs and recordings", where=target, advice=advice)
    if isinstance(target, Path) and is_std(target):
        return check_std(target, order.options, progress, timed)
    if isinstance(target, Path) and not is_recording(target):
        return check_text(load_chains(target), target, order.options, progress, timed)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        with timed.stage("record"):
            progress.stage("running")
            if isinstance(target, RecordOrder):
                judged = target.judged_by(order.options.properties)
                target = replace(judged, recording=kept or Path(scratch) / "run.rdl")
                target = fair_run(target, order.options.until, say).path
            else:
                meta = load_recording(target).meta
                trust = Trust(order.trusted, before=order.options.before)
                commands = allowed(meta.commands, meta.mark, trust, target, say)
                if order.options.before is None:
                    say_before(commands.before, say)
                folder_again(commands.folder, None, say)
        with timed.stage("walk"):
            progress.stage("walking")
            load = load_trace if isinstance(order.target, RecordOrder) else load_given_trace
            trace = load(target, blocks=order.options.atomic)
        meta = trace.recording.meta
        image = same_program(Path(meta.program), meta.sha256)
        libraries = {library.path: library.sha256 for library in trace.recording.libraries}
        same_libraries(libraries, image.path, image.path)
        options = replace(order.options, most_bytes=order.options.most_bytes or most_bytes(Path(scratch)))
        declared = replace(options.atomic, infer=False)
        runs = FirstRuns(trace)
        if isinstance(order.target, RecordOrder):
            with timed.stage("record"):
                runs = with_others(trace, image, options, Path(scratch), progress, kept)
            if runs.given is not trace:
                trace = load_trace(runs.given.recording.path, blocks=options.atomic)
        with judging_given(order.target) if isinstance(order.target, Path) else nullcontext():
            result = check_trace(trace, image, options, partial(load_trace, blocks=declared), progress, timed, told)
        result = with_failure(result, runs, image, options, Path(scratch), progress)
        known = build_notes(image, trace.recording)
        notes = (*result.notes, *runs.notes, *told_notes(known), *misuses(trace.recording))
        beforehand = compiled_out(known) if "assertions" in options.properties else ()
        result = replace(result, beforehand=beforehand, notes=notes, complete=options.complete)
        told(result)
        return with_other_paths(result, trace, image, options, Path(scratch), progress, timed, runs.others)


def is_given_trace(target: Path) -> bool:
    """Whether it is a recording or a trace program as text, rather than something to be run."""
    return target.suffix == TRACE_SUFFIX or is_std(target) or (target.is_file() and is_recording(target))
