"""What a program exports: what it did before and the runtime, with either linker."""

import struct
import subprocess
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.toolchain import Toolchain, find_toolchain
from raddle.capture.command_line import Flag, Input
from raddle.capture.elf import section
from raddle.capture.exports import known_to, program_exports
from raddle.capture.runtime import runtime_names

ZIG = Toolchain(("python", "-m", "ziglang", "cc"), "zig", "20.1.2")
CLANG = Toolchain(("clang",), "clang", "19.1.0")


def flags(*words: str) -> list[Flag]:
    return [Flag((word,)) for word in words]


def test_zig_is_not_told_of_single_names_and_clang_is(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("{ one; /* not; these; */ two; };\n")
    given = flags("-Wl,--export-dynamic-symbol=name", "-Wl,-z,now,--dynamic-list,list,--gc-sections", "-lm", "-Wl,-x")
    given += [Flag(("-Xlinker", "--export-dynamic-symbol=other")), Flag(("-Xlinker", "-z,x"))]
    assert known_to(CLANG, given, tmp_path) == given
    assert known_to(ZIG, given, tmp_path) == [*flags("-Wl,-z,now,--gc-sections", "-lm", "-Wl,-x"), given[-1]]


@pytest.mark.parametrize(
    "word", ["-Wl,--export-dynamic-symbol=a*", "-Wl,--dynamic-list=missing", "-Wl,--dynamic-list=patterns"]
)
def test_what_is_more_than_names_is_left_for_zig_to_refuse(tmp_path: Path, word: str) -> None:
    (tmp_path / "patterns").write_text('{ extern "C++" { a::*; }; };\n')
    assert known_to(ZIG, flags(word), tmp_path) == flags(word)


@pytest.mark.compiler
def test_the_linker_exports_these_names_and_no_others(tmp_path: Path) -> None:
    """The compiler's own linker is asked, on a program that has one of the runtime's names."""
    cache = Cache.of_user()
    toolchain = find_toolchain(cache)
    name = min(name for name in runtime_names(toolchain, cache) if name.startswith("__raddle_"))
    (tmp_path / "p.c").write_text(f"int {name}, asked, own;\nint main(void) {{ return own; }}\n")
    (tmp_path / "list").write_text("{ asked; missing; };\n")
    items = [Input("p.c"), *flags("-Wl,--dynamic-list=list", "-Wl,--no-as-needed")]
    exports = program_exports(toolchain, cache, items, tmp_path)
    words = [word for item in exports.items for word in (item.words if isinstance(item, Flag) else ("p.c",))]
    command = [*toolchain.command, *toolchain.flags(), *words, *exports.words, "-o", "p"]
    subprocess.run(command, cwd=tmp_path, check=True, stdin=subprocess.DEVNULL)
    raw = (tmp_path / "p").read_bytes()
    exported = dynamic_names(raw)
    assert {name, "asked"} <= exported and not exported & {"own", "missing"}
    assert b"raddle" not in needed(raw)


def dynamic_names(raw: bytes) -> set[str]:
    symbols, names = section(raw, ".dynsym"), section(raw, ".dynstr")
    found = set()
    for at in range(0, len(symbols), 24):
        name, _, _, index = struct.unpack_from("<IBBH", symbols, at)
        if index:
            found.add(names[name : names.find(b"\0", name)].decode())
    return found


def needed(raw: bytes) -> bytes:
    """The names of the libraries that are loaded."""
    entries, names = section(raw, ".dynamic"), section(raw, ".dynstr")
    places = [value for tag, value in struct.iter_unpack("<QQ", entries) if tag == 1]
    return b" ".join(names[place : names.find(b"\0", place)] for place in places)
