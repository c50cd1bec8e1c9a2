"""Schedules near that of a failing run, the nearest first: in: its `Operations`; out: `Nearby`.

A change makes a thread wait before one of its operations until another thread has done one of its own, which in the
failing run came later; or from some point on lets other threads go first, as far as they go. How the run would go then
is guessed from what the threads did in the failing run, to tell how many orderings are flipped; what really comes of it
is for the program to say.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from typing import Final

from raddle.base.segments import Segment
from raddle.base.work import Meter
from raddle.explain.contrast.guessed import Guess, Order, Reordered
from raddle.explain.contrast.operations import Operation, Operations, neighbours
from raddle.replay.explore import AS_FAR_AS_IT_GOES
from raddle.trace.forced_order import ForcedOrder, Moment

MOST_ALIKE: Final = 3
"""Pairs of operations at the same two sites that are tried."""
MOST_PAIRED: Final = 14
"""Of the nearest single changes: those that are tried two at a time."""
GUESSED: Final = 250_000
"""Operations that are put into another order, in a work second,"""
TO_GUESS: Final = 10
"""and as many for beginning with it."""
MOST_LATE: Final = 12
"""Operations at the end of the run before which others are let go first."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A thread waits before the operation `first` until `second` is done; `to_its_end`: until its thread has ended."""

    first: Operation
    second: Operation
    to_its_end: bool = False


@dataclass(frozen=True, slots=True)
class Hurry:
    """From this place in the run on these threads go first, one after the other, each as far as it goes."""

    place: int
    threads: tuple[int, ...]


Change = Wait | Hurry


@dataclass(frozen=True, slots=True)
class Nearby:
    changes: tuple[Change, ...]
    reordered: Reordered
    """What is to come of them."""
    flips: int
    """As far as the failing run tells, it flips at least so many."""


class Vicinity:
    """Of a run: of the failing one; or, on the way back to that (`towards`: places there), of one that passes."""

    def __init__(self, operations: Operations, limit_s: float, towards: Mapping[int, int] | None = None) -> None:
        """`limit_s`: of work, for each of the lists that are asked for."""
        self._operations = operations
        self._limit_s = limit_s
        self._towards = towards
        self._guess = Guess(operations)
        self._forced = ForcedOrder(operations.trace.recording)
        self._open = _open_threads(operations)
        self._seen: set[object] = set()
        self.is_cut = False
        """Some list does not hold all that it would."""

    def singles(self) -> list[Nearby]:
        return sorted(self._made((change,) for change in self._changes()), key=_nearness)

    def doubles(self, singles: Sequence[Nearby]) -> list[Nearby]:
        """Two changes at once, and two threads that go first."""
        near = [one.changes[0] for one in singles[:MOST_PAIRED]]
        hurries = ((change,) for change in self._hurries(self._pairs(), 2))
        return sorted(self._made((*combinations(near, 2), *hurries)), key=_nearness)

    def one_after_the_other(self) -> list[Nearby]:
        """Each thread as far as it goes, in every order of a few threads."""
        count = len(self._operations.trace.threads)
        orders = permutations(range(count), min(count, 3))
        return list(self._made((Hurry(0, order),) for order in orders))

    def gathered(self) -> tuple[Segment, ...]:
        """What conflicts in the order of the run itself, with fewer switches."""
        return _segments(self._operations, self._guess.gathered(), ())

    def _changes(self) -> Iterator[Change]:
        pairs = self._pairs()
        for earlier, later in pairs:
            yield Wait(earlier, later)
        if self._towards is None:
            yield from self._hurries(pairs, 1)
        for earlier, later in pairs:
            starts, ends = self._starts(earlier), self._ends(later)
            for start in starts:
                for end in ends:
                    if start.place < end.place:
                        yield Wait(start, end)
                if self._towards is None:
                    yield Wait(start, self._guess.own[later.thread][-1], to_its_end=True)

    def _pairs(self) -> list[tuple[Operation, Operation]]:
        """Whose order the schedule chose, and is to be flipped; those that come late in the run first."""
        alike: dict[tuple[int, int, int, int], int] = {}
        chosen = []
        for earlier, later in reversed(neighbours(self._operations)):
            sites = (earlier.thread, earlier.site, later.thread, later.site)
            alike[sites] = alike.get(sites, 0) + 1
            first, second = (Moment(one.thread, one.event) for one in (earlier, later))
            wanted = alike[sites] <= MOST_ALIKE and self._is_flipped(earlier, later)
            if wanted and not self._forced.must_precede(first, second):
                chosen.append((earlier, later))
        return chosen

    def _is_flipped(self, earlier: Operation, later: Operation) -> bool:
        if self._towards is None:
            return True
        places = [self._towards.get(one.place) for one in (earlier, later)]
        return places[0] is not None and places[1] is not None and places[0] > places[1]

    def _starts(self, one: Operation) -> list[Operation]:
        """Where its thread can wait instead: before it gets its locks, at the beginning of its turn, at its own."""
        own = self._guess.own[one.thread]
        return list(dict.fromkeys([one, self._guess.got_locks(one), self._guess.turn_of(one)[0], own[0]]))

    def _ends(self, one: Operation) -> list[Operation]:
        """How far its thread can run instead: until it has given its locks back, to the end of its turn."""
        return list(dict.fromkeys([one, self._guess.gives_locks(one), self._guess.turn_of(one)[-1]]))

    def _hurries(self, pairs: Iterable[tuple[Operation, Operation]], many: int) -> Iterator[Hurry]:
        threads = range(len(self._operations.trace.threads))
        late = {one.place for one in self._operations.each[-MOST_LATE:]}
        places = sorted({*self._guess.begins, *late, *(earlier.place for earlier, _ in pairs)}, reverse=True)
        for place in places:
            yield from (Hurry(place, order) for order in permutations(threads, many))

    def _goes_beyond(self, change: Change) -> bool:
        """Whether threads would do what is not known of them."""
        match change:
            case Wait(_, second, to_its_end):
                return to_its_end and second.thread in self._open
            case Hurry(_, threads):
                return not self._open.isdisjoint(threads)

    def _made(self, changes: Iterable[tuple[Change, ...]]) -> Iterator[Nearby]:
        meter = Meter(self._limit_s)
        for change in changes:
            if meter.is_over:
                self.is_cut = True
                return
            first, last = self._reach(change)
            reordered = self._guess.reordered(partial(_rank, change), first, last)
            meter.spend(TO_GUESS + len(reordered.done), GUESSED)
            flips = self._guess.flips(reordered, self._towards)
            beyond = any(map(self._goes_beyond, change))
            key = (reordered, change if beyond else ())
            if key not in self._seen and (flips or beyond):
                self._seen.add(key)
                yield Nearby(change, reordered, flips)

    def _reach(self, changes: Sequence[Change]) -> tuple[int, int]:
        """The first and the last place that they change."""
        end = self._operations.each[-1].place
        firsts = [one.first.place if isinstance(one, Wait) else one.place for one in changes]
        return min(firsts), max(one.second.place if isinstance(one, Wait) else end for one in changes)

    def segments(self, nearby: Nearby) -> tuple[Segment, ...]:
        return _segments(self._operations, self._guess.order(nearby.reordered), nearby.changes)


def _open_threads(operations: Operations) -> frozenset[int]:
    """Those of which it is not known what they would have done: not the one that failed."""
    cut = {thread for thread, ended in enumerate(operations.ended) if not ended}
    failed = operations.trace.recording.outcome != "deadlock"
    return frozenset(cut - {one.thread for one in operations.each[-1:] if failed})


def _rank(changes: Sequence[Change], one: Operation) -> tuple[int, int, int]:
    rank = (one.place, 0, one.place)
    for change in changes:
        match change:
            case Wait(first, second):
                if one.thread == first.thread and one.place >= first.place:
                    rank = max(rank, (second.place, 1, one.place))
            case Hurry(place, threads):
                if one.place >= place:
                    turn = threads.index(one.thread) if one.thread in threads else len(threads)
                    rank = (place, turn, max(rank[0], one.place))
    return rank


def _segments(operations: Operations, order: Order, changes: Sequence[Change]) -> tuple[Segment, ...]:
    """The guessed order as a schedule. Threads that are let go first go on beyond what is known of them."""
    beyond = {change.second.thread for change in changes if isinstance(change, Wait) and change.to_its_end}
    hurried = [change for change in changes if isinstance(change, Hurry)]
    last = {one.thread: at for at, one in enumerate(order)}
    segments: list[tuple[int, int]] = []
    waiting = [(change.place, list(change.threads)) for change in hurried]
    for at, one in enumerate(order):
        for place, threads in waiting:
            if threads and one.place >= place and (one.thread not in threads or one.thread == threads[0]):
                segments += [(thread, AS_FAR_AS_IT_GOES) for thread in threads]
                threads.clear()
        upto = AS_FAR_AS_IT_GOES if one.thread in beyond and at == last[one.thread] else one.event + 1
        segments.append((one.thread, upto))
    for _, threads in waiting:
        segments += [(thread, AS_FAR_AS_IT_GOES) for thread in threads]
    return tuple(merged(segments, [thread.path for thread in operations.trace.threads]))


def merged(segments: Sequence[tuple[int, int]], paths: Sequence[str]) -> Iterator[Segment]:
    reached: dict[int, int] = {}
    merged: list[tuple[int, int]] = []
    for thread, upto in segments:
        if upto <= reached.get(thread, 0):
            continue
        if upto != AS_FAR_AS_IT_GOES:  # it may have to wait on its way, and go on later
            reached[thread] = upto
        if merged and merged[-1][0] == thread:
            merged.pop()
        merged.append((thread, upto))
    return (Segment(paths[thread], upto) for thread, upto in merged)


def _nearness(one: Nearby) -> tuple[int, int, int]:
    moved = sum(len(change.threads) if isinstance(change, Hurry) else 0 for change in one.changes)
    return one.flips, moved, len(one.reordered.done)
