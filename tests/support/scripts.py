"""Scripts of calls over every primitive, and what it takes for their calls to return what they returned.

tests/native/programs/calls.c runs a script on the C library, or under the runtime. With the results of its calls each
thread has done certain things in order: that is a trace program, and the results are possible if some run of it comes
to the end. Which results depend on the thread alone (what it holds itself) is decided here: docs/rules.md, Locks.

    l t T u       a mutex (0 normal, 1 error-checking, 2 recursive): lock, try, lock with a time limit, unlock
    r R y w W z x the reader-writer lock: the same for readers and for writers, and unlock
    p P q         the spin lock         s b c C    a condition: signal, broadcast; wait with a mutex, with a time limit
    v d D e g     a semaphore: post, wait, try, wait with a time limit, look
    B             the barrier           o          the once            a    a ticket is drawn: each thread sees the last
    f i k h       a futex: wait if its word has that value, add one to the word, wake one, wake all
    N J j K       a thread: create, join, try, join with a time limit
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from errno import EAGAIN, EBUSY, EDEADLK, EPERM, ETIMEDOUT
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import TermStore
from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Cell,
    Check,
    Count,
    Create,
    Exit,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.check import check_program
from raddle.model.program import Barrier, Event, Semaphore, Thread, TraceProgram

NOT_MADE: Final = -1
SERIAL: Final = -1
"""PTHREAD_BARRIER_SERIAL_THREAD."""
RESULTS: Final[dict[str, tuple[int, ...]]] = {
    "l": (0, EDEADLK), "t": (0, EBUSY), "T": (0, ETIMEDOUT, EDEADLK), "u": (0, EPERM), "r": (0, EDEADLK),
    "w": (0, EDEADLK), "R": (0, EBUSY), "W": (0, EBUSY), "y": (0, ETIMEDOUT, EDEADLK), "z": (0, ETIMEDOUT, EDEADLK),
    "x": (0,), "p": (0,), "P": (0, EBUSY), "q": (0,), "c": (0,), "C": (0, ETIMEDOUT), "s": (0,), "b": (0,), "v": (0,),
    "d": (0,), "D": (0, EAGAIN), "e": (0, ETIMEDOUT), "g": (0, 1, 2, 3, 4), "B": (0, SERIAL), "o": (0, 1),
    "f": (0, EAGAIN), "i": (0, 1, 2), "k": (0,), "h": (0,), "a": (0, 1, 2, 3, 4), "N": (0,), "J": (0,),
    "j": (0, EBUSY), "K": (0, ETIMEDOUT),
}  # fmt: skip
"""What a call may return at all."""
_RWLOCK: Final = 3
_SPIN: Final = 4
Results = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Script:
    semaphores: tuple[int, int]
    parties: int
    threads: tuple[tuple[str, ...], ...]
    """Main's calls, and those of the threads that it may create."""

    def __str__(self) -> str:
        initial = " ".join(map(str, self.semaphores))
        return f"{initial} {self.parties}/" + "/".join(" ".join(calls) for calls in self.threads)


def script_of(text: str) -> Script:
    """As str() writes it."""
    objects, *threads = text.split("/")
    first, second, parties = map(int, objects.split())
    return Script((first, second), parties, tuple(tuple(calls.split()) for calls in threads))


class NoSuchResult(Exception):
    """Whatever the others do, the call does not return that."""


@dataclass(frozen=True)
class Told:
    """What a script's threads did."""

    ctp: TraceProgram = field(repr=False)
    check: int
    """An assertion of main's that fails where all of it took place."""
    left: frozenset[int]
    """What threads stand before whose calls have not returned: some event of each, if they wait for ever."""


def told_by(script: Script, results: Results, created: Sequence[bool]) -> Told:
    """`results`: as far as each thread's calls have returned; `created`: the threads."""
    terms = TermStore()
    numbers = {thread: place for place, thread in enumerate(t for t, there in enumerate(created) if there)}
    events: list[Event] = []
    threads: list[Thread] = []
    left: set[int] = set()
    for thread, number in numbers.items():
        told = _Told(thread, script, results, terms, numbers)
        actions = list(told.actions())
        pending = list(told.pending())
        threads.append(
            Thread(f"T{thread}" if thread else "main", len(events), len(actions) + len(pending), 0 if thread else None)
        )
        for position, action in enumerate([*actions, *pending]):
            if position >= len(actions) and not isinstance(action, Exit | Check):
                left.add(len(events))
            events.append(Event(len(events), number, position, action, position + 1, len(events)))
    ctp = TraceProgram(
        terms=terms,
        threads=tuple(threads),
        events=tuple(events),
        cells=(Cell("tickets", 8, 0), Cell("word0", 8, 0), Cell("word1", 8, 0)),
        locks=("normal", "errorcheck", "recursive", "rwlock", "spin"),
        conditions=("c", "d", "word0", "word1"),
        semaphores=tuple(Semaphore(f"s{number}", initial) for number, initial in enumerate(script.semaphores)),
        barriers=(Barrier("b", script.parties),),
        onces=("o",),
    )
    check_program(ctp)
    return Told(ctp, next((e.number for e in events if isinstance(e.action, Check)), -1), frozenset(left))


@dataclass
class _Told:
    """One thread: what its calls did, from what they returned."""

    thread: int
    script: Script
    results: Results
    terms: TermStore
    numbers: dict[int, int]
    depth: list[int] = field(default_factory=lambda: [0, 0, 0])
    shared: int = 0
    exclusive: bool = False
    spins: bool = False
    known: set[int] = field(default_factory=set)
    """Threads that it has created."""
    joined: set[int] = field(default_factory=set)

    @property
    def unjoined(self) -> list[int]:
        return sorted(self.known - self.joined)

    def actions(self) -> Iterator[Action]:
        if self.thread:
            yield Start()
        calls, results = self.script.threads[self.thread], self.results[self.thread]
        for place, (call, result) in enumerate(zip(calls, results, strict=False)):
            yield from self._done(call[0], call[1:], result, place)

    def pending(self) -> Iterator[Action]:
        """What the thread does next: the call that has not returned, or its end."""
        calls, returned = self.script.threads[self.thread], len(self.results[self.thread])
        if returned < len(calls):
            yield from self._waiting(calls[returned][0], calls[returned][1:])
        elif self.thread:
            yield Exit()
        else:
            yield from (Join(self.numbers[child]) for child in self.unjoined)
            yield Check((), self.terms.false)

    def _waiting(self, what: str, which: str) -> Iterator[Action]:
        """A call that may take for ever."""
        number = int(which[0]) if which else 0
        match what:
            case "l":
                yield Acquire(number)
            case "r" | "w":
                yield Acquire(_RWLOCK, Mode.SHARED if what == "r" else Mode.EXCLUSIVE)
            case "p":
                yield Acquire(_SPIN)
            case "c":
                yield from (Wait(number, int(which[1])), Wake(number, "signal"), Acquire(int(which[1])))
            case "C":
                yield from (Wait(number, int(which[1])), Wake(number, "any", waits=False), Acquire(int(which[1])))
            case "d":
                yield Take(number)
            case "B":
                yield from (Arrive(0), Leave(0, None))
            case "J":
                yield Join(self.numbers[number])
            case "f":
                yield from self._futex(what, number, which[1:], 0, -1)
            case _:
                raise NoSuchResult

    def _done(self, what: str, which: str, result: int, place: int) -> Iterator[Action]:
        if result not in (*RESULTS[what], NOT_MADE) and what not in "agi":
            raise NoSuchResult
        number = int(which[0]) if which else 0
        match what:
            case "l" | "t" | "T" | "u":
                yield from self._mutex(what, number, result)
            case "r" | "R" | "y" | "w" | "W" | "z" | "x":
                yield from self._rwlock(what, result)
            case "p" | "P" | "q":
                yield from self._spin(what, result)
            case "c" | "C":
                yield from self._condition(number, int(which[1]), result, waits=what == "c")
            case "s" | "b":
                yield Signal(number) if what == "s" else Broadcast(number)
            case "v" | "d" | "D" | "e" | "g":
                yield from self._semaphore(what, number, result)
            case "B":
                yield from (Arrive(0), Leave(0, result == SERIAL))
            case "o":
                yield from (OnceBegin(0), OnceEnd(0)) if result else (OncePass(0),)
            case "f" | "k" | "h":
                yield from self._futex(what, number, which[1:], result, place)
            case "a" | "i":
                yield self._added(0 if what == "a" else 1 + number, result, place)
            case _:
                yield from self._thread(what, number, result)

    def _mutex(self, what: str, number: int, result: int) -> Iterator[Action]:
        depth, is_normal, is_recursive = self.depth[number], number == 0, number == 2
        if what == "u":
            _demand(result == (NOT_MADE if is_normal and not depth else 0 if depth else EPERM))
            self.depth[number] -= result == 0
            if result == 0 and depth == 1:
                yield Release(number)
        elif depth and is_recursive:
            _demand(result == 0)
            self.depth[number] += 1
        elif depth:
            own = {"l": NOT_MADE, "T": ETIMEDOUT} if is_normal else {"l": EDEADLK, "T": EDEADLK}
            _demand(result == own.get(what, EBUSY))
        else:
            _demand(result in {"l": (0,), "t": (0, EBUSY), "T": (0, ETIMEDOUT)}[what])
            self.depth[number] += result == 0
            yield Refused(number) if result else Acquire(number, waits=what == "l")

    def _rwlock(self, what: str, result: int) -> Iterator[Action]:
        mode = Mode.SHARED if what in "rRy" else Mode.EXCLUSIVE
        if what == "x":
            _demand(result == (0 if self.shared or self.exclusive else NOT_MADE))
            if self.exclusive:
                self.exclusive = False
                yield Release(_RWLOCK)
            elif self.shared:
                self.shared -= 1
                yield Release(_RWLOCK, Mode.SHARED)
        elif self.exclusive and what not in "RW":
            _demand(result == EDEADLK)
        elif what == "w" and self.shared:
            _demand(result == NOT_MADE)
        else:
            _demand(result in {"R": (0, EBUSY), "W": (0, EBUSY)}.get(what, (0,) if what in "rw" else (0, ETIMEDOUT)))
            _demand(result != 0 or not self._keeps_itself_out(mode))
            yield Refused(_RWLOCK, mode) if result else Acquire(_RWLOCK, mode, waits=what in "rw")
            self.shared += result == 0 and mode is Mode.SHARED
            self.exclusive |= result == 0 and mode is Mode.EXCLUSIVE

    def _keeps_itself_out(self, mode: Mode) -> bool:
        return self.exclusive or (mode is Mode.EXCLUSIVE and self.shared > 0)

    def _spin(self, what: str, result: int) -> Iterator[Action]:
        if what == "q":
            _demand(result == (0 if self.spins else NOT_MADE))
        elif self.spins:
            _demand(result == (NOT_MADE if what == "p" else EBUSY))
            return
        else:
            _demand(result != NOT_MADE)
        if what == "q":
            yield from (Release(_SPIN),) if self.spins else ()
            self.spins = False
        else:
            yield Refused(_SPIN) if result else Acquire(_SPIN, waits=what == "p")
            self.spins = result == 0

    def _condition(self, number: int, mutex: int, result: int, *, waits: bool) -> Iterator[Action]:
        _demand((result == NOT_MADE) == (self.depth[mutex] != 1))
        if result != NOT_MADE:
            yield Wait(number, mutex)
            yield Wake(number, "timeout" if result else "signal", waits)
            yield Acquire(mutex)

    def _semaphore(self, what: str, number: int, result: int) -> Iterator[Action]:
        _demand(result != NOT_MADE)
        match what:
            case "v":
                yield Post(number)
            case "g":
                yield Count(number, result)
            case _:
                yield Count(number, 0) if result else Take(number, what == "d")

    def _added(self, cell: int, result: int, place: int) -> Step:
        variable = self.terms.variable(f"a{self.thread}.{place}", 8)
        is_that = self.terms.equal(variable, self.terms.bits(result, 8))
        more = self.terms.apply(Op.ADD, 8, variable, self.terms.bits(1, 8))
        return Step((Read(variable, (cell,)),), is_that, (Write(more, (cell,)),))

    def _futex(self, what: str, number: int, value: str, result: int, place: int) -> Iterator[Action]:
        """docs/rules.md, Conditions: a look at its word and a wait, with nobody in between."""
        condition = 2 + number
        if what != "f":
            yield Signal(condition) if what == "k" else Broadcast(condition)
            return
        variable = self.terms.variable(f"f{self.thread}.{place}", 8)
        is_that = self.terms.equal(variable, self.terms.bits(int(value), 8))
        look = Step((Read(variable, (1 + number,)),), self.terms.negation(is_that) if result else is_that, ())
        if result:
            yield look
        else:
            yield from (RegionBegin(made_up=True), look, Wait(condition, None), RegionEnd(made_up=True))
            yield Wake(condition, "signal")

    def _thread(self, what: str, child: int, result: int) -> Iterator[Action]:
        if what == "N":
            _demand(result == (NOT_MADE if child in self.known else 0))
            if result == 0:
                _demand(child in self.numbers)
                self.known.add(child)
                yield Create(self.numbers[child])
            return
        _demand((result == NOT_MADE) == (child not in self.known or child in self.joined))
        if result == 0:
            self.joined.add(child)
            yield Join(self.numbers[child], what == "J")


def _demand(so: bool) -> None:
    if not so:
        raise NoSuchResult
