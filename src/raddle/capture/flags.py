"""What becomes of the user's compiler flags: kept, left out and said, or refused by name.

In: the flags of a command line. Out: `Flags`. A program is analysed as it was written: unoptimised, without other
tools' instrumentation, linked dynamically and not position-independent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from raddle.base.errors import UserError
from raddle.capture.command_line import Flag

_LEFT_OUT_OPENINGS: Final = (
    *("-O", "-flto", "-fno-lto", "-fthinlto", "-fwhole-program", "-ffat-lto-objects", "-fno-fat-lto-objects"),
    *("-fsanitize", "-fno-sanitize", "-fprofile", "-fno-profile", "-fcs-profile", "-fcoverage", "-fno-coverage"),
    *("-ftest-coverage", "-fauto-profile", "-fxray", "-fstack-protector", "-ftree-", "-fvectorize", "-funroll"),
    *("-march=", "-mtune=", "-mcpu=", "-mprefer-vector-width", "-gsplit-dwarf", "-fembed-bitcode", "-fsplit-lto"),
    *("-D_FORTIFY_SOURCE", "-U_FORTIFY_SOURCE"),
)
_LEFT_OUT: Final = frozenset(
    {
        "-pg", "-p", "--coverage", "-coverage", "-pie", "-no-pie", "-nopie", "-fpie", "-fPIE", "-fno-pie", "-fno-PIE",
        "-fpic", "-fPIC", "-fno-pic", "-fno-PIC", "-s", "-static", "-static-pie", "--static", "-g0", "-ffast-math",
        "-funsafe-math-optimizations", "-fassociative-math", "-freciprocal-math", "-ffinite-math-only",
        "-fno-signed-zeros", "-fapprox-func", "-fno-integrated-as", "-no-integrated-as",
    }
)
_UNSAID_OPENINGS: Final = ("-O0", "-fno-", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0")
_UNSAID: Final = frozenset(
    {
        "-fpic", "-fPIC", "-fpie", "-fPIE", "-pie", "-no-pie", "-nopie", "-s", "-no-integrated-as",
    }
)
"""Left out without a word: nobody could tell the difference."""
_PREPROCESSOR: Final = "-Wp,"
_KNOWN_TARGETS: Final = ("x86_64-linux-gnu", "x86_64-pc-linux-gnu", "x86_64-unknown-linux-gnu", "x86_64-redhat-linux")
_ONLY: Final = "raddle knows 64-bit x86 Linux with the GNU C library"
_REFUSED_OPENINGS: Final = {
    "-m32": f"32-bit programs are not supported: {_ONLY}",
    "-m16": f"16-bit programs are not supported: {_ONLY}",
    "-mx32": f"32-bit pointers are not supported: {_ONLY}",
    "-mabi": f"another calling convention is not supported: {_ONLY}",
    "-fopenmp": "OpenMP is not supported: its threads live in a library that is not instrumented",
    "-fopenacc": "OpenACC is not supported",
    "-fsplit-stack": "split stacks are not supported",
}


@dataclass(frozen=True, slots=True)
class Flags:
    """`kept` in their order; `left_out` is what the user should know of."""

    kept: tuple[Flag, ...]
    left_out: tuple[str, ...]
    without_assertions: bool
    """NDEBUG was defined on the command line."""


def judge(flags: Iterable[Flag]) -> Flags:
    kept: list[Flag] = []
    left_out: list[str] = []
    for flag in flags:
        _refuse(flag)
        for part in _parts(flag):
            if _is_left_out(part):
                if not part.words[0].startswith(_UNSAID_OPENINGS) and part.words[0] not in _UNSAID:
                    left_out.append("".join(part.words))
            else:
                kept.append(part)
    return Flags(tuple(kept), tuple(dict.fromkeys(left_out)), _defines_ndebug(kept))


def words_of(flags: Iterable[Flag]) -> list[str]:
    return [word for flag in flags for word in flag.words]


def _parts(flag: Flag) -> list[Flag]:
    """-D X as -DX, and -Wp,-DX,-MD,FILE as its parts."""
    word = flag.words[0]
    if word in ("-D", "-U") and len(flag.words) == 2:
        return [Flag(("".join(flag.words),))]
    if word == "-Xpreprocessor" and len(flag.words) == 2:
        return _parts(Flag((flag.words[1],))) if flag.words[1].startswith(("-D", "-U")) else [flag]
    if not word.startswith(_PREPROCESSOR):
        return [flag]
    parts: list[Flag] = []
    words = iter(word[len(_PREPROCESSOR) :].split(","))
    for one in words:
        if one in ("-MD", "-MMD"):
            file = next(words, None)
            parts += [Flag((one,))] if file is None else [Flag((one,)), Flag(("-MF", file))]
        elif one in ("-MT", "-MQ", "-MF", "-D", "-U", "-I"):
            parts += _parts(Flag((one, next(words, ""))))
        elif one.startswith(("-D", "-U", "-M", "-I")):
            parts.append(Flag((one,)))
        else:
            parts.append(Flag((f"{_PREPROCESSOR}{one}",)))
    return parts


def _is_left_out(flag: Flag) -> bool:
    word = flag.words[0]
    return word in _LEFT_OUT or word.startswith(_LEFT_OUT_OPENINGS)


def _refuse(flag: Flag) -> None:
    word = flag.words[0]
    for opening, why in _REFUSED_OPENINGS.items():
        if word.startswith(opening):
            raise UserError(why, where=word, advice="build without it")
    target = _target_of(flag.words)
    if target is not None and target.lower() not in _KNOWN_TARGETS:
        raise UserError(f"programs for {target} are not supported: {_ONLY}", where="".join(flag.words))
    if word == "-arch" and flag.words[1:] not in ((), ("x86_64",)):
        raise UserError(f"programs for {flag.words[1]} are not supported: {_ONLY}", where=" ".join(flag.words))


def _target_of(words: Sequence[str]) -> str | None:
    if words[0] in ("-target", "--target"):
        return words[1] if len(words) > 1 else None
    return words[0].removeprefix("--target=") if words[0].startswith("--target=") else None


def _defines_ndebug(flags: Iterable[Flag]) -> bool:
    defined = False
    for flag in flags:
        if flag.words[0] == "-DNDEBUG" or flag.words[0].startswith("-DNDEBUG="):
            defined = True
        elif flag.words[0] == "-UNDEBUG":
            defined = False
    return defined
