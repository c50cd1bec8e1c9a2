"""What `diagnose` tells of whole programs: causes, in lines that a reader can find."""

from pathlib import Path

import pytest

from raddle.diagnose.diagnosing import diagnose
from raddle.diagnose.telling import told
from raddle.report.diagnosed import Diagnosed
from raddle.report.progress import Silent
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
