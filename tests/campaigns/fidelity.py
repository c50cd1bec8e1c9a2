"""Every program of tests/programs and tests/cxx: SIZE seeds recorded and walked by both walkers, each recording
replayed SIZE times; then 5 * SIZE / 2 other schedules from random prefixes, recorded, walked and replayed. Prints a
table and the troubles.

    python -m tests.campaigns.fidelity --size 20 [--folder programs | cxx] [--only NAME] [--jobs 2]
"""

import argparse
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from raddle.base.errors import RaddleError
from raddle.capture.build import build_program
from raddle.capture.image import load_image
from tests.support.fidelity import Fidelity, Subject, recorded_walked_replayed
from tests.support.programs import CXX_PROGRAMS, PROGRAMS, TestProgram, all_programs


def check_program(program: TestProgram, seeds: int, replays: int, others: int) -> Fidelity:
    found = Fidelity()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        try:
            built = build_program(list(program.sources), list(program.flags), Path(folder) / program.name)
        except RaddleError as error:
            found.troubles.append(f"build: {error}")
            return found
        subject = Subject(load_image(built.program), program.arguments, program.stdin)
        recorded_walked_replayed(subject, program.exits, found, seeds=seeds, replays=replays, others=others)
    return found


def main() -> int:
    options = _options()
    folders = [one for one in (PROGRAMS, CXX_PROGRAMS) if options.folder in (None, one.name)]
    programs = [
        (f"{folder.name}/{one.name}", one)
        for folder in folders
        for one in all_programs(folder)
        if options.only in (None, one.name)
    ]
    began = time.monotonic()
    total = Fidelity()
    sizes = (options.size, options.size, options.size * 5 // 2)
    with ProcessPoolExecutor(options.jobs) as pool:
        pending = {name: pool.submit(check_program, program, *sizes) for name, program in programs}
        for name, future in pending.items():
            found = future.result()
            total.recordings += found.recordings
            total.replays += found.replays
            total.events += found.events
            total.divergences.update(found.divergences)
            total.troubles += [f"{name}: {trouble}" for trouble in found.troubles]
            print(f"{name:<40} {found.recordings:>6} {found.replays:>6} {found.events:>10} {len(found.troubles):>4}")
            for trouble in found.troubles[:3]:
                print(f"    {trouble[:400]}", flush=True)
    print(
        f"{len(programs)} programs, {total.recordings} recordings, {total.events} events, {total.replays} replays, "
        f"{len(total.troubles)} troubles, divergences {dict(total.divergences)}, {time.monotonic() - began:.0f} s"
    )
    return 1 if total.troubles else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--folder", choices=(PROGRAMS.name, CXX_PROGRAMS.name))
    parser.add_argument("--only")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
