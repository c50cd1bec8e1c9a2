"""What has begun where a thread stands and is not over: critical sections above all, and which events end what.

What is open at a point (locks that are held, the wait, the region, the arrival that has not been left) does not depend
on the way there. A Wait ends a section. Inner acquires of a recursive lock are no events, so every section is an
outermost one.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from raddle.base.errors import InternalError
from raddle.model.actions import Acquire, Arrive, Leave, Mode, RegionBegin, RegionEnd, Release, Wait, Wake
from raddle.model.program import Event, TraceProgram


@dataclass(frozen=True, slots=True)
class Section:
    lock: int
    mode: Mode
    thread: int
    acquire: int
    releases: list[int] = field(default_factory=list, compare=False)
    """On different ways. None: the thread still holds it wherever it ends."""

    def excludes(self, other: "Section") -> bool:
        return self.lock == other.lock and Mode.EXCLUSIVE in (self.mode, other.mode)


@dataclass(frozen=True, slots=True)
class Open:
    """What has begun at a point and is not over."""

    held: tuple[Section, ...] = ()
    wait: int | None = None
    region: int | None = None
    arrival: int | None = None


class Sections:
    """Of all events that are spoken of, each behind those that lead to it."""

    def __init__(self, program: TraceProgram, events: Iterable[Event]) -> None:
        self.of_lock: dict[int, list[Section]] = defaultdict(list)
        self.by_acquire: dict[int, Section] = {}
        self.wakes: dict[int, list[int]] = {}
        """Wait -> what ends it."""
        self.leaves: dict[int, list[int]] = {}
        """Arrive -> what ends it."""
        self.region_ends: dict[int, list[int]] = {}
        self._around: dict[int, tuple[Section, ...]] = {}
        graph = program.graph
        self._source = graph.source
        self._at: dict[int, Open] = dict.fromkeys(graph.roots, Open())
        for event in events:
            after = self._after(event, self._at[self._source[event.number]])
            known = self._at.setdefault(graph.target[event.number], after)
            if known is not after and known != after:
                raise InternalError(f"what is open at a point depends on the way to it: event {event.number}")

    def before(self, event: int) -> Open:
        """What is open where its thread stands before it."""
        return self._at[self._source[event]]

    def around(self, event: int) -> tuple[Section, ...]:
        """The sections that hold the event; its own acquire and release belong to a section."""
        found = self._around.get(event)
        if found is None:
            own = self.by_acquire.get(event)
            held = self._at[self._source[event]].held
            found = self._around[event] = held if own is None else (*held, own)
        return found

    def open_after(self, event: int) -> bool:
        """Whether the thread holds a lock when the event is over."""
        return any(event not in section.releases for section in self.around(event))

    def common(self, a: int, b: int) -> tuple[Section, Section] | None:
        """Sections of one lock round a and round b that exclude each other."""
        of_b = self.around(b)
        for section in self.around(a) if of_b else ():
            for other in of_b:
                if section.lock == other.lock and section is not other and section.excludes(other):
                    return section, other
        return None

    def _after(self, event: Event, now: Open) -> Open:
        number = event.number
        match event.action:
            case Acquire(lock, mode):
                section = Section(lock, mode, event.thread, number)
                self.of_lock[lock].append(section)
                self.by_acquire[number] = section
                return replace(now, held=(*now.held, section))
            case Release(lock, mode):
                return replace(now, held=_without(now.held, lock, mode, number))
            case Wait(_, lock):
                self.wakes[number] = []
                held = now.held if lock is None else _without(now.held, lock, Mode.EXCLUSIVE, number)
                return replace(now, held=held, wait=number)
            case Wake() if now.wait is not None:
                self.wakes[now.wait].append(number)
                return replace(now, wait=None)
            case Arrive():
                self.leaves[number] = []
                return replace(now, arrival=number)
            case Leave() if now.arrival is not None:
                self.leaves[now.arrival].append(number)
                return replace(now, arrival=None)
            case RegionBegin():
                self.region_ends[number] = []
                return replace(now, region=number)
            case RegionEnd() if now.region is not None:
                self.region_ends[now.region].append(number)
                return replace(now, region=None)
            case _:
                return now


def _without(held: tuple[Section, ...], lock: int, mode: Mode, release: int) -> tuple[Section, ...]:
    """The last one of that lock is over."""
    for place in reversed(range(len(held))):
        if (held[place].lock, held[place].mode) == (lock, mode):
            held[place].releases.append(release)
            return held[:place] + held[place + 1 :]
    raise InternalError(f"event {release} releases what its thread does not hold")
