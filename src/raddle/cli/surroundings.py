"""What a command finds around it: the cache, standard input, folders for what it is to write. What is missing there is
said before all the work, rather than after it."""

import argparse
import os
import select
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from raddle.base.cache import fallback_directory
from raddle.base.errors import UserError
from raddle.base.time_limit import ending_at, hard_grace_s
from raddle.cli.printing import say
from raddle.options import ends_at
from raddle.testing import readiness
from raddle.testing.runs import RecordOrder, Sources

PATIENCE_S: Final = 1.0
NO_PROC: Final = (
    "there is no /proc: a thread that sleeps in a system call cannot be noticed, and the others will wait for it"
)


def look_round() -> None:
    """What the surroundings do not give is said once, before the work."""
    fallback = _find_a_cache()
    if fallback is not None:
        say(f"the cache cannot be written: using {fallback} (RADDLE_CACHE names a folder for it)")
    if not Path("/proc/self/stat").exists():
        say(NO_PROC)


def _find_a_cache() -> Path | None:
    """The one that stands in for the user's own, if that cannot be written; what we start will use it too."""
    fallback = fallback_directory(os.environ)
    if fallback is not None:
        os.environ["RADDLE_CACHE"] = str(fallback)
    return fallback


def read_stdin() -> bytes | None:
    """All of it, so that it can be given again; None: a terminal, which the program reads itself."""
    try:
        if sys.stdin is None:
            return b""
        if sys.stdin.isatty():
            return None
        descriptor = sys.stdin.fileno()
    except (ValueError, OSError):
        return b""
    ready, _, _ = select.select([descriptor], [], [], PATIENCE_S)
    if not ready:
        say("reading standard input to its end, to keep it (</dev/null gives the program none)")
    return sys.stdin.buffer.read()


def with_a_compiler(target: object, begun: float) -> float:
    """When the budget of what is to be built begins: what is made ready once a machine does not count."""
    if not isinstance(target, RecordOrder) or not isinstance(target.program, Sources):
        return begun
    since = time.monotonic()
    readiness.make_ready(target.program, say)
    return begun + time.monotonic() - since


@contextmanager
def in_the_budget(chosen: argparse.Namespace, begun: float) -> Iterator[None]:
    """TimeIsOver: the command did not come to an end by itself in time."""
    with ending_at(ends_at(chosen, begun), hard_grace_s(chosen.budget)):
        yield


def look_for_folder(output: Path | None) -> None:
    if output is not None and not output.absolute().parent.is_dir():
        raise UserError("no such folder", where=output.parent, advice="-o names the file for the report")


def make_folder(chosen: Path | None, advice: str) -> None:
    if chosen is not None:
        try:
            chosen.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError("no folder can be made there", where=chosen, advice=advice) from error


@contextmanager
def folder_for_witnesses(chosen: Path | None) -> Iterator[Path]:
    """Looked at before all the work, rather than after it. Where nothing can be written here, a temporary one."""
    make_folder(chosen, "--witnesses names the folder where witnesses go")
    if os.access(chosen or Path(), os.W_OK | os.X_OK):
        yield chosen or Path()
        return
    if chosen is not None:
        raise UserError("nothing can be written there", where=chosen, advice="--witnesses DIR puts them elsewhere")
    folder = Path(tempfile.mkdtemp(prefix="raddle-witnesses-"))
    say(f"nothing can be written here: witnesses go to {folder} (--witnesses DIR puts them elsewhere)")
    try:
        yield folder
    finally:
        with suppress(OSError):  # it stays where there is something in it
            folder.rmdir()
