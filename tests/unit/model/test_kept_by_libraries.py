"""Library functions that may keep something between calls are named where several threads call them."""

import re
from pathlib import Path

import pytest

from raddle.base.errors import ToolError
from raddle.model.recorded.kept_by_libraries import LibraryState
from tests.support.modelled import modelled_text

pytestmark = [pytest.mark.compiler, pytest.mark.native]

HEADERS = ("pthread.h", "stdlib.h", "wctype.h", "stdio.h", "string.h", "time.h")
HEAD = "".join(f"#include <{one}>\n" for one in HEADERS)
MAIN = "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); %s pthread_join(t, 0); return 0; }\n"


def found(folder: Path, work: str, main: str) -> list[str]:
    text = f'{HEAD}char a[] = "x y", b[] = "z";\nvoid *w(void *p) {{ {work} return 0; }}\n{MAIN % main}'
    said = LibraryState(modelled_text(folder, "program", text).trace).assumed()
    return [re.sub(r"[^ ]*/(?=program\.c)", "", one) for one in said]


def test_a_function_that_keeps_its_place_is_named_with_its_lines_when_two_threads_call_it(tmp_path: Path) -> None:
    (kept,) = found(tmp_path, "strerror(1000);", "strerror(1001);")
    assert kept.startswith("several threads call strerror at program.c:9, strerror at program.c:8: what libraries keep")


def test_so_are_two_functions_of_which_one_sees_what_the_other_leaves(tmp_path: Path) -> None:
    (kept,) = found(tmp_path, 'setenv("A", "1", 1);', 'getenv("A");')
    assert "setenv at program.c:8" in kept
    assert "getenv at program.c:9" in kept


def test_who_only_looks_at_memory_is_named_where_he_may_be_given_what_others_change(tmp_path: Path) -> None:
    (said,) = found(tmp_path, "a[0] = 'y';", "wctype(a);")
    assert said == "wctype at program.c:9: what it does to the program's memory is as in the recorded run"
    assert found(tmp_path, "a[0] = 'y';", 'wctype("alpha");') == []


def test_memory_that_a_library_keeps_is_named_where_it_is_given(tmp_path: Path) -> None:
    (said,) = found(tmp_path, 'printf("hello");', "setvbuf(stdout, a, _IOFBF, 4);")
    assert said == "setvbuf at program.c:9: what it does to the program's memory is as in the recorded run"
    assert found(tmp_path, 'printf("hello");', "setvbuf(stdout, 0, _IONBF, 0);") == []


def test_what_computes_or_prints_or_is_recorded_keeps_nothing(tmp_path: Path) -> None:
    work = 'volatile double d = 2; printf("%f %zu\\n", d * 2, strlen(a)); time(0);'
    assert found(tmp_path, work, work) == []


ROUNDED = """#include <pthread.h>
#include <xmmintrin.h>
volatile double sum = 1;
void *w(void *p) { return p; }
int main(void) {
    pthread_t t; pthread_create(&t, 0, w, 0);
    _MM_SET_ROUNDING_MODE(%s); sum = sum + 1e-17;
    pthread_join(t, 0); return 0;
}
"""


def test_another_rounding_is_named_and_a_run_that_shows_it_is_refused(tmp_path: Path) -> None:
    nearest = modelled_text(tmp_path, "nearest", ROUNDED % "_MM_ROUND_NEAREST")
    assert list(LibraryState(nearest.trace).assumed()) == ["numbers are rounded to the nearest"]
    with pytest.raises(ToolError, match="rounded otherwise than to the nearest"):
        modelled_text(tmp_path, "up", ROUNDED % "_MM_ROUND_UP")
