"""The plainest way to a slice: leave out what the reference formula does not need, one by one. Its invariants are all
that the statements said so far."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from raddle.explain.detail import Detail
from raddle.explain.run import Run
from raddle.explain.slices import Hazard, Invariant, Slice, Switch
from raddle.logic.terms import Term
from raddle.papers.error_invariants.formula import Part, Reference, done_name, step_name, whole
from raddle.solve.answer import Unsat
from raddle.solve.z3_assuming import Assuming

LIMIT_S = 20.0


def fails(reference: Reference, kept: Iterable[int], switches: Iterable[Switch]) -> bool:
    """Whether what is kept is an error trace."""
    return _needed(reference, Part(tuple(kept), tuple(switches))) is not None


def _needed(reference: Reference, part: Part) -> tuple[int, ...] | None:
    """Steps that a proof of the failure needed; None: there is no proof."""
    query = reference.query(part)
    answer = Assuming(query, LIMIT_S).check(query.assumptions)
    if not isinstance(answer, Unsat):
        return None
    return tuple(number for number in part.kept if answer.core & {step_name(number), done_name(number)})


def sliced_by_deletion(run: Run, detail: Detail) -> Slice:
    reference = Reference(run, detail)
    everything = whole(run)
    needed = _needed(reference, everything)
    assert needed is not None, "the run itself is no error trace"
    kept = set(needed)
    for number in needed:
        if fails(reference, sorted(kept - {number}), everything.switches):
            kept -= {number}
    conditions = reference.conditions(reference.valued(kept))
    path = sorted(kept | conditions)
    switches = [Switch(a, b) for a, b in pairwise(path) if run.steps[a].thread != run.steps[b].thread]
    for switch in list(switches):
        fewer = [one for one in switches if one != switch]
        if fails(reference, sorted(kept), fewer):
            switches = fewer
    hazards = sorted(reference.orders_at_the_end().union(*map(reference.hazards_of, reference.valued(kept))))
    invariants = tuple(_invariants(reference, sorted(kept), hazards))
    return Slice(detail, tuple(sorted(kept)), tuple(sorted(conditions)), tuple(hazards), tuple(switches), invariants)


def _invariants(reference: Reference, kept: list[int], hazards: list[Hazard]) -> Iterator[tuple[int, Invariant]]:
    run, valued = reference.run, reference.valued(kept)
    holds: list[Term] = []
    for number in kept:
        formula = run.formulas.of(run.steps[number])
        if number in valued and formula.value is not None:
            holds += [run.terms.equal(run.variable(number), formula.value), *formula.sound]
        ordered = tuple(hazard for hazard in hazards if hazard.later <= number)
        pending = tuple(hazard for hazard in hazards if hazard.read <= number < hazard.later)
        yield number, Invariant(tuple(holds), ordered, pending)
