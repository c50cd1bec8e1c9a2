"""All states of a trace program, searched once for all questions (decision 38).

In: a trace program. Out: what is wrong in some state, with moves that lead there; and whether all states were seen, so
that nothing else is. Answered for Fails, Meet, UseAfterFree, Circle, CircleAmong and Standstill. What is said to be
reached has been run on the machine.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import copied_rows
from raddle.decide.registers import NOTHING
from raddle.decide.state_tables import StateTables, tables_of
from raddle.decide.states_library import Searching, states_layout, states_library
from raddle.model.ctp import Ctp
from raddle.model.goals import Circle, CircleAmong, Fails, Goal, Meet, Standstill, UseAfterFree
from raddle.model.goals_reached import reached
from raddle.model.machine import Machine
from raddle.model.moves import Move

SLICE: Final = 1_000_000
"""Moves between two looks at the clock."""
MOST_BYTES: Final = 1 << 30
MOST_TRIED: Final = 20
"""Ways to a circle or a standstill that are run on the machine for one question."""

Answer = tuple[Move, ...] | Literal["never"] | None
"""Moves to the goal; or that nothing leads there; or that it is not known."""
Found = npt.NDArray[np.void]
"""One rd_found."""


@dataclass
class _Findings:
    fails: dict[int, Found] = field(default_factory=dict)
    meets: dict[tuple[int, int], Found] = field(default_factory=dict)
    freed: dict[tuple[int, int], Found] = field(default_factory=dict)
    circles: list[tuple[frozenset[int], Found]] = field(default_factory=list)
    standstills: list[tuple[frozenset[int], Found]] = field(default_factory=list)


class States:
    """`with_assertions`: False leaves aside what only assertions ask for. Then what is never reached never is; what is
    reached may be so only because an assertion has failed before, which the machine tells. Raises NotSearched."""

    def __init__(
        self, ctp: Ctp, *, with_assertions: bool = True, reduced: bool = True, tables: StateTables | None = None
    ) -> None:
        """`tables`: those of this trace program, where they are there already."""
        self._ctp = ctp
        self._with_assertions = with_assertions
        self._tables: Final = tables or tables_of(ctp, with_assertions=with_assertions, reduced=reduced)
        self._searching: Final[Searching] = states_library().begin(self._tables.program)
        self._machine = Machine(ctp)
        self._searched: Any = None
        self.count = 0
        self.moves = 0
        self.is_over = False
        """All states have been seen."""

    def search(self, moves: int, until: float | None = None) -> None:
        """So many moves more, as far as there is time (time.monotonic()) and memory."""
        left = moves
        if left > 0 and not self.is_over:
            self.__dict__.pop("_found", None)
        while left > 0 and not self.is_over and (until is None or time.monotonic() < until):
            before = self.moves
            self._searched = self._searching.go_on(min(left, SLICE), MOST_BYTES)[0]
            self.count, self.moves = int(self._searched["states"]), int(self._searched["moves"])
            self.is_over = bool(self._searched["is_over"])
            if self.moves == before:
                break  # no memory is left
            left -= self.moves - before

    # ---- what was found

    @cached_property
    def _found(self) -> _Findings:
        found = _Findings()
        if self._searched is None:
            return found
        layout = states_layout()
        rows = copied_rows(int(self._searched["found"]), int(self._searched["found_count"]), layout.struct("rd_found"))
        names = {layout[f"RD_FOUND_{name}"]: name for name in ("FAILS", "MEET", "FREED", "CIRCLE", "STANDSTILL")}
        for number in range(len(rows)):
            row = rows[number : number + 1]
            kind, first, second = (int(row[name][0]) for name in ("kind", "first", "second"))
            match names[kind]:
                case "FAILS":
                    found.fails[first] = row
                case "MEET":
                    found.meets[first, second] = row
                case "FREED":
                    found.freed[first, second] = row
                case "CIRCLE":
                    found.circles.append((self._listed(first, second), row))
                case _:
                    found.standstills.append((self._listed(first, second), row))
        return found

    def _listed(self, first: int, count: int) -> frozenset[int]:
        address = int(self._searched["listed"]) + 4 * first
        return frozenset(copied_rows(address, count, np.dtype(np.uint32)).tolist())

    def way_to(self, found: Found) -> tuple[Move, ...]:
        rows = self._searching.way(found, len(self._ctp.events))
        columns = zip(rows["number"].tolist(), rows["chosen"].tolist(), strict=True)
        return tuple(Move(number, None if chosen == NOTHING else chosen) for number, chosen in columns)

    @property
    def meets(self) -> dict[tuple[int, int], Found]:
        """Events that are both next in some state, and conflict: the smaller number first."""
        return self._found.meets

    @property
    def fails(self) -> dict[int, Found]:
        return self._found.fails

    @property
    def freed(self) -> dict[tuple[int, int], Found]:
        """The free, and the use."""
        return self._found.freed

    @property
    def circles(self) -> list[tuple[frozenset[int], Found]]:
        """All events of threads that wait for each other, or for one of those that do."""
        return self._found.circles

    @property
    def standstills(self) -> list[tuple[frozenset[int], Found]]:
        return self._found.standstills

    # ---- answers

    def answer(self, goal: Goal) -> Answer:
        if not self._is_asked(goal):
            return None
        tried = 0
        for found in self._candidates(goal):
            if tried == MOST_TRIED:
                return None
            tried += 1
            moves = self.way_to(found)
            if reached(self._machine, goal, moves):
                return moves
        if tried and not self._with_assertions:
            return None
        return "never" if self.is_over else None

    def _is_asked(self, goal: Goal) -> bool:
        """Whether it is one that the search knows of."""
        if isinstance(goal, Fails):
            return self._with_assertions or goal.check not in {event.number for event in self._ctp.assertions}
        return isinstance(goal, Meet | UseAfterFree | Circle | CircleAmong | Standstill)

    def _candidates(self, goal: Goal) -> Iterator[Found]:
        known = self._found
        match goal:
            case Fails(check):
                yield from _one(known.fails.get(check))
            case Meet(first, second):
                yield from _one(known.meets.get((min(first, second), max(first, second))))
            case UseAfterFree(free, use):
                yield from _one(known.freed.get((free, use)))
            case Circle(waits):
                yield from (row for events, row in known.circles if events.issuperset(waits))
            case CircleAmong(groups):
                yield from (row for events, row in known.circles if not any(map(events.isdisjoint, groups)))
            case Standstill(not_wanted, places):
                for events, row in known.standstills:
                    if any(one <= events for one in not_wanted):
                        continue
                    if not any(not any(map(events.isdisjoint, groups)) for groups in places):
                        yield row
            case _:
                raise AssertionError("the search does not know of it")


def _one(found: Found | None) -> Iterator[Found]:
    if found is not None:
        yield found
