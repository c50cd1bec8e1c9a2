"""All states of a trace program, searched once for all questions (decisions 38 and 43).

In: a trace program, with branches or without. Out: what is wrong in some state, with moves that lead there; and whether
all states were seen, so that nothing else is. Answered for Fails, Reach, Meet, Beside (one changes a lock or the like
that the other uses), Unordered, UseAfterFree, Circle, CircleAmong and Standstill. What is said to be reached has been
run on the machine.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from raddle.base.errors import InternalError
from raddle.decide.searched import Found, Search
from raddle.decide.shape import shape_of
from raddle.decide.state_tables import StateTables, tables_of
from raddle.model.actions import Read, Write
from raddle.model.goals import (
    Beside,
    Circle,
    CircleAmong,
    Fails,
    Goal,
    Meet,
    Reach,
    Standstill,
    Unordered,
    UseAfterFree,
)
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.reached import why_not_reached
from raddle.model.uses import reads_of, writes_of

MOST_TRIED: Final = 20
"""Ways to a circle or a standstill that are run on the machine for one question."""

Answer = tuple[Move, ...] | Literal["never"] | None
"""Moves to the goal; or that nothing leads there; or that it is not known."""


class States(Search):
    """`with_assertions`: False leaves aside what only assertions ask for. Then what is never reached never is; what is
    reached may be so only because an assertion has failed before, which the machine tells. Raises NotSearched."""

    def __init__(
        self,
        ctp: TraceProgram,
        *,
        with_assertions: bool = True,
        reduced: bool = True,
        tables: StateTables | None = None,
    ) -> None:
        """`tables`: those of this trace program, where they are there already."""
        shape = shape_of(ctp)
        super().__init__(tables or tables_of(shape, with_assertions=with_assertions, reduced=reduced))
        self._ctp = ctp
        self._with_assertions = with_assertions
        self._machine = Machine(ctp)

    def answer(self, goal: Goal) -> Answer:
        if not self._is_asked(goal):
            return None
        tried = 0
        for moves in self._ways(goal):
            if tried == MOST_TRIED:
                return None
            tried += 1
            reason = why_not_reached(self._machine, goal, moves)
            if reason is None:
                return moves
            if self._ctp.branches is not None:
                raise InternalError(f"{goal}: the search of states leads elsewhere: {reason}")
        if tried and not self._with_assertions:
            return None
        if isinstance(goal, Unordered):
            return "never" if self.knows_unordered and self.asks_about([goal.first]) else None
        return "never" if self.is_over else None

    def _is_asked(self, goal: Goal) -> bool:
        """Whether it is one that the search knows of."""
        if isinstance(goal, Fails):
            return self._with_assertions or goal.check not in {event.number for event in self._ctp.assertions}
        if isinstance(goal, Beside):
            return is_at_lock(self._ctp, goal.first, goal.second)
        return isinstance(goal, Reach | Meet | Unordered | UseAfterFree | Circle | CircleAmong | Standstill)

    def _ways(self, goal: Goal) -> Iterator[tuple[Move, ...]]:
        if isinstance(goal, Reach):
            yield from ((*self.way_to(self.reaches[end]), Move(end)) for end in goal.events if end in self.reaches)
            return
        yield from map(self.way_to, self._candidates(goal))
        if isinstance(goal, UseAfterFree) and self.used_at_first is not None:
            yield self.used_at_first

    def _candidates(self, goal: Goal) -> Iterator[Found]:
        match goal:
            case Fails(check):
                yield from _one(self.fails.get(check))
            case Meet(first, second):
                yield from _one(self.meets.get((min(first, second), max(first, second))))
            case Beside(first, second):
                yield from _one(self.beside.get((min(first, second), max(first, second))))
            case Unordered(first, second):
                yield from _one(self.unordered.get((first, second)))
            case UseAfterFree(free, use):
                yield from _one(self.freed.get((free, use)))
            case Circle(waits):
                yield from (row for events, row in self.circles if events.issuperset(waits))
            case CircleAmong(groups):
                yield from (row for events, row in self.circles if not any(map(events.isdisjoint, groups)))
            case Standstill(not_wanted, places):
                for events, row in self.standstills:
                    if any(one <= events for one in not_wanted):
                        continue
                    if not any(not any(map(events.isdisjoint, groups)) for groups in places):
                        yield row
            case _:
                raise AssertionError("the search does not know of it")


def is_at_lock(ctp: TraceProgram, first: int, second: int) -> bool:
    """Whether one of these events writes what is a lock or the like, which the other one touches: the search knows of
    no others that stand beside each other."""
    return _changes_lock_of(ctp, first, second) or _changes_lock_of(ctp, second, first)


def _changes_lock_of(ctp: TraceProgram, one: int, other: int) -> bool:
    written = _fixed_cells(writes_of(ctp.events[one]))
    event = ctp.events[other]
    touched = _fixed_cells((*reads_of(event), *writes_of(event)))
    return any(ctp.cells[cell].of_lock for cell in written & touched)


def _one(found: Found | None) -> Iterator[Found]:
    if found is not None:
        yield found


def _fixed_cells(accesses: Iterable[Read | Write]) -> set[int]:
    return {access.cells[0] for access in accesses if access.address is None}
