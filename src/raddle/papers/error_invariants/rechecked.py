"""Whether a slice is what it claims to be, by the formulas of formula.py: `recheck` says what is wrong.

The definitions are those of sections 3.1 and 3.2 of the error invariants paper.

error trace     (definition 10) what is kept fails
minimal         without any one of its statements or switches it need not fail
control         (definition 11) each condition around a kept statement follows from what is kept before it
hazards         (definition 12) the dependences between threads of each kept read are there
invariants      (definitions 7 and 9) true in the run, each follows from the one before, the last one contradicts
                the property
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from raddle.explain.run import Deed, Run
from raddle.explain.slices import Dependence, Hazard, Invariant, Slice
from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import GuardedEvaluator, variables_of
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.papers.error_invariants.formula import Part, Reference, done_name, step_name, switch_name
from raddle.solve.answer import Unknown, Unsat
from raddle.solve.z3_assuming import Assuming, Many, Possible

LIMIT_S: Final = 20.0
"""Of one question to the solver. A question without an answer is an objection."""


def recheck(run: Run, slice_: Slice, limit_s: float | None = LIMIT_S) -> list[str]:
    """Objections; none of them: the slice is right."""
    return list(_Recheck(run, slice_, limit_s).objections())


class _Recheck:
    def __init__(self, run: Run, slice_: Slice, limit_s: float | None) -> None:
        self.run: Final = run
        self.slice: Final = slice_
        self.limit_s: Final = limit_s
        self.reference: Final = Reference(run, slice_.detail)
        self.silent: Final = self._silent()
        self.valued: Final = self.reference.valued(slice_.kept, self.silent)
        self.at_the_end: Final = self.reference.orders_at_the_end()
        self.hazards: Final = self.at_the_end.union(*map(self.reference.hazards_of, self.valued))
        self.conditions: Final = self.reference.conditions(self.valued)
        values = {run.variable(step.number): step.value for step in run.steps if step.width}
        self.evaluator: Final = GuardedEvaluator(values)

    def _silent(self) -> frozenset[int]:
        """Writes that are kept since they come before or behind what a kept read saw, though not for what they wrote:
        what is known right behind them does not speak of it."""
        changes = dict(self.slice.invariants)
        known: frozenset[Term] = frozenset()
        silent = set()
        for number in sorted({*self.slice.kept, *changes}):
            if number in changes:
                known = frozenset(variables_of(changes[number].holds))
            step = self.run.steps[number]
            if step.deed is Deed.WRITE and self.run.variable(number) not in known:
                silent.add(number)
        return frozenset(silent)

    def _part(self, silent: frozenset[int]) -> Part:
        return Part(self.slice.kept, self.slice.switches, silent)

    def objections(self) -> Iterator[str]:
        yield from self._of_the_run()
        yield from self._of_the_shape()
        yield from self._of_the_hazards()
        yield from self._of_the_proof()
        if self.slice.detail.control:
            yield from self._of_control()
        yield from self._of_the_invariants()

    def told(self, number: int) -> str:
        step = self.run.steps[number]
        return f"{number} ({self.run.threads[step.thread]} {step.deed.value} {self.run.wording.name(step)})"

    # ---- what the run says is true in the run

    def _of_the_run(self) -> Iterator[str]:
        for number in (*self.slice.kept, *self.slice.conditions):
            formula = self.run.formulas.of(self.run.steps[number])
            for said in (formula.needs, formula.where, *formula.sound):
                if said is not None and not self._is_true(said):
                    yield f"step {self.told(number)} says {said!r}, which is not so in the run"
            if formula.value is not None and not self._is_true(
                self.run.terms.equal(self.run.variable(number), formula.value)
            ):
                yield f"step {self.told(number)} did not define {formula.value!r}"
        failing = self.run.failing
        for said in (failing.violated, *failing.sound):
            if not self._is_true(said):
                yield f"the failing point says {said!r}, which is not so in the run"

    def _is_true(self, said: Term) -> bool:
        try:
            return self.evaluator.holds(said)
        except Trap:
            return False

    # ---- statements, conditions, switches: the right ones

    def _of_the_shape(self) -> Iterator[str]:
        found = self.slice
        ends = {end for hazard in self.hazards for end in (hazard.earlier, hazard.later)}
        for number in found.kept:
            if number not in self.valued and number not in ends:
                yield f"step {self.told(number)} is kept for nothing"
        silent = {one for one in self.conditions if self.run.formulas.of(self.run.steps[one]).needs is None}
        for one in sorted(self.conditions - set(found.conditions) - silent):
            yield f"condition {self.told(one)} is demanded and missing"
        for one in sorted(set(found.conditions) - self.conditions):
            yield f"condition {self.told(one)} is demanded by nothing"
        path = sorted({*found.kept, *found.conditions})
        neighbours = set(pairwise(path))
        for switch in found.switches:
            if (switch.before, switch.after) not in neighbours:
                yield f"{switch_name(switch)} is not between neighbours of the slice"
            if self.run.steps[switch.before].thread == self.run.steps[switch.after].thread:
                yield f"{switch_name(switch)} is within one thread"
        if found.switches and not (found.detail.hazards or self.run.failing.orders):
            yield "it has switches, though no hazards were asked for"

    def _of_the_hazards(self) -> Iterator[str]:
        found = self.slice
        if not found.detail.hazards:
            for hazard in set(found.hazards) - self.at_the_end:
                sources = self.run.steps[hazard.later].sources
                if hazard.kind is not Dependence.RAW or hazard.earlier not in sources:
                    yield f"{_told(hazard)} is no flow of data"
            return
        for hazard in sorted(self.hazards - set(found.hazards), key=_key):
            yield f"{_told(hazard)} is missing"
        for hazard in sorted(set(found.hazards) - self.hazards, key=_key):
            yield f"{_told(hazard)} is none of a kept read's"
        for hazard in sorted(self.hazards, key=_key):
            for end in (hazard.earlier, hazard.later):
                if end not in found.kept:
                    yield f"{_told(hazard)}: step {end} is not kept"
        for number in sorted(self.valued):
            step = self.run.steps[number]
            if step.deed is Deed.READ and step.shared:
                own = self.reference.hazards_of(number)
                seen = {one.earlier for one in own if one.kind is Dependence.RAW}
                if seen != {one for one in step.sources if self.run.steps[one].thread != step.thread}:
                    yield f"step {self.told(number)} does not read what was written last"

    # ---- the proof

    def _of_the_proof(self) -> Iterator[str]:
        query = self.reference.query(self._part(self.silent))
        asked = Assuming(query, self.limit_s)
        names = list(query.assumptions)
        answer = asked.check(names)
        if not isinstance(answer, Unsat) and not (isinstance(answer, Unknown) and self._is_proved_apart()):
            why = f": {answer.reason}" if isinstance(answer, Unknown) else ""
            yield f"it is no error trace{why}"
            return
        if not self.slice.minimal:
            return
        for number in self.slice.kept:
            left_out = {done_name(number), step_name(number)}
            answer = asked.check([name for name in names if name not in left_out])
            if isinstance(answer, Unknown) and self._passes_without(number):
                continue
            yield from _needless(f"step {self.told(number)}", answer)
        for switch in self.slice.switches:
            answer = asked.check([name for name in names if name != switch_name(switch)])
            yield from _needless(switch_name(switch), answer)

    def _passes_without(self, number: int) -> bool:
        """Without it, and without the reads that rest on its order, the values alone need not fail."""
        resting = {one.read for one in self.hazards if number in (one.earlier, one.later)}
        query = self.reference.values_query(self._part(self.silent), frozenset({number, *resting}))
        return isinstance(Many(self.limit_s).check(query), Possible)

    def _is_proved_apart(self) -> bool:
        """The orders by themselves, and the values by themselves where all orders hold."""
        part = self._part(self.silent)
        apart = (self.reference.orders_query(part), self.reference.values_query(part))
        return all(isinstance(Many(self.limit_s).check(query), Unsat) for query in apart)

    def _of_control(self) -> Iterator[str]:
        """Of what comes about by and by, all is taken for granted: a read's hazards may lie behind a condition."""
        terms = self.run.terms
        around = {one for number in self.valued for one in self.reference.scope_of(number)} | self.conditions
        steps = {step_name(number): self.reference.said(number) for number in sorted(self.valued)}
        wrong = {f"not {one}": terms.negation(self.reference.shown(one)) for one in sorted(around)}
        definitions = self.reference.definitions(self.conditions | self.reference.closed(around))
        asked = Assuming(Query(terms, tuple(definitions), steps | wrong), self.limit_s)
        for one in sorted(around):
            before = [step_name(number) for number in sorted(self.valued) if number < one]
            answer = asked.check([*before, f"not {one}"])
            if not isinstance(answer, Unsat):
                why = f": {answer.reason}" if isinstance(answer, Unknown) else ""
                yield f"condition {self.told(one)} does not follow from what is kept before it{why}"

    # ---- invariants

    def _of_the_invariants(self) -> Iterator[str]:
        changes = dict(self.slice.invariants)
        if len(changes) != len(self.slice.invariants):
            yield "two invariants at one step"
        for position, invariant in changes.items():
            yield from self._in_the_run(position, invariant)
        known, last = Invariant(), -1
        impossible: dict[str, Term] = {}
        for position in sorted({*self.slice.kept, *changes}):
            new = changes.get(position, known)
            if new.ordered and not self._facts(known, last, position) >= set(new.ordered):
                yield f"invariant behind {position}: its orders do not follow"
            step = self._step(known, last, position, new)
            if step is not None:
                impossible[f"invariant behind {position} does not follow from the one before"] = step
            known, last = new, position
        if known.pending:
            yield "the last invariant waits for orders"
        conditions = self.reference.demanded_at_the_end()
        definitions = self.reference.definitions(self.reference.closed(conditions))
        impossible["the last invariant does not contradict the property"] = self.run.terms.all_of(
            [*definitions, *known.holds, self.reference.failed(in_order=True)]
        )
        asked = Many(self.limit_s)
        for objection, term in impossible.items():
            answer = asked.check(Query(self.run.terms, (term,)))
            if not isinstance(answer, Unsat):
                yield f"{objection}: {answer.reason}" if isinstance(answer, Unknown) else objection

    def _in_the_run(self, position: int, invariant: Invariant) -> Iterator[str]:
        for held in invariant.holds:
            if not self._is_true(held):
                yield f"invariant behind {position}: {held!r} is not so in the run"
            late = [one for one in variables_of((held,)) if self.run.defined_by(one) > position]
            if late:
                yield f"invariant behind {position}: {held!r} speaks of what comes later"
        for hazard in invariant.ordered:
            if hazard.later > position or hazard not in self.slice.hazards:
                yield f"invariant behind {position}: {_told(hazard)} has not come about"
        for hazard in invariant.pending:
            if hazard.later <= position or hazard not in self.slice.hazards:
                yield f"invariant behind {position}: {_told(hazard)} is not to come"

    def _facts(self, known: Invariant, last: int, position: int) -> set[Hazard]:
        """Orders that have come about: known, or new at `position`."""
        return {*known.ordered, *(hazard for hazard in self.hazards if last < hazard.later <= position)}

    def _step(self, known: Invariant, last: int, position: int, new: Invariant) -> Term | None:
        """`known` holds behind step `last`, no kept step is between that and `position`, and `new` does not hold."""
        terms, reference = self.run.terms, self.reference
        facts = self._facts(known, last, position)
        fresh = [held for held in new.holds if held not in known.holds]
        if not set(known.pending) - facts <= set(new.pending):
            fresh = list(new.holds)
        if not fresh:
            return None
        hypotheses = [self._came(hazard) for hazard in (*facts, *new.pending)]
        hypotheses.append(
            terms.implies(terms.all_of([self._came(one) for one in known.pending]), terms.all_of(known.holds))
        )
        if position in self.valued:
            used = reference.demanded_by(reference.scope_of(position), reference.uses(position))
            hypotheses += reference.definitions(reference.closed(used))
            premise = terms.all_of([self._came(one) for one in reference.hazards_of(position)])
            hypotheses.append(terms.implies(premise, reference.said(position)))
        return terms.all_of([*hypotheses, terms.negation(terms.all_of(fresh))])

    def _came(self, hazard: Hazard) -> Term:
        return self.run.terms.variable(f"came {hazard.earlier} {hazard.later} {hazard.read} {hazard.kind.value}", 1)


def _needless(what: str, answer: Possible | Unsat | Unknown) -> Iterator[str]:
    """`answer`: whether it need not fail without that."""
    if isinstance(answer, Unknown):
        yield f"nobody knows whether it needs {what}: {answer.reason}"
    elif isinstance(answer, Unsat):
        yield f"it does not need {what}"


def _told(hazard: Hazard) -> str:
    return f"{hazard.kind.value} {hazard.earlier} {hazard.later} of read {hazard.read}"


def _key(hazard: Hazard) -> tuple[int, int, int, str]:
    return hazard.earlier, hazard.later, hazard.read, hazard.kind.value
