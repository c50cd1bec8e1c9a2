"""Programs that break themselves or what is around them: each gets an answer, and raddle stays whole."""

from pathlib import Path

import pytest

from raddle.base.process import run
from raddle.capture.run import MOST_OUTPUT
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

WILD_FILL = """
#include <string.h>
static char b[8];
int main(int c, char **v) { memset(b, 0, (size_t)c << 40); return 0; }
"""
WILD_COPY = """
#include <string.h>
static char a[8], b[8];
int main(int c, char **v) { memcpy(a, b, (size_t)(c - 2)); return 0; }
"""
LARGE_FILL = """
#include <stdlib.h>
#include <string.h>
int main(int c, char **v) { char *p = malloc(1 << 27); memset(p, c, 1 << 27); return p[c] != 1; }
"""
TWO_KINDS_OF_FAILURE = """
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char pair[4] = "aa";
static int count;
static void format(char *to, size_t n, const char *f, ...)
{ va_list a; va_start(a, f); vsnprintf(to, n, f, a); va_end(a); }
static void *writer(void *x)
{
    pthread_mutex_lock(&m);
    pair[0] = 'b';
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    pair[1] = 'b';
    count = count + 1;
    pthread_mutex_unlock(&m);
    return x;
}
static void *reader(void *x)
{
    char text[16];
    pthread_mutex_lock(&m);
    format(text, sizeof text, "%s", pair);
    pthread_mutex_unlock(&m);
    assert(text[0] == text[1]);
    int c = count;
    count = c + 1;
    return x;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
"""
CHANGES_ITSELF = """
#include <fcntl.h>
#include <unistd.h>
int main(int c, char **v)
{
    unlink(v[0]);
    int f = open(v[0], O_WRONLY | O_CREAT | O_TRUNC, 0755);
    return write(f, "#!/bin/sh\\n", 10) != 10;
}
"""
FAILS = """
#include <assert.h>
int main(void) { assert(0); return 0; }
"""


def program(folder: Path, text: str, name: str = "hostile.c") -> Path:
    source = folder / name
    source.write_text(text)
    return source


@pytest.mark.parametrize("text", [WILD_FILL, WILD_COPY], ids=["fill", "copy"])
@pytest.mark.parametrize("command", ["check", "verify"])
def test_an_access_of_enormous_size_is_a_crash_that_is_told(command: str, text: str, tmp_path: Path) -> None:
    said = raddle(command, program(tmp_path, text), "-w", cwd=tmp_path)
    assert said.status == 1, said
    assert "killed by SIGSEGV" in said.out


def test_more_memory_filled_than_can_be_followed_is_said(tmp_path: Path) -> None:
    """Each word of it would be an event, and a small recording would take all memory."""
    said = raddle("check", program(tmp_path, LARGE_FILL), cwd=tmp_path)
    assert said.status == 3
    assert "the run is too large to follow: thread main" in said.err


@pytest.mark.parametrize("command", ["diagnose", "repair"])
def test_a_run_that_does_not_fit_the_others_leaves_what_was_known_before(command: str, tmp_path: Path) -> None:
    said = raddle(command, program(tmp_path, TWO_KINDS_OF_FAILURE), cwd=tmp_path)
    assert said.status in (0, 1, 3), said
    assert "internal error" not in said.err


@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_program_that_changes_its_own_executable_is_refused_by_name(command: str, tmp_path: Path) -> None:
    """Twice: what is kept of it in the cache is made anew."""
    source = program(tmp_path, CHANGES_ITSELF)
    for _ in range(2):
        said = raddle(command, source, cwd=tmp_path)
        assert said.status == 2
        assert "the program changed its own executable while it ran" in said.err


def test_a_file_with_the_longest_of_names_is_checked_or_refused_by_name(tmp_path: Path) -> None:
    """zig puts a number before it, for which there is no room."""
    said = raddle("check", program(tmp_path, FAILS, f"{'n' * 241}.c"), cwd=tmp_path)
    assert said.status == 1 or (said.status == 2 and "its name is too long" in said.err), said


def test_a_failing_program_with_a_long_name_gets_a_witness_that_can_be_written(tmp_path: Path) -> None:
    built = tmp_path / ("n" * 243)
    assert raddle("cc", program(tmp_path, FAILS), "-o", built, cwd=tmp_path).status == 0
    said = raddle("check", built, cwd=tmp_path)
    assert said.status == 1, said
    (witness,) = tmp_path.glob("*.witness")
    assert raddle("replay", witness, cwd=tmp_path).status == 0


def test_of_what_a_program_prints_without_end_only_so_much_is_kept() -> None:
    finished = run(["head", "-c", str(MOST_OUTPUT + 1000), "/dev/zero"], most_output=MOST_OUTPUT)
    assert finished.stdout.startswith(bytes(MOST_OUTPUT))
    assert finished.stdout[MOST_OUTPUT:] == b"\n(raddle: 1000 more bytes were written, and are not kept)\n"
    assert finished.stderr == b""


def test_what_holds_the_pipe_open_is_not_waited_for() -> None:
    finished = run(["sh", "-c", "echo said; setsid sleep 30 & exit 3"], most_output=MOST_OUTPUT)
    assert (finished.status, finished.stdout) == (3, b"said\n")
    assert finished.seconds < 20
