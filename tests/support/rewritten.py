"""A trace program that is made of another one, thread by thread: events are added, and threads."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import accumulate

from raddle.model.actions import Action, Cell
from raddle.model.memory import Explained
from raddle.model.program import Event, Thread, TraceProgram

Place = tuple[int, int]
"""Of an event: its thread, and its position there."""


@dataclass
class _Thread:
    name: str
    parent: int | None
    events: list[tuple[Action, Event | None]] = field(default_factory=list)
    """And what each was made of."""


class Rewritten:
    def __init__(self, program: TraceProgram) -> None:
        self.given = program
        self.terms = program.terms
        self.threads = [_Thread(one.name, one.parent) for one in program.threads]
        self.cells = list(program.cells)
        self._behind: dict[int, list[Place]] = {}
        """By given event: what was added right behind it, in the order of the run that was observed;"""
        self._before: dict[int, list[Place]] = {}
        """and right before it."""
        self._at: dict[int, Place] = {}

    def keep(self, event: Event, action: Action) -> None:
        self._at[event.number] = self._add(event.thread, action, event)

    def add(self, thread: int, action: Action, *, near: Event, before: bool = False) -> None:
        """`near`: in the observed run it comes right behind that event, or before it."""
        place = self._add(thread, action, None)
        (self._before if before else self._behind).setdefault(near.number, []).append(place)

    def _add(self, thread: int, action: Action, event: Event | None) -> Place:
        events = self.threads[thread].events
        events.append((action, event))
        return thread, len(events) - 1

    def thread(self, name: str, parent: int) -> int:
        self.threads.append(_Thread(name, parent))
        return len(self.threads) - 1

    def cell(self, name: str, width: int, initial: int = 0) -> int:
        self.cells.append(Cell(name, width, initial, hidden=True))
        return len(self.cells) - 1

    def made(self) -> Explained:
        transactions = [tuple(self._at[event] for event in block) for block in self.given.transactions]
        firsts = [0, *accumulate(len(one.events) for one in self.threads)]
        events, given = [], []
        for number, thread in enumerate(self.threads):
            upto = 0
            for position, (action, event) in enumerate(thread.events):
                upto = upto if event is None else event.upto
                origin, label = (0, "") if event is None else (event.origin, event.label)
                events.append(Event(firsts[number] + position, number, position, action, upto, origin, label))
                given.append(None if event is None else event.number)
        program = replace(
            self.given,
            threads=tuple(
                Thread(one.name, firsts[number], len(one.events), one.parent)
                for number, one in enumerate(self.threads)
            ),
            events=tuple(events),
            cells=tuple(self.cells),
            observed=tuple(firsts[thread] + position for thread, position in self._observed(self.given.observed)),
            assumptions=(),
            transactions=tuple(
                (firsts[first[0]] + first[1], firsts[last[0]] + last[1]) for first, last in transactions
            ),
        )
        return Explained(program, tuple(given))

    def _observed(self, given: Iterable[int]) -> Iterable[Place]:
        for number in given:
            yield from self._before.get(number, ())
            yield self._at[number]
            yield from self._behind.get(number, ())
