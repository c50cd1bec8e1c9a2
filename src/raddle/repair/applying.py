"""A patch, written into the user's own files: only if all sources are what was diagnosed, and whole or not at all."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from raddle.base.errors import InternalError, UserError

NOTHING: Final = "nothing was applied"


def apply_patch(changed: Mapping[str, str], texts: Mapping[str, str]) -> tuple[str, ...]:
    """Paths of the files that were changed. `changed`: what they become; `texts`: all sources, as they were read."""
    if changed.keys() - texts.keys():
        raise InternalError("a patch of ours makes files")
    _check_unchanged(texts)
    fresh: dict[str, Path] = {}
    done: list[str] = []
    try:
        for path, text in changed.items():
            fresh[path] = _beside(Path(path).resolve(), text)
        _check_unchanged(texts)
        for path in changed:
            fresh[path].replace(Path(path).resolve())
            done.append(path)
    except OSError as error:
        kept = [path for path in done if not _put_back(path, texts[path])]
        came = f"these stay changed: {', '.join(kept)}" if kept else NOTHING
        raise UserError(f"cannot be written: {error.strerror or error}: {came}", where=path) from error
    finally:
        for place in fresh.values():
            with suppress(OSError):
                place.unlink(missing_ok=True)
    return tuple(changed)


def _check_unchanged(texts: Mapping[str, str]) -> None:
    for path, text in texts.items():
        try:
            same = Path(path).read_bytes() == text.encode("utf-8", "surrogateescape")
        except OSError:
            same = False
        if not same:
            raise UserError(f"it has changed meanwhile: {NOTHING}", where=path, advice="repair it as it is now")


def _beside(place: Path, text: str) -> Path:
    """With the permissions of the file whose place it will take."""
    descriptor, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8", "surrogateescape"))
            os.fchmod(file.fileno(), place.stat().st_mode & 0o7777)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _put_back(path: str, text: str) -> bool:
    """Whether that could be done."""
    place = Path(path).resolve()
    try:
        fresh = _beside(place, text)
    except OSError:
        return False
    try:
        fresh.replace(place)
    except OSError:
        fresh.unlink(missing_ok=True)
        return False
    return True
