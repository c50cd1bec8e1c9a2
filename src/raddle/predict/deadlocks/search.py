"""The search for deadlocks: which goals are asked, and what their answers come to.

In: an encoder, the place of each event, and somebody who decides groups of goals. Out: one deadlock for each set of
places where threads can stand so, and what stayed open.

Circles: each way round the lock graph is a question. Those with the same places are one group; of a group the first
instances are asked for first, then all instances in one formula (CircleAmong). Where there are too many ways round,
one formula speaks of all that may be in a circle, and what it finds is taken away until nothing new is found.

Standstills: asked for again and again, without circles and without the places that are known, where something can be
missed at all: a token, a signal, a party of a barrier, the end of a once, or a lock that nobody gives back.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Final

from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.encode.index import Index
from raddle.model.goals import Circle, CircleAmong, Goal, Standstill
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.reached import reached
from raddle.model.rules.actions import traits_of
from raddle.model.run import Ran, run, switches
from raddle.model.standing import Deadlocks, deadlocks, waits
from raddle.predict.deadlocks.lock_graph import LockGraph, PlaceOf, Stand, TooMany, places_in_turn
from raddle.predict.deadlocks.parts import Parts
from raddle.predict.deadlocks.seen import Seen

Ask = Callable[[Sequence[Sequence[Goal]]], Sequence[Sequence[Verdict]]]
"""Groups of goals in; of each group the verdicts, up to the first that is reached."""
Places = frozenset[Hashable]
Way = tuple[Stand, ...]
"""Round the lock graph: each waits for the next one."""

_ANY: Final[Places] = frozenset()

MOST_WAYS: Final = 24
"""Ways round with the same places that are asked for one by one."""
MOST_FIXED: Final = 4
"""Instances of a way round up to which each is asked for by itself."""
MOST_LOOKED_FOR: Final = 100
"""Sets of places for which a long run, or a crowded component, is searched."""
MOST_EVENTS: Final = 100_000
"""Of a trace program of which a formula may speak as a whole, and that is run at random."""
MOST_PLACES: Final = 3
"""In a component with too many ways round, up to which all sets of places are asked for."""
MOST_ROUNDS: Final = 20
"""Deadlocks that are taken away one after the other."""


@dataclass(frozen=True, slots=True)
class Deadlock:
    """After these moves the threads of these events stand before them for ever. The machine has run them."""

    goal: Circle | Standstill
    events: tuple[int, ...]
    """Of a circle each waits for the next one; else in the order of threads."""
    moves: tuple[Move, ...]
    switches: int
    fewest: bool


@dataclass(frozen=True, slots=True)
class Unknown:
    """Whether threads can stand so is open; events: an example of where, () where that is not known."""

    events: tuple[int, ...]
    reason: str


@dataclass
class Searched:
    found: list[Deadlock] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    asked: int = 0
    """Sets of places that the lock graph could not settle."""
    bounded: bool = False
    """Whether some proof needed the bound on switches."""


class Search:
    """`seen`: what runs have shown already; give it to whoever decides."""

    def __init__(self, encoder: Encoder, machine: Machine, place_of: PlaceOf) -> None:
        self._ctp = encoder.index.ctp
        self._machine = machine
        self._place_of = place_of
        self._is_long = len(self._ctp.events) > MOST_EVENTS
        self._graph = LockGraph(self._ctp, place_of, encoder.index.must)
        self._may_be_missed = _may_be_missed(encoder)
        self._groups: dict[Places, list[Goal]] = {}
        self._crowds: list[tuple[Stand, ...]] = []
        self.seen: dict[Goal, tuple[Move, ...]] = {}
        self._still: list[Goal] = []
        self._plan()
        if self._is_long:
            self._look_in_parts(encoder.index)
        elif self._graph.components or self._may_be_missed:
            self._sample()

    def _plan(self) -> None:
        """What is to be asked."""
        for component in self._graph.components:
            ways: dict[Places, list[Way]] = {}
            try:
                for way in self._graph.circles(component):
                    ways.setdefault(_places_of(way), []).append(way)
            except TooMany:
                self._crowds.append(component)
                continue
            for places, alike in ways.items():
                self._groups.setdefault(places, []).extend(_questions(places, alike))

    def _sample(self) -> None:
        seen = Seen(self._ctp, self._machine, self._place_of)
        self.seen.update(seen.moves)
        self._still = seen.standstills
        for places, circle in seen.circles.items():
            if places in self._groups:
                self._groups[places].insert(1, circle)  # the first question is for the earliest instance

    def _look_in_parts(self, index: Index) -> None:
        """Wherever in the source two threads want each other's lock."""
        parts: Parts | None = None
        for component in self._graph.components:
            for one, other in islice(self._graph.pairs(_wherever(component)), MOST_LOOKED_FOR):
                parts = parts or Parts(index)
                found = parts.find(one, other)
                if found is not None:
                    circle, moves = found
                    places = self._places(circle.waits)
                    if not any(goal in self.seen for goal in self._groups.get(places, ())):
                        self.seen[circle] = moves
                        self._groups.setdefault(places, []).insert(0, circle)

    def __call__(self, ask: Ask) -> Searched:
        searched = Searched()
        self._circles(ask, searched)
        if self._may_be_missed:
            self._standstills(ask, searched)
        return searched

    # ---- circles

    def _circles(self, ask: Ask, searched: Searched) -> None:
        searched.asked += len(self._groups) + len(self._crowds)
        groups = {places: self._that_fit(goals) for places, goals in self._groups.items()}
        if self._is_long:
            groups = {places: goals for places, goals in groups.items() if not self._shown(goals, searched)}
        for places, verdicts in zip(groups, ask(list(groups.values())), strict=True):
            self._settle(verdicts, searched, places)
            left_out = len(groups[places]) < len(self._groups[places])
            if left_out and all(isinstance(verdict, Holds) for verdict in verdicts):
                searched.unknown.append(Unknown(_example(self._groups[places][0]), self._too_long()))
        for component in self._crowds:
            self._crowded(component, ask, searched)

    def _shown(self, goals: list[Goal], searched: Searched) -> bool:
        """Whether a part of a long run shows one of them: it is taken as it is."""
        for goal in goals:
            if isinstance(goal, Circle) and goal in self.seen and reached(self._machine, goal, self.seen[goal]):
                moves = self.seen[goal]
                count = switches(self._ctp, moves, goal.waits[-1])
                searched.found.append(Deadlock(goal, goal.waits, moves, count, fewest=False))
                return True
        return False

    def _that_fit(self, goals: list[Goal]) -> list[Goal]:
        """Of a long run no formula speaks of all instances."""
        return [goal for goal in goals if not self._is_long or isinstance(goal, Circle)]

    def _too_long(self) -> str:
        return f"{len(self._ctp.events)} events are too many for one question about all of them"

    def _settle(self, verdicts: Sequence[Verdict], searched: Searched, places: Places = _ANY) -> None:
        """`places`: of the circles that were asked for."""
        for verdict in verdicts:
            match verdict:
                case Violated():
                    if not self._enter_circle(verdict, searched, places):
                        reason = "only together with another deadlock, as far as was looked"
                        searched.unknown.append(Unknown(_example(verdict.goal), reason))
                    return
                case Holds(bound=bound):
                    searched.bounded |= bound is not None
                case Undecided():
                    pass
        for verdict in verdicts:
            if isinstance(verdict, Undecided):
                searched.unknown.append(Unknown(_example(verdict.goal), verdict.reason))
                return

    def _enter_circle(self, violated: Violated, searched: Searched, places: Places) -> bool:
        """Whether there is one with these places, or with any that are not known yet."""
        known = {self._places(found.events) for found in searched.found}
        for circle in self._after(violated.moves).circles:
            found = self._places(circle)
            if found == places or (places is _ANY and found not in known):
                events = self._round(circle)
                searched.found.append(
                    Deadlock(Circle(events), events, violated.moves, violated.switches, violated.fewest)
                )
                return True
        return False

    def _crowded(self, component: tuple[Stand, ...], ask: Ask, searched: Searched) -> None:
        """Some of its circles, then one formula for all with the same places. Where these are many as well, what was
        found is taken away, and asked what is left."""
        if self._is_long:
            searched.unknown.append(Unknown(tuple(stand.events[0] for stand in component[:2]), self._too_long()))
            return
        pairs: dict[Places, list[Way]] = {}
        for way in self._graph.pairs(component):
            pairs.setdefault(_places_of(way), []).append(way)
        groups: dict[Places, list[Goal]] = {}
        for places in _sets_of_places(component):
            groups[places] = [*_first_few(pairs.pop(places, [])), _among(places, component)]
        for places, ways in list(pairs.items())[:MOST_LOOKED_FOR]:
            groups[places] = _first_few(ways)
        for places, verdicts in zip(groups, ask(list(groups.values())), strict=True):
            self._settle(verdicts, searched, places)
        if len({stand.place for stand in component}) > MOST_PLACES:
            self._whatever_is_left(component, ask, searched)

    def _whatever_is_left(self, component: tuple[Stand, ...], ask: Ask, searched: Searched) -> None:
        for _ in range(MOST_ROUNDS):
            gone = {self._place_of(event) for found in searched.found for event in found.events}
            left = tuple(e for stand in component if stand.place not in gone for e in stand.events)
            (verdicts,) = ask([[CircleAmong((left,))]]) if left else ([],)
            self._settle(verdicts, searched)
            if not verdicts or not isinstance(verdicts[0], Violated):
                break
        if any(stand.place in gone for stand in component):
            reason = "there are too many ways round the lock graph: not all sets of places were asked for"
            searched.unknown.append(Unknown(tuple(stand.events[0] for stand in component[:4]), reason))

    def _round(self, circle: frozenset[int]) -> tuple[int, ...]:
        """In the order of waiting."""
        ordered = sorted(circle)
        stands = {event: stand for stand in self._stands() for event in stand.events if event in circle}
        way = [ordered[0]]
        while len(way) < len(ordered):
            rest = [event for event in ordered if event not in way]
            way.append(next((event for event in rest if stands[way[-1]].waits_for(stands[event])), rest[0]))
        return tuple(way)

    def _stands(self) -> Iterator[Stand]:
        for component in self._graph.components:
            yield from component

    # ---- standstills

    def _standstills(self, ask: Ask, searched: Searched) -> None:
        searched.asked += 1
        known: list[tuple[frozenset[int], ...]] = []
        found: list[Deadlock] = []
        if self._is_long:
            searched.unknown.append(Unknown((), self._too_long()))
            return
        for verdicts in ask([self._still]) if self._still else ():
            known += [self._enter_standstill(one, found) for one in verdicts if isinstance(one, Violated)]
        for _ in range(MOST_ROUNDS):
            ((verdict, *_),) = ask([[Standstill(places=tuple(known), circles=False)]])
            if isinstance(verdict, Violated):
                known.append(self._enter_standstill(verdict, found))
                continue
            if isinstance(verdict, Undecided):
                searched.unknown.append(Unknown((), f"whether all threads can wait at once: {verdict.reason}"))
            else:
                searched.bounded |= verdict.bound is not None
            break
        else:
            searched.unknown.append(Unknown((), f"{MOST_ROUNDS} ways to stand still were found; there may be more"))
        sets = [self._places(one.events) for one in found]
        searched.found += [one for one, places in zip(found, sets, strict=True) if not any(o < places for o in sets)]

    def _enter_standstill(self, violated: Violated, found: list[Deadlock]) -> tuple[frozenset[int], ...]:
        """Out: by place all events before which one could stand there."""
        assert isinstance(violated.goal, Standstill)
        stood = self._after(violated.moves).standstill
        assert stood is not None
        events = tuple(sorted(stood))
        goal = Standstill(circles=False)
        found.append(Deadlock(goal, events, violated.moves, violated.switches, violated.fewest))
        places = self._places(events)
        return tuple(
            frozenset(
                event.number for event in self._ctp.events if waits(event) and self._place_of(event.number) == place
            )
            for place in sorted(places, key=repr)
        )

    # ----

    def _places(self, events: frozenset[int] | tuple[int, ...]) -> Places:
        return frozenset(map(self._place_of, events))

    def _after(self, moves: tuple[Move, ...]) -> Deadlocks:
        after = run(self._ctp, moves, self._machine)
        assert isinstance(after, Ran)
        return deadlocks(self._machine, after.state)


def _wherever(component: Iterable[Stand]) -> list[Stand]:
    """Stands without their places."""
    found: dict[Hashable, list[int]] = {}
    stands: dict[Hashable, Stand] = {}
    for stand in component:
        key = (stand.thread, stand.held, stand.wanted)
        found.setdefault(key, []).extend(stand.events)
        stands[key] = stand
    return [Stand(one.thread, None, one.held, one.wanted, sorted(found[key])) for key, one in stands.items()]


def _places_of(way: Way) -> Places:
    return frozenset(stand.place for stand in way)


def _may_be_missed(encoder: Encoder) -> bool:
    """Whether nobody may be able to move without a circle: if all wait for locks and threads that somebody has, and
    whoever has ended has no lock any more, then there is one."""
    index = encoder.index
    kept = (one for sections in index.sections.of_lock.values() for one in sections if not one.releases)
    if any(section.thread in index.exits for section in kept):
        return True
    return any(waits(event) and traits_of(event.action).wants is None for event in index.ctp.events)


def _questions(places: Places, ways: list[Way]) -> Iterator[Goal]:
    """The cheapest first: those of few events. The last ones speak of all instances."""
    if len(ways) > MOST_WAYS:
        yield from _first_few(ways)
        yield _among(places, {id(stand): stand for way in ways for stand in way}.values())
        return
    for way in sorted(ways, key=lambda way: (len(way), sum(_earliest(way)))):
        instances = 1
        for stand in way:
            instances *= len(stand.events)
        if instances <= MOST_FIXED:
            yield from map(Circle, _instances(way))
        else:
            yield Circle(_earliest(way))
            yield CircleAmong(tuple(tuple(stand.events) for stand in way))


def _earliest(way: Way) -> tuple[int, ...]:
    return tuple(stand.events[0] for stand in way)


def _instances(way: Way) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for stand in way:
        found = [(*one, event) for one in found for event in stand.events]
    return found


def _example(goal: Goal) -> tuple[int, ...]:
    match goal:
        case Circle(waits=events):
            return events
        case CircleAmong(groups):
            return tuple(group[0] for group in groups)
        case _:
            return ()


def _first_few(ways: list[Way]) -> list[Goal]:
    earliest = sorted((_earliest(way) for way in ways), key=sum)
    return [Circle(events) for events in earliest[:MOST_FIXED]]


def _sets_of_places(component: tuple[Stand, ...]) -> Iterator[Places]:
    """Within which a circle may go; none where there are too many."""
    turns = places_in_turn(component)
    if len(turns) > MOST_PLACES:
        return
    for size in range(1, len(turns) + 1):
        for some in map(frozenset, combinations(turns, size)):
            if all(not some.isdisjoint(turns[place]) for place in some):
                yield some


def _among(places: Places, stands: Iterable[Stand]) -> CircleAmong:
    by_place: dict[Hashable, list[int]] = {place: [] for place in places}
    for stand in stands:
        if stand.place in places:
            by_place[stand.place] += stand.events
    return CircleAmong(tuple(tuple(sorted(events)) for events in by_place.values()))
