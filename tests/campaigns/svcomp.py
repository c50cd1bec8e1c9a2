"""SV-COMP's pthread programs from a folder of the user's: SIZE random schedules each, walked with both walkers.

    python -m tests.campaigns.svcomp --size 200 --folder sv-benchmarks/c/pthread --folder sv-benchmarks/c/pthread-atomic

Reports mismatches, how runs ended, and the number of distinct maximal paths per thread, before and after waiting loops
are collapsed.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from raddle.base.errors import RaddleError
from raddle.capture.build import build_program
from raddle.capture.control import Control, RandomPolicy
from raddle.capture.image import load_image
from raddle.capture.run import RunRequest, run_program
from raddle.trace.program import Program
from raddle.trace.recording import load_recording
from raddle.trace.walk import walk_reference
from raddle.trace.walk_fast import walk_fast
from tests.support.fidelity import first_difference
from tests.support.paths import collapsed_path

LIMIT_S = 10.0
MOST_EVENTS = 20_000
LONG = 2_000  # events; runs beyond are walked by the reference, and their paths taken, only for the first seeds
ALWAYS_BOTH = 10


Sites = tuple[int, ...]


@dataclass
class Row:
    runs: int = 0
    events: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    paths: dict[str, set[Sites]] = field(default_factory=lambda: defaultdict(set))
    raw_paths: dict[str, set[Sites]] = field(default_factory=lambda: defaultdict(set))
    troubles: list[str] = field(default_factory=list)


def maximal(paths: set[Sites]) -> int:
    """How many are no beginning of another: the end of the process cuts paths short."""
    ordered = sorted(paths)
    cut = sum(later[: len(path)] == path for path, later in pairwise(ordered))
    return len(ordered) - cut


def check_file(source: Path, schedules: int) -> Row:
    row = Row()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        try:
            image = load_image(build_program([source], ["-w"], Path(folder) / "program").program)
        except RaddleError as error:
            row.troubles.append(f"build: {error}")
            return row
        for seed in range(schedules):
            control = Control(policy=RandomPolicy(seed), nondet_seed=seed, events=MOST_EVENTS)
            path = Path(folder) / "run.rdl"
            try:
                run_program(RunRequest(image, path, control=control, limit_s=LIMIT_S))
                recording = load_recording(path)
                row.runs += 1
                row.events += recording.events
                row.endings[recording.ending] += 1
                fast = walk_fast(recording)
                if seed >= ALWAYS_BOTH and recording.events > LONG:
                    continue
                difference = first_difference(walk_reference(recording), fast)
                if difference:
                    row.troubles.append(f"seed {seed}: walkers differ: {difference}")
                program = Program.of(recording.modules)
                for thread in recording.threads:
                    _, left = collapsed_path(program, recording, thread)
                    row.paths[thread.path].add(left)
                    row.raw_paths[thread.path].add(tuple(thread.blocks["site"].tolist()))
            except RaddleError as error:
                row.troubles.append(f"seed {seed}: {type(error).__name__}: {error}")
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--folder", type=Path, action="append", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    sources = sorted(path for folder in options.folder for path in folder.glob("*.c"))
    began, troubles = time.monotonic(), 0
    with ProcessPoolExecutor(options.jobs) as pool:
        pending = [(source, pool.submit(check_file, source, options.size)) for source in sources]
        for source, future in pending:
            row = future.result()
            troubles += len(row.troubles)
            paths = " ".join(
                f"{thread}:{maximal(row.raw_paths[thread])}->{maximal(found)}"
                for thread, found in sorted(row.paths.items())
            )
            print(f"{source.stem}: {row.runs} runs, {row.events} events, {dict(row.endings)}, paths {paths}")
            for trouble in row.troubles[:3]:
                print(f"    {trouble[:300]}", flush=True)
    print(f"{len(sources)} programs, {troubles} troubles, {time.monotonic() - began:.0f} s")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
