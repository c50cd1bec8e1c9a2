"""C or C++ text -> a failing run of the real program -> `Run`; its steps as lines, and what in it does not hold.

Lines: `15 main.1 12 read balance = 40 <- 7 (11) [9]`: step, thread, line, deed, name, value, the steps that it saw, the
condition that it was reached by where that is not the thread's beginning, the locks held by the steps that took them,
`~8` the last wait.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

from raddle.capture.build import build_program
from raddle.capture.control import Control
from raddle.capture.image import load_image
from raddle.capture.run import RunRequest, run_program
from raddle.explain.recorded.from_recording import run_of_recording
from raddle.explain.run import NEEDS, Deed, Run, Step
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.replay.outcome import Outcome
from raddle.replay.schedule import parse_schedule
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording

_ADDRESS = re.compile(r"\b\d{12,}\b")


def failing_recording(folder: Path, text: str, schedule: str = "", *, suffix: str = ".c") -> Recording:
    source = folder / f"program{suffix}"
    source.write_text(dedent(text).strip("\n") + "\n")
    image = load_image(build_program([source], ["-w"], folder / "program").program)
    control = Control(segments=parse_schedule(schedule).segments, strict=True) if schedule else Control()
    run_program(RunRequest(image, folder / "program.rdl", control=control, limit_s=30))
    return load_recording(folder / "program.rdl")


def failing_run(
    folder: Path, text: str, schedule: str = "", *, suffix: str = ".c", expected: Outcome | None = None
) -> Run:
    """Everything in it agrees with what was observed."""
    run = run_of_recording(failing_recording(folder, text, schedule, suffix=suffix), expected)
    assert list(disagreements(run)) == []
    return run


# ---- lines


def told(run: Run, *deeds: Deed) -> str:
    """All steps, or those of some deeds."""
    return "\n".join(_line(run, step) for step in run.steps if not deeds or step.deed in deeds)


def _line(run: Run, step: Step) -> str:
    place, name = run.wording.place(step), run.wording.name(step)
    words = [str(step.number), run.threads[step.thread], str(place.line) if place else "-", step.deed.value, name]
    if step.width:
        words.append(f"= {run.wording.spell(step, step.value)}")
    if step.sources:
        words.append("<- " + ",".join(map(str, step.sources)))
    if step.guard is not None and run.steps[step.guard].deed is not Deed.START:
        words.append(f"({step.guard})")
    if step.locks:
        words.append(f"[{','.join(map(str, step.locks))}]")
    if step.waited is not None:
        words.append(f"~{step.waited}")
    return addresses_hidden(" ".join(word for word in words if word))


def addresses_hidden(text: str) -> str:
    """Of handles of threads and of the heap."""
    return _ADDRESS.sub("ADDRESS", text)


# ---- what must hold


def disagreements(run: Run) -> Iterator[str]:
    """Of the formulas with the values observed, and of the steps with what explain/run.py says of them."""
    worth = Evaluator({run.variable(step.number): step.value for step in run.steps if step.width})
    for step in run.steps:
        yield from (f"{_line(run, step)}: {wrong}" for wrong in _wrong(run, step, worth))
    failing = run.failing
    for term in (failing.violated, *failing.sound):
        if not worth.holds(term):
            yield f"of the failure {term} does not hold"
    for earlier, later in (*failing.orders, *run.forced):
        if not earlier < later < len(run.steps):
            yield f"{earlier} is not before {later}"
    if failing.thread is not None and (failing.guard is None or run.steps[failing.guard].thread != failing.thread):
        yield "the failure is in no scope of its thread"


def _wrong(run: Run, step: Step, worth: Evaluator) -> Iterator[str]:
    formula = run.formulas.of(step)
    if (formula.value is None) != (step.width == 0):
        yield "it defines something, or nothing, and its formula says otherwise"
    if formula.value is not None and worth(formula.value) != step.value:
        yield f"{formula.value} is {worth(formula.value)}"
    for term in (formula.needs, formula.where, *formula.sound):
        if term is not None and not worth.holds(term):
            yield f"{term} does not hold"
    mentioned = [term for term in (formula.value, formula.needs, formula.where, *formula.sound) if term is not None]
    if any(run.defined_by(variable) >= step.number for variable in variables_of(mentioned)):
        yield "it speaks of what comes later"
    if formula.needs is not None and step.deed not in NEEDS:
        yield "it needs something"
    if any(not run.steps[one].width or one >= step.number for one in step.sources):
        yield "its sources define nothing"
    if (step.guard is None) != (step.deed is Deed.START):
        yield "it has no guard, or begins and has one"
    if step.guard is not None and (run.steps[step.guard].deed not in NEEDS or step.guard >= step.number):
        yield "its guard is no condition before it"
    if step.guard is not None and run.steps[step.guard].thread != step.thread:
        yield "its guard is another thread's"
    if any(run.steps[lock].deed is not Deed.LOCK or run.steps[lock].thread != step.thread for lock in step.locks):
        yield "it holds what is no lock of its thread"
    waited = None if step.waited is None else run.steps[step.waited]
    if waited is not None and (waited.thread != step.thread or run.formulas.of(waited).needs is None):
        yield "it comes behind what is no wait of its thread"
