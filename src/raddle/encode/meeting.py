"""Two events touch the same cell: where both are next, a race that both threads stand before.

    some accesses x of a and y of b that conflict:  x comes to pass, y comes to pass, address(x) = address(y)

docs/rules.md, Race ("both next"). What an access needs to come to pass is said in encode/asked.py; of a step that takes
place it is said already (encode/guards.py). In a trace program both are heads, and stand at the end; in graphs both are
in, at one moment, and nobody reads what they write.
"""

from collections.abc import Iterable

from raddle.encode.asked import Touching, conflicting
from raddle.encode.formula import Formula
from raddle.encode.guards import met
from raddle.encode.reads import Reads
from raddle.logic.terms import Term
from raddle.model.actions import Step


def common_cell(formula: Formula, reads: Reads, first: int, second: int) -> Term:
    """Whether accesses of the two conflict in a cell."""
    events = formula.index.events
    return some_cell(formula, reads, (first, second), conflicting(events[first], events[second]))


def some_cell(
    formula: Formula, reads: Reads, events: tuple[int, int], pairs: Iterable[tuple[Touching, Touching]]
) -> Term:
    """Whether the accesses of a pair, one of each event, come to one cell."""
    terms, (first, second) = formula.terms, events
    return terms.any_of(
        terms.all_of((_comes(formula, reads, first, one, cell), _comes(formula, reads, second, other, cell)))
        for one, other in pairs
        for cell in one.access.cells
        if cell in other.access.cells
    )


def stand_together(formula: Formula, first: int, second: int) -> None:
    """At one moment."""
    formula.points.update((first, second))
    formula.require(formula.terms.not_after(first, second))
    formula.require(formula.terms.not_after(second, first))


def _comes(formula: Formula, reads: Reads, event: int, one: Touching, cell: int) -> Term:
    here = reads.selects(one.access, cell)
    if isinstance(formula.index.events[event].action, Step) and not formula.is_looked_at(event):
        return here
    return formula.terms.all_of((*met(reads, one.needs, formula.terms), here))
