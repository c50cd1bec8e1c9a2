"""A mark fits what it was made for, and only for whoever has the secret."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.base.own_mark import Commands, is_own, mark_of

COMMANDS = Commands("/home/me/bank", "5f0c", ("--fast",), {"TZ": "UTC"}, "rm -f out.txt")


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RADDLE_CACHE", str(tmp_path / "cache"))


def test_what_was_marked_here_is_own() -> None:
    assert is_own(COMMANDS, mark_of(COMMANDS))
    assert is_own(replace(COMMANDS, arguments=["--fast"]), mark_of(COMMANDS))


@pytest.mark.parametrize(
    "other",
    [
        replace(COMMANDS, program="/bin/sh"),
        replace(COMMANDS, sha256="0"),
        replace(COMMANDS, arguments=("--fast", "-c")),
        replace(COMMANDS, arguments=("--fast -c",)),
        replace(COMMANDS, environment={"TZ": "UTC", "LD_PRELOAD": "x.so"}),
        replace(COMMANDS, before=None),
        replace(COMMANDS, before="rm -rf ."),
        replace(COMMANDS, folder="/etc"),
    ],
)
def test_a_mark_is_of_everything_that_would_be_run(other: Commands) -> None:
    assert not is_own(other, mark_of(COMMANDS))


@pytest.mark.parametrize("mark", [None, "", "0" * 64, "é"])
def test_a_mark_that_is_none_does_not_fit(mark: str | None) -> None:
    assert not is_own(COMMANDS, mark)


def test_somebody_else_has_another_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = mark_of(COMMANDS)
    monkeypatch.setenv("RADDLE_CACHE", str(tmp_path / "theirs"))
    assert not is_own(COMMANDS, mark)


def test_the_secret_is_for_nobody_else_to_read(tmp_path: Path) -> None:
    mark = mark_of(COMMANDS)
    secret = tmp_path / "cache" / f"secret-{os.getuid()}"
    assert secret.stat().st_mode & 0o777 == 0o600
    secret.chmod(0o644)
    assert not is_own(COMMANDS, mark)


def test_without_a_cache_nothing_is_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RADDLE_CACHE", str(tmp_path / "file" / "cache"))
    assert mark_of(COMMANDS) is None
    assert not is_own(COMMANDS, "0" * 64)
