"""Recordings that somebody gives us: what does not fit together in one of them is its own fault.

Its checksum says that nothing was damaged by chance, not who wrote it. In one that we have just made ourselves the same
is ours (InternalError).
"""

from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def reading_given(path: Path) -> Iterator[None]:
    """Whatever goes wrong while it is read and walked is one UserError."""
    try:
        yield
    except MemoryError as error:
        raise ToolError(f"{path}: there is not enough memory for this recording") from error
    except _FAULTS as error:
        said = error.what if isinstance(error, InternalError) else f"{type(error).__name__} ({error})"
        raise UserError(f"the recording is damaged: {said}", where=path, advice=AGAIN) from error
