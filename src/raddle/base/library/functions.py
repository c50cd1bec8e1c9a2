"""A row of the table: what one library function does."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

World = Literal["the environment", "random numbers", "what is known of a thread or lock", "the system or a library"]
"""What calls leave behind for other calls."""

ALL: Final = 0
"""In the place of an argument's number."""
WORKED: Final = "whether it worked"
"""In the place of what a result points to."""


class How(StrEnum):
    """How far a function goes from an argument. Arguments are counted from 1."""

    TEXT = "text"
    """A string up to its 0, or as many bytes as another argument says."""
    WIDE = "wide"
    """The same of wide characters."""
    BYTES = "bytes"
    """As many as other arguments say."""
    OBJECT = "object"
    FORMAT = "format"
    """A format, and what the arguments behind it point to."""
    SCAN = "scan"
    """The same, and it is written."""
    LIST = "list"
    """What the arguments in a va_list point to."""
    VECTOR = "vector"
    """Pieces of memory that it points to, or their descriptions."""
    POINTER = "pointer"
    """A pointer, and what that points to."""
    DEEP = "deep"
    """All that one comes to."""


class Mark(StrEnum):
    """What else there is to say of a function."""

    RECORDED = "recorded"
    """What it reads and writes are events: the runtime stands in front of it, or logs it around the call."""
    STEADY = "steady"
    """It leaves nothing behind that the caller's future depends on but what events, the log and its result tell. It
    sets errno only where its result tells so."""
    STEADY_OUTPUT = "steady output"
    """The same, where the program cannot find again what it puts out. It may set errno even where it succeeds."""
    OPENS = "opens"
    """A program that calls it may find again what it puts out, or cannot put out any more."""
    REDIRECTS = "redirects"
    """The same also for what goes to standard output."""
    FREES = "frees"
    IDLE = "idle"
    """Whatever it is given, the program cannot tell."""
    HEAP = "heap"
    """It tells by a null pointer that it failed."""
    DESTROYS = "destroys"
    """It tells whether somebody uses what it destroys."""
    GENERATOR = "generator"
    """Of random numbers, from what all threads have in common."""
    TWICE = "twice"
    """It may return a second time."""
    VALUE_BY_KEY = "value by key"
    """It keeps its second argument for this thread, by its first."""
    SENDS = "sends"
    """A signal."""
    ROUNDS = "rounds"
    """It has to do with how numbers are rounded."""
    CANCELS = "cancels"
    WAKES = "wakes"
    """It tells how many threads it has woken."""
    MAPS = "maps"
    """Memory, at a second address perhaps."""
    STEERS = "steers"
    """It changes what other functions do, in all threads."""
    STEERS_IF_GIVEN = "steers if given"
    """The same, unless its last argument is null: then it only tells what holds."""
    HOLDS_STREAM = "holds stream"
    """It holds a stream's lock meanwhile, and no event tells."""
    SIZES = "sizes"
    """It tells the size of a block."""
    ENDS = "ends"
    """The process."""
    FORKS = "forks"
    """It starts a process that has a copy of all memory, and runs on in the program's own code."""
    CLOCK = "clock"
    """It tells the time: its result, or what it writes where that says whether it worked."""
    CALENDAR = "calendar"
    """It tells what a clock shows at the time that its first argument points to."""
    IDENTITY = "identity"
    """It tells the number of a process or thread."""
    PROCESSOR = "processor"
    """It tells the processor on which the thread runs."""
    COMPUTES = "computes"
    """What it returns and writes depends on what it is given and reads there, and on nothing else."""
    COPIES = "copies"
    """What it reads is what it writes."""
    UNMOVED = "unmoved"
    """It may be given another time, id or address in another run: what comes of it is an event, or no concern."""


class Waits(StrEnum):
    """What a function may wait for."""

    LOCK = "lock"
    THREAD = "thread"
    TIME = "time"
    INPUT = "input"
    CHILD = "child"


@dataclass(frozen=True, slots=True)
class Extent:
    argument: int
    """`ALL`: every one."""
    how: How


@dataclass(frozen=True, slots=True)
class Kept:
    """Memory that later calls may use."""

    argument: int
    written: bool


@dataclass(frozen=True, slots=True)
class LibraryFunction:
    name: str
    """As the linker knows it. With a * at its end: every name that begins so."""
    homes: frozenset[str]
    """Kinds of files that may define it: see lookup.py."""
    reads: tuple[Extent, ...] = ()
    writes: tuple[Extent, ...] = ()
    keeps: tuple[Kept, ...] = ()
    world: World | None = None
    asks: bool = False
    """Its result, or what it writes, tells of the world."""
    changes: bool = False
    marks: frozenset[Mark] = frozenset()
    output: int | None = None
    """The argument that says to which stream it puts out what it is given; `ALL`: standard output or error."""
    locks: int | None = None
    """The argument that says whose stream's lock it takes or gives back."""
    waits: Waits | None = None
    calls: tuple[int, ...] = ()
    """Arguments that are functions which it calls, now or later."""
    returns: str = ""
    """Empty: a number that its arguments or the world determine."""
    is_foreign: bool = False
    """Nobody knows what it does."""
    knows_program: bool = False
    """It may use variables of the program by their names."""

    @property
    def looks_unseen(self) -> bool:
        """Whether it may touch memory that it is given without an event to tell of it."""
        return Mark.RECORDED not in self.marks and bool(self.reads or self.writes)

    @property
    def tells_whether_it_worked(self) -> bool:
        """By its result: what it tells besides goes to memory."""
        return self.returns == WORKED

    @property
    def only_reads(self) -> bool:
        """Of the memory that it is given."""
        return not self.writes

    @property
    def is_output(self) -> bool:
        return self.output is not None

    @property
    def texts(self) -> frozenset[int]:
        """The arguments whose texts it reads, or writes, wherever they lie."""
        return frozenset(one.argument for one in (*self.reads, *self.writes) if one.how is How.TEXT)


def foreign(name: str, *, knows_program: bool = True) -> LibraryFunction:
    everything = (Extent(ALL, How.DEEP),)
    return LibraryFunction(
        name,
        frozenset(),
        reads=everything,
        writes=everything,
        keeps=(Kept(ALL, written=True),),
        world="the system or a library",
        asks=True,
        changes=True,
        is_foreign=True,
        knows_program=knows_program,
    )
