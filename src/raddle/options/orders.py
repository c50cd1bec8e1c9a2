"""What was typed, as what the stages are asked to do."""

import argparse
from pathlib import Path

from raddle.base.errors import UserError
from raddle.check.options import IN_THE_PAPER, CheckOptions
from raddle.options.budget import ends_at
from raddle.predict.decide import Limits
from raddle.report.properties import PROPERTIES, Property
from raddle.trace.blocks import AtomicBlocks
from raddle.verify.options import VerifyOptions


def check_options(chosen: argparse.Namespace, witnesses: Path, begun: float) -> CheckOptions:
    """`begun`: when the command did, by time.monotonic()."""
    by_paper = chosen.encoding == "paper"
    return CheckOptions(
        limits=Limits(seconds=None, switches=chosen.switches, preemptions=chosen.preemptions),
        jobs=chosen.jobs,
        witnesses=witnesses,
        replay_limit_s=chosen.run_timeout,
        before=chosen.before,
        most_bytes=chosen.max_size,
        until=ends_at(chosen, begun),
        budget_s=chosen.budget,
        properties=_in_the_paper(chosen) if by_paper else chosen.properties,
        other_paths=not chosen.recorded and not by_paper,
        complete=chosen.complete,
        model=chosen.model,
        encoding=chosen.encoding,
        atomic=AtomicBlocks.of(chosen.atomic, infer=chosen.infer_atomic),
        baseline=chosen.baseline,
        explain=not chosen.no_explain,
    )



def _in_the_paper(chosen: argparse.Namespace) -> tuple[Property, ...]:
    """What its formula answers; the rest is refused by name, unless nobody has asked for anything."""
    if chosen.switches is not None or chosen.preemptions is not None:
        raise UserError("--encoding paper takes no bound: the paper's own counts something else (decision 11)")
    asked = IN_THE_PAPER if chosen.properties == PROPERTIES else chosen.properties
    others = [one for one in asked if one not in IN_THE_PAPER]
    if others:
        advice = f"--property {','.join(IN_THE_PAPER)}"
        raise UserError(f"--encoding paper does not answer {', '.join(others)}", advice=advice)
    return asked


def verify_options(chosen: argparse.Namespace, witnesses: Path, begun: float) -> VerifyOptions:
    return VerifyOptions(
        properties=chosen.properties if "assertions" in chosen.properties else ("assertions", *chosen.properties),
        steps=chosen.steps,
        most_runs=chosen.runs,
        until=ends_at(chosen, begun),
        budget_s=chosen.budget,
        jobs=chosen.jobs,
        encoding=chosen.encoding,
        seed=1 if chosen.seed is None else chosen.seed + 1,
        run_limit_s=chosen.run_timeout,
        witnesses=witnesses,
        most_bytes=chosen.max_size,
        explain=not chosen.no_explain,
        certificate=chosen.certificate,
        again=chosen.again,
    )


def explore_options(chosen: argparse.Namespace, witnesses: Path, begun: float) -> VerifyOptions:
    """For `diagnose` and `repair`."""
    return VerifyOptions(
        steps=chosen.steps,
        most_runs=chosen.runs,
        until=ends_at(chosen, begun),
        budget_s=chosen.budget,
        jobs=chosen.jobs,
        seed=1 if chosen.seed is None else chosen.seed + 1,
        run_limit_s=chosen.run_timeout,
        witnesses=witnesses,
        most_bytes=chosen.max_size,
        explain=False,
    )


def fix_options(chosen: argparse.Namespace, witnesses: Path, begun: float) -> VerifyOptions:
    """For `check-fix`."""
    return VerifyOptions(
        properties=chosen.properties,
        steps=chosen.steps,
        most_runs=chosen.runs,
        until=ends_at(chosen, begun),
        budget_s=chosen.budget,
        jobs=chosen.jobs,
        run_limit_s=chosen.run_timeout,
        witnesses=witnesses,
        explain=not chosen.no_explain,
    )
