"""The per-user cache: what is dear to make and the same for everybody with the same inputs.

In: a key made from contents. Out: the path of a file or folder that is complete or absent, never half-written, since it
is made beside its place and renamed into it. Deleting the cache at any time costs time only.
"""

import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from raddle.base.errors import UserError


def cache_directory(environment: Mapping[str, str]) -> Path:
    """RADDLE_CACHE, else raddle/ in XDG_CACHE_HOME, else in ~/.cache. A relative XDG_CACHE_HOME does not count."""
    if chosen := environment.get("RADDLE_CACHE"):
        return Path(chosen).expanduser().absolute()
    xdg = environment.get("XDG_CACHE_HOME", "")
    if xdg and Path(xdg).is_absolute():
        return Path(xdg) / "raddle"
    home = environment.get("HOME")
    return (Path(home) if home else Path.home()) / ".cache" / "raddle"


def fallback_directory(environment: Mapping[str, str]) -> Path | None:
    """A folder of the user's among the temporary files, where the cache proper cannot be written.

    None: it can, or the user has named one. The folder stays, since recordings name programs that are kept in it.
    """
    if environment.get("RADDLE_CACHE") or _can_be_made(environment):
        return None
    folder = Path(tempfile.gettempdir()) / f"raddle-cache-{os.getuid()}"
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022:
        return folder
    return Path(tempfile.mkdtemp(prefix="raddle-cache-"))  # somebody else has taken that name


def _can_be_made(environment: Mapping[str, str]) -> bool:
    """Tried, not asked: whether a folder can be made is known only then."""
    try:
        folder = cache_directory(environment)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: no home
        return False
    return os.access(folder, os.W_OK | os.X_OK)


def content_key(*parts: str | bytes) -> str:
    """A key that differs when any part differs, or when the same bytes are divided otherwise."""
    digest = hashlib.sha256()
    for part in parts:
        raw = part if isinstance(part, bytes) else part.encode("utf-8", "surrogateescape")
        digest.update(len(raw).to_bytes(8, "little"))
        digest.update(raw)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Cache:
    """Entries below one folder, spread over 256 subfolders by their key."""

    root: Path

    @classmethod
    def of_user(cls) -> Self:
        return cls(cache_directory(os.environ))

    def place(self, key: str, suffix: str = "") -> Path:
        """Where the entry stands or would stand."""
        return self.root / key[:2] / f"{key}{suffix}"

    def find(self, key: str, suffix: str = "") -> Path | None:
        place = self.place(key, suffix)
        return place if place.exists() else None

    def publish(self, key: str, make: Callable[[Path], None], suffix: str = "") -> Path:
        """Let `make` write a file or folder at the path it is given, and put it in place at once.

        Of two processes that publish one key both succeed, and readers see one of the (equal) entries.
        """
        place = self.place(key, suffix)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            workshop = Path(tempfile.mkdtemp(prefix=".making-", dir=place.parent))
        except OSError as error:
            raise UserError(
                f"the cache cannot be written: {error.strerror or error}",
                where=self.root,
                advice="set RADDLE_CACHE to a folder you can write to",
            ) from error
        try:
            made = workshop / place.name
            make(made)
            _move_into_place(made, place)
        finally:
            shutil.rmtree(workshop, ignore_errors=True)
        return place

    def find_or_publish(self, key: str, make: Callable[[Path], None], suffix: str = "") -> Path:
        return self.find(key, suffix) or self.publish(key, make, suffix)


def _move_into_place(made: Path, place: Path) -> None:
    try:
        made.replace(place)
    except OSError:
        # A folder cannot replace a folder that is not empty: somebody else was first, with the same contents.
        if not (made.is_dir() and place.is_dir()):
            raise
