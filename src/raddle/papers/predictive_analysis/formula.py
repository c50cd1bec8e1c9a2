"""Trace program + check -> Query: the predictive analysis paper's formula, sections 4.2 and 5, guarded as prefixes need
it.

It is over the lowered events (lower.py); docs/rules.md, Prefixes, says why it is guarded.

A run is a prefix of every thread: in(t) is a free Boolean. For each event t, with t' the one before it in its thread:

    in(t) => in(t') and guard(t) and pi(r) for each read r of t, and O(t) < O(check)
    pi(r) = some definition w of r's cell, or its initial value:
            r = w and in(w) and HB(w, t) and for each other w': not in(w') or HB(w', w) or HB(t, w')

and of the check itself: in(t'), its reads, not its condition. Other checks that are in hold. HB(a, b) is O(a) < O(b). A
definition with an address counts where the address is the cell's.

Events that read and write one cell do not overlap: every read that is in is strictly ordered with every definition that
is in, so of two that read the same definition w each would have to come before the other. Two definitions that no read
tells apart may have the same time; then their order is nobody's concern.

The literal formula (`complete`) executes all events of all threads, and no assertion stops anybody: the paper's
figures. Its other checks need not hold, only not trap. It misses violations after which a branch goes the other way, or
a lock stays held.

With a bound the times are whole numbers from 0 to it, and equal within a thread as one likes (section 5.1): the
assumption "bound", which nothing else uses.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.actions import Check, Read, Step, Write
from raddle.model.program import TraceProgram
from raddle.papers.predictive_analysis.lower import lower

BOUND: Final = "bound"


def encode_reference(ctp: TraceProgram, check: int, *, bound: int | None = None, complete: bool = False) -> Query:
    """Satisfiable iff a prefix of the program (`complete`: all of it) violates that check, within the bound."""
    assert isinstance(ctp.events[check].action, Check), check
    terms = ctp.terms
    lowered = lower(ctp)
    taken = [terms.true] * len(ctp.events) if complete else [taken_by(ctp, check, e.number) for e in ctp.events]
    formula = Axioms(ctp, lowered.steps, taken, [cell.initial for cell in lowered.cells])
    assertions = list(program_order(ctp, strict=bound is None))
    for event in ctp.events:
        number = event.number
        if taken[number] is terms.false:
            continue
        needed = [taken[number - 1] if event.position else terms.true, formula.possible(number)]
        if not complete:
            needed.append(lowered.conditions.get(number, terms.true))
            needed.append(formula.happens_before(number, check))
        assertions.append(terms.implies(taken[number], terms.all_of(needed)))
    assertions.append(formula.possible(check))
    assertions.append(terms.negation(lowered.conditions[check]))
    assumptions = {} if bound is None else {BOUND: _bounded(ctp, bound)}
    return Query(terms, tuple(term for term in assertions if term is not terms.true), assumptions)


def taken_by(ctp: TraceProgram, check: int, number: int) -> Term:
    """in(t), when that check is violated: of its own thread what comes before it, and no more."""
    if ctp.events[number].thread == ctp.events[check].thread:
        return ctp.terms.truth(number < check)
    return ctp.terms.variable(f"reference:in:{number}", 1)


def program_order(ctp: TraceProgram, *, strict: bool) -> Iterable[Term]:
    """HB(t', t) within each thread. Of events that are not in it says nothing: their times are free."""
    order = ctp.terms.before if strict else ctp.terms.not_after
    return [order(event.number - 1, event.number) for event in ctp.events if event.position]


def _bounded(ctp: TraceProgram, bound: int) -> Term:
    """O(last) - O(first) <= bound."""
    terms = ctp.terms
    return terms.all_of(terms.any_of(terms.at(e.number, time) for time in range(bound + 1)) for e in ctp.events)


@dataclass(frozen=True, slots=True)
class _Definition:
    """A write of one cell; an event has no two of the same one."""

    event: int
    value: Term
    touches: Term
    """Its address is this cell's."""
    counts: Term
    """It touches the cell, and its event is in."""


class Axioms:
    """HB, the definitions of each cell, and pi."""

    def __init__(self, ctp: TraceProgram, steps: Sequence[Step], taken: Sequence[Term], initial: Sequence[int]) -> None:
        self._ctp = ctp
        self._terms = ctp.terms
        self._steps = steps
        self._taken = taken
        self._initial = initial
        self._definitions: list[list[_Definition]] = [[] for _ in initial]
        for number, step in enumerate(steps):
            for write in step.writes:
                self._define(number, write)

    def _define(self, number: int, write: Write) -> None:
        for which, cell in enumerate(write.cells):
            touches = self.touches(write, which)
            counts = self._terms.all_of((self._taken[number], touches))
            if counts is not self._terms.false:
                self._definitions[cell].append(_Definition(number, write.value, touches, counts))

    def happens_before(self, a: int, b: int) -> Term:
        """O(a) < O(b): known within a thread."""
        if self._ctp.events[a].thread == self._ctp.events[b].thread:
            return self._terms.truth(a < b)
        return self._terms.before(a, b)

    def possible(self, number: int) -> Term:
        """Its guard holds, its reads see what there is, and its writes have addresses that were recorded."""
        step = self._steps[number]
        written = [
            self._terms.any_of(self.touches(write, k) for k in range(len(write.cells))) for write in step.writes
        ]
        return self._terms.all_of([step.guard, *(self.pi(number, read) for read in step.reads), *written])

    def pi(self, number: int, read: Read) -> Term:
        """It sees what there is, at an address that was recorded."""
        return self._terms.any_of(
            self._terms.all_of((self.touches(read, which), self._pi_of_cell(number, read.variable, cell)))
            for which, cell in enumerate(read.cells)
        )

    def _pi_of_cell(self, number: int, variable: Term, cell: int) -> Term:
        terms = self._terms
        definitions, initial = self._pi_set(number, cell)
        options = []
        for chosen in definitions:
            same = terms.equal(variable, chosen.value)
            if same is terms.false:
                continue
            others = [
                terms.any_of(
                    (
                        terms.negation(other.counts),
                        self.happens_before(other.event, chosen.event),
                        self.happens_before(number, other.event),
                    )
                )
                for other in definitions
                if other is not chosen
            ]
            options.append(terms.all_of([chosen.counts, self.happens_before(chosen.event, number), *others, same]))
        if initial:
            none = [
                terms.any_of((terms.negation(other.counts), self.happens_before(number, other.event)))
                for other in definitions
            ]
            options.append(
                terms.all_of([terms.equal(variable, terms.bits(self._initial[cell], variable.width)), *none])
            )
        return terms.any_of(options)

    def _pi_set(self, number: int, cell: int) -> tuple[list[_Definition], bool]:
        """Definition 2: those of other threads, and of its own thread the most recent. An own one that may touch the
        cell, or may not, leaves those before it in. Whether the initial value is among them, too."""
        kept = []
        thread = self._ctp.events[number].thread
        hidden = False
        for definition in reversed(self._definitions[cell]):
            if self._ctp.events[definition.event].thread != thread:
                kept.append(definition)
            elif definition.event < number and not hidden:
                kept.append(definition)
                hidden = definition.touches is self._terms.true
        return kept, not hidden

    def touches(self, access: Read | Write, which: int) -> Term:
        """Its address is that of cells[which]."""
        if access.address is None:
            return self._terms.true
        return self._terms.equal(access.address, self._terms.bits(access.addresses[which], access.address.width))
