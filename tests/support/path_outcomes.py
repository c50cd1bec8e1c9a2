"""Whether the events that leave a point are outcomes of one operation that exclude each other: by trying values."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator, subterms, variables_of
from raddle.logic.terms import Term
from raddle.model.actions import Action, Join, Step
from raddle.model.program import TraceProgram
from raddle.verify.grow.matching import common_reads, operation

TRIES = 40


def faults(paths: TraceProgram, seed: int = 0) -> Iterator[str]:
    rng = Random(seed)
    for point, events in paths.graph.leaving.items():
        actions = [paths.events[event].action for event in events]
        for one, other in combinations(actions, 2):
            fault = _fault(paths, rng, one, other)
            if fault is not None:
                yield f"point {point}: {fault}: {one}, {other}"


def _fault(paths: TraceProgram, rng: Random, one: Action, other: Action) -> str | None:
    if isinstance(one, Step) and isinstance(other, Step):
        return "both can happen" if any(_both_hold(rng, one, other) for _ in range(TRIES)) else None
    if isinstance(one, Step | Join) and isinstance(other, Step | Join) and type(one) is not type(other):
        return None

    def path_of(thread: int) -> str:
        return paths.threads[thread].name.partition("#")[0]

    if operation(one, path_of) != operation(other, path_of):
        return "these are different operations"
    return "these are the same" if one == other else None


def _both_hold(rng: Random, one: Step, other: Step) -> bool:
    terms = [*_terms(one), *_terms(other)]
    known = [term.constant for term in subterms(terms) if term.constant is not None]
    values = {
        variable: (rng.choice(known) if known and rng.random() < 0.8 else rng.getrandbits(variable.width))
        & ((1 << variable.width) - 1)
        for variable in (*variables_of(terms), *(read.variable for read in (*one.reads, *other.reads)))
    }
    for a, b in zip(*common_reads(one.reads, other.reads), strict=True):
        values[b.variable] = values[a.variable]
    for read in other.reads:
        same = [a.variable for a in one.reads if a.address is None and a.cells == read.cells]
        if read.address is None and same:
            values[read.variable] = values[same[0]]
    return _holds(one, values) and _holds(other, values)


def _terms(step: Step) -> list[Term]:
    addresses = [access.address for access in (*step.reads, *step.writes) if access.address is not None]  # type: ignore[attr-defined]
    return [step.guard, *addresses, *(write.value for write in step.writes)]


def _holds(step: Step, values: dict[Term, int]) -> bool:
    worth = Evaluator(values)
    try:
        for term in _terms(step):
            worth(term)
        if not worth.holds(step.guard):
            return False
        accesses = [(access.address, access.addresses) for access in (*step.reads, *step.writes)]  # type: ignore[attr-defined]
        return all(address is None or worth(address) in places for address, places in accesses)
    except Trap:
        return False
