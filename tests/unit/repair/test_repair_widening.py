"""Regions made wider, and what they are called."""

from dataclasses import replace

from raddle.repair.fixes import ForWriting, Line, Locked, Ordered, Region
from raddle.repair.regions import Span
from raddle.repair.source.parsed import parse
from raddle.repair.telling import told
from raddle.repair.widening import region_of, wider

TEXT = """int x;
void f(int a)
{
    x = 0;
    while (a--) {
        if (a)
            x++;
        else
            x--;
    }
    return;
}
"""


def test_a_region_is_widened_to_its_loop_and_then_to_the_body() -> None:
    spans = list(wider(Span("one.c", "f", 7, 7), {"one.c": parse("one.c", TEXT)}))
    assert [(span.first, span.last) for span in spans] == [(5, 10), (4, 10)]


def test_a_wider_region_is_called_by_its_first_and_its_last_line() -> None:
    spans = wider(Span("one.c", "f", 7, 7), {"one.c": parse("one.c", TEXT)})
    told_of = [told((Locked((region_of(span),)),), None) for span in spans]
    assert told_of == ["a new mutex around lines 5-10", "a new mutex around lines 4-10"]


def test_lines_of_a_program_of_several_files_have_their_file_before_them() -> None:
    one, other = (Line(f"/src/{name}", 7, "f") for name in ("one.c", "list.h"))
    spelt = {"/src/one.c": "one.c", "/src/list.h": "list.h"}
    assert told((Locked((Region(one, one),)),), spelt) == "a new mutex around one.c:7"
    moved = told((Ordered(one, other, "earlier", ahead_of=replace(one, number=3)),), spelt)
    assert moved == "one.c:7 before list.h:7, by moving it before one.c:3"
    assert told((ForWriting((one, other), "rw"),), spelt) == "the lock rw taken for writing at one.c:7 and list.h:7"
    assert told((Ordered(one, other, "join"),), spelt) == "one.c:7 before list.h:7, by joining the thread"
