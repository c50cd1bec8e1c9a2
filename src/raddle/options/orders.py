"""What was typed, as what the stages are asked to do."""

import argparse
import time
from pathlib import Path

from raddle.check import CheckOptions
from raddle.predict.decide import Limits
from raddle.trace.blocks import AtomicBlocks
from raddle.verify.options import VerifyOptions


def check_options(chosen: argparse.Namespace, witnesses: Path) -> CheckOptions:
    return CheckOptions(
        limits=Limits(seconds=chosen.timeout, switches=chosen.switches, preemptions=chosen.preemptions),
        jobs=chosen.jobs,
        witnesses=witnesses,
        replay_limit_s=chosen.run_timeout,
        before=chosen.before,
        most_bytes=chosen.max_size,
        until=_ends_at(chosen.budget),
        properties=chosen.properties,
        other_paths=not chosen.recorded,
        complete=chosen.complete,
        model=chosen.model,
        atomic=AtomicBlocks.of(chosen.atomic, infer=chosen.infer_atomic),
        baseline=chosen.baseline,
        explain=not chosen.no_explain,
    )


def verify_options(chosen: argparse.Namespace, witnesses: Path) -> VerifyOptions:
    return VerifyOptions(
        properties=chosen.properties if "assertions" in chosen.properties else ("assertions", *chosen.properties),
        steps=chosen.steps,
        most_runs=chosen.runs,
        until=_ends_at(chosen.timeout),
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


def explore_options(chosen: argparse.Namespace, witnesses: Path) -> VerifyOptions:
    """For `diagnose` and `repair`."""
    return VerifyOptions(
        steps=chosen.steps,
        most_runs=chosen.runs,
        until=_ends_at(chosen.timeout),
        jobs=chosen.jobs,
        seed=1 if chosen.seed is None else chosen.seed + 1,
        run_limit_s=chosen.run_timeout,
        witnesses=witnesses,
        most_bytes=chosen.max_size,
        explain=False,
    )


def fix_options(chosen: argparse.Namespace, witnesses: Path) -> VerifyOptions:
    """For `check-fix`."""
    return VerifyOptions(
        properties=chosen.properties,
        steps=chosen.steps,
        most_runs=chosen.runs,
        until=_ends_at(chosen.timeout),
        jobs=chosen.jobs,
        run_limit_s=chosen.run_timeout,
        witnesses=witnesses,
        explain=not chosen.no_explain,
    )


def _ends_at(limit_s: float | None) -> float | None:
    return None if limit_s is None else time.monotonic() + limit_s
