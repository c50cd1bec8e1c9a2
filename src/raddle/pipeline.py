"""The public door, and the story in one page: the stages in order. Every loop over runs lives here.

record    C files or a program -> capture.build -> capture.run -> a recording
check     record -> walk -> model -> predict -> replay each finding (check/) -> a Result
verify    record -> walk -> paths -> ask for failures and for what is behind the paths -> run that -> ... (verify/)
show      a recording -> trace.recording -> trace.walk -> trace.print
import    an STD trace -> model.std -> a trace program in text
export    a recording or a trace program in text -> model -> model.std -> an STD trace
replay    a recording, a witness, or a program with a schedule -> replay.replay
explain   a witness -> replay.replay, or a failing recording -> explain: its slice, and the nearest run that passes
diagnose  a first run -> all paths, those that fail too -> sets of orders that make it fail (diagnose/)
repair    a diagnosis -> patches (repair/), each built and verified
check-fix a witness and a patch -> built with it -> verify
explore   a program -> replay.explore: every schedule of it
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.base.failing import WHATEVER_THE_STATUS
from raddle.base.time_limit import TimeIsOver, ending_at, hard_grace_s, with_time_to_tell
from raddle.capture.notes import compiled_out
from raddle.capture.notes import told as told_notes
from raddle.check import CheckOptions, Timed, check_std, check_text, check_trace, early_result
from raddle.diagnose.stages import diagnose_program
from raddle.explain.contrast.difference import Budget, NothingPassed, contrast_of
from raddle.explain.explained import Asked, explained
from raddle.explain.failing_run import failing_run
from raddle.model.recorded.from_trace import model_of
from raddle.model.std.from_ctp import StdText, std_of_ctp
from raddle.model.std.lines import is_std, load_std
from raddle.model.std.locations import Locations
from raddle.model.std.to_ctp import ctp_of_std
from raddle.model.text.parse import load_ctp
from raddle.model.text.print import print_ctp
from raddle.repair.applying import apply_patch
from raddle.repair.own_fix import Patch, Tree
from raddle.repair.own_fix import check_fix as check_own_fix
from raddle.repair.repairing import RepairOptions, repaired
from raddle.replay.debug import replay_under_gdb
from raddle.replay.explore import ExploreOrder
from raddle.replay.explore import explore as explore_all
from raddle.replay.order import (
    ReplayOrder,
    is_recording,
    most_bytes,
    replay_request,
    same_libraries,
    same_program,
    say_before,
)
from raddle.replay.outcome import outcome_of
from raddle.replay.replay import ReplayRequest, ReplayResult
from raddle.replay.replay import replay as replay_once
from raddle.replay.search import Exploration
from raddle.replay.source import witness_of
from raddle.replay.trust import Trust, allowed
from raddle.replay.witness import Witness, is_witness
from raddle.report.diagnosed import Diagnosed
from raddle.report.explanation import Explanation
from raddle.report.progress import Stages
from raddle.report.rechecked import CheckedCertificate
from raddle.report.repaired import CheckedFix, Repaired
from raddle.report.result import Property, Result
from raddle.report.so_far import SoFar
from raddle.report.suppressions import Suppression, suppressed
from raddle.report.verified import Verified
from raddle.testing import (
    RecordOrder,
    Say,
    Sources,
    build,
    build_notes,
    load_given_trace,
    load_trace,
    prepare_compiler,
    record,
    verified,
)
from raddle.testing.first_runs import FirstRuns, fair_run, with_failure, with_others
from raddle.testing.given import given_run, is_given_run, request_of
from raddle.testing.other_paths import with_other_paths
from raddle.testing.workshop import Workshop
from raddle.trace.blocks import AS_DECLARED
from raddle.trace.given import judging_given, reading_given
from raddle.trace.misuse import misuses
from raddle.trace.print import Selection
from raddle.trace.print import lines as trace_lines
from raddle.trace.raw import raw_lines
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.unseen import unseen_writes
from raddle.trace.walk_fast import walk_fast
from raddle.verify.certify.certificate import load_certificate
from raddle.verify.certify.proofs import ENCODERS
from raddle.verify.certify.rechecking import Test, checked_certificate
from raddle.verify.options import VerifyOptions
from raddle.verify.stages import NOTHING_SEEN, cut_off

__all__ = [
    "CheckOrder",
    "DiagnoseOrder",
    "ExplainOrder",
    "FixOrder",
    "Patch",
    "RecordOrder",
    "RepairOrder",
    "Sources",
    "Tree",
    "VerifyOrder",
    "build",
    "check",
    "check_certificate",
    "check_fix",
    "diagnose",
    "explain",
    "explore",
    "export_std",
    "import_std",
    "is_given_run",
    "is_given_trace",
    "load_trace",
    "prepare_compiler",
    "record",
    "repair",
    "replay",
    "replay_in_gdb",
    "show",
    "show_raw",
    "verify",
    "witness",
    "written_by",
]

MOST_SHADOWED: Final = 1_000_000
"""Events up to which `show` looks for writes that nobody announced."""
TRACE_SUFFIX: Final = ".ctp"
GDB_ADVICE: Final = "raddle check writes a witness, raddle record a recording"


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
    told(early_result(_name_of(order.target), options))
    try:
        with ending_at(options.until, hard_grace_s(options.budget_s)):
            result = _checked(order, say, progress, lambda known: told(suppressed(known, order.suppressions)))
    except TimeIsOver as over:
        assert told.known is not None
        return replace(told.known, ended=over.reason)
    return suppressed(result, order.suppressions)


def _name_of(target: RecordOrder | Path) -> str:
    """Of the program, as long as there is none yet."""
    if isinstance(target, Path):
        return target.name
    return target.program.name if isinstance(target.program, Path) else target.program.files[0].stem


def _checked(order: CheckOrder, say: Say, progress: Stages, told: Callable[[Result], None]) -> Result:
    target, timed = order.target, Timed()
    kept = target.recording if isinstance(target, RecordOrder) else None
    if isinstance(target, Path) and not is_recording(target) and order.options.atomic != AS_DECLARED:
        advice = "its blocks are those that stand in it"
        raise UserError("--atomic and --infer-atomic are for programs and recordings", where=target, advice=advice)
    if isinstance(target, Path) and is_std(target):
        return check_std(target, order.options, progress, timed)
    if isinstance(target, Path) and not is_recording(target):
        return check_text(load_ctp(target), target, order.options, progress, timed)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        with timed.stage("record"):
            progress.stage("running")
            if isinstance(target, RecordOrder):
                target = replace(_judged(target, order.options.properties), recording=kept or Path(scratch) / "run.rdl")
                target = fair_run(target, order.options.until, say).path
            else:
                meta = load_recording(target).meta
                trust = Trust(order.trusted, before=order.options.before)
                commands = allowed(meta.commands, meta.mark, trust, target, say)
                if order.options.before is None:
                    say_before(commands.before, say)
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


@dataclass(frozen=True, slots=True)
class VerifyOrder:
    """What `verify` is asked to do."""

    target: RecordOrder
    options: VerifyOptions = field(default_factory=VerifyOptions)


def verify(order: VerifyOrder, say: Say, progress: Stages, so_far: SoFar[Verified] | None = None) -> Verified:
    """Run after run, until one fails or there is nothing that nobody has seen. `so_far`: what is known meanwhile."""
    told, options = so_far or SoFar[Verified](), order.options
    told(Verified(_name_of(order.target), "unknown", options.properties, reason=NOTHING_SEEN))
    try:
        with ending_at(options.until, hard_grace_s(options.budget_s)):
            sooner = replace(options, until=with_time_to_tell(options.until, options.budget_s))
            return verified(_judged(order.target, options.properties), sooner, say, progress, told)
    except TimeIsOver as over:
        assert told.known is not None
        if told.known.verdict == "bug":
            return told.known
        why = cut_off(over)
        return replace(told.known, reason=why.reason, advice=why.advice)


def _judged(test: RecordOrder, properties: tuple[Property, ...]) -> RecordOrder:
    """Not by an exit status that was not asked about."""
    if "exit" in properties:
        return test
    return replace(test, control=replace(test.control, failing=WHATEVER_THE_STATUS))


def check_certificate(path: Path, test: RecordOrder | None, limit_s: float | None, say: Say) -> CheckedCertificate:
    """A proof, checked with a second solver. `test`: what it is to be the proof of; None: the program that it names."""
    certificate = load_certificate(path)
    if test is None:
        same = Test(Path(certificate.program.path))
    else:
        program = test.program if isinstance(test.program, Path) else build(test.program, say)
        same = Test(program, test.arguments, test.stdin)
    return checked_certificate(certificate, path, same, ENCODERS, limit_s)


def show(path: Path, selection: Selection) -> Iterator[str]:
    """The events as lines."""
    with reading_given(path):
        trace = load_trace(path, keep_private=not selection.shared_only)
        _check_thread(trace.recording, selection.thread)
        short = sum(len(thread.events) for thread in trace.threads) <= MOST_SHADOWED
        yield from trace_lines(trace, selection, unseen_writes(trace) if short else ())


def show_raw(path: Path, thread: str | None) -> Iterator[str]:
    """The runtime's own records as lines."""
    with reading_given(path):
        recording = load_recording(path)
        _check_thread(recording, thread)
        yield from raw_lines(recording, thread)


def witness(path: Path) -> Witness:
    """What it takes to see that run again, small enough to be sent to somebody."""
    with reading_given(path):
        return witness_of(load_recording(path))


def replay(order: ReplayOrder, say: Say = lambda _note: None) -> Iterator[ReplayResult]:
    """The real program, `times` over."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        request = replay_request(order, order.keep or Path(scratch) / "replay.rdl", say)
        for _ in range(order.times):
            yield replay_once(request)


def written_by(witness: Path, stdin: bytes | None, trusted: bool, say: Say) -> tuple[bytes, bytes]:
    """What the program writes to stdout and stderr in the run of a witness, as far as that is kept."""
    order = ReplayOrder(target=witness, stdin=stdin, trusted=trusted)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        run = replay_once(request_of(order, Path(scratch) / "replay.rdl", say)).run
        return run.stdout, run.stderr


def replay_in_gdb(order: ReplayOrder, say: Say) -> ReplayResult:
    """The real program in gdb; the order's arguments are gdb's."""
    if not is_witness(order.target) and not is_recording(order.target):
        raise UserError("gdb needs a recording or a witness", where=order.target, advice=GDB_ADVICE)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        keep = order.keep or Path(scratch) / "replay.rdl"
        request = replay_request(replace(order, arguments=()), keep, say)
        return replay_under_gdb(request, order.arguments)


@dataclass(frozen=True, slots=True)
class ExplainOrder:
    """What `explain` is asked to do. `target`: a witness, or the recording of a run that failed."""

    target: Path
    asked: Asked = field(default_factory=Asked)
    contrast: Budget | None = field(default_factory=Budget)
    """None: no other run is looked for."""
    stdin: bytes | None = b""
    """For a witness that does not hold its own."""
    trusted: bool = False
    """Whether the program of a file that is not the user's own is run."""


def explain(order: ExplainOrder, say: Say, progress: Stages) -> Explanation:
    """Why a run fails. That of a witness is run again; a recording is taken as it is. Schedules near its own are really
    run, until one passes; what the few statements are that make it fail is found in the recording alone."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        progress.stage("running")
        if is_recording(order.target):
            load_given_trace(order.target)  # what does not fit together in it is said at once
        replayed = ReplayOrder(
            target=order.target, stdin=order.stdin, until=order.asked.until, trusted=order.trusted
        )
        run_again = order.contrast is not None
        recording, request = failing_run(replayed, Path(scratch) / "failing.rdl", say, run_again=run_again)
        expected = request.expected if isinstance(request, ReplayRequest) else None
        asked, notes = order.asked, list[str]()
        if order.contrast is not None and isinstance(request, str):
            notes.append(f"no passing run was looked for: {request}")
        elif order.contrast is not None and isinstance(request, ReplayRequest):
            progress.stage("looking for a run that passes")
            found = contrast_of(request, walk_fast(recording), order.contrast)
            if isinstance(found, NothingPassed):
                notes.append(str(found))
                asked = replace(asked, none_passes=found.all_kinds)
            else:
                asked = replace(asked, contrast=found)
        progress.stage("explaining")
        with judging_given(order.target) if is_recording(order.target) else nullcontext():
            told = explained(recording, expected or outcome_of(recording), asked)
        return replace(told, notes=(*told.notes, *notes))


def import_std(path: Path) -> str:
    """An STD trace as a trace program in text."""
    return print_ctp(ctp_of_std(load_std(path)))


def export_std(path: Path) -> StdText:
    """The observed run as an STD trace."""
    if not is_recording(path):
        return std_of_ctp(load_ctp(path), lambda event: event.origin)
    with reading_given(path):
        modelled = model_of(load_trace(path))
        locations = Locations(modelled.trace)
        exported = std_of_ctp(modelled.ctp, locations)
    return replace(exported, notes=(*exported.notes, *locations.notes))


def explore(order: ExploreOrder) -> Exploration:
    """Every schedule of a small program."""
    return explore_all(order)


@dataclass(frozen=True, slots=True)
class DiagnoseOrder:
    """What `diagnose` is asked to do. `target`: what to run; or a witness or a recording."""

    target: RecordOrder | ReplayOrder
    options: VerifyOptions = field(default_factory=VerifyOptions)
    unwind: int | None = None
    """Rounds up to which loops are followed; None: all."""


def diagnose(order: DiagnoseOrder, say: Say, progress: Stages) -> Diagnosed:
    """Every way in which the program fails under its input, and the orders between threads that each comes from."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        progress.stage("running")
        options = replace(order.options, most_bytes=order.options.most_bytes or most_bytes(Path(scratch)))
        given = given_run(order.target, options, Path(scratch), say)
        return diagnose_program(given, options, order.unwind, Path(scratch), progress)[1]


@dataclass(frozen=True, slots=True)
class RepairOrder:
    """What `repair` is asked to do."""

    failing: DiagnoseOrder
    every: bool = False
    """All that can be thought of is tried."""
    apply: bool = False
    """The best one is written into the sources."""


def repair(order: RepairOrder, say: Say, progress: Stages) -> Repaired:
    """A diagnosis, and patches that were verified. Half of the time is for the one, the rest for the others."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        progress.stage("running")
        failing = order.failing
        options = replace(failing.options, most_bytes=failing.options.most_bytes or most_bytes(Path(scratch)))
        given = given_run(failing.target, options, Path(scratch), say)
        workshop = Workshop(given.test, options, say, progress)
        left = options.left_s()
        half = options.until if left is None or options.until is None else options.until - left / 2
        first = replace(options, until=half)
        diagnosis, told = diagnose_program(given, first, failing.unwind, Path(scratch), progress)
        if told.kind != "concurrency":
            return Repaired(told.program, told)
        found = repaired(diagnosis, told, workshop, RepairOptions(options.until, all=order.every), progress)
        if order.apply and found.accepted:
            changed = apply_patch(found.accepted[0].changed, workshop.texts)
            return replace(found, applied=tuple(workshop.names[path] for path in changed))
        return found


@dataclass(frozen=True, slots=True)
class FixOrder:
    """What `check-fix` is asked to do. `failing`: a witness."""

    failing: ReplayOrder
    fix: Patch | Tree
    options: VerifyOptions = field(default_factory=VerifyOptions)


def check_fix(order: FixOrder, say: Say, progress: Stages) -> CheckedFix:
    """Somebody's own fix for a stored failure, proved or broken."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        return check_own_fix(order.failing, order.fix, order.options, Path(scratch), say, progress)


def _check_thread(recording: Recording, thread: str | None) -> None:
    paths = [one.path for one in recording.threads]
    if thread is not None and thread not in paths:
        raise UserError(f"no thread {thread}", where=recording.path, advice=f"there are: {' '.join(paths)}")


def is_given_trace(target: Path) -> bool:
    """Whether it is a recording or a trace program as text, rather than something to be run."""
    return target.suffix == TRACE_SUFFIX or is_std(target) or (target.is_file() and is_recording(target))
