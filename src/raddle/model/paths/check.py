"""Whether paths are well-formed: what everything that reads them relies on (model/paths/paths.py says it).

In: Paths. Out: nothing, or an InternalError that names the event. It speaks of form only.
"""

from raddle.base.errors import InternalError
from raddle.logic.bottom_up import bottom_up
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.check import check_accesses, check_objects
from raddle.model.ctp import (
    MAIN,
    Acquire,
    Action,
    Arrive,
    Check,
    Create,
    Event,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    ProcessEnd,
    Read,
    Start,
    Step,
    Wait,
    Wake,
    Write,
)
from raddle.model.malformed import Malformed, demand, demand_in_range
from raddle.model.paths.dominators import Dominators
from raddle.model.paths.opens import Opens
from raddle.model.paths.paths import Paths


def check_paths(paths: Paths) -> None:
    fault = fault_of(paths)
    if fault is not None:
        event = fault.event
        where = None if event is None else f"event {event.number} of thread {event.thread}, {event.action}"
        raise InternalError(f"the paths are malformed: {fault.what}", where=where)


def fault_of(paths: Paths) -> Malformed | None:
    """The first thing that is wrong with them."""
    try:
        _shape(paths)
        check_objects(paths.program)
        _order(paths)
        _ends(paths)
        _creates(paths)
        read: set[Term] = set()
        for thread in range(len(paths.program.threads)):
            check_accesses(paths.program, thread, read)
        _variables(paths)
        _opens(paths)
    except Malformed as malformed:
        return malformed
    return None


def _shape(paths: Paths) -> None:
    program = paths.program
    count = len(program.events)
    columns = (paths.source, paths.target, paths.leads, paths.visible, paths.passed)
    demand(all(len(column) == count for column in columns), "not every event has its points and counts")
    demand(len(paths.roots) == len(program.threads), "not every thread has a root")
    demand(len(set(paths.roots)) == len(paths.roots), "two threads have the same root")
    demand(not program.observed, "there is an observed order")
    demand(sum(thread.count for thread in program.threads) == count, "its threads do not share out its events")
    names = [thread.name for thread in program.threads]
    demand(len(set(names)) == len(names), "two threads have the same name")
    for number, thread in enumerate(program.threads):
        demand((thread.parent is None) == (number == MAIN), f"thread {number}: only main has no parent")
        for position, event in enumerate(program.of_thread(number)):
            place = (thread.first + position, number, position)
            demand((event.number, event.thread, event.position) == place, f"it should be {place}", event)
            demand(not isinstance(event.action, Check | Free | Fence), "it has no place in paths", event)
            visible, passed = paths.visible[event.number], paths.passed[event.number]
            demand(visible >= 0, "fewer visible events are over than before it", event)
            demand(visible <= passed, "it leads to a place before its own end", event)
    demand_in_range(None, paths.timed_out, count, "event whose time runs out")


def _order(paths: Paths) -> None:
    """Each event stands behind all that lead to it, in its own thread."""
    owner = {root: thread for thread, root in enumerate(paths.roots)}
    left: set[int] = set()
    for event, source, target in zip(paths.program.events, paths.source, paths.target, strict=True):
        demand(owner.get(source) == event.thread, "nothing leads to it", event)
        left.add(source)
        demand(target not in left, "it leads back", event)
        demand(owner.setdefault(target, event.thread) == event.thread, "it leads to another thread's point", event)
    demand(not set(paths.roots) & set(paths.target), "something leads to a root")


def _ends(paths: Paths) -> None:
    for event, target, leads in zip(paths.program.events, paths.target, paths.leads, strict=True):
        is_end = leads != "on" or isinstance(event.action, Exit | ProcessEnd)
        demand(not (is_end and target in paths.leaving), "something comes behind it", event)
        demand(not is_end or len(paths.entering[target]) == 1 or leads == "on", "its end is not its own", event)
    for thread, root in enumerate(paths.roots):
        starts = [isinstance(paths.program.events[event].action, Start) for event in paths.leaving.get(root, ())]
        demand(thread == MAIN or starts == [True], f"thread {thread} does not begin with Start alone")
    for event, source in zip(paths.program.events, paths.source, strict=True):
        first = event.thread != MAIN and source == paths.roots[event.thread]
        demand(first or not isinstance(event.action, Start), "Start is a thread's first event", event)


def _creates(paths: Paths) -> None:
    program = paths.program
    created: set[int] = set()
    for event in program.events:
        if isinstance(event.action, Create | Join):
            child = event.action.child
            demand_in_range(event, (child,), len(program.threads), "thread")
            demand(child != event.thread, "it is its own child", event)
        if isinstance(event.action, Create):
            demand(child != MAIN and program.threads[child].parent == event.thread, "it is not the parent", event)
            created.add(child)
    demand(created == set(range(1, len(program.threads))), "not every thread is created")


def _variables(paths: Paths) -> None:
    """Terms speak of variables of the event itself and of events on every way to it."""
    above = Dominators(paths)
    owner = {
        read.variable: event.number
        for event in paths.program.events
        if isinstance(event.action, Step)
        for read in event.action.reads
    }
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

    for event in paths.program.events:
        for term in _terms(event):
            last = bottom_up(term, lowest, needs)
            fits = last is None or above.is_on_every_way(last, event.number)
            demand(fits, f"{term} speaks of what is not on every way to it", event)


def _terms(event: Event) -> list[Term]:
    action = event.action
    if not isinstance(action, Step):
        return []
    accesses: tuple[Read | Write, ...] = (*action.reads, *action.writes)
    addresses = [access.address for access in accesses if access.address is not None]
    return [action.guard, *addresses, *(write.value for write in action.writes)]


def _opens(paths: Paths) -> None:
    """What is open at a point is the same on all ways to it; what has to follow a wait, a wake, an arrival does."""
    at: dict[int, Opens] = {root: Opens() for root in paths.roots}
    demanded: dict[int, Action | None] = dict.fromkeys(paths.roots)
    for event, source, target in zip(paths.program.events, paths.source, paths.target, strict=True):
        before = demanded[source]
        _follows(event, before)
        after = at[source].after(event.action, event.number)
        if after is None:
            raise Malformed("it ends what has not begun", event)
        known = at.setdefault(target, after)
        demand(known.key == after.key, "on another way something else is open where it leads", event)
        wanted = _demanded(event.action, before)
        demand(demanded.setdefault(target, wanted) == wanted, "on another way something else has to follow", event)


def _demanded(action: Action, before: Action | None) -> Action | None:
    if isinstance(action, Wait | Arrive):
        return action
    if isinstance(action, Wake):
        assert isinstance(before, Wait)
        return None if before.lock is None else Acquire(before.lock)
    return None


def _follows(event: Event, before: Action | None) -> None:
    match before, event.action:
        case None, action:
            demand(not isinstance(action, Wake | Leave), "nothing is waited for", event)
        case Wait(condition), Wake(woken):
            demand(condition == woken, "it wakes from another wait", event)
        case Arrive(barrier), Leave(left):
            demand(barrier == left, "it leaves another barrier", event)
        case Acquire(), action:
            demand(action == before, "its thread has to get the wait's lock back", event)
        case _:
            demand(False, "its thread is waiting", event)
