"""`raddle check` and `raddle verify`."""

import argparse
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from raddle import options, pipeline
from raddle.base.errors import UserError
from raddle.base.exits import STATUS
from raddle.base.time_limit import INTERRUPTED
from raddle.capture.run import Output
from raddle.cli.printing import colored, put_report, say
from raddle.cli.surroundings import folder_for_witnesses, look_for_folder, look_round, read_stdin
from raddle.cli.telling import Telling
from raddle.report.as_json import json_of
from raddle.report.progress import Progress
from raddle.report.rechecked import told_certificate
from raddle.report.result import Result
from raddle.report.so_far import SoFar
from raddle.report.suppressions import Suppression, find_suppressions, load_suppressions
from raddle.report.text import text_of
from raddle.report.verified import Verified
from raddle.report.verified_json import verified_json
from raddle.report.verified_text import verified_text


def check(words: list[str], begun: float) -> int:
    parser = options.check_parser()
    sorted_words = options.sort_words(words, parser)
    chosen = parser.parse_args(sorted_words.ours)
    telling = Telling[Result](lambda known: _tell_checked(known, chosen), _interrupted_check)
    return telling(lambda: _checked(sorted_words, chosen, begun, telling.so_far))


def _checked(words: options.Words, chosen: argparse.Namespace, begun: float, so_far: SoFar[Result]) -> Result:
    look_round()
    with folder_for_witnesses(chosen.witnesses) as witnesses:
        order = pipeline.CheckOrder(
            target=_what_to_check(words, chosen),
            options=options.check_options(chosen, witnesses, begun),
            suppressions=_suppressions(words, chosen),
            trusted=chosen.trust,
        )
        look_for_folder(chosen.output)
        with Progress(Console(stderr=True)) as progress:
            return pipeline.check(order, say, progress, so_far)


def _tell_checked(result: Result, chosen: argparse.Namespace) -> int:
    put_report(json_of(result) if chosen.format == "json" else text_of(result, color=colored(chosen)), chosen.output)
    return int(STATUS[result.verdict])


def _interrupted_check(result: Result) -> Result:
    return replace(result, ended=INTERRUPTED)


def _suppressions(words: options.Words, chosen: argparse.Namespace) -> tuple[Suppression, ...]:
    """Read before all the work: what is wrong in them is said at once."""
    if chosen.no_suppressions:
        return ()
    path = chosen.suppressions or find_suppressions([Path(name) for name in words.files])
    return () if path is None else load_suppressions(path)


def _what_to_check(words: options.Words, chosen: argparse.Namespace) -> pipeline.RecordOrder | Path:
    only = Path(words.files[0]) if len(words.files) == 1 else None
    if only is not None and not words.flags and not words.arguments and pipeline.is_given_trace(only):
        if chosen.exit_status is not None or chosen.fails_at:
            advice = "raddle record takes --exit-status and --fails-at too"
            raise UserError("what counts as a failed test is said when a run is recorded", where=only, advice=advice)
        return only
    order = options.record_order(words, chosen, read_stdin())
    return replace(order, output=Output.CAPTURED, limit_s=chosen.run_timeout)


def verify(words: list[str], begun: float) -> int:
    parser = options.verify_parser()
    sorted_words = options.sort_words(words, parser)
    chosen = parser.parse_args(sorted_words.ours)
    if chosen.check_certificate is not None:
        look_round()
        return _check_certificate(sorted_words, chosen)
    telling = Telling[Verified](lambda known: _tell_verified(known, chosen), _interrupted_proof)
    return telling(lambda: _verified(sorted_words, chosen, begun, telling.so_far))


def _verified(words: options.Words, chosen: argparse.Namespace, begun: float, so_far: SoFar[Verified]) -> Verified:
    look_round()
    with folder_for_witnesses(chosen.witnesses) as witnesses:
        look_for_folder(chosen.output)
        look_for_folder(chosen.certificate)
        target = replace(options.record_order(words, chosen, read_stdin()), output=Output.CAPTURED)
        order = pipeline.VerifyOrder(target, options.verify_options(chosen, witnesses, begun))
        with Progress(Console(stderr=True)) as progress:
            return pipeline.verify(order, say, progress, so_far)


def _tell_verified(found: Verified, chosen: argparse.Namespace) -> int:
    text = verified_json(found) if chosen.format == "json" else verified_text(found, color=colored(chosen))
    put_report(text, chosen.output)
    return int(STATUS[found.verdict])


def _interrupted_proof(found: Verified) -> Verified:
    return found if found.verdict == "bug" else replace(found, reason=INTERRUPTED, advice="")


def _check_certificate(words: options.Words, chosen: argparse.Namespace) -> int:
    test = options.record_order(words, chosen, read_stdin()) if words.files else None
    checked = pipeline.check_certificate(chosen.check_certificate, test, chosen.budget, say)
    put_report(told_certificate(checked, chosen.format), chosen.output)
    return int(STATUS[checked.verdict])
