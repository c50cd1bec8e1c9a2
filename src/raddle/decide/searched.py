"""A search of states in the making: in: its tables; out: what it has found so far, with moves that lead there.

As long as nothing uses memory that was given back, by whom it was makes no difference, nor what was there: the
states do not say so. Where something does, the search begins again, with states that do.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.base.errors import InternalError
from raddle.base.trace_format import copied_rows
from raddle.decide.registers import NOTHING
from raddle.decide.state_tables import StateTables
from raddle.decide.states_library import Searching, states_layout, states_library
from raddle.model.moves import Move

SLICE: Final = 1_000_000
"""Work between two looks at the clock."""
MOST_BYTES: Final = 1 << 30
_KINDS: Final = ("FAILS", "MEET", "FREED", "CIRCLE", "STANDSTILL", "REACHES", "UNWRITTEN", "UNORDERED", "BESIDE")

Found = npt.NDArray[np.void]
"""One rd_found."""


@dataclass
class _Findings:
    fails: dict[int, Found] = field(default_factory=dict)
    meets: dict[tuple[int, int], Found] = field(default_factory=dict)
    beside: dict[tuple[int, int], Found] = field(default_factory=dict)
    freed: dict[tuple[int, int], Found] = field(default_factory=dict)
    circles: list[tuple[frozenset[int], Found]] = field(default_factory=list)
    standstills: list[tuple[frozenset[int], Found]] = field(default_factory=list)
    reaches: dict[int, Found] = field(default_factory=dict)
    unwritten: dict[tuple[int, int], Found] = field(default_factory=dict)
    unordered: dict[tuple[int, int], Found] = field(default_factory=dict)


class Search:
    def __init__(self, tables: StateTables, most_bytes: int = MOST_BYTES) -> None:
        self._tables = tables
        self._most_bytes: Final = most_bytes
        self._searching: Searching = states_library().begin(tables.program)
        self._searched: Any = None
        self.used_at_first: tuple[Move, ...] | None = None
        """Moves to a use of memory that was given back, where the search has begun again for that."""
        self.count = 0
        self._work_before = 0
        self.work = 0
        self.is_over = False
        """All states have been seen."""
        self.knows_unordered = False
        """And who knows in them of each event that was asked about."""
        self._asked: npt.NDArray[np.uint8] | None = None

    def search_unordered(self, events: Collection[int], work: int, until: float | None = None) -> None:
        """As `search`, and then for accesses that nothing orders, whether or not they are both next (decision 46).
        `events`: may be the first of such a pair; those of the first call are all that is ever asked about."""
        before = self.work
        if self._asked is None:
            self.search(work, until)
            if not self.is_over:
                return
            self._asked = np.zeros(self._tables.events, np.uint8)
            self._asked[list(events)] = 1
            if not self._searching.arm(self._asked):
                raise InternalError("a search that is over cannot be armed")
        self._go_on(work - (self.work - before), until)

    def search(self, work: int, until: float | None = None) -> None:
        """So much work more (base/work.py), as far as there is time (time.monotonic()) and memory."""
        if not self.is_over:
            self._go_on(work, until)

    def _go_on(self, work: int, until: float | None) -> None:
        left = work
        if left > 0 and not self._is_done:
            self.__dict__.pop("_found", None)
        while left > 0 and not self._is_done and (until is None or time.monotonic() < until):
            before = self.work
            self._searched = self._searching.go_on(min(left, SLICE), self._most_bytes)[0]
            self.count, self.work = int(self._searched["states"]), self._work_before + int(self._searched["work"])
            self.is_over = bool(self._searched["is_over"])
            self.knows_unordered = bool(self._searched["has_all_orders"])
            if self.work == before:
                break  # no memory is left
            left -= self.work - before
            if self._tables.merges_freed and (used := self._found_now().freed):
                self._begin_again(next(iter(used.values())))

    def _begin_again(self, used: Found) -> None:
        self.used_at_first = self.way_to(used)
        self._tables = self._tables.with_who_freed()
        self._searching, self._searched = states_library().begin(self._tables.program), None
        self._work_before, self.is_over = self.work, False

    def asks_about(self, events: Collection[int]) -> bool:
        """Whether what it finds unordered is all there is behind these."""
        return self._asked is not None and bool(self._asked[list(events)].all())

    @property
    def _is_done(self) -> bool:
        return self.knows_unordered if self._asked is not None else self.is_over

    def way_to(self, found: Found) -> tuple[Move, ...]:
        rows = self._searching.way(found, self._tables.events)
        columns = zip(rows["number"].tolist(), rows["chosen"].tolist(), strict=True)
        return tuple(Move(number, None if chosen == NOTHING else chosen) for number, chosen in columns)

    # ---- what was found

    @property
    def meets(self) -> dict[tuple[int, int], Found]:
        """Events that are both next in some state, and conflict: the smaller number first."""
        return self._found.meets

    @property
    def beside(self) -> dict[tuple[int, int], Found]:
        """Events that are both next in some state, of which one changes a lock or the like, and the other uses it."""
        return self._found.beside

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

    @property
    def reaches(self) -> dict[int, Found]:
        """Failures and frontiers that can take place behind the way there."""
        return self._found.reaches

    @property
    def unwritten(self) -> dict[tuple[int, int], Found]:
        """Of paths: events and cells that they read before anybody has written them; somebody asks what they hold."""
        return self._found.unwritten

    @property
    def unordered(self) -> dict[tuple[int, int], Found]:
        """The first has taken place, the second is next, they conflict, and nothing orders them."""
        return self._found.unordered

    @cached_property
    def _found(self) -> _Findings:
        return self._found_now()

    def _found_now(self) -> _Findings:
        found = _Findings()
        if self._searched is None:
            return found
        layout = states_layout()
        rows = copied_rows(int(self._searched["found"]), int(self._searched["found_count"]), layout.struct("rd_found"))
        names = {layout[f"RD_FOUND_{name}"]: name for name in _KINDS}
        for number in range(len(rows)):
            row = rows[number : number + 1]
            kind, first, second = (int(row[name][0]) for name in ("kind", "first", "second"))
            match names[kind]:
                case "FAILS":
                    found.fails[first] = row
                case "MEET":
                    found.meets[first, second] = row
                case "BESIDE":
                    found.beside[first, second] = row
                case "FREED":
                    found.freed[first, second] = row
                case "CIRCLE":
                    found.circles.append((self._listed(first, second), row))
                case "STANDSTILL":
                    found.standstills.append((self._listed(first, second), row))
                case "REACHES":
                    found.reaches[first] = row
                case "UNORDERED":
                    found.unordered[first, second] = row
                case _:
                    found.unwritten[first, second] = row
        return found

    def _listed(self, first: int, count: int) -> frozenset[int]:
        address = int(self._searched["listed"]) + 4 * first
        return frozenset(copied_rows(address, count, np.dtype(np.uint32)).tolist())
