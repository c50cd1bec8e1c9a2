"""Is there a run of the paths that reaches the goal? All axioms together, as one query.

What is in need not come before the end: a way is cut where its goal is reached. Axioms speak only of events that take
place.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from raddle.encode.paths.accumulate import Accumulators, Totals
from raddle.encode.paths.barriers import assert_barriers
from raddle.encode.paths.candidates import Candidates
from raddle.encode.paths.complete import Ending, may_all_end
from raddle.encode.paths.conditions import assert_conditions
from raddle.encode.paths.facts import Facts
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
from raddle.model.ctp import MAIN
from raddle.model.paths.facts import Fact
from raddle.model.paths.goals import Complete, Meet, PathGoal, Reach, RunGoal, Stuck
from raddle.model.paths.paths import Paths


@dataclass(frozen=True)
class EncodedPaths:
    query: Query
    goal: PathGoal | Complete
    formula: Formula = field(repr=False)
    choices: dict[Term, tuple[int, int]] = field(repr=False)
    """Literals that say whom a signal wakes: (signal, wait)."""
    left_open: LastWrites | None = field(default=None, repr=False)
    """What a model of the query may break."""
    broken: Mapping[str, Term] = field(default_factory=dict, repr=False)
    """Of the names asked for: a literal that says that the fact does not hold."""
    unwritten: Mapping[Term, tuple[int, int]] = field(default_factory=dict, repr=False)
    """Literals of reads that find anything: event and cell."""


class PathEncoder:
    """Of some paths; asked for one goal after the other."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths

    def encode(self, goal: PathGoal, most_said: int | None = None, *, anything: bool = False) -> EncodedPaths:
        """`most_said`: where last writes need more assertions than that, they are left open. None: never. `anything`:
        memory that nobody has written may hold that, and not only what it held in the runs."""
        formula = self._formula(goal)
        if not _is_possible(formula.index, goal):
            return EncodedPaths(Query(formula.terms, (formula.terms.false,)), goal, formula, {})
        reads = _reads(formula, most_said, anything=anything)
        formula.require(_asked(formula, reads, goal))
        return replace(_with_axioms(formula, reads, goal, {}), unwritten=reads.unwritten)

    def encode_run(
        self,
        goal: RunGoal,
        facts: Mapping[str, Fact],
        blocked: Sequence[Collection[Fact]] = (),
        most_said: int | None = None,
        breakable: Mapping[str, Fact] | None = None,
    ) -> EncodedPaths:
        """A run that is over where it reaches the goal, and what has taken place by then. The facts are assumptions by
        their names, each of which may be made or not; of each of the blocked collections not all facts hold.
        `breakable`: facts of which it may be asserted later that they do not hold."""
        formula = self._formula(goal)
        ending = Ending(formula, goal)
        said = Facts(formula, ending)
        assumptions = said.assumptions(facts)
        broken = {name: said.is_broken(fact) for name, fact in (breakable or {}).items()}
        if not _is_possible(formula.index, goal):
            query = Query(formula.terms, (formula.terms.false,), assumptions)
            return EncodedPaths(query, goal, formula, {}, broken=broken)
        for together in blocked:
            said.block(together)
        encoded = _with_axioms(formula, _reads(formula, most_said), goal, assumptions)
        return replace(encoded, broken=broken)

    def _formula(self, goal: PathGoal | Complete) -> Formula:
        index = PathIndex(self._paths, frozenset(last_of(goal)))
        return Formula(index, _surely(index, goal))


def _reads(formula: Formula, most_said: int | None, *, anything: bool = False) -> Reads:
    index = formula.index
    totals = Totals(formula, Accumulators(index, anything=anything))
    magnitudes = Magnitudes(index, anything=anything)
    return Reads(formula, Candidates(index), totals, magnitudes, most_said, anything=anything)


def _with_axioms(
    formula: Formula, reads: Reads, goal: PathGoal | Complete, assumptions: dict[str, Term]
) -> EncodedPaths:
    """What is asked has been said."""
    assert_guards(formula, reads)
    assert_semaphores(formula)
    choices = assert_conditions(formula)
    assert_barriers(formula)
    assert_onces(formula)
    assert_refused(formula)
    left_open = reads.assert_all()
    assert_locks(formula)
    assert_threads(formula)
    assert_regions(formula, formula.index.last if isinstance(goal, Meet) else frozenset())
    order = tuple(formula.program_order())
    preferred = {} if left_open is None else left_open.preferred
    query = Query(formula.terms, (*order, *formula.assertions), assumptions, preferred)
    return EncodedPaths(query, goal, formula, choices, left_open)


def last_of(goal: PathGoal | Complete) -> tuple[int, ...]:
    """Events behind which nothing is asked."""
    match goal:
        case Reach(events) | Complete(events):
            return events
        case Meet(first, second):
            return first, second
        case Stuck():
            return ()
        case _:
            assert_never(goal)


def _is_possible(index: PathIndex, goal: PathGoal | Complete) -> bool:
    match goal:
        case Reach(events):
            return not index.alive.isdisjoint(events)
        case Complete(ends):
            return not index.alive.isdisjoint(ends) or may_all_end(index)
        case Meet(first, second):
            return {first, second} <= index.alive and not index.order.excludes(first, second)
        case Stuck():
            return True
        case _:
            assert_never(goal)


def _surely(index: PathIndex, goal: PathGoal | Complete) -> int:
    """The set of events that take place if the goal is reached."""
    match goal:
        case Reach(events):
            return _always_needed(index, events)
        case Complete(ends):
            return _always_needed(index, (*ends, *index.exits.get(MAIN, ())))
        case Meet(first, second):
            return index.order.needed_by(first) | index.order.needed_by(second)
        case Stuck():
            return 0
        case _:
            assert_never(goal)


def _always_needed(index: PathIndex, events: Iterable[int]) -> int:
    """By each of them that can take place."""
    alive = [event for event in events if event in index.alive]
    needed = -1 if alive else 0
    for event in alive:
        needed &= index.order.needed_by(event)
    return needed


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
