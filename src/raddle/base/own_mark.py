"""Which files are the user's own: a mark in them that only this user on this machine can make.

In: what a file would have us run. Out: its mark, made with a secret that never leaves the user's cache. A file without
a mark that fits comes from somewhere else (docs/security.md).
"""

import hmac
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path
from typing import Final

from raddle.base.cache import cache_directory

_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Commands:
    """All that is run because a witness or a recording says so."""

    program: str
    sha256: str
    arguments: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    before: str | None = None
    folder: str | None = None
    """Where it is run; None: where we are."""

    @property
    def spelled(self) -> bytes:
        told = [self.program, self.sha256, list(self.arguments), sorted(self.environment.items()), self.before]
        return dumps(told if self.folder is None else [*told, self.folder]).encode()


def mark_of(commands: Commands) -> str | None:
    """None where there is no cache for a secret: then nothing is known to be the user's own."""
    secret = _secret(cache_directory(os.environ))
    return None if secret is None else hmac.digest(secret, commands.spelled, "sha256").hex()


def is_own(commands: Commands, mark: str | None) -> bool:
    made = None if mark is None else mark_of(commands)
    return mark is not None and made is not None and hmac.compare_digest(made.encode(), mark.encode())


def _secret(cache: Path) -> bytes | None:
    """Made when first asked for; a cache may be shared, so each user has one. None: it cannot be kept."""
    place = cache / f"secret-{os.getuid()}"
    try:
        cache.mkdir(parents=True, exist_ok=True)
        _make(place)
        found = place.stat()
        read = place.read_bytes() if found.st_uid == os.getuid() and not found.st_mode & 0o077 else b""
    except OSError:
        return None
    return read if len(read) == _BYTES else None


def _make(place: Path) -> None:
    """Whole or not at all: a link to a finished file, which fails where somebody else was first."""
    if place.exists():
        return
    made = place.with_name(f".{place.name}.{os.getpid()}")
    made.touch(mode=0o600)
    try:
        made.write_bytes(secrets.token_bytes(_BYTES))
        os.link(made, place)
    except FileExistsError:
        pass
    finally:
        made.unlink(missing_ok=True)
