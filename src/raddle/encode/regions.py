"""Atomic regions of SV-COMP: nobody else does anything in between. docs/rules.md, Regions.

    for each event e of another thread that is in:  e < begin, or some end is in and before e
    in(begin) => in of some end

What ends the run inside of a region is an end of it as well. Only points are held off: what is no point can be thought
of beside one.
"""

from itertools import combinations, product

from raddle.encode.formula import Formula
from raddle.logic.terms import Term


def assert_regions(formula: Formula) -> None:
    """Call it last: it speaks of all points there are."""
    thread = formula.index.thread
    regions = {
        begin: _ends(formula, begin)
        for begin in formula.index.sections.region_ends
        if formula.may_take_place(begin)
    }
    for begin, ends in regions.items():
        if not any(map(formula.is_head, ends)):
            formula.require(*formula.unless_taken(begin), *map(formula.taken, ends))
    for begin, other in combinations(regions, 2):
        if thread[begin] != thread[other]:
            formula.require(
                *formula.unless_taken(begin, other),
                *_over(formula, regions[begin], other),
                *_over(formula, regions[other], begin),
            )
    done: set[tuple[int, int]] = set()
    while True:
        todo = [pair for pair in product(regions, sorted(formula.points)) if pair not in done]
        if not todo:
            return
        done.update(todo)
        for begin, event in todo:
            meets = event in formula.together and not formula.together.isdisjoint(regions[begin])
            if thread[event] != thread[begin] and not meets:
                formula.require(
                    *formula.unless_there(begin, event),
                    formula.before(event, begin),
                    *_over(formula, regions[begin], event),
                )


def _ends(formula: Formula, begin: int) -> list[int]:
    ends = (*formula.ends_inside(begin), *formula.index.sections.region_ends[begin])
    return list(dict.fromkeys(end for end in ends if formula.is_head(end) or formula.may_take_place(end)))


def _over(formula: Formula, ends: list[int], event: int) -> list[Term]:
    """Alternatives: a region that has begun is over before the event. Where it has one end, that is in."""
    if len(ends) == 1:
        return [formula.before(ends[0], event)]
    return [formula.terms.all_of((formula.taken(end), formula.before(end, event))) for end in ends]
