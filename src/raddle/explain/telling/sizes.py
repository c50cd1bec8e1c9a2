"""How much of a run a slice is: statements and variables, as table 1 of the error invariants paper counts them."""

from collections.abc import Iterable
from dataclasses import dataclass

from raddle.explain.run import UNCOUNTED, Run, Step
from raddle.explain.slices import Slice


@dataclass(frozen=True, slots=True)
class Sizes:
    statements: int
    variables: int


def size_of_run(run: Run) -> Sizes:
    return _sizes(run, run.steps)


def size_of_slice(run: Run, sliced: Slice) -> Sizes:
    return _sizes(run, [run.steps[number] for number in sorted({*sliced.kept, *sliced.conditions})])


def _sizes(run: Run, steps: Iterable[Step]) -> Sizes:
    statements, variables = 0, set[tuple[str, int | None]]()
    for step in steps:
        statements += step.deed not in UNCOUNTED
        name = run.wording.name(step) if step.width else ""
        if name:
            variables.add((name, step.thread if run.wording.is_own(step) else None))
    return Sizes(statements, len(variables))
