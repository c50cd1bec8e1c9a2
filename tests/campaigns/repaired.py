"""SIZE random C programs: no schedule of a program that `repair` has repaired fails or deadlocks.

python -m tests.campaigns.repaired --size 300 [--first 0] [--jobs 2]
--programs: the first SIZE of tests/diagnose and bench/programs/diagnose instead, and what they promise.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.support.diagnosed import programs
from tests.support.repaired_runs import Mended, mended_program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--programs", action="store_true")
    options = parser.parse_args()
    first, past = options.first, options.first + options.size
    chosen: list[int] | list[Path] = programs()[first:past] if options.programs else list(range(first, past))
    began = time.monotonic()
    total = Mended()
    with ProcessPoolExecutor(options.jobs) as pool:
        for which, found in zip(chosen, pool.map(mended_program, chosen), strict=True):
            total.add(found)
            for what in (*found.wrong, *found.unrepaired):
                print(what, flush=True)
            if found.wrong and isinstance(which, int):
                print(f"    reproduce: python -m tests.campaigns.repaired --size 1 --first {which}", flush=True)
            if total.programs % 50 == 0:
                print(f"so far: {total}", flush=True)
    print(f"{total}, {time.monotonic() - began:.0f} s")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
