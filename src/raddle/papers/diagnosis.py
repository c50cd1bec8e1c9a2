"""Constraint Solving for Diagnosing Concurrency Bugs (Khoshnood, 2015): Algorithm 1 as printed (sections 3.1 and 3.2).

    phi_delta <- {};  phi <- the valid executions
    while phi and not p is satisfiable:
        phi_in, phi_sch <- of a bad execution
        phi_core        <- a minimal part of phi_sch that phi, phi_in and p contradict
        phi             <- phi and not phi_core;   phi_delta <- phi_delta with phi_core

In: a trace program and one of its checks, p. Out: phi_delta. As in section 2.2 a valid execution executes all events of
all threads, and the assertion stops nobody: the formula of predictive_analysis/formula.py that is called complete
there. phi_sch: of every two events of different threads that touch the same, one of which writes it, which came first.
phi_in: whom signals chose; a recorded run has no other input. What the product does otherwise (diagnose/): decision 25.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from raddle.base.errors import InternalError
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.actions import Check, Signal
from raddle.model.program import TraceProgram
from raddle.papers.predictive_analysis.formula import Axioms, program_order
from raddle.papers.predictive_analysis.lower import Lowered, choice_of, lower
from raddle.solve.answer import Answer, Sat, Solver, Unknown, Unsat

Order = tuple[int, int]
"""Two events, the first of which comes first."""


@dataclass(frozen=True, slots=True)
class Core:
    """All executions with these orders fail, and without any one of them some passes."""

    orders: frozenset[Order]
    choices: dict[int, int]
    """By signal: the place of the wait that it chose, as in predictive_analysis/lower.py."""


def diagnose(ctp: TraceProgram, check: int, solver: Solver, limit_s: float | None = None) -> tuple[Core, ...] | Unknown:
    """The core of each class of executions that fail. One core without orders: none passes, the bug is sequential."""
    return _Diagnosing(ctp, check, solver, limit_s).cores()


class _Diagnosing:
    def __init__(self, ctp: TraceProgram, check: int, solver: Solver, limit_s: float | None) -> None:
        assert isinstance(ctp.events[check].action, Check), check
        lowered = lower(ctp)
        self._ctp: Final = ctp
        self._terms: Final = ctp.terms
        self._solver: Final = solver
        self._limit_s: Final = limit_s
        self._pairs: Final = tuple(_conflicting(ctp, lowered))
        self._choices: Final = {e.number: choice_of(ctp, e) for e in ctp.events if isinstance(e.action, Signal)}
        self._holds: Final = lowered.conditions[check]
        self._valid: Final = _valid_executions(ctp, lowered)

    def cores(self) -> tuple[Core, ...] | Unknown:
        found: list[Core] = []
        while True:
            match self._solver.solve(self._query(self._terms.negation(self._holds)), self._limit_s):
                case Sat() as answer:
                    core = self._core(answer)
                    if isinstance(core, Unknown):
                        return core
                    found.append(core)
                    self._valid.append(self._terms.negation(self._said(core)))
                case Unsat():
                    return tuple(found)
                case Unknown() as unknown:
                    return unknown

    def _core(self, bad: Sat) -> Core | Unknown:
        """What is left when one order after the other was left out, where the rest is enough."""
        choices = {signal: bad.values.get(term, 0) for signal, term in self._choices.items()}
        core = Core(frozenset(self._schedule(bad)), choices)
        passing = self._passing(core)
        if isinstance(passing, Sat):
            raise InternalError("an execution passes with all orders of one that fails")
        for order in sorted(core.orders):
            fewer = Core(core.orders - {order}, choices)
            passing = self._passing(fewer)
            if isinstance(passing, Unknown):
                return passing
            if isinstance(passing, Unsat):
                core = fewer
        return core

    def _schedule(self, bad: Sat) -> Iterator[Order]:
        """Two writes that no read tells apart may have no times, or the same one."""
        for a, b in self._pairs:
            first, then = bad.positions.get(a), bad.positions.get(b)
            if first is not None and then is not None and first != then:
                yield (a, b) if first < then else (b, a)

    def _passing(self, core: Core) -> Answer:
        """phi, phi_in, phi_core and p."""
        return self._solver.solve(self._query(self._said(core), self._holds), self._limit_s)

    def _said(self, core: Core) -> Term:
        """phi_core and phi_in."""
        terms = self._terms
        chosen = (terms.equal(self._choices[s], terms.bits(v, self._choices[s].width)) for s, v in core.choices.items())
        return terms.all_of([*(terms.before(*order) for order in sorted(core.orders)), *chosen])

    def _query(self, *asked: Term) -> Query:
        said = (*self._valid, *asked)
        return Query(self._terms, tuple(term for term in said if term is not self._terms.true))


def _valid_executions(ctp: TraceProgram, lowered: Lowered) -> list[Term]:
    taken = [ctp.terms.true] * len(ctp.events)
    axioms = Axioms(ctp, lowered.steps, taken, [cell.initial for cell in lowered.cells])
    return [*program_order(ctp, strict=True), *(axioms.possible(event.number) for event in ctp.events)]


def _conflicting(ctp: TraceProgram, lowered: Lowered) -> Iterator[Order]:
    read = [{cell for one in step.reads for cell in one.cells} for step in lowered.steps]
    written = [{cell for one in step.writes for cell in one.cells} for step in lowered.steps]
    for b in ctp.events:
        for a in ctp.events[: ctp.threads[b.thread].first]:
            i, j = a.number, b.number
            if written[i] & (read[j] | written[j]) or written[j] & read[i]:
                yield i, j
