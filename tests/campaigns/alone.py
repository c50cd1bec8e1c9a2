"""SIZE random C programs in which main is alone between threads: what is left out of the trace program then makes no
difference (tests/support/exactness_alone.py).

    python -m tests.campaigns.alone --size 200 [--first 0] [--jobs 2]
"""

import argparse
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.support.exactness_alone import Alone, compared


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.size)
    began = time.monotonic()
    total = Alone()
    with ProcessPoolExecutor(options.jobs) as pool:
        for number, found in zip(numbers, pool.map(_compared, numbers), strict=True):
            total.add(found)
            for what in found.disagreements:
                print(what)
            if found.disagreements:
                print(f"    reproduce: python -m tests.campaigns.alone --size 1 --first {number}", flush=True)
    print(f"{total}, {time.monotonic() - began:.0f} s")
    return 1 if total.disagreements else 0


def _compared(number: int) -> Alone:
    with tempfile.TemporaryDirectory() as folder:
        return compared(number, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
