"""Every program of tests/cxx: `check` must say of each line what the line says, and confirm each finding; SIZE seeds
are recorded, walked by both walkers and replayed. Prints a table and the troubles.

    python -m tests.campaigns.cxx --size 20 [--only NAME...] [--jobs 2]
"""

import argparse
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.support.cxx import Checked, checked_and_walked
from tests.support.programs import CXX_PROGRAMS, TestProgram, all_programs


def _in_a_folder(program: TestProgram, seeds: int) -> Checked:
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        return checked_and_walked(program, Path(folder), seeds=seeds, replays=1, others=0)


def main() -> int:
    options = _options()
    programs = [one for one in all_programs(CXX_PROGRAMS) if not options.only or one.name in options.only]
    began = time.monotonic()
    troubles = confirmed = held = with_bug = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        pending = {one.name: pool.submit(_in_a_folder, one, options.size) for one in programs}
        for name, future in pending.items():
            found = future.result()
            confirmed, held = confirmed + found.confirmed, held + found.held
            with_bug, troubles = with_bug + (found.confirmed > 0), troubles + len(found.troubles)
            runs = found.fidelity
            print(
                f"{name:<32} {found.confirmed:>2} confirmed {found.held:>2} hold {found.assumptions:>3} assumed "
                f"{found.seconds:>6.1f} s {runs.recordings:>4} recorded {runs.replays:>4} replayed "
                f"{len(found.troubles):>3} troubles",
                flush=True,
            )
            for trouble in found.troubles[:3]:
                print(f"    {trouble[:400]}", flush=True)
    print(
        f"{len(programs)} programs, {with_bug} with a bug found, {confirmed} findings confirmed, {held} lines hold, "
        f"{troubles} troubles, {time.monotonic() - began:.0f} s"
    )
    return 1 if troubles else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
