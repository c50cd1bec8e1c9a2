"""A signal ends a command in time, also where C code does not give Python back."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.command import ENVIRONMENT, WITH_SIGNALS
from tests.support.limits import HANG_S

DEAF = """
import ctypes, sys, tempfile
from raddle.base.process import ending_on_signals
with ending_on_signals(), tempfile.TemporaryDirectory(prefix="raddle-") as folder:
    lock = ctypes.CDLL(None).pthread_mutex_lock
    mutex = ctypes.create_string_buffer(64)
    lock(mutex)
    print(hex(ctypes.addressof(mutex)), flush=True)
    lock(mutex)  # for ever: no signal ends that
"""
DEAF_WITH_LAST_WORDS = """
import ctypes, os
from raddle.base.process import ending_on_signals, telling_when_stopped
def last_words():
    os.write(1, b"what is known\\n")
    return 3
with ending_on_signals(), telling_when_stopped(last_words):
    lock = ctypes.CDLL(None).pthread_mutex_lock
    mutex = ctypes.create_string_buffer(64)
    lock(mutex)
    print(hex(ctypes.addressof(mutex)), flush=True)
    lock(mutex)  # for ever: no signal ends that
"""
TOLD = """
import os, signal
from raddle.base.process import Interrupted, ending_on_signals, telling, telling_when_stopped
from raddle.base.time_limit import Stopped
with ending_on_signals(), telling_when_stopped(lambda: None):
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except Stopped:
        print("stopped")
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except Interrupted as second:
        print("ended", second.number)
with ending_on_signals(), telling_when_stopped(lambda: None):
    with telling():
        os.kill(os.getpid(), signal.SIGTERM)
        print("told")
"""
TWICE = """
from raddle.base.process import ending_on_signals
for _ in range(2):
    with ending_on_signals():
        pass
import signal, threading
print(threading.active_count(), signal.set_wakeup_fd(-1))
"""
IN_FRONT = """
import os
from raddle.base.process import ending_on_signals, run_in_front
with ending_on_signals():
    print(run_in_front(["sh", "-c", f"trap '' INT; kill -INT {os.getpid()}; sleep 3; exit 7"], env=os.environ))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_what_is_deaf_to_a_signal_is_ended_and_its_temporary_folder_removed(
    number: signal.Signals, tmp_path: Path
) -> None:
    command = [*WITH_SIGNALS, sys.executable, "-c", DEAF]
    environment = {**ENVIRONMENT, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=tmp_path
    )
    assert process.stdout is not None
    mutex = process.stdout.readline().strip()
    waits_at = Path(f"/proc/{process.pid}/syscall")
    end = time.monotonic() + HANG_S
    while waits_at.read_text().split()[1:2] != [mutex] and time.monotonic() < end:
        os.sched_yield()
    assert list(tmp_path.iterdir())
    began = time.monotonic()
    process.send_signal(number)
    _, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 128 + number
    assert err == "raddle: interrupted\n"
    assert not list(tmp_path.iterdir())
    assert time.monotonic() - began < HANG_S / 2


def test_what_is_known_is_told_also_where_c_code_is_deaf() -> None:
    command = [*WITH_SIGNALS, sys.executable, "-c", DEAF_WITH_LAST_WORDS]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    assert process.stdout is not None
    mutex = process.stdout.readline().strip()
    waits_at = Path(f"/proc/{process.pid}/syscall")
    end = time.monotonic() + HANG_S
    while waits_at.read_text().split()[1:2] != [mutex] and time.monotonic() < end:
        os.sched_yield()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG_S)
    assert (process.returncode, out, err) == (3, "what is known\n", "")


def test_the_first_signal_stops_the_second_ends_and_none_disturbs_the_telling() -> None:
    command = [*WITH_SIGNALS, sys.executable, "-c", TOLD]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert done.stdout == f"stopped\nended {int(signal.SIGINT)}\ntold\n"


def test_nothing_is_left_of_it_behind_a_command() -> None:
    done = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert done.stdout == "1 -1\n"


def test_a_command_in_front_has_the_interrupt_for_itself() -> None:
    done = subprocess.run([sys.executable, "-c", IN_FRONT], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert (done.stdout, done.stderr) == ("7\n", "")
