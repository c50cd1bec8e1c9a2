"""Whether a trace program is well-formed: what everything that reads one relies on. Run after each pass that makes one.

In: a Ctp. Out: nothing, or an InternalError that names the event. It speaks of form only: a well-formed program may
still have no run beyond its first event.
"""

from collections import Counter

from raddle.base.errors import InternalError
from raddle.logic.arithmetic import mask
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.check_threads import check_thread
from raddle.model.ctp import MAIN, Check, Create, Ctp, Event, Read, Step, Write
from raddle.model.malformed import Malformed, demand, demand_in_range

_ORDER = frozenset({Op.BEFORE, Op.NOT_AFTER, Op.AT})


def check_ctp(ctp: Ctp) -> None:
    fault = fault_of(ctp)
    if fault is not None:
        event = fault.event
        where = None if event is None else f"event {event.number} of thread {event.thread}, {event.action}"
        raise InternalError(f"the trace program is malformed: {fault.what}", where=where)


def fault_of(ctp: Ctp) -> Malformed | None:
    """The first thing that is wrong with it."""
    try:
        _threads(ctp)
        check_objects(ctp)
        _creates(ctp)
        read: set[Term] = set()
        for thread in range(len(ctp.threads)):
            check_accesses(ctp, thread, read)
            check_thread(ctp, thread)
        _observed(ctp)
        _blocks(ctp)
    except Malformed as malformed:
        return malformed
    return None


def _threads(ctp: Ctp) -> None:
    demand(len(ctp.threads) > 0, "it has no threads")
    demand(sum(thread.count for thread in ctp.threads) == len(ctp.events), "its threads do not share out its events")
    for number, thread in enumerate(ctp.threads):
        demand((thread.parent is None) == (number == MAIN), f"thread {number}: only main has no parent")
        demand(thread.parent is None or 0 <= thread.parent < len(ctp.threads), f"thread {number}: no such parent")
        demand(thread.first >= 0 and thread.first + thread.count <= len(ctp.events), f"thread {number}: out of range")
        upto = 0
        for position, event in enumerate(ctp.of_thread(number)):
            place = (thread.first + position, number, position)
            demand((event.number, event.thread, event.position) == place, f"it should be {place}", event)
            demand(event.upto >= upto, "fewer visible events are over than before it", event)
            upto = event.upto


def check_objects(ctp: Ctp) -> None:
    for cell in ctp.cells:
        demand(cell.width > 0 and 0 <= cell.initial <= mask(cell.width), f"cell {cell.name} does not hold its value")
    for semaphore in ctp.semaphores:
        demand(semaphore.initial >= 0, f"semaphore {semaphore.name} is below zero")
    for barrier in ctp.barriers:
        demand(barrier.parties > 0, f"barrier {barrier.name} is for nobody")


def _creates(ctp: Ctp) -> None:
    made: Counter[int] = Counter()
    for event in ctp.events:
        if isinstance(event.action, Create):
            child = event.action.child
            demand(0 < child < len(ctp.threads), "it creates no thread of the program", event)
            demand(ctp.threads[child].parent == event.thread, "it is not the parent of its child", event)
            made[child] += 1
    for number in range(1, len(ctp.threads)):
        demand(made[number] == 1, f"thread {number} is created {made[number]} times")
        ancestors = {number}
        parent = ctp.threads[number].parent
        while parent is not None:
            demand(parent not in ancestors, f"thread {number} is created by one of its own children")
            ancestors.add(parent)
            parent = ctp.threads[parent].parent


def check_accesses(ctp: Ctp, thread: int, read: set[Term]) -> None:
    """`read`: the variables of all threads so far."""
    known: set[Term] = set()
    closed: set[Term] = set()
    for event in ctp.of_thread(thread):
        action = event.action
        if not isinstance(action, Step | Check):
            continue
        for place, access in enumerate(action.reads):
            _access(ctp, event, access, known, closed)
            stands_alone = access.of_early and not (place and action.reads[place - 1].early)
            demand(not stands_alone, "it is the access of an early read, and none stands before it", event)
            variable = access.variable
            demand(variable.op is Op.VARIABLE and variable not in read, "a read needs a variable of its own", event)
            demand(variable.width == ctp.cells[access.cells[0]].width, "it reads at another width", event)
            read.add(variable)
            known.add(variable)
        guard = action.condition if isinstance(action, Check) else action.guard
        demand(guard.width == 1, "its condition is no truth value", event)
        _term(event, guard, known, closed)
        if isinstance(action, Step):
            for write in action.writes:
                _access(ctp, event, write, known, closed)
                demand(write.value.width == ctp.cells[write.cells[0]].width, "it writes at another width", event)
                _term(event, write.value, known, closed)
            written = [cell for write in action.writes for cell in write.cells]
            demand(len(set(written)) == len(written), "two of its writes may touch the same cell", event)


def _access(ctp: Ctp, event: Event, access: Read | Write, known: set[Term], closed: set[Term]) -> None:
    demand(len(access.cells) > 0, "it accesses no cell", event)
    demand_in_range(event, access.cells, len(ctp.cells), "cell")
    widths = {ctp.cells[cell].width for cell in access.cells}
    demand(len(widths) == 1, "its cells have different widths", event)
    demand(len(set(access.cells)) == len(access.cells), "two of its addresses are the same cell", event)
    if access.address is None:
        demand(len(access.cells) == 1 and not access.addresses, "several cells need an address", event)
        return
    demand(len(access.addresses) == len(access.cells), "each cell needs one address", event)
    demand(len(set(access.addresses)) == len(access.addresses), "two of its cells have the same address", event)
    top = mask(access.address.width)
    demand(all(0 <= address <= top for address in access.addresses), "an address does not fit its width", event)
    _term(event, access.address, known, closed)


def _term(event: Event, term: Term, known: set[Term], closed: set[Term]) -> None:
    """`closed`: terms that have been seen to speak of known variables only."""
    stack = [term]
    while stack:
        part = stack.pop()
        if part in closed:
            continue
        demand(part.op not in _ORDER, "it speaks of the order of events", event)
        if part.op is Op.VARIABLE:
            demand(part in known, f"{part} was not read before by this thread", event)
        closed.add(part)
        stack.extend(part.args)


def _observed(ctp: Ctp) -> None:
    reached = [0] * len(ctp.threads)
    for number in ctp.observed:
        demand(0 <= number < len(ctp.events), f"event {number} was observed and does not exist")
        event = ctp.events[number]
        demand(event.position == reached[event.thread], "it was observed out of its thread's order", event)
        reached[event.thread] += 1


def _blocks(ctp: Ctp) -> None:
    for first, last in ctp.transactions:
        demand(0 <= first <= last < len(ctp.events), f"the atomic block {first} to {last} is not in the program")
        demand(ctp.events[first].thread == ctp.events[last].thread, "its atomic block spans threads", ctp.events[first])
    for assumption in ctp.assumptions:
        if assumption.event is not None:
            demand_in_range(None, (assumption.event,), len(ctp.events), "event of an assumption")
