"""Memory and pointers in the words of the source: parts, elements, literals; and pointers that are names themselves."""

from pathlib import Path

import pytest

from raddle.explain.detail import DATA_CONTROL
from raddle.explain.run import Deed, Run
from raddle.explain.slicing.slicer import Slicer
from tests.support.recorded_runs import failing_run


def named(run: Run, deed: Deed, line: int) -> list[str]:
    """`name = value` of the steps of a line."""
    words, found = run.wording, []
    for step in run.steps:
        place = words.place(step)
        if step.deed is deed and place is not None and place.line == line:
            found.append(f"{words.name(step)} = {words.spell(step, step.value)}")
    return found


@pytest.mark.compiler
def test_an_access_of_more_than_one_variable_is_not_called_by_the_first_one(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        """
        #include <assert.h>
        #include <string.h>
        struct pair { int a, b; } p = {1, 2}, q;
        union { long long all; short part; } u;
        struct { unsigned a : 3, b : 5; } f;
        int main(int argc, char **argv) {
            p.a = argc;
            memcpy(&q, &p, sizeof q);
            u.part = 7;
            f.b = argc;
            assert(q.b != 2);
        }
        """,
    )
    assert named(run, Deed.WRITE, 8) == ["*(uint64_t *)&q.a = 0x200000001"]
    assert named(run, Deed.WRITE, 9) == ["*(uint16_t *)&u.all = 7"]
    assert named(run, Deed.WRITE, 10) == ["bits(f.a) = 8"]


@pytest.mark.compiler
def test_elements_on_the_heap_are_called_by_their_index_and_strings_by_their_text(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        """
        #include <assert.h>
        #include <stdlib.h>
        struct account { const char *owner; int balance; } *accounts;
        static void set(int i, int v) { accounts[i].balance = v; }
        int main(void) {
            accounts = calloc(3, sizeof *accounts);
            for (int i = 1; i < 3; i++)
                set(i, 100 + i);
            accounts[0].owner = "one \\"two\\"";
            assert(!accounts[2].balance);
        }
        """,
    )
    assert named(run, Deed.WRITE, 4) == ["accounts[1].balance = 101", "accounts[2].balance = 102"]
    assert named(run, Deed.WRITE, 9) == ['accounts->owner = "one \\"two\\""']


@pytest.mark.compiler
def test_why_an_object_was_handed_on_needs_no_reason_but_which_one_was_chosen_does(tmp_path: Path) -> None:
    run = failing_run(
        tmp_path,
        """
        #include <assert.h>
        int one, two, three, way;
        static void inner(int *to) { *to = 1; }
        static void outer(int *to) { inner(to); }
        int main(int argc, char **argv) {
            outer(&one);
            way = argc;
            int *chosen = &two;
            if (way == 1)
                chosen = &three;
            inner(chosen);
            assert(!one || !three);
        }
        """,
    )
    sliced = Slicer(run).of(DATA_CONTROL)
    shown = {*sliced.kept, *sliced.conditions}
    lines = {place.line for number in shown if (place := run.wording.place(run.steps[number])) is not None}
    assert {3, 7, 9, 10, 11} <= lines
    assert lines.isdisjoint({4, 6})
