"""The table of library functions: its rows, who may define them, and that everybody agrees with it."""

import re
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from raddle.base.library.functions import Extent, How, Mark
from raddle.base.library.lookup import lookup, stood_in_front_of, table
from raddle.base.library.rows import alternatives, rows_of

LIBC = "/lib/x86_64-linux-gnu/libc.so.6"
ONLY_ELSEWHERE = re.compile(r"__isoc23_\w+|strlc(?:py|at)|atexit|at_quick_exit|sigsetjmp|reach_error|__VERIFIER_\w+")
"""Newer versions of the C library have some, others are macros, archives, or the runtime's."""


def effects() -> frozenset[str]:
    text = (resources.files("raddle") / "native" / "effects.h").read_text(encoding="utf-8")
    return frozenset(re.findall(r"RD_FN_(\w+) = \d+", text)) - {"__raddle_formatted"}


def test_a_row_says_what_a_function_reads_writes_and_keeps() -> None:
    text = "home c\na{b,c} : reads 1 text, 2 bytes 3; writes 4 object; keeps 2 to write; world system asks; steady\n"
    one, other = rows_of(text, "here")
    assert (one.name, other.name) == ("ab", "ac")
    assert one.reads == (Extent(1, How.TEXT), Extent(2, How.BYTES))
    assert one.writes == (Extent(4, How.OBJECT),)
    assert one.keeps[0].written
    assert (one.world, one.asks, one.changes) == ("the system or a library", True, False)
    assert one.marks == {Mark.STEADY}


def test_alternatives_are_spelt_out() -> None:
    assert list(alternatives("x{a,}{1,2}")) == ["xa1", "xa2", "x1", "x2"]


@pytest.mark.parametrize("row", ["f ; g", "f : jumps", "f : reads", "f : reads 1 hexameters"])
def test_a_row_that_is_not_understood_is_our_fault(row: str) -> None:
    with pytest.raises(Exception, match="row of the table"):
        list(rows_of(f"home c\n{row}\n", "here"))


def test_names_that_nobody_knows_are_taken_to_do_everything() -> None:
    found = lookup("frobnicate", LIBC)
    assert found.is_foreign
    assert found.world == "the system or a library"
    assert found.asks
    assert found.changes
    assert found.looks_unseen
    assert not found.only_reads
    assert not found.knows_program
    assert lookup("frobnicate", "./libfrob.so").knows_program


def test_a_name_of_the_c_library_that_another_file_defines_is_foreign() -> None:
    assert not lookup("strlen", LIBC).is_foreign
    assert lookup("strlen", "./libstrings.so").is_foreign
    assert lookup("strlen", "").is_foreign  # an object file that was linked in
    assert lookup("memory_next", LIBC).is_foreign


def test_what_the_runtime_stands_in_front_of_lies_in_the_program() -> None:
    assert not lookup("pthread_mutex_lock", "").is_foreign
    assert not lookup("read", "").is_foreign
    assert not lookup("_ZNSt3__15mutex4lockEv", "").is_foreign


@pytest.mark.parametrize("name", ["sqrt", "strtol", "qsort", "pthread_attr_init", "toupper", "snprintf", "wcslen"])
def test_what_only_computes_keeps_nothing(name: str) -> None:
    assert lookup(name).world is None


@pytest.mark.parametrize("name", ["strtok", "strerror", "localtime", "__isoc99_scanf", "getchar", "fopen", "rand"])
def test_what_keeps_something_is_known(name: str) -> None:
    assert lookup(name).world is not None


@pytest.mark.parametrize("name", ["memcpy", "bsearch", "pthread_mutex_lock", "fgets", "printf"])
def test_what_is_recorded_is_seen(name: str) -> None:
    assert not lookup(name).looks_unseen


@pytest.mark.parametrize("name", ["vsnprintf", "bcmp", "strcasecmp", "vprintf"])
def test_what_is_not_recorded_is_not(name: str) -> None:
    assert lookup(name).looks_unseen


def test_the_functions_whose_effects_are_recorded_have_a_row_that_says_so() -> None:
    lists = {name for name in effects() if any(one.how is How.LIST for one in table()[name].reads)}
    assert {name for name in effects() - lists if Mark.RECORDED not in table()[name].marks} == set()
    assert lists == {"vsprintf", "vsnprintf", "vprintf", "vfprintf"}


def test_what_a_row_says_is_recorded_somebody_records() -> None:
    """What touches memory that it is given: where effects.h has it, or the runtime."""
    known = effects() | stood_in_front_of() | {"bsearch", "getenv", "secure_getenv", "__tls_get_addr"}
    touching = [row for row in table().values() if row.reads or row.writes]
    claimed = {row.name for row in touching if Mark.RECORDED in row.marks}
    assert {name for name in claimed - known if not name.startswith("_Z")} == set()


def test_what_the_runtime_stands_in_front_of_has_a_row() -> None:
    """But for what nobody claims to know anything of."""
    without = {name for name in stood_in_front_of() if name not in table()}
    assert without == {
        *("timer_create", "timer_gettime", "timer_delete", "timer_getoverrun", "getitimer", "pause"),
        *("sigsuspend", "sigwait", "sigwaitinfo", "sigtimedwait", "sigpending", "signalfd"),
    }


def test_the_c_library_defines_what_the_table_says_it_does() -> None:
    libraries = [Path(f"/lib/x86_64-linux-gnu/{name}.so.6") for name in ("libc", "libm")]
    if not all(one.exists() for one in libraries):
        pytest.skip("the C library lies elsewhere")
    try:
        command = ["nm", "-D", "--defined-only", *map(str, libraries)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no nm")
    defined = {line.split()[-1].partition("@")[0] for line in said.splitlines() if line.strip()}
    named = {name for name, row in table().items() if {"c", "math"} & row.homes and "cxx" not in row.homes}
    wrong = {name for name in named - defined if not name.startswith("_Z") and not ONLY_ELSEWHERE.fullmatch(name)}
    assert wrong == {"__tls_get_addr"}
