"""A file is there as a whole or not at all."""

import os
from pathlib import Path

import pytest

from raddle.base.whole_file import write_whole


def test_a_file_is_replaced_and_has_the_permissions_of_a_new_one(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        for text in (b"one", b"two"):
            write_whole(tmp_path / "file", text)
    finally:
        os.umask(mask)
    assert (tmp_path / "file").read_bytes() == b"two"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_is_no_file_is_written_to_and_nothing_is_left_of_a_failure(tmp_path: Path) -> None:
    write_whole(Path("/dev/null"), b"gone")
    assert not Path("/dev/null").is_file()
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        write_whole(tmp_path / "folder", b"text")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
