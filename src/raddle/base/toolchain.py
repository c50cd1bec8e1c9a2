"""Which compiler compiles the user's program.

In: the environment (RADDLE_CLANG, PATH) and what is installed. Out: `Toolchain`. The order: what RADDLE_CLANG says
(a command, or `zig` for the embedded compiler); the newest clang on PATH whose IR our LLVM can read; the embedded
compiler, which is the zig of the `ziglang` wheel; a UserError that says what to install.
"""

import importlib.util
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import split
from typing import Final, Literal

from raddle.base.cache import Cache, content_key
from raddle.base.errors import ToolError, UserError
from raddle.base.process import run

NEWEST_LLVM: Final = 22
"""LLVM major of the pinned llvmlite; IR of a newer compiler may not parse."""
OLDEST_LLVM: Final = 15
"""The first whose IR says where a thread-local variable is taken (llvm.threadlocal.address)."""

EMBEDDED: Final = "zig"
"""What RADDLE_CLANG calls the compiler of the `ziglang` wheel."""

Language = Literal["c", "c++"]

_ENV: Final = "/usr/bin/env"
_CACHE: Final = "ZIG_GLOBAL_CACHE_DIR"
_CHOICE: Final = f"{_CACHE}="
_OWN: Final = "raddle-"
_MADE_FOR: Final = "made-for"
_ASK_LIMIT_S: Final = 60
_LINK_LIMIT_S: Final = 600
TINY: Final[Mapping[Language, tuple[str, str]]] = {
    "c": (".c", "#include <pthread.h>\nint main(void) { return pthread_self() == 0; }\n"),
    "c++": (".cpp", "#include <thread>\nint main() { return std::thread::hardware_concurrency() > 100000; }\n"),
}


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A compiler driver with clang's command line."""

    command: tuple[str, ...]
    """The C driver."""
    kind: Literal["clang", "zig"]
    version: str
    """Of the LLVM in it, as its --version says."""

    @property
    def llvm_major(self) -> int:
        return int(self.version.split(".", 1)[0])

    def driver(self, language: Language) -> tuple[str, ...]:
        """The command that compiles and links that language."""
        if language == "c":
            return self.command
        if self.kind == "zig":
            return (*self.command[:-1], "c++")
        return (*self.command, "--driver-mode=g++")

    def flags(self, *, checks: bool = False) -> tuple[str, ...]:
        """What every compilation and link needs, whatever the program: only zig has defaults that we must undo.

        checks: with the library that checks for undefined behaviour, which what zig compiled by itself asks for.
        """
        if self.kind == "zig":
            return ("-mcpu=baseline",) if checks else ("-fno-sanitize=undefined", "-mcpu=baseline")
        return ()

    def prepare(self, language: Language, cache: Cache, say: Callable[[str], None]) -> None:
        """Make the first link of zig, which builds its libraries (seconds for C, a minute or two for C++).

        A stamp in the cache says that it has been done; `say` is told before it is done.
        """
        if self.kind != "zig":
            return
        libraries = self._libraries()
        key = content_key("zig is warm", self.version, *self.driver(language), *self.flags(), str(libraries))
        if cache.find(key, ".stamp") and libraries.is_dir():
            return
        say("preparing the compiler, once")
        _forget_the_gone(libraries, _program_of(self.command))
        cache.publish(key, lambda stamp: self._link_tiny(language, stamp), ".stamp")

    def _libraries(self) -> Path:
        """Where zig keeps those that it has built."""
        chosen = [word.removeprefix(_CHOICE) for word in self.command if word.startswith(_CHOICE)]
        return Path(chosen[0] if chosen else os.environ.get(_CACHE, ""))

    def _link_tiny(self, language: Language, stamp: Path) -> None:
        suffix, text = TINY[language]
        source = stamp.with_name(f"tiny{suffix}")
        source.write_text(text)
        program = stamp.with_name("tiny")
        command = (*self.driver(language), *self.flags(), "-pthread", str(source), "-o", str(program))
        finished = run(command, limit_s=_LINK_LIMIT_S)
        if not finished.ok:
            raise ToolError(
                f"the zig compiler cannot link: {finished.ending}",
                command=command,
                output=finished.stderr,
                limit_s=_LINK_LIMIT_S if finished.timed_out else None,
            )
        stamp.write_text("")


def find_toolchain(cache: Cache, environment: Mapping[str, str] = os.environ) -> Toolchain:
    """The compiler to use, or a UserError that says how to get one."""
    if chosen := environment.get("RADDLE_CLANG"):
        return _chosen(chosen, cache, environment)
    found = list(_clangs_on_path(cache, environment))
    usable = [toolchain for toolchain in found if OLDEST_LLVM <= toolchain.llvm_major <= NEWEST_LLVM]
    if usable:
        return max(usable, key=lambda toolchain: _numbers(toolchain.version))
    if (embedded := _embedded(cache, environment)) is not None:
        return embedded
    others = ", ".join(f"{toolchain.command[0]} is LLVM {toolchain.version}" for toolchain in found)
    raise UserError(
        "no usable C compiler found" + (f" ({others})" if others else ""),
        advice=f"install clang {OLDEST_LLVM} to {NEWEST_LLVM}, or: pip install 'raddle[zig]'; "
        "RADDLE_CLANG names a compiler that is not on PATH",
    )


def parse_version(said: str) -> str | None:
    """The version in what a clang (or `zig cc`) answers to --version: "Debian clang version 14.0.6" gives 14.0.6."""
    match = re.search(r"\bclang version (\d+(?:\.\d+)*)", said)
    return match.group(1) if match else None


def _embedded(cache: Cache, environment: Mapping[str, str]) -> Toolchain | None:
    """The wheel's own program: `python -m ziglang` would only start it, a Python later."""
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        return None
    command = _with_a_cache((str(Path(spec.origin).with_name("zig")), "cc"), cache, environment)
    version = _version_of(command, cache)
    if version is None or _numbers(version)[0] > NEWEST_LLVM:
        return None
    return Toolchain(command, "zig", version)


def _chosen(text: str, cache: Cache, environment: Mapping[str, str]) -> Toolchain:
    words = split(text)
    if words == [EMBEDDED]:
        if (embedded := _embedded(cache, environment)) is not None:
            return embedded
        advice = "install it: pip install 'raddle[zig]'"
        raise UserError("there is no embedded compiler", where=f"RADDLE_CLANG={text}", advice=advice)
    program = shutil.which(words[0], path=environment.get("PATH")) if words else None
    if program is None:
        raise UserError("no such compiler", where=f"RADDLE_CLANG={text}", advice="give the path of a clang or unset it")
    is_zig = words[-1] == "cc" and any("zig" in Path(word).name for word in words[:-1])
    command = (program, *words[1:])
    if is_zig:
        command = _with_a_cache(command, cache, environment)
    version = _version_of(command, cache)
    if version is None:
        raise UserError("not a clang: its --version does not say so", where=f"RADDLE_CLANG={text}")
    if not OLDEST_LLVM <= _numbers(version)[0] <= NEWEST_LLVM:
        raise UserError(
            f"its LLVM is {version}; usable are {OLDEST_LLVM} to {NEWEST_LLVM}", where=f"RADDLE_CLANG={text}"
        )
    return Toolchain(command, "zig" if is_zig else "clang", version)


def _clangs_on_path(cache: Cache, environment: Mapping[str, str]) -> Iterator[Toolchain]:
    names = ["clang", *(f"clang-{major}" for major in range(NEWEST_LLVM, OLDEST_LLVM - 1, -1))]
    for name in names:
        program = shutil.which(name, path=environment.get("PATH"))
        version = None if program is None else _version_of((program,), cache)
        if program is not None and version is not None:
            yield Toolchain((program,), "clang", version)


def _version_of(command: tuple[str, ...], cache: Cache) -> str | None:
    """Asked once for each program file (path, size, time of change) and then remembered."""
    program = _program_of(command)
    try:
        file = program.stat()
    except OSError:
        return None
    key = content_key("compiler version", *command, str(program), str(file.st_size), str(file.st_mtime_ns))
    if entry := cache.find(key, ".json"):
        known: str | None = json.loads(entry.read_text())["version"]
        return known
    try:
        finished = run((*command, "--version"), limit_s=_ASK_LIMIT_S)
    except ToolError:
        return None
    version = parse_version(finished.stdout_text) if finished.ok else None
    if version is not None:
        cache.publish(key, lambda place: _write_json(place, {"version": version}), ".json")
    return version


def _program_of(command: tuple[str, ...]) -> Path:
    return Path(next(word for word in command if word != _ENV and not word.startswith(_CHOICE))).resolve()


def _write_json(place: Path, data: object) -> None:
    place.write_text(json.dumps(data))


def _with_a_cache(command: tuple[str, ...], cache: Cache, environment: Mapping[str, str]) -> tuple[str, ...]:
    """zig takes a library that another copy of itself has built for outdated: two installations with one cache would
    build the C++ library anew at every turn. So each has its own, unless the user has chosen one; where zig's own place
    cannot be written, it is in ours."""
    chosen = environment.get(_CACHE)
    if chosen and _can_be_written(Path(chosen)):
        return command
    program = Path(command[0]).resolve()
    name = f"{_OWN}{content_key(str(program), *command[1:])[:16]}"
    usual = None if chosen else _zig_cache(environment)
    place = usual / name if usual is not None and _can_be_written(usual / name) else cache.root / "zig" / name
    return (_ENV, f"{_CHOICE}{place}", *command)


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


def _zig_cache(environment: Mapping[str, str]) -> Path | None:
    """Where zig keeps what it has made; None: the environment names no place."""
    if xdg := environment.get("XDG_CACHE_HOME"):
        return Path(xdg) / "zig"
    home = environment.get("HOME")
    return Path(home) / ".cache" / "zig" if home else None


def _forget_the_gone(libraries: Path, program: Path) -> None:
    """Libraries of zigs that are no longer installed: some hundred megabytes each."""
    if not libraries.name.startswith(_OWN):
        return
    (libraries / _MADE_FOR).write_text(str(program))
    for other in libraries.parent.glob(f"{_OWN}*/{_MADE_FOR}"):
        if not Path(other.read_text()).exists():
            shutil.rmtree(other.parent, ignore_errors=True)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))
