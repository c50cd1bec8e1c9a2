"""What one event of a trace program can be: the actions, and the memory that they touch.

The predictive analysis paper, definitions 1 and 2. Local variables are gone: a term speaks of the thread's own earlier
reads only. A read's variable is the pi-function; which definitions it may take is for the encoding to say. Threads are
not ordered with each other except by what their actions say.

An event takes place completely or not at all: its reads in their order (the address of one may speak of those before
it), then its guard, then its writes (to different cells), with nobody in between. An event whose guard is false cannot
take place.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from raddle.logic.terms import Term


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of shared memory that every access touches as a whole, or not at all."""

    name: str
    width: int
    initial: int
    hidden: bool = False
    """No memory of the program: what threads return, or where an access goes that is none. Nobody's block is torn by
    it."""
    of_lock: bool = False
    """Hidden: the state of a lock or the like."""
    unwritten: bool = field(default=False, compare=False)
    """On its own the program finds anything there at first: memory of the heap, or a local variable. `initial` is what
    it finds while raddle runs it."""


class Order(Enum):
    """How an access orders others (C11). Values and interleavings do not depend on it: only what is a race does."""

    PLAIN = "plain"
    RELAXED = "relaxed"
    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"
    SEQ_CST = "seq_cst"

    @property
    def is_atomic(self) -> bool:
        return self is not Order.PLAIN

    @property
    def acquires(self) -> bool:
        return self in (Order.ACQUIRE, Order.ACQ_REL, Order.SEQ_CST)

    @property
    def releases(self) -> bool:
        return self in (Order.RELEASE, Order.ACQ_REL, Order.SEQ_CST)


@dataclass(frozen=True, slots=True)
class Read:
    """`variable` is what was seen in `cells[0]`; with an address: in cells[i] where address == addresses[i]."""

    variable: Term
    cells: tuple[int, ...]
    address: Term | None = None
    addresses: tuple[int, ...] = ()
    order: Order = Order.PLAIN
    early: bool = False
    """The source does not read there in every case (decision 15): no access, as far as races go."""
    shown: bool = False
    """What it read is given to a function that shows it: it is used, though no term says so."""
    of_early: bool = False
    """The access that the early read right before it is where the source does it; else it goes to a hidden cell. Terms
    speak of what the early one saw."""
    of_lock: bool = False
    """Early, and no access in any case: a lock or the like lies there which the thread uses next, or the cell is hidden
    and stands for a variable of a function that other accesses of the event are meant for. The memory must be there."""


@dataclass(frozen=True, slots=True)
class Write:
    """As `Read`. An access whose address is none of `addresses` cannot take place: it leaves what was recorded."""

    value: Term
    cells: tuple[int, ...]
    address: Term | None = None
    addresses: tuple[int, ...] = ()
    order: Order = Order.PLAIN
    made_up: bool = False
    """Somebody wrote that, nobody knows who and when: no access, as far as races go."""


@dataclass(frozen=True, slots=True)
class Step:
    """A guarded assignment: accesses, branches (guard only), pinned values, read-modify-writes."""

    reads: tuple[Read, ...]
    guard: Term
    writes: tuple[Write, ...]


Against = Literal["assertion", "division", "address", "misuse"]


@dataclass(frozen=True, slots=True)
class Check:
    """An assertion, or what a division or an access needs. Where its condition is false the process ends there."""

    reads: tuple[Read, ...]
    condition: Term
    against: Against = "assertion"
    """What it means if it is false: the assertion fails; the division right behind it traps; the access right behind it
    has an address where nothing is, or outside the object that it is meant for; the lock or the like that is used right
    behind it is not initialised, or destroyed."""


@dataclass(frozen=True, slots=True)
class Free:
    """The memory is given back. It changes no value; as far as races go, it writes all of the cells. What has been
    given back (but for frames) is not given back again, nor resized: the process ends there, as at a false Check."""

    cells: tuple[int, ...]
    when: Term | None = None
    """Set: only where this holds is it that memory."""
    of_frame: bool = False
    """No free(): the function whose variables these are has returned. As far as races go, nothing; nor is it anything
    to its own thread, whose stack is used again and again."""
    goes_on: bool = False
    """realloc(), which may leave the memory where it is: as far as races go it is as free(), but nothing that comes
    after it uses what is not there any more."""


@dataclass(frozen=True, slots=True)
class Fence:
    """Changes nothing; orders what is around it as far as races go."""

    order: Order


@dataclass(frozen=True, slots=True)
class Start:
    """First event of every thread but main."""


@dataclass(frozen=True, slots=True)
class Exit:
    """Last event of a thread that ended. (A thread without it was still running when the run ended.)"""


@dataclass(frozen=True, slots=True)
class Create:
    child: int


@dataclass(frozen=True, slots=True)
class Join:
    """Returns when the child's Exit has happened."""

    child: int
    waits: bool = True
    """False: a try or one with a time limit. It never blocks: where it cannot succeed the thread goes another way."""


class Mode(Enum):
    EXCLUSIVE = "exclusive"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Acquire:
    """The lock was got, by whatever call. EXCLUSIVE: nobody holds it; SHARED: nobody holds it exclusively.

    Outermost acquires only: inner ones of a recursive lock are no events.
    """

    lock: int
    mode: Mode = Mode.EXCLUSIVE
    waits: bool = True
    """As of Join."""


@dataclass(frozen=True, slots=True)
class Release:
    lock: int
    mode: Mode = Mode.EXCLUSIVE


@dataclass(frozen=True, slots=True)
class Refused:
    """A try that did not get the lock, or a timed one that ran out: an Acquire of that mode could not happen then."""

    lock: int
    mode: Mode = Mode.EXCLUSIVE


@dataclass(frozen=True, slots=True)
class Wait:
    """Releases the lock (None: there is none) and begins to wait for the condition, in one event."""

    condition: int
    lock: int | None


WakeCause = Literal["signal", "timeout", "spurious", "any"]


@dataclass(frozen=True, slots=True)
class Wake:
    """The thread's last Wait is over; an Acquire of the lock follows. "signal": a Signal chose it or a Broadcast came
    while it waited. "timeout" and "spurious": nothing is needed, but it had not been chosen before. "any": nothing."""

    condition: int
    cause: WakeCause
    waits: bool = True
    """False: the wait has a time limit, and ends by itself if nobody comes."""


@dataclass(frozen=True, slots=True)
class Signal:
    """Chooses exactly one of the threads that wait at that moment; nobody if none waits."""

    condition: int


@dataclass(frozen=True, slots=True)
class Broadcast:
    condition: int


@dataclass(frozen=True, slots=True)
class Take:
    """The semaphore's count was above zero and is one less."""

    semaphore: int
    waits: bool = True
    """As of Join."""


@dataclass(frozen=True, slots=True)
class Post:
    semaphore: int


@dataclass(frozen=True, slots=True)
class Count:
    """The count is exactly `value` at that moment (sem_getvalue; a try that failed: 0)."""

    semaphore: int
    value: int


@dataclass(frozen=True, slots=True)
class Arrive:
    barrier: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The round in which the thread arrived is complete; `last`: it was the round's last to arrive, or was not. None:
    whichever, since the program does not look."""

    barrier: int
    last: bool | None


@dataclass(frozen=True, slots=True)
class OnceBegin:
    """The first to come: nobody has begun."""

    once: int


@dataclass(frozen=True, slots=True)
class OnceEnd:
    once: int


@dataclass(frozen=True, slots=True)
class OncePass:
    """It has been done: an OnceEnd has happened."""

    once: int


@dataclass(frozen=True, slots=True)
class RegionBegin:
    """SV-COMP: up to the thread's next RegionEnd nobody else does anything. Outermost regions only."""

    made_up: bool = False
    """Not the program's: what one call does stays together. It orders nothing as far as races go."""


@dataclass(frozen=True, slots=True)
class RegionEnd:
    made_up: bool = False


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """The last event of a run: abort, _exit, or what main's return or exit comes to when all handlers have run."""


Action = (
    Step | Check | Free | Fence | Start | Exit | Create | Join | Acquire | Release | Refused
    | Wait | Wake | Signal | Broadcast | Take | Post | Count | Arrive | Leave
    | OnceBegin | OnceEnd | OncePass | RegionBegin | RegionEnd | ProcessEnd
)  # fmt: skip
