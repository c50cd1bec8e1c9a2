"""What to do about complaints of compiler and linker whose cause we know, where their own words do not say it."""

import re

from raddle.base.toolchain import Toolchain

_CXX_HEADERS = "algorithm|array|atomic|cassert|cstdio|cstdlib|functional|iostream|map|memory|mutex|string|thread|vector"
_NO_CXX_HEADER = re.compile(rf"fatal error: '(?:{_CXX_HEADERS})' file not found")
_OF_LIBSTDCXX = re.compile(r"undefined (?:symbol|reference)[^\n]*(?:std::__cxx11::|__cxx11|_ZNSt7__cxx11)")
_OF_GTEST = re.compile(r"undefined symbol:[^\n]*\n(?:>>>[^\n]*\n)*?>>>[^\n]*\b(?:lib)?gtest\b")
_LONG_NAME = re.compile(r"unable to open output file [^\n]*: 'File ?name too long'")
TWO_MAINS = re.compile(r"(?:multiple definition of `|duplicate symbol: )(?:__raddle_)?main\b")


def compile_advice(said: str) -> str | None:
    if _NO_CXX_HEADER.search(said):
        return "clang has no C++ library here: install g++ or libstdc++-dev, or: pip install 'raddle[zig]'"
    if _LONG_NAME.search(said):
        return "its name is too long for the compiler's own files, which have a number before it: give it a shorter one"
    return None


def of_another_library(said: str, toolchain: Toolchain) -> str | None:
    """Where a known archive was built for another C++ library: that says it all."""
    if toolchain.kind == "zig" and _OF_GTEST.search(said):
        return (
            "this libgtest.a was built for libstdc++, and zig's C++ library is libc++: compile GoogleTest with the "
            "test, as in raddle check test.cpp SOURCES/src/gtest-all.cc SOURCES/src/gtest_main.cc -ISOURCES "
            "-ISOURCES/include (SOURCES: /usr/src/googletest/googletest, if a package put it there), or install clang"
        )
    return None


def link_advice(said: str, toolchain: Toolchain) -> str | None:
    if toolchain.kind == "zig" and _OF_LIBSTDCXX.search(said):
        return (
            "zig's C++ library is libc++, and what is linked here was built for libstdc++: install clang, "
            "which raddle then takes"
        )
    if TWO_MAINS.search(said):
        return "main is in an object that was not built with raddle: build that one with raddle cc too"
    return None
