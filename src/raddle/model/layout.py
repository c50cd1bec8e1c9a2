"""Where each thing stands in a state: a state of the machine is one flat tuple of integers."""

from collections.abc import Callable, Sequence
from typing import Final

from raddle.logic.terms import Term
from raddle.model.actions import Create, Exit
from raddle.model.graph import Graph
from raddle.model.program import MAIN, Event, TraceProgram
from raddle.model.rules.rule import put
from raddle.model.uses import freed_again, reads_of

State = tuple[int, ...]
"""See `Layout`. Values that nobody will ask for again are 0, so that states that cannot be told apart are equal."""

FREE: Final = 0
"""A lock that nobody holds. Above: so many readers; below: -1 - thread holds it exclusively."""
NOT_BEGUN, BEGUN, DONE = 0, 1, 2
"""Of a once."""
NOBODY: Final = 0
"""No region is open; otherwise 1 + thread."""


class Layout:
    """Numbers of the first slot of each kind of thing.

    A thread's slot among `waits` is 0, or 1 + 2 * condition while it waits, or 2 + 2 * condition once it is chosen.
    A thread's slot among `tickets` is 0, or 1 + 2 * its round at the barrier + whether it was the round's last to come.
    A thread's slot among `positions` is how many of its events have taken place. Who has been created and who has ended
    follows from these.
    """

    def __init__(self, program: TraceProgram) -> None:
        count = len(program.threads)
        self.threads: Final = range(count)
        self.positions: Final = 0
        self.waits: Final = count
        self.tickets: Final = self.waits + count
        self.region: Final = self.tickets + count
        self.ended: Final = self.region + 1
        self.locks: Final = self.ended + 1
        self.semaphores: Final = self.locks + len(program.locks)
        self.barriers: Final = self.semaphores + len(program.semaphores)
        self.onces: Final = self.barriers + len(program.barriers)
        self.cells: Final = self.onces + len(program.onces)
        self.variables: Final = self.cells + len(program.cells)
        self.slot_of: Final[dict[Term, int]] = {}
        self.creates: Final[dict[int, Event]] = {}
        """By child."""
        for event in program.events:
            if isinstance(event.action, Create):
                self.creates[event.action.child] = event
            for read in reads_of(event):
                self.slot_of[read.variable] = self.variables + len(self.slot_of)
        first = self.variables + len(self.slot_of)
        self.gone: Final = {cell: first + number for number, cell in enumerate(freed_again(program))}
        """Of cells that may be given back again: 1 once they have been."""
        self.size: Final = first + len(self.gone)
        self._whole: Final = {
            number: thread.count
            for number, thread in enumerate(program.threads)
            if thread.count and isinstance(program.events[thread.first + thread.count - 1].action, Exit)
        }
        """Of threads that end: how many events they have."""

    def initial(self, program: TraceProgram) -> State:
        slots = [0] * self.size
        for number, semaphore in enumerate(program.semaphores):
            slots[self.semaphores + number] = semaphore.initial
        for number, cell in enumerate(program.cells):
            slots[self.cells + number] = cell.initial
        return tuple(slots)

    # ---- threads

    def is_created(self, thread: int) -> Callable[[Sequence[int]], bool]:
        """A question to states."""
        create = self.creates.get(thread)
        if create is None:
            return lambda slots: thread == MAIN
        parent, position = self.positions + create.thread, create.position
        return lambda slots: slots[parent] > position

    def has_ended(self, thread: int) -> Callable[[Sequence[int]], bool]:
        slot, count = self.positions + thread, self._whole.get(thread)
        if count is None:
            return lambda slots: False
        return lambda slots: slots[slot] == count

    def create(self, child: int) -> Callable[[list[int]], None]:
        """What it changes that the thread is created; beside its creator's position nothing."""
        return lambda slots: None

    def end(self, thread: int) -> Callable[[list[int]], None]:
        return lambda slots: None


class BranchingLayout(Layout):
    """Where there are branches, a thread's slot among `positions` is the point at which it stands. That does not say
    who has been created, and who has ended: slots of their own do."""

    def __init__(self, program: TraceProgram, graph: Graph) -> None:
        super().__init__(program)
        self._roots = graph.roots
        self._created: Final = self.size
        self._ended: Final = self._created + len(graph.roots)

    def initial(self, program: TraceProgram) -> State:
        slots = [*super().initial(program), *([0] * (2 * len(self._roots)))]
        slots[: len(self._roots)] = self._roots
        slots[self._created + MAIN] = 1
        return tuple(slots)

    def is_created(self, thread: int) -> Callable[[Sequence[int]], bool]:
        slot = self._created + thread
        return lambda slots: slots[slot] == 1

    def has_ended(self, thread: int) -> Callable[[Sequence[int]], bool]:
        slot = self._ended + thread
        return lambda slots: slots[slot] == 1

    def create(self, child: int) -> Callable[[list[int]], None]:
        return put(self._created + child, 1)

    def end(self, thread: int) -> Callable[[list[int]], None]:
        return put(self._ended + thread, 1)


def layout_of(program: TraceProgram) -> Layout:
    return Layout(program) if program.branches is None else BranchingLayout(program, program.branches)
