"""Which terms an event evaluates, the same event with others, and which event is the last to ask for a variable. Linear
in the terms' size."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from raddle.logic.operators import Op
from raddle.logic.substitute import with_values
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Action, Check, Free, Read, Step, Write
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


def with_terms(action: Action, of: Callable[[Term], Term]) -> Action:
    """A step or a check with others in the place of its terms; the variables of its reads stay."""
    match action:
        case Step():
            return step_with_terms(action, of)
        case Check(reads, condition, against):
            return Check(tuple(replace(read, address=_aim(read, of)) for read in reads), of(condition), against)
        case _:
            return action


def step_with_terms(step: Step, of: Callable[[Term], Term]) -> Step:
    reads = tuple(replace(read, address=_aim(read, of)) for read in step.reads)
    writes = tuple(replace(write, value=of(write.value), address=_aim(write, of)) for write in step.writes)
    return Step(reads, of(step.guard), writes)


def with_variables(terms: TermStore, step: Step, fresh: Mapping[Term, Term]) -> Step:
    """The step with other variables, those of its reads among them."""
    reads = tuple(replace(read, variable=fresh[read.variable]) for read in step.reads)
    return step_with_terms(replace(step, reads=reads), lambda term: with_values(terms, term, fresh))


def _aim(access: Read | Write, of: Callable[[Term], Term]) -> Term | None:
    return None if access.address is None else of(access.address)


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
