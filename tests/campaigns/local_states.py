"""SIZE random C programs (tests/support/random_branching.py), or those of folders of tests, each run under several
seeds: threads in equal local states must go on alike as long as they read the same (tests/support/same_futures.py).

python -m tests.campaigns.local_states --size 100 [--first 0] [--runs 8] [--jobs 2] [--folder tests/programs ...]
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from raddle.base.errors import RaddleError
from raddle.capture.build import build_program
from raddle.capture.image import load_image
from tests.support.programs import TestProgram, all_programs
from tests.support.random_branching import branching_text
from tests.support.same_futures import differing_futures, runs_of


def check(runs: int, program: TestProgram | int) -> tuple[list[str], int, int]:
    """Troubles, pairs, states."""
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        folder = Path(scratch)
        if isinstance(program, int):
            source = folder / "random.c"
            source.write_text(branching_text(program))
            sources, flags, stdin = [source], [], b""
            arguments: tuple[str, ...] = ()
        else:
            sources, flags = list(program.sources), list(program.flags)
            stdin, arguments = program.stdin, program.arguments
        try:
            image = load_image(build_program(sources, ["-w", *flags], folder / "program").program)
            return differing_futures(runs_of(image, folder, range(runs), stdin=stdin, arguments=arguments))
        except RaddleError as error:
            return [str(error)], 0, 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, action="append", default=[])
    options = parser.parse_args()
    subjects: list[TestProgram | int] = list(range(options.first, options.first + options.size))
    if options.folder:
        subjects = [program for folder in options.folder for program in all_programs(folder)]
    total = {"troubles": 0, "pairs": 0, "states": 0}
    with ProcessPoolExecutor(options.jobs) as pool:
        for subject, (troubles, pairs, states) in _checked(pool, options.runs, subjects):
            total["troubles"] += len(troubles)
            total["pairs"] += pairs
            total["states"] += states
            name = f"program {subject}" if isinstance(subject, int) else subject.name
            for trouble in troubles[:3]:
                print(f"{name}: {trouble[:600]}", flush=True)
    print(f"{len(subjects)} programs, {', '.join(f'{count} {what}' for what, count in total.items())}")
    return 1 if total["troubles"] else 0


def _checked(
    pool: ProcessPoolExecutor, runs: int, subjects: list[TestProgram | int]
) -> Iterator[tuple[TestProgram | int, tuple[list[str], int, int]]]:
    return zip(subjects, pool.map(partial(check, runs), subjects), strict=True)


if __name__ == "__main__":
    sys.exit(main())
