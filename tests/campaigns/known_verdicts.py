"""The verdicts that the programs of tests/verify promise, by the explorer: at most SIZE schedules each.

    python -m tests.campaigns.known_verdicts --size 3000 [--jobs 2] [--only dekker]

A bug is one if some schedule fails at a line that says FAILS (a crash has no line); a proof, if no schedule fails and
all were run. Where SIZE is too small for that it says so.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.support.verify_programs import explored, programs, promised, without_waiting


def compared(source: Path, most_runs: int) -> tuple[str, str]:
    """`agrees`, `too many schedules` or `disagrees`, and what was seen."""
    promise, text = promised(source), source.read_text()
    until_failure = promise.verdict == "bug"
    found = explored(without_waiting(text), most_runs=most_runs, until_failure=until_failure, suffix=source.suffix)
    seen = f"{found.schedules} schedules, fails at {sorted(found.failing)}, deadlocks: {found.deadlocks}"
    if found.crashes != (promise.verdict == "bug") and (found.crashes or found.exhausted):
        return "disagrees", seen
    if not found.failing <= promise.fails:
        return "disagrees", seen
    deadlocks = promise.properties.get("deadlocks")
    if deadlocks and found.exhausted and found.deadlocks != (deadlocks == "bug"):
        return "disagrees", seen
    return ("agrees" if found.crashes or found.exhausted else "too many schedules"), seen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=3000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="programs whose names contain this")
    options = parser.parse_args()
    sources = [source for source in programs() if options.only in source.stem]
    began, counts = time.monotonic(), Counter[str]()
    with ProcessPoolExecutor(options.jobs) as pool:
        found = pool.map(partial(compared, most_runs=options.size), sources)
        for source, (word, seen) in zip(sources, found, strict=True):
            counts[word] += 1
            print(f"{word:18} {source.stem}: {seen}", flush=True)
    print(f"{len(sources)} programs, {dict(counts)}, {time.monotonic() - began:.0f} s")
    return 1 if counts["disagrees"] else 0


if __name__ == "__main__":
    sys.exit(main())
