"""SIZE random C programs: `verify` proves exactly those of which no schedule fails (tests/support/verified.py).

python -m tests.campaigns.verified --size 300 [--first 0] [--jobs 2]
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.support.verified import Agreement, compared


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.size)
    began = time.monotonic()
    total = Agreement()
    with ProcessPoolExecutor(options.jobs) as pool:
        for number, found in zip(numbers, pool.map(compared, numbers), strict=True):
            total.add(found)
            for what in (*found.wrong, *found.unknown):
                print(what, flush=True)
            if found.wrong:
                print(f"    reproduce: python -m tests.campaigns.verified --size 1 --first {number}", flush=True)
            if total.programs % 50 == 0:
                print(f"so far: {total}", flush=True)
    print(f"{total}, {time.monotonic() - began:.0f} s")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
