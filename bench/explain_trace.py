"""One failing run, explained at every detail and contrasted: in: `FailingRun` and the marks; out: `Explained`."""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bench.explain_marks import Mark, Picture, Shown, shows
from bench.explain_programs import FailingRun, lines_of
from raddle.explain.contrast.budget import Budget
from raddle.explain.contrast.difference import contrast_of
from raddle.explain.detail import DATA, DATA_CONTROL, DATA_HAZARDS, FULL, Detail, parse_detail
from raddle.explain.explained import Asked, explained
from raddle.explain.recorded.from_recording import run_of_recording
from raddle.explain.run import Run
from raddle.explain.slices import Slice
from raddle.explain.slicing.slicer import Slicer
from raddle.explain.telling.chosen import orders_of
from raddle.explain.telling.sizes import size_of_run, size_of_slice
from raddle.papers.error_invariants.rechecked import recheck
from raddle.report.explanation import Contrast
from raddle.trace.walk_fast import walk_fast

DETAILS: Final = (FULL, DATA_HAZARDS, DATA_CONTROL, DATA)
_SAID: Final = re.compile(r"(?P<thread>\S+) \S*:(?P<line>\d+)(?P<missed> \(not reached\))?")


@dataclass(frozen=True, slots=True)
class Sliced:
    statements: int
    """Without conditions, which the paper's slices do not have."""
    conditions: int
    variables: int
    shown: bool
    seconds: float
    """From the recording on."""
    objections: tuple[str, ...]
    """What the recheck has to say."""


@dataclass(frozen=True, slots=True)
class Explained:
    statements: int
    variables: int
    threads: int
    bug: str
    detail: str
    """That is chosen where none is asked for."""
    slices: tuple[Sliced, ...]
    """As DETAILS."""
    contrasted: bool
    """Shown by the default detail, the full one and the difference to the passing run together."""
    contrast_s: float
    tried: int


def explain_trace(failing: FailingRun, marks: Sequence[Mark], budget: Budget) -> Explained:
    slices = [_sliced(failing, detail, marks) for detail in DETAILS]
    began = time.perf_counter()
    contrast = contrast_of(failing.request, walk_fast(failing.recording), budget)
    contrast_s = time.perf_counter() - began
    passing = contrast if isinstance(contrast, Contrast) else None
    told = explained(failing.recording, failing.expected, Asked(contrast=passing))
    slicer = Slicer(failing.run)
    pictures = [picture_of(failing.run, slicer.of(one)) for one in (parse_detail(told.detail), FULL)]
    if passing is not None:
        pictures.append(picture_of_contrast(failing.run, passing))
    whole = size_of_run(failing.run)
    return Explained(
        statements=whole.statements,
        variables=whole.variables,
        threads=len({step.thread for step in failing.run.steps}),
        bug=told.bug.value,
        detail=told.detail,
        slices=tuple(slices),
        contrasted=shows(marks, _together(pictures)),
        contrast_s=contrast_s,
        tried=contrast.tried,
    )


def _sliced(failing: FailingRun, detail: Detail, marks: Sequence[Mark]) -> Sliced:
    began = time.perf_counter()
    run = run_of_recording(failing.recording, failing.expected)
    sliced = Slicer(run).of(detail)
    seconds = time.perf_counter() - began
    size = size_of_slice(run, sliced)
    shown = shows(marks, picture_of(run, sliced))
    kept = size.statements - size.conditions
    return Sliced(kept, size.conditions, size.variables, shown, seconds, tuple(recheck(run, sliced)))


# ---- what is shown


def picture_of(run: Run, sliced: Slice) -> Picture:
    """Kept statements, conditions, accesses of hazards, and where it fails."""
    orders = {(hazard.earlier, hazard.later) for hazard in sliced.hazards}
    orders |= {(switch.before, switch.after) for switch in sliced.switches}
    orders |= {(order.earlier, order.later) for order in orders_of(run, sliced)}
    numbers = {*sliced.kept, *sliced.conditions, *(end for order in orders for end in order)}
    lines = list(lines_of(run))
    steps = [Shown(number, *lines[number]) for number in sorted(numbers)]
    failing = run.failing
    if failing.place is not None and failing.thread is not None:
        steps.append(Shown(len(run.steps), failing.thread, failing.place.line))
    return Picture(tuple(steps), frozenset(orders))


def picture_of_contrast(run: Run, contrast: Contrast) -> Picture:
    """Lines that the difference names, and the orders that are flipped, as the failing run has them."""
    places = [turn.place for turn in contrast.turns]
    places += [row.place for row in (*contrast.only_passing, *contrast.only_failing)]
    named = {place.line for place in places if place is not None}
    steps: dict[int, Shown] = {}
    orders: set[tuple[int, int]] = set()
    for flip in contrast.flips:
        ends = [_SAID.fullmatch(said) for said in (flip.earlier, flip.later)]
        named |= {int(end["line"]) for end in ends if end is not None}
        if ends[0] is not None and ends[1] is not None and not ends[1]["missed"]:
            for before, after in _flipped(run, ends[0], ends[1]):
                steps |= {one.number: one for one in (before, after)}
                orders.add((before.number, after.number))
    return Picture(tuple(steps.values()), frozenset(orders), frozenset(named))


def _flipped(run: Run, first: re.Match[str], second: re.Match[str]) -> Iterator[tuple[Shown, Shown]]:
    """Each step that the first is about, with the next one behind it that the second is about."""
    at = [(run.threads.index(end["thread"]), int(end["line"])) for end in (first, second)]
    before: Shown | None = None
    for number, said in enumerate(lines_of(run)):
        if said == at[0]:
            before = Shown(number, *said)
        elif said == at[1] and before is not None:
            yield before, Shown(number, *said)


def _together(pictures: Sequence[Picture]) -> Picture:
    steps = {step.number: step for picture in pictures for step in picture.steps}
    return Picture(
        tuple(steps.values()),
        frozenset().union(*(picture.orders for picture in pictures)),
        frozenset().union(*(picture.named for picture in pictures)),
    )
