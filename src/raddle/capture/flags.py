"""The user's compiler flags, sorted: for compiling, for linking, dropped with a note, refused by name."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from raddle.base.errors import UserError

_DROPPED = ("-O", "-flto", "-fsanitize", "-fno-sanitize", "-pg", "--coverage", "-fprofile", "-ftest-coverage")
_DROPPED_EXACT = frozenset(
    {"-pie", "-fpie", "-fPIE", "-no-pie", "-s", "-g0", "-D_FORTIFY_SOURCE=1", "-D_FORTIFY_SOURCE=2"}
)
_REFUSED = {
    "-m32": "32-bit programs are not supported",
    "-fopenmp": "OpenMP is not supported",
    "-static": "static programs are not supported: the runtime must find the C library's own functions",
}
_WITH_VALUE_COMPILE = frozenset({"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-idirafter", "-x", "-std"})
_WITH_VALUE_LINK = frozenset({"-L", "-l", "-Xlinker", "-T", "-u"})
_INPUTS = (".o", ".a", ".so", ".lo")


@dataclass
class Flags:
    compile: list[str] = field(default_factory=list)
    link: list[str] = field(default_factory=list)
    inputs: list[str] = field(default_factory=list)  # objects and libraries by file name
    notes: list[str] = field(default_factory=list)


def split_flags(flags: Iterable[str]) -> Flags:
    found = Flags()
    words = iter(flags)
    for word in words:
        if word in _REFUSED:
            raise UserError(_REFUSED[word], where=word, advice="build without it")
        if word.startswith(_DROPPED) or word in _DROPPED_EXACT:
            if not word.startswith("-O0"):
                found.notes.append(f"{word} is left out: the program is analysed as it was written")
        elif word in _WITH_VALUE_COMPILE:
            found.compile += [word, next(words, "")]
        elif word in _WITH_VALUE_LINK:
            found.link += [word, next(words, "")]
        elif word.startswith(("-l", "-L", "-Wl,")):
            found.link.append(word)
        elif not word.startswith("-") and word.endswith(_INPUTS):
            found.inputs.append(word)
        else:
            found.compile.append(word)
    if any(word.startswith("-DNDEBUG") for word in found.compile):
        found.notes.insert(0, "assertions were compiled out (-DNDEBUG); leave it away to have them checked")
    return found
