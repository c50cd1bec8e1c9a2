"""A patch goes into the user's own files: the texts that were verified, into all of them or none."""

import errno
from pathlib import Path

import pytest

from raddle.base.errors import UserError
from raddle.repair.applying import apply_patch


def written(folder: Path, **texts: str) -> dict[str, str]:
    """Files `name.c` of these texts, by absolute path."""
    for name, text in texts.items():
        (folder / f"{name}.c").write_text(text)
    return {str(folder / f"{name}.c"): text for name, text in texts.items()}


def test_several_files_are_changed_and_keep_their_permissions(tmp_path: Path) -> None:
    texts = written(tmp_path, one="1\n", two="2\n", three="3\n")
    (tmp_path / "two.c").chmod(0o640)
    changed = {str(tmp_path / "one.c"): "eins\n", str(tmp_path / "two.c"): "zwei\r\n\udcff"}
    assert apply_patch(changed, texts) == tuple(changed)
    assert (tmp_path / "one.c").read_bytes() == b"eins\n"
    assert (tmp_path / "two.c").read_bytes() == b"zwei\r\n\xff"
    assert (tmp_path / "two.c").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "three.c").read_text() == "3\n"
    assert len(list(tmp_path.iterdir())) == 3


def test_files_of_the_same_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for name in ("a", "lib"):
        (tmp_path / name).mkdir()
    texts = written(tmp_path, main="m\n") | written(tmp_path / "a", main="m\n") | written(tmp_path / "lib", main="m\n")
    apply_patch({str(tmp_path / "main.c"): "changed\n"}, texts)
    assert [Path(path).read_text() for path in texts] == ["changed\n", "m\n", "m\n"]


@pytest.mark.parametrize("meanwhile", ["other\n", None])
def test_nothing_is_applied_where_any_source_has_changed_meanwhile(tmp_path: Path, meanwhile: str | None) -> None:
    texts = written(tmp_path, one="1\n", two="2\n")
    (tmp_path / "two.c").unlink()
    if meanwhile is not None:
        (tmp_path / "two.c").write_text(meanwhile)
    with pytest.raises(UserError, match=r"two\.c: it has changed meanwhile: nothing was applied"):
        apply_patch({str(tmp_path / "one.c"): "eins\n"}, texts)
    assert (tmp_path / "one.c").read_text() == "1\n"
    assert len(list(tmp_path.iterdir())) == (1 if meanwhile is None else 2)


def cannot_replace(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """A file of that name with that text, as if it were a mount point."""
    real = Path.replace

    def replaced(self: Path, target: Path) -> Path:
        if target.name == name and target.read_text() == text:
            raise OSError(errno.EBUSY, "Device or resource busy", str(target))
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replaced)


def test_where_a_second_file_cannot_be_replaced_the_first_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = written(tmp_path, one="1\n", two="2\n")
    (tmp_path / "one.c").chmod(0o640)
    cannot_replace(monkeypatch, "two.c", "2\n")
    with pytest.raises(UserError, match=r"two\.c: cannot be written: Device or resource busy: nothing was applied"):
        apply_patch(dict.fromkeys(texts, "new\n"), texts)
    assert [Path(path).read_text() for path in texts] == ["1\n", "2\n"]
    assert (tmp_path / "one.c").stat().st_mode & 0o777 == 0o640
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_that_cannot_be_put_back_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = written(tmp_path, one="1\n", two="2\n", three="3\n")
    cannot_replace(monkeypatch, "three.c", "3\n")
    cannot_replace(monkeypatch, "two.c", "new\n")
    with pytest.raises(UserError, match=r"these stay changed: \S*/two\.c"):
        apply_patch(dict.fromkeys(texts, "new\n"), texts)
    assert [Path(path).read_text() for path in texts] == ["1\n", "new\n", "3\n"]


def test_a_file_that_cannot_be_written_beside_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = written(tmp_path, one="1\n")

    def full(descriptor: int, mode: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fchmod", full)
    with pytest.raises(UserError, match="cannot be written: No space left on device: nothing was applied"):
        apply_patch(dict.fromkeys(texts, "new\n"), texts)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["1\n"]
