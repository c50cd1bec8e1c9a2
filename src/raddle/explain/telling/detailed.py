"""How much is told unless somebody says so: the least that shows a concurrency bug.

The first level of detail whose slice shows one thread interrupting another; else the first one with an order that the
schedule chose; else data alone, and the bug is a sequential one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from raddle.explain.detail import DATA, FULL, LADDER, Detail
from raddle.explain.run import Run
from raddle.explain.slices import Slice
from raddle.explain.telling.bug_types import NOTHING_KNOWN, Judged, Schedules, judged, shows_interruption, shows_order
from raddle.explain.telling.sizes import size_of_run, size_of_slice
from raddle.report.explanation import Bug

MOST_COUNTED: Final = 30_000
"""Steps of a run up to which the full slice is made only to say how large it is."""

SliceOf = Callable[[Detail], Slice]


@dataclass(frozen=True, slots=True)
class Chosen:
    sliced: Slice
    judged: Judged
    more: str
    """As of Explanation."""


class Slices:
    """Of one run, each made once."""

    def __init__(self, run: Run, slice_of: SliceOf) -> None:
        self.run: Final = run
        self._slice_of: Final = slice_of
        self._made: dict[Detail, Slice] = {}

    def __call__(self, detail: Detail) -> Slice:
        if detail not in self._made:
            self._made[detail] = self._slice_of(detail)
        return self._made[detail]


def chosen(
    slices: Slices,
    detail: Detail | None,
    settled: Bug | None = None,
    others: Schedules = NOTHING_KNOWN,
    *,
    count_more: bool = True,
) -> Chosen:
    """`detail`: as asked for; the kind of bug does not depend on it, and is known where it is `settled`. `count_more`:
    say how large the full slice is."""
    telling = _telling(slices)
    shown = telling or DATA
    sliced = slices(shown if detail is None else detail)
    verdict = judged(slices.run, slices(shown if telling is not None else FULL), settled, others)
    if verdict.is_atomic:  # only all orders tell whether operations of an object are torn
        verdict = judged(slices.run, slices(FULL), settled, others)
    return Chosen(sliced, verdict, _more(slices, sliced, count_more=count_more))


def _telling(slices: Slices) -> Detail | None:
    """The least that shows a concurrency bug."""
    if slices.run.failing.thread is None:
        return DATA
    for shows in (shows_interruption, shows_order):
        for detail in LADDER:
            if shows(slices.run, slices(detail)):
                return detail
    return None


def _more(slices: Slices, sliced: Slice, *, count_more: bool) -> str:
    if sliced.detail == FULL:
        return ""
    if not count_more or len(slices.run.steps) > MOST_COUNTED:
        return f"--detail {FULL}"
    whole, all_of_it = size_of_slice(slices.run, slices(FULL)), size_of_run(slices.run)
    if whole.statements <= size_of_slice(slices.run, sliced).statements:
        return ""
    return f"--detail {FULL} ({whole.statements} of {all_of_it.statements} statements)"
