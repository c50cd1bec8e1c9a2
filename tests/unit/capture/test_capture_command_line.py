"""Compiler command lines: told apart, their flags judged, and what is to be known of them carried along."""

from pathlib import Path

import pytest

from raddle.base.errors import UserError
from raddle.base.toolchain import Toolchain
from raddle.capture.advice import compile_advice, link_advice, of_another_library
from raddle.capture.command_line import Aim, CommandLine, Flag, Input, Source, take_apart
from raddle.capture.dependencies import dependency_flags
from raddle.capture.flags import judge, words_of
from raddle.capture.notes import BuildNote, assembly_of, check_versions, compiled_out, parse_notes, told


def apart(line: str) -> CommandLine:
    return take_apart(line.split())


def test_items_stand_in_the_order_in_which_they_were_given() -> None:
    line = apart("a.c -I inc x.o -lm -Wl,--start-group lib.a b.cpp -o prog")
    assert line.items == (
        Source("a.c", "c", None),
        Flag(("-I", "inc")),
        Input("x.o"),
        Flag(("-lm",)),
        Flag(("-Wl,--start-group",)),
        Input("lib.a"),
        Source("b.cpp", "c++", None),
    )
    assert (line.aim, line.output) == (Aim.LINKED, "prog")


@pytest.mark.parametrize(
    ("line", "aim"),
    [
        ("-c a.c", Aim.OBJECTS),
        ("a.o", Aim.LINKED),
        ("-E a.c", Aim.TELL),
        ("-c -S a.c", Aim.TELL),
        ("-v", Aim.TELL),
        ("-v a.c", Aim.LINKED),
        ("-print-search-dirs", Aim.TELL),
        ("-c a.c -MD -MF d", Aim.OBJECTS),
        ("-c a.c -Xclang -ast-dump", Aim.TELL),
        ("-c a.h.c -x c-header -Xclang -emit-pch", Aim.OBJECTS),
        ("", Aim.TELL),
    ],
)
def test_what_the_compiler_is_to_make(line: str, aim: Aim) -> None:
    assert apart(line).aim is aim


def test_a_value_is_not_taken_for_a_file() -> None:
    line = apart("-include a.c -MF b.c -Xlinker c.c -D d.c -c e.c -target f.c")
    assert [source.path for source in line.sources] == ["e.c"]


def test_a_language_holds_for_the_files_behind_it() -> None:
    line = apart("-x c++ a.c b -x none c.c -xc -")
    assert [(source.path, source.language) for source in line.sources] == [
        ("a.c", "c++"),
        ("b", "c++"),
        ("c.c", "c"),
        ("-", "c"),
    ]


def test_response_files_may_hold_others(tmp_path: Path) -> None:
    (tmp_path / "outer").write_text(f"-DX='a b' \"-DY=\\\"c\\\"\"\n  @{tmp_path}/inner end\\ ing.c")
    (tmp_path / "inner").write_text("-c 'in ner.c'")
    line = take_apart([f"@{tmp_path}/outer", "@none"])
    assert line.words == ("-DX=a b", '-DY="c"', "-c", "in ner.c", "end ing.c", "@none")


def test_what_is_left_out_is_said_unless_nobody_can_tell() -> None:
    given = "-O2 -O0 -g -flto=auto -fsanitize=address -march=native -mavx2 -fPIC -pie -s -pg --coverage -static -Wall"
    flags = judge(apart(given).flags)
    assert words_of(flags.kept) == ["-g", "-mavx2", "-Wall"]
    left_out = ("-O2", "-flto=auto", "-fsanitize=address", "-march=native", "-pg", "--coverage", "-static")
    assert flags.left_out == left_out


@pytest.mark.parametrize(
    "line",
    ["-D_FORTIFY_SOURCE=2", "-D _FORTIFY_SOURCE=3", "-Wp,-D_FORTIFY_SOURCE=2", "-Xpreprocessor -D_FORTIFY_SOURCE"],
)
def test_fortified_functions_go_however_they_are_asked_for(line: str) -> None:
    flags = judge(apart(line).flags)
    assert flags.kept == ()
    assert flags.left_out[0].startswith("-D_FORTIFY_SOURCE")


@pytest.mark.parametrize(
    ("line", "gone"),
    [
        ("-DNDEBUG", True),
        ("-D NDEBUG", True),
        ("-DNDEBUG=1", True),
        ("-Wp,-DNDEBUG", True),
        ("-DNDEBUG -UNDEBUG", False),
        ("-UNDEBUG -DNDEBUG", True),
        ("-DNDEBUGGER", False),
    ],
)
def test_the_last_word_on_assertions_counts(line: str, gone: bool) -> None:
    assert judge(apart(line).flags).without_assertions is gone


@pytest.mark.parametrize(
    "line",
    [
        *("-m32", "-mx32", "-fopenmp", "-fopenmp=libomp", "--target=aarch64-linux-gnu", "-target x86_64-linux-musl"),
        *("-mabi=ms", "-arch arm64"),
    ],
)
def test_what_cannot_be_followed_is_refused_by_name(line: str) -> None:
    with pytest.raises(UserError) as refused:
        judge(apart(line).flags)
    assert str(refused.value).startswith(line.split(maxsplit=1)[0])


@pytest.mark.parametrize("target", ["--target=x86_64-linux-gnu", "-target x86_64-pc-linux-gnu"])
def test_our_own_target_may_be_named(target: str) -> None:
    assert words_of(judge(apart(target).flags).kept) == target.split()


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("-c a.c", ()),
        ("-c -MD a.c", ("-MQ", "a.o", "-MF", "a.d")),
        ("-c -MD sub/a.c -o x/b.o", ("-MQ", "x/b.o", "-MF", "x/b.d")),
        ("-c -MMD -MF d a.c", ("-MQ", "a.o")),
        ("-c -MD -MT t -MF d a.c", ()),
        ("-c -Wp,-MD,d a.c", ("-MQ", "a.o")),
    ],
)
def test_a_dependency_file_is_about_the_object(line: str, more: tuple[str, ...]) -> None:
    parsed = apart(line)
    assert dependency_flags(judge(parsed.flags), parsed, parsed.sources[0]) == more


def test_notes_come_back_as_they_were_put_in() -> None:
    notes = [BuildNote("a.c", ("-O2",), True, ('"quoted" \\ é',)), BuildNote("prog", not_instrumented=("x.o",))]
    section = b"".join(_assembled(note) + bytes(8) for note in notes)
    assert list(parse_notes(section, "test")) == notes
    with pytest.raises(UserError):
        list(parse_notes(b"something else", "test"))


def test_what_another_version_has_built_is_refused() -> None:
    check_versions([BuildNote("a.c")], "prog")
    with pytest.raises(UserError, match=r"b\.c was built by raddle 0\.0\.1, this is "):
        check_versions([BuildNote("a.c"), BuildNote("b.c", by="0.0.1")], "prog")


CLANG, ZIG = Toolchain(("clang",), "clang", "19.1.7"), Toolchain(("zig", "cc"), "zig", "20.1.2")
NO_STRING = "undefined symbol: std::__cxx11::basic_string<char>::length() const"
NO_MAIN = "undefined reference to `main'"


@pytest.mark.parametrize(
    ("toolchain", "said", "advice"),
    [
        (ZIG, f"ld.lld: error: {NO_STRING}", "install clang"),
        (CLANG, f"ld.lld: error: {NO_STRING}", None),
        (CLANG, "multiple definition of `main'; a.o: first defined here", "main is in an object"),
        (ZIG, NO_MAIN, None),
    ],
)
def test_a_link_that_fails_for_a_known_reason_comes_with_advice(
    toolchain: Toolchain, said: str, advice: str | None
) -> None:
    told = link_advice(said, toolchain)
    assert told is None if advice is None else advice in (told or "")


MISSED = """ld.lld: error: undefined symbol: std::__cxx11::basic_string<char>::compare(char const*) const
>>> referenced by {object}:(f(std::__cxx11::basic_string<char>)) in archive /usr/lib/{archive}
>>> referenced 36 more times
"""
OWN = """ld.lld: error: undefined symbol: helper(int)
>>> referenced by part.o:(use()) in archive /home/me/libpart.a
"""
BOOST = """ld.lld: error: undefined symbol: boost::unit_test::ut_detail::normalize()
>>> referenced by test_unit.hpp:265 (/usr/include/boost/test/tree/test_unit.hpp:265)
>>>               test.o:(boost::unit_test::make_test_case())
"""


@pytest.mark.parametrize(
    ("said", "file", "instead"),
    [
        (MISSED.format(object="main.o", archive="libCatch2WithMain.a"), "libCatch2WithMain.a was", "single header"),
        (MISSED.format(object="gtest-all.cc.o", archive="libgtest.a"), "libgtest.a was", "compile GoogleTest with"),
        (MISSED.format(object="x.o", archive="libother.a"), "libother.a was", "compile its sources"),
        (BOOST, "its library is not linked, or was", "boost/test/included/unit_test.hpp"),
    ],
)
def test_a_library_that_was_built_for_another_cxx_library_is_one_sentence(said: str, file: str, instead: str) -> None:
    told = of_another_library(said, ZIG)
    assert told is not None and told.startswith(f"{file} built for libstdc++") and instead in told
    assert "install clang" in told and "\n" not in told
    assert of_another_library(said, CLANG) is None


def test_what_is_missing_for_another_reason_is_told_by_the_linker() -> None:
    assert of_another_library(OWN, ZIG) is None


def test_clang_without_a_cxx_library_is_told_apart_from_a_missing_header() -> None:
    assert "install g++" in (compile_advice("a.cpp:1:10: fatal error: 'vector' file not found") or "")
    assert compile_advice("a.cpp:1:10: fatal error: 'mine.hpp' file not found") is None


def _assembled(note: BuildNote) -> bytes:
    rows = [line.removeprefix(".byte ") for line in assembly_of(note) if line.startswith(".byte ")]
    return b"".join(bytes(map(int, row.split(","))) for row in rows)


def test_what_holds_for_many_files_is_told_once() -> None:
    notes = [BuildNote(f"{name}.c", ("-O2", "-flto"), True) for name in "abcdefg"]
    assert len(told(notes)) == 1
    (first,) = compiled_out(notes)
    assert first.startswith("assertions were compiled out in 7 files (a.c, b.c, c.c, d.c, e.c and 2 more)")
    assert compiled_out([BuildNote("a.c")]) == ()
