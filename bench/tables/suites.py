"""What a test framework costs: a counter with two threads, bare and in a suite; the size is the number of its tests.

`around`: one threaded test among others without threads; `threaded`: all are. The frameworks are compiled with the
test (GoogleTest by its sources); what is not installed has no rows. Processor time is that of `check --recorded` on a
recording, with loading raddle; `times`: against one test without a framework (decision 35).
"""

import resource
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bench.programs_run import PROGRAMS
from bench.table import Cell, Column, Growth, Row
from raddle.base.process import run as run_process
from raddle.capture.image import load_image
from raddle.capture.run import Output
from raddle.model.recorded.from_trace import model_of
from raddle.testing.runs import RecordOrder, Sources, build, load_trace, record

title = "Suites of tests"
default_size = 20
columns = (
    Column("framework", "framework"),
    Column("suite", "suite"),
    Column("tests", "tests"),
    Column("events", "events", ","),
    Column("model", "trace program"),
    Column("cpu_s", "check, CPU s", ".1f"),
    Column("times", "times the bare test", ".1f"),
    Column("status", "exit status"),
)
paper: dict[str, dict[str, Cell]] = {}
growth: Growth | None = None

_LIMIT_S: Final = 600.0
_GTEST: Final = Path("/usr/src/googletest/googletest")
_INCLUDE: Final = Path("/usr/include")


class _Framework(NamedTuple):
    name: str
    needs: Path
    head: str
    test: str
    tail: str = ""
    flags: tuple[str, ...] = ()
    sources: tuple[Path, ...] = ()


_FRAMEWORKS: Final = (
    _Framework("none", PROGRAMS, "#include <cassert>", "assert({what});"),
    _Framework(
        "GoogleTest",
        _GTEST / "src" / "gtest-all.cc",
        "#include <gtest/gtest.h>",
        "TEST(Suite, Number{number}) {{ EXPECT_TRUE({what}); }}",
        "int main(int argc, char **argv) { testing::InitGoogleTest(&argc, argv); return RUN_ALL_TESTS(); }",
        (f"-I{_GTEST}", f"-I{_GTEST / 'include'}"),
        (_GTEST / "src" / "gtest-all.cc",),
    ),
    _Framework(
        "Catch2, a header",
        _INCLUDE / "catch2" / "catch.hpp",
        "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>",
        'TEST_CASE("{number}") {{ CHECK({what}); }}',
        flags=("-idirafter", str(_INCLUDE)),
    ),
    _Framework(
        "doctest",
        _INCLUDE / "doctest" / "doctest.h",
        "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>",
        'TEST_CASE("{number}") {{ CHECK({what}); }}',
        flags=("-idirafter", str(_INCLUDE)),
    ),
)


def run(size: int) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        for framework in _FRAMEWORKS:
            if framework.needs.exists():
                rows.extend(_measured(framework, size, Path(folder)))
    bare = rows[0]["cpu_s"]
    assert isinstance(bare, float)
    return [row | {"times": took / bare} if isinstance(took := row["cpu_s"], float) else row for row in map(dict, rows)]


def text_of(framework: _Framework, threaded: list[bool]) -> str:
    """A suite; of each test whether it has threads."""
    tests = [
        framework.test.format(number=number, what="counted() == 3" if has else f"summed({number}) < 1000")
        for number, has in enumerate(threaded)
    ]
    own_main = ["int main() {", *tests, "}"] if framework.name == "none" else tests
    return "\n".join([framework.head, '#include "counted.h"', *own_main, framework.tail, ""])


def _measured(framework: _Framework, size: int, folder: Path) -> Iterator[Row]:
    around = [number == size // 2 for number in range(size)]
    for suite, threaded in (("one", [True]), ("around", around), ("threaded", [True] * size)):
        name = f"{framework.name.partition(',')[0].lower()}_{suite}"
        source = folder / f"{name}.cpp"
        source.write_text(text_of(framework, threaded))
        recording = _recorded(source, framework)
        trace = load_trace(recording)
        model = len(model_of(trace).ctp.events)
        cpu_s, status = _checked(recording)
        yield {
            "framework": framework.name, "suite": suite, "tests": len(threaded), "events": trace.recording.events,
            "model": model, "cpu_s": cpu_s, "status": status,
        }  # fmt: skip


def _recorded(source: Path, framework: _Framework) -> Path:
    def told(text: str) -> None:
        print(text, file=sys.stderr)

    sources = Sources((source, *framework.sources), (f"-I{PROGRAMS / 'suites'}", *framework.flags))
    image, path = load_image(build(sources, told)), source.with_suffix(".rdl")
    record(RecordOrder(image.path, path, output=Output.CAPTURED), told)
    return path


def _checked(recording: Path) -> tuple[float, int | None]:
    """Processor time of the command and all that it starts; exit status."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "raddle", "check", "--recorded", "--budget", str(_LIMIT_S), str(recording)]
    done = run_process(command, limit_s=_LIMIT_S, cwd=recording.parent)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.status
