"""Every program of tests/programs: SIZE seeds recorded and walked by both walkers, each recording replayed SIZE times;
then 5 * SIZE / 2 other schedules from random prefixes, recorded, walked and replayed. Prints a table and the troubles.

    python -m tests.campaigns.fidelity --size 20 [--only NAME] [--jobs 2]
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
from tests.support.fidelity import Fidelity, Subject, check_other_schedule, check_seed
from tests.support.programs import TestProgram, all_programs


def check_program(program: TestProgram, seeds: int, replays: int, others: int) -> Fidelity:
    found = Fidelity()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        try:
            built = build_program(list(program.sources), list(program.flags), Path(folder) / program.name)
        except RaddleError as error:
            found.troubles.append(f"build: {error}")
            return found
        subject = Subject(load_image(built.program), program.arguments, program.stdin)
        for seed in range(seeds):
            recording = check_seed(subject, seed, replays, found)
            if recording is None:
                continue
            share = others // seeds + (1 if seed < others % seeds else 0)
            for number in range(share):
                check_other_schedule(subject, recording, seed * 1000 + number, found)
    unexpected = sorted(set(found.endings) - program.exits)
    if unexpected:
        found.troubles.append(f"ended by {', '.join(unexpected)}; expected {' or '.join(sorted(program.exits))}")
    return found


def main() -> int:
    options = _options()
    programs = [one for one in all_programs() if options.only in (None, one.name)]
    began = time.monotonic()
    total = Fidelity()
    sizes = (options.size, options.size, options.size * 5 // 2)
    with ProcessPoolExecutor(options.jobs) as pool:
        pending = {program.name: pool.submit(check_program, program, *sizes) for program in programs}
        for name, future in pending.items():
            found = future.result()
            total.recordings += found.recordings
            total.replays += found.replays
            total.events += found.events
            total.divergences.update(found.divergences)
            total.troubles += [f"{name}: {trouble}" for trouble in found.troubles]
            print(f"{name:<32} {found.recordings:>6} {found.replays:>6} {found.events:>10} {len(found.troubles):>4}")
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
    parser.add_argument("--only")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
