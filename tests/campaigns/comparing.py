"""What campaigns that compare have in common: SIZE numbered subjects, each compared in a process of its own."""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Protocol, Self, TypeVar


class Total(Protocol):
    """What came of some of them."""

    disagreements: list[str]

    def add(self, other: Self) -> None: ...


T = TypeVar("T", bound=Total)


def campaign(name: str, about: str | None, total: T, compared: Callable[[int], T]) -> int:
    """Runs it as the command line says. Out: the exit status."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.size)
    began = time.monotonic()
    with ProcessPoolExecutor(options.jobs) as pool:
        for number, found in zip(numbers, pool.map(compared, numbers, chunksize=10), strict=True):
            total.add(found)
            for what in found.disagreements:
                print(what)
            if found.disagreements:
                print(f"    reproduce: python -m tests.campaigns.{name} --size 1 --first {number}", flush=True)
    print(f"{total}, {time.monotonic() - began:.0f} s")
    return 1 if total.disagreements else 0
