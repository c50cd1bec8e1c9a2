"""Which order of events of paths does not depend on the run, and which events need which.

Sets of events are numbers, bit by bit. For an event b:

    before(b):  all a such that, if both take place, a is before b. Those that never take place together with b are
                among them, since then nothing is said.
    needs(b):   all a that take place, before b or as b itself, whenever b does

In a thread: whatever leads to b is before it, whatever neither leads to it nor is led to by it excludes it. Between
threads: all that is before each create of a thread is before its start, all that is before each of its exits before the
joins. Along several ways to a point only what holds on each of them is kept.
"""

from collections.abc import Iterable
from typing import Final

from raddle.encode.order import Order
from raddle.encode.program_index import causes_of, ends_of
from raddle.model.actions import ProcessEnd
from raddle.model.program import TraceProgram


class StaticOrder(Order):
    """`alive`: the events that are spoken of; all others never take place."""

    def __init__(self, paths: TraceProgram, alive: frozenset[int]) -> None:
        self._paths = paths
        self._events = paths.events
        self._alive = alive
        self._creates, self._exits = ends_of(self._events[event] for event in sorted(alive))
        count = len(self._events)
        self._own = [0] * count
        """Of the same thread."""
        self.leads_to: Final = [0] * count
        """Of the same thread: all that it leads to, itself too."""
        self._led_from = [0] * count
        """Of the same thread: all that leads to it."""
        self._before = [0] * count
        self._needs = [0] * count
        for thread in range(len(paths.threads)):
            self._lead(thread)
        self._spread()

    def __call__(self, a: int, b: int) -> bool:
        return bool(self._before[b] >> a & 1)

    def excludes(self, a: int, b: int) -> bool:
        return self(a, b) and self(b, a)

    def excluded(self, event: int) -> int:
        """Of its own thread: the set of events that never take place together with it."""
        return self._own[event] & ~self._led_from[event]

    def needs(self, b: int, a: int) -> bool:
        return bool(self._needs[b] >> a & 1)

    def needed_by(self, b: int) -> int:
        return self._needs[b]

    # ---- within a thread

    def _lead(self, thread: int) -> None:
        whole = self._paths.threads[thread]
        events = [event for event in range(whole.first, whole.first + whole.count) if event in self._alive]
        all_of_it = _set_of(events)
        at: dict[int, int] = {}
        """Point -> all that comes behind it."""
        for event in reversed(events):
            self.leads_to[event] = 1 << event | at.get(self._paths.graph.target[event], 0)
            source = self._paths.graph.source[event]
            at[source] = at.get(source, 0) | self.leads_to[event]
        at = {}
        for event in events:
            self._led_from[event] = at.get(self._paths.graph.source[event], 0)
            self._own[event] = all_of_it & ~self.leads_to[event]
            target = self._paths.graph.target[event]
            at[target] = at.get(target, 0) | self._led_from[event] | 1 << event

    # ---- between threads

    def _spread(self) -> None:
        """In an order in which what an event stands behind comes first; where there is none, that is not known."""
        threads = self._paths.threads
        next_of = [thread.first for thread in threads]
        done: set[int] = set()
        while any(next_of[number] < thread.first + thread.count for number, thread in enumerate(threads)):
            moved = [self._go_on(number, next_of, done) for number in range(len(threads))]
            if not any(moved):
                number = next(one for one, thread in enumerate(threads) if next_of[one] < thread.first + thread.count)
                self._settle(next_of[number], done)
                next_of[number] += 1

    def _go_on(self, number: int, next_of: list[int], done: set[int]) -> bool:
        """One thread, as far as it goes."""
        thread = self._paths.threads[number]
        begin = next_of[number]
        for event in range(begin, thread.first + thread.count):
            if event in self._alive:
                if any(one not in done for one in self._awaited(event)):
                    break
                self._settle(event, done)
            next_of[number] = event + 1
        return next_of[number] > begin

    def _awaited(self, event: int) -> list[int]:
        return causes_of(self._events[event], self._creates, self._exits) or []

    def _settle(self, event: int, done: set[int]) -> None:
        entering = [
            one for one in self._paths.graph.entering.get(self._paths.graph.source[event], ()) if one in self._alive
        ]
        before, needs = self._common(entering)
        awaited = self._awaited(event)
        if all(one in done for one in awaited):
            more, needed = self._common(awaited)
            before, needs = before | more, needs | needed
        self._before[event] = before | self._own[event]
        self._before[event] &= ~(1 << event)
        self._needs[event] = needs | 1 << event
        done.add(event)

    def _common(self, events: Iterable[int]) -> tuple[int, int]:
        before, needs = -1, -1
        for event in events:
            before &= self._before[event] | 1 << event
            needs &= self._needs[event]
        return (before, needs) if before != -1 else (0, 0)


def _set_of(events: Iterable[int]) -> int:
    found = 0
    for event in events:
        found |= 1 << event
    return found


def living(paths: TraceProgram, last: frozenset[int]) -> frozenset[int]:
    """The events that can take place as far as the graphs say, besides `last`, behind which nothing is: not where a
    thread is never created, or a thread is joined that never ends; not behind the end of the process, which nobody
    needs; no failures and frontiers but those among the last."""
    events = paths.events
    alive: set[int] = set()
    while True:
        creates, exits = ends_of(event for event in events if event.number in alive)
        points = set(paths.graph.roots)
        found: set[int] = set()
        for event in events:
            number = event.number
            if paths.graph.source[number] not in points or not _is_kept(paths, number, last):
                continue
            if alive and causes_of(event, creates, exits) == []:
                continue
            found.add(number)
            if number not in last:
                points.add(paths.graph.target[number])
        if found == alive:
            return frozenset(found)
        alive = found


def _is_kept(paths: TraceProgram, event: int, last: frozenset[int]) -> bool:
    if event in last:
        return True
    return paths.graph.leads[event] == "on" and not isinstance(paths.events[event].action, ProcessEnd)
