"""Which terms of the program a goal itself evaluates, and how events come to touch the same cell.

An event that is next touches what its reads lead to, up to the first whose address is not one of those recorded; and
what its writes lead to, if it can take place (model/machine.py, `touched`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from raddle.encode.heads import Asked, Together
from raddle.encode.index import Index
from raddle.logic.evaluate import variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.logic.traps import computable
from raddle.model.accesses import Access, accesses_of, conflicts
from raddle.model.actions import Check, Free, Read, Step, Write
from raddle.model.freed import is_own_frame
from raddle.model.goals import Fails, Meet, Torn, TornAmong, Unordered, UseAfterFree
from raddle.model.program import Event
from raddle.model.uses import reads_of


@dataclass(frozen=True, slots=True)
class Needs:
    """What must be so that an event comes to something."""

    within: tuple[Read | Write, ...] = ()
    """Whose addresses are among those recorded."""
    guard: Term | None = None
    values: tuple[Term, ...] = ()
    """That are computed."""

    def conditions(self, terms: TermStore) -> tuple[Term, ...]:
        guards = () if self.guard is None else (self.guard,)
        return (*guards, computable(terms, (*self.addresses, *guards, *self.values)))

    @property
    def addresses(self) -> list[Term]:
        return [one.address for one in self.within if one.address is not None]


def takes_place(step: Step) -> Needs:
    return Needs((*step.reads, *step.writes), step.guard, tuple(write.value for write in step.writes))


@dataclass(frozen=True, slots=True)
class Touching:
    """An access of an event, and what it needs."""

    access: Access
    needs: Needs

    def evaluated(self, terms: TermStore) -> Iterator[Term]:
        yield from self.needs.conditions(terms)
        yield from self.needs.addresses


def touching(event: Event, *, of_locks: bool = False) -> Iterator[Touching]:
    """`of_locks`: as of accesses."""
    for access in accesses_of(event, of_locks=of_locks):
        match event.action:
            case Free(when=when):
                yield Touching(access, Needs(guard=when))
            case Step() as step if access.writes:
                yield Touching(access, takes_place(step))
            case _:
                yield Touching(access, Needs(reads_of(event)[: access.place + 1]))


def conflicting(first: Event, second: Event) -> Iterator[tuple[Touching, Touching]]:
    """Accesses of the two that may touch the same cell, and conflict there."""
    others = list(touching(second))
    for one in touching(first):
        for other in others:
            if conflicts(one.access, other.access) and not set(one.access.cells).isdisjoint(other.access.cells):
                yield one, other


def using(free: Event, use: Event) -> Iterator[tuple[Touching, Touching]]:
    """What the one gives back, and accesses of the other that may touch it."""
    action = free.action
    if not isinstance(action, Free) or action.goes_on or is_own_frame(free, use):
        return
    given_back = frozenset(action.cells)
    for one in touching(use, of_locks=True):
        for cell in sorted(given_back.intersection(one.access.cells)):
            yield Touching(Access((cell,), writes=True), Needs(guard=action.when)), one


def dependences(index: Index, goal: Torn) -> tuple[Term, Term]:
    """Of both pairs, in terms of the program."""
    return (
        index.dependence.of(goal.first, goal.there, second_is_next=False),
        index.dependence.of(goal.back, goal.last, second_is_next=True),
    )


def pairs_of(goal: Torn) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two that depend on each other, the earlier one first."""
    return (goal.first, goal.there), (goal.back, goal.last)


def depends_on_itself(terms: TermStore, event: Event) -> bool:
    """Whether it depends on what the event itself reads then, what it touches."""
    action = event.action
    if not isinstance(action, Step | Check) or not action.reads:
        return False
    decide = [read.address for read in action.reads if read.address is not None]
    if isinstance(action, Step) and action.writes:
        decide += [write.address for write in action.writes if write.address is not None]
        decide += [action.guard, computable(terms, (write.value for write in action.writes))]
    own = {read.variable for read in action.reads}
    return any(term.op is not Op.CONSTANT for term in decide) and not own.isdisjoint(variables_of(decide))


def terms_asked(index: Index, goal: Asked) -> Iterator[Term]:
    match goal:
        case Fails(check):
            action = index.ctp.events[check].action
            assert isinstance(action, Check)
            yield action.condition
        case Meet(first, second) | Unordered(first, second):
            for pair in conflicting(index.ctp.events[first], index.ctp.events[second]):
                for one in pair:
                    yield from one.evaluated(index.ctp.terms)
        case UseAfterFree(free, use):
            for pair in using(index.ctp.events[free], index.ctp.events[use]):
                for one in pair:
                    yield from one.evaluated(index.ctp.terms)
        case Torn():
            yield from dependences(index, goal)
        case TornAmong(goals):
            for earlier, later in dict.fromkeys(pair for torn in goals for pair in pairs_of(torn)):
                yield index.dependence.of(earlier, later, second_is_next=False)
        case Together(goals):
            for each in goals:
                yield from terms_asked(index, each)
        case _:
            pass
