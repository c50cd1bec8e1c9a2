"""Explored paths -> Diagnosis: the cores of the runs that fail."""

import time
from dataclasses import replace
from typing import Final, Literal

from raddle.base.time_limit import TimeIsOver, ending_at
from raddle.diagnose.algorithm import Finding
from raddle.diagnose.asking import TIME_OVER
from raddle.diagnose.diagnosis import Diagnosis
from raddle.diagnose.explored import Explored
from raddle.diagnose.otherwise import otherwise
from raddle.diagnose.question import Asked, by_code
from raddle.diagnose.spots import Spots
from raddle.report.progress import Stages

MORE_TIME: Final = "--budget S gives it more time"


def diagnose(explored: Explored, until: float | None, progress: Stages) -> Diagnosis:
    """`until` as time.monotonic() counts."""
    begun = time.monotonic()
    progress.stage("diagnosing")
    finding = Finding(_asked(explored), until, progress)
    try:
        with ending_at(until):
            found = finding.found()
    except TimeIsOver:
        found = finding.so_far(TIME_OVER)
    finally:
        finding.close()
    advice = MORE_TIME if found.reason == TIME_OVER else ""
    diagnosis = Diagnosis(
        explored,
        found.kind,
        found.cores,
        complete=found.complete,
        reason=found.reason,
        advice=advice,
        otherwise=otherwise(explored, until) if found.kind == "sequential" else "",
        without_preemption=found.without_preemption,
        iterations=found.iterations,
        seconds=time.monotonic() - begun,
    )
    return _with_what_is_unseen(diagnosis)


def _with_what_is_unseen(diagnosis: Diagnosis) -> Diagnosis:
    """Of paths that were not all seen nothing is said of all runs."""
    unseen = diagnosis.explored.unseen
    if not unseen:
        return diagnosis
    kind: Literal["concurrency", "unknown"] = "concurrency" if diagnosis.cores else "unknown"
    return replace(diagnosis, kind=kind, complete=False, reason=unseen, advice=diagnosis.explored.advice)


def _asked(explored: Explored) -> Asked:
    spots, paths = Spots(explored), explored.paths
    library = frozenset(point for point in paths.graph.leaving if spots.in_library(point))
    goes_further = bool(explored.unseen or explored.bounded)
    return Asked(paths, explored.failures, explored.ends, by_code(paths, spots.code), library, goes_further)
