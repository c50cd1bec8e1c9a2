"""Which of the words typed are ours, which are files, compiler flags, or arguments of the program.

Flags that are not ours go to the compiler, and what stands behind `--` to the program.
"""

from dataclasses import dataclass
from typing import Final

from raddle.options.parser import Parser

LIBRARY_SUFFIXES: Final = (".o", ".a", ".so")
FLAGS_WITH_VALUE: Final = frozenset(
    {"-I", "-D", "-U", "-L", "-l", "-x", "-T", "-u", "-include", "-isystem", "-iquote", "-idirafter", "-Xlinker"}
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a command, by whom they are for."""

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


def split_arguments(words: list[str], _parser: Parser) -> Words:
    """All are ours, but those behind `--`."""
    place = words.index("--") if "--" in words else len(words)
    return Words(words[:place], [], [], words[place + 1 :])


def all_ours(words: list[str], _parser: Parser) -> Words:
    return Words(words, [], [], [])
