"""`raddle-cc` is given the same command lines as the compiler behind it, and must do the same.

Same exit status, same words, same files with the same names, same dependency files, and programs that do the same. Only
what is inside objects and programs differs. Where that compiler is zig, whose driver does less than a build written for
cc or clang may ask for, raddle does more on a few lines; what it does there is written out.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.toolchain import Language, find_toolchain
from raddle.capture.emit import emit_object
from raddle.wrapper import compiler

assert emit_object  # loaded before anything is forked

FILES = {
    "main.c": '#include "sub/part.h"\n#include <stdio.h>\nint main() { printf("%d\\n", part(2)); return 3; }\n',
    "part.c": '#include "sub/part.h"\nint part(int x) { return x * 21; }\n',
    "sub/part.h": "#ifndef PART_H\n#define PART_H\nint part(int x);\n#endif\n",
    "one.c": 'extern int puts(const char *);\nint main(void) { puts("one"); return 0; }\n',
    "warn.c": "int main(void) { int unused; return 0; }\n",
    "bad.c": "int main(void) { return undeclared; }\n",
    "implicit.c": "int main(void) { return missing_function(); }\n",
    "low.S": '.globl part\npart: mov $5, %eax\n ret\n.section .note.GNU-stack,"",@progbits\n',
    "low.s": '.globl part\npart: mov $6, %eax\n ret\n.section .note.GNU-stack,"",@progbits\n',
    "one.cpp": '#include <cstdio>\nint main() { std::puts("C++"); }\n',
    "part.cc": "template <int N> int times(int x) { return N * x; }\nint part(int x) { return times<3>(x); }\n",
    "plain.txt": "int main(void) { return 9; }\n",
    "macro.c": "#ifndef VALUE\n#error no value\n#endif\nint main(void) { return VALUE; }\n",
    "fortified.c": "#include <string.h>\nint main(int c, char **v) { char b[99]; strcpy(b, *v); return b[0] == 0; }\n",
    "words": '-DVALUE=4 "macro.c"\n@more\n',
    "more": "-o 'out put'\n",
}
C_LINES = [
    "-c part.c",
    "-c part.c -o x/part.o",
    "-c part.c main.c",
    "-c part.c main.c -o both.o",
    "-opart.o -c part.c",
    "main.c part.c -o prog",
    "part.c main.c",
    "one.c",
    "main.c low.S -o prog",
    "main.c low.s -o prog",
    "-c low.S",
    "-S part.c",
    "-E part.c -P",
    "-E part.c -o part.i",
    "-M main.c",
    "-MM main.c",
    "-MM -MT target main.c -MF deps",
    "-c -MD main.c",
    "-c -MMD main.c",
    "-c -MD main.c -o x/main.o",
    "-c -MMD -MP -MF x/d main.c -o x/main.o",
    "-c -MD -MT 'other target' main.c",
    "-c -MD -MQ '$(other)' main.c",
    "-c -Wp,-MD,x/dep main.c -o x/main.o",
    "-c -Wp,-MMD,dep main.c",
    "-MD main.c part.c -o prog",
    "-MMD one.c",
    "--version",
    "-dumpversion",
    "-dumpmachine",
    "-print-search-dirs",
    "-print-prog-name=ld",
    "-print-file-name=libc.so",
    "-v",
    "-fsyntax-only bad.c",
    "-fsyntax-only warn.c -Wall",
    "-c warn.c -Wall",
    "-c warn.c -Wall -Werror",
    "-c bad.c",
    "-c none.c",
    "none.c -o prog",
    "-c part.c -Inone -Wall -Wextra -pedantic -std=c99 -pipe",
    "-c part.c -I sub -D A -U B -include sub/part.h -isystem sub",
    "-c part.c -Wl,-z,now",
    "-c part.c -fno-such-flag",
    "-c part.c -Wno-such-warning",
    "-c part.c -framework Nonsense",
    "-c",
    "",
    "-o prog",
    "-x c plain.txt -o prog",
    "-xc plain.txt -x none part.c -o prog",
    "-c -x c -",
    "-x c - -o prog",
    "-E -",
    "-x c -E -",
    "@words",
    "@missing",
    "one.c -o prog -lm -Wl,--as-needed -L. -lpthread",
    "one.c -o prog -lmissing",
    "one.c -o prog -Wl,--no-such-option",
    "-shared -fPIC part.c -o libpart.so",
    "-r one.c part.c -o both.o",
    "one.c -o none/prog",
    "-c one.c -o none/one.o",
    "-c one.c -o /dev/null",
    "one.c -o prog -O2 -flto -march=native -D_FORTIFY_SOURCE=2 -fstack-protector-strong -Werror -Wall",
    "fortified.c -o prog -O2 -Wp,-D_FORTIFY_SOURCE=3 -Werror",
    "fortified.c -o prog -O3 -D _FORTIFY_SOURCE=2 -Wall -Werror",
    "one.c -o prog -static",
    "one.c -o prog -static-pie",
    "one.c -o prog -pie -fPIE -s -Wl,-s",
    "one.c -o prog -Wl,--gc-sections -ffunction-sections -fdata-sections",
    "one.c -o prog -g0 -gsplit-dwarf",
    "-c sub/part.h -o part.pch",
    "sub/part.h",
    "-c main.c -Xclang -ast-dump=json -Xclang -ast-dump-filter=none",
]
CXX_LINES = [
    "one.cpp",
    "-c part.cc",
    "one.cpp part.cc -o prog",
    "-x c++ one.cpp -std=c++17 -o prog",
    "-c one.cpp -MD -MF d -o x/one.o",
    "-c one.cpp -MD -MP -MF d",
    "-E one.cpp -o one.ii",
]
STDIN = 'extern int puts(const char *);\nint main(void) { puts("stdin"); return 7; }\n'
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(Path(__file__).parents[2] / "src"),
    "LC_ALL": "C",
}

COMMAND: dict[Language, str] = {"c": "cc", "c++": "c++"}
Run = Callable[[list[str], Path], tuple[int, str, str]]
IN_ZIGS_CACHE = re.compile(r"\b(?:[0-9a-f]{32}|[0-9a-f]{16}(?=-))")
"""How zig names folders in its cache, and files while it makes them: by a hash of all that it is given."""

pytestmark = [pytest.mark.compiler]


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str
    files: dict[str, str]
    """Name -> text of those that are text, "object" and "program" for the others."""


def run_compiler(command: list[str], folder: Path) -> tuple[int, str, str]:
    ran = subprocess.run(command, cwd=folder, input=STDIN, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    return ran.returncode, ran.stdout, ran.stderr


def run_ours(command: list[str], folder: Path) -> tuple[int, str, str]:
    """In a fork of this process, which has everything loaded: there are many command lines."""
    places = [folder.parent / name for name in ("stdin", "stdout", "stderr")]
    places[0].write_text(STDIN)
    child = os.fork()
    if child == 0:
        status = 99
        try:
            os.chdir(folder)
            os.environ.update(ENVIRONMENT)
            for number, (place, mode) in enumerate(zip(places, ("r", "w", "w"), strict=True)):
                os.dup2(os.open(place, os.O_RDONLY if mode == "r" else os.O_WRONLY | os.O_CREAT), number)
            sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, m) for n, m in enumerate(("r", "w", "w")))
            status = compiler(command[0], command[1:])
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)
    _, code = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(code), places[1].read_text(), places[2].read_text()


def done(run: Run, command: list[str], folder: Path) -> Done:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text)
    (folder / "x").mkdir()
    status, out, err = run(command, folder)
    made = [path for path in folder.rglob("*") if path.is_file() and str(path.relative_to(folder)) not in FILES]
    files = {str(path.relative_to(folder)): kind_of(path) for path in made}
    return Done(status, neutral(out, folder), neutral(err, folder), files)


def kind_of(path: Path) -> str:
    raw = path.read_bytes()
    if path.name == "d":  # of C++: the order in which headers are read differs
        return "\n".join(sorted(set(raw.decode().replace("\\", " ").split())))
    if raw[:4] != b"\x7fELF":
        return neutral(raw.decode(), path.parent) if raw.isascii() else "binary"
    if raw[16] == 1:
        return "object"
    if path.suffix == ".so":
        return "library"
    ran = subprocess.run([path], cwd=path.parent, capture_output=True, text=True, check=False)
    return f"program: {ran.returncode} {ran.stdout} {ran.stderr}"


def neutral(text: str, folder: Path) -> str:
    """Names of temporary files and of those in zig's cache differ, as does the number of built-in macros."""
    lines = IN_ZIGS_CACHE.sub("CACHED", text.replace(str(folder), "HERE")).splitlines()
    return "\n".join(line for line in lines if "/tmp/" not in line and '"<built-in>"' not in line)


BETTER_THAN_ZIG = {
    # zig makes one object of both, with the name of the first
    "-c part.c main.c": Done(0, "", "", {"part.o": "object", "main.o": "object"}),
    # zig makes one.o
    "-c one.c -o /dev/null": Done(0, "", "", {}),
    # zig writes no dependency file where it links
    "-MD main.c part.c -o prog": Done(
        0, "", "", {"prog": "program: 3 42\n ", "prog.d": "prog: part.c sub/part.h"}
    ),
    "-MMD one.c": Done(0, "", "", {"a.out": "program: 0 one\n ", "one.d": "one.o: one.c"}),
    # zig knows no -Wp,-D
    "fortified.c -o prog -O2 -Wp,-D_FORTIFY_SOURCE=3 -Werror": Done(0, "", "", {"prog": "program: 0  "}),
    # zig says that it does not use it, and links dynamically
    "one.c -o prog -static-pie": Done(0, "", "", {"prog": "program: 0 one\n "}),
}


def compared(language: Language, line: str, folder: Path) -> None:
    toolchain = find_toolchain(Cache.of_user())
    ours, theirs = folder / "raddle", folder / "theirs"  # names of one length: there are tables with places in texts
    ours.mkdir()
    theirs.mkdir()
    words = shlex.split(line)
    mine = done(run_ours, [COMMAND[language], *words], ours)
    if toolchain.kind == "zig" and line in BETTER_THAN_ZIG:
        assert mine == BETTER_THAN_ZIG[line]
        return
    if "-S" in words:  # what is assembled later must fit what we compile: without zig's checks
        words += toolchain.flags()
    assert mine == done(run_compiler, [*toolchain.driver(language), *words], theirs)


@pytest.mark.parametrize("line", C_LINES)
def test_cc_does_what_the_compiler_does(line: str, tmp_path: Path) -> None:
    compared("c", line, tmp_path)


@pytest.mark.parametrize("line", CXX_LINES)
def test_cxx_does_what_the_compiler_does(line: str, tmp_path: Path) -> None:
    compared("c++", line, tmp_path)
