"""The formula under construction: who takes part, who comes first, and what has been asserted.

`taken(e)` is the truth value in(e): e takes place. Axioms speak only of events that do (docs/rules.md, Prefixes).

The order of events is spoken of by points: an event becomes a point when its order against another thread's matters.
Two events in sections of one lock are ordered as their sections are. What is said here and in the axioms holds of
graphs of events, in which an acquire has a list of releases, a wait a list of wakes; in a trace program such a list has
at most one element.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from raddle.encode.asserting import Asserting
from raddle.encode.program_index import ProgramIndex
from raddle.encode.sections import Section
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.logic.traps import computable
from raddle.model.actions import Action, Check, Free, Read, Step, Write
from raddle.model.rules.actions import traits_of


class Formula(Asserting, ABC):
    index: ProgramIndex

    def __init__(self, index: ProgramIndex) -> None:
        super().__init__(index.ctp.terms)
        self.index = index
        self.points: set[int] = set()
        self.moments: frozenset[Section] = frozenset()
        """Sections in which nothing happens that others could notice: their acquire stands for all of them."""
        self._section_before: dict[tuple[int, int], Term] = {}
        self._decided: set[tuple[int, int]] = set()

    # ---- who takes part

    @abstractmethod
    def taken(self, event: int) -> Term: ...

    @abstractmethod
    def comes_to(self, event: int) -> Term:
        """Its thread comes to where it stands before the event."""

    @abstractmethod
    def operations_of(self, thread: int) -> Iterable[Sequence[int]]:
        """What a thread may come to: the outcomes of each operation, where it stands before all of them."""

    def may_take_place(self, event: int) -> bool:
        return self.taken(event) is not self.terms.false

    def operations(self, kind: str, number: int, *of: type) -> list[int]:
        """What may be done to a synchronisation object."""
        events = self.index.operations.get((kind, number), ())
        return [one for one in events if isinstance(self.index.events[one].action, of) and self.may_take_place(one)]

    @abstractmethod
    def assert_causes(self) -> None:
        """What lets an event that is in take place is in, and before it: a create, an exit. Call it when the points of
        everything but regions are known."""

    # ---- the end

    check: int | None = None
    """An assertion that is to fail."""

    def heeds(self, check: int) -> bool:
        """Whether an assertion that is in has to be computed, and to hold unless it is the one that is to fail."""
        return True

    def is_head(self, event: int) -> bool:
        """Whether its thread has come to it, and it is not taken: it is looked at as it is about to take place."""
        return False

    def is_looked_at(self, event: int) -> bool:
        """Whether its thread stands before it at the end, for certain or perhaps: what it needs to take place, and what
        it touches then, has to be said of it though it is not taken."""
        return self.is_head(event)

    def moment(self, event: int) -> int:
        """What stands for the event in the order."""
        return event

    @property
    def together(self) -> frozenset[int]:
        """Events that stand at the same moment."""
        return frozenset()

    def ends_inside(self, begin: int) -> list[int]:
        """What ends the run inside of a region, and so is the region's end as well."""
        return []

    # ---- who comes first

    def before(self, a: int, b: int) -> Term:
        """a takes place before b, both taking place. True only if it says so: what is not before need not be after."""
        must = self.index.must
        if must(a, b):
            return self.terms.true
        if a == b or must(b, a):
            return self.terms.false
        common = self.index.sections.common(a, b)
        if common is not None:
            return self.section_before(*common)
        return self.atom(a, b)

    def section_before(self, a: Section, b: Section) -> Term:
        """The whole of section a comes before the whole of section b of the same lock, which takes place."""
        key = (a.acquire, b.acquire)
        found = self._section_before.get(key)
        if found is None:
            found = self._section_before[key] = self._all_before(a, b)
        return found

    def are_moments(self, sections: Iterable[Section]) -> None:
        self.moments = frozenset(sections)
        self._section_before.clear()

    def _all_before(self, a: Section, b: Section) -> Term:
        must, alternatives = self.index.must, []
        for release in a.releases:
            if must(b.acquire, release) or not self.may_take_place(release):
                continue
            if must(release, b.acquire):
                alternatives.append(self.taken_with(release, b.acquire))
            else:
                over = a.acquire if a in self.moments else release
                alternatives.append(self.terms.all_of((self.taken(release), self.atom(over, b.acquire))))
        return self.terms.any_of(alternatives)

    def atom(self, a: int, b: int) -> Term:
        self.points.add(a)
        self.points.add(b)
        return self.terms.before(a, b)

    def decided(self, a: int, b: int) -> Term:
        """As `before`, where also the opposite is meant when it is false."""
        key = (min(a, b), max(a, b))
        if key not in self._decided:
            self._decided.add(key)
            self.require(*self.unless_there(a, b), self.before(a, b), self.before(b, a))
        return self.before(a, b)

    def taken_before(self, a: int, b: int) -> Term:
        """a takes place, and does so before b; false means that it does not. A section that is over says so of all
        that is on every way to its end."""
        order = self.decided(a, b)
        if order.op is not Op.CONSTANT:
            common = self.index.sections.common(a, b)
            if common is not None and all(self.index.must.needs(release, a) for release in common[0].releases):
                return order
        return self.terms.all_of((self.taken(a), order))

    def done_before(self, a: int, b: int) -> Term:
        """a takes place, and before b, which does."""
        return self.terms.all_of((self.taken_with(a, b), self.before(a, b)))

    def taken_with(self, event: int, other: int) -> Term:
        """The event takes place, and so does the other one."""
        return self.terms.true if self.index.must.needs(other, event) else self.taken(event)

    # ---- what is asserted

    def unless_taken(self, *events: int) -> list[Term]:
        """Alternatives under which nothing is asked: one of the events does not take place."""
        return [self.terms.negation(self.taken(event)) for event in events]

    def unless_there(self, *events: int) -> list[Term]:
        """The same, where a head is there as well: it is read, or looked at, at the end."""
        return self.unless_taken(*(event for event in events if not self.is_head(event)))


def may_stop(terms: TermStore, action: Action) -> bool:
    """Whether a thread can have come to it and not perform it, though nobody is in a region; of what ends the process
    where it fails that is another question."""
    if isinstance(action, Check | Free):
        return False
    if not isinstance(action, Step):
        return not traits_of(action).never_kept
    accesses: tuple[Read | Write, ...] = (*action.reads, *action.writes)
    if any(one.address is not None for one in accesses) or action.guard is not terms.true:
        return True
    return computable(terms, (write.value for write in action.writes)) is not terms.true
