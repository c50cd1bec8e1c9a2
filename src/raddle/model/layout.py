"""Where each thing stands in a state: a state of the machine is one flat tuple of integers."""

from typing import Final

from raddle.logic.terms import Term
from raddle.model.ctp import Create, Ctp, Event
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
    """

    def __init__(self, ctp: Ctp) -> None:
        count = len(ctp.threads)
        self.threads: Final = range(count)
        self.positions: Final = 0
        self.waits: Final = count
        self.tickets: Final = self.waits + count
        self.region: Final = self.tickets + count
        self.ended: Final = self.region + 1
        self.locks: Final = self.ended + 1
        self.semaphores: Final = self.locks + len(ctp.locks)
        self.barriers: Final = self.semaphores + len(ctp.semaphores)
        self.onces: Final = self.barriers + len(ctp.barriers)
        self.cells: Final = self.onces + len(ctp.onces)
        self.variables: Final = self.cells + len(ctp.cells)
        self.slot_of: Final[dict[Term, int]] = {}
        self.creates: Final[dict[int, Event]] = {}
        """By child."""
        for event in ctp.events:
            if isinstance(event.action, Create):
                self.creates[event.action.child] = event
            for read in reads_of(event):
                self.slot_of[read.variable] = self.variables + len(self.slot_of)
        first = self.variables + len(self.slot_of)
        self.gone: Final = {cell: first + number for number, cell in enumerate(freed_again(ctp))}
        """Of cells that may be given back again: 1 once they have been."""
        self.size: Final = first + len(self.gone)

    def initial(self, ctp: Ctp) -> State:
        slots = [0] * self.size
        for number, semaphore in enumerate(ctp.semaphores):
            slots[self.semaphores + number] = semaphore.initial
        for number, cell in enumerate(ctp.cells):
            slots[self.cells + number] = cell.initial
        return tuple(slots)
