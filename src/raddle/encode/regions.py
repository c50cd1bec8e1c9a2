"""Atomic regions of SV-COMP: nobody else does anything in between. docs/rules.md, Regions.

    for each event e of another thread that is in:  e < begin, or in(end) and end < e
    in(begin) => in(end), unless a head is inside: then the end of the run is the region's

Only points are held off: what is no point can be thought of beside one.
"""

from itertools import product

from raddle.encode.formula import Formula


def assert_regions(formula: Formula) -> None:
    """Call it last: it speaks of all points there are."""
    index = formula.index
    regions: dict[int, int] = {}
    for begin, end in index.region_end.items():
        if formula.taken(begin) is formula.terms.false:
            continue
        if formula.end is not None and any(index.region_of.get(head) == begin for head in formula.heads):
            regions[begin] = formula.end
            if index.must.thread[begin] != index.must.thread[formula.end] and index.must.position[formula.end]:
                formula.points.add(formula.end - 1)
            continue
        if end is None:
            formula.require(*formula.unless_taken(begin))
            continue
        formula.require(*formula.unless_taken(begin), formula.taken(end))
        regions[begin] = end
    for number, (begin, end) in enumerate(regions.items()):
        for other in list(regions)[:number]:
            if index.must.thread[other] != index.must.thread[begin]:
                formula.require(
                    *formula.unless_taken(begin, other),
                    formula.before(end, other),
                    formula.before(regions[other], begin),
                )
    done: set[tuple[int, int]] = set()
    while True:
        todo = [pair for pair in product(regions, sorted(formula.points)) if pair not in done]
        if not todo:
            return
        done.update(todo)
        for begin, event in todo:
            if index.must.thread[event] != index.must.thread[begin] and event != regions[begin]:
                formula.require(
                    *formula.unless_there(begin, event),
                    formula.before(event, begin),
                    formula.before(regions[begin], event),
                )
