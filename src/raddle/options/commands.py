"""The options of each command."""

from pathlib import Path
from typing import Final

from raddle.base.exits import IN_WORDS as EXITS_IN_WORDS
from raddle.base.process import WAITING
from raddle.explain.contrast.budget import Budget
from raddle.explain.detail import parse_detail
from raddle.model.choice import CHECK_ENCODINGS, MODELS
from raddle.options.budget import add_budget, no_budget
from raddle.options.parser import Parser, parser_of
from raddle.options.values import natural, numbers, positive, properties, seconds, size, statuses
from raddle.report.properties import PROPERTIES
from raddle.verify.options import ENCODINGS, MOST_RUNS, MOST_STEPS, PROVABLE

MOST_EVENTS: Final = 2_000_000
"""After which `check` ends a run: one that does not end by itself would never be answered."""
CHECK_S: Final = 60.0
VERIFY_S: Final = 300.0
END_PROGRAM: Final = (
    f"end a run of the program after so many CPU seconds, or {WAITING} times as many by the clock where it only waits"
)


def overview() -> str:
    return "\n".join(
        (
            "usage: raddle COMMAND ...     (raddle COMMAND --help tells more)",
            "",
            "  check  FILE.c... [compiler flags] | PROGRAM | RECORDING | TRACE.ctp | TRACE.std   [-- ARGS]",
            "                                                run once; what can go wrong in another interleaving?",
            "  verify FILE.c... [compiler flags] | PROGRAM   [-- ARGS]   bug, or proof that no interleaving fails",
            "  diagnose FILE.c... | PROGRAM | WITNESS | RECORDING   [-- ARGS]   all causes of a failure",
            "  repair FILE.c... | PROGRAM | WITNESS | RECORDING   [-- ARGS]   patches that were verified",
            "  check-fix WITNESS --patch DIFF | --tree DIR   proves or breaks your own fix for a stored failure",
            "  record FILE.c... [compiler flags] | PROGRAM   [-o FILE] [-- ARGS]   run once and keep everything",
            "  show   RECORDING                              the events of a run",
            "  replay RECORDING | WITNESS | PROGRAM          the real program again, by its schedule (--gdb: in gdb)",
            "  explain WITNESS | RECORDING                   why that run fails, and how one that passes differs",
            "  import TRACE.std                              an STD trace (RAPID) as a trace program in text",
            "  export RECORDING | TRACE.ctp                  the observed run as an STD trace",
            "  cc     ...                                    a C compiler that instruments: CC='raddle cc' make",
            "  c++    ...                                    the same for C++: CXX='raddle c++'",
            "",
            *EXITS_IN_WORDS,
        )
    )


def check_parser() -> Parser:
    parser = parser_of(
        "check",
        "FILE.c... [compiler flags] | PROGRAM | RECORDING | TRACE.ctp | TRACE.std  [options] [-- ARGUMENTS]",
        "Run the program once and decide what can go wrong in another interleaving of what the run did: assertions "
        "that fail, data races, blocks that are not atomic, deadlocks, memory errors. What is found is replayed on the "
        "real program.",
    )
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the report goes there")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="of the report (default: text)")
    add_written(parser)
    parser.add_argument(
        "--property", dest="properties", type=properties, default=PROPERTIES, metavar="P,P",
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
    parser.add_argument(
        "--encoding", choices=CHECK_ENCODINGS, default="orders",
        help="paper: by the formula of the predictive analysis paper alone, as it was published, and on the recorded "
        "paths; slow, a second opinion on assertions and exit statuses (default: orders)",
    )  # fmt: skip
    accepted = parser.add_mutually_exclusive_group()
    accepted.add_argument(
        "--suppressions", type=Path, metavar="FILE",
        help="findings that you answer for (default: raddle.toml here, or above the first source file)",
    )  # fmt: skip
    accepted.add_argument("--no-suppressions", action="store_true", help="leave any raddle.toml alone")
    parser.add_argument("--switches", type=natural, metavar="N", help="only schedules with at most N context switches")
    parser.add_argument(
        "--preemptions", type=natural, metavar="N",
        help="only schedules that leave a thread which could go on at most N times",
    )  # fmt: skip
    add_budget(parser, "what is not decided by then is reported as undecided", CHECK_S)
    parser.add_argument("--recorded", action="store_true", help="only the paths that the recorded run took, no others")
    parser.add_argument(
        "--complete", action="store_true",
        help="exit status 3 unless what is looked for is proved for all executions under this input",
    )  # fmt: skip
    parser.add_argument("--no-explain", action="store_true", help="do not look for the causes of what was found")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="decide so many at once (default: 1)")
    parser.add_argument("--keep", dest="recording", type=Path, metavar="FILE", help="keep the recording of the run")
    parser.add_argument("--witnesses", type=Path, metavar="DIR", help="where witnesses go (default: here)")
    add_run_timeout(parser)
    add_trust(parser)
    add_run_options(parser)
    parser.set_defaults(events=MOST_EVENTS)
    return parser


def verify_parser() -> Parser:
    parser = parser_of(
        "verify",
        "FILE.c... [compiler flags] | PROGRAM  [options] [-- ARGUMENTS]",
        "Run the program again and again, each time where nobody has been, until some run fails or no interleaving "
        "under this input is left: bug, proved, or unknown and why.",
    )
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the report goes there")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="of the report (default: text)")
    add_written(parser)
    parser.add_argument(
        "--property", dest="properties", type=properties, default=("assertions", "exit"), metavar="P,P",
        help=f"prove these, and assertions in any case: {', '.join(PROVABLE)} (default: assertions,exit)",
    )  # fmt: skip
    add_limits(parser)
    parser.add_argument(
        "--encoding", choices=ENCODINGS, default="orders",
        help="how questions are put to the solver: by the order of events, or step by step (default: orders)",
    )  # fmt: skip
    parser.add_argument("--no-explain", action="store_true", help="do not look for the causes of what was found")
    parser.add_argument("--certificate", type=Path, metavar="FILE", help="write a proof there, to be checked by others")
    parser.add_argument(
        "--check-certificate", type=Path, metavar="FILE",
        help="verify nothing, but check this certificate with a second solver: of the program that it names, or of the "
        "files and arguments that are given",
    )  # fmt: skip
    parser.add_argument("--again", action="store_true", help="prove also what was proved before, and is unchanged")
    parser.add_argument(
        "--keep", dest="recording", type=Path, metavar="FILE", help="keep the recording of the first run"
    )
    add_run_options(parser)
    return parser


def record_parser() -> Parser:
    parser = parser_of(
        "record",
        "FILE.c... [compiler flags] | PROGRAM  [options] [-- ARGUMENTS]",
        "Build the C files with hooks in them (or take a program built with `raddle cc`), run it once, and keep all "
        "that happened. Flags that are not ours go to the compiler.",
    )
    parser.add_argument("-o", dest="recording", type=Path, metavar="FILE", help="the recording (default: NAME.rdl)")
    add_run_timeout(parser)
    no_budget(parser)
    add_run_options(parser)
    return parser


def add_limits(parser: Parser) -> None:
    """Of what runs the program until nothing new is to be seen."""
    parser.add_argument(
        "--steps", type=positive, default=MOST_STEPS, metavar="N",
        help="follow each thread up to its first N visible events, besides what main does alone; needed where threads "
        f"go on for ever (default: {MOST_STEPS})",
    )  # fmt: skip
    parser.add_argument(
        "--runs", type=positive, default=MOST_RUNS, metavar="N",
        help=f"run the program at most N times (default: {MOST_RUNS})",
    )  # fmt: skip
    add_budget(parser, "what is not decided by then is unknown", VERIFY_S)
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="decide so many at once (default: 1)")
    parser.add_argument("--witnesses", type=Path, metavar="DIR", help="where witnesses go (default: here)")
    add_run_timeout(parser)


def add_run_timeout(parser: Parser) -> None:
    parser.add_argument("--run-timeout", type=seconds, metavar="S", help=END_PROGRAM)


def add_run_options(parser: Parser) -> None:
    parser.add_argument("--seed", type=natural, metavar="N", help="random priorities instead of the default schedule")
    parser.add_argument("--events", type=positive, metavar="N", help="end the program after so many visible events")
    parser.add_argument(
        "--max-size", type=size, metavar="SIZE",
        help="end the program when the recording has grown to this: 512M, 2G (default: the smaller of 8G and a "
        "quarter of the space that is free where the recording goes)",
    )  # fmt: skip
    add_before(parser, "kept in the recording and in witnesses, whose replays run it too")
    parser.add_argument(
        "--nondet", type=numbers, default=(), metavar="2,0,7", help="what __VERIFIER_nondet_* return, in order; then 1"
    )
    parser.add_argument("--nondet-seed", type=natural, metavar="N", help="small random values instead of 1")
    parser.add_argument("--spurious", action="store_true", help="waits for conditions and futexes may just end")
    parser.add_argument(
        "--exit-status", type=statuses, metavar="0,77",
        help="with these the test passes (default: 0); any: it is not judged by its exit status",
    )  # fmt: skip
    parser.add_argument(
        "--fails-at", action="append", metavar="FUNCTION",
        help="a call of it says that a check of the test has failed, as those of known test frameworks do; may be "
        "repeated (raddle.toml: fails_at)",
    )  # fmt: skip


def add_before(parser: Parser, more: str) -> None:
    parser.add_argument(
        "--before", metavar="CMD",
        help="a shell command that goes before every run of the program, where the program runs, to reset what a run "
        f"leaves behind; {more}",
    )  # fmt: skip


def add_trust(parser: Parser) -> None:
    parser.add_argument(
        "--trust", action="store_true",
        help="run what a witness or a recording names though it was not written by you on this machine; shown before",
    )  # fmt: skip


def add_written(parser: Parser) -> None:
    parser.add_argument(
        "--output", dest="show_written", action="store_true",
        help="behind the report, on stderr: all that the program writes in each run that fails, stdout before stderr",
    )  # fmt: skip


def show_parser() -> Parser:
    parser = parser_of("show", "RECORDING [options]", "Print the events of a run.")
    parser.add_argument("recording", type=Path)
    parser.add_argument("--thread", metavar="T", help="only this thread, by creation path: main.1")
    parser.add_argument("--shared-only", action="store_true", help="only what other threads can see")
    parser.add_argument("--from", dest="first", type=natural, metavar="N", help="from the event with this number")
    parser.add_argument("--to", dest="last", type=natural, metavar="N", help="to the event with this number")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--raw", action="store_true", help="the runtime's own records instead")
    instead.add_argument("--schedule", action="store_true", help="the schedule instead, as one string for `replay`")
    instead.add_argument("--witness", action="store_true", help="a witness instead: all that `replay` needs, as text")
    instead.add_argument(
        "--program", action="store_true",
        help="the trace program instead: what `check` asks about, as text that it reads; of a certificate what "
        "`verify` proved it of, with its branches; also of such a text",
    )  # fmt: skip
    return parser


def replay_parser() -> Parser:
    parser = parser_of(
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
    parser.add_argument("--times", type=positive, default=1, metavar="N", help="replay so many times")
    add_run_timeout(parser)
    no_budget(parser)
    parser.add_argument("--program", type=Path, help="the program, where it is not where the recording says")
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="where it runs, instead of the folder in which it ran then"
    )
    parser.add_argument("--stdin", action="store_true", help="give the program our standard input")
    add_before(parser, "instead of the one that the recording or the witness has ('' for none)")
    add_trust(parser)
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="keep the recording of the replay")
    return parser


def explain_parser() -> Parser:
    budget = Budget()
    parser = parser_of(
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
        f"{budget.runs} times, as many events as take about {budget.seconds:.0f} seconds",
    )  # fmt: skip
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the explanation goes there")
    add_budget(parser, "what is not explained by then stays so", None)
    parser.add_argument("--stdin", action="store_true", help="give the program our standard input")
    add_trust(parser)
    return parser


def import_parser() -> Parser:
    parser = parser_of(
        "import",
        "TRACE.std [-o FILE]",
        "Make a trace program in text of an STD trace (RAPID): T0|r(V1)|345, with r, w, acq, rel, fork, join, begin "
        "and end. Every read keeps the write that it saw.",
    )
    parser.add_argument("trace", type=Path)
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the trace program (default: print it)")
    return parser


def export_parser() -> Parser:
    parser = parser_of(
        "export",
        "RECORDING | TRACE.ctp [-o FILE]",
        "Print the observed run as an STD trace (RAPID). What STD has no word for keeps its observed order, and is "
        "named.",
    )
    parser.add_argument("trace", type=Path)
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the STD trace (default: print it)")
    return parser
