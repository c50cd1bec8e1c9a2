"""Threads begin after a create, and are joined after an exit.

    in(start) => in of some create of the thread;   in(join) => in of some exit of the child
    a create is before the start, an exit before the join, if both are in

The creates of a thread exclude each other, and so do its exits.
"""

from raddle.encode.paths.formula import Formula
from raddle.model.ctp import Join, Start


def assert_threads(formula: Formula) -> None:
    """Call it when the points of everything else are known: a thread without points orders nothing, unless it is
    asked for."""
    index = formula.index
    for number in index.in_order:
        event = index.events[number]
        match event.action:
            case Start():
                causes = index.creates.get(event.thread, [])
            case Join(child):
                causes = index.exits.get(child, [])
            case _:
                continue
        formula.require(*formula.unless_taken(number), *(formula.taken(cause) for cause in causes))
        formula.ordered((cause, number) for cause in causes)
