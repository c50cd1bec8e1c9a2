"""Work that makes much and throws nothing away: looking for garbage would take as long as all the rest."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def keep_all() -> None:
    """What there is now stays until the process ends, and is not looked through any more."""
    gc.freeze()


@contextmanager
def without_collection() -> Iterator[None]:
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
