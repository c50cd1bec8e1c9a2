"""A failing run -> its explanation, in the words of the source. What slices it is given: explain/slicing/slicer.py."""

from dataclasses import dataclass
from typing import Final

from raddle.base.collection import without_collection
from raddle.base.errors import UserError
from raddle.base.executor.limits import UNLIMITED, TaskLimits
from raddle.base.executor.pool import within
from raddle.explain.detail import Detail
from raddle.explain.recorded.from_recording import run_of_recording
from raddle.explain.run import Run
from raddle.explain.slicing.slicer import Slicer
from raddle.explain.telling.bug_types import Judged, Schedules
from raddle.explain.telling.detailed import SliceOf, Slices, chosen
from raddle.explain.telling.flipped import early_reads, flipped_orders
from raddle.explain.telling.sizes import size_of_run, size_of_slice
from raddle.explain.telling.told import told
from raddle.replay.outcome import ATOMICITY, DATA_RACE, Outcome
from raddle.report.explanation import Bug, Contrast, Explanation
from raddle.report.rows import count
from raddle.trace.program import Program
from raddle.trace.recorded import Recording
from raddle.trace.sources import Sources

ASSERT: Final = "an assertion in the program would say it"
NOT_MINIMAL: Final = "some of what is shown may not be needed for the failure: it was not tried to leave out each of it"


_SETTLED: Final = {DATA_RACE: Bug.DATA_RACE, ATOMICITY: Bug.ATOMICITY}
"""Runs that were stopped at one of these."""


@dataclass(frozen=True, slots=True)
class Asked:
    detail: Detail | None = None
    """None: the least that shows a concurrency bug."""
    count_more: bool = True
    """Say how large the full slice is, which is to be made for that."""
    limit_s: float | None = None
    """Of CPU time."""
    until: float | None = None
    """When the whole has to be over, by time.monotonic()."""
    passes: bool = False
    """It is known that another schedule passes."""
    none_passes: bool = False
    """It is known that no other one does."""
    contrast: Contrast | None = None
    """The nearest run that passes."""


def explanation_of(
    run: Run, slice_of: SliceOf, sources: Sources, asked: Asked, settled: Bug | None = None
) -> Explanation:
    """`settled`: the kind of bug, where that does not have to be seen from the slice."""
    choice = chosen(Slices(run, slice_of), asked.detail, settled, _others(run, asked), count_more=asked.count_more)
    sliced = choice.sliced
    picture = told(run, sliced, sources, choice.judged.named)
    size, whole = size_of_slice(run, sliced), size_of_run(run)
    return Explanation(
        bug=choice.judged.bug,
        cause=_cause(choice.judged, asked.contrast),
        detail=str(sliced.detail),
        is_certain=choice.judged.is_certain,
        failure=run.failing.message,
        place=run.failing.place,
        rows=picture.rows,
        arrows=picture.arrows,
        known=picture.known,
        marked=picture.marked,
        statements=size.statements,
        of_statements=whole.statements,
        variables=size.variables,
        of_variables=whole.variables,
        more=choice.more,
        contrast=asked.contrast,
        notes=(*run.notes, *([] if sliced.minimal else [NOT_MINIMAL]), *_changed(sources)),
    )


def _changed(sources: Sources) -> list[str]:
    names = [file.rsplit("/", 1)[-1] for file in sources.changed]
    return [f"{name} has changed since the program was built: its lines are not shown" for name in names]


def _others(run: Run, asked: Asked) -> Schedules:
    if asked.contrast is None:
        return Schedules(passes=asked.passes, none_passes=asked.none_passes)
    flipped, early = flipped_orders(run, asked.contrast), early_reads(run, asked.contrast)
    return Schedules(passes=True, flipped=flipped, early=early)


def _cause(verdict: Judged, contrast: Contrast | None) -> str:
    """What this run did not come to any more only a run that passes can tell."""
    if verdict.bug is not Bug.ORDER or verdict.named or contrast is None or not contrast.flips:
        return verdict.cause
    flip, more = contrast.flips[0], len(contrast.flips) - 1 + contrast.more_flips
    said = f"{flip.earlier} comes before {flip.later} ({flip.about})"
    if more:
        return f"{said}; with that and {count(more, 'more order')} the other way round it passes"
    return f"{said}; the other way round it passes"


def explained(recording: Recording, expected: Outcome | None, asked: Asked) -> Explanation:
    """`expected`: what a witness says, where the run itself need not end in its failure."""
    if expected is not None and expected.kind == "exit" and not expected.is_failure(recording.failing):
        raise UserError(f"the run ended with {expected}, and nothing says what is wrong about that", advice=ASSERT)

    def work() -> Explanation:
        with without_collection():
            run = run_of_recording(recording, expected)
            sources = Sources.of(Program.of(recording.modules))
            settled = _SETTLED.get(expected.kind) if expected is not None else None
            return explanation_of(run, Slicer(run).of, sources, asked, settled)

    limits = TaskLimits(work_s=asked.limit_s, until=asked.until)
    return work() if limits == UNLIMITED else within(limits, work)
