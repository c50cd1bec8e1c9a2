"""`raddle diagnose`, `raddle repair` and `raddle check-fix`."""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.base.exits import STATUS
from raddle.capture.run import Output
from raddle.cli.printing import colored, put, put_report, say, shown_progress
from raddle.cli.surroundings import (
    folder_for_witnesses,
    in_the_budget,
    look_for_folder,
    look_round,
    make_folder,
    read_stdin,
    with_a_compiler,
)
from raddle.cli.telling import Telling
from raddle.options import Words
from raddle.options.orders import explore_options, fix_options
from raddle.options.what_to_run import record_order
from raddle.pipeline import repairing
from raddle.pipeline.repairing import DiagnoseOrder, FixOrder, RepairOrder
from raddle.repair.own_fix import Patch, Tree
from raddle.replay.order import ReplayOrder, is_recording
from raddle.report.diagnosed_json import diagnosed_json
from raddle.report.diagnosed_text import diagnosed_text
from raddle.report.order_svg import diagnosed_svg, repaired_svg
from raddle.report.picture import can_draw
from raddle.report.repaired import Repaired
from raddle.report.repaired_json import checked_fix_json, repaired_json
from raddle.report.repaired_text import checked_fix_text, repaired_text
from raddle.report.so_far import SoFar
from raddle.testing.given import is_given_run
from raddle.testing.runs import RecordOrder

_OF_A_RUN: Final = {
    "recording": "--keep",
    "nondet": "--nondet",
    "nondet_seed": "--nondet-seed",
    "events": "--events",
    "spurious": "--spurious",
    "exit_status": "--exit-status",
    "fails_at": "--fails-at",
}
_OF_A_RECORDING: Final = {"before": "--before", "stdin": "--stdin"}
"""A witness may be given others."""


def diagnose(words: Words, chosen: argparse.Namespace, begun: float) -> int:
    look_round()
    _look_for_folders(chosen)
    with folder_for_witnesses(chosen.witnesses) as witnesses:
        target = _what_fails(words, chosen)
        begun = with_a_compiler(target, begun)
        explored = explore_options(chosen, witnesses, begun)
        order = DiagnoseOrder(target, explored, chosen.unwind)
        with in_the_budget(chosen, begun), shown_progress() as progress:
            found = repairing.diagnose(order, say, progress)
    if chosen.format == "json":
        text = diagnosed_json(found)
    else:
        text = diagnosed_text(found, color=colored(chosen), ascii_only=not can_draw(_encoding(chosen)))
    _put(text, chosen)
    if chosen.svg is not None:
        put(diagnosed_svg(found), chosen.svg)
    return int(STATUS[found.kind])


def repair(words: Words, chosen: argparse.Namespace, begun: float) -> int:
    look_round()
    _look_for_folders(chosen)
    make_folder(chosen.patches, "--patches names the folder where patches go")
    telling = Telling[Repaired](
        lambda known: _tell_repaired(known, chosen), lambda known: replace(known, complete=False)
    )
    return telling(lambda: _repaired(words, chosen, begun, telling.so_far))


def _repaired(words: Words, chosen: argparse.Namespace, begun: float, so_far: SoFar[Repaired]) -> Repaired:
    with folder_for_witnesses(chosen.witnesses) as witnesses:
        target = _what_fails(words, chosen)
        begun = with_a_compiler(target, begun)
        explored = explore_options(chosen, witnesses, begun)
        failing = DiagnoseOrder(target, explored, chosen.unwind)
        order = RepairOrder(failing, every=chosen.show_all, apply=chosen.apply)
        with in_the_budget(chosen, begun), shown_progress() as progress:
            return repairing.repair(order, say, progress, so_far)


def _tell_repaired(found: Repaired, chosen: argparse.Namespace) -> int:
    if chosen.format == "json":
        text = repaired_json(found)
    else:
        text = repaired_text(found, show_all=chosen.show_all, color=colored(chosen))
    _put(text, chosen)
    if chosen.svg is not None:
        put(repaired_svg(found), chosen.svg)
    if chosen.patches is not None:
        _put_patches(found, chosen.patches)
    return int(STATUS[found.verdict])


def check_fix(_words: Words, chosen: argparse.Namespace, begun: float) -> int:
    if chosen.build is not None and chosen.tree is None:
        raise UserError("--build goes with --tree: it says how that folder is built")
    look_round()
    look_for_folder(chosen.output)
    with folder_for_witnesses(chosen.witnesses) as witnesses:
        order = FixOrder(
            failing=ReplayOrder(
                target=chosen.witness,
                stdin=read_stdin() if chosen.stdin else b"",
                limit_s=chosen.run_timeout,
                before=chosen.before,
                trusted=chosen.trust,
            ),
            fix=Patch(chosen.patch) if chosen.tree is None else Tree(chosen.tree, chosen.build),
            options=fix_options(chosen, witnesses, begun),
        )
        with in_the_budget(chosen, begun), shown_progress() as progress:
            found = repairing.check_fix(order, say, progress)
    text = checked_fix_json(found) if chosen.format == "json" else checked_fix_text(found, color=colored(chosen))
    _put(text, chosen)
    return int(STATUS[found.verdict])


def _what_fails(words: Words, chosen: argparse.Namespace) -> RecordOrder | ReplayOrder:
    only = Path(words.files[0]) if len(words.files) == 1 else None
    if only is None or not is_given_run(only):
        if chosen.stdin:
            raise UserError("--stdin is for a witness: what is run here has our standard input anyway")
        return replace(record_order(words, chosen, read_stdin()), output=Output.CAPTURED)
    names = _OF_A_RUN | (_OF_A_RECORDING if is_recording(only) else {})
    odd = [*words.flags, *_typed(chosen, names), *words.arguments]
    if odd:
        raise UserError(f"it has its own program, inputs and schedule: {' '.join(odd)} cannot be given", where=only)
    stdin = read_stdin() if chosen.stdin else b""
    return ReplayOrder(only, stdin=stdin, limit_s=chosen.run_timeout, before=chosen.before, trusted=chosen.trust)


def _typed(chosen: argparse.Namespace, names: Mapping[str, str]) -> list[str]:
    """Which of these options were: what they are without that is nothing, and 0 is something."""
    values = {name: getattr(chosen, field) for field, name in names.items()}
    return [name for name, value in values.items() if value is not None and value is not False and value != ()]


def _look_for_folders(chosen: argparse.Namespace) -> None:
    look_for_folder(chosen.output)
    if chosen.svg is not None and not chosen.svg.absolute().parent.is_dir():
        raise UserError("no such folder", where=chosen.svg.parent, advice="--svg names the file for the picture")


def _encoding(chosen: argparse.Namespace) -> str:
    return "utf-8" if chosen.output is not None else sys.stdout.encoding or "ascii"


def _put(text: str, chosen: argparse.Namespace) -> None:
    """Source lines and diffs may have any letter."""
    encoding = _encoding(chosen)
    put_report(text.encode(encoding, "replace").decode(encoding), chosen.output)


def _put_patches(found: Repaired, folder: Path) -> None:
    for number, candidate in enumerate(found.accepted, 1):
        place = folder / f"{found.program}.repair{number}.diff"
        try:
            place.write_bytes(candidate.diff.encode("utf-8", "surrogateescape"))
        except OSError as error:
            raise UserError(f"it cannot be written: {error.strerror or error}", where=place) from error
        say(f"{place}: {candidate.what}")
