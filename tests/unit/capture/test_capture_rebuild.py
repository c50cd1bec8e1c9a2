"""A program carries how it was built: it can be built again, from the same texts to the same bytes, from others too."""

import shutil
import subprocess
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.errors import UserError
from raddle.capture.build import build_program
from raddle.capture.command_line import Input, take_apart
from raddle.capture.dependencies import without_dependencies
from raddle.capture.driver import compile_or_link
from raddle.capture.image import load_image
from raddle.capture.kept import keep_program
from raddle.capture.rebuild import Rebuilding
from raddle.capture.recipe import compiling, linking
from raddle.capture.refused import CompileError

pytestmark = pytest.mark.compiler

MAIN = """#include "lib/value.h"
int value(void);
int main(void) { return value() + VALUE + MORE; }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "a folder with spaces and ü"
    (place / "lib").mkdir(parents=True)
    (place / "main.c").write_text(MAIN)
    (place / "lib" / "value.h").write_text("#define VALUE 1\n")
    (place / "lib" / "value.c").write_text('#include "value.h"\nint value(void) { return 10 * VALUE; }\n')
    monkeypatch.chdir(place)
    return place


def made(line: str) -> None:
    assert compile_or_link(line.split(), "c", lambda note: None) == 0


def rebuilding(program: Path) -> Rebuilding:
    return Rebuilding.of(load_image(program))


def status(program: Path) -> int:
    return subprocess.run([program], check=False).returncode


def test_the_same_texts_give_the_same_program(folder: Path) -> None:
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "built")
    kept = keep_program(folder / "built", Cache.of_user())
    again = rebuilding(kept)
    assert sorted(again.texts) == [str(folder / name) for name in ("lib/value.c", "lib/value.h", "main.c")]
    assert again.program({}) == kept


def test_another_text_of_a_header_reaches_all_that_include_it(folder: Path) -> None:
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "built")
    again = rebuilding(folder / "built")
    assert status(again.program({})) == 111
    assert status(again.program({str(folder / "lib/value.h"): "#define VALUE 2\n"})) == 122
    assert (folder / "lib" / "value.h").read_text() == "#define VALUE 1\n"


@pytest.mark.parametrize(
    "linked", ["main.o value.o", "main.o libvalue.a", "-L. main.o -lvalue", "main.c value.o", "main.o libthin.a"]
)
def test_what_was_compiled_apart_is_made_again_where_it_changes(folder: Path, linked: str) -> None:
    made("-c -DMORE=0 main.c -MD -MF main.d -o main.o")
    made("-c lib/value.c -o value.o")
    subprocess.run(["ar", "rcs", "libvalue.a", "value.o"], check=True)
    subprocess.run(["ar", "rcsT", "libthin.a", "value.o"], check=True)
    made(f"{'-DMORE=0 ' * ('.c' in linked)}{linked} -o built")
    (folder / "main.d").unlink()
    again = rebuilding(folder / "built")
    assert again.program({}).read_bytes() == (folder / "built").read_bytes()
    other = again.texts[str(folder / "lib/value.c")].replace("10", "20")
    assert status(again.program({str(folder / "lib/value.c"): other})) == 21
    assert status(again.program({str(folder / "main.c"): MAIN.replace("VALUE", "30")})) == 40
    assert not (folder / "main.d").exists()


def edit(folder: Path) -> None:
    """A source, and a header of which no debug information speaks."""
    (folder / "lib" / "value.c").write_text("int value(void) { return 3; }\n")
    (folder / "lib" / "value.h").write_text("#define VALUE 3\n")


def test_what_was_edited_since_is_built_as_it_was(folder: Path) -> None:
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "built")
    before = {str(path): path.read_text() for path in (folder / "lib").iterdir()}
    edit(folder)
    again = rebuilding(folder / "built")
    assert status(again.program({})) == 111
    assert {path: again.texts[path] for path in before} == before
    assert again.edited == sorted(before)
    edited = {path: Path(path).read_text() for path in before}
    assert status(again.program(edited)) == 106
    assert status(again.program({str(folder / "lib/value.h"): "#define VALUE 2\n"})) == 122


def test_what_is_shown_to_the_compiler_is_not_kept_as_what_the_files_have(folder: Path) -> None:
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "built")
    other = "#define VALUE 2\n"
    rebuilding(folder / "built").program({str(folder / "lib/value.h"): other})
    (folder / "lib" / "value.h").write_text(other)
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "next")
    edit(folder)
    assert status(rebuilding(folder / "next").program({})) == 122


@pytest.mark.parametrize("what", ["value.c", "value.h"])
def test_where_nothing_was_kept_what_has_changed_is_named(
    folder: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "built")
    monkeypatch.setattr("raddle.capture.rebuild.kept_sources", lambda module, cache: {})
    (folder / "lib" / what).write_text("int value(void) { return 3; }\n" if what == "value.c" else "#define VALUE 3\n")
    with pytest.raises(UserError, match=r"it (has changed|does not compile to what the program was built of)"):
        rebuilding(folder / "built")


def test_no_more_is_kept_of_a_module_than_its_bound(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raddle.capture.kept_sources.MOST_BYTES", 10)
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100", "-DTOO_LARGE"], folder / "built")
    edit(folder)
    with pytest.raises(UserError, match=r"it (has changed|does not compile to what)"):
        rebuilding(folder / "built")


def test_a_build_that_is_the_same_in_every_folder_carries_no_folder(tmp_path: Path, folder: Path) -> None:
    words = "-DMORE=0 -ffile-prefix-map={}=. main.c lib/value.c -o built"
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    both = []
    for place in (folder, other):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(place)
            assert compile_or_link([word.format(place) for word in words.split()], "c", lambda note: None) == 0
        both.append((place / "built").read_bytes())
        with pytest.raises(UserError, match="does not say how it was built"):
            rebuilding(place / "built")
    assert both[0] == both[1]


def test_files_that_a_build_writes_beside_are_no_part_of_how_it_is_made() -> None:
    line = take_apart(
        ["-DX", "-MMD", "-MF", "x.d", "-ftime-trace", "x.c", "-Wl,-Map=map.txt,--as-needed,--dependency-file=x.d"]
    )
    source, flags = line.sources[0], line.flags
    compiled = compiling("c", source, flags[:-1], ("-MQ", "x.o", "-Qunused-arguments"))
    linked = linking("c", "/here", [Input("/tmp/1.o", "x.c"), *flags])
    assert compiled is not None
    assert linked is not None
    assert compiled.words == ("-DX", "-Qunused-arguments")
    assert linked.items == (("made", ("x.c",)), ("flag", ("-DX",)), ("flag", ("-Wl,--as-needed",)))


def test_words_about_a_list_of_dependencies_can_be_left_out() -> None:
    words = ["clang", "-MD", "-MF", "x.d", "-MTx.o", "-MP", "-MQ", "x.o", "-c", "-DMD", "x.c"]
    assert without_dependencies(words) == ["clang", "-c", "-DMD", "x.c"]


def test_texts_are_those_that_were_compiled_whatever_is_written_meanwhile(folder: Path) -> None:
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "built")
    again = rebuilding(folder / "built")
    (folder / "lib" / "value.h").write_text("#define VALUE 5\n#warning changed\n")
    (folder / "main.c").write_text("int main(void) { return 0; }\n")
    assert again.texts[str(folder / "main.c")] == MAIN
    assert again.texts[str(folder / "lib/value.h")] == "#define VALUE 1\n"
    other = again.texts[str(folder / "lib/value.c")].replace("10", "20")
    assert status(again.program({str(folder / "lib/value.c"): other})) == 121
    assert not again.warnings({})


def test_a_header_that_is_reached_by_two_ways_stays_one(folder: Path) -> None:
    (folder / "linked").symlink_to("lib")
    (folder / "lib" / "value.h").write_text("#pragma once\nenum { VALUE = 1 };\n")
    (folder / "main.c").write_text('#include "linked/value.h"\n' + MAIN)
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "built")
    again = rebuilding(folder / "built")
    assert status(again.program({str(folder / "main.c"): again.texts[str(folder / "main.c")] + "\n"})) == 111
    header = {str(folder / "lib/value.h"): "#pragma once\nenum { VALUE = 2 };\n"}
    assert status(again.program(header)) == 122


def test_what_does_not_compile_is_in_the_compilers_words(folder: Path) -> None:
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "built")
    with pytest.raises(CompileError, match="expected"):
        rebuilding(folder / "built").program({str(folder / "main.c"): "int main(void) {"})


def test_warnings_are_compared_without_their_lines(folder: Path) -> None:
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100"], folder / "built")
    again = rebuilding(folder / "built")
    unused = "\nstatic int unused(int x) { return 0; }\n"
    once = again.warnings({str(folder / "main.c"): unused + MAIN})
    assert {text.partition(" [")[0] for text in once - again.warnings({})} == {
        "main.c: warning: unused parameter 'x'",
        "main.c: warning: unused function 'unused'",
    }
    assert not again.warnings({str(folder / "main.c"): unused + "\n\n" + MAIN}) - once


@pytest.mark.parametrize("flag", ["-Werror", "-Werror=unused-parameter", "-Wfatal-errors -Werror=unused"])
def test_warnings_that_the_user_takes_for_errors_are_warnings_here(folder: Path, flag: str) -> None:
    build_program([Path("main.c"), Path("lib/value.c")], ["-DMORE=100", *flag.split()], folder / "built")
    again = rebuilding(folder / "built")
    assert not again.warnings({})
    unused = "static int unused(int x) { return 0; }\n"
    assert {text.partition(" [")[0] for text in again.warnings({str(folder / "main.c"): unused + MAIN})} == {
        "main.c: warning: unused parameter 'x'",
        "main.c: warning: unused function 'unused'",
    }
