"""Brute force on STD traces: all correct reorderings, worked out on the lines themselves and not on a trace program.

A correct reordering is a prefix of each thread's lines, interleaved so that a lock has one holder (it may take it
again), a thread does nothing before its fork, a join comes after the last line of its thread, and each read sees the
write that it saw in the trace (or none). Races: two accesses of different threads to one variable, one of them a write,
- that are both next (`meeting`), or
- of which one is in, the other is next, and nothing orders them (`unordered`): the order is that of the threads, forks
  and joins, and releases before later acquires of the lock.
Deadlocks: threads each of which waits for a lock that the next one holds, or for its end.
"""

import random
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Found:
    """Numbers of lines, from 0: pairs in their order, circles as sets."""

    meeting: set[tuple[int, int]] = field(default_factory=set)
    unordered: set[tuple[int, int]] = field(default_factory=set)
    circles: set[frozenset[int]] = field(default_factory=set)

    @property
    def races(self) -> set[tuple[int, int]]:
        return self.meeting | self.unordered


_Key = tuple[tuple[int, ...], tuple[tuple[str, int], ...], tuple[tuple[str, frozenset[int]], ...]]


class _Line:
    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.thread, operation, _ = text.split("|")
        self.op, _, rest = operation.partition("(")
        self.what = rest[:-1]

    @property
    def is_access(self) -> bool:
        return self.op in ("r", "w")


def brute_force(text: str) -> Found:
    lines = [_Line(number, line) for number, line in enumerate(text.split())]
    return _Search(lines).all()


class _Search:
    """A state: how far each thread is, who wrote each variable last, and what is ordered before whom."""

    def __init__(self, lines: list[_Line]) -> None:
        self._lines = lines
        self._threads: dict[str, list[_Line]] = {}
        for line in lines:
            self._threads.setdefault(line.thread, []).append(line)
            if line.op in ("fork", "join"):
                self._threads.setdefault(line.what, [])
        self._names = list(self._threads)
        self._forks = {line.what: line for line in lines if line.op == "fork"}
        self._seen_by: dict[int, int] = {}
        last: dict[str, int] = {}
        for line in lines:
            if line.op == "r":
                self._seen_by[line.number] = last.get(line.what, -1)
            elif line.op == "w":
                last[line.what] = line.number
        self.found = Found()

    def all(self) -> Found:
        """Depth first. `known`: by thread and by lock, the set of lines that are ordered before what comes next."""
        start: _Key = (tuple(0 for _ in self._names), (), ())
        stack, seen = [start], {start}
        while stack:
            positions, writers, known = stack.pop()
            state = _State(self, positions, dict(writers), dict(known))
            self._look(state)
            for following in state.following():
                if following not in seen:
                    seen.add(following)
                    stack.append(following)
        return self.found

    def _look(self, state: "_State") -> None:
        nexts = [line for line in state.nexts() if state.has_begun(line.thread)]
        for line in nexts:
            if not line.is_access:
                continue
            for other in self._lines:
                if other.is_access and other.thread != line.thread and other.what == line.what:
                    if "w" not in (line.op, other.op):
                        continue
                    pair = min(line.number, other.number), max(line.number, other.number)
                    if other in nexts:
                        self.found.meeting.add(pair)
                    elif state.is_in(other) and other.number not in state.before(line.thread):
                        self.found.unordered.add(pair)
        self._circles({line.thread: line for line in nexts}, state)

    def _circles(self, nexts: dict[str, _Line], state: "_State") -> None:
        for start in nexts:
            way: list[str] = []
            at: str | None = start
            while at is not None and at not in way:
                way.append(at)
                at = state.waits_for(nexts[at]) if at in nexts else None
            if at == start:
                self.found.circles.add(frozenset(nexts[name].number for name in way))

    @property
    def threads(self) -> dict[str, list[_Line]]:
        return self._threads

    @property
    def names(self) -> list[str]:
        return self._names

    def fork_of(self, thread: str) -> _Line | None:
        return self._forks.get(thread)

    def writer_of(self, read: _Line) -> int:
        return self._seen_by[read.number]


class _State:
    def __init__(
        self, search: _Search, positions: tuple[int, ...], writers: dict[str, int], known: dict[str, frozenset[int]]
    ) -> None:
        self._search = search
        self._at = dict(zip(search.names, positions, strict=True))
        self._writers = writers
        self._known = known

    def nexts(self) -> list[_Line]:
        threads = self._search.threads
        return [threads[name][at] for name, at in self._at.items() if at < len(threads[name])]

    def is_in(self, line: _Line) -> bool:
        return self._search.threads[line.thread].index(line) < self._at[line.thread]

    def has_begun(self, thread: str) -> bool:
        fork = self._search.fork_of(thread)
        return fork is None or self.is_in(fork)

    def has_ended(self, thread: str) -> bool:
        return self.has_begun(thread) and self._at[thread] == len(self._search.threads[thread])

    def holder(self, lock: str) -> str | None:
        for name, at in self._at.items():
            own = [line.op for line in self._search.threads[name][:at] if line.what == lock]
            if own.count("acq") > own.count("rel"):
                return name
        return None

    def before(self, thread: str) -> frozenset[int]:
        """What is ordered before the thread's next line."""
        known = self._known.get(f"thread {thread}", frozenset())
        fork = self._search.fork_of(thread)
        if fork is not None and self.is_in(fork):
            known |= self._known.get(f"fork {thread}", frozenset())
        return known

    def waits_for(self, line: _Line) -> str | None:
        """The thread that has to do something first."""
        if line.op == "acq":
            holder = self.holder(line.what)
            return None if holder == line.thread else holder
        if line.op == "join" and not self.has_ended(line.what):
            return line.what
        return None

    def _can_happen(self, line: _Line) -> bool:
        if not self.has_begun(line.thread) or self.waits_for(line) is not None:
            return False
        return line.op != "r" or self._writers.get(line.what, -1) == self._search.writer_of(line)

    def following(self) -> "list[_Key]":
        found: list[_Key] = []
        for line in self.nexts():
            if not self._can_happen(line):
                continue
            writers, known = dict(self._writers), dict(self._known)
            before = self.before(line.thread)
            if line.op == "acq":
                before |= known.get(f"lock {line.what}", frozenset())
            elif line.op == "join":
                before |= self.before(line.what)
            elif line.op == "w":
                writers[line.what] = line.number
            after = before | {line.number}
            known[f"thread {line.thread}"] = after
            if line.op in ("rel", "fork"):
                known[f"{'lock' if line.op == 'rel' else 'fork'} {line.what}"] = after
            at = {**self._at, line.thread: self._at[line.thread] + 1}
            found.append((tuple(at.values()), tuple(sorted(writers.items())), tuple(sorted(known.items()))))
        return found


def random_std(rng: random.Random) -> str:
    """A small well-formed trace: reentrant locks, forks, joins, threads that begin with the trace, locks held at its
    end. Some are mostly nested locks, so that there is something to be stuck at, some pass values on under locks."""
    operations = rng.choice((_nested, _mixed, _protected))(rng)
    return "".join(f"{thread}|{operation}|{rng.randint(1, 9)}\n" for thread, operation in operations)


def _mixed(rng: random.Random) -> list[tuple[str, str]]:
    names = [f"T{number}" for number in range(rng.randint(2, 4))]
    begun, ended = {"T0", *names[: rng.randint(1, len(names))]}, set[str]()
    locks, variables = rng.randint(0, 2), rng.randint(1, 3)
    holds: dict[str, list[str]] = {name: [] for name in names}
    made: list[tuple[str, str]] = []
    for _ in range(rng.randint(5, 13)):
        thread = rng.choice(sorted(begun - ended))
        choice = rng.random()
        idle = [name for name in names if name not in begun]
        over = [name for name in sorted(begun - ended) if name not in (thread, "T0") and not holds[name]]
        operation = f"{rng.choice('rw')}(V{rng.randrange(variables)})"
        if choice < 0.1 and idle:
            begun.add(idle[0])
            operation = f"fork({idle[0]})"
        elif choice < 0.15 and over:
            ended.add(over[0])
            operation = f"join({over[0]})"
        elif choice < 0.4 and locks:
            lock = f"L{rng.randrange(locks)}"
            if not any(lock in holds[name] for name in names if name != thread):
                holds[thread].append(lock)
                operation = f"acq({lock})"
        elif choice < 0.6 and holds[thread]:
            operation = f"rel({holds[thread].pop()})"
        made.append((thread, operation))
    return made


def _protected(rng: random.Random) -> list[tuple[str, str]]:
    """One section after the other that reads and writes what its lock protects, and accesses to anything around."""
    names = [f"T{number}" for number in range(rng.randint(2, 3))]
    made = [("T0", f"fork({name})") for name in names[1:] if rng.random() < 0.5]
    for _ in range(rng.randint(2, 4)):
        thread, lock = rng.choice(names), rng.randrange(2)
        if rng.random() < 0.6:
            made.append((thread, f"{rng.choice('rw')}(V{rng.choice((0, 1, 2, 2, 2))})"))
        made.append((thread, f"acq(L{lock})"))
        made += [(thread, f"{rng.choice('rrw')}(V{lock})") for _ in range(rng.randint(1, 2))]
        made.append((thread, f"rel(L{lock})"))
        if rng.random() < 0.6:
            made.append((thread, f"{rng.choice('rw')}(V2)"))
    return made


def _nested(rng: random.Random) -> list[tuple[str, str]]:
    """Sections within sections, one after the other; then perhaps joins, also inside of a section."""
    names = [f"T{number}" for number in range(rng.randint(2, 3))]
    made = [("T0", f"fork({name})") for name in names[1:] if rng.random() < 0.7]
    first = len(made)
    for _ in range(rng.randint(2, 4)):
        thread, locks = rng.choice(names), rng.sample(["L0", "L1", "L2"], rng.randint(1, 3))
        inside = [f"acq({lock})" for lock in locks]
        for _ in range(rng.randint(0, 2)):
            inside.insert(rng.randint(0, len(inside)), f"{rng.choice('rwww')}(V{rng.randrange(2)})")
        made += [(thread, operation) for operation in inside]
        if rng.random() < 0.1:
            break
        made += [(thread, f"rel({lock})") for lock in reversed(locks)]
    if rng.random() < 0.3 and len(made) > first and made[-1][0] == "T0":
        place = rng.randint(first, len(made))
        if not any(thread == names[1] for thread, _ in made[place:]):
            made.insert(place, ("T0", f"join({names[1]})"))
    return made
