"""Records of the runtime -> actions of a trace program.

In: the recording's synchronisation, one thread's records after the other, each thread's in their order. Out: what each
record is in the trace program: an action, or nothing, where no other thread can notice it. What the model cannot say is
refused by name.
"""

import errno
import re
from collections.abc import Container, Hashable
from dataclasses import dataclass, replace
from typing import Any, Final

from raddle.base.errors import ToolError
from raddle.base.trace_format import trace_format
from raddle.model import actions, program
from raddle.model.actions import Action, Mode
from raddle.model.recorded.attempts import Attempts
from raddle.model.recorded.calls import Calls
from raddle.model.recorded.lifetimes import Lifetimes
from raddle.model.recorded.orders import of_fence
from raddle.model.recorded.wording import Wording
from raddle.trace.access_orders import AccessOrders
from raddle.trace.futexes import ODD_FUTEXES, has_odd_futexes
from raddle.trace.names import Names
from raddle.trace.recorded import Recording
from raddle.trace.used_results import TRIED_DESTROYS

_SERIAL: Final = 0xFFFFFFFF
"""PTHREAD_BARRIER_SERIAL_THREAD as a record holds it."""
_MODES: Final = {
    **dict.fromkeys(("lock", "trylock", "timedlock", "reacquire"), Mode.EXCLUSIVE),
    **dict.fromkeys(("wrlock", "trywrlock", "timedwrlock"), Mode.EXCLUSIVE),
    **dict.fromkeys(("rdlock", "tryrdlock", "timedrdlock"), Mode.SHARED),
}
TIMED_WAIT: Final = re.compile(r"timed_?wait|clockwait")
_TRIED_JOIN: Final = re.compile(r"(?:try|timed|clock)join")
"""Names of functions; also of those of libc++."""
_CAUSES: Final[dict[str, actions.WakeCause]] = {"signal": "signal", "timeout": "timeout", "spurious": "spurious"}


@dataclass(frozen=True, slots=True)
class Happened:
    """What a record comes to."""

    actions: tuple[Action, ...] = ()
    assumed: str | None = None
    misuses: bool = False
    """It misuses a lock or the like: nobody knows what comes of that."""


NOTHING: Final = Happened()
MISUSE: Final = Happened(misuses=True)


class _Numbers:
    """Things by address, numbered as they come up."""

    def __init__(self) -> None:
        self.addresses: list[int] = []
        self._numbers: dict[int, int] = {}

    def __getitem__(self, address: int) -> int:
        found = self._numbers.get(address)
        if found is None:
            found = self._numbers[address] = len(self.addresses)
            self.addresses.append(address)
        return found


@dataclass(frozen=True)
class Keys:
    """What each lock and so on is, the same in every run of a program."""

    locks: tuple[Hashable, ...]
    conditions: tuple[Hashable, ...]
    semaphores: tuple[Hashable, ...]
    barriers: tuple[Hashable, ...]
    onces: tuple[Hashable, ...]


class Synchronisation:
    """`tried_again`: once flags of which other runs saw that they were given up (attempts.py). `judged`: whether locks
    and the like are used only while they are initialised is looked at elsewhere."""

    def __init__(
        self,
        recording: Recording,
        names: Names,
        wording: Wording,
        orders: AccessOrders,
        calls: Calls,
        tried_again: Container[Hashable] = frozenset(),
        *,
        judged: bool = False,
    ) -> None:
        fmt = trace_format()
        self._names = names
        self._wording = wording
        self._orders = orders
        self._calls = calls
        self._kinds = fmt.kinds
        self._causes = fmt.family("RD_WAKE_")
        self._spurious = recording.meta.control.get("spurious") is True
        self._failed, self._misuse = fmt["RD_FLAG_FAILED"], fmt["RD_FLAG_MISUSE"]
        self._recursive = fmt["RD_FLAG_RECURSIVE"]
        self._locks, self._conditions = _Numbers(), _Numbers()
        self._held: dict[tuple[int, int], list[Mode]] = {}
        self._in_region: set[int] = set()
        self._asleep: dict[int, bool] = {}
        """Threads that sleep on a futex, and whether time may end that."""
        self._waiting: dict[int, tuple[actions.Action, ...]] = {}
        """Threads that wait at a condition, and what came to them there: it counts when they have their lock back."""
        self._by_time = fmt["RD_WAKE_BY_TIME"]
        self._odd_futexes = has_odd_futexes(recording)
        self._lifetimes = Lifetimes(recording, self._refusal, judged=judged)
        self._from_outside, self._to_thread = fmt["RD_SENT_FROM_OUTSIDE"], fmt["RD_SENT_TO_THREAD"]
        self._attempts = Attempts(recording, self._refusal, tried_again)
        self._first_made_up = len(self._lifetimes.semaphores)
        self._made_up: dict[Hashable, tuple[int, str]] = {}
        """Semaphores that are not the program's, and their names: signals on their way; that a once is done."""
        self._paths = [thread.path for thread in recording.threads]

    # ---- what there is in the end

    @property
    def locks(self) -> tuple[str, ...]:
        return tuple(map(self._names.of_object, self._locks.addresses))

    @property
    def conditions(self) -> tuple[str, ...]:
        return tuple(map(self._names.of_object, self._conditions.addresses))

    @property
    def onces(self) -> tuple[str, ...]:
        named = [self._names.of_object(address) for address in self._attempts.addresses]
        return tuple(name if name not in named[:at] else f"{name}#{at}" for at, name in enumerate(named))

    @property
    def semaphores(self) -> tuple[program.Semaphore, ...]:
        named = self._lifetimes.semaphores
        made = [program.Semaphore(self._names.of_object(one.address), one.number) for one in named]
        made += [program.Semaphore(name, 0) for _, name in self._made_up.values()]
        return tuple(made)

    @property
    def barriers(self) -> tuple[program.Barrier, ...]:
        named = self._lifetimes.barriers
        return tuple(program.Barrier(self._names.of_object(one.address), one.number) for one in named)

    @property
    def keys(self) -> Keys:
        return Keys(
            locks=tuple(self._locks.addresses),
            conditions=tuple(self._conditions.addresses),
            semaphores=(*((one.address, one.life) for one in self._lifetimes.semaphores), *self._made_up),
            barriers=tuple((one.address, one.life) for one in self._lifetimes.barriers),
            onces=tuple(map(self._attempts.key, range(len(self._attempts.addresses)))),
        )

    @property
    def tried_again(self) -> frozenset[Hashable]:
        return self._attempts.tried_again

    def in_region(self, thread: int) -> bool:
        return thread in self._in_region

    # ---- one record

    def happened(self, record: Any, position: int, site: int) -> Happened:
        """Of a visible record of a thread; `site`: of the call."""
        kind = self._kinds[int(record["kind"])]
        flags, thread = int(record["flags"]), int(record["thread"])
        address = int(record["object"])
        if flags & self._misuse and not flags & self._failed and kind in ("unlock", "rwunlock", "wait"):
            if kind == "wait" and self._held.get((thread, int(record["value"]))):
                raise self._refusal("a condition wait with a lock that is held more than once", site, address)
            return MISUSE
        if flags & self._recursive:
            return NOTHING
        match kind:
            case "start":
                return Happened((actions.Start(),)) if thread != program.MAIN else NOTHING
            case "exit":
                return Happened((actions.Exit(),))
            case "create":
                return NOTHING if flags & self._failed else Happened((actions.Create(int(record["value"])),))
            case "join":
                return self._join(record, thread, flags, site)
            case "reacquire":
                acquired = self._acquire(kind, thread, address, flags, site)
                return replace(acquired, actions=(*acquired.actions, *self._waiting.pop(thread, ())))
            case "lock" | "trylock" | "timedlock":
                return self._acquire(kind, thread, address, flags, site)
            case "rdlock" | "wrlock" | "tryrdlock" | "trywrlock" | "timedrdlock" | "timedwrlock":
                return self._acquire(kind, thread, address, flags, site)
            case "unlock" | "rwunlock":
                return self._release(thread, address, flags)
            case "wait":
                return self._wait(record, thread, address, flags)
            case "wake":
                cause = _CAUSES[self._causes[int(record["extra"])]]
                timed = TIMED_WAIT.search(self._wording.callee(site)) is not None
                if cause != "timeout" and self._spurious and not timed:
                    cause = "any"
                assumed = f"{self._wording.call(site)} timed out, as observed" if cause == "timeout" else None
                return Happened((actions.Wake(self._conditions[address], cause, waits=not timed),), assumed)
            case "signal":
                return Happened((actions.Signal(self._conditions[address]),))
            case "broadcast":
                return Happened((actions.Broadcast(self._conditions[address]),))
            case "fence":
                order = self._orders.of_fence(site)
                return NOTHING if order is None else Happened((actions.Fence(of_fence(order)),))
            case "region_begin":
                self._in_region.add(thread)
                return Happened((actions.RegionBegin(),))
            case "region_end":
                return self._region_end(thread)
            case "mutex_init" | "init" if self._held.get((thread, address)):
                return MISUSE
            case "destroy" if site and self._calls.callee(site) in TRIED_DESTROYS and self._calls.result_is_used(site):
                lock = self._locks[address]
                if flags & self._failed:
                    return Happened((actions.Refused(lock),)) if not self._held.get((thread, address)) else NOTHING
                return Happened((actions.Acquire(lock, waits=False), actions.Release(lock)))
            case "destroy" if flags & self._failed:
                return Happened(assumed=f"{self._wording.call(site)} found it in use, as observed")
            case "cancelled" if thread in self._waiting:
                self._waiting[thread] = self._signal(kind, record).actions
                return NOTHING
            case _:
                return self._counted(kind, record, position, site)

    def _counted(self, kind: str, record: Any, position: int, site: int) -> Happened:
        flags, value, address = int(record["flags"]), int(record["value"]), int(record["object"])
        failed = bool(flags & self._failed)
        match kind:
            case "sem_wait" | "sem_trywait" | "sem_timedwait" if not failed:
                return Happened((actions.Take(self._lifetimes.of(position), waits=kind == "sem_wait"),))
            case "sem_trywait":
                return Happened((actions.Count(self._lifetimes.of(position), 0),))
            case "sem_timedwait":
                assumed = f"{self._wording.call(site)} timed out, as observed"
                return Happened((actions.Count(self._lifetimes.of(position), 0),) if value == 0 else (), assumed)
            case "sem_post":
                semaphore = self._lifetimes.of(position)
                return Happened((actions.Count(semaphore, value) if failed else actions.Post(semaphore),))
            case "sem_get":
                assumed = f"{self._wording.call(site)} found the observed count"
                return Happened((actions.Count(self._lifetimes.of(position), value),), assumed)
            case "barrier_arrive" if failed:
                return MISUSE
            case "barrier_arrive":
                return Happened((actions.Arrive(self._lifetimes.of(position)),))
            case "barrier_leave":
                looks = not site or self._calls.result_is_used(site)
                last = int(record["result"]) == _SERIAL if looks else None
                return Happened((actions.Leave(self._lifetimes.of(position), last),))
            case "signal_send" | "signal_deliver" | "signal_wait" | "cancel" | "cancelled" if not failed:
                return self._signal(kind, record)
            case "futex_woken":
                return self._futex_woken(int(record["thread"]), address, site, timed_out=failed)
            case "futex_wake" if not failed:
                told = f"{self._wording.call(site)} wakes as many as observed" if self._is_told(site) else None
                return Happened(self._futex_wake(address, int(record["extra"])), told)
            case "once_begin" | "once_end" | "once_pass":
                return Happened(self._once(kind, position, address))
            case _:
                return NOTHING

    def sleeps(self, record: Any) -> actions.Wait:
        """On a futex: the word held what it had to."""
        address = int(record["object"])
        self._asleep[int(record["thread"])] = bool(int(record["result"]) & self._by_time)
        return actions.Wait(self._conditions[address], None)

    def _futex_woken(self, thread: int, address: int, site: int, *, timed_out: bool) -> Happened:
        timed = self._asleep.pop(thread, None)
        if timed is None:
            return NOTHING  # the word had changed
        condition = self._conditions[address]
        if timed_out:
            assumed = f"{self._wording.call(site)} timed out, as observed"
            return Happened((actions.Wake(condition, "timeout", waits=False),), assumed)
        if self._odd_futexes:
            return Happened(
                (actions.Wake(condition, "any", waits=False),), f"whoever sleeps on a futex goes on: {ODD_FUTEXES}"
            )
        return Happened(
            (actions.Wake(condition, "any" if self._spurious and not timed else "signal", waits=not timed),)
        )

    def _is_told(self, site: int) -> bool:
        """Whether somebody looks at what a wake returns."""
        return not site or self._calls.result_is_used(site)

    def _futex_wake(self, address: int, most: int) -> tuple[Action, ...]:
        condition = self._conditions[address]
        return (actions.Signal(condition),) if most == 1 else (actions.Broadcast(condition),)

    def _once(self, kind: str, position: int, address: int) -> tuple[Action, ...]:
        attempts, once = self._attempts, self._attempts.of(position)
        if kind == "once_pass":
            return (actions.OncePass(once),)
        if not attempts.is_tried_again(once):
            return (actions.OnceBegin(once) if kind == "once_begin" else actions.OnceEnd(once),)
        done = self._semaphore(("done", attempts.key(once)), f"{self._names.of_object(address)}#{once} is done")
        tried = attempts.begin if kind == "once_begin" else attempts.end
        return tried(position, self._locks[address], once, done)

    def _semaphore(self, key: Hashable, name: str) -> int:
        return self._first_made_up + self._made_up.setdefault(key, (len(self._made_up), name))[0]

    def _signal(self, kind: str, record: Any) -> Happened:
        """One that the program sends itself comes after it was sent; others come where they came. Nobody waits for one
        in vain: it may always come from outside."""
        how, number = int(record["extra"]), int(record["value"])
        if how == self._from_outside:
            return NOTHING
        sends = kind in ("signal_send", "cancel")
        target = int(record["object" if sends else "thread"]) if how == self._to_thread else None
        name = (f"signal {number}" if number else "cancellation") + f" to {_whom(target)}"
        channel = self._semaphore(("signal", number, None if target is None else self._paths[target]), name)
        return Happened((actions.Post(channel),) if sends else (actions.Take(channel, waits=False),))

    def _join(self, record: Any, thread: int, flags: int, site: int) -> Happened:
        child = int(record["value"])
        if not flags & self._failed:
            waits = _TRIED_JOIN.search(self._wording.callee(site)) is None
            return Happened((actions.Join(child, waits=waits),))
        if child == thread:
            return NOTHING
        how = "timed out" if int(record["result"]) == errno.ETIMEDOUT else "failed"
        return Happened(assumed=f"{self._wording.call(site)} {how}, as observed")

    # ---- locks

    def _holds(self, thread: int, address: int) -> list[Mode]:
        return self._held.setdefault((thread, address), [])

    def _acquire(self, kind: str, thread: int, address: int, flags: int, site: int) -> Happened:
        mode, held = _MODES[kind], self._holds(thread, address)
        if not flags & self._failed:
            held.append(mode)
            waits = not kind.startswith(("try", "timed"))
            return Happened((actions.Acquire(self._locks[address], mode, waits=waits),))
        if flags & self._misuse or Mode.EXCLUSIVE in held or (held and mode is Mode.EXCLUSIVE):
            return NOTHING  # the caller's own doing
        assumed = f"{self._wording.call(site)} timed out, as observed" if kind.startswith("timed") else None
        return Happened((actions.Refused(self._locks[address], mode),), assumed)

    def _release(self, thread: int, address: int, flags: int) -> Happened:
        if flags & self._failed:
            return NOTHING  # it was told that the lock is not its own
        held = self._holds(thread, address)
        if not held:
            return MISUSE
        return Happened((actions.Release(self._locks[address], held.pop()),))

    def _wait(self, record: Any, thread: int, address: int, flags: int) -> Happened:
        if flags & self._failed:
            return NOTHING
        mutex = int(record["value"])
        self._holds(thread, mutex).pop()
        self._waiting[thread] = ()
        return Happened((actions.Wait(self._conditions[address], self._locks[mutex]),))

    def _region_end(self, thread: int) -> Happened:
        if thread not in self._in_region:
            return NOTHING
        self._in_region.discard(thread)
        return Happened((actions.RegionEnd(),))

    def _refusal(self, what: str, site: int, address: int) -> ToolError:
        of = self._names.of_object(address)
        where = f", called at {self._wording.place(site)}" if site else ""
        return ToolError(f"cannot predict: {what} ({of}{where}) has no place in the model")


def _whom(target: int | None) -> str:
    return "the process" if target is None else f"thread {target}"
