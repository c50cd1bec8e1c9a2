"""How a program was built, carried by it (capture/notes.py), so that it can be built again from other texts.

An object says with which words it was compiled; in which folder is in its debug information. A program says what it was
linked of. Builds that are to give the same bytes in every folder (-ffile-prefix-map and its kin) carry no recipe.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from raddle.base.toolchain import Language
from raddle.capture.command_line import C_SOURCES, Flag, Input, Item, Source

REBUILDABLE: Final = C_SOURCES | {"c++", "c++-cpp-output"}
_ANYWHERE: Final = ("-ffile-prefix-map", "-fdebug-prefix-map", "-fmacro-prefix-map", "-fdebug-compilation-dir")
_WRITING: Final = ("-MD", "-MMD", "-MP", "-MG", "-MV", "-save-temps", "--save-temps", "-ftime-trace")
_WRITING_THERE: Final = ("-MF", "-MT", "-MQ", "-MJ", "-serialize-diagnostics", "--serialize-diagnostics")
_TALKING: Final = ("-v", "-fcolor-diagnostics", "-fdiagnostics-color", "-fdiagnostics-color=always")
_LINKER: Final = "-Wl,"
_LINKER_WRITING: Final = ("-Map", "--Map", "--dependency-file", "-dependency-file")

Kind = Literal["made", "input", "flag"]


@dataclass(frozen=True, slots=True)
class Compiling:
    """Of an object; its source is what the note is about."""

    driver: Language
    chosen: str | None
    """The language, by -x."""
    words: tuple[str, ...]
    module: str = ""
    """The hash of its IR."""


@dataclass(frozen=True, slots=True)
class Linking:
    """Of a program."""

    driver: Language
    folder: str
    items: tuple[tuple[Kind, tuple[str, ...]], ...]
    """`made`: the source of an object that nobody has kept."""


Recipe = Compiling | Linking


def compiling(driver: Language, source: Source, kept: Iterable[Flag], more: Sequence[str]) -> Compiling | None:
    words = [*_without_files(kept), *(word for flag in _flags(more) for word in flag.words)]
    if source.path == "-" or source.language not in REBUILDABLE or _goes_anywhere(words):
        return None
    return Compiling(driver, source.chosen, tuple(words))


def linking(driver: Language, folder: str, items: Iterable[Item]) -> Linking | None:
    linked: list[tuple[Kind, tuple[str, ...]]] = []
    for item in items:
        match item:
            case Input(path, source):
                linked.append(("input", (path,)) if source is None else ("made", (source,)))
            case Flag():
                linked += [("flag", flag) for flag in _linked(item.words)]
            case Source():
                return None
    if _goes_anywhere(word for kind, words in linked if kind == "flag" for word in words):
        return None
    return Linking(driver, folder, tuple(linked))


def parse_recipe(fields: Mapping[str, Any] | None) -> Recipe | None:
    """Raises KeyError, TypeError or ValueError where it is damaged."""
    if fields is None:
        return None
    if "module" in fields:
        return Compiling(fields["driver"], fields["chosen"], tuple(fields["words"]), fields["module"])
    items = tuple((kind, tuple(words)) for kind, words in fields["items"])
    return Linking(fields["driver"], fields["folder"], items)


def _goes_anywhere(words: Iterable[str]) -> bool:
    return any(word.startswith(_ANYWHERE) for word in words)


def _without_files(flags: Iterable[Flag]) -> Iterator[str]:
    """What is to be written beside the object is not to be written again."""
    for flag in flags:
        word = flag.words[0]
        if not word.startswith((*_WRITING, *_WRITING_THERE)) and word not in _TALKING:
            yield from flag.words


def _flags(words: Sequence[str]) -> Iterator[Flag]:
    """Of words that we have added ourselves: of those that name files -MF and -MQ take a word of their own."""
    rest = iter(words)
    for word in rest:
        if word in _WRITING_THERE:
            next(rest, None)
        elif word not in _TALKING:
            yield Flag((word,))


def _linked(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if words[0] in _TALKING or words[0].startswith((*_WRITING, *_WRITING_THERE)):
        return
    if not words[0].startswith(_LINKER):
        yield words
        return
    parts = iter(words[0].split(",")[1:])
    kept = []
    for part in parts:
        if part in _LINKER_WRITING:
            next(parts, None)
        elif not part.startswith(tuple(f"{one}=" for one in _LINKER_WRITING)):
            kept.append(part)
    if kept:
        yield (_LINKER + ",".join(kept),)
