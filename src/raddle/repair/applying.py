"""A patch, written into the user's own files: only if all sources are what was diagnosed, and whole or not at all."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from raddle.base.errors import InternalError, UserError


def apply_patch(changed: Mapping[str, str], texts: Mapping[str, str]) -> tuple[str, ...]:
    """Paths of the files that were changed. `changed`: what they become; `texts`: all sources, as they were read."""
    if changed.keys() - texts.keys():
        raise InternalError("a patch of ours makes files")
    _check_unchanged(texts)
    written: list[tuple[Path, Path]] = []
    try:
        for path, text in changed.items():
            place = Path(path).resolve()
            written.append((_beside(place, text), place))
        _check_unchanged(texts)
        for fresh, place in written:
            fresh.replace(place)
    except OSError as error:
        raise UserError(f"cannot be written: {error.strerror or error}", where=error.filename) from error
    finally:
        for fresh, _ in written:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
    return tuple(changed)


def _check_unchanged(texts: Mapping[str, str]) -> None:
    for path, text in texts.items():
        try:
            same = Path(path).read_bytes() == text.encode("utf-8", "surrogateescape")
        except OSError:
            same = False
        if not same:
            what = "it has changed meanwhile: nothing was applied"
            raise UserError(what, where=path, advice="repair it as it is now")


def _beside(place: Path, text: str) -> Path:
    """With the permissions of the file whose place it will take."""
    descriptor, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
        os.fchmod(file.fileno(), place.stat().st_mode & 0o7777)
    return Path(name)
