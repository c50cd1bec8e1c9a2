"""Random scripts (tests/support/scripts.py) under the runtime: what their calls return has to be possible, as it has to
be on the C library (tests/support/judged_library.py). What was recorded is a run of the machine; other random runs of
the trace program made of it are followed by the real program, which reads what the machine says."""

import random
import tempfile
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final

from raddle.capture.build import build_program
from raddle.capture.control import Control, RandomPolicy
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import ProgramRun, RunRequest, run_program
from raddle.model.recorded.from_trace import model_of
from raddle.trace.recording import load_recording
from raddle.trace.walk_fast import walk_fast
from tests.support import judged_library
from tests.support.judged_library import CALLS, Seen, seen_in
from tests.support.modelled import Subject, differing_reads, disagreements, observed_run
from tests.support.random_scripts import PROFILES, random_script
from tests.support.scripts import Script

RUNS: Final = 2
"""Random runs of the machine that the real program follows, of each script."""
LIMIT_S: Final = 60.0


@dataclass
class Judged:
    """Counts, and every disagreement in words."""

    scripts: int = 0
    deadlocks: int = 0
    """That they came to."""
    events: int = 0
    """Of the trace programs."""
    followed: int = 0
    """Random runs of the machine, by the real program."""
    results: judged_library.Judged = field(default_factory=judged_library.Judged)
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Judged") -> None:
        self.results.add(other.results)
        for one in fields(self):
            if one.name != "results":
                setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        counts = [one.name for one in fields(self)][:-2]
        told = ", ".join(f"{getattr(self, name)} {name}" for name in counts)
        return f"{told}; {self.results}; {len(self.disagreements)} disagreements"


def built(folder: Path) -> Path:
    """The program, with the runtime inside."""
    return build_program([CALLS], ["-w", "-pthread"], folder / "calls").program


def compared(number: int, program: Path, runs: int = RUNS) -> Judged:
    """One script, under one seed."""
    chance = random.Random(number)
    script, found = random_script(chance, PROFILES[number % len(PROFILES)]), Judged(scripts=1)
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        image = load_image(program)
        recording, arguments = Path(folder) / "run.rdl", (str(script),)
        control = Control(policy=RandomPolicy(number + 1))
        done = run_program(RunRequest(image, recording, arguments, control, limit_s=LIMIT_S))
        if done.outcome == "deadlock":
            found.deadlocks += 1
        else:
            _judge_results(script, done, found, chance)
        _judge_recording(image, recording, script, found, runs)
    found.disagreements += found.results.disagreements
    found.results.disagreements = []
    found.disagreements = [f"script {number}: {script}: {what}" for what in found.disagreements]
    return found


def _judge_results(script: Script, done: ProgramRun, found: Judged, chance: random.Random) -> None:
    if done.outcome != "exit" or done.status != 0:
        found.disagreements.append(f"it ended by {done.outcome}, {done.status}: {done.stderr.decode()[-200:]}")
        return
    seen: Seen = seen_in(done.stdout.decode(), script)
    found.results.runs += 1
    found.results.calls += sum(map(len, seen.results))
    judged_library.judge(script, seen, found.results, chance)


def _judge_recording(
    image: ProgramImage, recording: Path, script: Script, found: Judged, runs: int
) -> None:
    loaded = load_recording(recording)
    model = model_of(walk_fast(loaded))
    subject = Subject(image, loaded, model.trace, model.ctp, arguments=(str(script),))
    found.events += len(subject.ctp.events)
    reached = observed_run(subject.ctp)
    found.disagreements += differing_reads(subject, dict(reached.values))
    found.followed += runs
    found.disagreements += disagreements(subject, recording.parent, range(runs))
