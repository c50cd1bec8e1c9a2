"""Random runs of a random trace program, each judged by all who can say something of it.

The machine, made of model/rules, says in every state of a run: what may happen next, which checks fail, who stands in
vain, who holds what, what happens before what. Of that judge

    the history      tests/oracles/history.py: from the list of what has happened, by docs/rules.md, Locks to Regions
    brute force      tests/support/{race,deadlock}_oracle.py: what is ordered, what races, who is stuck
    passes in C      which accesses of the run race; whether parts of it are runs (native/passes)
    search in C      what was seen in the runs is found, and its own ways are runs (native/states)
    encodings        tests/support/judged_orders.py: that their order is one, and others are none
"""

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import Final, assert_never

from raddle.base.errors import RaddleError
from raddle.decide.registers import NotSearched
from raddle.decide.states import States
from raddle.encode.index import Index
from raddle.model.actions import (
    Acquire,
    Action,
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
    Post,
    ProcessEnd,
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
)
from raddle.model.clocks import Clocks, next_touched
from raddle.model.goals import Fails, Meet, Standstill
from raddle.model.held_locks import held_before
from raddle.model.layout import State
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.model.rules.actions import traits_of
from raddle.model.standing import deadlocks, standing, waits
from raddle.model.worth import GrowingWorth
from raddle.predict.races.observed import Observed, observed_of
from raddle.predict.races.passes_library import passes_library
from tests.oracles.history import History
from tests.support import judged_orders
from tests.support.deadlock_oracle import may_stand
from tests.support.judged_orders import JUDGES, Orders
from tests.support.judged_passes import racing_pairs, random_part
from tests.support.race_oracle import Oracle, Races, clash, reads_of
from tests.support.random_judged import PROFILES, numbered

RUNS: Final = 4
"""Of each program."""
PARTS: Final = 4
"""Of each run."""
MOST_WORK: Final = 3_000_000


@dataclass
class Judged:
    """Counts, and every disagreement in words."""

    programs: int = 0
    runs: int = 0
    states: int = 0
    moves: int = 0
    """That may take place in these states."""
    standing: int = 0
    """Events that are stood before."""
    circles: int = 0
    """Of threads that wait for each other."""
    ordered: int = 0
    """Pairs of events of which one happens before the other."""
    racing: int = 0
    """Pairs of accesses of a run that race."""
    parts: int = 0
    possible: int = 0
    """Of these."""
    searched: int = 0
    """Programs of which all states were searched."""
    found: int = 0
    """What the runs came to that the search has to know."""
    ways: int = 0
    """The search's own that were run."""
    orders: Orders = field(default_factory=Orders)
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Judged") -> None:
        self.orders.add(other.orders)
        for one in fields(self):
            if one.name != "orders":
                setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        counts = [one.name for one in fields(self)][:-2]
        told = ", ".join(f"{getattr(self, name)} {name}" for name in counts)
        return f"{told}; {self.orders}; {len(self.disagreements)} disagreements"


def compared(
    number: int, judges: Sequence[str] = JUDGES, profiles: Sequence[str] = tuple(PROFILES), *, in_c: bool = True
) -> Judged:
    """`judges`: of their orders. `in_c`: by passes and search, too."""
    profile, ctp = numbered(number, profiles)
    found = judged(ctp, random.Random(number), judges, in_c=in_c)
    found.disagreements = [f"program {number} ({profile}): {what}" for what in found.disagreements]
    return found


def judged(
    ctp: TraceProgram, rng: random.Random, judges: Sequence[str] = (), runs: int = RUNS, *, in_c: bool = True
) -> Judged:
    """Random runs of it."""
    found = Judged(programs=1)
    try:
        _Judging(ctp, found, rng, judges).judge(runs, in_c=in_c)
    except (RaddleError, Impossible, AssertionError, LookupError, TypeError, ValueError) as error:
        found.disagreements.append(f"{type(error).__name__}: {error}")
    found.disagreements += found.orders.disagreements
    found.orders.disagreements = []
    return found


class _Judging:
    """Of one program."""

    def __init__(self, ctp: TraceProgram, found: Judged, rng: random.Random, judges: Sequence[str]) -> None:
        self._ctp, self._found, self._rng, self._judges = ctp, found, rng, judges
        self._machine = Machine(ctp)
        self._oracle = Oracle(ctp, self._machine)
        self._seen: dict[str, set[object]] = {"fails": set(), "meets": set(), "standstills": set()}

    def judge(self, runs: int, *, in_c: bool) -> None:
        for event in self._ctp.events:
            self._same(f"whether a thread may stand before {event.action}", waits(event), may_stand(event))
        for number in range(runs):
            self._found.runs += 1
            moves, races = self._run()
            if self._judges:
                orders = judged_orders.compared(self._ctp, moves, self._rng, self._judges, variants=not number)
                self._found.orders.add(orders)
            if in_c:
                self._passes(moves, races)
        if in_c:
            self._search()

    def _same(self, what: str, said: object, expected: object) -> None:
        if said != expected:
            self._found.disagreements.append(f"{what}: {said}, and not {expected}")

    # ---- a run, state by state

    def _run(self) -> tuple[list[Move], set[tuple[int, int]]]:
        """Out: the moves, and which accesses of it race, the earlier one first."""
        history, walk, races = History(self._ctp), _Walk(self._ctp, self._machine), set[tuple[int, int]]()
        moves: list[Move] = []
        last, stays, keeps = 0, self._rng.choice((0.0, 0.5, 0.9)), self._rng.random() < 0.4
        while able := self._state(history, walk, moves):
            if keeps:  # what others may wait for comes late: so that many stand
                able = [move for move in able if not _frees(self._ctp.events[move.event].action)] or able
            same = [move for move in able if self._ctp.events[move.event].thread == last]
            move = self._rng.choice(same if same and self._rng.random() < stays else able)
            last = self._ctp.events[move.event].thread
            races |= self._ordered(walk, self._ctp.events[move.event])
            self._found.racing += len(races)
            walk.perform(move, self._oracle)
            self._learned(walk, self._ctp.events[move.event])
            history.perform(move)
            moves.append(move)
        return moves, races

    def _state(self, history: History, walk: "_Walk", moves: list[Move]) -> list[Move]:
        """Out: what may happen next."""
        ctp, machine, state, here = self._ctp, self._machine, walk.state, history.here
        where = f"after {[move.event for move in moves]}"
        able = sorted(history.moves(), key=lambda move: (move.event, -1 if move.chosen is None else move.chosen))
        self._found.states += 1
        self._found.moves += len(able)
        self._same(f"moves {where}", set(machine.moves(state)), set(able))
        self._same(f"accepted {where}", self._accepted(state), set(able))
        self._same(f"violated {where}", set(machine.violated(state)), history.violated())
        waiting = {event.thread: event for event in here.standing()}
        self._found.standing += len(waiting)
        there = {thread: (event,) for thread, event in waiting.items()}
        self._same(f"standing {where}", standing(machine, state), there)
        stuck, circles = deadlocks(machine, state), set(here.circles(waiting))
        smallest = {one for one in circles if not any(other < one for other in circles)}
        still = frozenset(event.number for event in waiting.values()) if here.is_standstill(waiting) else None
        self._found.circles += len(smallest)
        self._same(f"circles {where}", set(stuck.circles), smallest)
        self._same(f"standstill {where}", stuck.standstill, still)
        for event in machine.next_events(state):
            held = Counter(held_before(ctp, event.number))
            kinds = [(lock, mode) for lock in range(len(ctp.locks)) for mode in Mode]
            own = Counter({one: here.held(event.thread, *one) for one in kinds})
            self._same(f"held before {event.number} {where}", held, +own)
            is_kept = all(move.event != event.number for move in able)
            self._same(f"{event.number} is kept {where}", is_kept and traits_of(event.action).never_kept, False)
        self._keep(walk, history.violated(), still)
        return able

    def _accepted(self, state: State) -> set[Move]:
        """Of all moves of events that are next, whomever they choose."""
        found = set()
        threads = range(len(self._ctp.threads))
        for thread in threads:
            events = self._ctp.of_thread(thread)[state[thread] : state[thread] + 1]
            for move in (Move(event.number, chosen) for event in events for chosen in (None, *threads)):
                with suppress(Impossible):
                    self._machine.perform(state, move)
                    found.add(move)
        return found

    def _keep(self, walk: "_Walk", violated: set[int], still: frozenset[int] | None) -> None:
        races = Races()
        self._oracle.look(walk.state, walk.past, races)
        self._seen["fails"] |= violated
        self._seen["meets"] |= {(min(pair), max(pair)) for pair in races.meet}
        if still is not None:
            self._seen["standstills"].add(still)

    def _ordered(self, walk: "_Walk", event: Event) -> set[tuple[int, int]]:
        """The event is about to happen: what happens before it, by the clocks and by sets of events. Out: the accesses
        that race with its own."""
        seen, hits = self._oracle.seen(walk.past, event, walk.state), self._oracle.hits(event, walk.state)
        touched = next_touched(self._machine, list(walk.state), event, walk.worth)
        races = set()
        for first, done in enumerate(walk.past.before):
            if done and self._ctp.events[first].thread != event.thread:
                is_ordered = bool(seen >> first & 1)
                self._found.ordered += is_ordered
                self._same(f"{first} before {event.number}", walk.clocks.precedes(first, event, touched), is_ordered)
                if not is_ordered and clash(walk.past.hits[first], hits):
                    races.add((first, event.number))
        return races

    def _learned(self, walk: "_Walk", event: Event) -> None:
        """The event has just happened."""
        before = walk.past.before
        own = before[event.number - 1] if event.position else 0
        learned = before[event.number] & ~own != 1 << event.number
        self._same(f"{event.number} learns", learned and traits_of(event.action).learns_nothing, False)

    # ---- passes in C

    def _passes(self, moves: list[Move], races: set[tuple[int, int]]) -> None:
        observed = observed_of(Index(replace(self._ctp, observed=tuple(move.event for move in moves))))
        self._races(observed, races)
        for _ in range(PARTS):
            self._part(observed)

    def _races(self, observed: Observed, races: set[tuple[int, int]]) -> None:
        self._same("races of the pass", racing_pairs(observed), races)

    def _part(self, observed: Observed) -> None:
        """Where reads have to see what they saw, the pass may refuse what is a run all the same."""
        done = [0] * len(self._ctp.threads)
        for number in observed.order:
            done[self._ctp.events[number].thread] += 1
        first, then = random_part(self._rng, done)
        after = self._after(observed.moves_of(first, then))
        expected = after is not None and not after.here.has_ended
        said = passes_library().possible(observed.rows, first, then)
        self._found.parts += 1
        self._found.possible += said
        if said or not any(map(reads_of, self._ctp.events)):
            self._same(f"possible: {first}, {then} of {observed.order}", said, expected)

    def _after(self, moves: tuple[Move, ...]) -> History | None:
        """None: they are no run."""
        history = History(self._ctp)
        for move in moves:
            if move not in history.moves():
                return None
            history.perform(move)
        return history

    # ---- search in C

    def _search(self) -> None:
        try:
            states = States(self._ctp)
        except NotSearched:
            return
        states.search(MOST_WORK)
        if not states.is_over:
            return
        self._found.searched += 1
        self._found.found += sum(map(len, self._seen.values()))
        known = {
            "fails": set(states.fails),
            "meets": set(states.meets),
            "standstills": {events for events, _ in states.standstills},
        }
        for kind, seen in self._seen.items():
            self._same(f"search lacks {kind}", seen - known[kind], set())
        goals = [*(Fails(check) for check in states.fails), *(Meet(*pair) for pair in states.meets)]
        for goal in [*goals, *([Standstill()] if states.standstills else [])]:
            moves = states.answer(goal)
            self._found.ways += 1
            after = self._after(moves) if isinstance(moves, tuple) else None
            self._same(f"the search's way to {goal}", after is not None and self._shows(goal, after), True)

    def _shows(self, goal: Fails | Meet | Standstill, after: History) -> bool:
        if isinstance(goal, Fails):
            return goal.check in after.violated()
        here = after.here
        waiting = {event.thread: event for event in here.standing()}
        return isinstance(goal, Meet) or here.is_standstill(waiting)


def _frees(action: Action) -> bool:
    """Whether others may wait for it."""
    match action:
        case Release() | Post() | Signal() | Broadcast() | Exit() | OnceEnd():
            return True
        case Arrive():  # whoever has arrived waits as well
            return False
        case Acquire() | Refused() | Wait() | Wake() | Take() | Count() | Leave() | OnceBegin() | OncePass():
            return False
        case Step() | Check() | Free() | Fence() | Start() | Create() | Join():
            return False
        case RegionBegin() | RegionEnd() | ProcessEnd():
            return False
        case _:
            assert_never(action)


class _Walk:
    """A run as the machine, its clocks and sets of events follow it."""

    def __init__(self, ctp: TraceProgram, machine: Machine) -> None:
        self._ctp, self._machine = ctp, machine
        self.state: State = machine.initial
        self.clocks, self.worth = Clocks(machine), GrowingWorth()
        self.past = Oracle(ctp, machine).nothing

    def perform(self, move: Move, oracle: Oracle) -> None:
        event, slots = self._ctp.events[move.event], list(self.state)
        touched = next_touched(self._machine, list(slots), event, self.worth)
        self.past = oracle.after(self.past, self.state, event)
        self._machine.advance(slots, move, self.worth)
        self.clocks.perform(event, self.state, touched)
        self.state = tuple(slots)
