"""How much of a run a slice is: statements and variables.

The error invariants paper's slices have no conditions, since these say nothing in its encoding; people are shown them,
so they count here, and their number is told apart.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from raddle.explain.run import UNCOUNTED, Run, Step
from raddle.explain.slices import Slice


@dataclass(frozen=True, slots=True)
class Sizes:
    statements: int
    variables: int
    conditions: int = 0
    """Of the statements, those that are there only since others depend on them."""


def size_of_run(run: Run) -> Sizes:
    return _sizes(run, run.steps)


def size_of_slice(run: Run, sliced: Slice) -> Sizes:
    shown = _sizes(run, [run.steps[number] for number in sorted({*sliced.kept, *sliced.conditions})])
    return replace(shown, conditions=shown.statements - _sizes(run, map(run.steps.__getitem__, sliced.kept)).statements)


def _sizes(run: Run, steps: Iterable[Step]) -> Sizes:
    statements, variables = 0, set[tuple[str, int | None]]()
    for step in steps:
        statements += step.deed not in UNCOUNTED
        name = run.wording.name(step) if step.width else ""
        if name:
            variables.add((name, step.thread if run.wording.is_own(step) else None))
    return Sizes(statements, len(variables))
