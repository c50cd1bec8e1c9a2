"""The row of a function that a program calls: by its name, and by the file that defines it.

In: the name as the linker knows it, the path of the file that the called address lies in. Out: `LibraryFunction`; where
there is no row, or the file is not of a kind that the row is for, one that is foreign.
"""

import re
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import PurePath
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.library.functions import LibraryFunction, foreign
from raddle.base.library.rows import rows_of

FAMILIES: Final = ("bytes", "numbers", "threads", "system", "cxx")
_KINDS: Final = {
    "c": re.compile(r"libc(?:\.so\.6|-[\d.]+\.so)"),
    "math": re.compile(r"libm(?:\.so\.6|-[\d.]+\.so)"),
    "threads": re.compile(r"lib(?:pthread|rt)(?:\.so\.[01]|-[\d.]+\.so)"),
    "loader": re.compile(r"ld-linux-x86-64\.so\.2|libdl\.so\.2|ld-[\d.]+\.so"),
    "cxx": re.compile(r"libstdc\+\+\.so\.6[\d.]*|libc\+\+(?:abi)?\.so\.1[\d.]*"),
    "compiler": re.compile(r"libgcc_s\.so\.1|libunwind\.so[\d.]*|libclang_rt\.\S+\.so"),
    "clock": re.compile(r"linux-vdso\.so\.1"),
}
"""The names of the files. What of them is linked into the program itself lies in the program's file."""
_LINKED_IN: Final = frozenset({"runtime", "cxx", "compiler"})
"""What the program's own file may define: the runtime, and archives of the C++ library and the compiler."""
_NOT_SHARED: Final = frozenset(
    {"atexit", "at_quick_exit", "pthread_atfork", "stat", "stat64", "lstat", "lstat64", "fstat", "fstat64"}
)
"""libc_nonshared.a has them."""
_RUNTIME_HEADER: Final = "real.h"


@cache
def table() -> dict[str, LibraryFunction]:
    """By exact name."""
    return {row.name: row for row in _rows() if not row.name.endswith("*")}


@cache
def lookup(name: str, file: str | None = None) -> LibraryFunction:
    """`file`: that of the called address; empty: the program's own; None: it is not known."""
    row = table().get(name) or _by_beginning(name)
    if row is None or not _may_define(file, row):
        return foreign(name, knows_program=not file or not _is_of_the_system(file))
    return row


def _is_of_the_system(file: str) -> bool:
    return any(known.fullmatch(PurePath(file).name) for known in _KINDS.values())


def _may_define(file: str | None, row: LibraryFunction) -> bool:
    if file is None:
        return True
    if not file:
        return bool(row.homes & _LINKED_IN) or row.name in _NOT_SHARED or row.name in stood_in_front_of()
    name = PurePath(file).name
    return any(kind in row.homes and known.fullmatch(name) for kind, known in _KINDS.items())


def _by_beginning(name: str) -> LibraryFunction | None:
    longest = max((known for known in _beginnings() if name.startswith(known)), key=len, default=None)
    return None if longest is None else replace(_beginnings()[longest], name=name)


@cache
def _beginnings() -> dict[str, LibraryFunction]:
    return {row.name[:-1]: row for row in _rows() if row.name.endswith("*")}


@cache
def _rows() -> tuple[LibraryFunction, ...]:
    rows: dict[str, LibraryFunction] = {}
    for family in FAMILIES:
        text = (resources.files("raddle.base.library") / f"{family}.table").read_text(encoding="utf-8")
        for row in rows_of(text, f"{family}.table"):
            if row.name in rows and rows[row.name] != row:
                raise InternalError(f"{row.name} has two rows in the table of library functions")
            rows[row.name] = row
    return tuple(rows.values())


@cache
def stood_in_front_of() -> frozenset[str]:
    """Functions that the runtime defines in their place."""
    text = (resources.files("raddle") / "native" / _RUNTIME_HEADER).read_text(encoding="utf-8")
    return frozenset(re.findall(r"\bX\((\w+)\)", text))
