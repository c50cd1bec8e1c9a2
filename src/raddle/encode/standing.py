"""Threads that wait for each other in a circle at the end, and standstills that are asked for one after the other.
docs/rules.md, Deadlock; decision 18.

    circle:         its events are the heads; that each waits for another one does not depend on the order
    circle among:   some m(e):  m(e) => in(pred e), not in(e), m(f) for some f that has what e wants, and m(f) for some
                    f that wants what e has
    standstill:     encode/standstill.py; not one of those that are known

Which locks a thread holds where it stands does not depend on the order. Nobody is in a region at the end.
"""

from collections import defaultdict

from raddle.encode.in_vain import InVain
from raddle.encode.standstill import standstill
from raddle.encode.trace_formula import TraceFormula
from raddle.logic.terms import Term
from raddle.model.actions import Mode
from raddle.model.goals import Circle, CircleAmong, Standstill
from raddle.model.rules.actions import traits_of
from raddle.model.rules.lock import excludes
from raddle.model.rules.traits import Family, Wanted
from raddle.model.standing import keepers


def is_circle(formula: TraceFormula, goal: Circle) -> Term:
    ctp = formula.index.ctp
    members = {ctp.events[event].thread: ctp.events[event] for event in goal.waits}
    if len(members) < len(goal.waits) or any(_is_inside(formula, event) for event in goal.waits):
        return formula.terms.false
    return formula.terms.truth(bool(members) and all(keepers(ctp, members).values()))


def _is_inside(formula: TraceFormula, event: int) -> bool:
    """Of a region: nobody stands there."""
    return formula.index.sections.begun(event, Family.REGION) is not None


class _Having:
    """Who of the members has what, and who wants it: each as one literal."""

    def __init__(self, formula: TraceFormula, members: dict[int, Term]) -> None:
        self._formula = formula
        self._members = members
        self._having: dict[Wanted, list[int]] = defaultdict(list)
        self._wanting: dict[Wanted, list[int]] = defaultdict(list)
        self._has = {event: self._own(event) for event in members}
        self._known: dict[object, Term] = {}
        for event in members:
            for one in self._has[event]:
                self._having[one].append(event)
            self._wanting[self._wants(event)].append(event)

    def _own(self, event: int) -> tuple[Wanted, ...]:
        index = self._formula.index
        held = {(section.lock, section.mode) for section in index.sections.held(event)}
        return (*held, index.thread[event])

    def _wants(self, event: int) -> Wanted:
        wanted = traits_of(self._formula.index.events[event].action).wants
        assert wanted is not None, "circles are of locks and joins"
        return wanted

    def waits_for_one(self, event: int) -> Term:
        wanted = self._wants(event)
        return self._any(("had", wanted), self._of(wanted, self._having))

    def is_waited_for(self, event: int) -> Term:
        wanted = (self._any(("wanted", one), self._of(one, self._wanting)) for one in self._has[event])
        return self._formula.terms.any_of(wanted)

    @staticmethod
    def _of(one: Wanted, by: dict[Wanted, list[int]]) -> list[int]:
        """Those that have, or want, that thread, or that lock in a mode which is excluded."""
        if isinstance(one, int):
            return by.get(one, [])
        lock, mode = one
        return [event for other in Mode if excludes(other, mode) for event in by.get((lock, other), ())]

    def _any(self, key: object, events: list[int]) -> Term:
        if key not in self._known:
            formula = self._formula
            literal = formula.fresh("has") if events else formula.terms.false
            if events:
                formula.require(formula.terms.negation(literal), *(self._members[event] for event in events))
            self._known[key] = literal
        return self._known[key]


def circle_among(formula: TraceFormula, goal: CircleAmong) -> Term:
    terms = formula.terms
    members = {
        event: formula.fresh("member")
        for event in sorted({event for group in goal.groups for event in group})
        if not _is_inside(formula, event)
    }
    having = _Having(formula, members)
    for event, literal in members.items():
        _stands(formula, event, literal)
        formula.require(terms.negation(literal), having.waits_for_one(event))
        formula.require(terms.negation(literal), having.is_waited_for(event))
    return terms.all_of(terms.any_of(members[event] for event in group if event in members) for group in goal.groups)


def _stands(formula: TraceFormula, event: int, literal: Term) -> None:
    """The literal says that the thread has come to the event, and that it has not taken place."""
    negation = formula.terms.negation
    formula.require(negation(literal), formula.comes_to(event))
    formula.require(negation(literal), negation(formula.taken(event)))


def is_standstill(formula: TraceFormula, goal: Standstill) -> Term:
    terms, in_vain = formula.terms, InVain(formula)
    stands = standstill(formula, in_vain)
    for known in goal.known:
        formula.require(*(terms.negation(stands.get(event, terms.false)) for event in known))
    for groups in goal.places:
        formula.require(
            *(terms.negation(terms.any_of(stands.get(event, terms.false) for event in group)) for group in groups)
        )
    if not goal.circles:
        _no_circle(formula, stands, in_vain)
    return terms.any_of(stands.values())


def _no_circle(formula: TraceFormula, stands: dict[int, Term], in_vain: InVain) -> None:
    """Whoever stands comes, in an order of its own, behind all who have what it waits for and stand as well."""
    index, terms = formula.index, formula.terms
    first = len(index.ctp.events)
    may_stand = {index.must.thread[event] for event in stands}
    for event, literal in stands.items():
        thread = index.must.thread[event]
        for holder, held in in_vain.holders(event):
            if holder in may_stand:
                behind = terms.false if holder == thread else terms.before(first + holder, first + thread)
                formula.require(terms.negation(literal), terms.negation(held), behind)
