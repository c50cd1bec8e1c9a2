"""The programs that are explained (bench/programs/explain/README.md), and different failing runs of each.

In: C files whose first comments say what to do. Out: `Program`, and `failing_runs` of it.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.explain_marks import Mark, read_marks
from bench.programs_run import PROGRAMS
from raddle.base.errors import ToolError
from raddle.base.process import run
from raddle.capture.control import Control, RandomPolicy
from raddle.capture.run import Output
from raddle.explain.recorded.from_recording import run_of_recording
from raddle.explain.run import Run
from raddle.replay.order import ReplayOrder, replay_request
from raddle.replay.outcome import Outcome, has_failed, outcome_of
from raddle.replay.replay import Confirmed, ReplayRequest, replay
from raddle.testing.runs import RecordOrder, Sources, build, record
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording

FOLDER: Final = PROGRAMS / "explain"
CHECK_LIMIT_S: Final = 300

_HEADER: Final = re.compile(r"^// (KIND|THREADS|TRACES|PROPERTY|ARGS|RUNS):\s*(.*?)\s*$", re.MULTILINE)
_RUNS: Final = re.compile(r"(?:args (?P<args>[^;]*);\s*)?(?P<check>check\b)?\s*(?:seeds (?P<first>\d+)-(?P<last>\d+))?")
_COMMENT: Final = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Runs:
    """Where failing runs are found: among recorded ones, or what `check` predicts from one."""

    arguments: tuple[str, ...]
    check: bool
    seeds: tuple[int | None, ...]
    """None: not by chance."""


@dataclass(frozen=True)
class Program:
    name: str
    source: Path
    kind: str
    threads: int
    traces: int
    asked: str
    runs: tuple[Runs, ...]
    marks: tuple[Mark, ...]
    loc: int
    """Lines that are neither blank nor comments."""


@dataclass(frozen=True)
class FailingRun:
    recording: Recording
    request: ReplayRequest
    run: Run
    origin: str
    """Which of the ways it was found by."""

    @property
    def expected(self) -> Outcome:
        return self.request.expected or outcome_of(self.recording)


def all_programs(folder: Path = FOLDER) -> list[Program]:
    return [read_program(path) for path in sorted(folder.glob("*.c"), key=lambda path: path.name.lower())]


def read_program(path: Path) -> Program:
    text = path.read_text(encoding="utf-8")
    said: dict[str, list[str]] = {}
    for key, value in _HEADER.findall(text):
        said.setdefault(key, []).append(value)
    arguments = tuple(shlex.split(said.get("ARGS", [""])[0]))
    return Program(
        name=path.stem,
        source=path,
        kind=said["KIND"][0],
        threads=int(said["THREADS"][0]),
        traces=int(said["TRACES"][0]),
        asked=said["PROPERTY"][0],
        runs=tuple(_runs(one, arguments) for one in said["RUNS"]),
        marks=tuple(read_marks(text)),
        loc=sum(bool(line.strip()) for line in _COMMENT.sub("", text).splitlines()),
    )


def _runs(said: str, arguments: tuple[str, ...]) -> Runs:
    found = _RUNS.fullmatch(said)
    if found is None or (not found["check"] and found["first"] is None):
        raise ValueError(f"RUNS: {said}")
    seeds = (None,) if found["first"] is None else tuple(range(int(found["first"]), int(found["last"]) + 1))
    given = arguments if found["args"] is None else tuple(shlex.split(found["args"]))
    return Runs(given, bool(found["check"]), seeds)


def failing_runs(program: Program, most: int, folder: Path) -> Iterator[FailingRun]:
    """Different ones: their sequences of (thread, line) are."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    built = build(Sources((program.source,)), lambda note: None)
    for request, recording, origin in _found(program, built, folder):
        made = run_of_recording(recording, request.expected)
        path = tuple(lines_of(made))
        if path not in seen:
            seen.add(path)
            yield FailingRun(recording, request, made, origin)
        if len(seen) >= most:
            return


def lines_of(made: Run) -> Iterator[tuple[int, int]]:
    for step in made.steps:
        place = made.wording.place(step)
        yield step.thread, place.line if place is not None else 0


def _found(program: Program, built: Path, folder: Path) -> Iterator[tuple[ReplayRequest, Recording, str]]:
    number = 0
    for runs in program.runs:
        for seed in runs.seeds:
            where = folder / f"{program.name}-{number}"
            number += 1
            origin = f"{'check ' if runs.check else ''}{'' if seed is None else f'seed {seed}'}".strip()
            if runs.check:
                yield from ((*again, origin) for again in _predicted(program, runs, seed, where))
            else:
                recorded = _recorded(built, runs, seed, where)
                if recorded is not None:
                    yield (*recorded, origin)


def _recorded(built: Path, runs: Runs, seed: int | None, where: Path) -> tuple[ReplayRequest, Recording] | None:
    path = where.parent / f"{where.name}.rdl"
    control = Control() if seed is None else Control(policy=RandomPolicy(seed))
    order = RecordOrder(built, path, runs.arguments, control, output=Output.CAPTURED, limit_s=60)
    recording = record(order, lambda note: None)
    if not has_failed(recording):
        path.unlink()
        return None
    return replay_request(ReplayOrder(path), where.parent / f"{where.name}.replay", lambda note: None), recording


def _predicted(
    program: Program, runs: Runs, seed: int | None, where: Path
) -> Iterator[tuple[ReplayRequest, Recording]]:
    where.mkdir()
    words = ["check", str(program.source.absolute()), "--property", program.asked]
    words += [] if seed is None else ["--seed", str(seed)]
    words += ["--", *runs.arguments] if runs.arguments else []
    done = run([sys.executable, "-m", "raddle", *words], cwd=where, limit_s=CHECK_LIMIT_S)
    if done.status not in (0, 1, 3):
        raise ToolError("a program of the bench could not be checked", command=tuple(words), output=done.stderr)
    for number, witness in enumerate(sorted(where.glob("*.witness"))):
        request = replay_request(ReplayOrder(witness), where / f"{number}.rdl", lambda note: None)
        result = replay(request)
        if isinstance(result, Confirmed):
            yield request, load_recording(result.run.recording)
