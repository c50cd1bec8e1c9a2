"""How the operations of a run would come in another order: each thread does what it did, and waits where it must.

In: the `Operations` of a run. Out: `Guess`: orders of them, and how many conflicting ones each flips. It is a guess:
threads that read other values may go other ways.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from raddle.explain.contrast.operations import EXCLUSIVE, GIVING, SHARED, Operation, Operations, conflicting, neighbours

MOST_STEPPED: Final = 3000
"""Beyond so many operations nobody is looked after who would have to wait: it is but a guess."""
KEPT_EVERY: Final = 1024
"""Operations, after which the state of locks is kept."""

Order = Sequence[Operation]
Rank = Callable[[Operation], tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Reordered:
    """From position `start` on operations come in this order; then all is as it was."""

    start: int
    done: tuple[Operation, ...]


class Guess:
    def __init__(self, operations: Operations) -> None:
        self._operations = operations
        self.own: list[list[Operation]] = [[] for _ in operations.trace.threads]
        """Of each thread."""
        for one in operations.each:
            self.own[one.thread].append(one)
        self._turns = [list(turn) for _, turn in groupby(operations.each, key=lambda one: one.thread)]
        self._turn = {one.place: number for number, turn in enumerate(self._turns) for one in turn}
        self._sections = _sections(self.own)
        self._signals = _signals(operations.each)
        self._conflicting = conflicting(operations)
        self._places = [one.place for one in operations.each]
        self._own_places = [[one.place for one in own] for own in self.own]
        self._places_on = {on: [one.place for one in each] for on, each in self._conflicting.items()}
        self._states: dict[int, _State] = {}
        self._number = {place: number for number, place in enumerate(self._places)}

    @property
    def begins(self) -> list[int]:
        """Places at which the turns of threads begin."""
        return [turn[0].place for turn in self._turns]

    def turn_of(self, one: Operation) -> list[Operation]:
        """What its thread did around it, up to where others did something."""
        return self._turns[self._turn[one.place]]

    def got_locks(self, one: Operation) -> Operation:
        """Where its thread got the first of the locks that it holds there; none: itself."""
        return self._sections.get(one.place, (one, one))[0]

    def gives_locks(self, one: Operation) -> Operation:
        """Where its thread has given all of them back."""
        return self._sections.get(one.place, (one, one))[1]

    def position(self, place: int) -> int:
        """Of the first operation at that place or behind it."""
        return bisect_left(self._places, place)

    def reordered(self, rank: Rank, first: int, last: int) -> Reordered:
        """Of those that can go on, always the one whose rank is least; where nobody can, it of them all. `first`,
        `last`: places; the ranks of operations before and behind them are their places."""
        start, past = self.position(first), self.position(last + 1)
        by_rank = sorted(self._operations.each[start:past], key=rank)
        if past - start > MOST_STEPPED or self._can_all(start, past, by_rank):
            return Reordered(start, tuple(by_rank))
        return Reordered(start, tuple(self._stepped(rank, start, past)))

    def _can_all(self, start: int, past: int, order: Order) -> bool:
        state = self._state_at(start)
        left = [len(own) for own in self._ahead(start)]
        for one in order:
            if one.kind != "access":
                if not state.can(one, left):
                    return False
                state.do(one)
            left[one.thread] -= 1
        return True

    def _stepped(self, rank: Rank, start: int, past: int) -> list[Operation]:
        """One by one: whoever has to wait lets others go first."""
        state = self._state_at(start)
        ahead = [[(rank(one), one) for one in own[: MOST_STEPPED * 2]] for own in self._ahead(start)]
        left = [len(own) for own in self._ahead(start)]
        at = [0] * len(ahead)
        done: list[Operation] = []
        reached = start
        while reached < past or len(done) < reached - start:
            waiting = sorted(own[now] for own, now in zip(ahead, at, strict=True) if now < len(own))
            one = next((one for _, one in waiting if state.can(one, left)), waiting[0][1])
            state.do(one)
            at[one.thread] += 1
            left[one.thread] -= 1
            done.append(one)
            reached = max(reached, self._number[one.place] + 1)
        return done

    def order(self, change: Reordered) -> Order:
        each = self._operations.each
        return [*each[: change.start], *change.done, *each[change.start + len(change.done) :]]

    def gathered(self) -> Order:
        """The same order of all that conflicts, with as few switches as going on for as long as possible makes."""
        before: dict[int, list[int]] = {}
        for earlier, later in neighbours(self._operations):
            before.setdefault(later.place, []).append(earlier.place)
        state, done = self._state_at(0), set[int]()
        left, at = [len(own) for own in self.own], [0] * len(self.own)
        order: list[Operation] = []
        while len(order) < len(self._operations.each):
            ahead = [own[now] for own, now in zip(self.own, at, strict=True) if now < len(own)]
            ahead.sort(key=lambda one: (not order or one.thread != order[-1].thread, one.place))
            free = (one for one in ahead if done.issuperset(before.get(one.place, ())) and state.can(one, left))
            one = next(free, min(ahead, key=lambda one: one.place))
            state.do(one)
            done.add(one.place)
            at[one.thread] += 1
            left[one.thread] -= 1
            order.append(one)
        return order

    def flips(self, change: Reordered, towards: Mapping[int, int] | None = None) -> int:
        """Conflicting ones of different threads that stand the other way round than in the run itself, or than in
        another one, where those that it has too have these places."""
        new = {one.place: self._places[change.start] + number for number, one in enumerate(change.done)}
        touched = {on for one in change.done for on in one.on} & self._conflicting.keys()
        if towards is not None:
            return sum(self._flips_towards(on, new, towards) for on in self._conflicting)
        return sum(flipped([(new[one.place], one.writes) for one in self._within(on, change)]) for on in touched)

    def _within(self, on: int, change: Reordered) -> list[Operation]:
        """Operations on it among those that are reordered, as the run has them."""
        each = self._conflicting[on]
        places = self._places_on[on]
        end = change.start + len(change.done)
        past = self._places[end] if end < len(self._places) else self._places[-1] + 1
        return each[bisect_left(places, self._places[change.start]) : bisect_left(places, past)]

    def _flips_towards(self, on: int, new: Mapping[int, int], towards: Mapping[int, int]) -> int:
        known = [one for one in self._conflicting[on] if one.place in towards]
        known.sort(key=lambda one: towards[one.place])
        return flipped([(new.get(one.place, one.place), one.writes) for one in known])

    def _ahead(self, start: int) -> list[list[Operation]]:
        """Of each thread, what it does from that position on."""
        place = self._places[start] if start < len(self._places) else self._operations.past
        return [own[bisect_left(places, place) :] for own, places in zip(self.own, self._own_places, strict=True)]

    def _state_at(self, start: int) -> "_State":
        place = self._places[start] if start < len(self._places) else self._operations.past
        kept = start - start % KEPT_EVERY
        if kept not in self._states:
            self._states[kept] = self._done_up_to(_State(self._signals), 0, kept)
        return self._done_up_to(self._states[kept].copy(place), kept, start)

    def _done_up_to(self, state: "_State", start: int, past: int) -> "_State":
        for one in self._operations.each[start:past]:
            if one.kind != "access":
                state.do(one)
        return state


def flipped(places: Iterable[tuple[int, bool]]) -> int:
    """Of (place in another run, whether it writes), in the order of one run: inverted pairs, but of two reads."""
    each = list(places)
    reads = [place for place, writes in each if not writes]
    return _inversions([place for place, _ in each]) - _inversions(reads)


def _inversions(places: Iterable[int]) -> int:
    seen: list[int] = []
    count = 0
    for place in places:
        count += len(seen) - bisect_right(seen, place)
        insort(seen, place)
    return count


class _State:
    """Who has which lock, and what is over."""

    def __init__(self, signals: dict[int, int]) -> None:
        self._signals = signals
        self._place = 0
        """Before which all is done."""
        self._held: dict[int, list[tuple[int, bool]]] = {}
        """By lock: threads that have it, and whether others may have it too."""
        self._posts: dict[int, int] = {}
        self._done: set[int] = set()
        self._created: set[int] = {0}

    def copy(self, place: int) -> "_State":
        """As it is where all before that place is done."""
        found = _State(self._signals)
        found._held = {lock: list(by) for lock, by in self._held.items() if by}
        found._posts, found._created, found._place = dict(self._posts), set(self._created), place
        return found

    def can(self, one: Operation, left: Sequence[int]) -> bool:
        """`left`: how many operations each thread has yet to do."""
        if one.kind == "start":
            return one.thread in self._created
        if one.kind == "join" and one.other >= 0:
            return not left[one.other]
        if one.kind == "sem_wait":
            return self._posts.get(one.on[0], 0) > 0 or one.place not in self._signals
        if one.failed or one.kind not in (*EXCLUSIVE, *SHARED, "deadlock") or not one.on:
            return self._was_woken(one)
        others = [shared for thread, shared in self._held.get(one.on[0], []) if thread != one.thread]
        free = not others or (one.kind in SHARED and all(others))
        return free and self._was_woken(one)

    def _was_woken(self, one: Operation) -> bool:
        by = self._signals.get(one.place, -1)
        return by < self._place or by in self._done

    def do(self, one: Operation) -> None:
        self._done.add(one.place)
        if one.kind == "create":
            self._created.add(one.other)
        elif one.kind == "sem_post":
            self._posts[one.on[0]] = self._posts.get(one.on[0], 0) + 1
        elif one.kind == "sem_wait":
            self._posts[one.on[0]] = self._posts.get(one.on[0], 0) - 1
        elif one.kind in (*EXCLUSIVE, *SHARED) and not one.failed:
            self._held.setdefault(one.on[0], []).append((one.thread, one.kind in SHARED))
        elif one.kind in GIVING or one.kind == "wait":
            lock = one.on[0] if one.kind in GIVING else one.other
            left = [pair for pair in self._held.get(lock, []) if pair[0] != one.thread]
            self._held[lock] = left


def _signals(each: Iterable[Operation]) -> dict[int, int]:
    """Places of reacquires, and of waits on semaphores that a post had to precede -> of what woke them, as it seems."""
    woke: dict[int, int] = {}
    by: dict[int, int] = {}
    condition: dict[int, int] = {}
    for one in each:
        if one.kind in ("signal", "broadcast", "sem_post"):
            woke[one.on[0]] = one.place
        elif one.kind == "wait":
            condition[one.thread] = one.on[0]
        elif one.kind == "reacquire" and condition.get(one.thread) in woke:
            by[one.place] = woke[condition[one.thread]]
        elif one.kind == "sem_wait" and one.on[0] in woke:
            by[one.place] = woke[one.on[0]]
    return by


def _sections(own: Sequence[Sequence[Operation]]) -> dict[int, tuple[Operation, Operation]]:
    """By place, where locks are held: where the first of them was got, where the last of them is given back."""
    found: dict[int, tuple[Operation, Operation]] = {}
    for each in own:
        held: set[int] = set()
        inside: list[Operation] = []
        for one in each:
            if one.kind in (*EXCLUSIVE, *SHARED) and not one.failed:
                held.add(one.on[0])
            if held:
                inside.append(one)
            if one.kind in GIVING or one.kind == "wait":
                held.discard(one.on[0] if one.kind in GIVING else one.other)
            if inside and not held:
                found |= dict.fromkeys((each_one.place for each_one in inside), (inside[0], inside[-1]))
                inside = []
        found |= dict.fromkeys((each_one.place for each_one in inside), (inside[0], inside[-1])) if inside else {}
    return found
