"""LLVM in a process of its own: whatever it comes to there is told, and nothing of it is our end."""

import faulthandler
import os
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from raddle.base.errors import InternalError, UserError
from raddle.capture import emit_apart
from raddle.capture.command_line import Source
from raddle.capture.notes import BuildNote


@pytest.fixture
def emitted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., bytes]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def emitted_by(work: Callable[[], bytes], limit_s: float = 60.0) -> bytes:
        monkeypatch.setattr(emit_apart, "emit_object", lambda _bitcode, _note: work())
        return emit_apart.emit_apart(b"bitcode", BuildNote("a.c"), Source("lib/a.c", "c", None), limit_s)

    return emitted_by


def test_the_object_comes_back_and_nothing_stays(emitted: Callable[..., bytes], tmp_path: Path) -> None:
    assert emitted(lambda: b"\x7fELF" * 100_000) == b"\x7fELF" * 100_000
    assert not list(tmp_path.iterdir())


def test_an_abort_is_told_with_its_last_words_and_what_shows_it_again(
    emitted: Callable[..., bytes], tmp_path: Path
) -> None:
    def work() -> bytes:
        os.write(2, b"LLVM ERROR: something\n")
        faulthandler.disable()  # pytest's own, which would tell of it
        os.abort()

    with pytest.raises(InternalError) as raised:
        emitted(work)
    assert raised.value.what == f"cannot instrument lib/a.c (status {-signal.SIGABRT}): LLVM ERROR: something\n"
    (kept,) = tmp_path.iterdir()
    assert kept.name.startswith("raddle-failed-a-") and kept.read_bytes() == b"bitcode"
    assert raised.value.reproduce[1:] == ("-m", "raddle.capture.emit", str(kept), f"{kept}.o")


def test_what_is_not_supported_is_the_users_error_in_his_file(emitted: Callable[..., bytes]) -> None:
    def work() -> bytes:
        raise UserError("not supported", where="line 3")

    with pytest.raises(UserError) as raised:
        emitted(work)
    assert str(raised.value) == "lib/a.c: line 3: not supported"


def test_any_other_error_is_our_fault_with_its_traceback(emitted: Callable[..., bytes]) -> None:
    def work() -> bytes:
        raise ValueError("odd")

    with pytest.raises(InternalError, match=r"(?s)\(status 4\).*Traceback.*ValueError: odd"):
        emitted(work)


def test_what_takes_too_long_is_ended(emitted: Callable[..., bytes]) -> None:
    def work() -> bytes:
        while True:
            pass

    with pytest.raises(InternalError, match=rf"status -{int(signal.SIGPROF)}"):
        emitted(work, 0.1)
