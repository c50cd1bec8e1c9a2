"""Is there a run of the paths that reaches the goal? All axioms together, as one query.

What is in need not come before the end: a way is cut where its goal is reached. Axioms speak only of events that take
place.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from raddle.encode.accumulate import Accumulators
from raddle.encode.axioms import Choices, assert_axioms
from raddle.encode.candidates import Candidates
from raddle.encode.guards import assert_guards
from raddle.encode.in_vain import InVain
from raddle.encode.last_writes import LastWrites
from raddle.encode.magnitudes import Magnitudes
from raddle.encode.meeting import common_cell, stand_together
from raddle.encode.paths.complete import Ending, may_all_end
from raddle.encode.paths.facts import Facts
from raddle.encode.paths.formula import PathFormula
from raddle.encode.paths.index import PathIndex
from raddle.encode.reads import Reads
from raddle.encode.standstill import standstill
from raddle.encode.totals import Totals
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.facts import Fact
from raddle.model.goals import Complete, Meet, PathGoal, Reach, RunGoal, Standstill
from raddle.model.program import MAIN, TraceProgram


@dataclass(frozen=True)
class EncodedPaths:
    query: Query
    goal: PathGoal | Complete
    formula: PathFormula = field(repr=False)
    choices: Choices = field(repr=False)
    left_open: LastWrites | None = field(default=None, repr=False)
    """What a model of the query may break."""
    broken: Mapping[str, Term] = field(default_factory=dict, repr=False)
    """Of the names asked for: a literal that says that the fact does not hold."""
    unwritten: Mapping[Term, tuple[int, int]] = field(default_factory=dict, repr=False)
    """Literals of reads that find anything: event and cell."""


class PathEncoder:
    """Of some paths; asked for one goal after the other."""

    def __init__(self, paths: TraceProgram) -> None:
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

    def _formula(self, goal: PathGoal | Complete) -> PathFormula:
        index = PathIndex(self._paths, frozenset(last_of(goal)))
        return PathFormula(index, _surely(index, goal), index.last if isinstance(goal, Meet) else frozenset())


def _reads(formula: PathFormula, most_said: int | None, *, anything: bool = False) -> Reads:
    index = formula.index
    totals = Totals(formula, Accumulators(index, anything=anything))
    magnitudes = Magnitudes(index, anything=anything)
    return Reads(formula, Candidates(index), totals, magnitudes, most_said, anything=anything)


def _with_axioms(
    formula: PathFormula, reads: Reads, goal: PathGoal | Complete, assumptions: dict[str, Term]
) -> EncodedPaths:
    """What is asked has been said."""
    assert_guards(formula, reads)
    choices, left_open = assert_axioms(formula, reads)
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
        case Standstill():
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
            return {first, second} <= index.alive and not index.must.excludes(first, second)
        case Standstill():
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
            return index.must.needed_by(first) | index.must.needed_by(second)
        case Standstill():
            return 0
        case _:
            assert_never(goal)


def _always_needed(index: PathIndex, events: Iterable[int]) -> int:
    """By each of them that can take place."""
    alive = [event for event in events if event in index.alive]
    needed = -1 if alive else 0
    for event in alive:
        needed &= index.must.needed_by(event)
    return needed


def _asked(formula: PathFormula, reads: Reads, goal: PathGoal) -> Term:
    match goal:
        case Reach(events):
            return formula.terms.any_of(formula.taken(event) for event in events)
        case Meet(first, second):
            stand_together(formula, first, second)
            return common_cell(formula, reads, first, second)
        case Standstill():
            return formula.terms.any_of(standstill(formula, InVain(formula)).values())
        case _:
            assert_never(goal)
