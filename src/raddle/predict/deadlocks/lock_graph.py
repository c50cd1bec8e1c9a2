"""The lock graph: who may stand where, holding what, and what waits for whom. Linear in the events.

In: a trace program, and the source place of each of its events. Out: sets of events that wait, within which circles may
close; everything outside them is in no circle. A circle of the graph is a question, not an answer (decision 18): gate
locks, orders that must be, data and all else are for the formula.

A *stand* is all that matters of a wait but where in time it is: thread, place, locks held, what is wanted. Stands and
what they want (a lock in a mode, the end of a thread) are the nodes; circles lie within strongly connected components.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from raddle.encode.must import MustPrecede
from raddle.model.actions import Join, Mode
from raddle.model.held_locks import is_kept_by
from raddle.model.opens import Opens
from raddle.model.program import TraceProgram
from raddle.model.rules.actions import traits_of
from raddle.model.rules.lock import excludes
from raddle.model.rules.traits import Hold, Wanted

MOST_COMPARED: Final = 300
"""Stands in a component up to which each is compared with each."""
MOST_STEPS: Final = 50_000
MOST_TRIED: Final = 8
"""Stands that are looked at for a partner of one."""

PlaceOf = Callable[[int], Hashable]
"""Of an event: where in the source it stands. Deadlocks are told apart by it."""


class TooMany(Exception):
    """Ways round a component."""


@dataclass(frozen=True, slots=True)
class Stand:
    thread: int
    place: Hashable
    held: frozenset[Hold]
    wanted: Wanted
    events: list[int] = field(compare=False, repr=False)

    def waits_for(self, other: "Stand") -> bool:
        """Whether a thread that stands so waits for one that stands as the other; a thread may wait for itself."""
        return is_kept_by(self.wanted, other.thread, other.held)

    def bars(self, other: "Stand") -> bool:
        """Whether one thread, or a lock that both hold, keeps the two from being at once."""
        if self.thread == other.thread:
            return True
        return any(
            lock == again and excludes(how, mode)
            for lock, how in self.held
            for again, mode in other.held
        )  # fmt: skip


class LockGraph:
    def __init__(self, ctp: TraceProgram, place_of: PlaceOf, must: MustPrecede) -> None:
        self._must = must
        self._stands = tuple(_stands(ctp, place_of))
        self.components: Final = tuple(self._looked_at(_components(self._stands)))
        """Stands among which circles may close."""

    def _looked_at(self, components: Iterable[list[int]]) -> Iterator[tuple[Stand, ...]]:
        for component in components:
            stands = [self._stands[number] for number in component if number < len(self._stands)]
            kept = self._in_circles(stands)
            if kept:
                yield tuple(kept)

    def _in_circles(self, stands: list[Stand]) -> list[Stand]:
        """Without those that wait for nobody that could be there at the same time, or for whom nobody waits so."""
        if not any(one.waits_for(one) for one in stands) and len({one.thread for one in stands}) < 2:
            return []
        if len(stands) > MOST_COMPARED:
            return stands
        while True:
            kept = [
                one
                for one in stands
                if any(self.may_wait(one, other) for other in stands)
                and any(self.may_wait(other, one) for other in stands)
            ]
            if len(kept) == len(stands):
                return kept
            stands = kept

    def may_wait(self, one: Stand, other: Stand) -> bool:
        return one.waits_for(other) and (one is other or not self.bars(one, other))

    def bars(self, one: Stand, other: Stand) -> bool:
        """Whether the two cannot be at once: one thread, a lock that both hold and that excludes (a gate), or all of
        the one must be over before any of the other."""
        return one.bars(other) or self._is_over(one, other) or self._is_over(other, one)

    def _is_over(self, one: Stand, other: Stand) -> bool:
        first = other.events[0]
        return bool(self._must.position[first]) and self._must(one.events[-1], first - 1)

    def circles(self, component: Sequence[Stand]) -> Iterator[tuple[Stand, ...]]:
        """All ways round, shorter ones first: by different threads, none of which bars another; none is a part of
        another. TooMany where the search does not end."""
        if len(component) > MOST_COMPARED:
            raise TooMany
        following = [[n for n, other in enumerate(component) if self.may_wait(one, other)] for one in component]
        paths: list[tuple[int, ...]] = []
        for number, one in enumerate(component):
            if number in following[number]:
                yield (one,)
            else:
                paths.append((number,))
        steps = 0
        while paths:
            longer: list[tuple[int, ...]] = []
            for path in paths:
                for number in following[path[-1]]:
                    steps += 1
                    if steps > MOST_STEPS:
                        raise TooMany
                    if number == path[0]:
                        if _is_smallest(path, following):
                            yield tuple(component[step] for step in path)
                    elif number > path[0] and not any(self.bars(component[number], component[at]) for at in path):
                        longer.append((*path, number))
            paths = longer

    def pairs(self, component: Sequence[Stand]) -> Iterator[tuple[Stand, ...]]:
        """Some ways round of two threads that want each other's lock, where there are too many for all: of each stand
        the earliest other one."""
        opposite: dict[tuple[int, int], list[Stand]] = defaultdict(list)
        for one in component:
            for held, wanted in _lock_pairs(one):
                opposite[wanted, held].append(one)
        for one in component:
            for pair in _lock_pairs(one):
                for other in opposite[pair][:MOST_TRIED]:
                    if one.thread < other.thread and self.may_wait(one, other) and self.may_wait(other, one):
                        yield one, other
                        break


def _lock_pairs(stand: Stand) -> list[tuple[int, int]]:
    """Held and wanted."""
    return [] if isinstance(stand.wanted, int) else [(lock, stand.wanted[0]) for lock, _ in stand.held]


def places_in_turn(component: Sequence[Stand]) -> dict[Hashable, set[Hashable]]:
    """By place: those that may hold, or be, what is wanted there."""
    holding: dict[Hold, set[Hashable]] = defaultdict(set)
    of_thread: dict[int, set[Hashable]] = defaultdict(set)
    for stand in component:
        of_thread[stand.thread].add(stand.place)
        for hold in stand.held:
            holding[hold].add(stand.place)
    found: dict[Hashable, set[Hashable]] = defaultdict(set)
    for stand in component:
        if isinstance(stand.wanted, int):
            found[stand.place] |= of_thread[stand.wanted]
        else:
            lock, mode = stand.wanted
            for how in Mode:
                if excludes(how, mode):
                    found[stand.place] |= holding.get((lock, how), set())
    return found


def _is_smallest(path: tuple[int, ...], following: Sequence[Sequence[int]]) -> bool:
    """Whether no circle is a part of it: each waits for the next one only."""
    return all(sum(other in path for other in following[number]) == 1 for number in path)


def _stands(ctp: TraceProgram, place_of: PlaceOf) -> Iterator[Stand]:
    """Those that may be part of a circle: somebody may wait for their thread, and they for somebody."""
    joined = {event.action.child for event in ctp.events if isinstance(event.action, Join)}
    sets: dict[tuple[Hold, ...], frozenset[Hold]] = {}
    found: dict[tuple[int, Hashable, frozenset[Hold], Wanted], Stand] = {}
    opens: Opens[int] = Opens()
    for event in ctp.events:
        if not event.position:
            opens = Opens()
        traits = traits_of(event.action)
        wanted = traits.wants
        if wanted is not None and ((held := opens.locks) or event.thread in joined):
            as_set = sets.get(held)
            if as_set is None:
                as_set = sets[held] = frozenset(held)
            key = (event.thread, place_of(event.number), as_set, wanted)
            if key not in found:
                found[key] = Stand(*key, [])
            found[key].events.append(event.number)
        opens = opens.after(traits, event.number)
    return iter(found.values())


# ---- strongly connected components


def _components(stands: Sequence[Stand]) -> list[list[int]]:
    """Of stands (their positions) and what is wanted (numbers behind them), so that edges are as many as holds."""
    wanted: dict[Wanted, int] = {}
    for stand in stands:
        wanted.setdefault(stand.wanted, len(stands) + len(wanted))
    successors: list[list[int]] = [[] for _ in range(len(stands) + len(wanted))]
    threads: dict[int, list[int]] = defaultdict(list)
    for number, stand in enumerate(stands):
        successors[number].append(wanted[stand.wanted])
        threads[stand.thread].append(number)
        for lock, how in stand.held:
            for mode in Mode:
                if excludes(how, mode) and (lock, mode) in wanted:
                    successors[wanted[lock, mode]].append(number)
    for one, number in wanted.items():
        if isinstance(one, int):
            successors[number] += threads[one]
    return [component for component in _strongly_connected(successors) if len(component) > 1]


def _strongly_connected(successors: list[list[int]]) -> list[list[int]]:
    """Tarjan's, without recursion."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    found: list[list[int]] = []
    for root in range(len(successors)):
        if root in order:
            continue
        work = [(root, iter(successors[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for following in rest:
                if following not in order:
                    order[following] = low[following] = len(order)
                    stack.append(following)
                    on_stack.add(following)
                    work.append((following, iter(successors[following])))
                    break
                if following in on_stack:
                    low[node] = min(low[node], order[following])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    component = [stack.pop()]
                    while component[-1] != node:
                        component.append(stack.pop())
                    on_stack.difference_update(component)
                    found.append(component)
    return found
