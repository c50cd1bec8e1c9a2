"""Local variables begin as zeros while raddle runs the program: what is left on the stack is no part of a run."""

from pathlib import Path

import pytest

from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

PROGRAM = """
#include <alloca.h>
static void escape(void *p) { __asm__ volatile("" : : "r"(p)); }
static void leave(void) {
    char bytes[200];
    for (int i = 0; i < 200; i++) bytes[i] = 7;
    escape(bytes);
}
static int fixed(void) {
    char bytes[200];
    int sum = 0;
    escape(bytes);
    for (int i = 0; i < 200; i++) sum += bytes[i];
    return sum;
}
static int chosen(int size) {
    char *bytes = alloca(size);
    int sum = 0;
    escape(bytes);
    for (int i = 0; i < size; i++) sum += bytes[i];
    return sum;
}
struct pair { void *p; char c; };
static long padding(void) {
    struct pair here, there;
    here.p = 0;
    here.c = 0;
    escape(&here);
    there = here;
    escape(&there);
    long *words = (long *)&there;
    return words[1];
}
int main(void) {
    leave();
    if (fixed()) return 1;
    leave();
    if (chosen(150)) return 2;
    leave();
    return padding() ? 3 : 0;
}
"""


def test_a_slot_holds_nothing_of_what_was_on_the_stack_before(tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(PROGRAM)
    said = raddle("record", "program.c", "-o", "run.rdl", cwd=tmp_path)
    assert "the program ended with: exit status 0" in said.err
    assert raddle("replay", "run.rdl", cwd=tmp_path).status == 0
