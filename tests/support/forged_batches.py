"""Many forged files in one process: a fork reads them one after the other, within bounds, until it is done or dies.

Dying, or a trouble, may come of all that it did before: so each trouble is asked for once more, alone.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from raddle.base.errors import RaddleError
from raddle.base.executor.pool import ForkPool
from tests.support.forged_read import BOUNDS, Originals, forge, is_told, trouble_of

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
    fine: list[bool] = []
    with ForkPool(1, BOUNDS, lambda _, word: fine.append(word)) as pool:
        ended = pool.submit(_read, originals, seeds, folder).exception()
    if ended is not None and len(fine) < len(seeds):
        fine.append(False)
    return len(fine), [seed for seed, is_fine in zip(seeds, fine, strict=False) if not is_fine]


def _read(originals: Originals, seeds: Sequence[int], folder: Path) -> Iterator[bool]:
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 2)
    for seed in seeds:
        yield _is_well_read(originals, seed, folder)


def _is_well_read(originals: Originals, seed: int, folder: Path) -> bool:
    path, readers = forge(originals, seed, folder)
    for reader in readers:
        try:
            reader.read(path)
        except RaddleError as error:
            if not is_told(error):
                return False
        except BaseException:
            return False
    return True
