"""Which of the words typed are ours, which are files, compiler flags, or arguments of the program; and what to run.

Flags that are not ours go to the compiler, and what stands behind `--` to the program.
"""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from raddle import pipeline
from raddle.base.errors import UserError
from raddle.base.failing import BY_STATUS, Failing
from raddle.capture.control import Control, DefaultPolicy, RandomPolicy
from raddle.options.parser import Parser
from raddle.report.suppressions import find_suppressions, load_fails_at

SOURCE_SUFFIXES: Final = (".c", ".i", ".cc", ".cpp", ".cxx", ".C", ".c++", ".ii")
LIBRARY_SUFFIXES: Final = (".o", ".a", ".so")
FLAGS_WITH_VALUE: Final = frozenset(
    {"-I", "-D", "-U", "-L", "-l", "-x", "-T", "-u", "-include", "-isystem", "-iquote", "-idirafter", "-Xlinker"}
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a command that runs a program, by whom they are for."""

    ours: list[str]
    files: list[str]
    flags: list[str]
    arguments: list[str]


def sort_words(words: list[str], parser: Parser) -> Words:
    """Ours are the options of the parser; the rest, up to `--`, is files and compiler flags."""
    ours, files, flags, arguments = [], [], [], []
    takes, alone = parser.own_options()
    position = 0
    while position < len(words):
        word = words[position]
        two = words[position : position + 2]
        position += 1
        if word == "--":
            arguments = words[position:]
            break
        if word in takes:
            ours += two
            position += 1
        elif word in alone or word.split("=")[0] in takes:
            ours.append(word)
        elif word in FLAGS_WITH_VALUE:
            flags += two
            position += 1
        elif word.startswith("-") or word.endswith(LIBRARY_SUFFIXES):
            flags.append(word)
        else:
            files.append(word)
    return Words(ours, files, flags, arguments)


def split_arguments(words: list[str]) -> tuple[list[str], list[str]]:
    if "--" not in words:
        return words, []
    place = words.index("--")
    return words[:place], words[place + 1 :]


def record_order(words: Words, options: argparse.Namespace, stdin: bytes | None) -> pipeline.RecordOrder:
    return pipeline.RecordOrder(
        program=_what_to_run(words),
        recording=options.recording,
        arguments=tuple(words.arguments),
        control=Control(
            policy=DefaultPolicy() if options.seed is None else RandomPolicy(options.seed),
            nondet=options.nondet,
            nondet_seed=options.nondet_seed,
            spurious=options.spurious,
            events=options.events,
            most_bytes=options.max_size,
            failing=_failing(words, options),
        ),
        stdin=stdin,
        before=options.before,
    )


def _failing(words: Words, options: argparse.Namespace) -> Failing:
    """What says that the test has failed: its exit status, and calls that the user names, also in raddle.toml."""
    given: Failing = options.exit_status or BY_STATUS
    file = getattr(options, "suppressions", None) or find_suppressions([Path(name) for name in words.files])
    named = (*(options.fails_at or ()), *(() if file is None else load_fails_at(file)))
    return replace(given, fails_at=tuple(dict.fromkeys(named)))


def _what_to_run(words: Words) -> pipeline.Sources | Path:
    if not words.files:
        raise UserError("nothing to run", advice="give C files, or a program built with `raddle cc`")
    sources = [name for name in words.files if name.endswith(SOURCE_SUFFIXES)]
    if not sources:
        if len(words.files) > 1:
            advice = f"put arguments of the program behind --, as in: raddle record {words.files[0]} -- ..."
            raise UserError(f"more than one program: {' '.join(words.files)}", advice=advice)
        if words.flags:
            raise UserError(f"a built program takes no compiler flags: {' '.join(words.flags)}")
        return Path(words.files[0])
    if len(sources) != len(words.files):
        odd = next(name for name in words.files if name not in sources)
        raise UserError("neither a C file nor a flag", where=odd, advice="put arguments of the program behind --")
    for name in sources:
        if not Path(name).is_file():
            raise UserError("not a regular file" if Path(name).exists() else "no such file", where=name)
    return pipeline.Sources(tuple(map(Path, sources)), tuple(words.flags))
