"""Which terms an event evaluates, and which event is the last to ask for a variable. Linear in the terms' size."""

from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Free, Read, Step, Write
from raddle.model.program import Event, TraceProgram


def reads_of(event: Event) -> tuple[Read, ...]:
    return event.action.reads if isinstance(event.action, Step | Check) else ()


def writes_of(event: Event) -> tuple[Write, ...]:
    return event.action.writes if isinstance(event.action, Step) else ()


def terms_of(event: Event) -> list[Term]:
    """All that it evaluates: addresses, then its guard or condition, then what it writes."""
    action = event.action
    if isinstance(action, Free) and action.when is not None:
        return [action.when]
    if not isinstance(action, Step | Check):
        return []
    accesses: list[Read | Write] = [*action.reads, *writes_of(event)]
    addresses = [access.address for access in accesses if access.address is not None]
    guard = action.condition if isinstance(action, Check) else action.guard
    return [*addresses, guard, *(write.value for write in writes_of(event))]


def freed_again(ctp: TraceProgram) -> dict[int, tuple[int, ...]]:
    """By cell that several events may give back, or resize: these. Frames are not among them."""
    found: dict[int, list[int]] = {}
    for event in ctp.events:
        if isinstance(event.action, Free) and not event.action.of_frame:
            for cell in event.action.cells:
                found.setdefault(cell, []).append(event.number)
    return {cell: tuple(events) for cell, events in found.items() if len(events) > 1}


def last_uses(ctp: TraceProgram) -> dict[Term, int]:
    """By variable: the number of the last event that evaluates a term with it. A variable is one thread's own."""
    last: dict[Term, int] = {}
    seen: set[Term] = set()
    for event in reversed(ctp.events):
        stack = terms_of(event)
        while stack:
            term = stack.pop()
            if term not in seen:
                seen.add(term)
                stack.extend(term.args)
                if term.op is Op.VARIABLE:
                    last[term] = event.number
    return last
