"""Rows of the walk that tell where blocks that are to be atomic begin and end: both walkers on small programs."""

from pathlib import Path

import pytest

from raddle.base.errors import UserError
from raddle.trace.blocks import AtomicBlocks, Lines
from raddle.trace.events import EventKind
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import rewalk, walk_fast, with_private
from tests.support.both_walks import walked_by_both
from tests.support.modelled import recorded

pytestmark = pytest.mark.compiler

HEAD = """#include <pthread.h>
#include <raddle.h>
#include <setjmp.h>
#include <stdlib.h>
static int x, y;
static jmp_buf back;
static void *other(void *arg) { x = 1; y = 1; return arg; }
static void beside(void) { pthread_t t; pthread_create(&t, 0, other, 0); pthread_join(t, 0); }
"""


def record(folder: Path, body: str, *, suffix: str = ".c") -> Recording:
    source = folder / f"program{suffix}"
    source.write_text(body if suffix == ".cpp" else HEAD + body)
    return recorded(folder, "program", source)[1]


def said(trace: Trace, thread: int = 0) -> str:
    """Blocks by the names of their entries, shared accesses by a letter: `f( r w )f`."""
    words = []
    for event in trace.threads[thread].events:
        match EventKind(int(event["kind"])):
            case EventKind.READ:
                words.append("r")
            case EventKind.WRITE:
                words.append("w")
            case EventKind.BLOCK_BEGIN:
                words.append(f"{trace.blocks.entries[int(event['value'])].name}(")
            case EventKind.BLOCK_END:
                words.append(f"){trace.blocks.entries[int(event['value'])].name}")
            case _:
                pass
    return " ".join(words)


def walked(folder: Path, body: str, *atomic: str) -> str:
    return said(walked_by_both(record(folder, body), blocks=AtomicBlocks.of(atomic)))


# ---- functions


def test_each_activation_of_a_function_is_a_block_of_its_own(tmp_path: Path) -> None:
    body = """static int f(int n) { int a = x; if (n > 1) return f(n - 1) + 1; x = a; return 0; }
    int main(void) { beside(); f(1); y = 2; f(2); return 0; }"""
    assert walked(tmp_path, body, "f") == "f( r w )f w f( r f( r w )f )f"


def test_a_longjmp_ends_the_blocks_of_the_functions_that_it_leaves(tmp_path: Path) -> None:
    body = """static void in(void) { x = 1; longjmp(back, 1); }
    static void out(void) { in(); }
    int main(void) { beside(); if (!setjmp(back)) out(); x = 2; return 0; }"""
    assert walked(tmp_path, body, "in", "out", "main") == "main( out( in( w )in )out w )main"


@pytest.mark.parametrize("way", ["pthread_exit(0);", "pthread_cancel(pthread_self()); pthread_testcancel();"])
def test_the_end_of_a_thread_ends_the_blocks_of_its_functions(tmp_path: Path, way: str) -> None:
    body = f"""static void f(void) {{ x = 2; {way} }}
    static void *run(void *arg) {{ f(); return arg; }}
    int main(void) {{ pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return x; }}"""
    trace = walked_by_both(record(tmp_path, body), blocks=AtomicBlocks.of(["f", "run"]))
    assert said(trace, 1) == "run( f( w )f )run"


def test_a_block_of_a_thread_that_was_cut_off_has_no_end(tmp_path: Path) -> None:
    assert walked(tmp_path, "static void f(void) { x = 2; exit(0); } int main(void) { beside(); f(); }", "f") == "f( w"


CXX = """#include <pthread.h>
#include <thread>
namespace bank {
struct Account {
    int money = 0;
    __attribute__((annotate("atomic"))) int taken(int n) {
        int had = money;
        if (n > 5) throw n;
        money = had - n;
        return n;
    }
    template <class T> T given(T n) { money = money + n; return n; }
    ~Account() { money = 0; }
};
}
static bank::Account account;
static void outer() { account.given(2); account.taken(7); }
int main() {
    std::thread other([] { account.given(1); });
    other.join();
    account.taken(1);
    try { outer(); } catch (int) { account.money = 3; }
    return 0;
}
"""
TAKEN = "bank::Account::taken"


def test_a_function_of_cxx_is_named_with_or_without_what_is_around_it(tmp_path: Path) -> None:
    recording = record(tmp_path, CXX, suffix=".cpp")
    for word in (
        "given",
        "Account::given",
        "bank::Account::given",
        "bank::Account::given<int>",
        "::bank::Account::given",
    ):
        name = word.removeprefix("::")
        taken, other = f"{TAKEN}( r w ){TAKEN}", f"{name}( r w ){name}"
        thrown = f"{TAKEN}( r ){TAKEN} w"
        assert f"{taken} {other} {thrown}" in said(walked_by_both(recording, blocks=AtomicBlocks.of([word])))


def test_what_was_not_named_right_is_refused_with_near_names(tmp_path: Path) -> None:
    recording = record(tmp_path, "static void withdraw(void) {}\nint main(void) { beside(); withdraw(); }")
    for word, expected in (
        ("withdrow", "the program has no function withdrow\n  near: withdraw"),
        ("pthread_join", "pthread_join is a library function, none of the program"),
        ("program.c:1-2", "program.c:1-2 has no code\n  lines with code near it: 7, 8, 9"),
        ("porgram.c:1-2", "the program has no code from a file porgram.c\n  near: program.c"),
    ):
        with pytest.raises(UserError) as caught:
            walk_fast(recording, blocks=AtomicBlocks.of([word]))
        assert str(caught.value) == f"--atomic: {expected}"


@pytest.mark.parametrize("word", ["", "a.c:5-3", "a.c:0", "f:", ":4-5"])
def test_words_that_name_nothing_are_refused(word: str) -> None:
    with pytest.raises(UserError):
        AtomicBlocks.of([word])


def test_words_are_functions_or_lines() -> None:
    found = AtomicBlocks.of(["f", "a/b.c:3-7", "N::g", "c.cpp:4", "f"])
    assert found == AtomicBlocks(("f", "N::g"), (Lines("a/b.c", 3, 7), Lines("c.cpp", 4, 4)))


# ---- lines

LOOP = """static void step(void) { x = x + 1; }
int main(void) {
    beside();
    for (int i = 0; i < 2; i++) {
        step();
        if (i)
            y = 5;
        step();
    }
    y = 6;
    return 0;
}"""


def line_of(text: str) -> int:
    return next(number for number, line in enumerate((HEAD + LOOP).splitlines(), 1) if line.strip() == text)


def test_lines_in_a_loop_are_a_block_in_each_iteration_and_what_they_call_belongs_to_it(tmp_path: Path) -> None:
    first, last = line_of("if (i)") - 1, line_of("if (i)") + 2
    name = f"program.c:{first}-{last}"
    assert walked(tmp_path, LOOP, name) == f"{name}( r w r w ){name} {name}( r w w r w ){name} w"


def test_lines_around_a_loop_are_one_block(tmp_path: Path) -> None:
    first, last = line_of("if (i)") - 2, line_of("y = 6;")
    name = f"program.c:{first}-{last}"
    assert walked(tmp_path, LOOP, name) == f"{name}( r w r w r w w r w w ){name}"


def test_a_longjmp_out_of_the_lines_ends_their_block(tmp_path: Path) -> None:
    body = """static void out(void) { x = 3; longjmp(back, 1); }
    int main(void) {
        beside();
        if (setjmp(back))
            goto done;
        x = 2;
        out();
        x = 4;
    done:
        y = 1;
        return 0;
    }"""
    lines = (HEAD + body).splitlines()
    first = 1 + next(number for number, line in enumerate(lines) if line.strip() == "x = 2;")
    name = f"program.c:{first}-{first + 2}"
    assert walked(tmp_path, body, name) == f"{name}( w w ){name} w"


def test_lines_overlap_with_others_and_with_functions(tmp_path: Path) -> None:
    one = f"program.c:{line_of('if (i)')}-{line_of('y = 5;')}"
    other = f"program.c:{line_of('y = 5;')}-{line_of('y = 5;') + 1}"
    both = walked(tmp_path, LOOP, "step", one, other)
    begin = f"step( r w )step {one}( ){one} {other}( step( r w )step ){other}"
    then = f"step( r w )step {one}( {other}( w ){one} step( r w )step ){other} w"
    assert both == f"{begin} {then}"


# ---- what the source declares


def test_macros_mark_blocks_and_a_scope_ends_them_whichever_way_it_is_left(tmp_path: Path) -> None:
    body = """static int scope(int n) {
        for (int i = 0; i < 3; i++) { RADDLE_ATOMIC; x = i; if (i == n) return 1; y = i; }
        return 0;
    }
    static void jumps(void) { RADDLE_ATOMIC; x = 9; longjmp(back, 1); }
    int main(void) {
        beside();
        RADDLE_ATOMIC_BEGIN(); x = 2; RADDLE_ATOMIC_END();
        y = 3;
        scope(1);
        if (!setjmp(back)) jumps();
        y = 4;
        return 0;
    }"""
    assert walked(tmp_path, body) == "( w ) w ( w w ) ( w ) ( w ) w"


def test_a_macro_may_end_in_another_function_than_it_begins_in(tmp_path: Path) -> None:
    body = """static void take(void) { RADDLE_ATOMIC_BEGIN(); }
    static void give(void) { RADDLE_ATOMIC_END(); }
    int main(void) { beside(); take(); x = 1; give(); x = 2; return 0; }"""
    assert walked(tmp_path, body) == "( w ) w"


def test_a_function_declared_in_the_source_is_a_block(tmp_path: Path) -> None:
    body = """RADDLE_ATOMIC_FUNCTION static void f(void) { x = 1; }
    __attribute__((annotate("something else"))) static void g(void) { x = 1; }
    int main(void) { __attribute__((annotate("atomic"))) int unused = 0; beside(); f(); g(); return unused; }"""
    assert walked(tmp_path, body) == "f( w )f w"


# ---- all there are

NESTED = """static int f(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            if (j == 1) continue;
            sum += x;
        }
    do { n--; x = n; } while (n > 1);
    return sum;
}
int main(void) {
    beside();
    if (!setjmp(back)) { while (1) { x = 1; if (f(2) > 100) continue; longjmp(back, 1); } }
    return f(2);
}"""


def test_all_functions_and_iterations_are_blocks_where_that_is_asked_for(tmp_path: Path) -> None:
    trace = walked_by_both(record(tmp_path, NESTED), blocks=AtomicBlocks(infer=True))
    entries = trace.blocks.entries
    assert {entry.kind for entry in entries[1:]} == {"inferred"}
    assert [entry.loop for entry in entries if entry.name in ("f", "main")].count(True) == 4
    opened: list[int] = []
    for event in trace.threads[0].events:
        if event["kind"] == EventKind.BLOCK_BEGIN:
            opened.append(int(event["value"]))
        elif event["kind"] == EventKind.BLOCK_END:
            assert opened.pop() == event["value"], "they nest"
    assert not opened
    inner = next(number for number, entry in enumerate(entries) if entry.name == "f" and entry.loop) + 1
    begun = [int(event["value"]) for event in trace.threads[0].events if event["kind"] == EventKind.BLOCK_BEGIN]
    assert begun.count(inner) == 2 * (2 + 3), "j <= i is asked once more than the body is done"


def test_other_walks_of_the_same_run_keep_the_blocks(tmp_path: Path) -> None:
    body = "static void f(void) { x = 1; } int main(void) { beside(); f(); return 0; }"
    trace = walk_fast(record(tmp_path, body), blocks=AtomicBlocks.of(["f"]))
    for again in (rewalk(trace, trace.shared), with_private(trace)):
        assert said(again).count("f( w )f") == 1


@pytest.mark.parametrize("word", ["bank.c:x-y", "bank.c", "src/bank.cpp:", "bank.c:9-3"])
def test_what_looks_like_a_range_of_lines_and_is_none_is_told_so(word: str) -> None:
    with pytest.raises(UserError, match="no range of lines"):
        AtomicBlocks.of([word])
