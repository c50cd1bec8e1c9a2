"""raddle.h: nothing at all with other compilers; with ours, marks that a walk finds, also in libraries."""

import shutil
import subprocess
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.native_code import native_folder
from raddle.base.toolchain import find_toolchain
from raddle.trace.blocks import AtomicBlocks
from raddle.trace.events import EventKind
from raddle.trace.recording import load_recording
from raddle.trace.walk_fast import walk_fast
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

INCLUDE = native_folder() / "include"
TEXT = """#include <raddle.h>
#include <pthread.h>
#include <stdio.h>
static int x;
RADDLE_ATOMIC_FUNCTION static void add(int n) { x += n; }
static void *run(void *arg)
{
    for (int i = 0; i < 2; i++) {
        RADDLE_ATOMIC;
        x++;
        RADDLE_ATOMIC;
        if (i)
            continue;
        x++;
    }
    RADDLE_ATOMIC_BEGIN();
    add(2);
    RADDLE_ATOMIC_END();
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    add(1);
    printf("%d\\n", x);
    return 0;
}
"""


def compilers() -> list[tuple[str, str]]:
    """Command and standard: those of C and of C++ that are here."""
    own = find_toolchain(Cache.of_user())
    found = [(name, standard) for name, standard in (("gcc", "c99"), ("g++", "c++11")) if shutil.which(name)]
    return found + ([(own.command[0], "c11")] if own.kind == "clang" else [])


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_with_other_compilers_it_is_nothing_at_all(tmp_path: Path) -> None:
    (tmp_path / "with.c").write_text(TEXT)
    lines = [line for line in TEXT.splitlines() if "raddle.h" not in line]
    without = "\n".join(["", *(line.replace("RADDLE_ATOMIC_FUNCTION ", "") for line in lines), ""])
    for word in ("RADDLE_ATOMIC_BEGIN()", "RADDLE_ATOMIC_END()", "RADDLE_ATOMIC"):
        without = without.replace(word, "((void)0)")
    (tmp_path / "without").mkdir()
    (tmp_path / "without" / "with.c").write_text(without)
    assert compilers()
    for command, standard in compilers():
        language = "c++" if "++" in standard else "c"
        flags = (f"-std={standard}", "-x", language, "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{INCLUDE}", "-O1")
        assembly = [
            run(command, *flags, "-S", "with.c", "-o", "-", cwd=folder) for folder in (tmp_path, tmp_path / "without")
        ]
        assert assembly[0] == assembly[1]
        assert "raddle" not in assembly[0]
        run(command, *flags, "with.c", "-o", "with", "-pthread", cwd=tmp_path)
        assert run("./with", cwd=tmp_path) == "6\n"


def marks(recording: Path) -> list[str]:
    """Of the created thread: what began and ended there, by name or line."""
    trace = walk_fast(load_recording(recording), blocks=AtomicBlocks())
    said = []
    for event in trace.threads[1].events:
        if event["kind"] in (EventKind.BLOCK_BEGIN, EventKind.BLOCK_END):
            place = trace.program.place_of(int(event["site"]))
            assert place is not None
            begins = event["kind"] == EventKind.BLOCK_BEGIN
            name = trace.blocks.entries[int(event["value"])].name or str(place.line if begins else "")
            said.append(f"+{name}" if begins else f"-{name}")
    return said


@pytest.mark.parametrize("name", ["marked.c", "marked.cpp"])
def test_our_compilers_find_it_and_a_walk_finds_the_marks(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(TEXT)
    compiler = "c++" if name.endswith("pp") else "cc"
    built = raddle(compiler, "-Wall", "-Wextra", "-Werror", "-pedantic", name, "-o", "marked", cwd=tmp_path)
    assert (built.status, built.err) == (0, "")
    recorded = raddle("record", "marked", "-o", "run.rdl", cwd=tmp_path)
    assert (recorded.status, recorded.out) == (0, "6\n")
    once = ["+9", "+11", "-", "-"]
    assert marks(tmp_path / "run.rdl") == [*once, *once, "+16", "+add", "-add", "-"]


def test_marks_in_a_shared_library_need_no_symbol(tmp_path: Path) -> None:
    library = "#include <raddle.h>\nint y;\nvoid both(void) { RADDLE_ATOMIC_BEGIN(); y++; RADDLE_ATOMIC_END(); }\n"
    (tmp_path / "both.c").write_text(library)
    main = TEXT.replace("    add(2);", "    both();").replace("static int x;", "static int x;\nvoid both(void);")
    (tmp_path / "main.c").write_text(main)
    for line in (
        "-shared -fPIC -Wl,-z,defs both.c -o libboth.so",
        f"main.c -L. -lboth -Wl,-rpath,{tmp_path} -o main",
    ):
        built = raddle("cc", *line.split(), cwd=tmp_path)
        assert (built.status, built.err) == (0, "")
    assert raddle("record", "main", "-o", "run.rdl", cwd=tmp_path).out == "4\n"
    assert marks(tmp_path / "run.rdl")[-4:] == ["+17", "+3", "-", "-"]


def test_what_is_asked_of_the_compiler_itself_knows_it_too(tmp_path: Path) -> None:
    (tmp_path / "marked.c").write_text(TEXT)
    preprocessed = raddle("cc", "-E", "marked.c", cwd=tmp_path)
    assert preprocessed.status == 0 and "raddle.h: atomic begin" in preprocessed.out
    depends = raddle("cc", "-MM", "marked.c", cwd=tmp_path)
    assert depends.status == 0 and depends.out.startswith("marked.o: marked.c")
    assert raddle("cc", "-MMD", "-c", "marked.c", cwd=tmp_path).status == 0
    assert "raddle" not in (tmp_path / "marked.d").read_text()
    version = raddle("cc", "--version", cwd=tmp_path)
    assert version.status == 0 and "clang" in version.out


def test_a_name_or_range_that_the_program_does_not_have_is_an_error_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "marked.c").write_text(TEXT)
    for word, words in (
        ("ad", "no function ad"),
        ("marked.c:100-200", "marked.c:100-200 has no code"),
        ("a:3-2", "range"),
    ):
        said = raddle("check", "--property", "atomicity", "--atomic", word, "marked.c", cwd=tmp_path)
        assert said.status == 2 and words in said.err and said.out == ""
