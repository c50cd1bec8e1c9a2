"""The command line: the only code that prints and that sets exit statuses.

The program under test owns stdin and stdout; what raddle has to say about a run goes to stderr.
"""

import argparse
import errno
import os
import select
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from rich.console import Console

from raddle import __version__, options, pipeline, wrapper
from raddle.base.cache import fallback_directory
from raddle.base.errors import RaddleError, UserError
from raddle.base.exits import STATUS, Exit
from raddle.base.process import Interrupted, ending_on_signals
from raddle.base.whole_file import write_whole
from raddle.capture.run import Output
from raddle.explain.contrast.difference import Budget
from raddle.explain.explained import Asked
from raddle.replay.order import ReplayOrder
from raddle.replay.replay import ReplayResult
from raddle.replay.schedule import parse_schedule
from raddle.replay.witness import spell_witness
from raddle.report.as_json import json_of
from raddle.report.explanation_json import explanation_json
from raddle.report.explanation_text import explanation_text
from raddle.report.picture import can_draw
from raddle.report.progress import Progress
from raddle.report.rechecked import told_certificate
from raddle.report.replay_text import told_replay
from raddle.report.suppressions import Suppression, find_suppressions, load_suppressions
from raddle.report.text import text_of
from raddle.report.verified_json import verified_json
from raddle.report.verified_text import verified_text
from raddle.trace.misuse import misuses
from raddle.trace.print import Selection

INTERRUPTED: Final = 130
KILLED: Final = 128
"""And the number of the signal."""
PATIENCE_S: Final = 1.0
NO_PROC: Final = (
    "there is no /proc: a thread that sleeps in a system call cannot be noticed, and the others will wait for it"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Every ending has its status; trouble is one message and never a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        with ending_on_signals():
            return _dispatch(words)
    except RaddleError as error:
        say(str(error))
        return int(error.exit)
    except BrokenPipeError:
        _nobody_reads()
        return int(Exit.NOTHING_FOUND)
    except (KeyboardInterrupt, Interrupted) as error:
        with suppress(OSError):  # the terminal may be what has gone
            say("interrupted")
        return KILLED + error.number if isinstance(error, Interrupted) else INTERRUPTED
    except Exception as error:  # what nobody foresaw is ours too
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            where = error.filename or tempfile.gettempdir()
            say(str(UserError("no space is left there", where=where, advice="TMPDIR names where temporary files go")))
            return int(Exit.USER_ERROR)
        if os.environ.get("RADDLE_DEBUG"):
            raise
        said = shlex.join(["raddle", *words])
        say(f"internal error: {type(error).__name__}: {error}\n  reproduce: RADDLE_DEBUG=1 {said}")
        return int(Exit.INTERNAL_ERROR)


def _nobody_reads() -> None:
    """Whoever read our stdout has gone: keeps the interpreter from trying again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str) -> None:
    print(f"raddle: {text}", file=sys.stderr, flush=True)


def _dispatch(words: list[str]) -> int:
    command, rest = (words[0], words[1:]) if words else ("--help", [])
    match command:
        case "check":
            return _check(rest)
        case "verify":
            return _verify(rest)
        case "cc" | "c++":
            return wrapper.compiler(command, rest)
        case "record":
            return _record(rest)
        case "show":
            return _show(rest)
        case "replay":
            return _replay(rest)
        case "explain":
            return _explain(rest)
        case "import":
            return _import(rest)
        case "export":
            return _export(rest)
        case "--version":
            print(f"raddle {__version__}")
            return int(Exit.NOTHING_FOUND)
        case "--help" | "-h" | "help":
            print(options.overview())
            return int(Exit.NOTHING_FOUND) if words else int(Exit.USER_ERROR)
        case _:
            raise UserError(f"no command is called {command}", advice="raddle --help names them")


# ---- check


def _check(words: list[str]) -> int:
    parser = options.check_parser()
    sorted_words = options.sort_words(words, parser)
    chosen = parser.parse_args(sorted_words.ours)
    _look_round()
    with _folder_for_witnesses(chosen.witnesses) as witnesses:
        order = pipeline.CheckOrder(
            target=_what_to_check(sorted_words, chosen),
            options=options.check_options(chosen, witnesses),
            suppressions=_suppressions(sorted_words, chosen),
        )
        _look_for_folder(chosen.output)
        with Progress(Console(stderr=True)) as progress:
            result = pipeline.check(order, say, progress)
    _put_report(json_of(result) if chosen.format == "json" else text_of(result, color=_colored(chosen)), chosen.output)
    return int(STATUS[result.verdict])


def _look_for_folder(output: Path | None) -> None:
    if output is not None and not output.absolute().parent.is_dir():
        raise UserError("no such folder", where=output.parent, advice="-o names the file for the report")


def _colored(chosen: argparse.Namespace) -> bool:
    return chosen.output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _put_report(text: str, output: Path | None) -> None:
    try:
        _put(text, output)
    except BrokenPipeError:  # the answer stays what it is
        _nobody_reads()


def _suppressions(words: options.Words, chosen: argparse.Namespace) -> tuple[Suppression, ...]:
    """Read before all the work: what is wrong in them is said at once."""
    if chosen.no_suppressions:
        return ()
    path = chosen.suppressions or find_suppressions([Path(name) for name in words.files])
    return () if path is None else load_suppressions(path)


@contextmanager
def _folder_for_witnesses(chosen: Path | None) -> Iterator[Path]:
    """Looked at before all the work, rather than after it. Where nothing can be written here, a temporary one."""
    if chosen is not None and not chosen.is_dir():
        raise UserError("no such folder", where=chosen, advice="--witnesses names where witnesses go")
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


def _put(text: str, path: Path | None) -> None:
    if path is None:
        print(text.rstrip("\n"))
        sys.stdout.flush()
        return
    try:
        write_whole(path, f"{text.rstrip()}\n".encode())
    except OSError as error:
        raise UserError(f"it cannot be written: {error.strerror or error}", where=path) from error


def _what_to_check(words: options.Words, chosen: argparse.Namespace) -> pipeline.RecordOrder | Path:
    only = Path(words.files[0]) if len(words.files) == 1 else None
    if only is not None and not words.flags and not words.arguments and pipeline.is_given_trace(only):
        return only
    order = options.record_order(words, chosen, _read_stdin())
    return replace(order, output=Output.CAPTURED, limit_s=chosen.run_timeout)


# ---- verify


def _verify(words: list[str]) -> int:
    parser = options.verify_parser()
    sorted_words = options.sort_words(words, parser)
    chosen = parser.parse_args(sorted_words.ours)
    _look_round()
    if chosen.check_certificate is not None:
        return _check_certificate(sorted_words, chosen)
    with _folder_for_witnesses(chosen.witnesses) as witnesses:
        _look_for_folder(chosen.output)
        _look_for_folder(chosen.certificate)
        target = replace(options.record_order(sorted_words, chosen, _read_stdin()), output=Output.CAPTURED)
        order = pipeline.VerifyOrder(target, options.verify_options(chosen, witnesses))
        with Progress(Console(stderr=True)) as progress:
            found = pipeline.verify(order, say, progress)
    text = verified_json(found) if chosen.format == "json" else verified_text(found, color=_colored(chosen))
    _put_report(text, chosen.output)
    return int(STATUS[found.verdict])


def _check_certificate(words: options.Words, chosen: argparse.Namespace) -> int:
    test = options.record_order(words, chosen, _read_stdin()) if words.files else None
    checked = pipeline.check_certificate(chosen.check_certificate, test, chosen.timeout, say)
    _put_report(told_certificate(checked, chosen.format), chosen.output)
    return int(STATUS[checked.verdict])


# ---- record


def _record(words: list[str]) -> int:
    parser = options.record_parser()
    sorted_words = options.sort_words(words, parser)
    chosen = parser.parse_args(sorted_words.ours)
    _look_round()
    order = options.record_order(sorted_words, chosen, _read_stdin())
    recording = pipeline.record(replace(order, limit_s=chosen.timeout), say)
    threads = len(recording.threads)
    for line in misuses(recording):
        say(line)
    say(f"the program ended with: {recording.ending}")
    say(
        f"{recording.path}: {threads} thread{'s' * (threads != 1)}, {recording.events} events, "
        f"{recording.path.stat().st_size:,} bytes"
    )
    return int(Exit.USER_ERROR if recording.outcome == "refused" else Exit.NOTHING_FOUND)


def _look_round() -> None:
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


def _read_stdin() -> bytes | None:
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


# ---- show


def _show(words: list[str]) -> int:
    chosen = options.show_parser().parse_args(words)
    if chosen.raw:
        lines = pipeline.show_raw(chosen.recording, chosen.thread)
    elif chosen.schedule:
        lines = iter([str(pipeline.witness(chosen.recording).schedule)])
    elif chosen.witness:
        lines = iter(spell_witness(pipeline.witness(chosen.recording)).splitlines())
    else:
        selection = Selection(chosen.thread, chosen.shared_only, chosen.first, chosen.last)
        lines = pipeline.show(chosen.recording, selection)
    for line in lines:
        print(line)
    sys.stdout.flush()
    return int(Exit.NOTHING_FOUND)


# ---- explain


def _explain(words: list[str]) -> int:
    chosen = options.explain_parser().parse_args(words)
    _look_round()
    if chosen.output is not None and not chosen.output.absolute().parent.is_dir():
        raise UserError("no such folder", where=chosen.output.parent, advice="-o names the file for the explanation")
    budget = Budget() if chosen.timeout is None else Budget(seconds=chosen.timeout)
    order = pipeline.ExplainOrder(
        target=chosen.target,
        asked=Asked(detail=chosen.detail, limit_s=chosen.timeout),
        contrast=None if chosen.no_contrast else budget,
        stdin=_read_stdin() if chosen.stdin else b"",
    )
    with Progress(Console(stderr=True)) as progress:
        told = pipeline.explain(order, say, progress)
    encoding = "utf-8" if chosen.output is not None else sys.stdout.encoding or "ascii"
    if chosen.format == "json":
        text = explanation_json(told)
    else:
        text = explanation_text(told, color=_colored(chosen), ascii_only=not can_draw(encoding), target=chosen.target)
    _put(text.encode(encoding, "replace").decode(encoding), chosen.output)  # source lines may have any letter
    return int(Exit.NOTHING_FOUND)


# ---- import, export


def _import(words: list[str]) -> int:
    chosen = options.import_parser().parse_args(words)
    _put(pipeline.import_std(chosen.trace), chosen.output)
    return int(Exit.NOTHING_FOUND)


def _export(words: list[str]) -> int:
    chosen = options.export_parser().parse_args(words)
    exported = pipeline.export_std(chosen.trace)
    for note in exported.notes:
        say(note)
    _put("\n".join(exported.lines), chosen.output)
    return int(Exit.NOTHING_FOUND)


# ---- replay


def _replay(words: list[str]) -> int:
    ours, arguments = options.split_arguments(words)
    chosen = options.replay_parser().parse_args(ours)
    _look_round()
    order = ReplayOrder(
        target=chosen.target,
        schedule=None if chosen.schedule is None else parse_schedule(chosen.schedule),
        arguments=tuple(arguments),
        stdin=_read_stdin() if chosen.stdin else b"",
        program=chosen.program,
        keep=chosen.output,
        limit_s=chosen.timeout,
        times=chosen.times,
        before=chosen.before,
    )
    if chosen.gdb:
        if chosen.times > 1 or chosen.timeout is not None:
            raise UserError("--gdb goes neither with --times nor with --timeout")
        return int(_tell(pipeline.replay_in_gdb(order, say), quiet=False))
    statuses: list[Exit] = []
    for result in pipeline.replay(order, say):
        if not statuses:
            _pass_on_output(result)
        statuses.append(_tell(result, quiet=order.times > 1 and bool(statuses)))
    if order.times > 1:
        say(f"{statuses.count(Exit.NOTHING_FOUND)} of {order.times} replays as expected")
    return int(max(statuses))


def _pass_on_output(result: ReplayResult) -> None:
    sys.stdout.buffer.write(result.run.stdout)
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(result.run.stderr)
    sys.stderr.buffer.flush()


def _tell(result: ReplayResult, *, quiet: bool) -> Exit:
    text, status = told_replay(result)
    if not quiet or status is not Exit.NOTHING_FOUND:
        say(text)
    return status
