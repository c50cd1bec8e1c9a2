"""What happens before what in a recorded run: vector clocks, moved on by what the runtime recorded and by atomics.

In: synchronisation records and atomic accesses, one by one, as they took place. Out: for each thread, at which of its
rows it learned of others and how much, and at which it let others know. docs/rules.md, Race; decision 17. This knows
nothing of trace programs: it is the second way to decide what is a race (model/clocks.py says the same of trace
programs).
"""

from collections.abc import Hashable
from typing import Final, NamedTuple

from raddle.base.trace_format import trace_format
from raddle.trace.events import MemoryOrder

Clock = tuple[int, ...]
"""For each thread up to which of its releases all is known; they are counted from 1."""

ACQUIRES: Final = frozenset({MemoryOrder.ACQUIRE, MemoryOrder.ACQ_REL, MemoryOrder.SEQ_CST})
RELEASES: Final = frozenset({MemoryOrder.RELEASE, MemoryOrder.ACQ_REL, MemoryOrder.SEQ_CST})
_EXCLUSIVE: Final = ("lock", "trylock", "timedlock", "reacquire", "wrlock", "trywrlock", "timedwrlock")
_SHARED: Final = ("rdlock", "tryrdlock", "timedrdlock")
_ORDERING: Final = (
    *("start", "create", "join", *_EXCLUSIVE, *_SHARED, "unlock", "rwunlock", "wait", "fence", "destroy"),
    *("sem_init", "sem_wait", "sem_trywait", "sem_timedwait", "sem_post"),
    *("barrier_init", "barrier_arrive", "barrier_leave", "once_begin", "once_end", "once_pass"),
    *("region_begin", "region_end", "signal_send", "signal_deliver", "signal_wait", "cancel", "cancelled"),
)


def ordering_kinds() -> dict[int, str]:
    """Of the records that matter: number -> name."""
    return {number: name for number, name in trace_format().kinds.items() if name in _ORDERING}


class Record(NamedTuple):
    """See native/trace_format.h."""

    kind: str
    flags: int
    object: int
    value: int
    extra: int


class RunClocks:
    def __init__(self, threads: int) -> None:
        fmt = trace_format()
        self._failed, self._recursive = fmt["RD_FLAG_FAILED"], fmt["RD_FLAG_RECURSIVE"]
        self._from_outside, self._to_thread = fmt["RD_SENT_FROM_OUTSIDE"], fmt["RD_SENT_TO_THREAD"]
        self._nothing: Clock = (0,) * threads
        self._now: list[Clock] = [(0,) * at + (1,) + (0,) * (threads - at - 1) for at in range(threads)]
        self._left: dict[Hashable, Clock] = {}
        """What releases left, by where."""
        self._held: dict[tuple[int, int], list[str]] = {}
        """By thread and reader-writer lock: the modes in which it has it."""
        self._lives: dict[int, int] = {}
        """Of barriers: how often each was initialised."""
        self._done: set[int] = set()
        """Flags of once routines that are done."""
        self.learned_at: list[list[int]] = [[-1] for _ in range(threads)]
        """Rows at which each thread learned of others."""
        self.known: list[list[Clock]] = [[clock] for clock in self._now]
        """From those rows on; a thread's own entry is not kept up."""
        self.released_at: list[list[int]] = [[] for _ in range(threads)]

    # ---- the three things that happen to a clock

    def _learn(self, thread: int, row: int, *places: Hashable) -> None:
        now = self._now[thread]
        for place in places:
            left = self._left.get(place)
            if left is not None:
                now = joined(now, left)
        if now != self._now[thread]:
            self._now[thread] = now
            self.learned_at[thread].append(row)
            self.known[thread].append(now)

    def _leave(self, thread: int, row: int, place: Hashable) -> None:
        """Beside what others left there."""
        left = self._left.get(place)
        self._left[place] = self._now[thread] if left is None else joined(left, self._now[thread])
        self._tick(thread, row)

    def _tick(self, thread: int, row: int) -> None:
        now = self._now[thread]
        self._now[thread] = (*now[:thread], now[thread] + 1, *now[thread + 1 :])
        self.released_at[thread].append(row)

    # ---- records

    def record(self, thread: int, row: int, record: Record) -> None:
        """Something that the runtime recorded; `fence` is for fences; a destruction comes here as a try, if at all."""
        kind, flags, address, value, _ = record
        if flags & self._recursive or (flags & self._failed and kind != "once_end"):
            return
        match kind:
            case "create":
                self._leave(thread, row, ("created", value))
            case "start":
                self._learn(thread, row, ("created", thread))
            case "join":
                self._left["ended", value] = self._now[value]
                self._learn(thread, row, ("ended", value))
            case "unlock" | "rwunlock":
                held = self._held.get((thread, address))
                self._leave(thread, row, ("lock", address, held.pop() if held else "exclusive"))
            case "wait":
                self._leave(thread, row, ("lock", value, "exclusive"))
            case "region_begin":
                self._learn(thread, row, "region")
            case "region_end":
                self._leave(thread, row, "region")
            case "signal_send" | "signal_deliver" | "signal_wait" | "cancel" | "cancelled":
                self._signal(thread, row, record)
            case _ if kind in _EXCLUSIVE or kind in _SHARED:
                self._acquire(thread, row, kind, address)
            case _:
                self._counted(thread, row, kind, address, value, failed=bool(flags & self._failed))

    def _acquire(self, thread: int, row: int, kind: str, address: int) -> None:
        if kind.endswith(("rdlock", "wrlock")):
            mode = "shared" if kind in _SHARED else "exclusive"
            self._held.setdefault((thread, address), []).append(mode)
        excluded = () if kind in _SHARED else (("lock", address, "shared"),)
        self._learn(thread, row, ("lock", address, "exclusive"), *excluded)

    def _counted(self, thread: int, row: int, kind: str, address: int, value: int, *, failed: bool) -> None:
        match kind:
            case "sem_init":
                self._left.pop(("semaphore", address), None)
            case "sem_post":
                self._leave(thread, row, ("semaphore", address))
            case "sem_wait" | "sem_trywait" | "sem_timedwait":
                self._learn(thread, row, ("semaphore", address))
            case "barrier_init":
                self._lives[address] = self._lives.get(address, 0) + 1
            case "barrier_arrive":
                self._leave(thread, row, ("barrier", address, self._lives.get(address), value))
            case "barrier_leave":
                self._learn(thread, row, ("barrier", address, self._lives.get(address), value))
            case "once_begin":
                if address in self._done:  # its memory was initialised again
                    self._done.discard(address)
                    self._left.pop(("once", address), None)
                    self._left.pop(("given up", address), None)
                self._learn(thread, row, ("given up", address))
            case "once_end":
                self._leave(thread, row, ("given up" if failed else "once", address))
                if not failed:
                    self._done.add(address)
            case "once_pass":
                self._learn(thread, row, ("once", address))
            case _:
                raise AssertionError(kind)

    def _signal(self, thread: int, row: int, record: Record) -> None:
        """What the program sends itself: its handler knows what the sender knew."""
        if record.extra == self._from_outside:
            return
        sends = record.kind in ("signal_send", "cancel")
        whom = record.object if sends else thread
        place = ("signal", record.value, whom if record.extra == self._to_thread else None)
        if sends:
            self._leave(thread, row, place)
        else:
            self._learn(thread, row, place)

    # ---- atomics

    def fence(self, thread: int, row: int, order: MemoryOrder) -> None:
        if order in ACQUIRES:
            self._learn(thread, row, ("pending", thread))
        if order in RELEASES:
            self._left["fence", thread] = self._now[thread]
            self._tick(thread, row)

    def read(self, thread: int, row: int, order: int, pieces: range) -> None:
        """Of memory cut into pieces, so that no two accesses overlap in part of one."""
        if order in ACQUIRES:
            self._learn(thread, row, *pieces)
        elif order != MemoryOrder.PLAIN:
            pending = self._left.get(("pending", thread), self._nothing)
            for piece in pieces:
                pending = joined(pending, self._left.get(piece, self._nothing))
            self._left["pending", thread] = pending

    def write(self, thread: int, row: int, order: int, pieces: range, *, update: bool) -> None:
        if order == MemoryOrder.PLAIN:
            for piece in pieces:
                self._left.pop(piece, None)
                self._left.pop((piece, thread), None)
            return
        releases = order in RELEASES
        given = self._now[thread] if releases else self._left.get(("fence", thread), self._nothing)
        for piece in pieces:
            left = joined(given, self._left.get((piece, thread), self._nothing))
            if update:
                left = joined(left, self._left.get(piece, self._nothing))
            self._left[piece] = self._left[piece, thread] = left
        if releases:
            self._tick(thread, row)


def joined(one: Clock, other: Clock) -> Clock:
    return one if one is other else tuple(map(max, one, other))
