"""Which line of a patched text was which one before."""

from raddle.repair.lines import NEW, LinesBefore, lines_of, was

BEFORE = """\
int x;
void f(void)
{
    if (x)
        x++;
}
"""


def test_lines_that_are_put_in_are_new_and_the_others_keep_their_numbers() -> None:
    lines = LinesBefore(BEFORE, BEFORE.replace("    if (x)", "    lock();\n    if (x)"))
    assert [lines.of(number) for number in range(1, 8)] == [1, 2, 3, NEW, 4, 5, 6]


def test_a_line_that_is_put_into_another_one_is_that_line() -> None:
    after = BEFORE.replace("    if (x)\n        x++;", "    if (x) {\n        lock();\n        x++;\n    }")
    lines = LinesBefore(BEFORE, after)
    assert [lines.of(number) for number in range(1, 7)] == [1, 2, 3, 4, NEW, 5]
    assert lines.left == frozenset(range(1, 7))


def test_a_line_that_moves_is_the_same_one() -> None:
    before, after = "a\nstart(t)\nb\nready = 1\nc\n", "a\nready = 1\nstart(t)\nb\nc\n"
    lines = LinesBefore(before, after)
    assert [lines.of(number) for number in range(1, 6)] == [1, 4, 2, 3, 5]


def test_a_line_that_is_taken_away_is_left_nowhere() -> None:
    assert 2 not in LinesBefore("a\nunlock()\nb\n", "a\nb\n").left


def test_a_line_that_is_split_is_in_all_of_its_parts_and_one_that_is_filled_up_is_itself() -> None:
    one_line = "int x;\nvoid *f(void *u) { (void)u; assert(x == 1); return 0; }\n"
    filled = one_line.replace("assert", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); assert")
    lines = LinesBefore(one_line, filled.replace("int x;\n", "int x;\nstatic pthread_mutex_t m;\nstatic int done;\n"))
    assert [lines.of(number) for number in range(1, 5)] == [1, NEW, NEW, 2]
    split = "int x;\nvoid *f(void *u) {\n    (void)u;\n    wait(&done);\n    assert(x == 1);\n    return 0;\n}\n"
    assert [LinesBefore(one_line, split).of(number) for number in range(1, 8)] == [1, 2, 2, NEW, 2, 2, NEW]


def test_only_what_ends_a_line_for_the_compiler_ends_one() -> None:
    assert lines_of("a\n\f\nb\vc\u2028d\r\ne\rf\n") == ["a", "\f", "b\vc\u2028d", "e", "f"]
    assert LinesBefore("a\n\f\nb\n", "a\nnew\n\f\nb\n").of(4) == 3


def test_a_place_of_a_file_that_did_not_change_is_where_it_was() -> None:
    lines = {"one.c": LinesBefore("a\n", "new\na\n")}
    assert was(("one.c", 2), lines) == ("one.c", 1)
    assert was(("two.c", 2), lines) == ("two.c", 2)
