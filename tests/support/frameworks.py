"""Programs of tests/frameworks: how each is built with the compiler at hand, and what its lines promise.

The head says `// FRAMEWORK name`, or `name with main` where main is the framework's own, or `name as a header`;
`// FLAGS` for raddle, `// RUN` for the program, `// GAP why` where this does not work yet, `// GAP with zig: why` where
it does not with that compiler. A line says `// FAILS condition` where a check can fail, `// OBSERVED condition` where
it fails in the given run. What is not installed is skipped by name.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet

from raddle.base.cache import Cache
from raddle.base.errors import UserError
from raddle.base.toolchain import find_toolchain
from tests.support.command import Said, raddle

FOLDER: Final = Path(__file__).parents[1] / "frameworks"
_HEAD: Final = re.compile(r"// (FRAMEWORK|FLAGS|RUN|GAP) (.+)")
_WITH_ZIG: Final = "with zig: "
_LINE: Final = re.compile(r".*// (FAILS|OBSERVED) (.+)")
_INCLUDE: Final = Path("/usr/include")
_HEADERS: Final = {
    "GoogleTest": "gtest/gtest.h",
    "doctest": "doctest/doctest.h",
    "Catch2": "catch2/catch.hpp",
    "Boost.Test": "boost/test/unit_test.hpp",
}
_LINKED: Final = {
    "Catch2": ("-lCatch2WithMain",),
    "Boost.Test": ("-DBOOST_TEST_DYN_LINK", "-lboost_unit_test_framework"),
}
_GTEST_SOURCES: Final = Path("/usr/src/googletest/googletest")


@dataclass(frozen=True, slots=True)
class Program:
    source: Path
    framework: str
    flags: tuple[str, ...]
    arguments: tuple[str, ...]
    expected: frozenset[tuple[int, str, bool]]
    """Line, condition, whether it fails in the given run."""
    gap: str
    """Why that is not so yet; empty: it is."""


def programs() -> list[ParameterSet]:
    """A known gap is a strict xfail."""
    found = map(read, sorted(FOLDER.glob("*.cpp")))
    return [
        pytest.param(
            one, id=one.source.stem, marks=[pytest.mark.xfail(reason=one.gap, strict=True)] if _is_here(one.gap) else []
        )
        for one in found
    ]


def _is_here(gap: str) -> bool:
    if not gap.startswith(_WITH_ZIG):
        return bool(gap)
    try:
        return find_toolchain(Cache.of_user()).kind == "zig"
    except UserError:  # none here, so nothing is built
        return False


def read(source: Path) -> Program:
    lines = source.read_text(encoding="utf-8").splitlines()
    head = {found[1]: found[2] for line in lines if (found := _HEAD.fullmatch(line))}
    said = ((number, _LINE.fullmatch(line)) for number, line in enumerate(lines, start=1))
    expected = frozenset((number, found[2], found[1] == "OBSERVED") for number, found in said if found)
    flags, arguments = (tuple(head.get(key, "").split()) for key in ("FLAGS", "RUN"))
    return Program(source, head["FRAMEWORK"], flags, arguments, expected, head.get("GAP", ""))


def flags_for(framework: str) -> list[str]:
    """What has to stand on the command line beside the test; skips where it is not installed."""
    name, _, rest = framework.partition(" ")
    if not (_INCLUDE / _HEADERS.get(name, "")).exists():
        pytest.skip(f"{name} is not installed")
    with_main, kind = rest == "with main", find_toolchain(Cache.of_user()).kind
    if rest == "as a header":
        older = ["-D_LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION"] if name == "Boost.Test" else []
        return [*older, "-idirafter", str(_INCLUDE)] if kind == "zig" else []
    if name in _LINKED and kind == "zig":
        pytest.skip(f"what is installed of {name} was built for libstdc++, and zig has libc++")
    if name in _LINKED:
        return list(_LINKED[name])
    if name != "GoogleTest":
        return []
    if kind == "clang":
        return ["-lgtest", *(["-lgtest_main"] if with_main else [])]
    if with_main:
        pytest.skip("with zig GoogleTest is compiled with the test: several tests are too long a run to be decided")
    if not _GTEST_SOURCES.is_dir():
        pytest.skip("the sources of GoogleTest are not installed: zig cannot link what was built for libstdc++")
    return [str(_GTEST_SOURCES / "src" / "gtest-all.cc"), f"-I{_GTEST_SOURCES}", f"-I{_GTEST_SOURCES / 'include'}"]


def run(command: str, program: Program, folder: Path) -> Said:
    words = [program.source, *program.flags, *flags_for(program.framework), "--format", "json"]
    words += ["--property", "assertions,exit", *(["--recorded"] if command == "check" else [])]
    return raddle(command, *words, *(["--", *program.arguments] if program.arguments else []), cwd=folder)


def found(report: dict[str, Any], program: Program) -> frozenset[tuple[int, str, bool]]:
    """As `Program.expected` has it: what is confirmed, and nothing of it stands in a framework's own files."""
    findings = [one for one in report["findings"] if one["kind"] == "assertion" and one["status"] == "confirmed"]
    assert {Path(one["file"]).name for one in findings} <= {program.source.name}
    texts = [(one, one["message"].partition(" fails")[0]) for one in findings]
    return frozenset((one["line"], text, bool(one["observed"])) for one, text in texts)


def report_of(said: Said) -> dict[str, Any]:
    assert said.out, said.err
    report = json.loads(said.out)
    assert isinstance(report, dict)
    return report
