"""The public door, and the story in one page: the stages in order. Every loop over runs lives here.

record    C files or a program -> capture.build -> capture.run -> a recording
check     record -> walk -> model -> predict -> replay each finding (check.py) -> a Result
show      a recording -> trace.recording -> trace.walk -> trace.print
replay    a recording, a witness, or a program with a schedule -> replay.replay
explore   a program -> replay.explore: every schedule of it
"""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

from raddle.base.cache import Cache
from raddle.base.errors import ToolError, UserError
from raddle.base.trace_format import trace_format
from raddle.capture.build import build_program
from raddle.capture.control import Control, RandomPolicy
from raddle.capture.flags import split_flags
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import Output, RunRequest, run_program
from raddle.check import CheckOptions, Timed, check_text, check_trace
from raddle.model.text.parse import load_ctp
from raddle.replay.explore import ExploreOrder
from raddle.replay.explore import explore as explore_all
from raddle.replay.outcome import outcome_of
from raddle.replay.replay import ReplayRequest, ReplayResult
from raddle.replay.replay import replay as replay_once
from raddle.replay.schedule import Schedule
from raddle.replay.search import Exploration
from raddle.replay.source import inputs_of, schedule_of, witness_of
from raddle.replay.witness import Witness, check_program, is_witness, load_witness
from raddle.report.progress import Stages
from raddle.report.result import Result
from raddle.trace.misuse import misuses
from raddle.trace.print import Selection
from raddle.trace.print import lines as trace_lines
from raddle.trace.raw import raw_lines
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.streams import WalkMismatch
from raddle.trace.unseen import unseen_writes
from raddle.trace.walk import Trace, walk_reference
from raddle.trace.walk_fast import walk_fast

MOST_RETRIES: Final = 50
MOST_SHADOWED: Final = 1_000_000
"""Events up to which `show` looks for writes that nobody announced."""
TRACE_SUFFIX: Final = ".ctp"
PROGRAM_GONE: Final = "record it again: a recording is replayed with the very program that made it"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Sources:
    """C files to be built, with the user's compiler flags."""

    files: tuple[Path, ...]
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordOrder:
    """What `record` is asked to do."""

    program: Sources | Path
    recording: Path | None = None
    """None: in the folder we are in, named after the program."""
    arguments: tuple[str, ...] = ()
    control: Control = field(default_factory=Control)
    stdin: bytes | None = b""
    output: Output = Output.OURS
    limit_s: float | None = None


def record(order: RecordOrder, say: Say) -> Recording:
    """Run the program once. A run that ends in a false assumption says nothing: others are tried in its place."""
    image = load_image(order.program if isinstance(order.program, Path) else build(order.program, say))
    run = run_program(_run_request(order, image, order.control))
    for attempt in range(1, MOST_RETRIES + 1):
        if run.outcome != "assume":
            break
        if attempt == 1:
            say(f"an assumption did not hold: trying up to {MOST_RETRIES} other schedules and values")
        run = run_program(_run_request(order, image, _varied(order.control, attempt)))
    if run.outcome == "assume":
        say("no run was found in which every assumption holds")
    if run.outcome == "refused" and order.output is Output.CAPTURED:
        said = run.stderr.decode("utf-8", "replace").strip().splitlines() or ["it called what cannot be modelled"]
        raise UserError(said[-1].removeprefix("raddle: "), where=image.path.name)
    return load_recording(run.recording)


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """What `check` is asked to do. `target`: what to run, a recording, or a trace program as text."""

    target: RecordOrder | Path
    options: CheckOptions = field(default_factory=CheckOptions)


def check(order: CheckOrder, say: Say, progress: Stages) -> Result:
    """One run, answered for all interleavings of its paths."""
    target, timed = order.target, Timed()
    if isinstance(target, Path) and not _is_recording(target):
        return check_text(load_ctp(target), target, order.options, progress, timed)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        with timed.stage("record"):
            progress.stage("running")
            if isinstance(target, RecordOrder):
                target = record(replace(target, recording=target.recording or Path(scratch) / "run.rdl"), say).path
        with timed.stage("walk"):
            progress.stage("walking")
            trace = load_trace(target)
        meta = trace.recording.meta
        image = _same_program(Path(meta.program), meta.sha256)
        result = check_trace(trace, image, order.options, load_trace, progress, timed)
        return replace(result, notes=tuple(misuses(trace.recording)))


def build(sources: Sources, say: Say) -> Path:
    """The instrumented program, kept in the cache by its contents, so that its recordings can be replayed."""
    cache = Cache.of_user()
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        program = Path(scratch) / sources.files[0].stem
        about_flags = split_flags(sources.flags).notes
        for note in about_flags:
            say(note)
        built = build_program(list(sources.files), list(sources.flags), program, say)
        for note in built.notes:
            if note not in about_flags:
                say(note)
        key = hashlib.sha256(program.read_bytes()).hexdigest()

        def keep(folder: Path) -> None:
            folder.mkdir()
            shutil.copy2(program, folder / program.name)

        return cache.find_or_publish(key, keep) / program.name


def load_trace(path: Path, *, walker: Literal["c", "python"] = "c", keep_private: bool = False) -> Trace:
    """The symbolic events of a recording. Both walkers yield the same; the one in Python is the reference."""
    walk = walk_fast if walker == "c" else walk_reference
    recording = load_recording(path)
    try:
        return walk(recording, keep_private=keep_private)
    except WalkMismatch as error:
        if recording.of_kind("RD_SIGNALS").size:
            what = "the program has signal handlers, and what they interrupt cannot be followed"
            raise ToolError(f"{what}: {error}") from error
        raise


def show(path: Path, selection: Selection) -> Iterator[str]:
    """The events as lines."""
    trace = load_trace(path, keep_private=not selection.shared_only)
    _check_thread(trace.recording, selection.thread)
    short = sum(len(thread.events) for thread in trace.threads) <= MOST_SHADOWED
    return trace_lines(trace, selection, unseen_writes(trace) if short else ())


def show_raw(path: Path, thread: str | None) -> Iterator[str]:
    """The runtime's own records as lines."""
    recording = load_recording(path)
    _check_thread(recording, thread)
    return raw_lines(recording, thread)


def witness(path: Path) -> Witness:
    """What it takes to see that run again, small enough to be sent to somebody."""
    return witness_of(load_recording(path))


@dataclass(frozen=True, slots=True)
class ReplayOrder:
    """What `replay` is asked to do. `target`: a recording, a witness, or a program (then `schedule` says how)."""

    target: Path
    schedule: Schedule | None = None
    arguments: tuple[str, ...] = ()
    stdin: bytes | None = None
    """For what does not hold its own."""
    program: Path | None = None
    """Instead of where the recording or the witness says it stands."""
    keep: Path | None = None
    """Where the recording of the (last) replay goes; None: nowhere."""
    limit_s: float | None = None
    times: int = 1


def replay(order: ReplayOrder) -> Iterator[ReplayResult]:
    """The real program, `times` over."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        request = _replay_request(order, order.keep or Path(scratch) / "replay.rdl")
        for _ in range(order.times):
            yield replay_once(request)


def explore(order: ExploreOrder) -> Exploration:
    """Every schedule of a small program."""
    return explore_all(order)


def _check_thread(recording: Recording, thread: str | None) -> None:
    paths = [one.path for one in recording.threads]
    if thread is not None and thread not in paths:
        raise UserError(f"no thread {thread}", where=recording.path, advice=f"there are: {' '.join(paths)}")


def _replay_request(order: ReplayOrder, recording: Path) -> ReplayRequest:
    if _is_recording(order.target):
        request = _for_recording(order, recording)
    elif is_witness(order.target):
        request = _for_witness(order, recording)
    elif order.schedule is None:
        image = load_image(order.target)
        raise UserError("a program needs a schedule", where=image.path, advice='--schedule "main:3 main.1:9"')
    else:
        request = ReplayRequest(
            image=load_image(order.target),
            schedule=order.schedule,
            recording=recording,
            expected=None,
            arguments=order.arguments,
            stdin=order.stdin,
        )
    return replace(request, limit_s=order.limit_s)


def _for_recording(order: ReplayOrder, recording: Path) -> ReplayRequest:
    """Its own schedule is followed to the letter; another one, given by the user, only as far as it says."""
    original = load_recording(order.target)
    image = _same_program(order.program or Path(original.meta.program), original.meta.sha256)
    own = order.schedule is None
    return ReplayRequest(
        image=image,
        schedule=order.schedule or schedule_of(original),
        recording=recording,
        expected=outcome_of(original) if own else None,
        original=original if own else None,
        arguments=original.meta.arguments,
        environment=original.meta.environment,
        stdin=original.stdin,
        stdin_changed_ns=original.meta.stdin_changed_ns,
        inputs=inputs_of(original),
        spurious=original.meta.control.get("spurious") is True,
    )


def _for_witness(order: ReplayOrder, recording: Path) -> ReplayRequest:
    witness = load_witness(order.target)
    image = load_image(order.program or witness.program)
    check_program(witness, image.sha256)
    stdin = order.stdin if witness.stdin is None else witness.stdin
    if witness.stdin_sha256 is not None and hashlib.sha256(stdin or b"").hexdigest() != witness.stdin_sha256:
        raise UserError(
            f"the witness needs the input whose sha256 is {witness.stdin_sha256}",
            where=order.target,
            advice="give it on standard input",
        )
    return ReplayRequest(
        image=image,
        schedule=order.schedule or witness.schedule,
        recording=recording,
        expected=witness.expected,
        arguments=witness.arguments,
        environment=witness.environment,
        stdin=stdin,
        inputs=witness.inputs,
        spurious=witness.spurious,
    )


def _same_program(program: Path, sha256: str) -> ProgramImage:
    if not program.exists():
        raise UserError("the program that was recorded is not there any more", where=program, advice=PROGRAM_GONE)
    image = load_image(program)
    if image.sha256 != sha256:
        raise UserError("the program has changed since it was recorded", where=program, advice=PROGRAM_GONE)
    return image


def is_given_trace(target: Path) -> bool:
    """Whether it is a recording or a trace program as text, rather than something to be run."""
    return target.suffix == TRACE_SUFFIX or (target.is_file() and _is_recording(target))


def _is_recording(target: Path) -> bool:
    try:
        with target.open("rb") as file:
            return file.read(8) == trace_format()["RD_MAGIC"].to_bytes(8, "little")
    except OSError as error:
        raise UserError(f"cannot be read: {error.strerror or error}", where=target) from error


def _run_request(order: RecordOrder, image: ProgramImage, control: Control) -> RunRequest:
    return RunRequest(
        image=image,
        recording=order.recording or Path(f"{image.path.stem}.rdl"),
        arguments=order.arguments,
        control=control,
        stdin=order.stdin,
        output=order.output,
        limit_s=order.limit_s,
    )


def _varied(control: Control, attempt: int) -> Control:
    """Values that the user gave stay as they are."""
    seed = control.nondet_seed if control.nondet else attempt
    return replace(control, policy=RandomPolicy(attempt), nondet_seed=seed)
