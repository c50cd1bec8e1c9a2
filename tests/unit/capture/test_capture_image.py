"""The IR that a program carries, and the text that tells the runtime what to do."""

import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raddle.base.errors import UserError
from raddle.base.segments import Input, Segment, TimeOut, Wake
from raddle.capture.control import Control, RandomPolicy
from raddle.capture.image import (
    EmbeddedModule,
    ProgramImage,
    load_image,
    load_library,
    parse_ir_section,
    relevant_environment,
)


def entry(digest: str, text: bytes) -> bytes:
    packed = zlib.compress(text)
    return struct.pack("<8sQ64s", b"RADDLEIR", len(packed), digest.encode()) + packed


@given(st.lists(st.tuples(st.from_regex(r"[0-9a-f]{64}", fullmatch=True), st.binary(max_size=50), st.integers(0, 3))))
def test_entries_are_found_whatever_padding_stands_between_them(texts: list[tuple[str, bytes, int]]) -> None:
    section = b""
    for digest, text, padding in texts:
        section += b"\0" * (-len(section) % 8 + 8 * padding) + entry(digest, text)
    found = list(parse_ir_section(section, "p"))
    assert [(module.hash, zlib.decompress(module.compressed)) for module in found] == [(d, t) for d, t, _ in texts]


@given(st.binary(max_size=200))
def test_a_damaged_section_is_a_user_error(garbage: bytes) -> None:
    try:
        list(parse_ir_section(garbage, "p"))
    except UserError as error:
        assert "build it again" in str(error)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda path: None, "cannot be read: No such file"),
        (lambda path: path.mkdir(), "not a regular file"),
        (lambda path: path.write_text("int x;"), "not executable"),
        (lambda path: (path.write_text("#!/bin/sh\n"), path.chmod(0o755)), "not built with raddle"),
        (lambda path: (path.write_bytes(b"\x7fELF garbage"), path.chmod(0o755)), "damaged"),
        (lambda path: (path.write_bytes(Path("/bin/sh").read_bytes()), path.chmod(0o755)), "not built with raddle"),
    ],
)
def test_what_is_no_program_of_ours(tmp_path: Path, make, complaint: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "program"
    make(path)
    with pytest.raises(UserError, match=complaint):
        load_image(path)


@pytest.mark.parametrize(
    ("at", "width", "number"),
    [
        *((0x28, 8, number) for number in (1 << 63, (1 << 64) - 1, 1 << 40)),
        *((0x3A, 2, number) for number in (0, 1, 0xFFFF)),
        *((0x3C, 2, number) for number in (0, 0xFFFF)),
        (0x3E, 2, 0xFFFF),
    ],
)
def test_a_table_of_sections_that_cannot_be_is_a_user_error(tmp_path: Path, at: int, width: int, number: int) -> None:
    program = tmp_path / "program"
    raw = bytearray(Path("/bin/sh").read_bytes())
    raw[at : at + width] = number.to_bytes(width, "little")
    program.write_bytes(raw)
    program.chmod(0o755)
    with pytest.raises(UserError):
        load_image(program)


def test_as_many_sections_as_a_file_has_no_room_for_are_a_user_error(tmp_path: Path) -> None:
    """Their number is said by the first of them, and each is as long as nothing."""
    program = tmp_path / "program"
    raw = bytearray(b"\x7fELF".ljust(64, b"\0") + bytes(64))
    raw[0x28:0x30] = (64).to_bytes(8, "little")
    raw[64 + 32 : 64 + 40] = (1 << 60).to_bytes(8, "little")
    program.write_bytes(raw)
    program.chmod(0o755)
    with pytest.raises(UserError, match="damaged"):
        load_image(program)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_a_user_error(name: str) -> None:
    for load in (load_image, load_library):
        with pytest.raises(UserError, match="no file has such a name"):
            load(Path(name))


def test_only_variables_that_the_program_names_are_kept() -> None:
    text = b'@a = constant [5 x i8] c"MODE\\00"\ndeclare ptr @getenv(ptr)\n'
    image = ProgramImage(Path("/p"), "0", (EmbeddedModule("0", zlib.compress(text)),))
    environment = {"MODE": "fast", "SECRET_KEY": "x", "TZ": "UTC"}
    assert relevant_environment(image, environment) == {"MODE": "fast", "TZ": "UTC"}


def test_variables_by_which_test_frameworks_choose_are_kept() -> None:
    image = ProgramImage(Path("/p"), "0", ())
    chosen = {"GTEST_FILTER": "Counter.*", "BOOST_TEST_LOG_LEVEL": "all", "TEST_SHARD_INDEX": "1"}
    assert relevant_environment(image, chosen | {"TEST_PASSWORD": "x", "GTESTS": "y"}) == chosen


def test_the_control_file_says_every_directive() -> None:
    control = Control(
        policy=RandomPolicy(7),
        segments=(Segment("main", 3), Segment("main.1", 9)),
        wakes=(Wake("main", 2, "main.1"),),
        time_outs=(TimeOut("main.1", 4),),
        inputs=(Input("main", 1, 1700),),
        nondet=(2, 0, -7),
        strict=True,
        events=1000,
    )
    lines = control.render(Path("/a folder/r.rdl")).splitlines()
    assert lines[:3] == ["recording /a folder/r.rdl", "policy random", "seed 7"]
    for line in (
        "segment main 3", "segment main.1 9", "choice main 2 main.1", "timeout main.1 4", "input main 1 1700",
        "nondet -7", "strict 1", "explore 0", "events 1000", "watchdog 1",
    ):  # fmt: skip
        assert line in lines
