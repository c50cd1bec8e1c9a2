"""The rules of accesses: reads in their order, then the guard, then writes, all in one step. Figure 3 of the paper."""

from raddle.logic.substitute import with_values
from raddle.logic.terms import Term, TermStore
from raddle.logic.traps import computable
from raddle.model.actions import Read, Step, Write
from raddle.model.program import Event
from raddle.model.uses import terms_of
from raddle.papers.trace_driven_verification.rules import Rule, Touch
from raddle.papers.trace_driven_verification.slots import Slots


def access_rule(terms: TermStore, slots: Slots, event: Event, step: Step) -> Rule:
    accesses: tuple[Read | Write, ...] = (*step.reads, *step.writes)
    known = [_known(terms, access) for access in accesses]
    needs = terms.all_of([computable(terms, terms_of(event)), *known, step.guard])
    reads = tuple((read.variable, _content(terms, slots, read)) for read in step.reads)
    changes: dict[int, Term] = {}
    touches: list[Touch] = []
    for access in accesses:
        for which, cell in enumerate(access.cells):
            slot, there = slots.cell(cell), is_at(terms, access, which)
            touches.append(Touch(slot, isinstance(access, Write), there))
            if isinstance(access, Write):
                changes[slot.index] = terms.choice(there, access.value, changes.get(slot.index, slot.now))
    return Rule(terms.true, needs, reads, changes, tuple(touches))


def is_at(terms: TermStore, access: Read | Write, which: int) -> Term:
    """Its address is that of cells[which]."""
    if access.address is None:
        return terms.true
    return terms.equal(access.address, terms.bits(access.addresses[which], access.address.width))


def _known(terms: TermStore, access: Read | Write) -> Term:
    """Its address is one of those that it may have."""
    return terms.any_of(is_at(terms, access, which) for which in range(len(access.cells)))


def _content(terms: TermStore, slots: Slots, read: Read) -> Term:
    content = slots.cell(read.cells[-1]).now
    for which in reversed(range(len(read.cells) - 1)):
        content = terms.choice(is_at(terms, read, which), slots.cell(read.cells[which]).now, content)
    return content


def inlined(terms: TermStore, rule: Rule, term: Term) -> Term:
    """The term with what this event reads instead of its variables."""
    if not rule.reads:
        return term
    contents: dict[Term, Term] = {}
    for variable, content in rule.reads:
        contents[variable] = with_values(terms, content, contents)
    return with_values(terms, term, contents)
