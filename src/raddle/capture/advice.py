"""What to do about complaints of compiler and linker whose cause we know, where their own words do not say it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from raddle.base.toolchain import Toolchain

_CXX_HEADERS = "algorithm|array|atomic|cassert|cstdio|cstdlib|functional|iostream|map|memory|mutex|string|thread|vector"
_NO_CXX_HEADER = re.compile(rf"fatal error: '(?:{_CXX_HEADERS})' file not found")
_ZIG_HAS = "and zig's C++ library is libc++"
_CLANG = "install clang, which raddle then takes"
_OF_LIBSTDCXX = re.compile(r"undefined (?:symbol|reference)[^\n]*(?:std::__cxx11::|__cxx11|_ZNSt7__cxx11)")
_NOT_OF_LIBCXX = re.compile(r"undefined symbol: (?:\w+ for )?std::(?!__[12]::)")
_OF_ARCHIVE = re.compile(r"^>>> referenced by [^\n]* in archive (\S+)$|^>>> +[^\n]*? in archive (\S+)$", re.MULTILINE)
_UNDEFINED = re.compile(r"^[^\n]*undefined symbol:[^\n]*\n(?:>>>[^\n]*\n?)*", re.MULTILINE)
_LONG_NAME = re.compile(r"unable to open output file [^\n]*: 'File ?name too long'")
TWO_MAINS = re.compile(r"(?:multiple definition of `|duplicate symbol: )(?:__raddle_)?main\b")


def compile_advice(said: str) -> str | None:
    if _NO_CXX_HEADER.search(said):
        return "clang has no C++ library here: install g++ or libstdc++-dev, or: pip install 'raddle[zig]'"
    if _LONG_NAME.search(said):
        return "its name is too long for the compiler's own files, which have a number before it: give it a shorter one"
    return None


@dataclass(frozen=True, slots=True)
class _Framework:
    """As distributions build it, for libstdc++."""

    file: re.Pattern[str]
    symbol: re.Pattern[str]
    instead: str


_FRAMEWORKS = (
    _Framework(
        re.compile(r"lib(?:gtest|gmock)"),
        re.compile(r"undefined symbol: (?:\S+ for )?testing::"),
        "compile GoogleTest with the test, as in raddle check test.cpp SOURCES/src/gtest-all.cc "
        "SOURCES/src/gtest_main.cc -ISOURCES -ISOURCES/include (SOURCES: /usr/src/googletest/googletest, if a package "
        "put it there)",
    ),
    _Framework(
        re.compile(r"libCatch2"),
        re.compile(r"undefined symbol: (?:\S+ for )?Catch::"),
        "compile Catch2 with the test, as its single header with CATCH_CONFIG_MAIN does, or version 3 with "
        "catch_amalgamated.cpp; a header in /usr/include is found with -idirafter /usr/include",
    ),
    _Framework(
        re.compile(r"libboost_(?:unit_test|prg_exec|test_exec)"),
        re.compile(r"undefined symbol: (?:\S+ for )?boost::(?:unit_test|test_tools)::"),
        "include boost/test/included/unit_test.hpp, which needs no library, without BOOST_TEST_DYN_LINK; a header in "
        "/usr/include is found with -idirafter /usr/include",
    ),
)


def of_another_library(said: str, toolchain: Toolchain) -> str | None:
    """Where what is linked was built for another C++ library: that says it all."""
    if toolchain.kind != "zig":
        return None
    archives = list(dict.fromkeys(_built_for_libstdcxx(said)))
    for known in _FRAMEWORKS:
        file = next((name for name in archives if known.file.match(name)), None)
        if file is not None or known.symbol.search(said):
            what = f"{file} was" if file else "its library is not linked, or was"
            return f"{what} built for libstdc++, {_ZIG_HAS}: {known.instead}, or {_CLANG}"
    if archives:
        instead = f"compile its sources with the test, or {_CLANG}"
        return f"{', '.join(archives)} was built for libstdc++, {_ZIG_HAS}: {instead}"
    return None


def _built_for_libstdcxx(said: str) -> Iterator[str]:
    """Archives that miss what only that has."""
    for block in _UNDEFINED.findall(said):
        if _OF_LIBSTDCXX.search(block) or _NOT_OF_LIBCXX.search(block):
            yield from (PurePath(one or other).name for one, other in _OF_ARCHIVE.findall(block))


def link_advice(said: str, toolchain: Toolchain) -> str | None:
    if toolchain.kind == "zig" and _OF_LIBSTDCXX.search(said):
        return f"what is linked here was built for libstdc++, {_ZIG_HAS}: {_CLANG}"
    if TWO_MAINS.search(said):
        return "main is in an object that was not built with raddle: build that one with raddle cc too"
    return None
