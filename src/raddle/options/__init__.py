"""The words of a command line: in: what was typed; out: the parsed options, and what to run with which flags."""

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
from raddle.options.orders import check_options, ends_at, explore_options, fix_options, verify_options
from raddle.options.repairing import check_fix_parser, diagnose_parser, repair_parser
from raddle.options.words import Words, record_order, sort_words, split_arguments

__all__ = [
    "Words",
    "check_fix_parser",
    "check_options",
    "check_parser",
    "diagnose_parser",
    "ends_at",
    "explain_parser",
    "explore_options",
    "export_parser",
    "fix_options",
    "import_parser",
    "overview",
    "record_order",
    "record_parser",
    "repair_parser",
    "replay_parser",
    "show_parser",
    "sort_words",
    "split_arguments",
    "verify_options",
    "verify_parser",
]
