"""Critical sections of paths: which acquire goes with which releases, and in which sections an event stands.

What is open at a point (locks that are held, the wait, the region, the once, the arrival that has not been left) does
not depend on the way there. A Wait ends a section.
"""

from collections import defaultdict
from dataclasses import dataclass, replace

from raddle.base.errors import InternalError
from raddle.model.ctp import (
    Acquire,
    Arrive,
    Event,
    Leave,
    Mode,
    RegionBegin,
    RegionEnd,
    Release,
    Wait,
    Wake,
)
from raddle.model.paths.paths import Paths


@dataclass(frozen=True, slots=True)
class Section:
    lock: int
    mode: Mode
    thread: int
    acquire: int


@dataclass(frozen=True, slots=True)
class Open:
    """What has begun at a point and is not over."""

    held: tuple[Section, ...] = ()
    wait: int | None = None
    region: int | None = None
    arrival: int | None = None


class Opened:
    """Of all events that are spoken of, thread by thread."""

    def __init__(self, paths: Paths, alive: frozenset[int]) -> None:
        self.of_lock: dict[int, list[Section]] = defaultdict(list)
        self.releases: dict[Section, list[int]] = {}
        self.by_acquire: dict[int, Section] = {}
        self.wakes: dict[int, list[int]] = {}
        """Wait -> what ends it."""
        self.leaves: dict[int, list[int]] = {}
        """Arrive -> what ends it."""
        self.region_ends: dict[int, list[int]] = {}
        self._paths = paths
        self._at: dict[int, Open] = {root: Open() for root in paths.roots}
        for number in sorted(alive):
            self._see(paths.program.events[number])

    def before(self, event: int) -> Open:
        """What is open where its thread stands before it."""
        return self._at[self._paths.source[event]]

    def around(self, event: int) -> tuple[Section, ...]:
        """The sections that hold the event; its own acquire and release belong to a section."""
        own = self.by_acquire.get(event)
        held = self.before(event).held
        return held if own is None else (*held, own)

    def common(self, a: int, b: int) -> tuple[Section, Section] | None:
        """Sections of one lock round a and round b, of different threads, that exclude each other."""
        of_b = self.around(b)
        for section in self.around(a):
            for other in of_b:
                if section.lock == other.lock and Mode.EXCLUSIVE in (section.mode, other.mode):
                    return section, other
        return None

    def _see(self, event: Event) -> None:
        after = self._after(event, self._at[self._paths.source[event.number]])
        known = self._at.setdefault(self._paths.target[event.number], after)
        if known != after:
            raise InternalError(f"what is open at a point depends on the way to it: event {event.number}")

    def _after(self, event: Event, now: Open) -> Open:
        number = event.number
        match event.action:
            case Acquire(lock, mode):
                section = Section(lock, mode, event.thread, number)
                self.of_lock[lock].append(section)
                self.by_acquire[number] = section
                self.releases[section] = []
                return replace(now, held=(*now.held, section))
            case Release(lock, mode):
                return replace(now, held=self._without(now.held, lock, mode, number))
            case Wait(_, lock):
                self.wakes[number] = []
                held = now.held if lock is None else self._without(now.held, lock, Mode.EXCLUSIVE, number)
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

    def _without(self, held: tuple[Section, ...], lock: int, mode: Mode, release: int) -> tuple[Section, ...]:
        """The last one of that lock is over."""
        for place in reversed(range(len(held))):
            if (held[place].lock, held[place].mode) == (lock, mode):
                self.releases[held[place]].append(release)
                return held[:place] + held[place + 1 :]
        raise InternalError(f"event {release} releases what its thread does not hold")
