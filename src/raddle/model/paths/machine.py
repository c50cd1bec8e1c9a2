"""The executable semantics of paths: what may happen in a state, and what it changes.

In: Paths. Out: states, each a flat tuple (model/layout.py) in which a thread's position is the point where it stands,
and behind it who has been created and who has ended. What each action means is stated in model/ctp.py; here a thread
starts once one of its creates has happened, and is joined once one of its exits has. Memory that is given back changes
nothing. This is what every encoding of paths has to agree with.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from raddle.logic.terms import Term
from raddle.model.ctp import MAIN, Create, Event, Exit, Free, Join, ProcessEnd, Signal, Start
from raddle.model.layout import NOBODY, Layout, State
from raddle.model.machine import Impossible, Machine, RememberedWorth, Worth
from raddle.model.moves import Move
from raddle.model.paths.goals import Way
from raddle.model.paths.paths import Paths
from raddle.model.run import GrowingWorth


class PathMachine:
    """All runs of paths."""

    def __init__(self, paths: Paths) -> None:
        self.paths: Final = paths
        self.program: Final = paths.program
        self.accesses: Final = Machine(paths.program)
        """For what one event does to the slots, whatever led to it."""
        self.layout: Final[Layout] = self.accesses.layout
        self.created: Final = self.layout.size
        """Slots behind the layout's: 1 for a thread that has been created,"""
        self.ended: Final = self.created + len(paths.program.threads)
        """and for one that has ended."""

    @cached_property
    def initial(self) -> State:
        slots = [*self.layout.initial(self.program), *([0] * (2 * len(self.program.threads)))]
        slots[: len(self.paths.roots)] = self.paths.roots
        slots[self.created + MAIN] = 1
        return tuple(slots)

    @cached_property
    def worth(self) -> RememberedWorth:
        """For many runs."""
        return RememberedWorth(self.layout)

    # ---- states

    def may_move(self, state: Sequence[int], thread: int) -> bool:
        """Whether it is not kept from moving by another one's region, or the end of the process."""
        return not state[self.layout.ended] and state[self.layout.region] in (NOBODY, 1 + thread)

    def next_events(self, state: Sequence[int], thread: int) -> tuple[int, ...]:
        """The outcomes of what the thread does next, whether they can take place or not."""
        return self.paths.leaving.get(state[thread], ()) if self.may_move(state, thread) else ()

    def is_next(self, state: Sequence[int], event: int) -> bool:
        """Whether its thread stands before it."""
        return state[self.program.events[event].thread] == self.paths.source[event]

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        for thread in self.layout.threads:
            for event in self.next_events(state, thread):
                for chosen in self.choices(state, event):
                    slots = list(state)
                    if self.why_not(slots, event, chosen, self.worth) is None:
                        yield Move(event, chosen), tuple(slots)

    def choices(self, state: Sequence[int], event: int) -> Sequence[int | None]:
        """Whom it may wake, of a signal; else nobody."""
        action = self.program.events[event].action
        if not isinstance(action, Signal):
            return (None,)
        return self.waiting(state, action.condition) or (None,)

    def waiting(self, state: Sequence[int], condition: int) -> list[int]:
        return self.accesses.waiting(state, condition)

    def can_happen(self, state: Sequence[int], event: int) -> bool:
        """Whether an event that its thread stands before is possible now, as far as regions do not matter."""
        return self.why_not(list(state), event, None, self.worth) is None

    # ---- one event

    def why_not(self, slots: list[int], event: int, chosen: int | None, worth: Worth) -> str | None:
        """Performs in place what its thread stands before. Out: why it cannot take place; then what is in the slots
        means nothing."""
        whole = self.program.events[event]
        match whole.action:
            case Start() if not slots[self.created + whole.thread]:
                return "its thread is not created yet"
            case Join(child) if not slots[self.ended + child]:
                return f"{self.program.threads[child].name} has not ended yet"
            case Create(child):
                if slots[self.created + child]:
                    return f"{self.program.threads[child].name} has been created already"
                slots[self.created + child] = 1
            case Exit():
                slots[self.ended + whole.thread] = 1
            case Start() | Join() | Free():
                pass
            case _:
                reason = self.accesses.why_not(slots, whole, chosen, worth)
                if reason is not None:
                    return reason
        slots[whole.thread] = self.paths.target[event]
        return None

    def advance(self, slots: list[int], move: Move, worth: Worth) -> None:
        """Impossible if it cannot take place: what is in the slots then means nothing."""
        event = self.program.events[move.event]
        if slots[self.layout.ended]:
            raise Impossible("the process has ended")
        if not self.may_move(slots, event.thread):
            raise Impossible(f"thread {slots[self.layout.region] - 1} is in a region")
        if not self.is_next(slots, move.event):
            raise Impossible(f"thread {event.thread} does not stand before it")
        self._check_choice(slots, event, move.chosen)
        reason = self.why_not(slots, move.event, move.chosen, worth)
        if reason is not None:
            raise Impossible(reason)

    def _check_choice(self, slots: list[int], event: Event, chosen: int | None) -> None:
        if not isinstance(event.action, Signal):
            if chosen is not None:
                raise Impossible("only a signal chooses")
            return
        waiting = self.waiting(slots, event.action.condition)
        if chosen is None and waiting:
            raise Impossible("it chooses nobody, and somebody waits")
        if chosen is not None and chosen not in waiting:
            raise Impossible(f"it chooses thread {chosen}, which does not wait")

    def ends_the_run(self, event: int) -> bool:
        """Whether nothing that is known comes behind it, in any thread."""
        return self.paths.leads[event] != "on" or isinstance(self.program.events[event].action, ProcessEnd)


@dataclass(frozen=True, slots=True)
class Ran:
    """All events of the way took place."""

    state: State = field(repr=False)
    values: Mapping[Term, int] = field(repr=False)
    """What each variable read."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The events before `position` took place, that one cannot."""

    position: int
    reason: str


def run(paths: Paths, way: Way, machine: PathMachine | None = None) -> Ran | Refusal:
    """A machine for these paths may be given, to make it once for many runs."""
    machine = machine or PathMachine(paths)
    slots = list(machine.initial)
    worth = GrowingWorth()
    last = len(way.events) - 1
    for position, event in enumerate(way.events):
        if position < last and machine.ends_the_run(event):
            return Refusal(position, "nothing is known behind it, and it is not the last")
        try:
            machine.advance(slots, Move(event, way.chosen.get(event)), worth)
        except Impossible as impossible:
            return Refusal(position, str(impossible))
    return Ran(tuple(slots), worth.values)
