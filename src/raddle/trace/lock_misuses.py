"""Misuses of locks, conditions, semaphores and barriers that a recorded run shows. docs/rules.md, Misuse; decision 29.

In: a trace in which the bytes of these objects count as shared (trace/lock_objects.py, with_lock_bytes). Out:
`LockMisuses`. Decided on what was recorded, without the trace program: it is how a misuse that was found there is
confirmed.

    unordered       it is initialised, overwritten, copied or destroyed, and another thread uses it, and nothing orders
                    the two
    in-use          it is initialised, overwritten, copied or destroyed while a thread holds it or waits at it. Not: a
                    destruction that returns EBUSY to a program that looks at that
    destroyed       it is used, or destroyed, after it was destroyed and before it was initialised again
    overwritten     it is used after something else was written to its bytes
    uninitialised   it is used before anybody initialised it
    not-held        a normal mutex, a spin lock or a reader-writer lock is unlocked, or a mutex is waited with, by who
                    does not hold it
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from raddle.base.trace_format import trace_format
from raddle.trace.happens_before import At, HappensBefore
from raddle.trace.lock_bytes import Sort
from raddle.trace.lock_objects import Key, Life, State, Use, lives_of
from raddle.trace.walk import Trace

MisuseKind = Literal["unordered", "in-use", "destroyed", "overwritten", "uninitialised", "not-held"]
OF_STATE: Final[dict[State, MisuseKind]] = {
    State.NEVER: "uninitialised",
    State.DESTROYED: "destroyed",
    State.OVERWRITTEN: "overwritten",
}
_TAKES: Final = frozenset(
    {"lock", "trylock", "timedlock", "reacquire"}
    | {"rdlock", "wrlock", "tryrdlock", "trywrlock", "timedrdlock", "timedwrlock"}
)
_GIVES: Final = frozenset({"unlock", "rwunlock"})


class Misuse(NamedTuple):
    """`at` is the one that is wrong, `other` what makes it so: the change and the use that nothing orders with it; who
    holds it; who destroyed it."""

    kind: MisuseKind
    life: Life
    use: Use
    other: Use | None = None

    @property
    def at(self) -> At:
        return self.use.at


@dataclass
class _Standing:
    """Who has an object, or waits at it."""

    holders: dict[int, list[Use]] = field(default_factory=dict)
    waiters: dict[int, Use] = field(default_factory=dict)

    def anybody(self, but: int | None = None) -> Use | None:
        found = [uses[-1] for thread, uses in self.holders.items() if uses and thread != but]
        found += [use for thread, use in self.waiters.items() if thread != but]
        return found[0] if found else None


class LockMisuses:
    def __init__(self, trace: Trace, order: HappensBefore | None = None) -> None:
        self._trace = trace
        self._order = order
        self.lives: Final = lives_of(trace)

    def found(self) -> list[Misuse]:
        """One for each kind and place of what is wrong, in the order of the run."""
        found: dict[tuple[object, ...], Misuse] = {}
        for one in sorted((one for life in self.lives for one in self._told(life)), key=lambda one: one.use.place):
            found.setdefault((one.kind, self._site(one.use)), one)
        return list(found.values())

    def _told(self, life: Life) -> Iterator[Misuse]:
        """A change that nothing orders with some use is told so, and not once more by what it leads to."""
        unordered = list(self._unordered(life))
        changes = {one.use for one in unordered}
        yield from unordered
        for one in self._by_state(life):
            never = one.kind == "uninitialised" and changes
            if one.use not in changes and one.other not in changes and not never:
                yield one

    def in_wrong_state(self) -> frozenset[Key]:
        """Objects of which one is found that does not stand on what orders it alone."""
        return frozenset(life.key for life in self.lives if any(True for _ in self._by_state(life)))

    def at_event(self, thread: int, visible: int) -> Iterator[Misuse]:
        """Of which one of the two is the thread's visible event of that number."""
        for life in self.lives:
            for one in self._told(life):
                both = [use for use in (one.use, one.other) if use is not None]
                if any((use.at.thread, use.visible) == (thread, visible) for use in both):
                    yield one

    def _site(self, use: Use | None) -> object:
        if use is None:
            return None
        event = self._trace.threads[use.at.thread].events[use.at.row]
        return use.at.thread, int(event["site"]), int(event["stack"])

    # ---- what each of them finds

    def _by_state(self, life: Life) -> Iterator[Misuse]:
        state, since, standing = life.begins, None, _Standing()
        everything = sorted((*life.uses, *life.ends), key=lambda one: one.place)
        for use in everything:
            if use in life.ends:
                self._ended(standing, use)
                continue
            if use.deed in ("use", "destroy") and state != State.READY:
                yield Misuse(OF_STATE[state], life, use, since)
                state = State.READY  # it is told once
            if use.changes:
                busy = standing.anybody(but=use.at.thread if use.deed == "copy" else None)
                if busy is not None:
                    yield Misuse("in-use", life, use, busy)
                if use.leaves is not None:
                    state, since = use.leaves, use
                    standing = _Standing()
            else:
                yield from self._stands(life, standing, use)

    def _ended(self, standing: _Standing, use: Use) -> None:
        if use.name == "barrier_leave":  # the round is complete
            standing.waiters.clear()
        standing.waiters.pop(use.at.thread, None)

    def _stands(self, life: Life, standing: _Standing, use: Use) -> Iterator[Misuse]:
        fmt = trace_format()
        record = self._trace.recording.sync[use.record]
        flags, thread = int(record["flags"]), use.at.thread
        if flags & (fmt["RD_FLAG_FAILED"] | fmt["RD_FLAG_RECURSIVE"]):
            return
        releases = use.name == "wait" and life.sort is not Sort.CONDITION
        if use.name in _TAKES:
            standing.holders.setdefault(thread, []).append(use)
        elif use.name in _GIVES or releases:
            held = standing.holders.get(thread)
            if held:
                held.pop()
            else:
                yield Misuse("not-held", life, use, standing.anybody())
                standing.holders.clear()
        elif use.name in ("wait", "barrier_arrive"):
            standing.waiters[thread] = use
        elif use.name == "signal":
            standing.waiters.pop(int(record["value"]), None)
        elif use.name == "broadcast":
            standing.waiters.clear()

    def _unordered(self, life: Life) -> Iterator[Misuse]:
        """Of each thread the last that came before a change, and the first behind it: if these are ordered with it, so
        are all others."""
        if len({use.at.thread for use in life.uses}) < 2:
            return
        for number, change in enumerate(life.uses):
            if change.changes:
                yield from self._beside(life, change, reversed(life.uses[:number]))
                yield from self._beside(life, change, iter(life.uses[number + 1 :]))

    def _beside(self, life: Life, change: Use, others: Iterator[Use]) -> Iterator[Misuse]:
        seen = {change.at.thread}
        for other in others:
            if other.at.thread in seen or (other.deed == change.deed == "copy"):
                continue
            seen.add(other.at.thread)
            if self.order.unordered(change.at, other.at):
                yield Misuse("unordered", life, change, other)

    @property
    def order(self) -> HappensBefore:
        if self._order is None:
            self._order = HappensBefore(self._trace)
        return self._order
