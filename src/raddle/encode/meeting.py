"""Two events that are next touch the same cell: a race that both threads stand before.

    some accesses x of a and y of b that conflict:  x comes to pass, y comes to pass, address(x) = address(y)

docs/rules.md, Race ("both next"). What an access needs to come to pass is said in encode/asked.py.
"""

from collections.abc import Iterable

from raddle.encode.asked import Touching, conflicting
from raddle.encode.formula import Formula
from raddle.encode.reads import Reads
from raddle.logic.terms import Term


def common_cell(formula: Formula, reads: Reads, first: int, second: int) -> Term:
    """Whether accesses of the two conflict in a cell."""
    events = formula.index.ctp.events
    return some_cell(formula, reads, conflicting(events[first], events[second]))


def some_cell(formula: Formula, reads: Reads, pairs: Iterable[tuple[Touching, Touching]]) -> Term:
    """Whether the accesses of a pair come to one cell."""
    terms = formula.terms
    return terms.any_of(
        terms.all_of((_comes(formula, reads, one, cell), _comes(formula, reads, other, cell)))
        for one, other in pairs
        for cell in one.access.cells
        if cell in other.access.cells
    )


def _comes(formula: Formula, reads: Reads, one: Touching, cell: int) -> Term:
    return formula.terms.all_of(
        (
            *(reads.condition(condition) for condition in one.conditions(formula.terms)),
            *(reads.in_range(access) for access in one.within if access.address is not None),
            reads.selects(one.access, cell),
        )
    )
