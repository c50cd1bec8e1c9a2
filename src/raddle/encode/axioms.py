"""All axioms of a run, of chains and of graphs, in the order in which they can be asserted.

What reads see makes points, points decide which locks matter, and regions speak of all points there are.
"""

from raddle.encode.barriers import assert_barriers
from raddle.encode.conditions import assert_conditions
from raddle.encode.formula import Formula
from raddle.encode.last_writes import LastWrites
from raddle.encode.locks import assert_locks, assert_refused
from raddle.encode.onces import assert_onces
from raddle.encode.reads import Reads
from raddle.encode.regions import assert_regions
from raddle.encode.semaphores import assert_semaphores
from raddle.logic.terms import Term

Choices = dict[Term, tuple[int, int]]
"""Literals that say whom a signal wakes: (signal, wait)."""


def assert_axioms(formula: Formula, reads: Reads) -> tuple[Choices, LastWrites | None]:
    """What is asked, and what guards demand, has been said. Out: also what of last writes is left to be said."""
    assert_semaphores(formula)
    choices = assert_conditions(formula)
    assert_barriers(formula)
    assert_onces(formula)
    assert_refused(formula)
    left_open = reads.assert_all()
    assert_locks(formula)
    formula.assert_causes()
    assert_regions(formula)
    return choices, left_open
