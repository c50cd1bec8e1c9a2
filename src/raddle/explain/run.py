"""A failing run as a straight line of statements in static single assignment: what explanations are made of.

    Step        one thing that one thread did, in the order of the run. A step defines at most one variable, and that
                variable is named after it: the term `variable(n)` is what step n defined
    READ        a read of memory, a pi-node of error invariants: its value is what `sources` wrote there
    PHI         a merge of control flow: one thing, or another, by the way that was taken
    CONDITION   a branch; its condition, turned such that it held

An atomic update is a READ and a WRITE right behind it. A lock is a variable, 0 where it is free: LOCK sets it, and has
to find it 0 where another thread gave it back; UNLOCK sets it to 0. That a thread runs is a variable: CREATE sets it,
and the thread's START needs it. Whether a block of memory is alive is a variable that ALLOCATE sets and FREE clears.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol

from raddle.base.place import SourcePlace
from raddle.logic.terms import Term, TermStore


class Deed(Enum):
    ASSIGN = "assign"  # to a variable that lives in registers
    PHI = "phi"
    READ = "read"
    WRITE = "write"
    CONDITION = "condition"
    LOCK = "lock"
    UNLOCK = "unlock"
    CREATE = "create"
    START = "start"
    JOIN = "join"
    ALLOCATE = "allocate"
    FREE = "free"
    WAIT = "wait"  # that came to an end by what others did: of a semaphore, a barrier
    OTHER = "other"  # synchronisation without a need


NEEDS: Final = frozenset({Deed.CONDITION, Deed.LOCK, Deed.START, Deed.WAIT})
"""Steps that went on only since something held."""
UNCOUNTED: Final = frozenset({Deed.PHI, Deed.START})
"""What stands nowhere in the source: not counted as statements."""


@dataclass(slots=True)
class Step:
    number: int
    """Its position in the run."""
    thread: int
    deed: Deed
    site: int = 0
    stack: int = 0
    """The calls around it; 0: none, it stands in main or in what the thread was started with."""
    address: int = 0
    """READ, WRITE, ALLOCATE, FREE: of the memory; LOCK and UNLOCK: of the lock. Variables of different calls that lie
    at one place of a stack have different ones: above bit 64."""
    size: int = 0
    value: int = 0
    """Of the variable that it defines."""
    width: int = 0
    """Bits of the variable that it defines; 0: it defines none."""
    sources: tuple[int, ...] = ()
    """READ, LOCK, START: the steps that defined what it saw. None of them: it is as it was in the beginning."""
    guard: int | None = None
    """The innermost condition that it was reached by: a CONDITION of the same thread, or its START."""
    locks: tuple[int, ...] = ()
    """The LOCK steps whose locks its thread holds."""
    waited: int | None = None
    """The last step at which its thread had to wait for others, in the functions that it has not left since: a WAIT, or
    the LOCK by which a signalled wait took its mutex again. What follows is reached only since the wait was over. One
    that waits again at the same place takes the place of the one before."""
    shared: bool = False
    """An access to memory that two threads touch and one writes."""
    atomic: bool = False
    """An access that no other one can tear and that takes part in no data race."""

    @property
    def around(self) -> tuple[int, ...]:
        """Why it was reached: the innermost condition, the locks, the last wait; with what is around these in turn."""
        found = self.locks if self.guard is None else (self.guard, *self.locks)
        return found if self.waited is None else (*found, self.waited)


@dataclass(frozen=True, slots=True)
class Formula:
    """What a step says, over the variables of steps before it."""

    value: Term | None = None
    """Of the variable that it defines."""
    needs: Term | None = None
    """What held, or it would not have been done so: of CONDITION, LOCK, START and WAIT. A lock that nobody had, or that
    the thread itself gave back, needs nothing."""
    sound: tuple[Term, ...] = ()
    """What C takes for granted in `value` and `needs`: signed arithmetic does not overflow."""
    where: Term | None = None
    """That the address was the one that it was, as far as that depends on variables."""


class Formulas(Protocol):
    """Made where they are asked for: most steps of a long run matter to nobody."""

    def of(self, step: Step) -> Formula: ...


class Wording(Protocol):
    """Steps in the words of the source."""

    def place(self, step: Step) -> SourcePlace | None: ...

    def name(self, step: Step) -> str:
        """Of the variable that it defines, as C would say it: `bal`, `balance`, `queue.head`, `a[3]`."""
        ...

    def spell(self, step: Step, value: int) -> str:
        """A value of that variable, as C would write it."""
        ...

    def is_own(self, step: Step) -> bool:
        """Whether it is a thread's own: a local variable. Two threads may have different ones of one name."""
        ...


@dataclass(frozen=True, slots=True)
class Wait:
    """A thread of a deadlock. `what`: that it waits for, and who has it: `lock b, held by main.2`."""

    thread: int
    place: SourcePlace | None
    what: str


@dataclass(frozen=True, slots=True)
class Failing:
    """What went wrong at the end of the run."""

    thread: int | None
    """None: nobody alone, a deadlock."""
    violated: Term
    """True in the run, over its variables: that the property does not hold."""
    message: str
    place: SourcePlace | None = None
    sound: tuple[Term, ...] = ()
    guard: int | None = None
    """The innermost condition that it was reached by; None: a deadlock of several threads."""
    around: tuple[int, ...] = ()
    """Why it was reached, as Step.around; of a deadlock: why each of its threads came to where it waits."""
    orders: tuple[tuple[int, int], ...] = ()
    """Steps that went wrong by their order: each first one before its second one."""
    waits: tuple[Wait, ...] = ()
    """Of a deadlock."""


@dataclass(frozen=True, slots=True)
class Run:
    terms: TermStore = field(repr=False)
    steps: Sequence[Step] = field(repr=False)
    formulas: Formulas = field(repr=False)
    wording: Wording = field(repr=False)
    threads: tuple[str, ...]
    """Paths, by number."""
    failing: Failing
    forced: tuple[tuple[int, int], ...] = ()
    """Orders between threads that every schedule has: a creation before the thread, the thread before its join."""
    notes: tuple[str, ...] = ()
    """What of the run no variable describes, and is taken as it was."""

    def variable(self, number: int) -> Term:
        """What step `number` defined."""
        return self.terms.variable(f"s{number}", self.steps[number].width)

    def defined_by(self, variable: Term) -> int:
        """The step of a variable."""
        return int(str(variable.data)[1:])

    def guards(self, guard: int | None) -> Iterator[int]:
        """A condition and those around it, innermost first."""
        while guard is not None:
            yield guard
            guard = self.steps[guard].guard
