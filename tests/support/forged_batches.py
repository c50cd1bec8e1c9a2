"""Many forged files in one process: a fork reads them one after the other, within bounds, until it is done or dies.

Dying, or a trouble, may come of all that it did before: so each trouble is asked for once more, alone.
"""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from raddle.base.errors import RaddleError
from raddle.base.work import end_behind
from tests.support.forged_read import LIMIT_S, Originals, bound_memory, forge, trouble_of

BATCH: Final = 200


def troubles_in(originals: Originals, seeds: Sequence[int], folder: Path) -> list[str]:
    """In whatever order they come to light."""
    troubles, left = list[str](), list(seeds)
    while left:
        done, bad = _batch(originals, left, folder)
        troubles += filter(None, (trouble_of(originals, seed, folder) for seed in bad))
        left = left[done:]
    return troubles


def _batch(originals: Originals, seeds: Sequence[int], folder: Path) -> tuple[int, list[int]]:
    """How many were read before it ended, and which of them were troubles. The one at which it died is both."""
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ear)
        _be_child(originals, seeds, folder, mouth)
    os.close(mouth)
    with os.fdopen(ear, "rb") as heard:
        said = heard.read().decode()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    done = said.count("\n")
    bad = [seed for seed, word in zip(seeds, said.split("\n"), strict=False) if word == "bad"]
    if status != 0 and done < len(seeds):
        bad.append(seeds[done])
        done += 1
    return done, bad


def _be_child(originals: Originals, seeds: Sequence[int], folder: Path, mouth: int) -> None:
    """Says a line for each. Does not come back."""
    status = 1
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        bound_memory()
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 2)
        for seed in seeds:
            end_behind(LIMIT_S)
            os.write(mouth, b"fine\n" if _is_well_read(originals, seed, folder) else b"bad\n")
        status = 0
    finally:
        sys.stderr.flush()
        os._exit(status)


def _is_well_read(originals: Originals, seed: int, folder: Path) -> bool:
    path, readers = forge(originals, seed, folder)
    for reader in readers:
        try:
            reader.read(path)
        except RaddleError as error:
            if int(error.exit) not in (2, 3) or "not enough memory" in str(error):
                return False
        except BaseException:
            return False
    return True
