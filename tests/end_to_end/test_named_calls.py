"""Calls that a verdict rests on are named with a line of the program, wherever they stand."""

import json
import re
from pathlib import Path

import pytest

from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]
_PLACE = re.compile(r" at ([^\s:]+:\d+)")
STREAMS = """#include <cassert>
#include <iostream>
#include <pthread.h>
#include <sstream>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char letter = '0';

static int shown()
{
    pthread_mutex_lock(&lock);
    char one = letter;
    pthread_mutex_unlock(&lock);
    std::ostringstream kept;
    auto *before = std::cout.rdbuf(kept.rdbuf());
    std::cout << one;
    std::cout.rdbuf(before);
    return kept.str()[0];
}

static void *write(void *)
{
    pthread_mutex_lock(&lock);
    letter = '5';
    pthread_mutex_unlock(&lock);
    return nullptr;
}

int main()
{
    pthread_t writer;
    pthread_create(&writer, nullptr, write, nullptr);
    assert(shown() != '5');
    pthread_join(writer, nullptr);
}
"""


def _named(command: str, folder: Path, text: str) -> set[str]:
    """The places that are named."""
    name = "shown.cpp" if "nullptr" in text else "shown.c"
    (folder / name).write_text(text)
    said = raddle(command, "--property", "assertions", "--format", "json", name, cwd=folder)
    report = json.loads(said.out)
    return set(_PLACE.findall(" ".join((*report["assumptions"], str(report.get("reason"))))))


def test_what_headers_of_the_library_call_is_named_where_the_program_called_them(tmp_path: Path) -> None:
    named = _named("check", tmp_path, STREAMS)
    assert {place.partition(":")[0] for place in named} == {"shown.cpp"}
    put = 1 + STREAMS.splitlines().index("    std::cout << one;")
    assert f"shown.cpp:{put}" in named


def test_so_it_is_where_nothing_is_proved(tmp_path: Path) -> None:
    named = _named("verify", tmp_path, STREAMS.replace("!= '5'", "!= '7'"))
    assert {place.partition(":")[0] for place in named} <= {"shown.cpp"}


LETTER = """#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <wchar.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char letter = '0';

static void spell(wchar_t *to, const wchar_t *format, ...)
{
    va_list given;
    va_start(given, format);
    vswprintf(to, 8, format, given);
    va_end(given);
}

static int shown(void)
{
    pthread_mutex_lock(&lock);
    char one[2] = {letter, 0};
    pthread_mutex_unlock(&lock);
    wchar_t wide[8];
    char name[16] = "";
    (void)wide, (void)name, (void)spell;
    $CALLS
}

static void *write(void *arg)
{
    pthread_mutex_lock(&lock);
    letter = '5';
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t writer;
    pthread_create(&writer, 0, write, 0);
    assert(shown() != '5');
    pthread_join(writer, 0);
}
"""


@pytest.mark.parametrize(
    "calls",
    [
        'swprintf(wide, 8, L"%s", one); return (int)wide[0];',
        'spell(wide, L"%s", one); return (int)wide[0];',
        "pthread_setname_np(pthread_self(), one); pthread_getname_np(pthread_self(), name, 16); return name[0];",
    ],
)
def test_check_names_the_call_by_which_a_letter_goes_through_a_library(calls: str, tmp_path: Path) -> None:
    assert any(place.startswith("shown.c:") for place in _named("check", tmp_path, LETTER.replace("$CALLS", calls)))
