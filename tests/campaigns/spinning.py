"""SIZE random C programs whose threads wait in loops (tests/support/random_spinning.py), recorded twice: threads that
spin give way at once, or when their quantum is over. Both recordings must have the same findings.

python -m tests.campaigns.spinning --size 200 [--first 0] [--jobs 2]
"""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from raddle.base.errors import RaddleError
from tests.support.random_spinning import spinning_text
from tests.support.spun_runs import Spun, spun


def compared(seed: int) -> tuple[str, Spun, Spun]:
    """What is wrong, if anything is; noticed, and not."""
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        folder = Path(scratch)
        source = folder / "random.c"
        source.write_text(spinning_text(seed))
        noticed, ignored = (spun(source, folder, notices_spinning=one) for one in (True, False))
    if noticed.outcome != ignored.outcome:
        return f"ended with {noticed.outcome}, else with {ignored.outcome}", noticed, ignored
    if noticed.open or ignored.open:
        return f"undecided: {noticed.open}, else {ignored.open}", noticed, ignored
    more, less = noticed.found - ignored.found, ignored.found - noticed.found
    return f"only one of them has {sorted(more)} / {sorted(less)}" if more or less else "", noticed, ignored


def _compared(seed: int) -> tuple[str, Spun, Spun]:
    try:
        return compared(seed)
    except RaddleError as error:
        none = Spun(0, "", frozenset(), 0)
        return str(error), none, none


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    troubles = noticed_events = ignored_events = findings = longer = 0
    seeds = range(options.first, options.first + options.size)
    with ProcessPoolExecutor(options.jobs) as pool:
        for seed, (trouble, noticed, ignored) in zip(seeds, pool.map(_compared, seeds), strict=True):
            noticed_events += noticed.events
            ignored_events += ignored.events
            longer += ignored.events > noticed.events
            findings += len(noticed.found)
            if trouble:
                troubles += 1
                print(f"program {seed}: {trouble[:600]}", flush=True)
    print(
        f"{options.size} programs, {troubles} troubles, {findings} findings, {longer} spin; "
        f"{noticed_events} events, {ignored_events} where spinning is not noticed"
    )
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
