"""Which inputs of a link were not built with raddle, and what those ask for."""

import re
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

from raddle.capture.command_line import Flag, Input, Item
from raddle.capture.elf import is_archive, is_elf, members, section
from raddle.capture.image import IR_SECTION

_START_FILES = re.compile(r"[A-Za-z]?crt\w*\.o")
"""crti.o, crtbeginS.o and the like: every program has them, and libtool names them."""
_UBSAN = b"__ubsan_handle_"


def not_instrumented(items: Iterable[Item], folder: Path = Path()) -> Iterator[str]:
    """Objects and archives by name, below the folder that the linker stands in. Shared libraries are looked at when
    they are loaded."""
    for item, path in _linked_in(items, folder):
        if not _START_FILES.fullmatch(path.name) and not _has_ir(path):
            yield item.made_from or item.path if isinstance(item, Input) else path.name


def ask_for_checks(items: Iterable[Item], folder: Path = Path()) -> bool:
    """Whether one was compiled with checks for undefined behaviour, as zig does by itself."""
    return any(_UBSAN in one for _, path in _linked_in(items, folder) for one in _objects(path))


def _linked_in(items: Iterable[Item], folder: Path) -> Iterator[tuple[Item, Path]]:
    given = list(items)
    named = [flag.words[-1].removeprefix("-L") for flag in given if isinstance(flag, Flag) and _is(flag, "-L")]
    for item in given:
        if isinstance(item, Input):
            path = folder / item.path
        elif isinstance(item, Flag) and _is(item, "-l"):
            path = _archive(item.words[-1].removeprefix("-l"), [folder / name for name in named])
        else:
            continue
        if ".so" not in path.name:
            yield item, path


def _is(flag: Flag, opening: str) -> bool:
    return flag.words[0].startswith(opening)


def _archive(name: str, folders: Iterable[Path]) -> Path:
    """The archive that -lNAME means, in the user's own folders; the system's are shared libraries as a rule."""
    for folder in folders:
        if (folder / f"lib{name}.so").exists():
            break
        if (folder / f"lib{name}.a").exists():
            return folder / f"lib{name}.a"
    return Path(f"lib{name}.so")


def _has_ir(path: Path) -> bool:
    """True also of what cannot be read or is no code: the linker will say so."""
    try:
        found = list(_objects(path))
        return not found or any(section(one, IR_SECTION) for one in found)
    except struct.error:
        return True


def _objects(path: Path) -> Iterator[bytes]:
    """The file itself or, of an archive, what is in it; nothing of what cannot be read."""
    try:
        raw = path.read_bytes()
        yield from (one for one in (members(raw, path.parent) if is_archive(raw) else (raw,)) if is_elf(one))
    except (OSError, struct.error):
        return
