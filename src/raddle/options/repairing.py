"""The options of `diagnose`, `repair` and `check-fix`."""

from pathlib import Path
from typing import Final

from raddle.options.commands import add_before, add_limits, add_run_options, add_trust
from raddle.options.parser import Parser, parser_of
from raddle.options.values import positive, properties
from raddle.verify.options import PROVABLE

TARGETS: Final = "FILE.c... [compiler flags] | PROGRAM | WITNESS | RECORDING  [options] [-- ARGUMENTS]"


def diagnose_parser() -> Parser:
    parser = parser_of(
        "diagnose",
        TARGETS,
        "Find all causes of a failure: the smallest sets of orders between threads that make the program fail whatever "
        "else happens. Of a witness or a recording its own failure, otherwise every assertion, error and crash that "
        "some interleaving under this input comes to.",
    )
    _add_report(parser)
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the causes there")
    _add_exploring(parser)
    add_trust(parser)
    add_run_options(parser)
    return parser


def repair_parser() -> Parser:
    parser = parser_of(
        "repair",
        TARGETS,
        "Find patches that keep a failure from coming about, by locks, by waiting or by atomic updates. Each is "
        "built and verified before it is shown, and they are ranked by how much concurrency they leave. Nothing is "
        "written to the sources unless --apply asks for it.",
    )
    _add_report(parser)
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the causes and the orders that prevent them")
    parser.add_argument("--all", dest="show_all", action="store_true", help="also show what was rejected, and why")
    parser.add_argument("--apply", action="store_true", help="write the best one into the sources")
    parser.add_argument("--patches", type=Path, metavar="DIR", help="write each one there, as a unified diff")
    _add_exploring(parser)
    add_trust(parser)
    add_run_options(parser)
    return parser


def check_fix_parser() -> Parser:
    parser = parser_of(
        "check-fix",
        "WITNESS --patch DIFF | --tree DIR [--build CMD]  [options]",
        "Prove or break a fix of yours for a stored failure: the program is built with it, and verified under the "
        "inputs of the witness.",
    )
    parser.add_argument("witness", type=Path)
    fix = parser.add_mutually_exclusive_group(required=True)
    fix.add_argument(
        "--patch", type=Path, metavar="DIFF", help="a unified diff against the sources that the program was built of"
    )
    fix.add_argument(
        "--tree", type=Path, metavar="DIR", help="a folder with the changed sources, each where it stood in the old one"
    )
    parser.add_argument(
        "--build", metavar="CMD",
        help="a shell command that builds the program in the --tree, with CC and CXX set to raddle's compilers "
        "(default: as it was built)",
    )  # fmt: skip
    parser.add_argument(
        "--property", dest="properties", type=properties, default=(), metavar="P,P",
        help=f"prove also these: {', '.join(PROVABLE)} (default: assertions, deadlocks, and what the witness shows)",
    )  # fmt: skip
    _add_report(parser)
    parser.add_argument("--no-explain", action="store_true", help="do not look for the causes of what was found")
    add_limits(parser)
    parser.add_argument("--stdin", action="store_true", help="give the program our standard input")
    add_before(parser, "instead of the one that the witness has ('' for none)")
    add_trust(parser)
    return parser


def _add_report(parser: Parser) -> None:
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="the report goes there")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="of the report (default: text)")


def _add_exploring(parser: Parser) -> None:
    parser.add_argument(
        "--unwind", type=positive, metavar="N",
        help="follow loops up to their first N rounds; needed where they go on for ever (default: to their ends)",
    )  # fmt: skip
    add_limits(parser)
    parser.add_argument(
        "--keep", dest="recording", type=Path, metavar="FILE", help="keep the recording of the first run"
    )
    parser.add_argument("--stdin", action="store_true", help="give the program of a witness our standard input")
