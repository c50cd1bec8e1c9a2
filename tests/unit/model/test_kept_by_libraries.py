"""Library functions that may keep something between calls are named where several threads call them."""

from pathlib import Path

import pytest

from raddle.model.recorded.kept_by_libraries import functions_that_keep
from tests.support.modelled import modelled_text

pytestmark = [pytest.mark.compiler, pytest.mark.native]

HEAD = "#include <pthread.h>\n#include <stdio.h>\n#include <string.h>\n#include <time.h>\n"
MAIN = "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); %s pthread_join(t, 0); return 0; }\n"


def found(folder: Path, work: str, main: str) -> list[str]:
    text = f'{HEAD}char a[] = "x y", b[] = "z";\nvoid *w(void *p) {{ {work} return 0; }}\n{MAIN % main}'
    return functions_that_keep(modelled_text(folder, "program", text).trace)


def test_a_function_that_keeps_its_place_is_named_when_two_threads_call_it(tmp_path: Path) -> None:
    assert found(tmp_path, "strerror(1000);", "strerror(1001);") == ["strerror"]


def test_one_thread_alone_is_no_trouble(tmp_path: Path) -> None:
    assert found(tmp_path, "strerror(1000);", "asctime(localtime(&(time_t){0}));") == []


def test_what_computes_or_prints_or_is_recorded_keeps_nothing(tmp_path: Path) -> None:
    work = 'volatile double d = 2; printf("%f %zu\\n", d * 2, strlen(a)); time(0);'
    assert found(tmp_path, work, work) == []
