"""SIZE random trace programs of all profiles: brute force and the decider say the same of every memory error, and
every way there runs on the machine (tests/support/exactness_memory.py).

    python -m tests.campaigns.memory_goals --size 10000 [--first 0] [--jobs 2]
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.support.exactness_memory import MemoryExactness, compared


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.size)
    began = time.monotonic()
    total = MemoryExactness()
    with ProcessPoolExecutor(options.jobs) as pool:
        for number, found in zip(numbers, pool.map(compared, numbers, chunksize=10), strict=True):
            total.add(found)
            for what in found.disagreements:
                print(what)
            if found.disagreements:
                print(f"    reproduce: python -m tests.campaigns.memory_goals --size 1 --first {number}", flush=True)
    print(f"{total}, {time.monotonic() - began:.0f} s")
    return 1 if total.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
