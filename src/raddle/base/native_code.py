"""Our own C, compiled once for each toolchain and kept in the cache.

In: `NativeCode` (sources, what they include, flags) and a toolchain. Out: object files, or one shared library. Changing
any of the texts, flags or the compiler makes a new entry.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from raddle.base.cache import Cache, content_key
from raddle.base.errors import InternalError
from raddle.base.process import run
from raddle.base.toolchain import Toolchain

_LIMIT_S = 300
KNOWN_AS: Final = "/raddle/native"
"""What debuggers are told of the folder: the cache may be shared by installations in different places."""


@dataclass(frozen=True, slots=True)
class NativeCode:
    """The C files of one folder below native/, and the headers they may include."""

    name: str
    sources: tuple[Path, ...]
    headers: tuple[Path, ...]
    flags: tuple[str, ...]

    def command(self, toolchain: Toolchain, *words: str) -> tuple[str, ...]:
        return (*toolchain.command, *toolchain.flags(), *self.flags, *words)

    def key(self, toolchain: Toolchain) -> str:
        texts = [path.read_bytes() for path in (*self.sources, *self.headers)]
        return content_key(self.name, KNOWN_AS, toolchain.version, *self.command(toolchain), *texts)


def native_folder() -> Path:
    return Path(__file__).parents[1] / "native"


def known_as() -> str:
    """For the compiler."""
    return f"-fdebug-prefix-map={native_folder()}={KNOWN_AS}"


def object_files(code: NativeCode, toolchain: Toolchain, cache: Cache) -> list[Path]:
    """One for each source."""

    def make(folder: Path) -> None:
        folder.mkdir()
        for source in code.sources:
            place = folder / f"{source.stem}.o"
            _compile(code, code.command(toolchain, known_as(), "-c", str(source), "-o", str(place)))

    return sorted(cache.find_or_publish(code.key(toolchain), make).glob("*.o"))


def shared_library(code: NativeCode, toolchain: Toolchain, cache: Cache) -> Path:
    sources = tuple(map(str, code.sources))

    def make(place: Path) -> None:
        _compile(code, code.command(toolchain, "-shared", *sources, "-o", str(place)))

    return cache.find_or_publish(code.key(toolchain), make, ".so")


def _compile(code: NativeCode, command: tuple[str, ...]) -> None:
    finished = run(command, limit_s=_LIMIT_S)
    if not finished.ok:
        raise InternalError(f"the {code.name} does not compile: {finished.stderr_text[-2000:]}", reproduce=command)
