"""Dependency files (-MD and its kin): the compiler makes bitcode that nobody sees, and they must name the object."""

import re
from collections.abc import Sequence
from pathlib import Path

from raddle.base.native_code import native_folder
from raddle.capture.command_line import CommandLine, Source
from raddle.capture.flags import Flags

_WRITING = frozenset({"-MD", "-MMD", "--write-dependencies", "--write-user-dependencies"})
_TARGET = ("-MT", "-MQ")
_FURTHER = frozenset({"-MP", "-MG", "-MV"})
_TAKING = frozenset({"-MF", "-MT", "-MQ"})


def dependency_flags(flags: Flags, line: CommandLine, source: Source) -> tuple[str, ...]:
    """What to add so that target and file are those of the command line as it was given."""
    words = [flag.words[0] for flag in flags.kept]
    if not _WRITING.intersection(words):
        return ()
    more: list[str] = []
    if not any(word.startswith(_TARGET) for word in words):
        more += ["-MQ", line.output or f"{source.stem}.o"]
    if not any(word.startswith("-MF") for word in words):
        stem = line.output if line.output is not None else source.stem
        more += ["-MF", str(Path(stem).with_suffix(".d"))]
    return tuple(more)


def without_dependencies(words: Sequence[str]) -> list[str]:
    """The words of a command without those that are about such a file."""
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in _TAKING:
            next(rest, None)
        elif word not in _WRITING | _FURTHER and not word.startswith(tuple(_TAKING)):
            kept.append(word)
    return kept


def forget_our_headers(flags: Flags, added: tuple[str, ...]) -> None:
    """What we include before a source is no file of the project: a build must not miss it when raddle has moved."""
    named = [flag.words for flag in flags.kept if flag.words[0].startswith("-MF")]
    files = ["".join(words)[3:] for words in named] + [word for at, word in enumerate(added) if added[at - 1] == "-MF"]
    if not files or not Path(files[-1]).is_file():
        return
    place = Path(files[-1])
    text = place.read_text(encoding="utf-8", errors="surrogateescape")
    ours = str(native_folder()).replace(" ", "\\ ").replace("$", "$$")
    if ours not in text:
        return
    kept = re.sub(rf"(?m)^{re.escape(ours)}/\S+:\n+", "", text)
    kept = re.sub(rf"\s(?:\\\n\s*)?{re.escape(ours)}/[^\s:]+", "", kept)
    place.write_text(kept, encoding="utf-8", errors="surrogateescape")
