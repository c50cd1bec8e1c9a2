"""A local variable has its own name, also when others lie at its place on the stack by the time it is told."""

from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

REUSED = """#include <assert.h>
#include <pthread.h>
struct box { long pad[3]; long kept; };
static void *add(void *box)
{
    struct box *own = box;
    own->kept++;
    return box;
}
static long raced(void)
{
    struct box box = {{0}, 0};
    pthread_t one, two;
    pthread_create(&one, 0, add, &box);
    pthread_create(&two, 0, add, &box);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return box.kept;
}
static void note(long *place, int n) { *place += n; }
static long other(void)
{
    struct { long dead[64]; } late = {{0}};
    for (int i = 0; i < 64; i++)
        note(&late.dead[i], i);
    return late.dead[2];
}
int main(void)
{
    long first = raced();
    long second = other();
    assert(first == second);
    return 0;
}
"""


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    (tmp_path / "reused.c").write_text(REUSED)
    assert raddle("record", "reused.c", "-o", "run.rdl", cwd=tmp_path).status == Exit.NOTHING_FOUND
    return tmp_path / "run.rdl"


def test_the_values_of_a_failing_check_are_told_by_what_was_read(recording: Path) -> None:
    said = raddle("check", recording, "--property", "assertions", "--no-explain", cwd=recording.parent)
    assert said.status == Exit.FINDING, said.out + said.err
    assert "where box.kept of main is 1" in said.out
    assert "late" not in said.out


def test_a_trace_program_calls_a_place_by_the_variable_that_others_know(recording: Path) -> None:
    said = raddle("show", "--program", recording).out
    assert "shared `box.kept of main`" in said
    assert "late" not in said
