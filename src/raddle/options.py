"""The words of a command line: in: what was typed; out: the parsed options, and what to run with which compiler flags.

Flags that are not ours go to the compiler, and what stands behind `--` to the program.
"""

import argparse
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from raddle import pipeline
from raddle.base.errors import UserError
from raddle.capture.control import Control, DefaultPolicy, RandomPolicy
from raddle.explain.contrast.nearest import Budget
from raddle.explain.detail import parse_detail
from raddle.model.concrete import MODELS
from raddle.report.result import PROPERTIES, Property

MOST_EVENTS: Final = 2_000_000
"""After which `check` ends a run: one that does not end by itself would never be answered."""
SMALLEST_SIZE: Final = 1 << 20
SOURCE_SUFFIXES: Final = (".c", ".i", ".cc", ".cpp", ".cxx", ".C", ".c++", ".ii")
LIBRARY_SUFFIXES: Final = (".o", ".a", ".so")
FLAGS_WITH_VALUE: Final = frozenset(
    {"-I", "-D", "-U", "-L", "-l", "-x", "-T", "-u", "-include", "-isystem", "-iquote", "-idirafter", "-Xlinker"}
)
_SIZE: Final = re.compile(r"(?P<number>\d{1,15})(?P<unit>[KMGT]?)(?:i?B)?", re.IGNORECASE | re.ASCII)
_UNITS: Final = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}


class Parser(argparse.ArgumentParser):
    """argparse whose complaints come the same way as all others."""

    def error(self, message: str) -> NoReturn:
        raise UserError(message, advice=self.format_usage().strip())

    def own_options(self) -> tuple[set[str], set[str]]:
        """Those that take a value, and those that do not."""
        taking, alone = set[str](), set[str]()
        for action in self._actions:
            (alone if action.nargs == 0 else taking).update(action.option_strings)
        return taking, alone


def _parser(command: str, usage: str, about: str) -> Parser:
    return Parser(prog=f"raddle {command}", usage=f"raddle {command} {usage}", description=about, allow_abbrev=False)


# ---- the commands


def overview() -> str:
    return "\n".join(
        (
            "usage: raddle COMMAND ...     (raddle COMMAND --help tells more)",
            "",
            "  check  FILE.c... [compiler flags] | PROGRAM | RECORDING | TRACE.ctp | TRACE.std   [-- ARGS]",
            "                                                run once; what can go wrong in another interleaving?",
            "  record FILE.c... [compiler flags] | PROGRAM   [-o FILE] [-- ARGS]   run once and keep everything",
            "  show   RECORDING                              the events of a run",
            "  replay RECORDING | WITNESS | PROGRAM          the real program again, by its schedule (--gdb: in gdb)",
            "  explain WITNESS | RECORDING                   why that run fails, and how one that passes differs",
            "  import TRACE.std                              an STD trace (RAPID) as a trace program in text",
            "  export RECORDING | TRACE.ctp                  the observed run as an STD trace",
            "  cc     ...                                    a C compiler that instruments: CC='raddle cc' make",
            "  c++    ...                                    the same for C++: CXX='raddle c++'",
            "",
            "exit status: 0 done as asked, or nothing found within the stated bounds; 1 finding; 2 your error;",
            "             3 inconclusive or not reached; 4 diverged or our fault; 128+N ended by signal N",
        )
    )


def check_parser() -> Parser:
    parser = _parser(
        "check",
        "FILE.c... [compiler flags] | PROGRAM | RECORDING | TRACE.ctp | TRACE.std  [options] [-- ARGUMENTS]",
        "Run the program once and decide what can go wrong in another interleaving of what the run did: assertions "
        "that fail, data races, blocks that are not atomic, deadlocks, memory errors. What is found is replayed on the "
        "real program.",
    )
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the report goes there")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="of the report (default: text)")
    parser.add_argument(
        "--property", dest="properties", type=_properties, default=PROPERTIES, metavar="P,P",
        help=f"look only for these: {', '.join(PROPERTIES)} (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--atomic", action="append", default=[], metavar="FUNCTION|FILE:FROM-TO",
        help="each execution of this function, or of these lines, is to be atomic; may be given several times. What "
        'the source declares (raddle.h, __attribute__((annotate("atomic")))) counts in any case',
    )  # fmt: skip
    parser.add_argument(
        "--infer-atomic", action="store_true",
        help="also say of functions and loop bodies that look as if they were meant to be atomic whether they are",
    )  # fmt: skip
    parser.add_argument(
        "--baseline", action="store_true",
        help="also count what locks alone would call a violation of atomicity",
    )  # fmt: skip
    parser.add_argument(
        "--model", choices=MODELS, default="symbolic",
        help="concrete: every value stays as it was observed, but for what assertions look at (default: symbolic)",
    )  # fmt: skip
    accepted = parser.add_mutually_exclusive_group()
    accepted.add_argument(
        "--suppressions", type=Path, metavar="FILE",
        help="findings that you answer for (default: raddle.toml here, or above the first source file)",
    )  # fmt: skip
    accepted.add_argument("--no-suppressions", action="store_true", help="leave any raddle.toml alone")
    parser.add_argument("--switches", type=_natural, metavar="N", help="only schedules with at most N context switches")
    parser.add_argument(
        "--preemptions", type=_natural, metavar="N",
        help="only schedules that leave a thread which could go on at most N times",
    )  # fmt: skip
    parser.add_argument(
        "--timeout", type=_seconds, default=10.0, metavar="S",
        help="seconds for deciding one execution of an assertion, or one possible race or deadlock (default: 10)",
    )  # fmt: skip
    parser.add_argument(
        "--total-timeout", type=_seconds, metavar="S",
        help="seconds for the whole check: what is not decided by then is reported as undecided",
    )  # fmt: skip
    parser.add_argument("--no-explain", action="store_true", help="do not look for the causes of what was found")
    parser.add_argument("--jobs", type=_positive, default=1, metavar="N", help="decide so many at once (default: 1)")
    parser.add_argument("--keep", dest="recording", type=Path, metavar="FILE", help="keep the recording of the run")
    parser.add_argument("--witnesses", type=Path, metavar="DIR", help="where witnesses go (default: here)")
    parser.add_argument("--run-timeout", type=_seconds, metavar="S", help="end the program after so many seconds")
    _add_run_options(parser)
    parser.set_defaults(events=MOST_EVENTS)
    return parser


def record_parser() -> Parser:
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


def _add_run_options(parser: Parser) -> None:
    parser.add_argument("--seed", type=_natural, metavar="N", help="random priorities instead of the default schedule")
    parser.add_argument("--events", type=_positive, metavar="N", help="end the program after so many visible events")
    parser.add_argument(
        "--max-size", type=_size, metavar="SIZE",
        help="end the program when the recording has grown to this: 512M, 2G (default: the smaller of 8G and a "
        "quarter of the space that is free where the recording goes)",
    )  # fmt: skip
    _add_before(parser, "kept in the recording and in witnesses, whose replays run it too")
    parser.add_argument(
        "--nondet", type=_numbers, default=(), metavar="2,0,7", help="what __VERIFIER_nondet_* return, in order; then 1"
    )
    parser.add_argument("--nondet-seed", type=_natural, metavar="N", help="small random values instead of 1")
    parser.add_argument("--spurious", action="store_true", help="condition variables may wake for no reason")


def _add_before(parser: Parser, more: str) -> None:
    parser.add_argument(
        "--before", metavar="CMD",
        help="a shell command that goes before every run of the program, where the program runs, to reset what a run "
        f"leaves behind; {more}",
    )  # fmt: skip


def show_parser() -> Parser:
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
    return parser


def replay_parser() -> Parser:
    parser = _parser(
        "replay",
        "RECORDING | WITNESS | PROGRAM  [options] [-- ARGUMENTS]",
        "Run the real program under the schedule of a recording or a witness, or under one given here. ARGUMENTS are "
        "for the PROGRAM; with --gdb they are for gdb.",
    )
    parser.add_argument("target", type=Path)
    parser.add_argument("--schedule", metavar="S", help='who runs when: "main:3 main.1:9"')
    parser.add_argument(
        "--gdb", action="store_true",
        help="in gdb, which stops where the program fails, in the thread and the function that fail; what stands "
        "behind -- goes to gdb, as in: raddle replay --gdb WITNESS -- -batch -ex bt",
    )  # fmt: skip
    parser.add_argument("--times", type=_positive, default=1, metavar="N", help="replay so many times")
    parser.add_argument("--timeout", type=_seconds, metavar="S", help="end the program after so many seconds")
    parser.add_argument("--program", type=Path, help="the program, where it is not where the recording says")
    parser.add_argument("--stdin", action="store_true", help="give the program our standard input")
    _add_before(parser, "instead of the one that the recording or the witness has ('' for none)")
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="keep the recording of the replay")
    return parser


def explain_parser() -> Parser:
    budget = Budget()
    parser = _parser(
        "explain",
        "WITNESS | RECORDING  [options]",
        "Say why a run fails: the few statements and orders between threads that make it fail, what is known between "
        "them, what kind of bug it is, and how the nearest run that passes differs.",
    )
    parser.add_argument("target", type=Path, help="a witness, or the recording of a run that failed")
    parser.add_argument(
        "--detail", type=parse_detail, metavar="D,D",
        help="what is followed: ds (where values come from), cs (why statements were reached), hs (which accesses of "
        "other threads must come before and after; war and waw are its halves). Default: the least that shows a "
        "concurrency bug",
    )  # fmt: skip
    parser.add_argument(
        "--no-contrast", action="store_true",
        help="do not look for the nearest run that passes, for which the program is run again and again: up to "
        f"{budget.runs} times, {budget.seconds:.0f} seconds at most (or what --timeout says)",
    )  # fmt: skip
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the explanation goes there")
    parser.add_argument(
        "--timeout", type=_seconds, metavar="S",
        help="seconds for running the program, for looking for a run that passes, and for explaining, each (default: "
        f"{budget.seconds:.0f} for looking, no limit for the others)",
    )  # fmt: skip
    parser.add_argument("--stdin", action="store_true", help="give the program our standard input")
    return parser


def import_parser() -> Parser:
    parser = _parser(
        "import",
        "TRACE.std [-o FILE]",
        "Make a trace program in text of an STD trace (RAPID): T0|r(V1)|345, with r, w, acq, rel, fork, join, begin "
        "and end. Every read keeps the write that it saw.",
    )
    parser.add_argument("trace", type=Path)
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the trace program (default: print it)")
    return parser


def export_parser() -> Parser:
    parser = _parser(
        "export",
        "RECORDING | TRACE.ctp [-o FILE]",
        "Print the observed run as an STD trace (RAPID). What STD has no word for keeps its observed order, and is "
        "named.",
    )
    parser.add_argument("trace", type=Path)
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the STD trace (default: print it)")
    return parser


# ---- who gets which word


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a command that runs a program, by whom they are for."""

    ours: list[str]
    files: list[str]
    flags: list[str]
    arguments: list[str]


def sort_words(words: list[str], parser: Parser) -> Words:
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
    return Words(ours, files, flags, arguments)


def split_arguments(words: list[str]) -> tuple[list[str], list[str]]:
    if "--" not in words:
        return words, []
    place = words.index("--")
    return words[:place], words[place + 1 :]


def record_order(words: Words, options: argparse.Namespace, stdin: bytes | None) -> pipeline.RecordOrder:
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
            most_bytes=options.max_size,
        ),
        stdin=stdin,
        before=options.before,
    )


def _what_to_run(words: Words) -> pipeline.Sources | Path:
    if not words.files:
        raise UserError("nothing to run", advice="give C files, or a program built with `raddle cc`")
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


# ---- numbers


def _natural(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise argparse.ArgumentTypeError(f"not a number: {text}")
    return int(text)


def _positive(text: str) -> int:
    if not _natural(text):
        raise argparse.ArgumentTypeError("must be at least 1")
    return _natural(text)


def _size(text: str) -> int:
    found = _SIZE.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"not a size, such as 512M or 2G: {text}")
    size = int(found["number"]) << _UNITS[found["unit"].upper()]
    if not SMALLEST_SIZE <= size < 1 << 60:
        raise argparse.ArgumentTypeError(f"must be at least 1M: {text}")
    return size


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"not a number of seconds: {text}")
    return number


def _properties(text: str) -> tuple[Property, ...]:
    """In their usual order."""
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in PROPERTIES:
            raise argparse.ArgumentTypeError(f"no property is called {word!r}; there are {', '.join(PROPERTIES)}")
    return tuple(one for one in PROPERTIES if one in words)


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(",")) if text else ()
    except ValueError:
        raise argparse.ArgumentTypeError(f"not numbers with commas between them: {text}") from None
