"""What has begun where a thread stands and is not over: critical sections above all, and which events end what.

What is open at a point (model/opens.py: locks that are held, the wait, the region, the stay at a barrier) does not
depend on the way there. Inner acquires of a recursive lock are no events, so every section is an outermost one.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from raddle.base.errors import InternalError
from raddle.model.actions import Mode
from raddle.model.opens import Opens
from raddle.model.program import Event, TraceProgram
from raddle.model.rules.actions import traits_of
from raddle.model.rules.lock import excludes
from raddle.model.rules.traits import Family, Traits


@dataclass(frozen=True, slots=True)
class Section:
    lock: int
    mode: Mode
    thread: int
    acquire: int
    releases: list[int] = field(default_factory=list, compare=False)
    """On different ways. None: the thread still holds it wherever it ends."""

    def excludes(self, other: "Section") -> bool:
        return self.lock == other.lock and excludes(self.mode, other.mode)


class Sections:
    """Of all events that are spoken of, each behind those that lead to it."""

    def __init__(self, program: TraceProgram, events: Iterable[Event]) -> None:
        self.of_lock: dict[int, list[Section]] = defaultdict(list)
        self.by_acquire: dict[int, Section] = {}
        self.ends: dict[int, list[int]] = {}
        """What begins something -> what ends it, on different ways."""
        self.region_ends: dict[int, list[int]] = {}
        """The same of regions."""
        self._around: dict[int, tuple[Section, ...]] = {}
        graph = program.graph
        self._source = graph.source
        self._at: dict[int, Opens[int]] = dict.fromkeys(graph.roots, Opens())
        for event in events:
            now, traits = self._at[self._source[event.number]], traits_of(event.action)
            after = now.after(traits, event.number)
            if after is not now:
                self._enter(event, traits, now)
            known = self._at.setdefault(graph.target[event.number], after)
            if known is not after and known != after:
                raise InternalError(f"what is open at a point depends on the way to it: event {event.number}")

    def _enter(self, event: Event, traits: Traits, now: Opens[int]) -> None:
        if traits.ends is not None and (begin := now.begun(traits.ends)) is not None:
            self.ends[begin].append(event.number)
        if traits.begins is not None:
            of, mode = traits.begins.of, traits.begins.mode
            ends = self.ends[event.number] = []
            if mode is not None:
                section = self.by_acquire[event.number] = Section(of.number, mode, event.thread, event.number, ends)
                self.of_lock[of.number].append(section)
            elif of.family is Family.REGION:
                self.region_ends[event.number] = ends

    def begun(self, event: int, family: Family) -> int | None:
        """What began the wait, the stay at a barrier or the region in which its thread stands before the event."""
        return self._at[self._source[event]].begun(family)

    def held(self, event: int) -> tuple[Section, ...]:
        """The sections in which its thread stands before the event."""
        opens = self._at[self._source[event]].held
        return tuple(self.by_acquire[by] for what, by in opens if what.mode is not None) if opens else ()

    def around(self, event: int) -> tuple[Section, ...]:
        """The sections that hold the event; its own acquire and release belong to a section."""
        found = self._around.get(event)
        if found is None:
            own = self.by_acquire.get(event)
            held = self.held(event)
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
