"""Fixes as text, where a golden would not show it: columns, encodings, other sources, what is refused."""

import pytest

from raddle.repair.fixes import Atomic, Fix, Line, Locked, Ordered, Refused, Region
from raddle.repair.source.diffs import unified
from raddle.repair.source.locks import taken_at
from raddle.repair.source.parsed import parse
from raddle.repair.source.updates import updated_at
from raddle.repair.source.writing import written
from tests.support.edited import fix_of, place, units_of

ONE_LINE = "#include <pthread.h>\nint x, y;\nint main(void) { x = 1; y = 2; if (x) y = 3; return 0; }\n"


def added(fix: Fix, texts: dict[str, str]) -> list[str]:
    """The lines that are new."""
    after = written(fix, texts, units_of(texts))
    assert not isinstance(after, Refused), after
    diff = unified(texts, after).splitlines()
    return [line[1:] for line in diff if line.startswith("+") and not line.startswith("+++")]


def reason(fix: Fix, texts: dict[str, str]) -> str:
    refused = written(fix, texts, units_of(texts))
    assert isinstance(refused, Refused)
    return refused.reason


def at(text: str, fragment: str, function: str = "") -> Line:
    """Line and column of the fragment."""
    before = text[: text.index(fragment)]
    return Line("one.c", before.count("\n") + 1, function, len(before) - before.rfind("\n"))


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("x = 1", "x = 1", "{ LOCK x = 1; UNLOCK y = 2; if (x) y = 3; return 0; }"),
        ("y = 2", "y = 2", "{ x = 1; LOCK y = 2; UNLOCK if (x) y = 3; return 0; }"),
        ("= 2", "y = 3", "{ x = 1; LOCK y = 2; if (x) y = 3; UNLOCK return 0; }"),
        ("y = 3", "3;", "{ x = 1; y = 2; if (x) { LOCK y = 3; UNLOCK } return 0; }"),
        ("x) y", "x) y", "{ x = 1; y = 2; LOCK if (x) y = 3; UNLOCK return 0; }"),
    ],
)
def test_the_column_says_which_statement_of_a_line_is_meant(first: str, last: str, expected: str) -> None:
    region = Region(at(ONE_LINE, first), at(ONE_LINE, last))
    lines = added((Locked((region,)),), {"one.c": ONE_LINE})
    short = lines[-1]
    for name in ("x", "y", "raddle"):
        short = short.replace(f"pthread_mutex_lock(&{name}_mutex);", "LOCK")
        short = short.replace(f"pthread_mutex_unlock(&{name}_mutex);", "UNLOCK")
    assert short == f"int main(void) {expected}"


def test_bytes_of_another_encoding_stay_as_they_are() -> None:
    data = b"#include <pthread.h>\nint x; // gr\xfc\xdfe\nint main(void)\n{\n    x = 1; // \xe9\n    return 0;\n}"
    text = data.decode("utf-8", "surrogateescape")
    after = written(fix_of("locked 5", {"one.c": text}), {"one.c": text}, [{"one.c"}])
    assert not isinstance(after, Refused)
    changed = after["one.c"].encode("utf-8", "surrogateescape")
    assert b"gr\xfc\xdfe\nstatic pthread_mutex_t x_mutex" in changed
    assert changed.endswith(b"    x = 1; // \xe9\n    pthread_mutex_unlock(&x_mutex);\n    return 0;\n}")


def test_only_files_that_change_are_given_back() -> None:
    texts = {"one.c": ONE_LINE, "two.c": "int z;\n"}
    after = written(fix_of("locked 3", texts), texts, units_of(texts))
    assert not isinstance(after, Refused)
    assert set(after) == {"one.c"}


def test_output_of_a_preprocessor_gets_no_include_and_no_macro() -> None:
    text = "typedef union { char size[40]; } pthread_mutex_t;\nint pthread_mutex_lock(pthread_mutex_t *);\n"
    text += "int pthread_mutex_unlock(pthread_mutex_t *);\nint x;\nint main(void)\n{\n    x = 1;\n    return 0;\n}\n"
    assert added(fix_of("locked 7", {"one.i": text}), {"one.i": text}) == [
        "static pthread_mutex_t x_mutex;",
        "    pthread_mutex_lock(&x_mutex);",
        "    pthread_mutex_unlock(&x_mutex);",
    ]


def test_a_header_that_several_sources_include_declares_and_one_of_them_defines() -> None:
    header = "#pragma once\n#include <pthread.h>\nextern int x;\nstatic inline void add(void)\n{\n    x++;\n}\n"
    texts = {"a.h": header, "one.c": '#include "a.h"\nint x;\n', "two.c": '#include "a.h"\nint main(void) { add(); }\n'}
    assert added(fix_of("locked a.h:6", texts), texts) == [
        "extern pthread_mutex_t x_mutex;",
        "    pthread_mutex_lock(&x_mutex);",
        "    pthread_mutex_unlock(&x_mutex);",
        "pthread_mutex_t x_mutex = PTHREAD_MUTEX_INITIALIZER;",
    ]


def test_a_header_of_one_source_holds_the_variable_itself() -> None:
    header = "#ifndef A_H\n#define A_H\n#include <pthread.h>\nstatic int x;\nstatic void add(void)\n{\n    x++;\n}\n"
    header += "#endif\n"
    texts = {"a.h": header, "one.c": '#include "a.h"\nint main(void) { add(); }\n'}
    lines = added(fix_of("locked a.h:7", texts), texts)
    assert lines[0] == "static pthread_mutex_t x_mutex = PTHREAD_MUTEX_INITIALIZER;"


def test_the_locks_that_a_line_takes_are_told_as_they_are_written() -> None:
    text = "void f(void)\n{\f\n    { pthread_mutex_lock( &a->m ); mtx_lock(&n); }\n    pthread_spin_lock(&s[1]);\n}\n"
    source = parse("one.c", text)
    assert [taken_at(source, line) for line in range(2, 6)] == [[], ["&a->m", "&n"], ["&s[1]"], []]


def test_the_locks_that_guards_take_are_told_as_they_are_written() -> None:
    lines = (
        "std::lock_guard<std::mutex> g(mu_);",
        "std::unique_lock lock{this->mu_, std::defer_lock};",
        "std::scoped_lock all(a->m, b.m); x++;",
        "queue.tail.lock(); mine->lock();",
    )
    source = parse("one.cpp", "\n".join(lines))
    told = [["mu_"], ["this->mu_"], ["a->m", "b.m"], ["queue.tail"]]
    assert [taken_at(source, line) for line in range(1, 5)] == told


def test_what_has_no_name_is_called_as_its_updates_call_it() -> None:
    text = "void f(list *a, list *b)\n{\n    a->length++;\n    b->length--;\n    b->first = 0, a->size++;\n}\n"
    sources = {"one.c": parse("one.c", text)}
    lines = [Line("one.c", number, "f") for number in (3, 4, 5)]
    assert updated_at(sources, lines[:2]) == "a->length"
    assert updated_at(sources, lines) is None
    assert updated_at(sources, [Line("one.c", 1, "f")]) is None


def test_a_source_that_is_compiled_twice_holds_no_new_variable() -> None:
    texts = {"one.c": "#include <pthread.h>\nint x;\nvoid add(void)\n{\n    x++;\n}\n"}
    refused = written(fix_of("locked 5", texts), texts, [{"one.c"}, {"one.c"}])
    assert isinstance(refused, Refused)
    assert "compiled once" in refused.reason


BODY = """#include <pthread.h>
static int x, y;
static struct { int a : 3; } bits;
static float f, *g = &f;
static _Atomic int z;
static void *work(void *arg) { x++; return arg; } // WORK
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, work, 0); // LOOP
    pthread_create(&t, 0, work, 0); // CREATE
    y = x; // Y
    f++; // F
    bits.a++; // BITS
    z++; // Z
    if (y)
        return 1; // RETURN
    x = y + *g; // X
    pthread_join(t, 0); // JOIN
    return 0; // END
}
"""


@pytest.mark.parametrize(
    ("fix", "words"),
    [
        ("ordered WORK Y join LOOP", "the thread is created in a loop"),
        ("ordered WORK END join CREATE", "the thread is joined before one.c:21 already"),
        ("ordered WORK Y join Y", "one.c:13 does not create one thread with a name of its own"),
        ("ordered RETURN WORK move CREATE", "one.c:12 is not in the block of one.c:18"),
        ("ordered X WORK move CREATE", "one.c:19 cannot be moved up: x, y is in use in between"),
        ("ordered Y WORK move X", "one.c:13 comes before one.c:19 already"),
        ("atomic z Z", "z is atomic already (one.c:5)"),
        ("atomic bits.a BITS", "a is a bit field (one.c:3)"),
        ("atomic f F", "f is not an integer (one.c:4), and its address is in use"),
        ("atomic y F", "is not a single update of y"),
        ("atomic - F", "`-` is not the name of a variable"),
    ],
)
def test_what_cannot_be_done_well_is_refused_in_words(fix: str, words: str) -> None:
    texts = {"one.c": BODY}
    assert words in reason(fix_of(fix, texts), texts)


def test_a_file_that_may_not_be_edited_is_refused() -> None:
    line = Line("/usr/include/list.h", 3, "f")
    assert reason((Locked((Region(line, line),)),), {"one.c": BODY}).startswith("/usr/include/list.h is not one of")
    assert reason((Atomic((line,), "x"),), {"one.c": BODY}).startswith("/usr/include/list.h is not one of")


def test_a_semaphore_needs_a_main() -> None:
    texts = {"one.c": "static int x, y;\nvoid f(void)\n{\n    x = 1;\n}\nvoid g(void)\n{\n    y = x;\n}\n"}
    fix = (Ordered(place("4", texts), place("8", texts), "semaphore"),)
    assert reason(fix, texts) == "there is no `main` in the sources to initialise a semaphore in"
    assert added((Ordered(place("4", texts), place("8", texts), "condition"),), texts)[0] == "#include <pthread.h>"


def test_regions_of_two_functions_are_refused() -> None:
    region = Region(Line("one.c", 6, "work"), Line("one.c", 13, "main"))
    assert reason((Locked((region,)),), {"one.c": BODY}) == "one.c:6 and one.c:13 are not statements of one function"


def test_a_long_file_is_edited_at_its_end() -> None:
    functions = "".join(f"static int f{n}(int a)\n{{\n    return a + {n};\n}}\n" for n in range(700))
    text = "#include <pthread.h>\nstatic int x;\n" + functions + "int main(void)\n{\n    x = f1(2);\n    return 0;\n}\n"
    number = text.count("\n") - 2
    assert added(fix_of(f"locked {number}", {"one.c": text}), {"one.c": text}) == [
        "static pthread_mutex_t x_mutex = PTHREAD_MUTEX_INITIALIZER;",
        "    pthread_mutex_lock(&x_mutex);",
        "    pthread_mutex_unlock(&x_mutex);",
    ]
