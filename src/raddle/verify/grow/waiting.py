"""Waiting loops: an iteration that changes nothing and comes back to the state in which it began may be left out.

A run with it is equal to one without it: nobody can tell. So its last edge, which closes the loop, is left out of the
paths, and is no frontier either. What changes nothing: reads, decisions, tries that fail, counts; whole sections of a
lock that nobody tries (only a try could tell that it was held); a read-modify-write that leaves what it found.

Whether it does the last depends on values: `Trail.heads` keeps, with each state in which an iteration may have begun,
the conditions under which all since then has changed nothing. They are part of what a point is: paths on which they
differ do not meet.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from raddle.logic.operators import Op
from raddle.logic.substitute import with_values
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import (
    Acquire,
    Action,
    Check,
    Count,
    OncePass,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Step,
    Write,
)
from raddle.model.recorded.units import NOWHERE
from raddle.verify.grow.graph import Point

State = int
"""Its number: a state of a thread's own."""
Conditions = frozenset[Term]
Heads = dict[State, "Head"]


@dataclass(frozen=True, slots=True)
class Head:
    """A state in which an iteration may have begun."""

    point: Point
    away: int
    """Visible events from the point's zero to the state."""
    unless: Conditions
    """Nothing has changed since where all of these hold."""
    before: Heads = field(repr=False)
    """The others, at that time."""


@dataclass(frozen=True, slots=True)
class Trail:
    """What a thread has come through since it last changed something."""

    heads: Heads = field(default_factory=dict)

    @property
    def key(self) -> frozenset[tuple[State, Conditions]]:
        return frozenset((state, head.unless) for state, head in self.heads.items())

    def after(self, terms: TermStore, action: Action, tried: Container[int]) -> "Trail | None":
        """`tried`: locks that somebody tries to get. None: it has changed something."""
        condition = _changes_nothing(terms, action, tried)
        if condition is terms.false:
            return None
        if condition is terms.true and not any(head.unless for head in self.heads.values()):
            return self
        facts = _facts(terms, action)
        heads: Heads = {}
        for state, head in self.heads.items():
            left = {with_values(terms, one, facts) for one in (*head.unless, condition)} - {terms.true}
            if terms.false not in left:
                heads[state] = Head(head.point, head.away, frozenset(left), head.before)
        return Trail(heads)

    def at(self, state: State, point: Point, away: int) -> "Trail":
        """An iteration may begin in this state."""
        return Trail({**self.heads, state: Head(point, away, frozenset(), self.heads)})


def _changes_nothing(terms: TermStore, action: Action, tried: Container[int]) -> Term:
    """The condition under which nobody can tell that it took place."""
    match action:
        case Step(reads, _, writes):
            return terms.all_of(_leaves(terms, reads, write) for write in writes)
        case Check() | Refused() | Count() | OncePass() | RegionBegin() | RegionEnd():
            return terms.true
        case Acquire(lock) | Release(lock):
            return terms.truth(lock not in tried)
        case _:
            return terms.false


def _leaves(terms: TermStore, reads: tuple[Read, ...], write: Write) -> Term:
    """It writes what its own event has read there, or nowhere."""
    if write.made_up:
        return terms.false
    ways = []
    if write.address is not None and NOWHERE in write.addresses:
        ways.append(terms.equal(write.address, terms.bits(NOWHERE, write.address.width)))
    for read in reads:
        if read.address is write.address and (read.cells, read.addresses) == (write.cells, write.addresses):
            ways.append(terms.equal(write.value, read.variable))
    return terms.any_of(ways)


def _facts(terms: TermStore, action: Action) -> dict[Term, Term]:
    """What is known where it has taken place: terms -> constants."""
    if not isinstance(action, Step | Check):
        return {}
    guard = action.guard if isinstance(action, Step) else action.condition
    return {known: value for one in _conjuncts(guard) for known, value in _fact(terms, one)}


def _fact(terms: TermStore, one: Term) -> Iterator[tuple[Term, Term]]:
    if one.op is Op.NOT:
        yield one.args[0], terms.false
    elif one.constant is None:
        yield one, terms.true
    if one.op is Op.EQ and one.args[1].constant is not None:
        yield one.args[0], one.args[1]


def _conjuncts(term: Term) -> tuple[Term, ...]:
    return term.args if term.op is Op.ALL else (term,)
