"""Binate covering: which sets of columns, as small as can be, meet every row and hold no forbidden set. All of them.

In: columns by number, rows (of each at least one column is chosen), and what says of a choice which of its columns must
not be chosen together: these clauses are added as they are needed. Out: all choices of the least cost; each column
costs 1. CaDiCaL with a counter of what is chosen: the least cost is found from below, so that no choice is missed.
"""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from pysat.card import ITotalizer
from pysat.solvers import Cadical195

MOST_OPTIMA: Final = 256

Chosen = frozenset[int]
Forbids = Callable[[Chosen], Collection[Chosen]]
"""Subsets of a choice that must not be chosen together; none: the choice is good."""


@dataclass(frozen=True, slots=True)
class Optima:
    cost: int
    choices: tuple[Chosen, ...]
    """Ascending by their columns."""
    all: bool
    """False: there may be more of them; none at all: it is not known whether there is any."""


def nothing_forbidden(_: Chosen) -> Collection[Chosen]:
    return ()


def optima(
    columns: int,
    rows: Sequence[Collection[int]],
    forbids: Forbids = nothing_forbidden,
    *,
    most: int = MOST_OPTIMA,
    until: float | None = None,
) -> Optima:
    """Columns are 0 .. columns - 1. No choices although `all`: there are none."""
    if any(not row for row in rows):
        return Optima(0, (), all=True)
    if not rows:
        return Optima(0, (frozenset(),), all=True)
    literals = list(range(1, columns + 1))
    with ITotalizer(lits=literals, ubound=columns) as counter, Cadical195() as sat:
        sat.append_formula(counter.cnf.clauses)
        for row in rows:
            sat.add_clause([1 + column for column in row])
        search = _Search(sat, columns, forbids, until)
        for cost in range(1, columns + 1):
            # The counter's k-th output is true where more than k columns are chosen.
            bound = [-counter.rhs[cost]] if cost < len(counter.rhs) else []
            found = search.all_within(bound, most)
            if found or search.is_cut:
                return Optima(cost, tuple(sorted(found, key=sorted)), all=not search.is_cut)
        return Optima(0, (), all=True)


class _Search:
    def __init__(self, sat: Cadical195, columns: int, forbids: Forbids, until: float | None) -> None:
        self._sat = sat
        self._columns = columns
        self._forbids = forbids
        self._until = until
        self.is_cut = False

    def all_within(self, bound: list[int], most: int) -> list[Chosen]:
        """All choices that keep the bound; below it there are none, so none holds another one."""
        found: list[Chosen] = []
        while self._sat.solve(assumptions=bound):
            if len(found) == most or (self._until is not None and time.monotonic() > self._until):
                self.is_cut = True
                break
            model = self._sat.get_model()
            assert model is not None
            chosen = frozenset(column for column in range(self._columns) if model[column] > 0)
            forbidden = self._forbids(chosen)
            for together in forbidden:
                assert together and together <= chosen, "what is forbidden must be part of the choice"
                self._block(together)
            if not forbidden:
                found.append(chosen)
                self._block(chosen)
        return found

    def _block(self, together: Chosen) -> None:
        self._sat.add_clause([-(1 + column) for column in sorted(together)])
