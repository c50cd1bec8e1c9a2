"""`raddle verify`."""

import argparse
from dataclasses import replace

from raddle.base.exits import STATUS
from raddle.base.time_limit import INTERRUPTED
from raddle.capture.run import Output
from raddle.cli.printing import colored, put_report, say, shown_progress
from raddle.cli.surroundings import folder_for_witnesses, look_for_folder, look_round, read_stdin, with_a_compiler
from raddle.cli.telling import Telling
from raddle.cli.written import show_runs
from raddle.options import Words
from raddle.options.orders import verify_options
from raddle.options.what_to_run import record_order
from raddle.pipeline import verifying
from raddle.pipeline.verifying import VerifyOrder
from raddle.report.rechecked import told_certificate
from raddle.report.so_far import SoFar
from raddle.report.verified import Verified
from raddle.report.verified_json import verified_json
from raddle.report.verified_text import verified_text
from raddle.testing.runs import RecordOrder


def verify(words: Words, chosen: argparse.Namespace, begun: float) -> int:
    look_round()
    if chosen.check_certificate is not None:
        return _check_certificate(words, chosen)
    target = replace(record_order(words, chosen, read_stdin()), output=Output.CAPTURED)
    begun = with_a_compiler(target, begun)
    telling = Telling[Verified](lambda known: _tell_verified(known, target, chosen), _interrupted_proof)
    return telling(lambda: _verified(target, chosen, begun, telling.so_far))


def _verified(target: RecordOrder, chosen: argparse.Namespace, begun: float, so_far: SoFar[Verified]) -> Verified:
    with folder_for_witnesses(chosen.witnesses) as witnesses:
        look_for_folder(chosen.output)
        look_for_folder(chosen.certificate)
        order = VerifyOrder(target, verify_options(chosen, witnesses, begun))
        with shown_progress() as progress:
            return verifying.verify(order, say, progress, so_far)


def _tell_verified(found: Verified, target: RecordOrder, chosen: argparse.Namespace) -> int:
    text = verified_json(found) if chosen.format == "json" else verified_text(found, color=colored(chosen))
    put_report(text, chosen.output)
    show_runs(found.findings, target, chosen)
    return int(STATUS[found.verdict])


def _interrupted_proof(found: Verified) -> Verified:
    return found if found.verdict == "bug" else replace(found, reason=INTERRUPTED, advice="")


def _check_certificate(words: Words, chosen: argparse.Namespace) -> int:
    test = record_order(words, chosen, read_stdin()) if words.files else None
    checked = verifying.check_certificate(chosen.check_certificate, test, chosen.budget, say)
    put_report(told_certificate(checked, chosen.format), chosen.output)
    return int(STATUS[checked.verdict])
