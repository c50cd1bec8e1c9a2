"""C text -> its trace program, and the real program under random runs of it: both must see the same values."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raddle.base.segments import Segment, TimeOut
from raddle.base.segments import Wake as WakeUp
from raddle.capture.build import build_program
from raddle.capture.control import Control
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import RunRequest, run_program
from raddle.logic.terms import Term
from raddle.model.actions import Check, Count, ProcessEnd, Refused, Wake
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.recorded.from_trace import model_of
from raddle.model.run import Ran, moves_of, run
from raddle.replay.source import inputs_of
from raddle.trace.events import EventKind
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast

READING = (EventKind.READ, EventKind.UPDATE)


@dataclass(frozen=True)
class Subject:
    """A program, its recorded run, and the trace program made of it."""

    image: ProgramImage
    recording: Recording
    trace: Trace
    ctp: TraceProgram
    stdin: bytes = b""
    arguments: tuple[str, ...] = ()


def recorded(
    folder: Path, name: str, *sources: Path, flags: tuple[str, ...] = ("-w",)
) -> tuple[ProgramImage, Recording]:
    image = load_image(build_program(list(sources), list(flags), folder / name).program)
    run_program(RunRequest(image, folder / f"{name}.rdl", limit_s=30))
    return image, load_recording(folder / f"{name}.rdl")


def modelled(folder: Path, name: str, *sources: Path) -> Subject:
    image, recording = recorded(folder, name, *sources)
    found = model_of(walk_fast(recording))
    return Subject(image, recording, found.trace, found.ctp)


def modelled_text(folder: Path, name: str, text: str) -> Subject:
    source = folder / f"{name}.c"
    source.write_text(text)
    return modelled(folder, name, source)


# ---- the observed run


def observed_run(ctp: TraceProgram) -> Ran:
    """All of it but the check that failed. It must be possible."""
    order = ctp.observed
    last = ctp.events[order[-1]]
    if isinstance(last.action, Check) and not isinstance(run(ctp, moves_of(ctp, order)), Ran):
        order = order[:-1]
    found = run(ctp, moves_of(ctp, order))
    assert isinstance(found, Ran), found
    return found


def differing_reads(subject: Subject, values: dict[Term, int]) -> list[str]:
    """Variables that do not hold what the recorded run saw."""
    return [
        str(variable.data)
        for variable, value in values.items()
        if (seen := _seen(subject.trace, variable)) is not None and seen != value
    ]


def _is_of_a_row(variable: Term) -> bool:
    """Not of a read that stands beside one to say when it is an access (model/recorded/nowhere.py)."""
    return str(variable.data).startswith("r")


def _origin(variable: Term) -> tuple[int, int, int]:
    """Thread, row and bytes to the part, from the name of a variable."""
    thread, row, *offset = str(variable.data)[1:].split(".")
    return int(thread), int(row), int(offset[0]) if offset else 0


def _seen(trace: Trace, variable: Term) -> int | None:
    if not _is_of_a_row(variable):
        return None
    thread, row, offset = _origin(variable)
    event = trace.threads[thread].events[row]
    if event["kind"] not in READING:
        return None
    return int(event["value"]) >> 8 * offset & (1 << variable.width) - 1


# ---- other runs


def random_moves(machine: Machine, chance: random.Random) -> list[Move]:
    """Some prefix of some run."""
    ctp, state, moves = machine.program, machine.initial, []
    last, stays = 0, chance.choice((0.0, 0.5, 0.9))
    for _ in range(chance.randrange(1, len(ctp.events) + 1)):
        able = machine.moves(state)
        if not able:
            break
        same = [move for move in able if ctp.events[move.event].thread == last]
        move = chance.choice(same if same and chance.random() < stays else able)
        if isinstance(ctp.events[move.event].action, ProcessEnd):
            break
        last = ctp.events[move.event].thread
        state = machine.perform(state, move)
        moves.append(move)
    return moves


def control_for(subject: Subject, moves: list[Move]) -> Control:
    """What makes the real program do that, and then stop."""
    ctp, reached = subject.ctp, dict.fromkeys((thread.name for thread in subject.ctp.threads), 0)
    segments: list[Segment] = []
    wakes, time_outs = [], []
    for move in moves:
        event = ctp.events[move.event]
        path = ctp.threads[event.thread].name
        if event.upto > reached[path]:
            reached[path] = event.upto
            if segments and segments[-1].thread == path:
                segments.pop()
            segments.append(Segment(path, event.upto))
        if move.chosen is not None:
            wakes.append(WakeUp(path, event.upto - 1, ctp.threads[move.chosen].name))
        if isinstance(event.action, Refused | Count) or (
            isinstance(event.action, Wake) and event.action.cause == "timeout"
        ):
            time_outs.append(TimeOut(path, event.upto - 1))
    return Control(
        segments=tuple(segments),
        wakes=tuple(wakes),
        time_outs=tuple(time_outs),
        strict=True,
        stop_at_end=True,
        inputs=inputs_of(subject.recording),
    )


def disagreements(subject: Subject, folder: Path, seeds: range) -> Iterator[str]:
    """Runs of the trace program that the real program does not follow, or in which it reads something else."""
    machine = Machine(subject.ctp)
    for seed in seeds:
        moves = random_moves(machine, random.Random(seed))
        predicted = run(subject.ctp, moves)
        assert isinstance(predicted, Ran), predicted
        file = folder / "random_run.rdl"
        file.unlink(missing_ok=True)
        request = RunRequest(
            subject.image, file, subject.arguments, control_for(subject, moves), stdin=subject.stdin, limit_s=30
        )
        run_program(request)
        real = load_recording(file)
        if real.outcome == "diverged":
            yield f"seed {seed}: the program cannot follow"
            continue
        walked = {thread.path: thread for thread in walk_fast(real, keep_private=True).threads}
        for variable, value in predicted.values.items():
            if (told := _told(subject.trace, walked, variable)) not in (None, value):
                yield f"seed {seed}: {variable.data} is {value}, the program read {told}"


def _told(trace: Trace, walked: dict, variable: Term) -> int | str | None:  # type: ignore[type-arg]
    """What the real program read there; None: it is no read of the program."""
    if not _is_of_a_row(variable):
        return None
    thread, row, offset = _origin(variable)
    event = trace.threads[thread].events[row]
    if event["kind"] not in READING:
        return None
    events = walked[trace.threads[thread].path].events
    there = events[(events["index"] == event["index"]) & np.isin(events["kind"], READING)]
    address = int(event["address"]) + offset
    if not event["address_term"]:
        there = there[(there["address"] <= address) & (address < there["address"] + there["size"])]
        offset = address - int(there["address"][0]) if len(there) else 0
    if not len(there):
        return "nothing"
    return int(there["value"][0]) >> 8 * offset & (1 << variable.width) - 1
