"""The failing schedule on the real program, without raddle: the SHOW build waits where it has to.

An assertion aborts; what would deadlock or misuse a lock says so just before; AddressSanitizer sees a use after free
(the build touches the text just before the function does); ThreadSanitizer sees a race where it looks into the
function: where it does not, the race is there by construction, since nothing orders the two threads.
"""

import signal
import subprocess
from pathlib import Path
from typing import Final

from tests.support.outside.program import Program

LIMIT_S: Final = 120.0
_SHOWN: Final = 77
_FLAGS: Final = ("-g", "-w", "-pthread")


class Broken(Exception):
    """The generator's own fault."""


def built(program: Program, source: Path, out: Path, *flags: str) -> Path:
    compiler = ("g++", "-std=c++17") if program.cxx else ("gcc", "-std=gnu11")
    _run([*compiler, *_FLAGS, *flags, str(source), *library_flags(program, source.parent), "-o", str(out), "-lm"])
    return out


def library_flags(program: Program, folder: Path) -> tuple[str, ...]:
    """The library of somebody else is built here, if there is one."""
    if program.function.library is None:
        return ()
    code, library = folder / "somebody.c", folder / "libsomebody.so"
    if not library.exists():
        code.write_text(program.function.library)
        _run(["gcc", "-shared", "-fPIC", "-O1", str(code), "-o", str(library)])
    return (str(library), f"-Wl,-rpath,{folder}")


def show_failure(program: Program, source: Path, folder: Path) -> str:
    """In: its text, not the twin's. Out: by what it was shown. Raises Broken."""
    sanitizer = {"memory": ("-fsanitize=address",), "races": ("-fsanitize=thread",)}.get(program.property, ())
    ended = _ended(built(program, source, folder / "shown", "-DSHOW", *sanitizer))
    match program.property:
        case "assertions":
            return _claimed(ended.returncode == -signal.SIGABRT, "assertion", ended)
        case "memory":
            return _claimed("heap-use-after-free" in ended.stderr, "AddressSanitizer", ended)
        case "races":
            return "ThreadSanitizer" if "data race" in ended.stderr else "construction"
        case _:
            return _claimed(ended.returncode == _SHOWN, program.property, ended)


def show_twin(program: Program, source: Path, folder: Path) -> None:
    """Once, as it comes."""
    ended = _ended(built(program, source, folder / "twin-shown"))
    _claimed(ended.returncode == 0, "twin", ended)


def _claimed(shown: bool, by: str, ended: subprocess.CompletedProcess[str]) -> str:
    if not shown:
        raise Broken(f"{by}: not shown, status {ended.returncode}: {ended.stderr[-600:]}")
    return by


def _ended(program: Path) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            [program],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LIMIT_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired as late:
        raise Broken(f"no end: {program}") from late


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    if done.returncode:
        raise Broken(f"{' '.join(command)}: {done.stderr[:1500]}")
