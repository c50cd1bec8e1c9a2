"""Blocks of a recorded run as the trace program's transactions, and those that look as if they were meant to be."""

from pathlib import Path

import pytest

from raddle.model.accesses import accesses_of
from raddle.model.recorded.blocks import RecordedBlock
from raddle.model.recorded.from_trace import Modelled, model_of
from raddle.trace.blocks import AtomicBlocks
from raddle.trace.walk_fast import walk_fast
from tests.support.modelled import recorded

pytestmark = pytest.mark.compiler

HEAD = """#include <pthread.h>
#include <raddle.h>
#include <stdlib.h>
static int x, y, own;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int get(void) { pthread_mutex_lock(&m); int a = x; pthread_mutex_unlock(&m); return a; }
static void set(int a) { pthread_mutex_lock(&m); x = a; pthread_mutex_unlock(&m); }
static void count(void) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
static void *other(void *arg) { set(5); y = 7; return arg; }
static void step(void);
int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); step(); pthread_join(t, 0); return 0; }
"""


def model(folder: Path, body: str, *atomic: str, infer: bool = False) -> Modelled:
    source = folder / "program.c"
    source.write_text(HEAD + body)
    _, recording = recorded(folder, "program", source)
    return model_of(walk_fast(recording, blocks=AtomicBlocks.of(atomic, infer=infer)))


def contents(found: Modelled, block: RecordedBlock) -> str:
    """Cells that its events touch, in order; written ones as capitals."""
    ctp = found.ctp
    said = [
        ctp.cells[access.cells[0]].name.upper() if access.writes else ctp.cells[access.cells[0]].name
        for event in ctp.events[block.first : block.last + 1]
        for access in accesses_of(event)
    ]
    return " ".join(said)


def declared(found: Modelled) -> list[tuple[str, str]]:
    blocks = found.blocks.declared
    assert found.ctp.transactions == tuple((block.first, block.last) for block in blocks)
    assert all(found.ctp.events[block.first].thread == block.thread for block in blocks)
    return [(block.name, contents(found, block)) for block in blocks]


def inferred(found: Modelled) -> list[tuple[str, str]]:
    assert found.ctp.transactions == ()
    return [(block.name, contents(found, block)) for block in found.blocks.inferred]


def test_of_blocks_that_nest_the_outermost_counts(tmp_path: Path) -> None:
    body = "static void both(void) { y = get(); set(y); } static void step(void) { both(); y = 3; }"
    assert declared(model(tmp_path, body, "both", "get", "set")) == [("both", "x Y y X")]


def test_a_block_that_cannot_be_torn_is_left_out_and_still_counts_as_executed(tmp_path: Path) -> None:
    body = """static void none(void) { own = 3; }
static void never(void) { y++; y++; }
static void step(void) {
    none();
    set(get() + 1);
    if (own == 4) never();
}"""
    found = model(tmp_path, body, "none", "never", "program.c:16")
    assert declared(found) == [("program.c:16", "x X")]
    assert (found.blocks.unused, found.blocks.executions, found.blocks.places) == (("never",), 2, 2)


def test_a_block_of_the_macros_ends_with_its_thread_where_nothing_else_ends_it(tmp_path: Path) -> None:
    body = """static void step(void) {
    RADDLE_ATOMIC_END();
    y = get();
    RADDLE_ATOMIC_BEGIN();
    y = get();
    set(y);
}"""
    found = model(tmp_path, body)
    assert [contents for _, contents in declared(found)] == ["x Y y X"]
    assert found.blocks.notes == (
        "RADDLE_ATOMIC_END() at program.c:13 ends no block",
        "the block that begins at program.c:15 does not end",
    )


# ---- what may be meant to be atomic


def test_two_critical_sections_on_one_object_may_be_meant_as_one(tmp_path: Path) -> None:
    body = """static void twice(void) { count(); count(); }
    static void step(void) { twice(); }"""
    assert inferred(model(tmp_path, body, infer=True)) == [("twice", "x X x X")]


def test_what_one_critical_section_holds_together_is_not_told(tmp_path: Path) -> None:
    assert inferred(model(tmp_path, "static void step(void) { count(); y = 4; }", infer=True)) == []


def test_a_read_and_a_later_write_of_the_same_memory_may_be_meant_as_one(tmp_path: Path) -> None:
    body = """static void add(void) { y = y + 1; }
    static void set_only(void) { y = 4; }
    static void step(void) { add(); set_only(); }"""
    assert inferred(model(tmp_path, body, infer=True)) == [("add", "y Y")]


def test_one_iteration_of_a_loop_is_a_candidate_and_several_are_not(tmp_path: Path) -> None:
    body = """static void in_parts(void) { for (int i = 0; i < 2; i++) { set(get() + 1); } }
    static void whole(void) { for (int i = 0; i < 2; i++) count(); }
    static void step(void) { in_parts(); whole(); }"""
    assert inferred(model(tmp_path, body, infer=True)) == [("the loop in in_parts", "x X")] * 2


def test_what_a_thread_does_in_all_is_not_told_nor_what_is_declared(tmp_path: Path) -> None:
    body = """static void move(void) { set(get() + 1); }
    static void *all(void *arg) { set(get() + 1); return arg; }
    static void step(void) { pthread_t t; move(); pthread_create(&t, 0, all, 0); pthread_join(t, 0); }"""
    found = model(tmp_path, body, "move", infer=True)
    assert [block.name for block in found.blocks.declared] == ["move"]
    assert found.blocks.inferred == ()
