"""What may happen next in a run of a trace program, told from the list of what has happened: slow, and on its own.

docs/rules.md, Locks to Regions, as it stands there. Nothing is taken from model/rules or from the machine that is made
of it: who holds what, who was chosen, who came when to a barrier, all that is counted anew from the list whenever it is
asked. So it is a judge of the machine, state by state (tests/support/judged_runs.py).
"""

from typing import Final

from raddle.logic.terms import Term
from raddle.model.actions import (
    Acquire,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Free,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Refused,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
)
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from tests.support.deadlock_oracle import Here
from tests.support.race_oracle import cell_of, reads_of, worth_of


class History:
    """Of one run, as far as it has come."""

    def __init__(self, ctp: TraceProgram) -> None:
        self._ctp: Final = ctp
        self._moves: list[Move] = []
        self._positions = [0] * len(ctp.threads)
        self._cells = [cell.initial for cell in ctp.cells]
        self._values: dict[Term, int] = {}
        self._gone: set[int] = set()

    def copy(self) -> "History":
        copied = History(self._ctp)
        copied._moves, copied._positions = list(self._moves), list(self._positions)
        copied._cells, copied._values, copied._gone = list(self._cells), dict(self._values), set(self._gone)
        return copied

    @property
    def here(self) -> Here:
        return Here(self._ctp, self._positions, self._waits_unchosen, lambda thread: self._turn(thread)[0] + 1)

    def moves(self) -> set[Move]:
        """All that can take place now."""
        here, found = self.here, set[Move]()
        for event in self._next_events(here):
            if isinstance(event.action, Signal):
                found |= {Move(event.number, one) for one in self._who_waits(event.action.condition) or [None]}
            elif self._may(event, here):
                found.add(Move(event.number))
        return found

    def violated(self) -> set[int]:
        """The checks that are next and false."""
        found = set()
        for event in self._next_events(self.here):
            values = self._with_reads(event)
            if isinstance(event.action, Check) and values is not None and worth_of(event.action.condition, values) == 0:
                found.add(event.number)
        return found

    def perform(self, move: Move) -> None:
        event = self._ctp.events[move.event]
        action = event.action
        if isinstance(action, Step | Check):
            values = self._with_reads(event)
            assert values is not None
            self._values = values
        if isinstance(action, Step):
            stored = [(cell_of(write, self._values), worth_of(write.value, self._values)) for write in action.writes]
            for cell, value in stored:
                assert cell is not None and value is not None
                self._cells[cell] = value
        if isinstance(action, Free) and not action.of_frame and not action.goes_on:
            self._gone |= self._named(action)
        self._moves.append(move)
        self._positions[event.thread] += 1

    def _next_events(self, here: Here) -> list[Event]:
        """Nobody moves once the process has ended; while a thread is in a region nobody else does."""
        threads = [] if here.has_ended else here.in_regions() or range(len(self._positions))
        following = [(self._ctp.of_thread(thread), self._positions[thread]) for thread in threads]
        return [events[position] for events, position in following if position < len(events)]

    # ---- when an event may happen

    def _may(self, event: Event, here: Here) -> bool:
        match event.action:
            case Start():
                return here.is_created(event.thread)
            case Create(child):
                return not here.is_created(child)
            case Join(child):
                return here.has_exited(child)
            case Acquire():
                return not here.holders(event)
            case Refused():
                return bool(here.holders(event))
            case Release(lock, mode):
                return here.held(event.thread, lock, mode) > 0
            case Take(semaphore):
                return here.tokens(semaphore) > 0
            case Count(semaphore, value):
                return here.tokens(semaphore) == value
            case OnceBegin(once):
                return here.count(OnceBegin, of=once) == 0
            case OncePass(once):
                return here.count(OnceEnd, of=once) > 0
            case Step() | Check() | Free():
                return self._may_access(event)
            case _:
                return self._may_wait(event, here)

    def _may_wait(self, event: Event, here: Here) -> bool:
        match event.action:
            case Wait(_, lock):
                return lock is None or here.held(event.thread, lock, Mode.EXCLUSIVE) > 0
            case Wake(_, "signal"):
                return not self._waits_unchosen(event.thread)
            case Wake(_, "timeout" | "spurious"):
                return self._waits_unchosen(event.thread)
            case Leave(barrier, last):
                turn, was_last = self._turn(event.thread)
                parties = self._ctp.barriers[barrier].parties
                return last in (None, was_last) and here.count(Arrive, of=barrier) >= (turn + 1) * parties
            case _:
                return True

    def _may_access(self, event: Event) -> bool:
        """A guard or a check is true, every address one of those recorded, no division traps."""
        action = event.action
        if isinstance(action, Free):
            return action.of_frame or self._gone.isdisjoint(self._named(action))
        values = self._with_reads(event)
        if values is None or not isinstance(action, Step | Check):
            return False
        if worth_of(action.condition if isinstance(action, Check) else action.guard, values) != 1:
            return False
        writes = action.writes if isinstance(action, Step) else ()
        return all(cell_of(write, values) is not None and worth_of(write.value, values) is not None for write in writes)

    def _with_reads(self, event: Event) -> dict[Term, int] | None:
        """What is known behind its reads. None: one of them goes astray."""
        values = dict(self._values)
        for read in reads_of(event):
            cell = cell_of(read, values)
            if cell is None:
                return None
            values[read.variable] = self._cells[cell]
        return values

    def _named(self, free: Free) -> set[int]:
        return set(free.cells) if free.when is None or worth_of(free.when, self._values) == 1 else set()

    # ---- what follows from the order of the run

    def _who_waits(self, condition: int) -> list[int]:
        """Whom a signal may choose."""
        begun = {}
        for move in self._moves:
            event = self._ctp.events[move.event]
            match event.action:
                case Wait(of) if of == condition:
                    begun[event.thread] = True
                case Wake(of) if of == condition:
                    begun.pop(event.thread, None)
                case Signal(of) if of == condition and move.chosen is not None:
                    begun.pop(move.chosen, None)
                case Broadcast(of) if of == condition:
                    begun.clear()
                case _:
                    pass
        return list(begun)

    def _waits_unchosen(self, thread: int) -> bool:
        return any(thread in self._who_waits(condition) for condition in range(len(self._ctp.conditions)))

    def _turn(self, thread: int) -> tuple[int, bool]:
        """Of the barrier where it came last: the number of its round, and whether it was the round's last."""
        done = self._ctp.of_thread(thread)[: self._positions[thread]]
        arrival = next(event for event in reversed(done) if isinstance(event.action, Arrive))
        assert isinstance(arrival.action, Arrive)
        barrier = arrival.action.barrier
        came = [move.event for move in self._moves if self._ctp.events[move.event].action == Arrive(barrier)]
        turn, place = divmod(came.index(arrival.number), self._ctp.barriers[barrier].parties)
        return turn, place == self._ctp.barriers[barrier].parties - 1
