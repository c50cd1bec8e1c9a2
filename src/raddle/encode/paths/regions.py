"""Atomic regions: nobody else does anything in between.

    for each event e of another thread that is in:  e < begin, or some end is in and before e
    in(begin) => in of some end

An event in question (`last`) that is inside is an end as well: nothing is asked of what comes after it. Only points are
held off: what is no point can be thought of beside one.
"""

from itertools import product

from raddle.encode.paths.formula import Formula
from raddle.logic.terms import Term


def assert_regions(formula: Formula, together: frozenset[int]) -> None:
    """Call it last: it speaks of all points there are. `together`: events that stand at the same moment."""
    index = formula.index
    ends: dict[int, list[int]] = {
        begin: list(found)
        for begin, found in index.opened.region_ends.items()
        if formula.taken(begin) is not formula.terms.false
    }
    for event in sorted(index.last & index.alive):
        begin = index.opened.before(event).region
        if begin is not None and begin in ends and event not in ends[begin]:
            ends[begin].append(event)
            for other in sorted(together - {event}):  # what comes right before it is not inside
                formula.points.update(index.entering.get(index.paths.source[other], ()))
    for begin, found in ends.items():
        formula.require(*formula.unless_taken(begin), *(formula.taken(end) for end in found))
        formula.points.update((begin, *found))
    done: set[tuple[int, int]] = set()
    while True:
        todo = [pair for pair in product(ends, sorted(formula.points)) if pair not in done]
        if not todo:
            return
        done.update(todo)
        for begin, event in todo:
            meets = event in together and not together.isdisjoint(ends[begin])
            if meets or index.thread[event] == index.thread[begin]:
                continue
            formula.require(
                *formula.unless_taken(begin, event),
                formula.before(event, begin),
                *(_over(formula, end, event) for end in ends[begin]),
            )


def _over(formula: Formula, end: int, event: int) -> Term:
    return formula.terms.all_of((formula.taken(end), formula.before(end, event)))
