"""Whether the synchronisation of one thread is well-formed: what is released was acquired, waits end as they began."""

from typing import assert_never

from raddle.model.ctp import (
    MAIN,
    Acquire,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Ctp,
    Event,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
)
from raddle.model.malformed import demand, demand_in_range


def check_thread(ctp: Ctp, thread: int) -> None:
    keeper = _Keeper(ctp)
    events = ctp.of_thread(thread)
    if events and thread != MAIN:
        demand(isinstance(events[0].action, Start), "its thread does not begin with Start", events[0])
    for event in events:
        keeper.see(event, is_last=event is events[-1])


class _Keeper:
    """What the thread holds, and what it has to do next."""

    def __init__(self, ctp: Ctp) -> None:
        self._ctp = ctp
        self._exclusive: set[int] = set()
        self._shared: dict[int, int] = {}
        self._once: list[int] = []
        self._in_region = False
        self._previous: Event | None = None
        self._to_acquire: int | None = None
        """The lock of the wait that has just ended."""

    def see(self, event: Event, *, is_last: bool) -> None:
        self._follows(event)
        match event.action:
            case Start():
                demand(event.position == 0 and event.thread != MAIN, "Start is a thread's first event", event)
            case Exit() | ProcessEnd():
                demand(is_last, "something follows the end of its thread", event)
            case Join(child):
                demand_in_range(event, (child,), len(self._ctp.threads), "thread")
                demand(child != event.thread, "a thread joins itself", event)
            case Acquire() | Release() | Refused():
                self._lock(event, event.action)
            case Wait() | Wake() | Signal() | Broadcast():
                self._condition(event, event.action)
            case Take() | Post() | Count():
                demand_in_range(event, (event.action.semaphore,), len(self._ctp.semaphores), "semaphore")
            case Arrive() | Leave():
                demand_in_range(event, (event.action.barrier,), len(self._ctp.barriers), "barrier")
            case OnceBegin(once) | OnceEnd(once) | OncePass(once):
                self._once_of(event, once)
            case RegionBegin():
                demand(not self._in_region, "a region inside a region", event)
                self._in_region = True
            case RegionEnd():
                demand(self._in_region, "it ends a region that has not begun", event)
                self._in_region = False
            case Free(cells):
                demand_in_range(event, cells, len(self._ctp.cells), "cell")
            case Step() | Check() | Fence() | Create():
                pass
            case _:
                assert_never(event.action)
        self._previous = event

    def _follows(self, event: Event) -> None:
        """A wait, a wake and an arrival leave no choice of what comes next in their thread."""
        before = None if self._previous is None else self._previous.action
        match event.action:
            case Wake(condition=condition):
                matches = isinstance(before, Wait) and before.condition == condition
                demand(matches, "it wakes from no wait", event)
            case Leave(barrier=barrier):
                demand(before == Arrive(barrier), "it leaves a barrier at which it did not arrive", event)
            case _:
                demand(not isinstance(before, Wait | Arrive), "its thread is waiting", event)
        if self._to_acquire is not None:
            demand(event.action == Acquire(self._to_acquire), "its thread has to get the wait's lock back", event)
            self._to_acquire = None

    def _lock(self, event: Event, action: Acquire | Release | Refused) -> None:
        lock = action.lock
        demand_in_range(event, (lock,), len(self._ctp.locks), "lock")
        exclusive = action.mode is Mode.EXCLUSIVE
        match action:
            case Acquire():
                demand(lock not in self._exclusive, "its thread holds the lock already", event)
                if exclusive:
                    demand(not self._shared.get(lock), "its thread shares the lock already", event)
                    self._exclusive.add(lock)
                else:
                    self._shared[lock] = self._shared.get(lock, 0) + 1
            case Release():
                if exclusive:
                    demand(lock in self._exclusive, "its thread does not hold the lock", event)
                    self._exclusive.remove(lock)
                else:
                    demand(self._shared.get(lock, 0) > 0, "its thread does not share the lock", event)
                    self._shared[lock] -= 1
            case Refused():
                pass
            case _:
                assert_never(action)

    def _condition(self, event: Event, action: Wait | Wake | Signal | Broadcast) -> None:
        demand_in_range(event, (action.condition,), len(self._ctp.conditions), "condition")
        if isinstance(action, Wait) and action.lock is not None:
            demand(action.lock in self._exclusive, "its thread does not hold the lock", event)
            self._exclusive.remove(action.lock)
        if isinstance(action, Wake):
            assert self._previous is not None
            wait = self._previous.action
            assert isinstance(wait, Wait)
            self._to_acquire = wait.lock

    def _once_of(self, event: Event, once: int) -> None:
        demand_in_range(event, (once,), len(self._ctp.onces), "once")
        if isinstance(event.action, OnceBegin):
            self._once.append(once)
        elif isinstance(event.action, OnceEnd):
            demand(bool(self._once) and self._once[-1] == once, "it ends what it did not begin", event)
            self._once.pop()
