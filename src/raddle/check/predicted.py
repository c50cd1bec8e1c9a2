"""What a trace program tells of a race, a torn block or a deadlock that no real run has shown: names, locks held, who
waits for what."""

from collections.abc import Callable, Sequence
from typing import assert_never

from raddle.base.place import SourcePlace
from raddle.model.accesses import Access as Touching
from raddle.model.accesses import accesses_of, conflicts
from raddle.model.actions import Free, Mode, Step
from raddle.model.goals import Beside, Fails, Goal, Torn
from raddle.model.held_locks import held_before, is_kept_by
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.model.rules.actions import awaited, traits_of
from raddle.predict.misuses import lock_cell
from raddle.report.result import Access, Block, Deadlock, Held, LockMisuse, NotAtomic, Race, Verb, Waiting

StackOf = Callable[[int], tuple[SourcePlace, ...]]
"""Of an event: its place, then those of the calls around it."""


def predicted_race(ctp: TraceProgram, first: int, second: int, stack_of: StackOf, *, both_next: bool) -> Race:
    """Values are not told: which ones there would be is not known."""
    events = ctp.events[first], ctp.events[second]
    one, other = min(
        ((a, b) for a in accesses_of(events[0]) for b in accesses_of(events[1]) if _may_race(a, b)),
        key=lambda pair: (not pair[0].writes, not pair[1].writes),
    )
    cell = min(set(one.cells) & set(other.cells))
    accesses = (_access(ctp, events[0], one, stack_of), _access(ctp, events[1], other, stack_of))
    return Race(ctp.cells[cell].name, "", accesses, both_next)


def predicted_tear(
    ctp: TraceProgram, goal: Torn, moves: Sequence[Move], stack_of: StackOf, block: Block, other: Block | None
) -> NotAtomic:
    """Without values, as a race."""
    forth = _dependent(ctp, goal.first, goal.there, stack_of)
    home = _dependent(ctp, goal.back, goal.last, stack_of)
    times = {move.event: time for time, move in enumerate(moves)}
    events = goal.first, goal.there, goal.back, goal.last
    one, two, three, four = sorted(range(4), key=lambda number: times.get(events[number], len(moves)))
    return NotAtomic(block, (forth[0], home[0]), (*forth[1], *home[1]), other, (one, two, three, four))


def _dependent(ctp: TraceProgram, first: int, second: int, stack_of: StackOf) -> tuple[str, tuple[Access, Access]]:
    """The memory, and both accesses."""
    events = ctp.events[first], ctp.events[second]
    one, other = min(
        ((a, b) for a in accesses_of(events[0]) for b in accesses_of(events[1]) if _may_depend(a, b)),
        key=lambda pair: (not pair[0].writes, not pair[1].writes),
    )
    cell = min(set(one.cells) & set(other.cells))
    return ctp.cells[cell].name, (_access(ctp, events[0], one, stack_of), _access(ctp, events[1], other, stack_of))


def _may_depend(one: Touching, other: Touching) -> bool:
    return (one.writes or other.writes) and not set(one.cells).isdisjoint(other.cells)


def _may_race(one: Touching, other: Touching) -> bool:
    return conflicts(one, other) and not set(one.cells).isdisjoint(other.cells)


def _access(ctp: TraceProgram, event: Event, touching: Touching, stack_of: StackOf) -> Access:
    verb: Verb = "write" if touching.writes else "read"
    return Access(
        thread=ctp.threads[event.thread].name,
        stack=stack_of(event.number),
        verb="free" if isinstance(event.action, Free) else verb,
        atomic=touching.order.is_atomic,
        value=None,
        locks=tuple(_lock_name(ctp, *held) for held in held_before(ctp, event.number)),
    )


def access_at(ctp: TraceProgram, number: int, verb: Verb, stack_of: StackOf) -> Access:
    """What an event does, without a value."""
    event = ctp.events[number]
    locks = tuple(_lock_name(ctp, *held) for held in held_before(ctp, number))
    return Access(ctp.threads[event.thread].name, stack_of(number), verb, atomic=False, value=None, locks=locks)


def name_of_lock(ctp: TraceProgram, goal: Goal) -> str:
    """Of the lock or the like that the goal is about."""
    found = (lock_cell(ctp, ctp.events[number]) for number in _about(goal))
    cell = next(cell for cell in found if cell is not None)
    return ctp.cells[cell].name.removeprefix("state of ").partition("#")[0]


def _about(goal: Goal) -> tuple[int, ...]:
    match goal:
        case Beside(first, second):
            return first, second
        case Fails(check):
            return (check,)
        case _:
            raise AssertionError(goal)


def predicted_misuse(ctp: TraceProgram, goal: Goal, stack_of: StackOf) -> LockMisuse:
    """What exactly is done to the lock or the like is not told."""
    name = name_of_lock(ctp, goal)
    accesses = [access_at(ctp, number, "update", stack_of) for number in _about(goal)]
    if len(accesses) == 1:
        return LockMisuse("uninitialised", name, "object", accesses[0], "lock")
    action = ctp.events[_about(goal)[0]].action
    writes = isinstance(action, Step) and bool(action.writes)
    return LockMisuse("unordered", name, "object", accesses[0], "overwrite" if writes else "copy", accesses[1], "lock")


def predicted_deadlock(ctp: TraceProgram, events: tuple[int, ...], stack_of: StackOf, *, is_circle: bool) -> Deadlock:
    """`events`: before which the threads stand; in a circle each waits for the next one."""
    following = (*events[1:], *events[:1])
    waits = []
    for number, next_one in zip(events, following, strict=True):
        event = ctp.events[number]
        holder = ctp.events[next_one].thread if is_circle else _holder(ctp, event, events)
        waits.append(
            Waiting(
                thread=ctp.threads[event.thread].name,
                stack=stack_of(number),
                what=awaited(ctp, event.action),
                holder="" if holder is None else ctp.threads[holder].name,
                held_since=None,
                holds=tuple(Held(_lock_name(ctp, *held), None) for held in held_before(ctp, number)),
            )
        )
    return Deadlock(tuple(waits), is_circle=is_circle)


def _holder(ctp: TraceProgram, event: Event, events: tuple[int, ...]) -> int | None:
    """As far as one of those that stand is it."""
    wanted = traits_of(event.action).wants
    if wanted is None or isinstance(wanted, int):
        return wanted
    for number in events:
        thread = ctp.events[number].thread
        if is_kept_by(wanted, thread, held_before(ctp, number)):
            return thread
    return None


def _lock_name(ctp: TraceProgram, lock: int, mode: Mode) -> str:
    match mode:
        case Mode.EXCLUSIVE:
            return ctp.locks[lock]
        case Mode.SHARED:
            return f"{ctp.locks[lock]} (shared)"
        case _:
            assert_never(mode)
