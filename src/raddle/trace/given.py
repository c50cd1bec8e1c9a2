"""Recordings that somebody gives us: what does not fit together in one of them is its own fault.

Its checksum says that nothing was damaged by chance, not who wrote it. In one that we have just made ourselves the same
is ours (InternalError).
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from raddle.base.errors import InternalError, ToolError, UserError
from raddle.trace.recording import AGAIN

_FAULTS = (
    InternalError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


_OURS_PERHAPS = f"{AGAIN}; if it stays so, it is a fault of raddle's: please report it"


def reading_given(path: Path) -> AbstractContextManager[None]:
    """Whatever goes wrong while it is read and walked is one UserError."""
    return _blaming(path, "the recording is damaged", AGAIN)


def judging_given(path: Path) -> AbstractContextManager[None]:
    """The same for what is made of it: a recording that can be walked may still tell of a run that cannot be."""
    return _blaming(path, "the recording is damaged, or raddle is at fault", _OURS_PERHAPS)


@contextmanager
def _blaming(path: Path, what: str, advice: str) -> Iterator[None]:
    try:
        yield
    except MemoryError as error:
        raise ToolError(f"{path}: there is not enough memory for this recording") from error
    except _FAULTS as error:
        said = error.what if isinstance(error, InternalError) else f"{type(error).__name__} ({error})"
        raise UserError(f"{what}: {said}", where=path, advice=advice) from error
