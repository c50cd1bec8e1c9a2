"""A file that is there as a whole or not at all, whoever else writes it or is killed meanwhile."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from raddle.base.file_names import shortened


def write_whole(path: Path, data: bytes) -> None:
    """Written beside its place and renamed into it, with a new file's permissions. What is no file is written to."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    descriptor, name = tempfile.mkstemp(prefix=f".{shortened(path.name)}.", dir=path.absolute().parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
