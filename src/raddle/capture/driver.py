"""`raddle cc`: takes a C compiler's command line, instruments what it compiles, links the runtime into programs."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from raddle.base.errors import UserError
from raddle.base.process import run
from raddle.capture.build import Builder
from raddle.capture.flags import split_flags

_SOURCES = (".c", ".i")
_ONLY_ASKING = frozenset({"-E", "-M", "-MM", "-S", "--version", "-v", "-dumpmachine", "-dumpversion", "-###"})
_REFUSED = {"-shared": "shared libraries", "-r": "relocatable links"}


@dataclass
class _Line:
    """A compiler's command line, taken apart."""

    sources: list[Path] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    output: Path | None = None
    compile_only: bool = False


def compile_or_link(arguments: list[str], say: Callable[[str], None]) -> int:
    """The exit status of the compiler that was asked for."""
    builder = Builder.found(say)
    if any(word in _ONLY_ASKING or word.startswith(("-print-", "--help")) for word in arguments):
        return _pass_on(builder, arguments)
    line = _take_apart(arguments)
    flags = split_flags(line.flags)
    for note in flags.notes:
        say(note)
    if not line.sources and not flags.inputs:
        return _pass_on(builder, arguments)
    if line.compile_only:
        if line.output is not None and len(line.sources) > 1:
            raise UserError("-o with -c takes one source file", advice="give one source, or leave -o away")
        for source in line.sources:
            for note in builder.compile(source, flags, line.output or Path(f"{source.stem}.o")):
                say(note)
        return 0
    with tempfile.TemporaryDirectory(prefix="raddle-") as folder:
        objects = []
        for number, source in enumerate(line.sources):
            target = Path(folder) / f"{number}-{source.stem}.o"
            for note in builder.compile(source, flags, target):
                say(note)
            objects.append(str(target))
        builder.link([*objects, *flags.inputs], flags, line.output or Path("a.out"))
    return 0


def _take_apart(arguments: list[str]) -> _Line:
    line = _Line()
    words = iter(arguments)
    for word in words:
        if word in _REFUSED:
            raise UserError(f"{_REFUSED[word]} are not supported yet", where=word)
        if word == "-c":
            line.compile_only = True
        elif word == "-o":
            line.output = Path(next(words, "a.out"))
        elif word.startswith("-o") and len(word) > 2:
            line.output = Path(word[2:])
        elif not word.startswith("-") and word.endswith(_SOURCES):
            line.sources.append(Path(word))
        else:
            line.flags.append(word)
    return line


def _pass_on(builder: Builder, arguments: list[str]) -> int:
    command = [*builder.toolchain.command, *builder.toolchain.flags(), *arguments]
    finished = run(command, stdin=0, capture=False)
    return finished.status if finished.status is not None else 1
