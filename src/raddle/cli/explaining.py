"""`raddle explain`."""

import sys

from rich.console import Console

from raddle import options, pipeline
from raddle.base.errors import UserError
from raddle.base.exits import Exit
from raddle.cli.printing import colored, put, say
from raddle.cli.surroundings import in_the_budget, look_round, read_stdin
from raddle.explain.contrast.difference import Budget
from raddle.explain.explained import Asked
from raddle.report.explanation_json import explanation_json
from raddle.report.explanation_text import explanation_text
from raddle.report.picture import can_draw
from raddle.report.progress import Progress


def explain(words: list[str], begun: float) -> int:
    chosen = options.explain_parser().parse_args(words)
    look_round()
    if chosen.output is not None and not chosen.output.absolute().parent.is_dir():
        raise UserError("no such folder", where=chosen.output.parent, advice="-o names the file for the explanation")
    until = options.ends_at(chosen, begun)
    order = pipeline.ExplainOrder(
        target=chosen.target,
        asked=Asked(detail=chosen.detail, until=until),
        contrast=None if chosen.no_contrast else Budget(until=until),
        stdin=read_stdin() if chosen.stdin else b"",
        trusted=chosen.trust,
    )
    with in_the_budget(chosen, begun), Progress(Console(stderr=True)) as progress:
        told = pipeline.explain(order, say, progress)
    encoding = "utf-8" if chosen.output is not None else sys.stdout.encoding or "ascii"
    if chosen.format == "json":
        text = explanation_json(told)
    else:
        text = explanation_text(told, color=colored(chosen), ascii_only=not can_draw(encoding), target=chosen.target)
    put(text.encode(encoding, "replace").decode(encoding), chosen.output)  # source lines may have any letter
    return int(Exit.NOTHING_FOUND)
