"""SIZE random C programs (tests/support/random_programs.py), each recorded under three seeds and walked by both.

python -m tests.campaigns.walkers --size 100 [--first 0] [--jobs 2]
"""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from raddle.base.errors import RaddleError
from raddle.capture.build import build_program
from raddle.capture.image import load_image
from tests.support.fidelity import Fidelity, Subject, check_seed
from tests.support.random_programs import random_program


def check(number: int) -> Fidelity:
    found = Fidelity()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        source = Path(folder) / "random.c"
        source.write_text(random_program(number))
        try:
            built = build_program([source], ["-w"], Path(folder) / "random")
        except RaddleError as error:
            found.troubles.append(f"build: {error}")
            return found
        subject = Subject(load_image(built.program))
        for seed in range(3):
            check_seed(subject, seed, 0, found)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.size)
    total, events = 0, 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for number, found in zip(numbers, pool.map(check, numbers), strict=True):
            events += found.events
            total += len(found.troubles)
            for trouble in found.troubles[:3]:
                print(f"program {number}: {trouble[:600]}", flush=True)
    print(f"{options.size} programs, {events} events, {total} troubles")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
