"""What `check` found out, before it is put into words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from raddle.base.place import SourcePlace
from raddle.base.time_limit import INTERRUPTED
from raddle.report.explanation import Explanation
from raddle.report.properties import Property

Kind = Literal["assertion", "exit", "data-race", "atomicity", "deadlock", "memory", "misuse", "failure"]
Status = Literal["confirmed", "predicted"]
Verb = Literal["write", "read", "update", "free", "allocate", "return"]
"""update: an atomic read-modify-write. Only of memory errors: allocate, or a variable of a function comes to be; return
from the function, or the thread ends."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a thread does on the way to the failure."""

    thread: str
    place: SourcePlace | None
    deed: str
    """`read balance = 100`, `lock m`"""


@dataclass(frozen=True, slots=True)
class Access:
    """One of the two that race, or one that a block that is not atomic or a memory error is about."""

    thread: str
    stack: tuple[SourcePlace, ...]
    """The place of the access, then those of the calls around it; (): not known."""
    verb: Verb
    atomic: bool
    value: str | None
    """What was written or read, as C spells it; of a free none."""
    locks: tuple[str, ...]
    """Held by the thread then; `rw (shared)`."""
    born: SourcePlace | None = None
    """Where the thread was created."""
    inside: str = ""
    """The function of a library that does it, called at the place."""

    @property
    def place(self) -> SourcePlace | None:
        return self.stack[0] if self.stack else None

    @property
    def writes(self) -> bool:
        return self.verb != "read"


@dataclass(frozen=True, slots=True)
class Race:
    memory: str
    """`hits`, `table[3].count`, `byte 8 of a block of 24 bytes`"""
    allocated: str
    """`main at list.c:12`: of a block of the heap; empty: of other memory, or not known."""
    accesses: tuple[Access, Access]
    both_next: bool | None
    """Both threads can stand before their accesses at once. False: nothing orders the two all the same. None: that was
    not asked."""

    @property
    def same_value(self) -> str | None:
        """What both of them write, if that is the same."""
        one, other = self.accesses
        both_write = one.verb == other.verb == "write"
        return one.value if both_write and one.value == other.value else None


@dataclass(frozen=True, slots=True)
class Block:
    """A block that is to be atomic."""

    name: str
    """`withdraw`, `bank.c:12-15`"""
    inferred: bool
    place: SourcePlace | None
    """Where it begins."""


@dataclass(frozen=True, slots=True)
class NotAtomic:
    """Another thread comes between two accesses of a block, and it shows."""

    block: Block
    memories: tuple[str, str]
    """Of the first pair of accesses that depend on each other, and of the second."""
    accesses: tuple[Access, Access, Access, Access]
    """The block's first, the other thread's that depends on it, the other thread's on which the last depends, the
    block's last. The two in the middle may be one and the same."""
    other: Block | None
    """The block of the other thread, if it is in one."""
    order: tuple[int, int, int, int] = (0, 1, 2, 3)
    """The accesses, by their numbers here, in the order in which they took place."""

    @property
    def places(self) -> tuple[SourcePlace, ...]:
        return tuple(dict.fromkeys(access.place for access in self.accesses if access.place is not None))


Fault = Literal["use-after-free", "double-free", "null", "dangling", "out-of-bounds", "division"]
"""dangling: of a variable of a function that has returned, or of a thread that has ended; or an address at which
nothing is. division: by zero, or one whose result has no place."""


@dataclass(frozen=True, slots=True)
class MemoryFault:
    fault: Fault
    memory: str
    """As of Race; of a division, what is divided by."""
    access: Access
    freed: Access | None = None
    """Who gave it back, or returned from the function."""
    allocated: Access | None = None
    """Who allocated it."""
    detail: str = ""
    """`index 12 of 10`, `address 0x0`"""


Misused = Literal["unordered", "in-use", "destroyed", "overwritten", "uninitialised", "not-held"]
"""As trace/lock_misuses.py says."""
LockDeed = Literal[
    "initialise", "overwrite", "copy", "destroy", "try to destroy", "lock", "unlock", "wait", "wait with", "signal",
    "broadcast", "post", "look at",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class LockMisuse:
    """Of a lock, condition, semaphore or barrier."""

    misuse: Misused
    object: str
    """`m`, `pool[3].lock`"""
    sort: str
    """`mutex`"""
    access: Access
    """What is wrong,"""
    deed: LockDeed
    other: Access | None = None
    """and what makes it so: the use that nothing orders with it, who holds it, who destroyed it."""
    other_deed: LockDeed | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A lock, and where the thread got it."""

    name: str
    place: SourcePlace | None


@dataclass(frozen=True, slots=True)
class Waiting:
    """One of the threads of a deadlock."""

    thread: str
    stack: tuple[SourcePlace, ...]
    """As of Access."""
    what: str
    """`lock b`, `the end of main.2`, `a signal to ready`"""
    holder: str
    """The thread that has it, or that it is; empty: nobody does."""
    held_since: SourcePlace | None
    """Where the holder got it."""
    holds: tuple[Held, ...] = ()

    @property
    def is_join(self) -> bool:
        """It waits for a thread to end."""
        return self.what.startswith("the end of")

    @property
    def place(self) -> SourcePlace | None:
        return self.stack[0] if self.stack else None


@dataclass(frozen=True, slots=True)
class Deadlock:
    waits: tuple[Waiting, ...]
    """In a circle each waits for the next one, and the last for the first."""
    is_circle: bool
    also: tuple[Waiting, ...] = ()
    """Others that will never go on because of the circle."""

    @property
    def places(self) -> tuple[SourcePlace, ...]:
        return tuple(wait.place for wait in self.waits if wait.place is not None)


def deadlock_among(waits: tuple[Waiting, ...]) -> Deadlock:
    """The circle that there is among them, or all."""
    by_thread = {wait.thread: wait for wait in waits}
    for start in waits:
        way: list[Waiting] = []
        at: Waiting | None = start
        while at is not None and at not in way:
            way.append(at)
            at = by_thread.get(at.holder)
        if at is start:
            return Deadlock(tuple(way), is_circle=True, also=tuple(wait for wait in waits if wait not in way))
    return Deadlock(tuple(sorted(waits, key=lambda wait: wait.is_join)), is_circle=False)


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Kind
    status: Status
    place: SourcePlace | None
    message: str
    """`balance == 200 fails: balance is 150`"""
    reason: str = ""
    """Why it is only predicted."""
    story: tuple[Line, ...] = ()
    """What matters of the failing run, in its order."""
    schedule: str = ""
    """For --schedule."""
    witness: Path | None = None
    threads: int = 0
    switches: int = 0
    fewest: bool = False
    """Whether no schedule with fewer switches fails there."""
    observed: bool = False
    """The given run itself failed so."""
    instances: int = 1
    """Executions of this assertion that can fail, pairs of executions that race, executions of a block that can be torn
    so, as far as it was asked."""
    about: Race | NotAtomic | Deadlock | MemoryFault | LockMisuse | None = None
    """What is to be known of these kinds."""
    explanation: Explanation | None = None
    """Of the run that shows it."""
    stderr: tuple[str, ...] = ()
    """Last lines of what the program wrote there in the run that fails."""

    @property
    def places(self) -> tuple[SourcePlace, ...]:
        """All that it is about: one of an assertion or a memory error, both of a race, all accesses of a block that is
        not atomic, those of the waits of a deadlock, of a misuse what is wrong and what makes it so."""
        match self.about:
            case Race(accesses=accesses):
                return tuple(access.place for access in accesses if access.place is not None)
            case NotAtomic() as torn:
                return torn.places
            case Deadlock() as deadlock:
                return deadlock.places
            case LockMisuse() as misuse:
                both = (misuse.access, misuse.other)
                return tuple(access.place for access in both if access is not None and access.place is not None)
            case MemoryFault() | None:
                return () if self.place is None else (self.place,)


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that the user has answered for."""

    finding: Finding
    reason: str
    entry: str
    """`raddle.toml, entry 2`"""


@dataclass(frozen=True, slots=True)
class Open:
    """An assertion, two places or a deadlock that could not be decided."""

    place: SourcePlace | None
    reason: str
    instances: int
    kind: Kind = "assertion"
    other: SourcePlace | None = None
    """The second place, of a race."""


@dataclass(frozen=True, slots=True)
class Stats:
    threads: int = 0
    events: int = 0
    """Visible ones of the given run."""
    shared_accesses: int = 0
    assertions: int = 0
    """Places in the source."""
    instances: int = 0
    """Executions of them whose condition depends on shared memory."""
    held: int = 0
    """Of the instances: in no interleaving violated."""
    exits: int = 0
    """Places that decide the exit status, where that depends on shared memory."""
    race_pairs: int = 0
    """Pairs of places whose accesses may touch the same memory, one of them writing, in different threads."""
    races_excluded: int = 0
    """Of these: in no interleaving a race."""
    waits: int = 0
    """Executions of operations that may wait for another thread."""
    blocks: int = 0
    """That are to be atomic, by where they begin; inferred ones do not count."""
    block_executions: int = 0
    baseline: dict[str, int | None] = field(default_factory=dict)
    """With --baseline: triples of accesses that may tear a block, and how many are left after each way to exclude
    some."""
    memory_checks: int = 0
    """Executions of divisions and accesses that what other threads do might make wrong."""
    free_pairs: int = 0
    """Pairs of places of which one gives back what the other uses."""
    lock_pairs: int = 0
    """Pairs of places of which one changes a lock or the like that the other uses, in different threads, not ordered by
    creating and joining them."""
    seconds: dict[str, float] = field(default_factory=dict)
    """By stage: record, walk, model, predict, races, atomicity, deadlocks, replay."""


Executions = Literal["all", "sequentially consistent"]
"""For which a proof holds. Of a program without data races that has only seq_cst atomics, there are no others."""


@dataclass(frozen=True, slots=True)
class OtherPaths:
    """What is known of paths that the recorded run did not take."""

    runs: int = 0
    """That were made to see them."""
    proved: tuple[Property, ...] = ()
    """Of all executions under this input, or of those that `executions` says."""
    executions: Executions = "all"
    extent: str = ""
    """Of a proof: for which executions, on what grounds."""
    reason: str = ""
    """Why not all is known; empty: it is."""
    untaken: tuple[SourcePlace, ...] = ()
    """Where other threads decide which way a thread goes, and no run went one of the ways."""


@dataclass(frozen=True, slots=True)
class Questions:
    """That were put about a property, beside what linear passes settle."""

    asked: int
    decided: int


@dataclass(frozen=True, slots=True)
class Result:
    program: str
    findings: tuple[Finding, ...]
    open: tuple[Open, ...]
    assumptions: tuple[str, ...]
    bound: str = ""
    """`at most 2 context switches`; empty: none, or lifted."""
    lifted: bool = False
    """A bound was given, and the proofs did not need it."""
    cut: str = ""
    """Why the run shows only a part of its paths; empty: it came to its end."""
    ended: str = ""
    """What ended the check before all was decided on the recorded paths: `the budget ended`, `it was interrupted`."""
    budget_s: float | None = None
    """That it had."""
    unlooked: tuple[Property, ...] = ()
    """What nobody came to look for."""
    questions: Mapping[Property, Questions] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    beforehand: tuple[str, ...] = ()
    """Notes without which the rest would be misread."""
    stats: Stats = field(default_factory=Stats)
    properties: tuple[Property, ...] = ("assertions",)
    """What was looked for."""
    suppressed: tuple[Suppressed, ...] = ()
    others: OtherPaths | None = None
    """None: nobody looked at any."""
    complete: bool = False
    """Whether anything but a proof for all executions is too little."""

    @property
    def covers_all(self) -> bool:
        """What was asked for is decided for all executions under this input."""
        return self.others is not None and not self.others.reason

    @property
    def verdict(self) -> Literal["bug", "none", "unknown"]:
        if self.findings:
            return "bug"
        too_little = self.complete and not self.covers_all
        return "unknown" if self.open or self.cut or self.unlooked or self.is_interrupted or too_little else "none"

    @property
    def is_interrupted(self) -> bool:
        """By a signal."""
        return self.ended == INTERRUPTED
