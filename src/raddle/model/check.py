"""Whether a trace program is well-formed: what everything that reads one relies on. Run after each pass that makes one.

In: a trace program. Out: nothing, or an InternalError that names the event. It speaks of form only: a well-formed
program may still have no run beyond its first event.
"""

from collections import Counter

from raddle.base.errors import InternalError
from raddle.logic.arithmetic import mask
from raddle.model.actions import Check, Create, Exit, Fence, Free, Join, ProcessEnd, Start
from raddle.model.check_accesses import check_accesses, check_ways
from raddle.model.check_threads import check_threads
from raddle.model.graph import Graph
from raddle.model.malformed import Malformed, demand, demand_in_range
from raddle.model.program import MAIN, Event, TraceProgram


def check_program(program: TraceProgram) -> None:
    fault = fault_of(program)
    if fault is not None:
        event = fault.event
        where = None if event is None else f"event {event.number} of thread {event.thread}, {event.action}"
        raise InternalError(f"the trace program is malformed: {fault.what}", where=where)


def fault_of(program: TraceProgram) -> Malformed | None:
    """The first thing that is wrong with it."""
    try:
        _numbers(program)
        if program.branches is None:
            _counts(program)
        else:
            _graph(program, program.branches)
        _objects(program)
        _ends(program)
        _creates(program)
        check_accesses(program)
        if program.branches is not None:
            check_ways(program, program.branches)
        check_threads(program)
        _observed(program)
        _blocks(program)
    except Malformed as malformed:
        return malformed
    return None


def _numbers(program: TraceProgram) -> None:
    threads, count = program.threads, len(program.events)
    demand(len(threads) > 0, "it has no threads")
    demand(sum(thread.count for thread in threads) == count, "its threads do not share out its events")
    for number, thread in enumerate(threads):
        demand((thread.parent is None) == (number == MAIN), f"thread {number}: only main has no parent")
        demand(thread.parent is None or 0 <= thread.parent < len(threads), f"thread {number}: no such parent")
        demand(thread.first >= 0 and thread.first + thread.count <= count, f"thread {number}: out of range")
        for position, event in enumerate(program.of_thread(number)):
            place = (thread.first + position, number, position)
            demand((event.number, event.thread, event.position) == place, f"it should be {place}", event)


def _counts(program: TraceProgram) -> None:
    for thread in range(len(program.threads)):
        upto = 0
        for event in program.of_thread(thread):
            demand(event.upto >= upto, "fewer visible events are over than before it", event)
            upto = event.upto


def _graph(program: TraceProgram, graph: Graph) -> None:
    """Each event stands behind all that lead to it, in its own thread."""
    count = len(program.events)
    columns = (graph.source, graph.target, graph.leads, graph.visible, graph.passed)
    demand(all(len(column) == count for column in columns), "not every event has its points and counts")
    demand(len(graph.roots) == len(program.threads), "not every thread has a root")
    demand(len(set(graph.roots)) == len(graph.roots), "two threads have the same root")
    demand(not program.observed, "there is an observed order")
    names = [thread.name for thread in program.threads]
    demand(len(set(names)) == len(names), "two threads have the same name")
    demand_in_range(None, graph.timed_out, count, "event whose time runs out")
    owner = {root: thread for thread, root in enumerate(graph.roots)}
    left: set[int] = set()
    for event, source, target in zip(program.events, graph.source, graph.target, strict=True):
        visible, passed = graph.visible[event.number], graph.passed[event.number]
        demand(
            not isinstance(event.action, Check),
            "an assertion is written as its outcomes where there are branches",
            event,
        )
        demand(not isinstance(event.action, Free | Fence), "it has no place where there are branches", event)
        demand(visible >= 0, "fewer visible events are over than before it", event)
        demand(visible <= passed, "it leads to a place before its own end", event)
        demand(owner.get(source) == event.thread, "nothing leads to it", event)
        left.add(source)
        demand(target not in left, "it leads back", event)
        demand(owner.setdefault(target, event.thread) == event.thread, "it leads to another thread's point", event)
    demand(not set(graph.roots) & set(graph.target), "something leads to a root")
    for event, target, leads in zip(program.events, graph.target, graph.leads, strict=True):
        demand(leads == "on" or len(graph.entering[target]) == 1, "its end is not its own", event)
    for thread, root in enumerate(graph.roots):
        begins = thread == MAIN or len(graph.leaving.get(root, ())) == 1
        demand(begins, f"thread {thread} does not begin with Start alone")


def _objects(program: TraceProgram) -> None:
    for cell in program.cells:
        demand(cell.width > 0 and 0 <= cell.initial <= mask(cell.width), f"cell {cell.name} does not hold its value")
    for semaphore in program.semaphores:
        demand(semaphore.initial >= 0, f"semaphore {semaphore.name} is below zero")
    for barrier in program.barriers:
        demand(barrier.parties > 0, f"barrier {barrier.name} is for nobody")


def _ends(program: TraceProgram) -> None:
    """Threads begin with Start, and nothing comes behind their ends."""
    for event in program.events:
        is_first, is_last, leads = _place(program, event)
        is_start = is_first and event.thread != MAIN
        demand(is_start or not isinstance(event.action, Start), "Start is a thread's first event", event)
        demand(not is_start or isinstance(event.action, Start), "its thread does not begin with Start", event)
        is_end = leads != "on" or isinstance(event.action, Exit | ProcessEnd)
        demand(is_last or not is_end, "something follows the end of its thread", event)


def _place(program: TraceProgram, event: Event) -> tuple[bool, bool, str]:
    """Whether it is the first of its thread, the last on its way, and what it leads to."""
    graph = program.branches
    if graph is None:
        return event.position == 0, event.position == program.threads[event.thread].count - 1, "on"
    is_first = graph.source[event.number] == graph.roots[event.thread]
    return is_first, graph.target[event.number] not in graph.leaving, graph.leads[event.number]


def _creates(program: TraceProgram) -> None:
    made: Counter[int] = Counter()
    for event in program.events:
        match event.action:
            case Join(child):
                demand_in_range(event, (child,), len(program.threads), "thread")
                demand(child != event.thread, "a thread joins itself", event)
            case Create(child):
                demand(0 < child < len(program.threads), "it creates no thread of the program", event)
                demand(program.threads[child].parent == event.thread, "it is not the parent of its child", event)
                made[child] += 1
            case _:
                pass
    for number in range(1, len(program.threads)):
        once = made[number] == 1 or (made[number] > 1 and program.branches is not None)
        demand(once, f"thread {number} is created {made[number]} times")
        ancestors = {number}
        parent = program.threads[number].parent
        while parent is not None:
            demand(parent not in ancestors, f"thread {number} is created by one of its own children")
            ancestors.add(parent)
            parent = program.threads[parent].parent


def _observed(program: TraceProgram) -> None:
    reached = [0] * len(program.threads)
    for number in program.observed:
        demand(0 <= number < len(program.events), f"event {number} was observed and does not exist")
        event = program.events[number]
        demand(event.position == reached[event.thread], "it was observed out of its thread's order", event)
        reached[event.thread] += 1


def _blocks(program: TraceProgram) -> None:
    for first, last in program.transactions:
        demand(0 <= first <= last < len(program.events), f"the atomic block {first} to {last} is not in the program")
        demand(
            program.events[first].thread == program.events[last].thread,
            "its atomic block spans threads",
            program.events[first],
        )
    for assumption in program.assumptions:
        if assumption.event is not None:
            demand_in_range(None, (assumption.event,), len(program.events), "event of an assumption")
