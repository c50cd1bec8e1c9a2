"""Which events of a violation matter to it: what a person should see of it."""

from raddle.encode.assertion import Encoder
from raddle.model.ctp import Acquire, Release, Step, Wait
from raddle.predict.verdict import Violated


def relevant_events(encoder: Encoder, violated: Violated) -> frozenset[tuple[str, int]]:
    """Thread and number of the visible event: reads that the check depends on, writes to the same cells, and whatever
    was ordered against other threads."""
    index = encoder.index
    formula = encoder.encode(violated.check).formula
    cells = {cell for variable in formula.cone.reads for cell in index.reads[variable][1].cells}
    found = set()
    for move in violated.moves:
        event = index.ctp.events[move.event]
        action = event.action
        if isinstance(action, Step):
            matters = any(read.variable in formula.cone.reads for read in action.reads) or any(
                not cells.isdisjoint(write.cells) for write in action.writes
            )
        elif isinstance(action, Acquire | Release):
            matters = False
        else:
            matters = move.event in formula.points or isinstance(action, Wait)
        if matters:
            found.add((index.ctp.threads[event.thread].name, event.upto - 1))
    return frozenset(found)
