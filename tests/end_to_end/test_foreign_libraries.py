"""Libraries that were not built with raddle: whatever their functions are called, nobody knows what they do."""

import shutil
import subprocess
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.toolchain import find_toolchain
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

HEAD = """#include <assert.h>
#include <pthread.h>
#include <wchar.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
"""
MAIN = """
int main(void)
{
    pthread_t a, b;
    START;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    END;
    return 0;
}
"""

STATE = (
    "int memory_next(void) { static int n; return n++; }",
    """int memory_next(void);
static int a_got, b_got;
static void *one(void *x) { pthread_mutex_lock(&lock); a_got = memory_next(); pthread_mutex_unlock(&lock); return x; }
static void *other(void *x) { pthread_mutex_lock(&lock); b_got = memory_next(); pthread_mutex_unlock(&lock); return x; }
#define START
#define END assert(a_got < b_got)
""",
    "memory_next at program.c:",
)
VARIABLE_OF_THE_PROGRAM = (
    "extern int shared; int strange_look(void) { return shared; }",
    """int strange_look(void);
int shared;
static void *one(void *x) { pthread_mutex_lock(&lock); shared = 1; shared = 2; pthread_mutex_unlock(&lock); return x; }
static void *other(void *x) { assert(strange_look() != 2); return x; }
#define START
#define END
""",
    "strange_look at program.c:",
)
KEPT_POINTER = (
    "static int *kept; void string_keep(int *at) { kept = at; } int string_look(void) { return *kept; }",
    """void string_keep(int *at); int string_look(void);
static int shared;
static void *one(void *x) { pthread_mutex_lock(&lock); shared = 1; pthread_mutex_unlock(&lock); return x; }
static void *other(void *x) { assert(string_look() == 0); return x; }
#define START string_keep(&shared)
#define END
""",
    "string_look at program.c:",
)
NAME_OF_THE_C_LIBRARY = (
    "int wcwidth(int letter) { static int n; return letter ? n++ : 0; }",
    """int wcwidth(wchar_t letter);
static int a_got, b_got;
static void *one(void *x) { pthread_mutex_lock(&lock); a_got = wcwidth(L'a'); pthread_mutex_unlock(&lock); return x; }
static void *other(void *x) { pthread_mutex_lock(&lock); b_got = wcwidth(L'a'); pthread_mutex_unlock(&lock); return x; }
#define START
#define END assert(a_got < b_got)
""",
    "wcwidth at program.c:",
)
VARIABLE_OF_THE_LIBRARY = (
    "int strange_count; void strange_add(void) { strange_count++; }",
    """extern int strange_count; void strange_add(void);
static void *one(void *x) { pthread_mutex_lock(&lock); strange_add(); pthread_mutex_unlock(&lock); return x; }
static void *other(void *x) { assert(strange_count == 0); return x; }
#define START
#define END
""",
    "strange_add at program.c:",
)
_FAR = """#include <stdlib.h>
static char *own;
static void *one(void *x)
{
    for (char digit = '1'; digit <= '9'; digit++) {
        pthread_mutex_lock(&lock); own[11] = digit; pthread_mutex_unlock(&lock);
    }
    return x;
}
static void *other(void *x)
{
    pthread_mutex_lock(&lock); int found = LOOK; pthread_mutex_unlock(&lock);
    assert(found != '5');
    return x;
}
#define END
"""
BEHIND_A_VARIABLE = (
    "extern char *shared; int strange_look(void) { return shared[11]; }",
    f"""int strange_look(void);
char *shared;
#define LOOK strange_look()
#define START shared = own = calloc(16, 1)
{_FAR}""",
    "strange_look at program.c:",
)
BEHIND_A_BLOCK = (
    "int strange_look(char **given) { return given[0][11]; }",
    f"""int strange_look(char **given);
static char **shared;
#define LOOK strange_look(shared)
#define START shared = malloc(8); *shared = own = calloc(16, 1)
{_FAR}""",
    "strange_look at program.c:",
)
ALONE = (
    "int memory_twice(int n) { return 2 * n; }",
    """int memory_twice(int n);
static int a_got;
static void *one(void *x) { a_got = memory_twice(2); return x; }
static void *other(void *x) { return x; }
#define START
#define END assert(a_got == 4)
""",
    "",
)
STRANGE = {
    "state": STATE,
    "variable of the program": VARIABLE_OF_THE_PROGRAM,
    "kept pointer": KEPT_POINTER,
    "name of the C library": NAME_OF_THE_C_LIBRARY,
    "variable of the library": VARIABLE_OF_THE_LIBRARY,
    "behind a variable": BEHIND_A_VARIABLE,
    "behind a block": BEHIND_A_BLOCK,
}


def build(folder: Path, library: str, program: str) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no compiler beside raddle's own")
    (folder / "library.c").write_text(library)
    (folder / "program.c").write_text(HEAD + program + MAIN)
    words = [compiler, "-w", "-fno-builtin", "-shared", "-fPIC", "library.c", "-o", "liblibrary.so"]
    subprocess.run(words, cwd=folder, check=True)


@pytest.mark.parametrize("kind", STRANGE)
def test_what_depends_on_one_is_never_proved_and_names_the_call(tmp_path: Path, kind: str) -> None:
    library, program, named = STRANGE[kind]
    build(tmp_path, library, program)
    said = raddle("verify", "--no-explain", "program.c", "./liblibrary.so", cwd=tmp_path)
    words = " ".join(said.out.split())
    assert "PROVED" not in words
    assert words.startswith("ASSERTION") or "BUG" in words or (named in words and "UNKNOWN" in words)


@pytest.mark.parametrize("kind", STRANGE)
def test_check_names_the_call_that_it_takes_for_granted(tmp_path: Path, kind: str) -> None:
    library, program, named = STRANGE[kind]
    build(tmp_path, library, program)
    said = raddle("check", "--no-explain", "program.c", "./liblibrary.so", cwd=tmp_path)
    assert named in " ".join(said.out.split())


def test_one_that_a_single_thread_calls_with_numbers_alone_is_no_trouble(tmp_path: Path) -> None:
    build(tmp_path, *ALONE[:2])
    said = raddle("verify", "program.c", "./liblibrary.so", cwd=tmp_path)
    words = " ".join(said.out.split())
    assert "PROVED" in words
    assert "memory_twice at program.c:" in words


PRINTED = """#include <cassert>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
static std::mutex m; static int n; static std::string s = "a";
static void w() { std::lock_guard<std::mutex> g(m); n++; s += "b"; std::cout << n << " " << s << std::endl; }
int main() { std::thread a(w), b(w); a.join(); b.join(); assert(n == 2); assert(s.size() == 3); }
"""


def test_texts_that_several_threads_print_do_not_come_back(tmp_path: Path) -> None:
    """libc++ prints them in its headers, by virtual functions of an archive that have no names: there it is unknown."""
    (tmp_path / "program.cpp").write_text(PRINTED)
    ran = raddle("verify", "program.cpp", cwd=tmp_path)
    with_names = find_toolchain(Cache.of_user()).kind == "clang"
    assert ran.status == (0 if with_names else 3)
    assert with_names or "operator<< at program.cpp:7" in " ".join(ran.out.split())
