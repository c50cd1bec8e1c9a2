"""`raddle explain`."""

import argparse
import sys

from raddle.base.errors import UserError
from raddle.base.exits import Exit
from raddle.cli.printing import colored, put, say, shown_progress
from raddle.cli.surroundings import in_the_budget, look_round, read_stdin
from raddle.explain.contrast.budget import Budget
from raddle.explain.explained import Asked
from raddle.options import Words, ends_at
from raddle.pipeline import explaining
from raddle.pipeline.explaining import ExplainOrder
from raddle.report.explanation_json import explanation_json
from raddle.report.explanation_text import explanation_text
from raddle.report.picture import can_draw


def explain(_words: Words, chosen: argparse.Namespace, begun: float) -> int:
    look_round()
    if chosen.output is not None and not chosen.output.absolute().parent.is_dir():
        raise UserError("no such folder", where=chosen.output.parent, advice="-o names the file for the explanation")
    until = ends_at(chosen, begun)
    order = ExplainOrder(
        target=chosen.target,
        asked=Asked(detail=chosen.detail, until=until),
        contrast=None if chosen.no_contrast else Budget(until=until),
        stdin=read_stdin() if chosen.stdin else b"",
        trusted=chosen.trust,
    )
    with in_the_budget(chosen, begun), shown_progress() as progress:
        told = explaining.explain(order, say, progress)
    encoding = "utf-8" if chosen.output is not None else sys.stdout.encoding or "ascii"
    if chosen.format == "json":
        text = explanation_json(told)
    else:
        text = explanation_text(told, color=colored(chosen), ascii_only=not can_draw(encoding), target=chosen.target)
    put(text.encode(encoding, "replace").decode(encoding), chosen.output)  # source lines may have any letter
    return int(Exit.NOTHING_FOUND)
