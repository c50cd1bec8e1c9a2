"""Critical sections: which acquire goes with which release, and in which sections an event stands.

A Wait ends a section. Inner acquires of a recursive lock are no events, so every section is an outermost one.
"""

from collections import defaultdict
from dataclasses import dataclass

from raddle.model.ctp import Acquire, Ctp, Event, Mode, Release, Wait


@dataclass(frozen=True, slots=True)
class Section:
    lock: int
    mode: Mode
    thread: int
    acquire: int
    release: int | None
    """None: the thread still held it where its trace ends."""


Held = tuple[Section, ...]


class Sections:
    def __init__(self, ctp: Ctp) -> None:
        self.of_lock: dict[int, list[Section]] = defaultdict(list)
        self.by_acquire: dict[int, Section] = {}
        self._held: list[Held] = [()] * len(ctp.events)
        for number in range(len(ctp.threads)):
            self._scan(ctp.of_thread(number))

    def around(self, event: int) -> Held:
        """The sections that hold the event; its own acquire and release belong to a section."""
        return self._held[event]

    def open_after(self, event: int) -> bool:
        """Whether the thread holds a lock when the event is over."""
        return any(section.release != event for section in self._held[event])

    def common(self, a: int, b: int) -> tuple[Section, Section] | None:
        """Sections of one lock round a and round b that exclude each other."""
        of_b = self._held[b]
        for section in self._held[a]:
            for other in of_b:
                if section.lock == other.lock and section is not other and not _both_shared(section, other):
                    return section, other
        return None

    def _scan(self, events: tuple[Event, ...]) -> None:
        released = _releases(events)
        held: Held = ()
        for event in events:
            action = event.action
            if isinstance(action, Acquire):
                end = released.get(event.number)
                section = Section(action.lock, action.mode, event.thread, event.number, end)
                self.of_lock[action.lock].append(section)
                self.by_acquire[event.number] = section
                held = (*held, section)
            self._held[event.number] = held
            if isinstance(action, Release | Wait):
                held = tuple(section for section in held if section.release != event.number)


def _releases(events: tuple[Event, ...]) -> dict[int, int]:
    """Acquire -> its release, of one thread."""
    open_: dict[tuple[int, Mode], list[int]] = defaultdict(list)
    released: dict[int, int] = {}
    for event in events:
        match event.action:
            case Acquire(lock, mode):
                open_[lock, mode].append(event.number)
            case Release(lock, mode) if open_[lock, mode]:
                released[open_[lock, mode].pop()] = event.number
            case Wait(_, int(lock)) if open_[lock, Mode.EXCLUSIVE]:
                released[open_[lock, Mode.EXCLUSIVE].pop()] = event.number
            case _:
                pass
    return released


def _both_shared(a: Section, b: Section) -> bool:
    return a.mode is Mode.SHARED and b.mode is Mode.SHARED
