"""`diagnose`, `repair`, `check-fix`: all causes of a failure, patches for them, a fix of the user's own."""

import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from raddle.diagnose.stages import diagnose_program
from raddle.repair.applying import apply_patch
from raddle.repair.own_fix import Patch, Tree
from raddle.repair.own_fix import check_fix as check_own_fix
from raddle.repair.repairing import RepairOptions, repaired
from raddle.replay.order import ReplayOrder, most_bytes
from raddle.report.diagnosed import Diagnosed
from raddle.report.progress import Stages
from raddle.report.repaired import CheckedFix, Repaired
from raddle.report.so_far import SoFar
from raddle.testing.given import given_run
from raddle.testing.runs import RecordOrder, Say
from raddle.testing.workshop import Workshop
from raddle.verify.options import VerifyOptions


@dataclass(frozen=True, slots=True)
class DiagnoseOrder:
    """What `diagnose` is asked to do. `target`: what to run; or a witness or a recording."""

    target: RecordOrder | ReplayOrder
    options: VerifyOptions = field(default_factory=VerifyOptions)
    unwind: int | None = None
    """Rounds up to which loops are followed; None: all."""


def diagnose(order: DiagnoseOrder, say: Say, progress: Stages) -> Diagnosed:
    """Every way in which the program fails under its input, and the orders between threads that each comes from."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        progress.stage("running")
        options = replace(order.options, most_bytes=order.options.most_bytes or most_bytes(Path(scratch)))
        given = given_run(order.target, options, Path(scratch), say)
        return diagnose_program(given, options, order.unwind, Path(scratch), progress)[1]


@dataclass(frozen=True, slots=True)
class RepairOrder:
    """What `repair` is asked to do."""

    failing: DiagnoseOrder
    every: bool = False
    """All that can be thought of is tried."""
    apply: bool = False
    """The best one is written into the sources."""


def repair(order: RepairOrder, say: Say, progress: Stages, so_far: SoFar[Repaired] | None = None) -> Repaired:
    """A diagnosis, and patches that were verified. Half of the time is for the one, the rest for the others. `so_far`:
    what is known meanwhile."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        progress.stage("running")
        failing = order.failing
        options = replace(failing.options, most_bytes=failing.options.most_bytes or most_bytes(Path(scratch)))
        given = given_run(failing.target, options, Path(scratch), say)
        workshop = Workshop(given.test, options, say, progress)
        left = options.left_s()
        half = options.until if left is None or options.until is None else options.until - left / 2
        first = replace(options, until=half)
        diagnosis, told = diagnose_program(given, first, failing.unwind, Path(scratch), progress)
        if told.kind != "concurrency":
            return Repaired(told.program, told)
        asked = RepairOptions(options.until, all=order.every)
        found = repaired(diagnosis, told, workshop, asked, progress, so_far or SoFar[Repaired]())
        if order.apply and found.accepted:
            changed = apply_patch(found.accepted[0].changed, workshop.texts)
            return replace(found, applied=tuple(workshop.names[path] for path in changed))
        return found


@dataclass(frozen=True, slots=True)
class FixOrder:
    """What `check-fix` is asked to do. `failing`: a witness."""

    failing: ReplayOrder
    fix: Patch | Tree
    options: VerifyOptions = field(default_factory=VerifyOptions)


def check_fix(order: FixOrder, say: Say, progress: Stages) -> CheckedFix:
    """Somebody's own fix for a stored failure, proved or broken."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        return check_own_fix(order.failing, order.fix, order.options, Path(scratch), say, progress)
