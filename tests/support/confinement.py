"""Commands that start other commands in poorer surroundings: without a system call, a mount, a privilege, or space."""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PERSONALITY = 135
NOBODY = 65534
_WITHOUT_CALL = """
import ctypes, os, struct, sys
number, command = int(sys.argv[1]), sys.argv[2:]
filters = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050001), (0x06, 0, 0, 0x7FFF0000)]
program = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *one) for one in filters))
header = ctypes.create_string_buffer(struct.pack("=H6xQ", len(filters), ctypes.addressof(program)))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, header, 0, 0) == 0
os.execvp(command[0], command)
"""


def without_call(number: int) -> tuple[str, ...]:
    """The system call is denied, as seccomp profiles of containers do."""
    return (sys.executable, "-c", _WITHOUT_CALL, str(number))


def as_user(number: int) -> tuple[str, ...]:
    """Who may read everything, so that this Python and these sources can be had, but writes only what is theirs."""
    reading = ("--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search")
    return ("setpriv", "--reuid", str(number), "--regid", str(number), "--clear-groups", *reading)


def in_own_mounts(*commands: Sequence[str | Path]) -> tuple[str, ...]:
    """The commands change mounts that nobody else sees."""
    lines = [shlex.join(map(str, command)) for command in commands]
    return ("unshare", "-m", "/bin/sh", "-c", " && ".join([*lines, 'exec "$@"']), "sh")


def works(through: tuple[str, ...], *command: str) -> bool:
    """Whether these surroundings can be had here."""
    try:
        return subprocess.run([*through, *(command or ("true",))], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def read_only(folder: Path) -> list[list[str | Path]]:
    return [["mount", "--bind", folder, folder], ["mount", "-o", "remount,ro,bind", folder]]


def small_disk(folder: Path, size: str) -> list[list[str | Path]]:
    return [["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder]]
