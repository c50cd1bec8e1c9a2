"""What is asked of a trace program: is there a run of it after which this is so?

docs/rules.md, Properties. A run is a prefix of every thread's events (of a way through its graph), in an order that the
machine allows. "Next": its thread stands before it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fails:
    """The check is next, and its condition is false."""

    check: int


@dataclass(frozen=True, slots=True)
class Meet:
    """Both events are next, and accesses of the two conflict: a race that both threads stand before. Where there are
    branches both can take place, too: another outcome touches what it touches."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Beside:
    """Both events are next, whatever they do: a question for many Meets at once."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Unordered:
    """`first` is in the run, `second` is next, accesses of the two conflict, and nothing that has happened orders them:
    a race that the threads need not stand before at once (weak atomics, tries that failed, racy flags). Where there are
    branches `second` may be done now."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Circle:
    """All these events are next, by different threads, and each waits for a lock or an end of a thread that another
    one of these threads holds (is): docs/rules.md, Deadlock (a)."""

    waits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CircleAmong:
    """Some of these events, of each group at least one, are next; each of them waits as in a Circle for one of them,
    and one of them for it: a question for many circles at once."""

    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Standstill:
    """Every thread that there is stands before what waits and cannot take place, or has ended, and the process has not:
    docs/rules.md, Deadlock (b). Where only a frontier is known, nobody stands. `known`: sets of events that are not
    wanted again: not all of one may be next."""

    known: tuple[frozenset[int], ...] = ()
    places: tuple[tuple[frozenset[int], ...], ...] = ()
    """As `known`, for groups: not wanted where of each group of one of these some event is next."""
    circles: bool = True
    """False: only where there is no Circle among them."""


@dataclass(frozen=True, slots=True)
class Torn:
    """A block is not atomic: docs/rules.md, Atomicity. `first` and `last` are events of one block, in this order;
    `there` and `back` of one block of another thread, or one and the same event outside of blocks. `first`, `there` and
    `back` are in the run, `first` before `there`; `last` is next. `there` depends on `first`, `last` on `back`
    (model/dependence.py)."""

    first: int
    there: int
    back: int
    last: int


@dataclass(frozen=True, slots=True)
class TornAmong:
    """The run has torn a block: cut right before the `last` of one of these it reaches that one. Only for such whose
    `last` nothing can keep its thread from: a question for many at once."""

    goals: tuple[Torn, ...]


@dataclass(frozen=True, slots=True)
class UseAfterFree:
    """`free` is in the run, `use` is next, and touches memory that the first one gave back: an access, or a second
    free."""

    free: int
    use: int


@dataclass(frozen=True, slots=True)
class Reach:
    """One of these events takes place, as the last one of all: failures, or frontiers."""

    events: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Complete:
    """The run is over, and nothing has failed: one of `ends` takes place as the last event of all (ends of the process,
    frontiers), or every thread that was created has ended."""

    ends: tuple[int, ...]


Goal = Fails | Meet | Beside | Unordered | Circle | CircleAmong | Standstill | Torn | TornAmong | UseAfterFree | Reach
PathGoal = Reach | Meet | Standstill
"""Asked where there are branches; of a Standstill nothing is left out there. Reach is asked of them alone."""
RunGoal = Reach | Complete
"""Of these facts may be asked (model/facts.py): the run is over when it reaches them."""
