"""SIZE random C programs (tests/support/random_blocks.py): `check` reports exactly the torn blocks, or the memory
errors, that schedules of the recorded paths have (tests/support/prediction_blocks.py).

    python -m tests.campaigns.predicted_blocks --size 300 [--of memory] [--first 0] [--jobs 2]
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.support.prediction_blocks import BlockPrediction, compared


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=300)
    parser.add_argument("--of", choices=("atomicity", "memory"), default="atomicity")
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.size)
    began = time.monotonic()
    total = BlockPrediction()
    again = f"python -m tests.campaigns.predicted_blocks --of {options.of} --size 1 --first"
    with ProcessPoolExecutor(options.jobs) as pool:
        for number, found in zip(numbers, pool.map(partial(compared, options.of), numbers), strict=True):
            total.add(found)
            for what in found.disagreements:
                print(what)
            if found.disagreements:
                print(f"    reproduce: {again} {number}", flush=True)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(total.kinds.items()))
    print(f"{total}, {time.monotonic() - began:.0f} s ({kinds})")
    return 1 if total.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
