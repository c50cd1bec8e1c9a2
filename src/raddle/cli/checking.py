"""`raddle check` and `raddle verify`."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from raddle import options, pipeline
from raddle.base.errors import UserError
from raddle.base.exits import STATUS
from raddle.base.time_limit import INTERRUPTED
from raddle.capture.run import Output
from raddle.cli.printing import colored, put_report, say, show_written
from raddle.cli.surroundings import folder_for_witnesses, look_for_folder, look_round, read_stdin, with_a_compiler
from raddle.cli.telling import Telling
from raddle.report.as_json import json_of
from raddle.report.progress import Progress
from raddle.report.rechecked import told_certificate
from raddle.report.result import Finding, Result
from raddle.report.so_far import SoFar
from raddle.report.suppressions import Suppression, find_suppressions, load_suppressions
from raddle.report.text import text_of
from raddle.report.verified import Verified
from raddle.report.verified_json import verified_json
from raddle.report.verified_text import verified_text

Target = pipeline.RecordOrder | Path
"""What is to be run, or a run or trace program that is given."""


def check(words: list[str], begun: float) -> int:
    parser = options.check_parser()
    sorted_words = options.sort_words(words, parser)
    chosen = parser.parse_args(sorted_words.ours)
    look_round()
    target = _what_to_check(sorted_words, chosen)
    begun = with_a_compiler(target, begun)
    telling = Telling[Result](lambda known: _tell_checked(known, target, chosen), _interrupted_check)
    return telling(lambda: _checked(target, sorted_words, chosen, begun, telling.so_far))


def _checked(
    target: Target, words: options.Words, chosen: argparse.Namespace, begun: float, so_far: SoFar[Result]
) -> Result:
    with folder_for_witnesses(chosen.witnesses) as witnesses:
        order = pipeline.CheckOrder(
            target=target,
            options=options.check_options(chosen, witnesses, begun),
            suppressions=_suppressions(words, chosen),
            trusted=chosen.trust,
        )
        look_for_folder(chosen.output)
        with Progress(Console(stderr=True)) as progress:
            return pipeline.check(order, say, progress, so_far)


def _tell_checked(result: Result, target: Target, chosen: argparse.Namespace) -> int:
    put_report(json_of(result) if chosen.format == "json" else text_of(result, color=colored(chosen)), chosen.output)
    if not result.is_interrupted:
        _show_written(result.findings, target, chosen)
    return int(STATUS[result.verdict])


def _show_written(findings: Sequence[Finding], target: Target, chosen: argparse.Namespace) -> None:
    """What the user's program says is the user's: as it is, but for what the runtime says in between."""
    if not chosen.show_written:
        return
    stdin = target.stdin if isinstance(target, pipeline.RecordOrder) else b""
    for witness in (finding.witness for finding in findings if finding.witness is not None):
        say(f"the program writes in the run of {witness}:")
        for written in pipeline.written_by(witness, stdin, getattr(chosen, "trust", False), say):
            show_written(written)


def _interrupted_check(result: Result) -> Result:
    return replace(result, ended=INTERRUPTED)


def _suppressions(words: options.Words, chosen: argparse.Namespace) -> tuple[Suppression, ...]:
    """Read before all the work: what is wrong in them is said at once."""
    if chosen.no_suppressions:
        return ()
    path = chosen.suppressions or find_suppressions([Path(name) for name in words.files])
    return () if path is None else load_suppressions(path)


def _what_to_check(words: options.Words, chosen: argparse.Namespace) -> Target:
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
    look_round()
    if chosen.check_certificate is not None:
        return _check_certificate(sorted_words, chosen)
    target = replace(options.record_order(sorted_words, chosen, read_stdin()), output=Output.CAPTURED)
    begun = with_a_compiler(target, begun)
    telling = Telling[Verified](lambda known: _tell_verified(known, target, chosen), _interrupted_proof)
    return telling(lambda: _verified(target, chosen, begun, telling.so_far))


def _verified(
    target: pipeline.RecordOrder, chosen: argparse.Namespace, begun: float, so_far: SoFar[Verified]
) -> Verified:
    with folder_for_witnesses(chosen.witnesses) as witnesses:
        look_for_folder(chosen.output)
        look_for_folder(chosen.certificate)
        order = pipeline.VerifyOrder(target, options.verify_options(chosen, witnesses, begun))
        with Progress(Console(stderr=True)) as progress:
            return pipeline.verify(order, say, progress, so_far)


def _tell_verified(found: Verified, target: Target, chosen: argparse.Namespace) -> int:
    text = verified_json(found) if chosen.format == "json" else verified_text(found, color=colored(chosen))
    put_report(text, chosen.output)
    _show_written(found.findings, target, chosen)
    return int(STATUS[found.verdict])


def _interrupted_proof(found: Verified) -> Verified:
    return found if found.verdict == "bug" else replace(found, reason=INTERRUPTED, advice="")


def _check_certificate(words: options.Words, chosen: argparse.Namespace) -> int:
    test = options.record_order(words, chosen, read_stdin()) if words.files else None
    checked = pipeline.check_certificate(chosen.check_certificate, test, chosen.budget, say)
    put_report(told_certificate(checked, chosen.format), chosen.output)
    return int(STATUS[checked.verdict])
