"""Whether a run says what is true of itself: `recheck_run` says what is wrong.

Every formula evaluates to what was observed; a read saw what was written there last; who is guarded by what is a tree
of the same thread's conditions; and the run as a whole is an error trace at full detail.
"""

from collections.abc import Iterator

from raddle.explain.detail import FULL
from raddle.explain.run import NEEDS, Deed, Run, Step
from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import GuardedEvaluator, variables_of
from raddle.logic.terms import Term
from raddle.papers.error_invariants.formula import Reference, whole
from raddle.solve.answer import Unknown, Unsat
from raddle.solve.z3_assuming import Assuming


def recheck_run(run: Run, limit_s: float | None = None) -> list[str]:
    """Objections; none of them: the run is right."""
    return [*_evaluated(run), *_read_last(run), *_shared(run), *_guarded(run), *_ordered(run), *_failing(run, limit_s)]


def _told(run: Run, step: Step) -> str:
    return f"step {step.number} ({run.threads[step.thread]} {step.deed.value} {run.wording.name(step)})"


def _evaluated(run: Run) -> Iterator[str]:
    evaluator = GuardedEvaluator({run.variable(step.number): step.value for step in run.steps if step.width})

    def worth(term: Term) -> int | None:
        try:
            return evaluator(term)
        except Trap:
            return None

    for step in run.steps:
        formula = run.formulas.of(step)
        if (formula.value is None) != (step.width == 0):
            yield f"{_told(run, step)} defines a variable without a value, or the other way round"
        if formula.value is not None and worth(formula.value) != step.value:
            yield f"{_told(run, step)} has value {step.value}, and its formula says {worth(formula.value)}"
        said = [term for term in (formula.needs, formula.where, *formula.sound) if term is not None]
        for term in said:
            if worth(term) != 1:
                yield f"{_told(run, step)} says {term!r}, which is not so"
        for variable in variables_of([*said, *([] if formula.value is None else [formula.value])]):
            if run.defined_by(variable) >= step.number:
                yield f"{_told(run, step)} speaks of what comes later: {variable!r}"
    for term in (run.failing.violated, *run.failing.sound):
        if worth(term) != 1:
            yield f"the failing point says {term!r}, which is not so"


def _read_last(run: Run) -> Iterator[str]:
    writers: dict[int, int] = {}
    for step in run.steps:
        touched = range(step.address, step.address + step.size)
        if step.deed is Deed.WRITE:
            writers.update(dict.fromkeys(touched, step.number))
        elif step.deed is Deed.READ:
            last = {writers[byte] for byte in touched if byte in writers}
            wrong = set(step.sources) - last
            if wrong:
                yield f"{_told(run, step)} is said to read what {wrong} wrote, who did not write last"
            used = {run.defined_by(one) for one in variables_of([run.formulas.of(step).value or run.terms.true])}
            if used - set(step.sources):
                yield f"{_told(run, step)} takes its value from {used - set(step.sources)}, which are not its sources"


def _shared(run: Run) -> Iterator[str]:
    """Memory whose reads have hazards: two threads touch it, and one of them writes. An allocation begins it anew."""
    touching: dict[int, tuple[set[int], set[int], list[Step]]] = {}
    for step in run.steps:
        for byte in range(step.address, step.address + step.size):
            if step.deed is Deed.ALLOCATE:
                touching.pop(byte, None)
            elif step.deed in (Deed.READ, Deed.WRITE):
                threads, writers, steps = touching.setdefault(byte, (set(), set(), []))
                threads.add(step.thread)
                steps.append(step)
                if step.deed is Deed.WRITE:
                    writers.add(step.thread)
    wrong = {
        step.number
        for threads, writers, steps in touching.values()
        if len(threads) > 1 and writers
        for step in steps
        if not step.shared
    }
    for number in sorted(wrong):
        yield f"{_told(run, run.steps[number])} touches memory that is shared, and is not said to"


def _guarded(run: Run) -> Iterator[str]:
    for step in run.steps:
        for number in step.around:
            other = run.steps[number]
            if number >= step.number or other.thread != step.thread or other.deed not in NEEDS:
                yield f"{_told(run, step)} is said to stand in the scope of step {number}"
        if step.guard is None and step.deed is not Deed.START:
            yield f"{_told(run, step)} stands in no scope, not even in its thread's"


def _ordered(run: Run) -> Iterator[str]:
    for before, after in (*run.forced, *run.failing.orders):
        if before >= after:
            yield f"step {before} is said to come before step {after}"


def _failing(run: Run, limit_s: float | None) -> Iterator[str]:
    query = Reference(run, FULL).query(whole(run))
    answer = Assuming(query, limit_s).check(query.assumptions)
    if not isinstance(answer, Unsat):
        yield "it is no error trace" + (f": {answer.reason}" if isinstance(answer, Unknown) else "")
