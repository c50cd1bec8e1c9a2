"""The observed run of a trace program as an STD trace. In: a trace program. Out: its lines, and what they do not say.

STD knows accesses, locks, forks and joins. The rest is written so that a tool that reads it makes nothing up: whatever
order of the lines is possible is an order of the events, and what is not ordered there is not ordered here.

- Reads keep their writers, so branches, conditions, addresses and values go their recorded way, and need no lines.
- An atomic access is one inside a section of a lock of its variable's own (`x.atomic`): ordered like a lock, which is
  more than relaxed ones are. Fences add nothing to that, and are left out.
- free(x) writes x.
- What STD has no word for (semaphores, conditions, barriers, once, locks that are shared or tried, joins that try) is
  kept in its observed order: each operation of such an object is a section of a lock of its own (`s.order`) in which a
  variable of its own is read and written, so that the next one sees this one.
- A region in which nobody else moves is a lock, and nobody else need wait for it: said as a note.

Not written: how threads end, unless they are joined; assertions; that events of several accesses are one step (noted).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, assert_never

from raddle.base.errors import UserError
from raddle.logic.evaluate import Evaluator
from raddle.model.actions import (
    Acquire,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Order,
    Post,
    ProcessEnd,
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
from raddle.model.program import Event, TraceProgram
from raddle.model.run import Refusal, moves_of, run

_REGION: Final = "region"


@dataclass(frozen=True, slots=True)
class StdText:
    lines: tuple[str, ...] = field(repr=False)
    notes: tuple[str, ...]


def std_of_ctp(ctp: TraceProgram, location_of: Callable[[Event], int]) -> StdText:
    if not ctp.observed:
        advice = "add the observed order: trace t1 t2 ..."
        raise UserError("a trace is one run, and the trace program has none", advice=advice)
    reached = run(ctp, moves_of(ctp, ctp.observed))
    if isinstance(reached, Refusal):
        raise AssertionError(f"the observed order is no run: {reached.reason}")
    writer = _Writer(ctp, Evaluator(reached.values))
    begins = {first: None for first, _ in ctp.transactions}
    ends = {last: None for _, last in ctp.transactions}
    lines: list[str] = []
    for number in ctp.observed:
        event = ctp.events[number]
        thread, location = writer.threads[event.thread], location_of(event)
        operations = [*["begin"] * (number in begins), *writer.operations(event), *["end"] * (number in ends)]
        lines += [f"{thread}|{operation}|{location}" for operation in operations]
    return StdText(tuple(lines), tuple(dict.fromkeys(writer.notes)))


class _Writer:
    def __init__(self, ctp: TraceProgram, worth: Evaluator) -> None:
        self._ctp = ctp
        self._worth = worth
        self.notes: Final[list[str]] = []
        self.threads: Final = _unique([thread.name for thread in ctp.threads], set())
        self._cells = _unique([cell.name for cell in ctp.cells], set())
        self._locks = _unique(list(ctp.locks), set())
        self._taken = {*self._cells, *self._locks}
        self._atomics = _unique([f"{name}.atomic" for name in self._cells], self._taken)
        self._region = _unique([_REGION], self._taken)[0]
        self._kept: dict[tuple[str, int], str] = {}
        """Objects whose operations keep their observed order, by kind and number."""
        self._tried = _tried(ctp)
        self._tried_ends = {
            event.action.child for event in ctp.events if isinstance(event.action, Join) and not event.action.waits
        }

    def operations(self, event: Event) -> Iterator[str]:
        action = event.action
        match action:
            case Step(reads, _, writes):
                yield from self._accesses(reads, writes)
            case Check(reads, _):
                yield from self._accesses(reads, ())
            case Free(cells, when, of_frame):
                if not of_frame and (when is None or self._worth(when) == 1):
                    yield from (f"w({self._cells[cell]})" for cell in cells)
            case Create(child):
                yield f"fork({self.threads[child]})"
            case Join(child, waits):
                if waits:
                    yield f"join({self.threads[child]})"
                else:
                    yield from self._in_order("the end of", child, self.threads[child])
            case Exit() if event.thread in self._tried_ends:
                yield from self._in_order("the end of", event.thread, self.threads[event.thread])
            case Acquire() | Release() | Refused():
                yield from self._lock(action)
            case Wait(condition, lock):
                yield from self._in_order("condition", condition, self._ctp.conditions[condition])
                if lock is not None:
                    yield from self._lock(Release(lock))
            case Wake(condition=number) | Signal(number) | Broadcast(number):
                yield from self._in_order("condition", number, self._ctp.conditions[number])
            case Take(semaphore=number) | Post(number) | Count(semaphore=number):
                yield from self._in_order("semaphore", number, self._ctp.semaphores[number].name)
            case Arrive(number) | Leave(barrier=number):
                yield from self._in_order("barrier", number, self._ctp.barriers[number].name)
            case OnceBegin(number) | OnceEnd(number) | OncePass(number):
                yield from self._in_order("once", number, self._ctp.onces[number])
            case RegionBegin() | RegionEnd():
                self.notes.append("regions in which nobody else moves are written as one lock: others may run inside")
                yield f"{'acq' if isinstance(action, RegionBegin) else 'rel'}({self._region})"
            case Start() | Exit() | ProcessEnd() | Fence():
                pass
            case _:
                assert_never(action)

    def _accesses(self, reads: tuple[Read, ...], writes: tuple[Write, ...]) -> Iterator[str]:
        # Beside an early read stands the source's own, which goes nowhere where the source does not read.
        reads = tuple(read for read in reads if not read.early)
        accesses: list[Read | Write] = [*reads, *writes]
        cells = [self._cell(access) for access in accesses]
        atomic = sorted({cell for cell, access in zip(cells, accesses, strict=True) if access.order.is_atomic})
        if len(cells) > 1 and not (len(atomic) == 1 and set(cells) == set(atomic)):
            self.notes.append("events of several accesses are several lines: others may run between them")
        if any(access.order is Order.RELAXED for access in accesses):
            self.notes.append("relaxed atomics are written as if they ordered: races may be hidden by them")
        yield from (f"acq({self._atomics[cell]})" for cell in atomic)
        words = [*["r"] * len(reads), *["w"] * len(writes)]
        yield from (f"{word}({self._cells[cell]})" for word, cell in zip(words, cells, strict=True))
        yield from (f"rel({self._atomics[cell]})" for cell in reversed(atomic))

    def _cell(self, access: Read | Write) -> int:
        if access.address is None:
            return access.cells[0]
        return access.cells[access.addresses.index(self._worth(access.address))]

    def _lock(self, action: Acquire | Release | Refused) -> Iterator[str]:
        if action.lock in self._tried:
            yield from self._in_order("lock", action.lock, self._ctp.locks[action.lock])
        else:
            yield f"{'acq' if isinstance(action, Acquire) else 'rel'}({self._locks[action.lock]})"

    def _in_order(self, kind: str, number: int, name: str) -> Iterator[str]:
        key = (kind, number)
        if key not in self._kept:
            self._kept[key] = _unique([f"{name}.order"], self._taken)[0]
            why = "is shared or tried" if kind == "lock" else "has no word in STD"
            self.notes.append(f"{kind} {name} {why}: its operations keep their observed order")
        kept = self._kept[key]
        yield from (f"acq({kept})", f"r({kept})", f"w({kept})", f"rel({kept})")


def _tried(ctp: TraceProgram) -> set[int]:
    """Locks that STD cannot say: shared by readers, or tried."""
    found: set[int] = set()
    for event in ctp.events:
        match event.action:
            case Refused(lock):
                found.add(lock)
            case Acquire(lock, mode, waits) if mode is Mode.SHARED or not waits:
                found.add(lock)
            case _:
                pass
    return found


def _unique(names: list[str], taken: set[str]) -> list[str]:
    """As STD can write them."""
    made: list[str] = []
    for name in names:
        word = "_".join(name.replace("|", " ").split()) or "unnamed"
        while word in taken:
            word += "'"
        taken.add(word)
        made.append(word)
    return made
