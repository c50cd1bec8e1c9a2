"""The shared part of a state, V_G of section 3.1: one variable for each cell, lock, count and so on.

A rule speaks of `now`, the value before the step; the unrolling puts the copy of each step in its place.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.terms import Term
from raddle.model.actions import Acquire, Arrive, Mode, Post
from raddle.model.program import TraceProgram

SMALLEST_WIDTH: Final = 2
"""A term of width 1 is a truth value, and has no arithmetic."""
NOT_WAITING: Final = 0
NOT_BEGUN, BEGUN, DONE = 0, 1, 2
NOBODY: Final = 0


def width_of(largest: int) -> int:
    return max(SMALLEST_WIDTH, largest.bit_length())


def waiting(condition: int) -> int:
    return 1 + 2 * condition


def chosen(condition: int) -> int:
    return 2 + 2 * condition


@dataclass(frozen=True, slots=True)
class Slot:
    index: int
    name: str
    initial: int
    now: Term = field(repr=False)


class Slots:
    """Made when a rule first asks for them."""

    def __init__(self, ctp: TraceProgram) -> None:
        self._ctp = ctp
        self._terms = ctp.terms
        self._made: dict[Hashable, Slot] = {}
        self.ends: Final[dict[int, Term]] = {}
        """Thread -> the truth value that says that it has ended,"""
        self.begins: Final[dict[int, Term]] = {}
        """and that it has been created."""
        actions = [event.action for event in ctp.events]
        self._sharing = [0] * len(ctp.locks)
        self._posts = [0] * len(ctp.semaphores)
        self._arrivals = [0] * len(ctp.barriers)
        for action in actions:
            match action:
                case Acquire(lock=lock, mode=Mode.SHARED):
                    self._sharing[lock] += 1
                case Post(semaphore=semaphore):
                    self._posts[semaphore] += 1
                case Arrive(barrier=barrier):
                    self._arrivals[barrier] += 1
                case _:
                    pass

    @property
    def all(self) -> tuple[Slot, ...]:
        return tuple(self._made.values())

    def _slot(self, key: Hashable, name: str, width: int, initial: int = 0) -> Slot:
        found = self._made.get(key)
        if found is None:
            index = len(self._made)
            now = self._terms.variable(f"steps:now:{name}:{width}", width)
            found = self._made[key] = Slot(index, name, initial, now)
        return found

    def cell(self, number: int) -> Slot:
        cell = self._ctp.cells[number]
        return self._slot(("cell", number), f"cell{number}", cell.width, cell.initial)

    def holder(self, lock: int) -> Slot:
        """0, or 1 + the thread that holds it exclusively."""
        return self._slot(("holder", lock), f"holder{lock}", width_of(len(self._ctp.threads)))

    def readers(self, lock: int) -> Slot | None:
        """How many share it; None: nobody ever does."""
        if not self._sharing[lock]:
            return None
        return self._slot(("readers", lock), f"readers{lock}", width_of(self._sharing[lock]))

    def wait(self, thread: int) -> Slot:
        """0, or whether it waits for a condition, or has been chosen there."""
        return self._slot(("wait", thread), f"wait{thread}", width_of(2 * len(self._ctp.conditions)))

    def count(self, semaphore: int) -> Slot:
        initial = self._ctp.semaphores[semaphore].initial
        return self._slot(
            ("count", semaphore), f"count{semaphore}", width_of(initial + self._posts[semaphore]), initial
        )

    def arrived(self, barrier: int) -> Slot:
        """How many have come in this round."""
        parties = self._ctp.barriers[barrier].parties
        return self._slot(("arrived", barrier), f"arrived{barrier}", width_of(parties))

    def rounds(self, barrier: int) -> Slot:
        """How many rounds are complete."""
        return self._slot(("rounds", barrier), f"rounds{barrier}", width_of(self._arrivals[barrier]))

    def round_of(self, thread: int, barrier: int) -> Slot:
        """In which round it came."""
        width = width_of(self._arrivals[barrier])
        return self._slot(("round", thread, barrier), f"round{thread}.{barrier}", width)

    def last_of(self, thread: int, barrier: int) -> Slot:
        """Whether it was that round's last to come."""
        return self._slot(("last", thread, barrier), f"last{thread}.{barrier}", 1)

    def once(self, once: int) -> Slot:
        return self._slot(("once", once), f"once{once}", width_of(DONE))

    def region(self) -> Slot:
        return self._slot("region", "region", width_of(len(self._ctp.threads)))

    def choice(self) -> Term:
        """No slot: whom the signal of this step wakes, 1 + the thread; 0: nobody."""
        return self._terms.variable(f"steps:now:choice:{self.choice_width}", self.choice_width)

    @property
    def choice_width(self) -> int:
        return width_of(len(self._ctp.threads))

    def ended(self, thread: int) -> Term:
        """No slot: it stands where its last event leads."""
        return self.ends.setdefault(thread, self._terms.variable(f"steps:now:ended{thread}", 1))

    def created(self, thread: int) -> Term:
        """No slot, either."""
        return self.begins.setdefault(thread, self._terms.variable(f"steps:now:created{thread}", 1))
