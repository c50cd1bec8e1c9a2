"""One program, run with spinning noticed and without: how many events, and what is found in the two recordings."""

from dataclasses import dataclass
from pathlib import Path

from raddle.capture.build import build_program
from raddle.capture.control import Control
from raddle.capture.image import load_image
from raddle.capture.run import Output, RunRequest, run_program
from raddle.check import CheckOptions, Timed, check_trace
from raddle.report.progress import Silent
from raddle.report.properties import Property
from raddle.report.result import Result
from raddle.testing.runs import load_trace
from raddle.trace.recording import load_recording

QUANTUM = 60
"""Longer than what a random thread has to do, so that only waiting makes threads change."""
MOST_EVENTS = 5_000
ASKED: tuple[Property, ...] = ("assertions", "races", "deadlocks")

Found = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Spun:
    events: int
    outcome: str
    found: Found
    open: int


def spun(source: Path, folder: Path, *, notices_spinning: bool) -> Spun:
    image = load_image(build_program([source], ["-w"], folder / "program").program)
    control = Control(quantum=QUANTUM, events=MOST_EVENTS, notices_spinning=notices_spinning)
    run = run_program(RunRequest(image, folder / f"{notices_spinning}.rdl", control=control, output=Output.CAPTURED))
    recording = load_recording(run.recording)
    options = CheckOptions(properties=ASKED, witnesses=folder, explain=False)
    result = check_trace(load_trace(recording.path), image, options, load_trace, Silent(), Timed())
    return Spun(recording.events, recording.outcome, _found(result), len(result.open))


def _found(result: Result) -> Found:
    """What is found where; a race by both of its places."""
    return frozenset((one.kind, " ".join(sorted(map(str, one.places)))) for one in result.findings)
