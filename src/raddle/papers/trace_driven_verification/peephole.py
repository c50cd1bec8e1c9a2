"""Peephole partial order reduction: section 5, equation 12 of the paper, and its reference [29].

    T[i] = q and T[i+1] = p and p < q  =>  what is done at step i and what is done at step i + 1 depend on each other

They do if one changes a slot that the other looks at or changes; accesses with an address touch the cell that it is.
The equation has a constraint for every pair of events; the same is said here for each slot once: somebody changes it at
one of the two steps, and somebody touches it at the other.

Why nothing is lost: take a shortest run to the goal. Where it has two such steps that do not depend on each other, the
one of the lesser thread could have come first (it read the same, went the same way and was allowed to), with the same
state behind both. Exchange them; the sequence of threads gets smaller with each exchange, so this ends, in a run that
keeps to the constraint. The event that is asked for stays the last one: were it exchanged, the run without the step
before it would be shorter.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from raddle.logic.terms import Term
from raddle.model.actions import Join
from raddle.papers.trace_driven_verification.graph import StepGraph
from raddle.papers.trace_driven_verification.rules import Touch
from raddle.papers.trace_driven_verification.unrolled import Unrolled

Use = tuple[int, Touch | None]
"""An event, and where that is not always, when it touches."""


class Peephole:
    def __init__(self, unrolled: Unrolled) -> None:
        self._unrolled = unrolled
        self._terms = unrolled.terms
        self._writes, self._touches = _uses(unrolled.graph)

    def of_steps(self, first: int) -> Term:
        """Of a step and the one behind it."""
        unrolled, terms, second = self._unrolled, self._terms, first + 1
        depends = []
        for key, writes in self._writes.items():
            touches = self._touches[key]
            depends.append(terms.all_of((self._any(writes, first), self._any(touches, second))))
            depends.append(terms.all_of((self._any(touches, first), self._any(writes, second))))
        if unrolled.region is not None:
            depends += [self._region(first), self._region(second)]
        descends = unrolled.less(unrolled.thread(second), unrolled.thread(first))
        return terms.implies(descends, terms.any_of(depends))

    def _any(self, uses: list[Use], step: int) -> Term:
        return self._terms.any_of(self._of_use(*use, step) for use in uses)

    def _of_use(self, event: int, touch: Touch | None, step: int) -> Term:
        taken = self._unrolled.taken(event, step)
        if touch is None or taken is self._terms.false:
            return taken
        return self._terms.all_of((taken, self._unrolled.value(self._unrolled.rules[event], touch.when, step)))

    def _region(self, step: int) -> Term:
        """Every step looks whether somebody is in a region."""
        region = self._unrolled.region
        assert region is not None
        rules = self._unrolled.rules
        return self._terms.any_of(
            self._unrolled.taken(event, step) for event, rule in rules.items() if region.index in rule.changes
        )


def _uses(graph: StepGraph) -> tuple[Mapping[object, list[Use]], Mapping[object, list[Use]]]:
    """By slot, or by the beginning or end of a thread: what changes it, and what touches it. Only where that is more
    than one thread's concern, and somebody changes it."""
    events = graph.paths.events
    writes: dict[object, list[Use]] = defaultdict(list)
    touches: dict[object, list[Use]] = defaultdict(list)
    for key, use, is_write in _all_uses(graph):
        touches[key].append(use)
        if is_write:
            writes[key].append(use)
    shared = {key for key, uses in touches.items() if len({events[event].thread for event, _ in uses}) > 1}
    return {key: uses for key, uses in writes.items() if key in shared}, touches


def _all_uses(graph: StepGraph) -> Iterator[tuple[object, Use, bool]]:
    for event, rule in graph.rules.items():
        thread, action = graph.paths.events[event].thread, graph.paths.events[event].action
        for touch in rule.touches:
            yield touch.slot.index, (event, touch), touch.writes
        if rule.creates is not None:
            yield ("begin", rule.creates), (event, None), True
        if graph.ends(event):
            yield ("end", thread), (event, None), True
        if isinstance(action, Join):
            yield ("end", action.child), (event, None), False
        if event in graph.first_steps:
            yield ("begin", thread), (event, None), False
