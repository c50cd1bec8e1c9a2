"""What a program exports to the libraries that it loads: what it exported before, and the runtime.

In: a toolchain and the items of a link. Out: items and words for the linker. zig's driver knows no option that exports
single names. But a linker exports what a shared library among its inputs refers to: with zig that is a library of
nothing but references, which the program does not load (it answers no reference of the program's).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from raddle.base.cache import Cache, content_key
from raddle.base.errors import InternalError
from raddle.base.process import run
from raddle.base.toolchain import Toolchain
from raddle.capture.command_line import Flag, Item
from raddle.capture.runtime import runtime_names

_LINKER: Final = "-Wl,"
_ONE_NAME: Final = "--export-dynamic-symbol"
_LISTS: Final = ("--dynamic-list", "--export-dynamic-symbol-list")
_COMMENT: Final = re.compile(r"/\*.*?\*/|#[^\n]*", re.DOTALL)
_NAME: Final = re.compile(r"[A-Za-z_.$][\w.$]*")
_LIMIT_S: Final = 300


@dataclass(frozen=True, slots=True)
class Exports:
    items: tuple[Item, ...]
    """Of the link, without what `words` say."""
    words: tuple[str, ...]


def program_exports(toolchain: Toolchain, cache: Cache, items: Sequence[Item], folder: Path) -> Exports:
    """`folder`: where the linker stands."""
    names = runtime_names(toolchain, cache)
    if toolchain.kind == "clang":
        return Exports(tuple(items), (f"-Wl,--dynamic-list={_dynamic_list(names, cache)}",))
    kept, more = _divided(items, folder)
    wanted = [names, more - names] if more - names else [names]
    libraries = (str(_references(some, toolchain, cache)) for some in wanted)
    return Exports(tuple(kept), ("-Wl,--as-needed", *libraries))


def known_to(toolchain: Toolchain, flags: Iterable[Flag], folder: Path) -> list[Flag]:
    """For a compilation: zig's driver reads the linker's flags there too, and refuses those that it does not know."""
    given = list(flags)
    if toolchain.kind == "clang":
        return given
    return [item for item in _divided(given, folder)[0] if isinstance(item, Flag)]


def _divided(items: Iterable[Item], folder: Path) -> tuple[list[Item], set[str]]:
    """What is not about single names, and these."""
    kept: list[Item] = []
    names: set[str] = set()
    for item in items:
        rest, asked = _asked(item, folder) if isinstance(item, Flag) else (item, frozenset())
        names |= asked
        kept += [] if rest is None else [rest]
    return kept, names


def _dynamic_list(names: Iterable[str], cache: Cache) -> Path:
    text = "{\n" + "".join(f"  {name};\n" for name in sorted(names)) + "};\n"
    return cache.find_or_publish(content_key("exports", text), lambda place: _write(place, text), ".list")


def _write(place: Path, text: str) -> None:
    place.write_text(text)


def _references(names: Iterable[str], toolchain: Toolchain, cache: Cache) -> Path:
    """A shared library that refers to these names, weakly: who does not have one need not."""
    lines = [f'.weak "{name}"\n.quad "{name}"' for name in sorted(names)]
    text = "\n".join([".data", *lines, '.section .note.GNU-stack,"",@progbits', ""])

    def make(place: Path) -> None:
        source = place.with_suffix(".s")
        source.write_text(text)
        command = (*toolchain.command, *toolchain.flags(), "-shared", "-nostdlib", str(source), "-o", str(place))
        finished = run(command, limit_s=_LIMIT_S)
        if not finished.ok:
            raise InternalError(f"references cannot be linked: {finished.stderr_text[-2000:]}", reproduce=command)

    key = content_key("references", toolchain.version, *toolchain.command, *toolchain.flags(), text)
    return cache.find_or_publish(key, make, ".so")


def _asked(flag: Flag, folder: Path) -> tuple[Flag | None, frozenset[str]]:
    """The flag without the names to be exported, and those; as it is where they are patterns or cannot be read."""
    word = _LINKER + flag.words[1] if flag.words[0] == "-Xlinker" and len(flag.words) > 1 else flag.words[0]
    if not word.startswith(_LINKER):
        return flag, frozenset()
    rest: list[str] = []
    names: set[str] = set()
    parts = iter(word[len(_LINKER) :].split(","))
    for part in parts:
        option, is_joined, value = part.partition("=")
        if option not in (_ONE_NAME, *_LISTS):
            rest.append(part)
            continue
        found = _names(option, value if is_joined else next(parts, ""), folder)
        if found is None:
            return flag, frozenset()
        names |= found
    if not names:
        return flag, frozenset()
    return Flag((_LINKER + ",".join(rest),)) if rest else None, frozenset(names)


def _names(option: str, value: str, folder: Path) -> set[str] | None:
    """None: there is more to it than names."""
    if option == _ONE_NAME:
        return {value} if _NAME.fullmatch(value) else None
    try:
        text = _COMMENT.sub(" ", (folder / value).read_text(encoding="utf-8", errors="replace")).strip()
    except OSError:
        return None
    names = text.replace("{", " ").replace("}", " ").replace(";", " ").split()
    return set(names) if all(map(_NAME.fullmatch, names)) else None
