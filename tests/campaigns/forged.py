"""SIZE forged files (tests/support/forging.py): recordings with checksums that fit, witnesses, certificates, traces,
raddle.toml, programs.

Each is read by all who read it, in forks with a bound of memory and of CPU time; anything but success, an error of the
user's or one of the world's is a trouble. Those who take long read only some.

python -m tests.campaigns.forged --size 10000 [--first 0] [--jobs 1]
"""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.support.forged_batches import BATCH, troubles_in
from tests.support.forged_read import Originals, made_originals


def tried(originals: Originals, seeds: range) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        return troubles_in(originals, seeds, Path(folder))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        originals = made_originals(Path(folder))
    past = options.first + options.size
    batches = [range(first, min(first + BATCH, past)) for first in range(options.first, past, BATCH)]
    troubles = done = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for batch, found in zip(batches, pool.map(partial(tried, originals), batches), strict=True):
            troubles, done = troubles + len(found), done + len(batch)
            for trouble in found:
                print(trouble, flush=True)
            if done % 5_000 == 0:
                print(f"so far: {done} forged files, {troubles} troubles", flush=True)
    print(f"{options.size} forged files, {troubles} troubles")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
