"""Programs that we have built ourselves: kept in the cache by their contents, so that their runs can be replayed."""

import hashlib
import shutil
from pathlib import Path

from raddle.base.cache import Cache


def keep_program(program: Path, cache: Cache) -> Path:
    """Where it is kept, under its own name."""
    key = hashlib.sha256(program.read_bytes()).hexdigest()

    def keep(folder: Path) -> None:
        folder.mkdir()
        shutil.copy2(program, folder / program.name)

    return cache.find_or_publish(key, keep) / program.name
