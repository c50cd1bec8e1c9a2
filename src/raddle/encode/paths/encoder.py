"""Is there a run of the paths that reaches the goal? All axioms together, as one query.

What is in need not come before the end: a way is cut where its goal is reached. Axioms speak only of events that take
place.
"""

from dataclasses import dataclass, field
from typing import assert_never

from raddle.encode.paths.accumulate import Accumulators, Totals
from raddle.encode.paths.barriers import assert_barriers
from raddle.encode.paths.candidates import Candidates
from raddle.encode.paths.conditions import assert_conditions
from raddle.encode.paths.formula import Formula
from raddle.encode.paths.index import PathIndex
from raddle.encode.paths.last_writes import LastWrites
from raddle.encode.paths.locks import assert_locks, assert_refused
from raddle.encode.paths.magnitudes import Magnitudes
from raddle.encode.paths.meeting import is_meeting
from raddle.encode.paths.onces import assert_onces
from raddle.encode.paths.reads import Reads, assert_guards
from raddle.encode.paths.regions import assert_regions
from raddle.encode.paths.semaphores import assert_semaphores
from raddle.encode.paths.stuck import is_stuck
from raddle.encode.paths.threads import assert_threads
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.paths.goals import Meet, PathGoal, Reach, Stuck
from raddle.model.paths.paths import Paths


@dataclass(frozen=True)
class EncodedPaths:
    query: Query
    goal: PathGoal
    formula: Formula = field(repr=False)
    choices: dict[Term, tuple[int, int]] = field(repr=False)
    """Literals that say whom a signal wakes: (signal, wait)."""
    left_open: LastWrites | None = field(default=None, repr=False)
    """What a model of the query may break."""


class PathEncoder:
    """Of some paths; asked for one goal after the other."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths

    def encode(self, goal: PathGoal, most_said: int | None = None) -> EncodedPaths:
        """`most_said`: where last writes need more assertions than that, they are left open. None: never."""
        last = frozenset(last_of(goal))
        index = PathIndex(self._paths, last)
        formula = Formula(index, _surely(index, goal))
        if not _is_possible(index, goal):
            return EncodedPaths(Query(formula.terms, (formula.terms.false,)), goal, formula, {})
        reads = Reads(formula, Candidates(index), Totals(formula, Accumulators(index)), Magnitudes(index), most_said)
        formula.require(_asked(formula, reads, goal))
        assert_guards(formula, reads)
        assert_semaphores(formula)
        choices = assert_conditions(formula)
        assert_barriers(formula)
        assert_onces(formula)
        assert_refused(formula)
        left_open = reads.assert_all()
        assert_locks(formula)
        assert_threads(formula)
        assert_regions(formula, last if isinstance(goal, Meet) else frozenset())
        facts = tuple(formula.program_order())
        preferred = {} if left_open is None else left_open.preferred
        query = Query(formula.terms, (*facts, *formula.assertions), preferred=preferred)
        return EncodedPaths(query, goal, formula, choices, left_open)


def last_of(goal: PathGoal) -> tuple[int, ...]:
    """Events behind which nothing is asked."""
    match goal:
        case Reach(events):
            return events
        case Meet(first, second):
            return first, second
        case Stuck():
            return ()
        case _:
            assert_never(goal)


def _is_possible(index: PathIndex, goal: PathGoal) -> bool:
    match goal:
        case Reach(events):
            return not index.alive.isdisjoint(events)
        case Meet(first, second):
            return {first, second} <= index.alive and not index.order.excludes(first, second)
        case Stuck():
            return True
        case _:
            assert_never(goal)


def _surely(index: PathIndex, goal: PathGoal) -> int:
    """The set of events that take place if the goal is reached."""
    match goal:
        case Reach(events):
            alive = [event for event in events if event in index.alive]
            needed = -1 if alive else 0
            for event in alive:
                needed &= index.order.needed_by(event)
            return needed
        case Meet(first, second):
            return index.order.needed_by(first) | index.order.needed_by(second)
        case Stuck():
            return 0
        case _:
            assert_never(goal)


def _asked(formula: Formula, reads: Reads, goal: PathGoal) -> Term:
    match goal:
        case Reach(events):
            return formula.terms.any_of(formula.taken(event) for event in events)
        case Meet(first, second):
            return is_meeting(formula, reads, first, second)
        case Stuck():
            return is_stuck(formula)
        case _:
            assert_never(goal)
