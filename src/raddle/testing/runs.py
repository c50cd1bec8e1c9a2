"""What is put to the test: C files or a program, under one input; built, and run once. What that run was, walked."""

import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

from raddle.base.cache import Cache
from raddle.base.errors import UserError
from raddle.base.failing import WHATEVER_THE_STATUS
from raddle.base.file_names import shortened
from raddle.capture.build import build_program
from raddle.capture.control import Control, RandomPolicy
from raddle.capture.image import ProgramImage, load_image, load_library
from raddle.capture.kept import keep_program
from raddle.capture.notes import BuildNote, compiled_out, told
from raddle.capture.refused import LinkError
from raddle.capture.run import Output, RunRequest, run_program
from raddle.replay.folder import folder_of
from raddle.replay.order import most_bytes
from raddle.replay.replay import ReplayRequest, surroundings
from raddle.replay.source import inputs_of
from raddle.report.properties import Property
from raddle.trace.blocks import AS_DECLARED, AtomicBlocks
from raddle.trace.given import reading_given
from raddle.trace.recorded import Meta, Recording
from raddle.trace.recording import load_recording
from raddle.trace.refused_calls import refused_call
from raddle.trace.walk import Trace, walk_reference
from raddle.trace.walk_fast import walk_fast

MOST_RETRIES: Final = 50
_TEMPORARY: Final = re.compile(r"[^\s:()'`]*/raddle-[\w]+/(?:\d+-)?")
"""The folders in which a program is built: nothing that the user knows."""

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
    """CPU seconds of the program."""
    until: float | None = None
    """When the whole has to be over, by time.monotonic()."""
    before: str | None = None
    """A shell command that goes before each run, to put the world back."""
    folder: Path | None = None
    """In which it runs; None: where we are."""
    environment: Mapping[str, str] | None = None
    """Variables as they were in another run; None: as they are."""
    stdin_changed_ns: int | None = None
    """When what is behind stdin was last changed; None: as it is."""

    @property
    def name(self) -> str:
        """Of the program, as long as there is none yet."""
        return self.program.name if isinstance(self.program, Path) else self.program.files[0].stem

    def judged_by(self, properties: tuple[Property, ...]) -> "RecordOrder":
        """Not by an exit status that was not asked about."""
        if "exit" in properties:
            return self
        return replace(self, control=replace(self.control, failing=WHATEVER_THE_STATUS))


def record(order: RecordOrder, say: Say) -> Recording:
    """Run the program once. A run that ends in a false assumption says nothing: others are tried in its place."""
    image = load_image(_program_of(order, say))
    if order.output is Output.OURS:
        for note in (*compiled_out(image.notes), *told(image.notes)):
            say(note)
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
    recording = load_recording(run.recording)
    if order.output is Output.CAPTURED and (why := refused_call(recording)):
        raise UserError(why, where=image.path.name)
    return recording


def same_test(run: Recording | ReplayRequest, program: Path) -> RecordOrder:
    """A program under the inputs of a run."""
    if isinstance(run, ReplayRequest):
        changed_ns, folder = run.stdin_changed_ns, run.folder
        control = Control(inputs=run.inputs, spurious=run.spurious, failing=run.failing)
        known: ReplayRequest | Meta = run
    else:
        known, changed_ns, folder = run.meta, run.meta.stdin_changed_ns, folder_of(run.meta.folder)
        spurious = run.meta.control.get("spurious") is True
        control = Control(inputs=inputs_of(run), spurious=spurious, failing=run.failing)
    return RecordOrder(
        program=program,
        arguments=known.arguments,
        control=control,
        stdin=run.stdin,
        output=Output.CAPTURED,
        before=known.before,
        folder=folder,
        environment=known.environment,
        stdin_changed_ns=changed_ns,
    )


def build_notes(image: ProgramImage, recording: Recording) -> tuple[BuildNote, ...]:
    """What is to be known of how the program and the libraries that it loaded were built."""
    libraries = [load_library(Path(library.path)) for library in recording.libraries]
    return tuple(note for loaded in (image, *libraries) for note in loaded.notes)


def built(order: RecordOrder, say: Say) -> RecordOrder:
    """The same of the program that its sources come to."""
    return replace(order, program=_program_of(order, say))


def _program_of(order: RecordOrder, say: Say) -> Path:
    return order.program if isinstance(order.program, Path) else build(order.program, say)


def build(sources: Sources, say: Say) -> Path:
    """The instrumented program, kept in the cache by its contents, so that its recordings can be replayed."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        program = Path(scratch) / shortened(sources.files[0].stem)
        try:
            built = build_program(list(sources.files), list(sources.flags), program, say)
        except LinkError as error:
            raise UserError(_TEMPORARY.sub("", error.what), where=program.name) from error
        for note in built.notes:
            say(note)
        return keep_program(program, Cache.of_user())


def load_trace(
    path: Path,
    *,
    walker: Literal["c", "python"] = "c",
    keep_private: bool = False,
    blocks: AtomicBlocks = AS_DECLARED,
) -> Trace:
    """The symbolic events of a recording. Both walkers yield the same; the one in Python is the reference."""
    walk = walk_fast if walker == "c" else walk_reference
    recording = load_recording(path)
    return walk(recording, keep_private=keep_private, blocks=blocks)


def load_given_trace(path: Path, *, keep_private: bool = False, blocks: AtomicBlocks = AS_DECLARED) -> Trace:
    """Of a recording that the user gave."""
    with reading_given(path):
        return load_trace(path, keep_private=keep_private, blocks=blocks)


def _run_request(order: RecordOrder, image: ProgramImage, control: Control) -> RunRequest:
    recording = order.recording or Path(f"{shortened(image.path.stem)}.rdl")
    if control.most_bytes is None and recording.absolute().parent.is_dir():
        control = replace(control, most_bytes=most_bytes(recording.absolute().parent))
    return RunRequest(
        image=image,
        recording=recording,
        before=order.before,
        folder=order.folder,
        arguments=order.arguments,
        control=control,
        stdin=order.stdin,
        output=order.output,
        limit_s=order.limit_s,
        until=order.until,
        environment=None if order.environment is None else surroundings(image, order.environment),
        stdin_changed_ns=order.stdin_changed_ns,
    )


def _varied(control: Control, attempt: int) -> Control:
    """Values that the user gave stay as they are."""
    seed = control.nondet_seed if control.nondet else attempt
    return replace(control, policy=RandomPolicy(attempt), nondet_seed=seed)
