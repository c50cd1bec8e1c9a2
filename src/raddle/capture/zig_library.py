"""Parts of zig's C++ library that are compiled with the program: the wheel has libc++'s own sources.

libc++ is an archive, of which the linker takes whole members. What takes the place of a member must have all its
names, and stand in an archive before it; then it is only in programs that need it. Futures and the counts of weak
pointers have state that headers and library share, so the library's half is to be seen like the header's.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from raddle.base.errors import ToolError
from raddle.base.process import run
from raddle.base.toolchain import Toolchain

MEMBERS: Final = ("future.cpp", "memory.cpp")
"""By their names in libcxx/src."""
FLAGS: Final = (
    *("-std=c++23", "-D_LIBCPP_BUILDING_LIBRARY", "-D_LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS"),
    *("-fvisibility=hidden", "-fvisibility-inlines-hidden"),
)
"""As zig compiles them."""

_FOLDER: Final = re.compile(r'\blib_dir"?\s*[=:]\s*"([^"]+)"')
_LIMIT_S: Final = 60


def library_sources(toolchain: Toolchain) -> list[Path]:
    """Those that there are; none where zig does not say where its library is."""
    finished = run([*toolchain.command[:-1], "env"], limit_s=_LIMIT_S)
    found = _FOLDER.search(finished.stdout_text) if finished.ok else None
    folder = Path(found.group(1)) / "libcxx" / "src" if found else None
    return [folder / name for name in MEMBERS if (folder / name).is_file()] if folder is not None else []


def put_into_archive(toolchain: Toolchain, objects: Sequence[Path], place: Path) -> None:
    command = [*toolchain.command[:-1], "ar", "rcs", str(place), *map(str, objects)]
    finished = run(command, limit_s=_LIMIT_S)
    if not finished.ok:
        raise ToolError("zig cannot make an archive", command=command, output=finished.stderr)
