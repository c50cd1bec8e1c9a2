"""Work in a fork: every ending of it is told, and none of them is ours."""

import faulthandler
import os
import signal
import sys
import time
from pathlib import Path

from raddle.base.errors import UserError
from raddle.base.exits import Exit
from raddle.base.forked import Ending, run_forked


def test_what_it_writes_to_files_stays(tmp_path: Path) -> None:
    assert run_forked((tmp_path / "made").touch, limit_s=60) == Ending(0, "")
    assert (tmp_path / "made").exists()


def test_an_abort_ends_the_fork_only() -> None:
    def work() -> None:
        sys.stderr.write("LLVM ERROR: something\n")
        sys.stderr.flush()
        faulthandler.disable()  # pytest's own, which would tell of it
        os.abort()

    assert run_forked(work, limit_s=60) == Ending(-signal.SIGABRT, "LLVM ERROR: something\n")


def test_an_error_of_ours_keeps_its_status_and_words() -> None:
    def work() -> None:
        raise UserError("not supported", where="a.c")

    assert run_forked(work, limit_s=60) == Ending(int(Exit.USER_ERROR), "a.c: not supported")


def test_any_other_error_is_our_fault_with_its_traceback() -> None:
    def work() -> None:
        raise ValueError("odd")

    ending = run_forked(work, limit_s=60)
    assert ending.status == Exit.INTERNAL_ERROR
    assert "Traceback" in ending.said and "ValueError: odd" in ending.said


def test_what_takes_too_long_is_ended() -> None:
    def work() -> None:
        while True:
            pass

    assert run_forked(work, limit_s=0.1).status == -signal.SIGPROF


def test_waiting_is_no_work() -> None:
    assert run_forked(lambda: time.sleep(0.5), limit_s=0.2).status == 0
