"""A compiler's command line, taken apart: in: its words; out: `CommandLine`, whose items stand in the order given.

Words keep their meaning to clang: nothing is judged here (capture/flags.py does that), only told apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from raddle.base.toolchain import Language

LANGUAGE_OF_SUFFIX: Final = {
    ".c": "c",
    ".i": "cpp-output",
    **dict.fromkeys((".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C"), "c++"),
    ".ii": "c++-cpp-output",
    **dict.fromkeys((".ll", ".bc"), "ir"),
    ".s": "assembler",
    **dict.fromkeys((".S", ".sx", ".asm"), "assembler-with-cpp"),
    ".h": "c-header",
    **dict.fromkeys((".hh", ".hpp", ".hxx", ".H", ".h++", ".hp"), "c++-header"),
    ".m": "objective-c",
    ".mm": "objective-c++",
}
INSTRUMENTED: Final = frozenset({"c", "cpp-output", "c++", "c++-cpp-output", "ir"})
HEADERS: Final = frozenset({"c-header", "c++-header"})
C_SOURCES: Final = frozenset({"c", "cpp-output"})

_VALUE_FOLLOWS: Final = frozenset(
    {
        "-I", "-D", "-U", "-L", "-l", "-T", "-u", "-z", "-e", "-F", "-A", "-B", "-G", "-h", "-R", "-include",
        "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-iwithprefix", "-iwithprefixbefore",
        "-isysroot", "-cxx-isystem", "-c-isystem", "-iframework", "-ivfsoverlay", "-include-pch", "-Xclang",
        "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xanalyzer", "-mllvm", "-mthread-model", "-MF", "-MT", "-MQ",
        "-MJ", "-arch", "-target", "--target", "--param", "-framework", "-rpath", "-gcc-toolchain",
        "-serialize-diagnostics", "--serialize-diagnostics", "-resource-dir", "--sysroot", "--config",
        "-working-directory", "-dumpbase", "-dumpbase-ext", "-dumpdir", "-aux-info", "-soname", "-fplugin",
        "-wrapper",
    }
)
_ONLY_ASKING: Final = frozenset(
    {
        "-E", "-M", "-MM", "-S", "-fsyntax-only", "-###", "--version", "-dumpversion", "-dumpmachine", "-dumpspecs",
        "-dumpfullversion", "--help", "-emit-llvm", "-emit-ast", "--analyze", "--precompile", "-rewrite-objc", "-cc1",
        "-cc1as", "-V", "-qversion", "--autocomplete",
    }
)
_ASKING_OPENINGS: Final = ("-print-", "--print-", "--help", "--autocomplete=")


class Aim(Enum):
    """What the compiler is to make."""

    TELL = "tell"
    """Text, or something that is not ours to make: the compiler does it alone."""
    OBJECTS = "objects"
    LINKED = "linked"


@dataclass(frozen=True, slots=True)
class Source:
    """To be compiled. `path` "-": standard input."""

    path: str
    language: str
    chosen: str | None
    """By -x; None: by the suffix."""

    @property
    def words(self) -> tuple[str, ...]:
        """To be the last ones in a command, or followed by another source's."""
        return ("-x", self.chosen or "none", self.path)

    @property
    def stem(self) -> str:
        return self.path if self.path == "-" else Path(self.path).stem


@dataclass(frozen=True, slots=True)
class Input:
    """For the linker: an object, an archive, a library, a script."""

    path: str
    made_from: str | None = None
    """The source, where we have made it."""


@dataclass(frozen=True, slots=True)
class Flag:
    """With its value, where that is a word of its own."""

    words: tuple[str, ...]


Item = Source | Input | Flag


@dataclass(frozen=True, slots=True)
class CommandLine:
    words: tuple[str, ...]
    """All of them, as they were given."""
    items: tuple[Item, ...]
    """Without -o, -c and -x."""
    aim: Aim
    output: str | None

    @property
    def sources(self) -> list[Source]:
        return [item for item in self.items if isinstance(item, Source)]

    @property
    def language(self) -> Language:
        """Of the driver that links it."""
        return "c++" if any(source.language.startswith("c++") for source in self.sources) else "c"

    @property
    def flags(self) -> list[Flag]:
        return [item for item in self.items if isinstance(item, Flag)]


def take_apart(given: Sequence[str]) -> CommandLine:
    words = list(_expanded(given))
    items: list[Item] = []
    output, chosen, compile_only = None, None, False
    rest = iter(words)
    for word in rest:
        if word == "-c":
            compile_only = True
        elif word == "-o":
            output = next(rest, "")
        elif word.startswith("-o") and word not in ("-objcmt-migrate-all",):
            output = word[2:]
        elif word == "--output" or word.startswith("--output="):
            output = word[9:] or next(rest, "")
        elif word.startswith("-x"):
            language = word[2:] or next(rest, "")
            chosen = None if language == "none" else language
        elif word in _VALUE_FOLLOWS:
            items.append(Flag((word, *_next(rest))))
        elif word == "-" or not word.startswith("-"):
            items.append(_file(word, chosen))
        else:
            items.append(Flag((word,)))
    return CommandLine(tuple(words), tuple(items), _aim(words, items, compile_only=compile_only), output)


def _aim(words: Sequence[str], items: Sequence[Item], *, compile_only: bool) -> Aim:
    if any(word in _ONLY_ASKING or word.startswith(_ASKING_OPENINGS) for word in words):
        return Aim.TELL
    if all(isinstance(item, Flag) or (isinstance(item, Input) and item.path[0] == "@") for item in items):
        return Aim.TELL
    if any(isinstance(item, Flag) and item.words[0] == "-Xclang" and _only_asks(item.words[-1]) for item in items):
        return Aim.TELL
    return Aim.OBJECTS if compile_only else Aim.LINKED


def _only_asks(word: str) -> bool:
    """Of the words for the compiler proper: whether it then makes no object."""
    openings = ("-ast-", "-emit-", "-dump-", "-fsyntax-only", "-analyze", "-rewrite")
    return word != "-emit-pch" and word.startswith(openings)


def _file(word: str, chosen: str | None) -> Source | Input:
    language = chosen or LANGUAGE_OF_SUFFIX.get(Path(word).suffix)
    return Input(word) if language is None else Source(word, language, chosen)


def _next(rest: Iterator[str]) -> tuple[str, ...]:
    return tuple(word for word in (next(rest, None),) if word is not None)


def _expanded(words: Sequence[str], depth: int = 0) -> Iterator[str]:
    """@FILE gives the words in it; a file that is not there is a word like any other, as it is for the compiler."""
    for word in words:
        if word.startswith("@") and depth < 64:
            try:
                text = Path(word[1:]).read_text(encoding="utf-8", errors="surrogateescape")
            except OSError:
                yield word
                continue
            yield from _expanded(list(_words_of(text)), depth + 1)
        else:
            yield word


def _words_of(text: str) -> Iterator[str]:
    """By GNU's rules for response files: white space divides, both kinds of quote hold together, \\ takes the next."""
    word: list[str] | None = None
    quote = ""
    characters = iter(text)
    for character in characters:
        if character == "\\":
            word = (word or []) + [next(characters, "")]
        elif quote:
            if character == quote:
                quote = ""
            else:
                assert word is not None
                word.append(character)
        elif character in "\"'":
            quote, word = character, word or []
        elif character.isspace():
            if word is not None:
                yield "".join(word)
            word = None
        else:
            word = [*(word or []), character]
    if word is not None:
        yield "".join(word)
