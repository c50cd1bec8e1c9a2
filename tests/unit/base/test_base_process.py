"""Commands end as they end; limits hold for everything a command started."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from raddle.base import process
from raddle.base.bounded_output import BoundedOutput
from raddle.base.errors import ToolError
from raddle.base.process import ADDR_NO_RANDOMIZE, Interrupted, ending_on_signals, run, signal_name
from tests.support.limits import HANG_S


def test_a_command_gives_its_status_and_both_outputs() -> None:
    finished = run(["sh", "-c", "echo out; echo err >&2; exit 7"])
    assert (finished.status, finished.signal, finished.timed_out) == (7, None, False)
    assert (finished.stdout, finished.stderr) == (b"out\n", b"err\n")
    assert not finished.ok
    assert finished.ending == "exit status 7"


def test_a_signal_is_not_a_status() -> None:
    finished = run(["sh", "-c", "kill -SEGV $$"])
    assert (finished.status, finished.signal) == (None, 11)
    assert finished.ending == "signal SIGSEGV"


def test_a_command_that_does_not_exist_is_a_tool_error() -> None:
    with pytest.raises(ToolError, match="cannot start no-such-command-here"):
        run(["no-such-command-here"])


def test_bytes_are_fed_and_nothing_is_an_empty_input() -> None:
    assert run(["cat"], stdin=b"\x00\xff").stdout == b"\x00\xff"
    assert run(["cat"]).stdout == b""


def test_a_descriptor_can_be_the_input(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("from a file")
    with (tmp_path / "in").open("rb") as file:
        assert run(["cat"], stdin=file.fileno()).stdout == b"from a file"


def test_folder_and_environment_are_the_given_ones(tmp_path: Path) -> None:
    finished = run(["/bin/sh", "-c", "pwd; echo $WHO"], cwd=tmp_path, env={"WHO": "me"})
    assert finished.stdout_text.splitlines() == [str(tmp_path.resolve()), "me"]


def test_the_limit_ends_the_whole_group_and_keeps_what_was_said(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    script = f"sleep {HANG_S} & echo $! > {note}; echo said; while :; do :; done"
    finished = run(["sh", "-c", script], limit_s=0.3)
    assert finished.timed_out
    assert not finished.ok
    assert finished.ending == "time limit"
    assert finished.stdout == b"said\n"
    assert not _is_running(int(note.read_text()))


def test_the_limit_holds_when_the_command_has_ended_but_its_child_has_the_pipe(tmp_path: Path) -> None:
    assert run(["sh", "-c", f"sleep {HANG_S} & exit 0"], limit_s=0.05).timed_out


def test_waiting_is_no_work_but_does_not_last_for_ever() -> None:
    assert run(["sleep", "1.5"], limit_s=1).ok
    assert run(["sleep", str(HANG_S)], limit_s=0.05).timed_out


def test_the_end_of_the_whole_ends_a_command_that_has_a_limit_of_its_own() -> None:
    assert run(["sleep", str(HANG_S)], limit_s=HANG_S, until=time.monotonic() + 0.1).timed_out
    assert run(["true"], limit_s=HANG_S, until=time.monotonic() + HANG_S).ok


def test_what_is_fed_is_fed_once_however_often_the_limit_is_looked_at() -> None:
    finished = run(["sh", "-c", "sleep 0.3; cat"], stdin=b"once", limit_s=5)
    assert finished.ok and finished.stdout == b"once"


def test_without_capture_the_output_goes_to_ours(capfd: pytest.CaptureFixture[str]) -> None:
    finished = run(["echo", "straight through"], capture=False)
    assert finished.stdout == b""
    assert capfd.readouterr().out == "straight through\n"


def test_fixed_addresses_hold_for_the_command_only_and_are_not_required() -> None:
    ask = [sys.executable, "-c", "import ctypes; print(ctypes.CDLL(None).personality(0xffffffff))"]
    before = run(ask).stdout
    fixed = run(ask, fixed_addresses=True)
    assert fixed.ok
    if int(fixed.stdout) != -1:
        denied = fixed.stdout == before
        assert denied or int(fixed.stdout) & ADDR_NO_RANDOMIZE
    assert run(ask).stdout == before


def test_a_signal_without_a_name_is_its_number() -> None:
    assert signal_name(6) == "SIGABRT"
    assert signal_name(4242) == "4242"


def _is_running(pid: int) -> bool:
    deadline = time.monotonic() + HANG_S
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        if state == "Z":
            return False
        os.sched_yield()
    return True


def test_a_signal_waits_until_the_pipes_are_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two readers of one pipe would disturb each other."""
    whole: list[BoundedOutput] = []

    def taken_over(*pipes_and_bound: Any) -> BoundedOutput:
        os.kill(os.getpid(), signal.SIGTERM)
        whole.append(BoundedOutput(*pipes_and_bound))
        return whole[0]

    monkeypatch.setattr(process, "BoundedOutput", taken_over)
    with ending_on_signals(), pytest.raises(Interrupted):
        run(["true"], most_output=100)
    assert whole
