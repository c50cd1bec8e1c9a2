"""The recording of a failing run -> `Run`: the front door of what explanations are made of."""

import re
from collections.abc import Iterator
from typing import Final

from raddle.base.collection import without_collection
from raddle.explain.recorded.failing import FailingTerms
from raddle.explain.recorded.failing_point import cut_of, find_point
from raddle.explain.recorded.formulas import RecordedFormulas
from raddle.explain.recorded.merged import Merged, merged
from raddle.explain.recorded.naming import DeclaredVariables, OwnCode, RecordedWording
from raddle.explain.recorded.row_terms import NOT_DESCRIBED
from raddle.explain.run import Run
from raddle.explain.walked.walk import Functions, walk_thread
from raddle.replay.outcome import Outcome
from raddle.trace.recorded import Recording
from raddle.trace.walk_fast import walk_fast

_TEMPORARY: Final = re.compile(r"stack of (\S+) .*")


def run_of_recording(recording: Recording, expected: Outcome | None = None) -> Run:
    """`expected`: what the witness says, where the run itself need not fail: a race, a torn block, a memory error.

    UserError: it does not fail, or nothing tells where.
    """
    with without_collection():
        return _run(recording, expected)


def _run(recording: Recording, expected: Outcome | None) -> Run:
    trace = walk_fast(recording)
    functions = Functions(trace.program)
    threads = [walk_thread(trace.program, recording, thread, functions) for thread in recording.threads]
    point = find_point(trace, threads, expected)
    run = merged(recording, threads, cut_of(trace, threads, point), OwnCode(trace.program))
    parts = run.threads, run.steps, run.origins, run.numbers, run.memory, run.synchronisation
    formulas = RecordedFormulas(*parts, DeclaredVariables(trace.program))
    wording = RecordedWording(trace.program, recording, run, formulas.index)
    return Run(
        terms=formulas.terms,
        steps=run.steps,
        formulas=formulas,
        wording=wording,
        threads=tuple(thread.path for thread in recording.threads),
        failing=FailingTerms(trace, run, formulas, wording).failing(point),
        forced=tuple(run.synchronisation.forced),
        notes=tuple(_notes(run, wording)),
    )


def _notes(run: Merged, wording: RecordedWording) -> Iterator[str]:
    changed = dict.fromkeys(_changed(run, wording))
    if changed:
        yield f"changed by code that is not instrumented, and taken as it was: {', '.join(changed)}"
    if any(row[0] in NOT_DESCRIBED for thread in run.threads for row in thread.terms):
        yield "floats that are made integers are taken as they were"


def _changed(run: Merged, wording: RecordedWording) -> Iterator[str]:
    """What the standard library's headers keep in temporaries and its own code takes from there is of no interest."""
    for number in run.memory.changed:
        name = wording.name(run.steps[number])
        temporary = _TEMPORARY.fullmatch(name)
        if temporary is None:
            yield name
        elif wording.is_own_code(run.steps[number].site):
            yield f"a temporary of {temporary[1]}"
