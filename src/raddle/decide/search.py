"""The searches of one trace program's states, which all its questions share.

Two at most: first without the values that only assertions ask for, which has fewer states and answers for races, memory
and deadlocks; then with them. One where there are no assertions, as in programs with branches. Where one of them is not
over soon, the same of the folded trace program (decide/folding.py) comes before its rest, where threads do something
again and again: it may have fewer states, and only ever says "never". Each goes on where it stopped, as far as the work
of a turn lets it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final, TypeVar

from raddle.base.errors import UserError
from raddle.base.work import SEARCHED
from raddle.decide.answers import Holds
from raddle.decide.door import Group, Known
from raddle.decide.folded_states import FoldedStates
from raddle.decide.folding import folded
from raddle.decide.registers import NotSearched
from raddle.decide.states import Answer, States
from raddle.model.goals import Fails, Goal, Meet, Unordered
from raddle.model.moves import Move
from raddle.model.program import TraceProgram

MOST_EVENTS: Final = 30_000
"""Of a trace program whose tables are made."""
MOST_WAYS: Final = 5
"""Ways to a race of two places that are tried."""
SOON: Final = 3_000_000
"""Work of a search that comes before that of the folded trace program,"""
FOR_FOLDED: Final = 0.25
"""and how much of what it may take in all that one may take."""
MOST_S: Final = 100.0
"""Of work, where nobody sets a limit: what takes longer has too many states to be kept."""


Searched = TypeVar("Searched", States, FoldedStates)


class StateSearch:
    """`limit_s`: how much work each of the searches may have taken when it stops; None: as much as it takes. `until`:
    when it has to be over, by time.monotonic()."""

    def __init__(self, ctp: TraceProgram) -> None:
        self.program: Final = ctp
        self._assertions: Final = frozenset(event.number for event in ctp.assertions)
        self._limit_s: float = 0.0
        self._until: float | None = None
        self._asked: Collection[int] = ()
        """Events that may be the first of two that nothing orders, as they were asked about first."""
        self.refused = ""
        """Why there is no search; empty: nothing is known that is against it."""

    def allow(self, limit_s: float | None, until: float | None) -> None:
        """What may be taken from now on."""
        self._limit_s, self._until = MOST_S if limit_s is None else min(limit_s, MOST_S), until

    @cached_property
    def _control(self) -> States | None:
        return self._made(with_assertions=not self._assertions)

    @cached_property
    def _full(self) -> States | None:
        return self._made(with_assertions=True) if self._assertions else self._control

    @cached_property
    def _folded_control(self) -> FoldedStates | None:
        return self._made_folded(with_assertions=not self._assertions)

    @cached_property
    def _folded_full(self) -> FoldedStates | None:
        return self._made_folded(with_assertions=True) if self._assertions else self._folded_control

    def _made_folded(self, *, with_assertions: bool) -> FoldedStates | None:
        try:
            fold = folded(self.program, with_assertions=with_assertions)
            if fold is None or len(fold.program.events) > MOST_EVENTS:
                return None
            return FoldedStates(fold, with_assertions=with_assertions)
        except (NotSearched, UserError):  # the other search says why
            return None

    def _made(self, *, with_assertions: bool) -> States | None:
        if len(self.program.events) > MOST_EVENTS or self.refused:
            return None
        try:
            return States(self.program, with_assertions=with_assertions)
        except (NotSearched, UserError) as refusal:  # UserError: there is no compiler to make the search with
            self.refused = str(refusal)
            return None

    def _as_far_as_allowed(
        self, states: Searched, unordered: Collection[int] = (), most: int | None = None
    ) -> Searched:
        """`most`: work that it may have taken then."""
        share = FOR_FOLDED if isinstance(states, FoldedStates) else 1.0
        allowed = int(share * self._limit_s * SEARCHED)
        left = (allowed if most is None else min(most, allowed)) - states.work
        if unordered:
            states.search_unordered(unordered, left, self._until)
        else:
            states.search(left, self._until)
        return states

    def _in_turn(self, *, is_about_assertion: bool, unordered: Collection[int] = ()) -> Iterator[States | FoldedStates]:
        """Those that may know, the cheapest first, each time one of them has gone on."""
        if not self._limit_s:
            return
        there: list[States] = []
        for states in self._unfolded(is_about_assertion=is_about_assertion):
            there.append(self._as_far_as_allowed(states, unordered, SOON))
            yield states
        if there and all(one.knows_unordered if unordered else one.is_over for one in there):
            return
        fold = self._folded_full if is_about_assertion else self._folded_control
        if fold is not None:
            yield self._as_far_as_allowed(fold, unordered)
        for one in there:
            yield self._as_far_as_allowed(one, unordered)

    def _unfolded(self, *, is_about_assertion: bool) -> Iterator[States]:
        if not is_about_assertion and self._control is not None:
            yield self._control
        if self._full is not None and (is_about_assertion or self._full is not self._control):
            yield self._full

    def answer(self, goal: Goal) -> Answer:
        unordered = (self._asked or [goal.first]) if isinstance(goal, Unordered) else ()
        is_about_assertion = isinstance(goal, Fails) and goal.check in self._assertions
        for states in self._in_turn(is_about_assertion=is_about_assertion, unordered=unordered):
            answer = states.answer(goal)
            if answer is not None:
                return answer
        return None

    @property
    def reads_nothing_unwritten(self) -> bool:
        """Of paths: all states were seen, and nobody reads memory that nobody has written, such that it matters."""
        states = self._full if self._limit_s else None
        return states is not None and states.is_over and not states.unwritten

    def settle(self, groups: Sequence[Group], known: Known) -> None:
        """As an engine: at most one way for each group of which nothing was seen; what it does not lead to holds."""
        for group in groups:
            for goal in () if known.is_seen(group) else group:
                answer = self.answer(goal)
                if answer == "never":
                    known.answers[goal] = Holds(goal)
                elif answer is not None:
                    known.ways[goal] = answer
                    break

    def is_never(self, goal: Goal) -> bool:
        return self.answer(goal) == "never"

    def races(self) -> "Meetings | None":
        """All pairs of accesses that can meet, where all states were seen; None: they were not."""
        for states in self._in_turn(is_about_assertion=False):
            if states.is_over and (isinstance(states, States) or not states.meets):
                return Meetings(self, [Meet(*pair) for pair in states.meets])
        return None

    def unordered(self, events: Collection[int]) -> "Meetings | None":
        """All pairs of accesses that nothing orders, whether or not they can meet, of which the first is one of these
        events; None: not all states were seen, or the search has begun to look for others."""
        if not self._limit_s:
            return None
        self._asked = self._asked or events
        for states in self._in_turn(is_about_assertion=False, unordered=self._asked):
            is_known = states.knows_unordered and states.asks_about(events)
            if is_known and (isinstance(states, States) or not states.unordered):
                return Meetings(self, [Unordered(*pair) for pair in states.unordered])
        return None


class Meetings:
    """Races, by a search that is over."""

    def __init__(self, search: StateSearch, goals: Sequence[Meet | Unordered]) -> None:
        self._search = search
        self.goals: Final = goals

    def first(self, goals: Iterable[Meet | Unordered]) -> tuple[Meet | Unordered, tuple[Move, ...]] | None:
        """One of these that is a race indeed, with its moves; None: none of those that were tried."""
        for goal in islice(goals, MOST_WAYS):
            answer = self._search.answer(goal)
            if isinstance(answer, tuple):
                return goal, answer
        return None
