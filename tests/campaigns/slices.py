"""SIZE random failing runs, half of them written as text, half of them of real programs: every slice at every detail is
an error trace, minimal, control-sensitive, hazard-sensitive, and its invariants are inductive (reference/rechecked.py).

    python -m tests.campaigns.slices --size 1000 [--first 0] [--jobs 2] [--only text|programs]
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.support.rechecked_runs import Rechecked, of_program, of_text

RUNS_OF_A_PROGRAM = 5
SCHEDULES_OF_A_PROGRAM = 15


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first text and of the first program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=("text", "programs"))
    options = parser.parse_args()
    began = time.monotonic()
    total = Rechecked()
    with ProcessPoolExecutor(options.jobs) as pool:
        if options.only != "programs":
            wanted = options.size if options.only else options.size // 2
            total.add(_told("text", options.first, _some(pool, of_text, options.first, options.jobs), wanted))
        if options.only != "text":
            one = partial(of_program, most_runs=RUNS_OF_A_PROGRAM, schedules=SCHEDULES_OF_A_PROGRAM)
            wanted = options.size - total.runs
            total.add(_told("programs", options.first, _some(pool, one, options.first, options.jobs), wanted))
    print(f"{total}, {time.monotonic() - began:.0f} s")
    return 1 if total.objections else 0


def _some(pool: ProcessPoolExecutor, one: Callable[[int], Rechecked], first: int, jobs: int) -> Iterator[Rechecked]:
    """One after the other, as many at a time as there are jobs."""
    while True:
        numbers = range(first, first + 4 * jobs)
        yield from pool.map(one, numbers)
        first = numbers.stop


def _told(kind: str, first: int, found: Iterator[Rechecked], wanted: int) -> Rechecked:
    total = Rechecked()
    number = first
    while total.runs < wanted:
        one = next(found)
        total.add(one)
        for what in one.objections:
            print(what)
        if one.objections:
            print(
                f"    reproduce: python -m tests.campaigns.slices --only {kind} --size 1 --first {number}", flush=True
            )
        number += 1
        if total.runs // 50 > (total.runs - one.runs) // 50:
            print(f"    {kind}: {total.runs} runs, {len(total.objections)} objections", flush=True)
    print(f"{kind}: {total}", flush=True)
    return total


if __name__ == "__main__":
    sys.exit(main())
