"""pthread_once: one begins, and the others pass only when it has ended.

    two beginnings are never both in;   a pass that is in:  some end is in and before it
"""

from raddle.encode.formula import Formula
from raddle.model.ctp import OnceBegin, OnceEnd, OncePass


def assert_onces(formula: Formula) -> None:
    for number in range(len(formula.index.ctp.onces)):
        events = formula.cone.among(formula.index.operations["once", number])
        actions = {event: formula.index.ctp.events[event].action for event in events}
        begins = [event for event, action in actions.items() if isinstance(action, OnceBegin)]
        ends = [event for event, action in actions.items() if isinstance(action, OnceEnd)]
        for place, begin in enumerate(begins):
            for other in begins[:place]:
                formula.require(*formula.unless_taken(begin, other))
        for event, action in actions.items():
            if isinstance(action, OncePass):
                done = [formula.terms.all_of((formula.taken(end), formula.before(end, event))) for end in ends]
                formula.require(*formula.unless_taken(event), *done)
