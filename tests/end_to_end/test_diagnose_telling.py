"""What `diagnose` tells of whole programs: causes, in lines that a reader can find."""

import json
import re
from pathlib import Path

import pytest

from raddle.diagnose.diagnosing import diagnose
from raddle.diagnose.telling import told
from raddle.report.diagnosed import Diagnosed
from raddle.report.order_picture import order_graph
from raddle.report.order_words import cause_words
from raddle.report.progress import Silent
from tests.support.command import raddle
from tests.support.diagnosed import FOLDER
from tests.support.explored import explored_of

pytestmark = [pytest.mark.native, pytest.mark.compiler]

HEAD = "#include <assert.h>\n#include <pthread.h>\n"
RUN = """int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);
  pthread_join(t, 0); pthread_join(u, 0);
"""


def diagnosed(folder: Path, text: str) -> Diagnosed:
    source = folder / "p.c"
    source.write_text(text)
    return told(diagnose(explored_of(source), None, Silent()))


def test_assertions_and_accesses_of_one_line_have_causes_of_their_own(tmp_path: Path) -> None:
    body = "void *{}(void *p) {{ x = x + 1; y = x; return p; }}\n"
    text = f"{HEAD}int x, y;\n{body.format('a')}{body.format('b')}{RUN}  assert(x == 2); assert(y == x);\n}}\n"
    found = diagnosed(tmp_path, text)
    assert sorted(cause.what for cause in found.causes) == [
        "assertion x == 2",
        "assertion y == x",
        "assertion y == x",
    ]
    assert [cause.classes for cause in found.causes] == [1, 1, 1]


def said(found: Diagnosed) -> list[str]:
    return [cause_words(cause, order_graph(cause).orders) for cause in found.causes]


def test_the_round_of_a_loop_is_told(tmp_path: Path) -> None:
    text = (
        f"{HEAD}int x;\n"
        "void *a(void *p) {\n"
        "  for (int i = 0; i < 3; i++)\n"
        "    x = i;\n"
        "  return p;\n}\n"
        "void *b(void *p) { assert(x != 1); return p; }\n"
        f"{RUN}}}\n"
    )
    assert said(diagnosed(tmp_path, text)) == [
        "line 6 (2nd time) writes x before line 9 reads it, and line 6 (3rd time) writes it after that"
    ]


def test_a_call_that_the_run_does_not_come_to_any_more_is_told_apart_from_an_earlier_one(tmp_path: Path) -> None:
    text = (
        f"{HEAD}int x;\n"
        "void put(void) {\n"
        "  x++;\n"
        "}\n"
        "void *a(void *p) { put(); put(); return p; }\n"
        "void *b(void *p) { assert(x == 2); return p; }\n"
        f"{RUN}}}\n"
    )
    assert said(diagnosed(tmp_path, text)) == ["line 8 reads x before line 5 (2nd time) writes it"]


def test_the_thread_is_told_of_a_line_that_others_come_to_too(tmp_path: Path) -> None:
    text = (
        f"{HEAD}int x = 1, y = 2;\n"
        "void *a(void *p) {\n"
        "  int t = x;\n"
        "  x = y;\n"
        "  y = t;\n"
        "  return p;\n}\n"
        f"{RUN.replace(', b,', ', a,')}  assert(x + y == 3);\n}}\n"
    )
    causes = said(diagnosed(tmp_path, text))
    assert causes and not any(re.search(r"line \d+(?! of main\.)\b", cause) for cause in causes)


def test_memory_without_a_name_is_called_as_the_source_calls_it(tmp_path: Path) -> None:
    text = (
        f"{HEAD}#include <stdlib.h>\nstruct box {{ int lock, full; }} *box;\n"
        "void fill(struct box *it) {\n"
        "  it->full = 1;\n"
        "}\n"
        "void *a(void *p) { fill(box); return p; }\n"
        "void *b(void *p) {\n"
        "  assert(box->full);\n"
        "  return p;\n}\n"
        f"{RUN.replace('pthread_t', 'box = calloc(1, sizeof *box); pthread_t')}}}\n"
    )
    assert said(diagnosed(tmp_path, text)) == ["line 10 reads box->full before line 6 writes it->full"]


@pytest.mark.parametrize("name", ["aborts.c", "error_function.c", "throws_too_early.cpp"])
def test_a_cause_and_the_run_that_shows_it_fail_at_the_same_line(name: str, tmp_path: Path) -> None:
    said = json.loads(raddle("diagnose", str(FOLDER / name), "--format", "json", cwd=tmp_path).out)
    places = {(one["file"], one["line"]) for one in (*said["causes"], *said["findings"])}
    assert len(places) == 1
