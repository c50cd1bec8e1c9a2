"""What was typed, as what the stages are asked to do."""

import argparse
from pathlib import Path

from raddle.check import CheckOptions
from raddle.predict.decide import Limits
from raddle.trace.blocks import AtomicBlocks
from raddle.verify.options import VerifyOptions


def check_options(chosen: argparse.Namespace, witnesses: Path, begun: float) -> CheckOptions:
    """`begun`: when the command did, by time.monotonic()."""
    return CheckOptions(
        limits=Limits(seconds=None, switches=chosen.switches, preemptions=chosen.preemptions),
        jobs=chosen.jobs,
        witnesses=witnesses,
        replay_limit_s=chosen.run_timeout,
        before=chosen.before,
        most_bytes=chosen.max_size,
        until=ends_at(chosen, begun),
        budget_s=chosen.budget,
        properties=chosen.properties,
        other_paths=not chosen.recorded,
        complete=chosen.complete,
        model=chosen.model,
        atomic=AtomicBlocks.of(chosen.atomic, infer=chosen.infer_atomic),
        baseline=chosen.baseline,
        explain=not chosen.no_explain,
    )


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


def ends_at(chosen: argparse.Namespace, begun: float) -> float | None:
    """When the command has to be over, by time.monotonic()."""
    return None if chosen.budget is None else begun + float(chosen.budget)
