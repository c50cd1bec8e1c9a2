"""Whether what the events of a trace program read, compute and write is well-formed."""

from raddle.logic.arithmetic import mask
from raddle.logic.bottom_up import bottom_up
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Free, Read, Step, Write
from raddle.model.dominators import Dominators
from raddle.model.graph import Graph
from raddle.model.malformed import demand, demand_in_range
from raddle.model.program import Event, TraceProgram
from raddle.model.uses import reads_of, terms_of

_ORDER = frozenset({Op.BEFORE, Op.NOT_AFTER, Op.AT})


def check_accesses(program: TraceProgram) -> None:
    read: set[Term] = set()
    for thread in range(len(program.threads)):
        _thread(program, thread, read)


def _thread(program: TraceProgram, thread: int, read: set[Term]) -> None:
    """`read`: the variables of all threads so far."""
    known: set[Term] = set()
    closed: set[Term] = set()
    for event in program.of_thread(thread):
        action = event.action
        if isinstance(action, Free):
            demand_in_range(event, action.cells, len(program.cells), "cell")
            if action.when is not None:
                _term(event, action.when, known, closed)
        if not isinstance(action, Step | Check):
            continue
        for place, access in enumerate(action.reads):
            _access(program, event, access, known, closed)
            stands_alone = access.of_early and not (place and action.reads[place - 1].early)
            demand(not stands_alone, "it is the access of an early read, and none stands before it", event)
            variable = access.variable
            demand(variable.op is Op.VARIABLE and variable not in read, "a read needs a variable of its own", event)
            demand(variable.width == program.cells[access.cells[0]].width, "it reads at another width", event)
            read.add(variable)
            known.add(variable)
        guard = action.condition if isinstance(action, Check) else action.guard
        demand(guard.width == 1, "its condition is no truth value", event)
        _term(event, guard, known, closed)
        if isinstance(action, Step):
            for write in action.writes:
                _access(program, event, write, known, closed)
                demand(write.value.width == program.cells[write.cells[0]].width, "it writes at another width", event)
                _term(event, write.value, known, closed)
            written = [cell for write in action.writes for cell in write.cells]
            demand(len(set(written)) == len(written), "two of its writes may touch the same cell", event)


def _access(program: TraceProgram, event: Event, access: Read | Write, known: set[Term], closed: set[Term]) -> None:
    demand(len(access.cells) > 0, "it accesses no cell", event)
    demand_in_range(event, access.cells, len(program.cells), "cell")
    widths = {program.cells[cell].width for cell in access.cells}
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


def check_ways(program: TraceProgram, graph: Graph) -> None:
    """Terms speak of variables of the event itself and of events on every way to it."""
    above = Dominators(graph)
    owner = {read.variable: event.number for event in program.events for read in reads_of(event)}
    lowest: dict[Term, int | None] = {}

    def needs(term: Term) -> int | None:
        """The last of the events whose variables it speaks of, all on one way."""
        found = owner[term] if term.op is Op.VARIABLE else None
        for arg in term.args:
            other = lowest[arg]
            if other is None:
                continue
            if found is None or above.is_on_every_way(found, other):
                found = other
            else:
                demand(above.is_on_every_way(other, found), f"{term} speaks of different ways")
        return found

    for event in program.events:
        for term in terms_of(event):
            last = bottom_up(term, lowest, needs)
            fits = last is None or above.is_on_every_way(last, event.number)
            demand(fits, f"{term} speaks of what is not on every way to it", event)
