"""The only code that prints. The program under test owns stdin and stdout; what raddle says of a run goes to stderr."""

import argparse
import os
import sys
from contextlib import AbstractContextManager
from pathlib import Path

from raddle.base.errors import UserError
from raddle.base.whole_file import write_whole
from raddle.report.progress import Silent, Stages


def say(text: str) -> None:
    print(f"raddle: {text}", file=sys.stderr, flush=True)


def show_written(written: bytes) -> None:
    """Of a program under test, to stderr, without the lines of the runtime in it."""
    lines = written.splitlines(keepends=True)
    sys.stderr.buffer.write(b"".join(line for line in lines if not line.startswith(b"raddle: ")))
    sys.stderr.flush()


def show_line(text: str) -> None:
    print(text)


def flush() -> None:
    sys.stdout.flush()


def put(text: str, path: Path | None) -> None:
    if path is None:
        print(text.rstrip("\n"))
        sys.stdout.flush()
        return
    try:
        write_whole(path, f"{text.rstrip()}\n".encode())
    except OSError as error:
        raise UserError(f"it cannot be written: {error.strerror or error}", where=path) from error


def put_report(text: str, output: Path | None) -> None:
    try:
        put(text, output)
    except BrokenPipeError:  # the answer stays what it is
        nobody_reads()


def colored(chosen: argparse.Namespace) -> bool:
    return chosen.output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


def shown_progress() -> AbstractContextManager[Stages]:
    """What draws it is loaded only where there is a terminal."""
    if not sys.stderr.isatty():
        return Silent()
    from raddle.report.progress_line import on_stderr  # noqa: PLC0415

    return on_stderr()


def nobody_reads() -> None:
    """Whoever read our stdout has gone: keeps the interpreter from trying again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
