"""`raddle check`."""

import argparse
from dataclasses import replace
from pathlib import Path

from raddle.base.errors import UserError
from raddle.base.exits import STATUS
from raddle.base.time_limit import INTERRUPTED
from raddle.capture.run import Output
from raddle.cli.printing import colored, put_report, say, shown_progress
from raddle.cli.surroundings import folder_for_witnesses, look_for_folder, look_round, read_stdin, with_a_compiler
from raddle.cli.telling import Telling
from raddle.cli.written import show_runs
from raddle.options import Words
from raddle.options.orders import check_options
from raddle.options.what_to_run import record_order
from raddle.pipeline import checking
from raddle.pipeline.checking import CheckOrder, is_given_trace
from raddle.report.as_json import json_of
from raddle.report.result import Result
from raddle.report.so_far import SoFar
from raddle.report.suppressions import Suppression, find_suppressions, load_suppressions
from raddle.report.text import text_of
from raddle.testing.runs import RecordOrder

Target = RecordOrder | Path
"""What is to be run, or a run or trace program that is given."""


def check(words: Words, chosen: argparse.Namespace, begun: float) -> int:
    look_round()
    target = _what_to_check(words, chosen)
    begun = with_a_compiler(target, begun)
    telling = Telling[Result](lambda known: _tell_checked(known, target, chosen), _interrupted_check)
    return telling(lambda: _checked(target, words, chosen, begun, telling.so_far))


def _checked(target: Target, words: Words, chosen: argparse.Namespace, begun: float, so_far: SoFar[Result]) -> Result:
    with folder_for_witnesses(chosen.witnesses) as witnesses:
        order = CheckOrder(
            target=target,
            options=check_options(chosen, witnesses, begun),
            suppressions=_suppressions(words, chosen),
            trusted=chosen.trust,
        )
        look_for_folder(chosen.output)
        with shown_progress() as progress:
            return checking.check(order, say, progress, so_far)


def _tell_checked(result: Result, target: Target, chosen: argparse.Namespace) -> int:
    put_report(json_of(result) if chosen.format == "json" else text_of(result, color=colored(chosen)), chosen.output)
    if not result.is_interrupted:
        show_runs(result.findings, target, chosen)
    return int(STATUS[result.verdict])


def _interrupted_check(result: Result) -> Result:
    return replace(result, ended=INTERRUPTED)


def _suppressions(words: Words, chosen: argparse.Namespace) -> tuple[Suppression, ...]:
    """Read before all the work: what is wrong in them is said at once."""
    if chosen.no_suppressions:
        return ()
    path = chosen.suppressions or find_suppressions([Path(name) for name in words.files])
    return () if path is None else load_suppressions(path)


def _what_to_check(words: Words, chosen: argparse.Namespace) -> Target:
    only = Path(words.files[0]) if len(words.files) == 1 else None
    if only is not None and not words.flags and not words.arguments and is_given_trace(only):
        if chosen.exit_status is not None or chosen.fails_at:
            advice = "raddle record takes --exit-status and --fails-at too"
            raise UserError("what counts as a failed test is said when a run is recorded", where=only, advice=advice)
        return only
    order = record_order(words, chosen, read_stdin())
    return replace(order, output=Output.CAPTURED, limit_s=chosen.run_timeout)
