"""The first runs of `check`: a fair one, and a few cheap others, so that no thread starves and short bugs show at once.

In: what is to be run. Out: the run that the prediction works on; runs that showed other code; one that failed.
The same program under the same inputs makes the same runs: who goes first or last, and a random order of a fixed seed.
"""

import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from raddle.base.errors import InternalError, ToolError
from raddle.capture.control import DefaultPolicy, RandomPolicy
from raddle.capture.image import ProgramImage
from raddle.check.options import CheckOptions
from raddle.check.part import property_of
from raddle.check.standing_still import gets_nowhere
from raddle.replay.confirm import times_of_several
from raddle.replay.outcome import has_failed, outcome_of
from raddle.replay.world import changed_world
from raddle.report.progress import Stages
from raddle.report.properties import Property
from raddle.report.result import Result
from raddle.testing.other_paths import OUR_FAULT, as_verify
from raddle.testing.runs import RecordOrder, Say, built, load_trace, record
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace
from raddle.verify.bugs import told_bug
from raddle.verify.ended import Bug
from raddle.verify.options import QUANTUM
from raddle.verify.runs.fixed_orders import fixed_orders
from raddle.verify.runs.guided import Ran, Runner
from raddle.verify.runs.running import is_bug

MOST_EVENTS: Final = 2_000
"""Of a first run that others are made beside."""
SEED: Final = 1
IDLE: Final = 50_000
"""Visible events in which all threads that can run only spin, after which a run is taken not to end,"""
SHORT_IDLE: Final = 200
"""and that are kept of such a run: a short log of it shows as much as a long one."""
SHARE: Final = 3
"""One part in so many of the time is the first run's; what is left is for what it shows."""

Place = tuple[str, int]
_CRASH: Final[frozenset[Property]] = frozenset(("assertions", "memory", "misuse"))
_SHOWN_BY: Final[Mapping[str, frozenset[Property]]] = {
    "assert": frozenset(("assertions",)),
    "error": frozenset(("assertions",)),
    "exit": frozenset(("assertions", "exit")),
    "deadlock": frozenset(("deadlocks",)),
    "signal": _CRASH,
    "abort": _CRASH,
}
"""What a run that ended so is a finding of: where the prediction has one, that is the one that is told."""


@dataclass(frozen=True)
class FirstRuns:
    given: Trace
    """What the prediction works on."""
    others: tuple[Ran, ...] = ()
    """Those that executed what it did not."""
    failed: Ran | None = None
    notes: tuple[str, ...] = ()


def fair_run(order: RecordOrder, until: float | None, say: Say) -> Recording:
    """Where nobody gets on any more it is ended; where somebody waits in the kernel, when its time is over, of which
    building takes nothing."""
    order = built(order, say)
    if until is not None:
        now = time.monotonic()
        order = replace(order, until=now + max(0.0, until - now) / SHARE)
    first = record(_ending_idle(order, IDLE), say)
    if first.outcome == "limit" and gets_nowhere(first):
        first = record(_ending_idle(order, SHORT_IDLE), say)
    return first


def with_others(
    first: Trace, image: ProgramImage, options: CheckOptions, folder: Path, progress: Stages, keep: Path | None
) -> FirstRuns:
    """Only of a short run that ended by itself, by the default schedule, where more than its own paths is asked for.
    `keep`: where the user wants the recording."""
    if not _may_be_varied(first.recording, options):
        return FirstRuns(first)
    progress.stage("running in other orders")
    runner = Runner(image, first.recording, as_verify(options, options.properties), folder, load_trace)
    runs = _in_other_orders(first, runner, options)
    if runs.given is not first and keep is not None:
        shutil.copyfile(runs.given.recording.path, keep)
    return runs


def _in_other_orders(first: Trace, runner: Runner, options: CheckOptions) -> FirstRuns:
    known, others, faults, best = set(_places(first.recording)), list[Ran](), list[str](), first
    for policy in (*fixed_orders(first.recording), RandomPolicy(SEED)):
        try:
            ran = runner.free(policy)
        except ToolError:  # the world: that run says nothing
            break
        except InternalError as error:  # it must not take with it what the others show
            faults.append(f"a run in another order could not be read: {error.what}: {OUR_FAULT}")
            break
        if changed_world(first.recording, ran.trace.recording):
            break
        if is_bug(ran, options.properties):
            return FirstRuns(best, tuple(others), ran, _chosen(first, best))
        places = _places(ran.trace.recording)
        if outcome_of(ran.trace.recording).kind != "exit" or has_failed(ran.trace.recording):
            continue
        if not places <= known:
            known |= places
            others.append(ran)
        if places > _places(best.recording):
            best = ran.trace
    others = [ran for ran in others if ran.trace is not best]
    return FirstRuns(best, tuple(others), None, (*_chosen(first, best), *faults))


def with_failure(
    result: Result, runs: FirstRuns, image: ProgramImage, options: CheckOptions, folder: Path, progress: Stages
) -> Result:
    """What a run showed that the prediction has not told."""
    ran = runs.failed
    if ran is None:
        return result
    asked, known = as_verify(options, options.properties), {property_of(one.kind) for one in result.findings}
    if known & _SHOWN_BY.get(ran.outcome.kind, frozenset()):
        return result
    if options.left_s() == 0:
        asked = replace(asked, until=None, explain=False)
    runner = Runner(image, runs.given.recording, asked, folder, load_trace)
    finding, notes = told_bug(Bug(ran.trace, observed=False), runner, asked, progress)
    return replace(result, findings=(*result.findings, finding), notes=(*result.notes, *notes))


def _ending_idle(order: RecordOrder, idle: int) -> RecordOrder:
    return replace(order, control=replace(order.control, quantum=QUANTUM, idle=idle))


def _may_be_varied(first: Recording, options: CheckOptions) -> bool:
    is_short = first.events <= MOST_EVENTS and len(first.threads) > 1
    is_default = first.meta.control.get("policy") == DefaultPolicy.__name__
    bounded = options.limits.is_bounded or options.model != "symbolic"
    ended = outcome_of(first).kind == "exit" and not has_failed(first) and not times_of_several(first)
    return options.other_paths and is_short and is_default and ended and not bounded and options.left_s() != 0


def _places(recording: Recording) -> frozenset[Place]:
    """The code that each thread executed."""
    return frozenset((one.path, int(site)) for one in recording.threads for site in set(one.blocks["site"].tolist()))


def _chosen(first: Trace, best: Trace) -> tuple[str, ...]:
    if best is first:
        return ()
    return ("of the first runs one in another order executed more: its paths are those that were recorded",)
