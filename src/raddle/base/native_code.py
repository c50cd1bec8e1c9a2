"""Our own C, compiled once for each toolchain and kept in the cache.

In: `NativeCode` (sources, what they include, flags) and a toolchain. Out: object files, or one shared library. Changing
any of the texts, flags or the compiler makes a new entry.
"""

from dataclasses import dataclass
from pathlib import Path

from raddle.base.cache import Cache, content_key
from raddle.base.errors import InternalError
from raddle.base.process import run
from raddle.base.toolchain import Toolchain

_LIMIT_S = 300


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
        return content_key(self.name, toolchain.version, *self.command(toolchain), *texts)


def native_folder() -> Path:
    return Path(__file__).parents[1] / "native"


def object_files(code: NativeCode, toolchain: Toolchain, cache: Cache) -> list[Path]:
    """One for each source."""

    def make(folder: Path) -> None:
        folder.mkdir()
        for source in code.sources:
            _compile(code, code.command(toolchain, "-c", str(source), "-o", str(folder / f"{source.stem}.o")))

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
