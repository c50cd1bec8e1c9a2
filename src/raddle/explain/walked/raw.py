"""What one thread did, as its walk tells it: raw steps, to be merged with those of the other threads.

    RawStep     one thing that the thread did; its position in `RawThread.steps` is its name. A step that defines
                something (`width` != 0) is what the row (Op.READ, a = position) of the thread's terms stands for
    term        a row of `RawThread.terms`; 0: a constant, the value beside it

An atomic update is a READ and, where it wrote, a WRITE behind it with the same `index`; a compare-and-swap that swapped
has a CONDITION of the same index in between, in whose scope the WRITE is. Accesses of more than 8 bytes are several
steps of one index. A WRITE that is not visible is the copy of a structure that a call hands over by value.
"""

from dataclasses import dataclass, field

from raddle.base.place import SourcePlace
from raddle.explain.run import Deed
from raddle.trace.term_table import Row


@dataclass(frozen=True, slots=True)
class Variable:
    """A local variable of the source, in one activation of its function."""

    number: int
    """Of its DILocalVariable."""
    module: int
    """`site_base` of the module whose debug metadata that is."""
    activation: int
    inlined: int | None = None
    """The DILocation that its function was inlined at."""
    fragment: tuple[int, int] | None = None
    """Bits: where the part begins, its length. None: all of it."""


@dataclass(slots=True)
class RawStep:
    """Deeds: READ, WRITE, ASSIGN, PHI, CONDITION, and OTHER for every record of the runtime (`sync`)."""

    deed: Deed
    site: int
    stack: int
    """A row of `RawThread.stacks`."""
    activation: int
    """The activation of a function that it belongs to, counted in its thread; 0: none."""
    index: int
    """The number of the visible event; of what is not visible: how many there were so far."""
    guard: int | None
    """Position of the CONDITION that it was reached by; None: the thread's start."""
    visible: bool = False
    flags: int = 0
    """trace.events.EventFlag, without VISIBLE and SHARED; the lowest three bits: the MemoryOrder."""
    address: int = 0
    address_term: int = 0
    """OTHER: of the argument that has the record's address."""
    size: int = 0
    """Bytes."""
    value: int = 0
    """READ: what was read; WRITE: written; ASSIGN, PHI: given; CONDITION: what `term` came to."""
    term: int = 0
    """WRITE, ASSIGN, PHI: of the value. CONDITION: `term` == `value` is what it needed: a truth value, the selector of
    a switch or an indirect jump, the target of a call by a pointer; never 0. READ: 0, its variable is all there is."""
    width: int = 0
    """READ, ASSIGN, PHI: bits of what it defines. WRITE, CONDITION: bits of `term` and `value`; they define nothing
    that a term refers to."""
    variable: Variable | None = None
    """ASSIGN and PHI: the one of the source that is given a value. None: ASSIGN is a `return` in a function of several,
    PHI merges what an expression came to."""
    source: int | None = None
    """PHI of a variable: the ASSIGN or PHI that gave it its value on the way that was taken, which is `term`."""
    way: int | None = None
    """PHI: the innermost condition of the way that was taken, while `guard` is that of where the ways meet. There are
    PHIs only where these differ."""
    sync: int = -1
    """OTHER: position in Recording.sync."""
    place: SourcePlace | None = None
    """ASSIGN of a constant: where it is written, which its site does not tell."""
    fails: bool = False
    """CONDITION: it went to a side that cannot but fail, as a failing assertion does. Those that hold are no steps."""
    done: bool = True
    """READ: False where the compiler made a read that the source does not do this time."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Memory of a local variable. `site`: its alloca."""

    address: int
    size: int
    site: int
    stack: int
    activation: int
    first: int
    """How many steps there were when it came to be."""
    past: int | None = None
    """... when it ended; None: it did not."""


@dataclass(frozen=True, slots=True)
class Given:
    """What an instruction was given. `width`: bits."""

    value: int
    term: int
    width: int


@dataclass(frozen=True, slots=True)
class Halt:
    """Where the thread's log ended: the instruction that it did not complete, or behind which nothing is known."""

    site: int
    stack: int
    activation: int
    guard: int | None
    count: int
    """Visible events so far."""
    address: Given | None = None
    """The memory that it was about to touch: of a load or update that was not done, or of a store that another thread's
    end forestalled. A store that faults is in the log, and so is the thread's last step."""
    size: int = 0
    writes: bool = False
    divisor: Given | None = None
    """Of a division that cannot be done."""
    dividend: Given | None = None
    arguments: tuple[Given, ...] = ()
    """Of the call that it did not come back from; scalars only."""


@dataclass(frozen=True, slots=True)
class RawThread:
    index: int
    path: str
    steps: list[RawStep] = field(repr=False)
    terms: list[Row] = field(repr=False)
    """(op, width, a, b, c, value, a_value, b_value) as in trace.events.TERM; row 0 is never used."""
    no_wrap: frozenset[int] = field(repr=False)
    """Terms ADD, SUB and MUL whose result C takes to be that of the signed integers."""
    stacks: list[tuple[int, int]] = field(repr=False)
    """(parent, site of the call); row 0 is the empty one."""
    slots: tuple[Slot, ...] = field(repr=False)
    halt: Halt
