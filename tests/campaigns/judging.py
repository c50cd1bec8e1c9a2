"""What campaigns that judge C programs have in common: random ones by their numbers, or files, each in a process of its
own."""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Protocol, Self, TypeVar


class Total(Protocol):
    """What came of some of them."""

    programs: int
    wrong: list[str]
    unknown: list[str]

    def add(self, other: Self) -> None: ...


T = TypeVar("T", bound=Total)
Subject = int | Path


def campaign(
    name: str,
    about: str | None,
    total: T,
    judged: Callable[[Subject], T],
    files: Mapping[str, Callable[[], Sequence[Path]]] | None = None,
) -> int:
    """Runs it as the command line says. `files`: by the option that asks for them. Out: the exit status."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--size", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--jobs", type=int, default=2)
    for option in files or {}:
        parser.add_argument(f"--{option}", dest="files", action="store_const", const=option)
    options = parser.parse_args()
    first, past = options.first, options.first + options.size
    asked = None if files is None else options.files
    chosen: Sequence[Subject] = range(first, past) if not files or asked is None else files[asked]()[first:past]
    began = time.monotonic()
    with ProcessPoolExecutor(options.jobs) as pool:
        for which, found in zip(chosen, pool.map(judged, chosen), strict=True):
            total.add(found)
            for what in (*found.wrong, *found.unknown):
                print(what, flush=True)
            if found.wrong and isinstance(which, int):
                print(f"    reproduce: python -m tests.campaigns.{name} --size 1 --first {which}", flush=True)
            if total.programs % 50 == 0:
                print(f"so far: {total}", flush=True)
    print(f"{total}, {time.monotonic() - began:.0f} s")
    return 1 if total.wrong else 0
