"""What the linker's words mean: where main is, and that an archive was built for another C++ library."""

from types import SimpleNamespace
from typing import Any

import pytest

from raddle.capture.refused import LinkError

GTEST = (
    "ld.lld: error: undefined symbol: std::ios_base::Init::Init()\n"
    ">>> referenced by gtest-all.cc.o:(_GLOBAL__sub_I_gtest_all.cc) in archive /usr/lib/libgtest.a\n"
)


def error(said: str, kind: str = "clang") -> LinkError:
    finished: Any = SimpleNamespace(stderr_text=said, ending="exit status 1")
    toolchain: Any = SimpleNamespace(kind=kind)
    return LinkError(finished, "test", toolchain)


@pytest.mark.parametrize("name", ["__raddle_main", "__real_main", "main"])
def test_no_main_is_noticed_by_every_name_that_it_has(name: str) -> None:
    assert error(f"undefined reference to `{name}'").lacks_main
    assert error(f"ld.lld: error: undefined symbol: {name}\n").lacks_main
    assert not error("undefined reference to `main_loop'").lacks_main


def test_two_mains_are_noticed() -> None:
    assert error("ld.lld: error: duplicate symbol: main\n").has_two_mains
    assert error("multiple definition of `__raddle_main'; a.o").has_two_mains
    assert not error(GTEST).has_two_mains


def test_an_archive_for_another_library_is_one_message() -> None:
    assert "compile GoogleTest with the test" in str(error(GTEST, "zig"))
    assert "undefined symbol" not in str(error(GTEST, "zig"))
    assert "undefined symbol" in str(error(GTEST))
