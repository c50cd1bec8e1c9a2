"""What the runtime recorded as steps: locks and the like as variables, creations and joins, blocks of the heap.

    mutex, spin lock    0: free; else who has it. A wait at a condition gives the mutex back and takes it again
    reader-writer lock  0: free; WRITER and more: a writer has it; else how many readers
    semaphore           its count: who waits needs it not to be 0
    barrier             how many have arrived, 0 again with the last one: who goes on before it needs that
    once                ONCE_RUNS, ONCE_DONE
    signal              1: it was given, and whom it wakes was waiting, with the mutex given back. Who is woken by it
                        needs that to take the mutex again

A lock that is found in another state than it was left in (its memory was used anew) is as in the beginning.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from raddle.base.trace_format import trace_format
from raddle.explain.run import Deed, Step
from raddle.explain.walked.raw import RawStep
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore

WIDTH: Final = 32
WRITER: Final = 1 << 31
ONCE_RUNS: Final = 1
ONCE_DONE: Final = 2
_EXCLUSIVE: Final = frozenset({"lock", "trylock", "timedlock", "reacquire", "wrlock", "trywrlock", "timedwrlock"})
_SHARED: Final = frozenset({"rdlock", "tryrdlock", "timedrdlock"})
_OF_WRITERS: Final = frozenset({"wrlock", "trywrlock", "timedwrlock"})
_SEM_WAITS: Final = frozenset({"sem_wait", "sem_timedwait"})
_TAKING_ONE: Final = _SEM_WAITS | {"sem_trywait"}
_FRESH: Final = frozenset({"mutex_init", "destroy"})
_WITHOUT_VARIABLE: Final = frozenset(
    {"signal", "broadcast", "once_pass", "fence", "sem_get", "futex_wait", "futex_wake", "signal_send"}
) | {"signal_deliver", "signal_wait", "cancel"}


class Change(Enum):
    """What becomes of the variable."""

    SET = "set"
    ADD = "add"
    TAKE = "take"
    ARRIVE = "arrive"  # one more, and 0 again where all have arrived


class Needed(Enum):
    NOTHING = "nothing"
    FREE = "free"
    NO_WRITER = "no writer"
    NOT_ZERO = "not zero"


@dataclass(frozen=True, slots=True)
class Meaning:
    """Of a step on a lock or the like. `before`: what the variable was, where no step had set it; `old`: that which
    had; `signal`: who woke the thread that takes the mutex again."""

    change: Change = Change.SET
    needed: Needed = Needed.NOTHING
    before: int = 0
    wanted: int = 0
    """Of a barrier: for how many it waits."""
    old: int | None = None
    signal: int | None = None

    def value(self, terms: TermStore, step: Step, old: Term) -> Term:
        match self.change:
            case Change.SET:
                return terms.bits(step.value, step.width)
            case Change.ADD:
                return terms.apply(Op.ADD, step.width, old, terms.bits(1, step.width))
            case Change.TAKE:
                return terms.apply(Op.SUB, step.width, old, terms.bits(1, step.width))
            case Change.ARRIVE:
                more = terms.apply(Op.ADD, step.width, old, terms.bits(1, step.width))
                all_there = terms.equal(more, terms.bits(self.wanted, step.width))
                return terms.choice(all_there, terms.bits(0, step.width), more)

    def needs(self, terms: TermStore, old: Term) -> Term | None:
        match self.needed:
            case Needed.NOTHING:
                return None
            case Needed.FREE:
                return is_free(terms, old)
            case Needed.NO_WRITER:
                return has_no_writer(terms, old)
            case Needed.NOT_ZERO:
                return terms.negation(terms.equal(old, terms.bits(0, WIDTH)))


def is_free(terms: TermStore, lock: Term) -> Term:
    return terms.equal(lock, terms.bits(0, WIDTH))


def has_no_writer(terms: TermStore, lock: Term) -> Term:
    return terms.apply(Op.ULT, 1, lock, terms.bits(WRITER, WIDTH))


@dataclass(frozen=True, slots=True)
class Record:
    kind: str
    flags: int
    object: int
    value: int


class Synchronisation:
    """Takes the records in the order of the run. `steps`: of the run, as far as it has come."""

    def __init__(self, steps: Sequence[Step], sync: Any, threads: int) -> None:
        fmt = trace_format()
        self._steps = steps
        names = {int(kind): fmt.kind_name(int(kind)) for kind in set(sync["kind"].tolist())}
        columns = (sync[name].tolist() for name in ("kind", "flags", "object", "value"))
        self._records = [Record(names[kind], *rest) for kind, *rest in zip(*columns, strict=True)]
        self._failed = fmt["RD_FLAG_FAILED"] | fmt["RD_FLAG_MISUSE"]
        self._recursive = fmt["RD_FLAG_RECURSIVE"]
        self.meanings: dict[int, Meaning] = {}
        self.last: dict[int, int] = {}
        """By address of a lock or the like: the step that set its variable last."""
        self.held: list[tuple[int, ...]] = [() for _ in range(threads)]
        """For each thread the LOCK steps whose locks it holds."""
        self.creations: dict[int, int] = {}
        """By thread."""
        self.signals: dict[int, list[int]] = {}
        """By address of a condition."""
        self.alive: dict[int, int] = {}
        """By first address of a block of the heap: the step that allocated it, or gave it back."""
        self.forced: list[tuple[int, int]] = []
        self._ends: dict[int, int] = {}
        self._arriving: dict[int, int] = {}
        self._complete: dict[int, int] = {}
        """By address of a barrier: the last arrival at which all were there."""
        self._waiting: dict[int, tuple[int, int]] = {}
        """By thread: at which condition, and since which step."""
        self._woken: dict[int, int] = {}
        """By thread: by which step."""

    def record(self, raw: RawStep) -> Record:
        return self._records[raw.sync]

    def enter(self, step: Step, raw: RawStep) -> bool:
        """Makes of the step what the record says; whether that is a step at all."""
        record = self._records[raw.sync]
        step.address = record.object
        if record.flags & self._recursive:
            return False
        if record.flags & self._failed:
            step.deed = Deed.FREE if record.kind == "free" else Deed.OTHER
            return step.deed is Deed.FREE or record.kind in _EXCLUSIVE | _SHARED | _TAKING_ONE
        return self._on_locks(step, record) or self._on_threads(step, record) or self._on_counts(step, record)

    def over(self, thread: int, number: int) -> None:
        """The last step of the thread so far."""
        self._ends[thread] = number

    # ---- locks

    def _on_locks(self, step: Step, record: Record) -> bool:
        kind = record.kind
        if kind in _EXCLUSIVE:
            owner = step.thread + 1
            step.value = owner | WRITER if kind in _OF_WRITERS else owner
            signal = self._woke(step.thread) if kind == "reacquire" else None
            self._taken(step, Meaning(needed=Needed.FREE, signal=signal), self._value(record.object) == 0)
        elif kind in _SHARED:
            usable = self._value(record.object) < WRITER
            step.value = self._value(record.object) + 1 if usable else 1
            self._taken(step, Meaning(Change.ADD, Needed.NO_WRITER), usable)
        elif kind in ("unlock", "rwunlock", "wait"):
            step.address = record.value if kind == "wait" else record.object
            if kind == "wait":
                self._waiting[step.thread] = record.object, step.number
            self._given_back(step)
        else:
            if kind in _FRESH:
                self.last.pop(record.object, None)
            return False
        return True

    def _woke(self, thread: int) -> int | None:
        """By whom; None: by itself, after some time."""
        self._waiting.pop(thread, None)
        return self._woken.pop(thread, None)

    def _value(self, address: int) -> int:
        last = self.last.get(address)
        return 0 if last is None else self._steps[last].value

    def _taken(self, step: Step, meaning: Meaning, usable: bool) -> None:
        if not usable:
            self.last.pop(step.address, None)
        step.deed = Deed.LOCK
        self._define(step, meaning)
        self.held[step.thread] = (*self.held[step.thread], step.number)

    def _given_back(self, step: Step) -> None:
        step.deed = Deed.UNLOCK
        old = self._value(step.address)
        by_reader = 0 < old < WRITER and self._is_read_lock(step.address)
        step.value = old - 1 if by_reader else 0
        self._define(step, Meaning(Change.TAKE if by_reader else Change.SET))
        for owner in (step.thread, *range(len(self.held))):
            mine = next((one for one in reversed(self.held[owner]) if self._steps[one].address == step.address), None)
            if mine is not None:
                self.held[owner] = tuple(one for one in self.held[owner] if one != mine)
                step.locks = tuple(one for one in step.locks if one != mine)
                return

    def _is_read_lock(self, address: int) -> bool:
        meaning = self.meanings.get(self.last.get(address, -1))
        return meaning is not None and meaning.change is not Change.SET

    def _define(self, step: Step, meaning: Meaning, width: int = WIDTH) -> None:
        last = self.last.get(step.address)
        step.width = width
        step.sources = tuple(one for one in (last, meaning.signal) if one is not None)
        self.last[step.address] = step.number
        self.meanings[step.number] = replace(meaning, old=last)

    # ---- threads and the heap

    def _on_threads(self, step: Step, record: Record) -> bool:
        match record.kind:
            case "create":
                step.deed, step.width, step.value = Deed.CREATE, 1, 1
                self.creations[record.value] = step.number
            case "start":
                step.deed = Deed.START
                creation = self.creations.get(step.thread)
                step.sources = () if creation is None else (creation,)
                if creation is not None:
                    self.forced.append((creation, step.number))
            case "join":
                step.deed = Deed.JOIN
                if record.value in self._ends:
                    self.forced.append((self._ends[record.value], step.number))
            case "alloc":
                step.deed, step.width, step.value, step.size = Deed.ALLOCATE, 1, 1, record.value
                self.alive[record.object] = step.number
            case "free":
                step.deed, step.width, step.size = Deed.FREE, 1, record.value
                self.alive[record.object] = step.number
            case _:
                return False
        return True

    # ---- semaphores, barriers, once

    def _on_counts(self, step: Step, record: Record) -> bool:
        kind = record.kind
        step.value = record.value
        if kind == "sem_init":
            self._define(step, Meaning())
        elif kind == "sem_post":
            self._counted(step, Meaning(Change.ADD, before=record.value - 1))
        elif kind in _TAKING_ONE:
            waits = kind in _SEM_WAITS
            step.deed = Deed.WAIT if waits else Deed.OTHER
            needed = Needed.NOT_ZERO if waits else Needed.NOTHING
            self._counted(step, Meaning(Change.TAKE, needed, before=record.value + 1))
        elif kind == "barrier_init":
            self._arriving[record.object] = record.value
            return False
        elif kind == "barrier_arrive":
            wanted = self._arriving.get(record.object, 0)
            arrived = self._value(record.object) + 1
            step.value = 0 if arrived == wanted else arrived
            self._define(step, Meaning(Change.ARRIVE, wanted=wanted))
            if not step.value:
                self._complete[record.object] = step.number
        elif kind == "barrier_leave":
            return self._left(step, record)
        elif kind in ("once_begin", "once_end"):
            step.value = ONCE_RUNS if kind == "once_begin" else ONCE_DONE
            self._define(step, Meaning())
        elif kind in _WITHOUT_VARIABLE:
            step.value = 0
            if kind in ("signal", "broadcast"):
                self._signalled(step, record)
        else:
            return False
        return True

    def _left(self, step: Step, record: Record) -> bool:
        """A barrier: who came last did not wait."""
        complete = self._complete.get(record.object)
        step.value = 0
        if complete is None or self._steps[complete].thread == step.thread:
            return False
        step.deed, step.sources = Deed.WAIT, (complete,)
        return True

    def has_waited(self, step: Step) -> bool:
        """Whether others had to do something for it to go on."""
        meaning = self.meanings.get(step.number)
        return step.deed is Deed.WAIT or (meaning is not None and meaning.signal is not None)

    def _signalled(self, step: Step, record: Record) -> None:
        """It is why those whom it wakes go on: a variable that is set."""
        step.width = step.value = 1
        self.signals.setdefault(record.object, []).append(step.number)
        for thread, (condition, began) in list(self._waiting.items()):
            if condition == record.object and (record.kind == "broadcast" or record.value == thread):
                del self._waiting[thread]
                self._woken[thread] = step.number
                step.sources = (*step.sources, began)

    def _counted(self, step: Step, meaning: Meaning) -> None:
        last = self.last.get(step.address)
        if last is not None and self._steps[last].value != meaning.before:
            del self.last[step.address]  # another one at the same place
        self._define(step, meaning)
