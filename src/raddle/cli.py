"""The command line: the only code that prints and that sets exit statuses.

The program under test owns stdin and stdout; what raddle has to say about a run goes to stderr.
"""

import argparse
import os
import select
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NoReturn, assert_never

from rich.console import Console

from raddle import __version__, pipeline
from raddle.base.errors import RaddleError, UserError
from raddle.base.exits import Exit
from raddle.capture import driver
from raddle.capture.control import Control, DefaultPolicy, RandomPolicy
from raddle.capture.run import Output
from raddle.check import CheckOptions
from raddle.predict.decide import Limits
from raddle.replay.replay import Confirmed, Diverged, NotReached, ReplayResult
from raddle.replay.schedule import parse_schedule
from raddle.replay.witness import spell_witness
from raddle.report.as_json import json_of
from raddle.report.progress import Progress
from raddle.report.text import text_of
from raddle.trace.misuse import misuses
from raddle.trace.print import Selection

INTERRUPTED: Final = 130
PATIENCE_S: Final = 1.0
MOST_MEGABYTES: Final = 4096
MOST_EVENTS: Final = 2_000_000
"""After which `check` ends a run: one that does not end by itself would never be answered."""
SOURCE_SUFFIXES: Final = (".c", ".i")
CPP_SUFFIXES: Final = (".cc", ".cpp", ".cxx", ".C", ".c++")
LIBRARY_SUFFIXES: Final = (".o", ".a", ".so")
FLAGS_WITH_VALUE: Final = frozenset(
    {"-I", "-D", "-U", "-L", "-l", "-x", "-T", "-u", "-include", "-isystem", "-iquote", "-idirafter", "-Xlinker"}
)


def main(argv: Sequence[str] | None = None) -> int:
    """Every ending has its status; trouble is one message and never a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(words)
    except RaddleError as error:
        say(str(error))
        return int(error.exit)
    except BrokenPipeError:
        # Whoever read our stdout has gone: nobody is left to tell. Keeps the interpreter from trying again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(Exit.NOTHING_FOUND)
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except Exception as error:  # what nobody foresaw is ours too
        if os.environ.get("RADDLE_DEBUG"):
            raise
        said = shlex.join(["raddle", *words])
        say(f"internal error: {type(error).__name__}: {error}\n  reproduce: RADDLE_DEBUG=1 {said}")
        return int(Exit.INTERNAL_ERROR)


def main_cc() -> int:
    """`raddle-cc`: the same as `raddle cc`, for build systems that want one word."""
    return main(["cc", *sys.argv[1:]])


def say(text: str) -> None:
    print(f"raddle: {text}", file=sys.stderr, flush=True)


def _dispatch(words: list[str]) -> int:
    command, rest = (words[0], words[1:]) if words else ("--help", [])
    match command:
        case "check":
            return _check(rest)
        case "cc":
            return driver.compile_or_link(rest, say)
        case "record":
            return _record(rest)
        case "show":
            return _show(rest)
        case "replay":
            return _replay(rest)
        case "--version":
            print(f"raddle {__version__}")
            return int(Exit.NOTHING_FOUND)
        case "--help" | "-h" | "help":
            print(_overview())
            return int(Exit.NOTHING_FOUND) if words else int(Exit.USER_ERROR)
        case _:
            raise UserError(f"no command is called {command}", advice="raddle --help names them")


def _overview() -> str:
    return "\n".join(
        (
            "usage: raddle COMMAND ...     (raddle COMMAND --help tells more)",
            "",
            "  check  FILE.c... [compiler flags] | PROGRAM | RECORDING | TRACE.ctp   [-- ARGS]",
            "                                                run once; can an assertion fail in another interleaving?",
            "  record FILE.c... [compiler flags] | PROGRAM   [-o FILE] [-- ARGS]   run once and keep everything",
            "  show   RECORDING                              the events of a run",
            "  replay RECORDING | WITNESS | PROGRAM          the real program again, under a given schedule",
            "  cc     ...                                    a C compiler that instruments: CC='raddle cc' make",
            "",
            "exit status: 0 done as asked, or nothing found within the stated bounds; 1 finding; 2 your error;",
            "             3 inconclusive or not reached; 4 diverged or our fault",
        )
    )


class _Parser(argparse.ArgumentParser):
    """argparse whose complaints come the same way as all others."""

    def error(self, message: str) -> NoReturn:
        raise UserError(message, advice=self.format_usage().strip())

    def own_options(self) -> tuple[set[str], set[str]]:
        """Those that take a value, and those that do not."""
        taking, alone = set[str](), set[str]()
        for action in self._actions:
            (alone if action.nargs == 0 else taking).update(action.option_strings)
        return taking, alone


def _parser(command: str, usage: str, about: str) -> _Parser:
    return _Parser(prog=f"raddle {command}", usage=f"raddle {command} {usage}", description=about, allow_abbrev=False)


# ---- check


def _check(words: list[str]) -> int:
    parser = _check_parser()
    sorted_words = _sort_words(words, parser)
    options = parser.parse_args(sorted_words.ours)
    order = pipeline.CheckOrder(
        target=_what_to_check(sorted_words, options),
        options=CheckOptions(
            limits=Limits(
                seconds=options.timeout, switches=options.switches, preemptions=options.preemptions
            ),
            jobs=options.jobs,
            witnesses=options.witnesses,
            replay_limit_s=options.run_timeout,
        ),
    )
    _check_places(options.witnesses, options.output)
    with Progress(Console(stderr=True)) as progress:
        result = pipeline.check(order, say, progress)
    if options.format == "json":
        text = json_of(result)
    else:
        to_terminal = options.output is None and sys.stdout.isatty()
        text = text_of(result, color=to_terminal and "NO_COLOR" not in os.environ)
    _put(text, options.output)
    status = {"bug": Exit.FINDING, "none": Exit.NOTHING_FOUND, "unknown": Exit.INCONCLUSIVE}
    return int(status[result.verdict])


def _check_places(witnesses: Path, output: Path | None) -> None:
    """Before all the work, rather than after it."""
    if not witnesses.is_dir():
        raise UserError("no such folder", where=witnesses, advice="--witnesses names where witnesses go")
    if not os.access(witnesses, os.W_OK):
        raise UserError("nothing can be written there", where=witnesses, advice="--witnesses DIR puts them elsewhere")
    if output is not None and not output.absolute().parent.is_dir():
        raise UserError("no such folder", where=output.parent, advice="-o names the file for the report")


def _put(text: str, path: Path | None) -> None:
    if path is None:
        print(text.rstrip("\n"))
        sys.stdout.flush()
        return
    try:
        path.write_text(f"{text.rstrip()}\n", encoding="utf-8")
    except OSError as error:
        raise UserError(f"the report cannot be written: {error.strerror or error}", where=path) from error


def _what_to_check(words: "_Words", options: argparse.Namespace) -> pipeline.RecordOrder | Path:
    only = Path(words.files[0]) if len(words.files) == 1 else None
    if only is not None and not words.flags and not words.arguments and pipeline.is_given_trace(only):
        return only
    return replace(_record_order(words, options), output=Output.CAPTURED, limit_s=options.run_timeout)


def _check_parser() -> _Parser:
    parser = _parser(
        "check",
        "FILE.c... [compiler flags] | PROGRAM | RECORDING | TRACE.ctp  [options] [-- ARGUMENTS]",
        "Run the program once and decide for each assertion whether it can fail in another interleaving of what the "
        "run did. Every failure found is replayed on the real program.",
    )
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the report goes there")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="of the report (default: text)")
    parser.add_argument(
        "--switches", type=_natural, metavar="N", help="only schedules with at most N context switches"
    )
    parser.add_argument(
        "--preemptions", type=_natural, metavar="N",
        help="only schedules that leave a thread which could go on at most N times",
    )  # fmt: skip
    parser.add_argument(
        "--timeout", type=_seconds, default=10.0, metavar="S",
        help="seconds for deciding one execution of an assertion (default: 10)",
    )  # fmt: skip
    parser.add_argument("--jobs", type=_positive, default=1, metavar="N", help="decide so many at once (default: 1)")
    parser.add_argument("--keep", dest="recording", type=Path, metavar="FILE", help="keep the recording of the run")
    parser.add_argument(
        "--witnesses", type=Path, default=Path(), metavar="DIR", help="where witnesses go (default: here)"
    )
    parser.add_argument("--run-timeout", type=_seconds, metavar="S", help="end the program after so many seconds")
    _add_run_options(parser)
    parser.set_defaults(events=MOST_EVENTS)
    return parser


# ---- record


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a command that runs a program, by whom they are for."""

    ours: list[str]
    files: list[str]
    flags: list[str]
    arguments: list[str]


def _record(words: list[str]) -> int:
    parser = _record_parser()
    sorted_words = _sort_words(words, parser)
    options = parser.parse_args(sorted_words.ours)
    recording = pipeline.record(replace(_record_order(sorted_words, options), limit_s=options.timeout), say)
    threads = len(recording.threads)
    for line in misuses(recording):
        say(line)
    say(f"the program ended with: {recording.ending}")
    say(
        f"{recording.path}: {threads} thread{'s' * (threads != 1)}, {recording.events} events, "
        f"{recording.path.stat().st_size:,} bytes"
    )
    return int(Exit.USER_ERROR if recording.outcome == "refused" else Exit.NOTHING_FOUND)


def _record_order(words: _Words, options: argparse.Namespace) -> pipeline.RecordOrder:
    return pipeline.RecordOrder(
        program=_what_to_run(words),
        recording=options.recording,
        arguments=tuple(words.arguments),
        control=Control(
            policy=DefaultPolicy() if options.seed is None else RandomPolicy(options.seed),
            nondet=options.nondet,
            nondet_seed=options.nondet_seed,
            spurious=options.spurious,
            events=options.events,
            most_bytes=options.megabytes << 20,
        ),
        stdin=_read_stdin(),
    )


def _record_parser() -> _Parser:
    parser = _parser(
        "record",
        "FILE.c... [compiler flags] | PROGRAM  [options] [-- ARGUMENTS]",
        "Build the C files with hooks in them (or take a program built with `raddle cc`), run it once, and keep all "
        "that happened. Flags that are not ours go to the compiler.",
    )
    parser.add_argument("-o", dest="recording", type=Path, metavar="FILE", help="the recording (default: NAME.rdl)")
    parser.add_argument("--timeout", type=_seconds, metavar="S", help="end the program after so many seconds")
    _add_run_options(parser)
    return parser


def _add_run_options(parser: _Parser) -> None:
    parser.add_argument("--seed", type=_natural, metavar="N", help="random priorities instead of the default schedule")
    parser.add_argument("--events", type=_positive, metavar="N", help="end the program after so many visible events")
    parser.add_argument(
        "--megabytes", type=_positive, default=MOST_MEGABYTES, metavar="N",
        help=f"end the program when the recording has grown to this (default: {MOST_MEGABYTES})",
    )  # fmt: skip
    parser.add_argument(
        "--nondet", type=_numbers, default=(), metavar="2,0,7", help="what __VERIFIER_nondet_* return, in order; then 1"
    )
    parser.add_argument("--nondet-seed", type=_natural, metavar="N", help="small random values instead of 1")
    parser.add_argument("--spurious", action="store_true", help="condition variables may wake for no reason")


def _sort_words(words: list[str], parser: _Parser) -> _Words:
    """Ours are the options of the parser; the rest, up to `--`, is files and compiler flags."""
    ours, files, flags, arguments = [], [], [], []
    takes, alone = parser.own_options()
    position = 0
    while position < len(words):
        word = words[position]
        two = words[position : position + 2]
        position += 1
        if word == "--":
            arguments = words[position:]
            break
        if word in takes:
            ours += two
            position += 1
        elif word in alone or word.split("=")[0] in takes:
            ours.append(word)
        elif word in FLAGS_WITH_VALUE:
            flags += two
            position += 1
        elif word.startswith("-") or word.endswith(LIBRARY_SUFFIXES):
            flags.append(word)
        else:
            files.append(word)
    return _Words(ours, files, flags, arguments)


def _what_to_run(words: _Words) -> pipeline.Sources | Path:
    if not words.files:
        raise UserError("nothing to run", advice="give C files, or a program built with `raddle cc`")
    for name in words.files:
        if name.endswith(CPP_SUFFIXES):
            raise UserError("C++ is not supported yet", where=name)
    sources = [name for name in words.files if name.endswith(SOURCE_SUFFIXES)]
    if not sources:
        if len(words.files) > 1:
            advice = f"put arguments of the program behind --, as in: raddle record {words.files[0]} -- ..."
            raise UserError(f"more than one program: {' '.join(words.files)}", advice=advice)
        if words.flags:
            raise UserError(f"a built program takes no compiler flags: {' '.join(words.flags)}")
        return Path(words.files[0])
    if len(sources) != len(words.files):
        odd = next(name for name in words.files if name not in sources)
        raise UserError("neither a C file nor a flag", where=odd, advice="put arguments of the program behind --")
    for name in sources:
        if not Path(name).is_file():
            raise UserError("not a regular file" if Path(name).exists() else "no such file", where=name)
    return pipeline.Sources(tuple(map(Path, sources)), tuple(words.flags))


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
    parser = _parser("show", "RECORDING [options]", "Print the events of a run.")
    parser.add_argument("recording", type=Path)
    parser.add_argument("--thread", metavar="T", help="only this thread, by creation path: main.1")
    parser.add_argument("--shared-only", action="store_true", help="only what other threads can see")
    parser.add_argument("--from", dest="first", type=_natural, metavar="N", help="from the event with this number")
    parser.add_argument("--to", dest="last", type=_natural, metavar="N", help="to the event with this number")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--raw", action="store_true", help="the runtime's own records instead")
    instead.add_argument("--schedule", action="store_true", help="the schedule instead, as one string for `replay`")
    instead.add_argument("--witness", action="store_true", help="a witness instead: all that `replay` needs, as text")
    options = parser.parse_args(words)
    if options.raw:
        lines = pipeline.show_raw(options.recording, options.thread)
    elif options.schedule:
        lines = iter([str(pipeline.witness(options.recording).schedule)])
    elif options.witness:
        lines = iter(spell_witness(pipeline.witness(options.recording)).splitlines())
    else:
        selection = Selection(options.thread, options.shared_only, options.first, options.last)
        lines = pipeline.show(options.recording, selection)
    for line in lines:
        print(line)
    sys.stdout.flush()
    return int(Exit.NOTHING_FOUND)


# ---- replay


def _replay(words: list[str]) -> int:
    ours, arguments = _split_arguments(words)
    options = _replay_parser().parse_args(ours)
    order = pipeline.ReplayOrder(
        target=options.target,
        schedule=None if options.schedule is None else parse_schedule(options.schedule),
        arguments=tuple(arguments),
        stdin=_read_stdin() if options.stdin else b"",
        program=options.program,
        keep=options.output,
        limit_s=options.timeout,
        times=options.times,
    )
    statuses: list[Exit] = []
    for result in pipeline.replay(order):
        if not statuses:
            _pass_on_output(result)
        statuses.append(_tell(result, quiet=order.times > 1 and bool(statuses)))
    if order.times > 1:
        say(f"{statuses.count(Exit.NOTHING_FOUND)} of {order.times} replays as expected")
    return int(max(statuses))


def _replay_parser() -> _Parser:
    parser = _parser(
        "replay",
        "RECORDING | WITNESS | PROGRAM  [options] [-- ARGUMENTS]",
        "Run the real program under the schedule of a recording or a witness, or under one given here.",
    )
    parser.add_argument("target", type=Path)
    parser.add_argument("--schedule", metavar="S", help='who runs when: "main:3 main.1:9"')
    parser.add_argument("--times", type=_positive, default=1, metavar="N", help="replay so many times")
    parser.add_argument("--timeout", type=_seconds, metavar="S", help="end the program after so many seconds")
    parser.add_argument("--program", type=Path, help="the program, where it is not where the recording says")
    parser.add_argument("--stdin", action="store_true", help="give the program our standard input")
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="keep the recording of the replay")
    return parser


def _split_arguments(words: list[str]) -> tuple[list[str], list[str]]:
    if "--" not in words:
        return words, []
    place = words.index("--")
    return words[:place], words[place + 1 :]


def _pass_on_output(result: ReplayResult) -> None:
    sys.stdout.buffer.write(result.run.stdout)
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(result.run.stderr)
    sys.stderr.buffer.flush()


def _tell(result: ReplayResult, *, quiet: bool) -> Exit:
    match result:
        case Confirmed(_, seen, moved):
            note = " (only addresses differ: the system does not let them be fixed)" if moved else ""
            text, status = f"replayed: {seen}{note}", Exit.NOTHING_FOUND
        case NotReached(_, expected, seen):
            text, status = f"not reached: expected {expected}, seen {seen}", Exit.INCONCLUSIVE
        case Diverged(_, what, cause, _):
            text, status = f"diverged (cause: {cause.value}): {what}", Exit.INTERNAL_ERROR
        case _:
            assert_never(result)
    if not quiet or status is not Exit.NOTHING_FOUND:
        say(text)
    return status


# ---- numbers


def _natural(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise argparse.ArgumentTypeError(f"not a number: {text}")
    return int(text)


def _positive(text: str) -> int:
    if not _natural(text):
        raise argparse.ArgumentTypeError("must be at least 1")
    return _natural(text)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"not a number of seconds: {text}")
    return number


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(",")) if text else ()
    except ValueError:
        raise argparse.ArgumentTypeError(f"not numbers with commas between them: {text}") from None
