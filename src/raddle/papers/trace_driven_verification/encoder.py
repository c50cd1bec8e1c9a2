"""TraceProgram + goal -> Query, step by step: equation 6 of the trace-driven verification paper, section 3.1.

    phi = iota and delta and epsilon and tau and not rho

over the graphs of all paths that were seen, instead of one trace. Satisfiable iff the goal can be reached, if `steps`
is enough: all threads together never take more steps than the longest ways have events, so that nothing is cut then.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.actions import Exit, Fence, Free, ProcessEnd, Start, Step
from raddle.model.goals import PathGoal, Reach
from raddle.model.program import TraceProgram
from raddle.papers.trace_driven_verification.graph import StepGraph
from raddle.papers.trace_driven_verification.options import StepOptions
from raddle.papers.trace_driven_verification.peephole import Peephole
from raddle.papers.trace_driven_verification.policies import of_policy
from raddle.papers.trace_driven_verification.properties import of_goal
from raddle.papers.trace_driven_verification.rules import Rule
from raddle.papers.trace_driven_verification.sliced import Sliced, sliced
from raddle.papers.trace_driven_verification.slots import Slots
from raddle.papers.trace_driven_verification.transitions import of_outcomes, of_step
from raddle.papers.trace_driven_verification.unrolled import Unrolled


@dataclass(frozen=True)
class StepEncoded:
    query: Query = field(repr=False)
    unrolled: Unrolled = field(repr=False)
    goal: PathGoal
    steps: int
    is_cut: bool
    """Longer runs were left out: that it cannot be satisfied proves nothing beyond so many steps."""


class StepEncoder:
    def __init__(self, paths: TraceProgram, options: StepOptions | None = None) -> None:
        self.paths: Final = paths
        self.options: Final = options or StepOptions()

    def encode(self, goal: PathGoal) -> StepEncoded:
        options = self.options
        needed = self._needed(goal)
        exact = options.is_exact or not isinstance(goal, Reach)
        local = self._local(needed) if options.is_fused and not exact else frozenset()
        graph = StepGraph(self.paths, needed.rules, local, exact=exact)
        steps = graph.longest if options.steps is None else min(options.steps, graph.longest)
        unrolled = Unrolled(graph, needed, options, steps)
        unrolled.begin()
        for _ in range(steps):
            unrolled.go_on()
        assertions = [*self._assertions(unrolled, goal), *unrolled.assertions]
        terms = self.paths.terms
        query = Query(terms, tuple(dict.fromkeys(term for term in assertions if term is not terms.true)))
        return StepEncoded(query, unrolled, goal, steps, steps < graph.longest)

    def _assertions(self, unrolled: Unrolled, goal: PathGoal) -> Iterator[Term]:
        options, steps = self.options, range(unrolled.steps)
        yield from of_outcomes(unrolled)
        for step in steps:
            yield from of_step(unrolled, step)
        if options.is_reduced:
            peephole = Peephole(unrolled)
            yield from (peephole.of_steps(step) for step in steps[:-1])
        yield from of_policy(unrolled)
        if options.along is not None:
            for event in unrolled.rules:
                if self._is_off(event, goal):
                    yield from (unrolled.terms.negation(unrolled.taken(event, step)) for step in steps)
        yield from of_goal(unrolled, goal)

    # ---- what is needed

    def _needed(self, goal: PathGoal) -> Sliced:
        paths, events = self.paths, range(len(self.paths.graph.source))
        slots = Slots(paths)
        asked = frozenset(goal.events) if isinstance(goal, Reach) else frozenset[int]()
        if self.options.is_exact or not isinstance(goal, Reach):
            return sliced(paths, slots, events, asked, whole=True)
        candidates = [event for event in events if event in asked or self._leads_on(event, goal)]
        return sliced(paths, slots, candidates, asked, whole=False)

    def _leads_on(self, event: int, goal: PathGoal) -> bool:
        """Where nothing comes behind it, a run need not go there for anything else."""
        ends = isinstance(self.paths.events[event].action, ProcessEnd)
        return self.paths.graph.leads[event] == "on" and not ends and not self._is_off(event, goal)

    def _is_off(self, event: int, goal: PathGoal) -> bool:
        """epsilon: it is not the trace's."""
        along, asked = self.options.along, goal.events if isinstance(goal, Reach) else ()
        return along is not None and event not in along and event not in asked

    def _local(self, needed: Sliced) -> frozenset[int]:
        return frozenset(event for event, rule in needed.rules.items() if self._is_local(event, rule))

    def _is_local(self, event: int, rule: Rule) -> bool:
        """Nobody sees it, and it sees nothing of others, but for a thread's end, which is the earlier the better."""
        action = self.paths.events[event].action
        if not isinstance(action, Step | Start | Exit | Fence | Free):
            return False
        return not rule.reads and not rule.changes and rule.needs_shared is self.paths.terms.true
