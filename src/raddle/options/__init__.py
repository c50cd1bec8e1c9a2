"""The words of a command line: in: what was typed; out: the parsed options, and what to run with which flags.

what_to_run.py and orders.py make of them what the stages are asked to do, and load these; the rest loads next to
nothing.
"""

from raddle.options.budget import ends_at
from raddle.options.commands import (
    check_parser,
    explain_parser,
    export_parser,
    import_parser,
    overview,
    record_parser,
    replay_parser,
    show_parser,
    verify_parser,
)
from raddle.options.parser import Parser
from raddle.options.repairing import check_fix_parser, diagnose_parser, repair_parser
from raddle.options.words import Words, all_ours, sort_words, split_arguments

__all__ = [
    "Parser",
    "Words",
    "all_ours",
    "check_fix_parser",
    "check_parser",
    "diagnose_parser",
    "ends_at",
    "explain_parser",
    "export_parser",
    "import_parser",
    "overview",
    "record_parser",
    "repair_parser",
    "replay_parser",
    "show_parser",
    "sort_words",
    "split_arguments",
    "verify_parser",
]
