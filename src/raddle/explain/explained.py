"""A failing run -> its explanation, in the words of the source. What slices it is given: explain/slicing/slicer.py."""

from dataclasses import dataclass, replace
from typing import Final

from raddle.base.errors import UserError
from raddle.explain.detail import Detail
from raddle.explain.limited import within
from raddle.explain.recorded.from_recording import run_of_recording
from raddle.explain.run import Run
from raddle.explain.slicing.slicer import Slicer
from raddle.explain.telling.detailed import SliceOf, Slices, chosen
from raddle.explain.telling.sizes import size_of_run, size_of_slice
from raddle.explain.telling.sources import Sources
from raddle.explain.telling.told import told
from raddle.replay.outcome import ATOMICITY, DATA_RACE, Outcome
from raddle.report.explanation import Bug, Contrast, Explanation
from raddle.trace.program import Program
from raddle.trace.recorded import Recording

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
    passes: bool = False
    """It is known that another schedule passes."""


def explanation_of(
    run: Run, slice_of: SliceOf, sources: Sources, asked: Asked, settled: Bug | None = None
) -> Explanation:
    """`settled`: the kind of bug, where that does not have to be seen from the slice."""
    choice = chosen(Slices(run, slice_of), asked.detail, settled, count_more=asked.count_more, passes=asked.passes)
    sliced = choice.sliced
    picture, size, whole = told(run, sliced, sources), size_of_slice(run, sliced), size_of_run(run)
    return Explanation(
        bug=choice.judged.bug,
        cause=choice.judged.cause,
        detail=str(sliced.detail),
        failure=run.failing.message,
        place=run.failing.place,
        rows=picture.rows,
        arrows=picture.arrows,
        known=picture.known,
        statements=size.statements,
        of_statements=whole.statements,
        variables=size.variables,
        of_variables=whole.variables,
        more=choice.more,
        notes=(*run.notes, *([] if sliced.minimal else [NOT_MINIMAL])),
    )


def explained(recording: Recording, expected: Outcome | None, asked: Asked) -> Explanation:
    """`expected`: what a witness says, where the run itself need not end in its failure."""
    if expected is not None and expected.kind == "exit":
        raise UserError(f"the run ended with {expected}, and nothing says what is wrong about that", advice=ASSERT)

    def work() -> Explanation:
        run = run_of_recording(recording, expected)
        sources = Sources.of(Program.of(recording.modules))
        settled = _SETTLED.get(expected.kind) if expected is not None else None
        return explanation_of(run, Slicer(run).of, sources, asked, settled)

    return work() if asked.limit_s is None else within(asked.limit_s, work)


def with_contrast(told: Explanation, contrast: Contrast) -> Explanation:
    """A run that passes shows that orders do have a part in it, also where the failing one alone does not."""
    if told.bug is not Bug.SEQUENTIAL or not contrast.flips:
        return replace(told, contrast=contrast)
    flip = contrast.flips[0]
    cause = f"{flip.earlier} comes before {flip.later} ({flip.about}); the other way round it passes"
    return replace(told, bug=Bug.ORDER, cause=cause, contrast=contrast)
