"""Programs that we have built ourselves: kept in the cache by their contents, so that their runs can be replayed."""

import hashlib
import os
import shutil
from pathlib import Path

from raddle.base.cache import Cache


def keep_program(program: Path, cache: Cache) -> Path:
    """Where it is kept, under its own name. One that was changed there, as by its own run, is replaced."""
    key = hashlib.sha256(program.read_bytes()).hexdigest()

    def keep(folder: Path) -> None:
        folder.mkdir()
        shutil.copy2(program, folder / program.name)

    kept = cache.find_or_publish(key, keep) / program.name
    if not kept.is_file() or hashlib.sha256(kept.read_bytes()).hexdigest() != key:
        beside = kept.with_name(f".{os.getpid()}")
        shutil.copy2(program, beside)
        beside.replace(kept)
    return kept
