"""The compiler is the one the user names, else the newest usable clang, else zig, else a clear message."""

import importlib.util
import shutil
from pathlib import Path

import llvmlite.binding
import pytest

from raddle.base import toolchain as module
from raddle.base.cache import Cache
from raddle.base.errors import ToolError, UserError
from raddle.base.toolchain import NEWEST_LLVM, Toolchain, find_toolchain, parse_version


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def path_of(tmp_path: Path):
    """Makes a PATH with pretended compilers: name -> what --version answers."""

    def make(**versions: str) -> dict[str, str]:
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        for name, said in versions.items():
            program = folder / name.replace("_", "-")
            program.write_text(f"#!/bin/sh\necho asked >> {tmp_path}/asked\necho '{said}'\n")
            program.chmod(0o755)
        return {"PATH": str(folder)}

    return make


@pytest.fixture
def no_zig(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        module.importlib.util, "find_spec", lambda name, *more: None if name == "ziglang" else real(name, *more)
    )


def test_the_newest_llvm_is_the_one_llvmlite_has() -> None:
    assert llvmlite.binding.llvm_version_info[0] == NEWEST_LLVM


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu", "14.0.6"),
        ("Ubuntu clang version 18.1.3 (1ubuntu1)", "18.1.3"),
        ("clang version 22.1.8", "22.1.8"),
        ("clang version 21.0.0git (https://example.org abc)", "21.0.0"),
        ("gcc (Debian 12.2.0-14) 12.2.0", None),
    ],
)
def test_versions_are_read_as_the_distributions_print_them(said: str, version: str | None) -> None:
    assert parse_version(said) == version


def test_the_newest_usable_clang_is_taken(cache: Cache, path_of) -> None:
    environment = path_of(clang="clang version 15.0.7", clang_19="clang version 19.1.7", clang_9="clang version 9.0.0")
    found = find_toolchain(cache, environment)
    assert (found.kind, found.version, Path(found.command[0]).name) == ("clang", "19.1.7", "clang-19")
    assert found.flags() == ()


def test_a_clang_newer_than_llvmlite_is_passed_over(cache: Cache, path_of) -> None:
    environment = path_of(clang=f"clang version {NEWEST_LLVM + 1}.0.0", clang_16="clang version 16.0.0")
    assert find_toolchain(cache, environment).version == "16.0.0"


def test_without_any_compiler_the_message_says_what_to_install(cache: Cache, path_of, no_zig: None) -> None:
    environment = path_of(clang=f"clang version {NEWEST_LLVM + 1}.0.0")
    with pytest.raises(UserError, match=r"(?s)is LLVM 23\.0\.0.*pip install 'raddle\[zig\]'"):
        find_toolchain(cache, environment)


def test_a_compiler_is_asked_for_its_version_once(cache: Cache, path_of, tmp_path: Path) -> None:
    environment = path_of(clang="clang version 15.0.7")
    find_toolchain(cache, environment)
    find_toolchain(cache, environment)
    assert (tmp_path / "asked").read_text() == "asked\n"


def test_a_compiler_that_changed_is_asked_again(cache: Cache, path_of) -> None:
    find_toolchain(cache, path_of(clang="clang version 15.0.7"))
    assert find_toolchain(cache, path_of(clang="clang version 15.0.17")).version == "15.0.17"


def test_the_named_compiler_wins(cache: Cache, path_of) -> None:
    environment = path_of(clang="clang version 19.0.0", mine="clang version 15.0.0")
    found = find_toolchain(cache, {**environment, "RADDLE_CLANG": "mine -m64"})
    assert found.version == "15.0.0"
    assert found.command[1:] == ("-m64",)


def test_a_named_zig_is_known_as_zig(cache: Cache, path_of) -> None:
    found = find_toolchain(cache, {**path_of(zig="clang version 20.1.2"), "RADDLE_CLANG": "zig cc"})
    assert found.kind == "zig"
    assert found.driver("c++")[-1] == "c++"


def test_the_embedded_compiler_can_be_named_though_there_is_a_clang(cache: Cache, path_of, tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    environment = {**path_of(clang="clang version 19.0.0"), "HOME": str(tmp_path), "RADDLE_CLANG": "zig"}
    found = find_toolchain(cache, environment)
    assert (found.kind, Path(found.command[-2]).name, found.command[-1]) == ("zig", "zig", "cc")


def test_an_embedded_compiler_that_is_not_installed_is_the_users_error(cache: Cache, path_of, no_zig: None) -> None:
    with pytest.raises(UserError, match=r"(?s)no embedded compiler.*pip install 'raddle\[zig\]'"):
        find_toolchain(cache, {**path_of(clang="clang version 19.0.0"), "RADDLE_CLANG": "zig"})


@pytest.mark.parametrize("name", ["absent", "gcc", "new"])
def test_a_named_compiler_that_cannot_be_used_is_the_users_error(cache: Cache, path_of, name: str) -> None:
    environment = path_of(gcc="gcc 12", new=f"clang version {NEWEST_LLVM + 1}.1")
    with pytest.raises(UserError, match=f"RADDLE_CLANG={name}"):
        find_toolchain(cache, {**environment, "RADDLE_CLANG": name})


def _libraries_of(found: Toolchain) -> Path:
    env, choice, *_ = found.command
    assert env == "/usr/bin/env"
    return Path(choice.removeprefix("ZIG_GLOBAL_CACHE_DIR="))


def test_a_zig_whose_cache_cannot_be_written_gets_a_part_of_ours(cache: Cache, path_of, tmp_path: Path) -> None:
    """Also where only HOME is read-only, and RADDLE_CACHE names a folder that is not."""
    (tmp_path / "file").write_text("")
    environment = {**path_of(zig="clang version 20.1.2"), "RADDLE_CLANG": "zig cc"}
    usual = _libraries_of(find_toolchain(cache, {**environment, "HOME": str(tmp_path / "home")}))
    assert usual.is_dir() and usual.parent == tmp_path / "home" / ".cache" / "zig"
    for poor in ({"HOME": str(tmp_path / "file")}, {"HOME": str(tmp_path), "ZIG_GLOBAL_CACHE_DIR": "/proc/none"}, {}):
        found = find_toolchain(cache, {**environment, **poor})
        assert found.kind == "zig" and found.driver("c++")[-1] == "c++"
        assert _libraries_of(found).parent == cache.root / "zig"


def test_two_installations_of_zig_do_not_share_their_libraries(cache: Cache, path_of, tmp_path: Path) -> None:
    """Each would take what the other has built for outdated, and build the C++ library anew at every turn."""
    one = {**path_of(zig="clang version 20.1.2"), "HOME": str(tmp_path), "RADDLE_CLANG": "zig cc"}
    (tmp_path / "second").mkdir()
    copied = shutil.copy(shutil.which("zig", path=one["PATH"]) or "", tmp_path / "second" / "zig")
    first = _libraries_of(find_toolchain(cache, one))
    second = _libraries_of(find_toolchain(cache, {**one, "RADDLE_CLANG": f"{copied} cc"}))
    assert first.parent == second.parent and first != second
    assert first == _libraries_of(find_toolchain(cache, one))


def test_where_zig_keeps_its_libraries_is_for_the_user_to_choose(cache: Cache, path_of, tmp_path: Path) -> None:
    chosen = {"ZIG_GLOBAL_CACHE_DIR": str(tmp_path / "mine"), "RADDLE_CLANG": "zig cc"}
    assert len(find_toolchain(cache, {**path_of(zig="clang version 20.1.2"), **chosen}).command) == 2


def test_libraries_of_a_zig_that_is_gone_are_removed(cache: Cache, tmp_path: Path) -> None:
    kept, gone = tmp_path / "raddle-1", tmp_path / "raddle-2"
    for folder, program in ((kept, "/usr/bin/env"), (gone, str(tmp_path / "removed" / "zig"))):
        folder.mkdir()
        (folder / "made-for").write_text(program)
    command = ("/usr/bin/env", f"ZIG_GLOBAL_CACHE_DIR={tmp_path / 'raddle-3'}", shutil.which("true") or "", "cc")
    (tmp_path / "raddle-3").mkdir()
    Toolchain(command, "zig", "20.1.2").prepare("c", cache, lambda _said: None)
    assert kept.is_dir() and not gone.exists()


def test_zig_needs_its_defaults_undone_and_clang_does_not() -> None:
    zig = Toolchain(("ziglang/zig", "cc"), "zig", "20.1.2")
    assert "-fno-sanitize=undefined" in zig.flags()
    assert zig.driver("c++") == ("ziglang/zig", "c++")
    assert Toolchain(("clang",), "clang", "14.0.6").driver("c++") == ("clang", "--driver-mode=g++")


def test_zig_is_prepared_once_and_says_so(cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "libraries").mkdir()
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(tmp_path / "libraries"))
    zig = Toolchain(("true", "cc"), "zig", "20.1.2")
    said: list[str] = []
    zig.prepare("c", cache, said.append)
    zig.prepare("c", cache, said.append)
    assert said == ["preparing the compiler, once"]


def test_a_zig_that_cannot_link_is_not_marked_as_prepared(cache: Cache) -> None:
    zig = Toolchain(("false", "cc"), "zig", "20.1.2")
    said: list[str] = []
    for _ in range(2):
        with pytest.raises(ToolError, match="cannot link"):
            zig.prepare("c", cache, said.append)
    assert len(said) == 2


def test_clang_needs_no_preparation(cache: Cache) -> None:
    said: list[str] = []
    Toolchain(("clang",), "clang", "14.0.6").prepare("c", cache, said.append)
    assert said == []


@pytest.mark.compiler
def test_the_compiler_of_this_machine_compiles(tmp_path: Path) -> None:
    try:
        found = find_toolchain(Cache.of_user())
    except UserError as error:
        pytest.skip(str(error))
    (tmp_path / "a.c").write_text("int main(void) { return 3; }\n")
    command = (*found.driver("c"), *found.flags(), str(tmp_path / "a.c"), "-o", str(tmp_path / "a"))
    assert module.run(command).ok
    assert module.run([tmp_path / "a"]).status == 3
