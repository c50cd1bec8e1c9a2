"""What a module was compiled of, kept in the cache: the user may have edited it in place when it is to be built again.

In: an object, and what the compiler read. Out, later, by the hash of the module's IR: the texts, by absolute path.
Headers of the system and of the compiler are not kept, nor is anything of a module whose own sources are larger than
MOST_BYTES.
"""

import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from raddle.base.cache import Cache, content_key
from raddle.base.native_code import native_folder
from raddle.base.toolchain import Toolchain
from raddle.capture.notes import BuildNote, notes_of_object
from raddle.capture.recipe import Compiling

MOST_BYTES: Final = 8 << 20
_SYSTEM: Final = Path("/usr")
_SUFFIX: Final = ".sources"


def listing_headers(place: Path) -> tuple[str, ...]:
    """Words that have the compiler write there which headers it reads. The user's own -M words stay as they are."""
    return ("-Xclang", "-header-include-file", "-Xclang", str(place))


@dataclass(frozen=True, slots=True)
class Read:
    """By the compiler."""

    source: str
    headers: Path
    """A list of them, as the compiler wrote it."""
    folder: Path
    """What the names are relative to."""

    @property
    def paths(self) -> Iterator[str]:
        """What comes from a pipe has none, and no list is written where there are no headers."""
        text = self.headers.read_text(encoding="utf-8", errors="surrogateescape") if self.headers.exists() else ""
        return (os.path.normpath(self.folder / name) for name in (self.source, *text.splitlines()))


def keep_sources(made: bytes, read: Read, toolchain: Toolchain, cache: Cache) -> None:
    """Of an object that says how it was compiled."""
    for note in notes_of_object(made, read.source):
        if isinstance(note.recipe, Compiling) and cache.find(_key(note.recipe.module), _SUFFIX) is None:
            texts = dict(_texts(dict.fromkeys(read.paths), toolchain))
            if sum(map(len, texts.values())) <= MOST_BYTES:
                packed = zlib.compress(json.dumps(texts).encode())
                cache.publish(_key(note.recipe.module), partial(_write, packed), _SUFFIX)


def texts_as_built(notes: Iterable[BuildNote], cache: Cache) -> Mapping[str, str]:
    """Of all modules of a program, as far as they were kept; by absolute path."""
    modules = [note.recipe.module for note in notes if isinstance(note.recipe, Compiling)]
    return {path: text for module in modules for path, text in kept_sources(module, cache).items()}


def kept_sources(module: str, cache: Cache) -> Mapping[str, str]:
    """Empty: none were kept."""
    place = cache.find(_key(module), _SUFFIX)
    if place is None:
        return {}
    texts: dict[str, str] = json.loads(zlib.decompress(place.read_bytes()))
    return texts


def _key(module: str) -> str:
    return content_key("sources", module)


def _texts(paths: Iterable[str], toolchain: Toolchain) -> Iterator[tuple[str, str]]:
    others = (_SYSTEM, native_folder(), Path(toolchain.command[0]).resolve().parent)
    for path in paths:
        place = Path(path)
        if any(place.is_relative_to(other) for other in others):
            continue
        try:
            if place.is_file():
                yield path, place.read_bytes().decode("utf-8", "surrogateescape")
        except OSError:
            continue


def _write(packed: bytes, place: Path) -> None:
    place.write_bytes(packed)
