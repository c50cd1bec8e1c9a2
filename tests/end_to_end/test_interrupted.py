"""Whatever ends raddle ends what it started, and leaves nothing behind; two at once do not disturb each other."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from raddle.trace.recording import load_recording
from tests.support.command import COMMAND, ENVIRONMENT, WITH_SIGNALS, raddle, source
from tests.support.limits import HANG_S

WAITS_FOR_EVER = """#include <unistd.h>
int main(void) {
    int ends[2];
    char byte;
    FILE *file = fopen("pid.part", "w");
    fprintf(file, "%d", getpid());
    fclose(file);
    rename("pid.part", "pid");
    pipe(ends);
    read(ends[0], &byte, 1);
}
"""
LOST_UPDATE = """#include <assert.h>
int x;
void *add(void *arg) { x++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    x++;
    pthread_join(t, NULL);
    assert(x == 2);
}
"""

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def wait_until(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + HANG_S
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return holds()


def is_gone(process: int) -> bool:
    """Also when nobody has asked for its status yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def started(folder: Path, command: str) -> tuple[subprocess.Popen[str], int]:
    """raddle at work on a program that does not end by itself, and the program's process."""
    (folder / "temporary").mkdir()
    environment = {**ENVIRONMENT, "TMPDIR": str(folder / "temporary")}
    words = [*WITH_SIGNALS, *COMMAND, *command.split(), str(source(folder, WAITS_FOR_EVER))]
    process = subprocess.Popen(
        words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )  # fmt: skip
    assert wait_until((folder / "pid").exists)
    return process, int((folder / "pid").read_text())


@pytest.mark.parametrize(
    ("command", "number"),
    [
        ("check", signal.SIGHUP),
        ("diagnose", signal.SIGINT),
        ("record", signal.SIGINT),
        ("record", signal.SIGHUP),
    ],
)
def test_a_signal_ends_all_and_leaves_only_what_was_recorded(
    tmp_path: Path, command: str, number: signal.Signals
) -> None:
    process, program = started(tmp_path, command)
    process.send_signal(number)
    _, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 128 + number
    assert err.endswith("raddle: interrupted\n") and "Traceback" not in err
    assert is_gone(program)
    assert not list((tmp_path / "temporary").iterdir())
    kept = {"test.rdl"} if command == "record" else set()
    assert {path.name for path in tmp_path.iterdir()} == {"test.c", "pid", "temporary"} | kept
    assert all(load_recording(tmp_path / name).events for name in kept)


@pytest.mark.parametrize(
    ("command", "number", "verdict"),
    [
        ("check", signal.SIGINT, "Inconclusive: not looked for: failures, failing exit statuses, data races,"),
        ("check", signal.SIGTERM, "Inconclusive: not looked for: failures, failing exit statuses, data races,"),
        ("check --format json", signal.SIGINT, '"ended": "it was interrupted"'),
        ("verify", signal.SIGINT, "UNKNOWN: it was interrupted"),
    ],
)
def test_a_signal_that_stops_a_command_has_it_tell_what_is_known(
    tmp_path: Path, command: str, number: signal.Signals, verdict: str
) -> None:
    process, program = started(tmp_path, command)
    process.send_signal(number)
    out, err = process.communicate(timeout=HANG_S)
    assert process.returncode == 3
    assert verdict in out and "interrupted" in out
    assert not err
    assert is_gone(program)
    assert not list((tmp_path / "temporary").iterdir())
    assert {path.name for path in tmp_path.iterdir()} == {"test.c", "pid", "temporary"}


def test_the_program_does_not_outlive_a_raddle_that_was_killed(tmp_path: Path) -> None:
    process, program = started(tmp_path, "record")
    process.kill()
    process.communicate(timeout=HANG_S)
    assert wait_until(lambda: is_gone(program))


def test_a_signal_that_the_parent_has_switched_off_stays_off(tmp_path: Path) -> None:
    line = f"trap '' HUP; exec {' '.join(COMMAND)} record test.c"
    source(tmp_path, WAITS_FOR_EVER)
    process = subprocess.Popen(
        [*WITH_SIGNALS, "/bin/sh", "-c", line], cwd=tmp_path, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert wait_until((tmp_path / "pid").exists)
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=HANG_S) == 128 + signal.SIGTERM


def test_what_the_suite_was_started_with_does_not_matter() -> None:
    """Without this the tests above failed under nohup, and as a job of a shell."""
    ask = "import signal; print(*(signal.getsignal(n).name for n in (signal.SIGHUP, signal.SIGTERM)))"
    ask += "; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    line = 'trap "" INT HUP TERM; exec "$@"'
    command = ["/bin/sh", "-c", line, "sh", *WITH_SIGNALS, COMMAND[0], "-c", ask]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "SIG_DFL SIG_DFL\nTrue\n"


def test_two_at_once_in_one_folder_both_succeed(tmp_path: Path) -> None:
    text = source(tmp_path, LOST_UPDATE)
    checked = ["check", "--property", "assertions", str(text)]
    commands = [checked, checked, ["record", str(text)], ["record", str(text)]]
    running = [
        subprocess.Popen(
            [*COMMAND, *words], cwd=tmp_path, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        for words in commands
    ]
    assert [process.wait(timeout=HANG_S) for process in running] == [1, 1, 0, 0]
    assert {path.name for path in tmp_path.iterdir()} == {"test.c", "test.rdl", "test.line12.witness"}
    assert raddle("replay", tmp_path / "test.rdl").status == 0
    assert "replayed: assert line 12" in raddle("replay", tmp_path / "test.line12.witness").err


def test_a_worker_does_not_outlive_its_parent(tmp_path: Path) -> None:
    script = """
import os, sys, time
from raddle.predict.groups import decide_all
def decide(check):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(600)
list(decide_all([[1], [2]], decide, jobs=2, limit_s=None, told=print))
"""
    process = subprocess.Popen([COMMAND[0], "-c", script], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    workers = [int(process.stdout.readline()) for _ in range(2)]
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert all(wait_until(lambda worker=worker: is_gone(worker)) for worker in workers)  # type: ignore[misc]
