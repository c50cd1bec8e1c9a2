"""One random trace program, all that the search of its states finds (decide/states.py): brute force must find the same,
with fewer orders and with all of them, and what the search leads to is run on the machine. Accesses that nothing orders
are compared as pairs of which the first has taken place: brute force knows sets of events, the search one token."""

import random
from dataclasses import dataclass, field, fields, replace
from typing import Final

from raddle.base.errors import RaddleError
from raddle.decide.registers import NotSearched
from raddle.decide.states import States
from raddle.model.actions import Action, Check, Order, Step
from raddle.model.goals import Beside, Circle, Fails, Goal, Meet, Standstill, Unordered, UseAfterFree
from raddle.model.program import TraceProgram
from tests.support import exactness_goals, exactness_memory
from tests.support.deadlock_oracle import stuck_of
from tests.support.memory_oracle import memory_errors_of
from tests.support.race_oracle import TooMany, races_of
from tests.support.random_pointer_ctp import POINTERS, random_pointer_ctp

MOST_STATES: Final = 20_000
MOST_WORK: Final = 100_000_000
HELD_BY_MAIN: Final = """
shared x: 8 = 0, y: 8 = 0
lock l
thread Q
 lock(l)
 q: x := 2
 unlock(l)
thread P
 p: x := 1
 v := y
thread main
 lock(l)
 create(Q)
 create(P)
 y := 1
 unlock(l)
"""
"""What P does first meets what Q does under a lock that main has to give back; what main does before meets P later."""
HANDED_ON: Final = """
shared x: 8 = 0, p: 64 = 0, q: 64 = 4096
thread P
 p: x := 1
thread Q
 r := q
 q := 0
 p := r
thread R
 s := p
 assume(s != 0)
 r: at(s, 4096: x) := 2
"""
"""Where R finds the address of x it lies nowhere but in what Q has read, for a while."""


@dataclass
class StatesExactness:
    """Counts, and every disagreement in words."""

    programs: int = 0
    too_large: int = 0
    refused: int = 0
    fails: int = 0
    meets: int = 0
    unordered: int = 0
    only_unordered: int = 0
    """Of these: never both next."""
    beside: int = 0
    """Events that are both next at a lock, where all variables are taken for such."""
    uses: int = 0
    circles: int = 0
    standstills: int = 0
    states: int = 0
    with_token: int = 0
    """With those that have a token,"""
    all_states: int = 0
    """and those of the search of all orders."""
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "StatesExactness") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        counts = [one.name for one in fields(self)][:-1]
        told = ", ".join(f"{getattr(self, name)} {name.replace('_', ' ')}" for name in counts)
        return f"{told}, {len(self.disagreements)} disagreements"


def program(number: int) -> tuple[str, TraceProgram]:
    of, kind = divmod(number, 3)
    return pointers(of) if kind == 2 else (exactness_goals if kind else exactness_memory).program(of)


def pointers(number: int) -> tuple[str, TraceProgram]:
    name = list(POINTERS)[number % len(POINTERS)]
    return name, random_pointer_ctp(random.Random(number), name)


def compared(number: int) -> StatesExactness:
    name, ctp = program(number)
    found = StatesExactness(programs=1)
    try:
        _compare(ctp, found)
        if number % 4 == 0:
            _compare_beside(ctp, found)
    except TooMany:
        found.too_large += 1
    except NotSearched:
        found.refused += 1
    except (RaddleError, AssertionError, LookupError, TypeError, ValueError) as error:
        found.disagreements.append(f"{type(error).__name__}: {error}")
    found.disagreements = [f"program {number} ({name}): {what}" for what in found.disagreements]
    return found


def _compare(ctp: TraceProgram, found: StatesExactness) -> None:
    few, many = States(ctp), States(ctp, reduced=False)
    without = States(ctp, with_assertions=False)
    for states in (few, many, without):
        states.search(MOST_WORK)
        assert states.is_over
    found.states = few.count
    for states in (few, many):
        states.search_unordered(range(len(ctp.events)), MOST_WORK)
        assert states.knows_unordered
    found.with_token, found.all_states = few.count, many.count
    expected = expected_of(ctp)
    circles = expected.pop("circles")
    found.fails, found.meets, found.uses = (len(expected[kind]) for kind in ("fails", "meets", "freed"))
    found.unordered = len(expected["unordered"])
    found.only_unordered = len({pair for pair in _sorted(expected["unordered"]) if pair not in expected["meets"]})
    found.standstills, found.circles = len(expected["standstills"]), len(circles)
    for way, states in (("fewer orders", few), ("all orders", many)):
        shown = shown_by(states)
        for kind, there in expected.items():
            if shown[kind] != there:
                less, more = there - shown[kind], shown[kind] - there
                found.disagreements.append(f"{way}, {kind}: lacks {_told(less)}, has {_told(more)} too many")
        lacking = circles - shown_circles(states, circles)
        found.disagreements += (f"{way}, lacks the circle {circle}" for circle in lacking)
        for goal in _goals(states):
            moves = states.answer(goal)
            if not isinstance(moves, tuple):
                found.disagreements.append(f"{way}, {goal}: not reached by its own moves")
    never = [kind for kind in ("meets", "freed") if not expected[kind] <= set(getattr(without, kind))]
    if never:
        found.disagreements.append(f"without assertions: lacks {never}")


def _compare_beside(ctp: TraceProgram, found: StatesExactness) -> None:
    """Those are the pairs that meet where all is an ordinary access of the source."""
    plain = replace(ctp, events=tuple(replace(event, action=_plain(event.action)) for event in ctp.events))
    expected = {(min(pair), max(pair)) for pair in races_of(plain, MOST_STATES).meet if _is_fixed(ctp, *pair)}
    states = States(replace(ctp, cells=tuple(replace(cell, of_lock=True) for cell in ctp.cells)))
    states.search(MOST_WORK)
    assert states.is_over
    found.beside = len(expected)
    shown = {pair for pair in states.beside if _is_fixed(ctp, *pair)}
    if shown != expected:
        lacking, more = _told(expected - shown), _told(set(shown) - expected)
        found.disagreements.append(f"beside: lacks {lacking}, has {more} too many")
    for pair in shown:
        if not isinstance(states.answer(Beside(*pair)), tuple):
            found.disagreements.append(f"beside {pair}: not reached by its own moves")


def _plain(action: Action) -> Action:
    if isinstance(action, Step | Check):
        reads = tuple(replace(read, order=Order.PLAIN, early=False) for read in action.reads)
        action = replace(action, reads=reads)
    if isinstance(action, Step):
        writes = tuple(replace(write, order=Order.PLAIN, made_up=False) for write in action.writes)
        action = replace(action, writes=writes)
    return action


def _is_fixed(ctp: TraceProgram, *events: int) -> bool:
    """What they touch is in their text."""
    actions = [ctp.events[event].action for event in events]
    return all(
        isinstance(action, Step | Check)
        and all(one.address is None for one in (*action.reads, *(action.writes if isinstance(action, Step) else ())))
        for action in actions
    )


def expected_of(ctp: TraceProgram) -> dict[str, set[object]]:
    """By brute force."""
    errors, races, stuck = memory_errors_of(ctp, MOST_STATES), races_of(ctp, MOST_STATES), stuck_of(ctp, MOST_STATES)
    return {
        "fails": set(errors.checks),
        "meets": {(min(pair), max(pair)) for pair in races.meet},
        "unordered": set(races.unordered),
        "freed": set(errors.uses),
        "standstills": set(stuck.standstills),
        "circles": set(stuck.smallest_circles()),
    }


def shown_by(states: States) -> dict[str, set[object]]:
    """The same of a search, but for circles."""
    return {
        "fails": set(states.fails),
        "meets": set(states.meets),
        "unordered": set(states.unordered),
        "freed": set(states.freed),
        "standstills": {events for events, _ in states.standstills},
    }


def shown_circles(states: States, circles: set[object]) -> set[object]:
    """Those of the circles that the search has found."""
    return {one for one in circles if isinstance(one, frozenset) and any(events >= one for events, _ in states.circles)}


def _goals(states: States) -> list[Goal]:
    goals: list[Goal] = [Fails(check) for check in states.fails]
    goals += [Meet(*pair) for pair in states.meets]
    goals += [Unordered(*pair) for pair in states.unordered]
    goals += [UseAfterFree(*pair) for pair in states.freed]
    goals += [Circle(tuple(sorted(events))) for events, _ in states.circles]
    return goals + ([Standstill()] if states.standstills else [])


def _sorted(pairs: set[object]) -> set[tuple[int, ...]]:
    return {tuple(sorted(pair)) for pair in pairs if isinstance(pair, tuple)}


def _told(some: set[object]) -> list[str]:
    return sorted(map(str, some))[:5]


