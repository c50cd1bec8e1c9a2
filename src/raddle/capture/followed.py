"""Functions of the C library that each program has of its own (native/clibrary, decision 28): what leads to them.

In: the lines of an instrumented module. Out: the same lines, in which the names of these functions are our own;
the text that the module carries keeps the usual ones. A program that has such a function itself keeps it: its module
says so to the others by a second name.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from raddle.base.native_code import native_folder
from raddle.ir.module import Module

OWN: Final = "__raddle_own_"
VARIADIC: Final = "__raddle_variadic_"
"""Of functions of any number of arguments: what pointers to them lead to. Calls hand over a list (`variadic.py`)."""
_DEFINED: Final = re.compile(r"FOLLOWED\((\w+)\)")
_MACRO: Final = re.compile(r"^#define .*", re.MULTILINE)
_LISTED: Final = re.compile(r"FOLLOWED_BY_LIST\((\w+)\)\(([^)]*)\)")
_QUOTED_OR_NAME: Final = re.compile(r'"(?:[^"\\]|\\.)*"|@([\w]+)(?![-\w.$])')
_DEFINITION: Final = re.compile(r"^define (.*?)@")
_LOCAL: Final = re.compile(r"\b(?:internal|private)\b")
_REPLACEABLE: Final = re.compile(r"\b(?:weak|weak_odr|linkonce|linkonce_odr)\b")


def own_sources() -> list[Path]:
    return sorted((native_folder() / "clibrary").glob("*.c"))


@cache
def listed_names() -> dict[str, int]:
    """Functions of any number of arguments, of which ours take a list -> how many come before it."""
    found: dict[str, int] = {}
    for source in own_sources():
        for name, parameters in _LISTED.findall(source.read_text(encoding="utf-8")):
            found[name] = parameters.count(",")
    return found


@cache
def followed_names() -> frozenset[str]:
    sources = [*own_sources(), *(native_folder() / "libcxx").glob("*.cpp")]
    texts = [_MACRO.sub("", source.read_text(encoding="utf-8")) for source in sources]
    return frozenset(name for text in texts for name in _DEFINED.findall(text))


def is_own(module: Module) -> bool:
    """One of ours: what it calls by a usual name is the real function."""
    return any(name.startswith(f"@{OWN}") for name in module.functions)


def is_followed(name: str, module: Module) -> bool:
    """Whether what the module calls by that name is instrumented: a function of its own, or one of ours."""
    ours = name[1:] in followed_names() or name[1:] in listed_names()
    return name in module.functions or (ours and not is_own(module))


def lead_to_own(module: Module, lines: Sequence[str]) -> list[str]:
    if is_own(module):
        return list(lines)
    here = {name[1:] for name in module.functions}
    called = {name[1:] for name in module.declarations}
    ours = {name: f"@{OWN}{name}" for name in followed_names() & (called - here)}
    ours |= {name: f"@{VARIADIC}{name}" for name in listed_names().keys() & (called - here)}
    renamed = [_renamed(line, ours) for line in lines] if ours else list(lines)
    return [*renamed, *_second_names(module, (followed_names() | listed_names().keys()) & here)]


def _renamed(line: str, ours: Mapping[str, str]) -> str:
    if "@" not in line or line.startswith("!"):
        return line

    def own(found: re.Match[str]) -> str:
        return ours.get(found.group(1), found.group())

    return _QUOTED_OR_NAME.sub(own, line)


def _second_names(module: Module, names: Collection[str]) -> Iterator[str]:
    """Of the program's own functions that are called as ours are."""
    for name in sorted(names):
        found = _DEFINITION.match(module.lines[module.functions[f"@{name}"].line])
        if found and not _LOCAL.search(found.group(1)):
            weak = "weak " if _REPLACEABLE.search(found.group(1)) else ""
            if name in followed_names():
                yield f"@{OWN}{name} = {weak}hidden alias void (), ptr @{name}"
            else:
                yield f"@{VARIADIC}{name} = {weak}hidden alias void (), ptr @{name}"
                if f"@{name}.listed" in module.functions:
                    yield f"@{OWN}{name} = {weak}hidden alias void (), ptr @{name}.listed"

