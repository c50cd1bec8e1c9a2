"""SIZE forged files (tests/support/forging.py): recordings with checksums that fit, witnesses, traces, certificates.

Each is read by all who read it, in forks with a bound of memory and of CPU time; anything but success, an error of the
user's or one of the world's is a trouble.

python -m tests.campaigns.forged --size 1000 [--first 0] [--jobs 1]
"""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.support.forged_read import Originals, made_originals, trouble_of


def tried(originals: Originals, seed: int) -> str | None:
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        return trouble_of(originals, seed, Path(folder))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        originals = made_originals(Path(folder))
    troubles = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        seeds = range(options.first, options.first + options.size)
        for trouble in pool.map(partial(tried, originals), seeds, chunksize=10):
            if trouble is not None:
                troubles += 1
                print(trouble, flush=True)
    print(f"{options.size} forged files, {troubles} troubles")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
