"""Which memory errors a small trace program has, by going through all its runs: plain, slow, and on its own.

docs/rules.md, Memory. What an event touches in a state is asked of tests/support/race_oracle.py.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from raddle.model.actions import Check, Free, Step
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from tests.support.race_oracle import MOST_STATES, Oracle, TooMany

GivenBack = frozenset[tuple[int, tuple[int, ...]]]
"""Frees that have taken place, each with the cells that it gave back."""


@dataclass
class MemoryErrors:
    states: int = 0
    uses: set[tuple[int, int]] = field(default_factory=set)
    """Of events: free, use."""
    checks: set[int] = field(default_factory=set)
    """That are next and false, of all kinds."""


def memory_errors_of(ctp: TraceProgram, most_states: int = MOST_STATES) -> MemoryErrors:
    looking = _Looking(ctp)
    found = MemoryErrors()
    start: tuple[State, GivenBack] = (looking.machine.initial, frozenset())
    known = {start}
    stack = [start]
    while stack:
        state, gone = stack.pop()
        looking.look(state, gone, found)
        for move, after in looking.machine.successors(state):
            reached = (after, looking.after(gone, state, move))
            if reached not in known:
                known.add(reached)
                stack.append(reached)
        if len(known) > most_states:
            raise TooMany
    found.states = len(known)
    return found


def memory_errors_after(ctp: TraceProgram, moves: Sequence[Move]) -> MemoryErrors:
    """Those that the state behind these moves shows."""
    looking = _Looking(ctp)
    state: State = looking.machine.initial
    gone: GivenBack = frozenset()
    for move in moves:
        gone = looking.after(gone, state, move)
        state = looking.machine.perform(state, move)
    found = MemoryErrors()
    looking.look(state, gone, found)
    return found


class _Looking:
    def __init__(self, ctp: TraceProgram) -> None:
        self._ctp = ctp
        self.machine = Machine(ctp)
        self._oracle = Oracle(ctp, self.machine)

    def look(self, state: State, gone: GivenBack, found: MemoryErrors) -> None:
        for event in self.machine.next_events(state):
            cells = {hit.cell for hit in self._oracle.hits(event, state)} | _of_locks(event)
            for free, freed in gone:
                if not cells.isdisjoint(freed) and self._is_gone_for(event, self._ctp.events[free]):
                    found.uses.add((free, event.number))
        found.checks |= set(self.machine.violated(state))

    @staticmethod
    def _is_gone_for(user: Event, free: Event) -> bool:
        """A thread's own frames come and go; a block that is resized is still there."""
        action = free.action
        assert isinstance(action, Free)
        return not action.goes_on and not (action.of_frame and user.thread == free.thread)

    def after(self, gone: GivenBack, state: State, move: Move) -> GivenBack:
        event = self._ctp.events[move.event]
        if not isinstance(event.action, Free):
            return gone
        return gone | {(event.number, self._oracle.given_back(event, event.action, state))}


def _of_locks(event: Event) -> set[int]:
    """Cells of objects that it uses next, without accessing them. They lie where they lie."""
    reads = event.action.reads if isinstance(event.action, Step | Check) else ()
    return {cell for read in reads if read.of_lock for cell in read.cells}


def may_use(ctp: TraceProgram) -> Iterator[tuple[int, int]]:
    """Every free with every event that may access memory."""
    frees = [event.number for event in ctp.events if isinstance(event.action, Free)]
    uses = [event.number for event in ctp.events if isinstance(event.action, Step | Check | Free)]
    return ((free, use) for free in frees for use in uses if free != use)
