"""One random trace program whose threads do the same again and again, folded (decide/folding.py): whatever brute force
finds in it the search of the folded one does not deny; and of that one the search of fewer orders finds what the search
of all orders finds."""

import random
from dataclasses import dataclass, field, fields

from raddle.base.errors import RaddleError
from raddle.decide.folded_states import FoldedStates
from raddle.decide.folding import Folded, folded
from raddle.decide.registers import NotSearched
from raddle.model.goals import Circle, Fails, Goal, Meet, Standstill, Unordered, UseAfterFree
from raddle.model.program import TraceProgram
from tests.support.exactness_states import expected_of
from tests.support.race_oracle import TooMany
from tests.support.random_recurring_ctp import RECURRING, random_recurring_ctp

MOST_WORK = 20_000_000


@dataclass
class FoldedExactness:
    """Counts, and every disagreement in words."""

    programs: int = 0
    too_large: int = 0
    refused: int = 0
    folded: int = 0
    """Of these: with turns back."""
    events: int = 0
    kept: int = 0
    expected: int = 0
    """Wrong things that brute force finds in the folded ones,"""
    never: int = 0
    """questions that are answered there,"""
    shown: int = 0
    """and those to which it has a way, though brute force has none."""
    states: int = 0
    all_states: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "FoldedExactness") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        counts = [one.name for one in fields(self)][:-1]
        told = ", ".join(f"{getattr(self, name)} {name.replace('_', ' ')}" for name in counts)
        return f"{told}, {len(self.disagreements)} disagreements"


def program(number: int) -> tuple[str, TraceProgram]:
    kind = RECURRING[number % len(RECURRING)]
    return kind, random_recurring_ctp(random.Random(number), kind)


def compared(number: int) -> FoldedExactness:
    name, ctp = program(number)
    found = FoldedExactness(programs=1)
    try:
        compare(ctp, found)
    except TooMany:
        found.too_large += 1
    except NotSearched:
        found.refused += 1
    except (RaddleError, AssertionError, LookupError, TypeError, ValueError) as error:
        found.disagreements.append(f"{type(error).__name__}: {error}")
    found.disagreements = [f"program {number} ({name}): {what}" for what in found.disagreements]
    return found


def compare(ctp: TraceProgram, found: FoldedExactness) -> None:
    for with_assertions in (True, False):
        fold = folded(ctp, with_assertions=with_assertions)
        if fold is None:
            continue
        found.folded += with_assertions
        if with_assertions:
            found.events += len(ctp.events)
            found.kept += len(fold.program.events)
        _compare(ctp, fold, found, with_assertions=with_assertions)


def _compare(ctp: TraceProgram, fold: Folded, found: FoldedExactness, *, with_assertions: bool) -> None:
    few, many = (searched(fold, ctp, with_assertions=with_assertions, reduced=reduced) for reduced in (True, False))
    found.states += few.count
    found.all_states += many.count
    found.disagreements += unlike(few, many)
    wanted = [goal for goal in goals_of(ctp) if with_assertions or not _is_assertion(ctp, goal)]
    found.expected += len(wanted)
    for goal in wanted:
        if few.is_never(goal):
            found.disagreements.append(f"{goal}: said to be never reached, with_assertions={with_assertions}")
    found.never += sum(few.is_never(Meet(*pair)) for pair in _pairs(ctp))
    found.shown += sum(not few.is_never(Meet(*pair)) and Meet(*pair) not in wanted for pair in _pairs(ctp))


def searched(fold: Folded, ctp: TraceProgram, *, with_assertions: bool, reduced: bool) -> FoldedStates:
    states = FoldedStates(fold, with_assertions=with_assertions, reduced=reduced)
    states.search_unordered(range(len(ctp.events)), MOST_WORK)
    if not states.knows_unordered:
        raise TooMany
    return states


def unlike(few: FoldedStates, many: FoldedStates) -> list[str]:
    """What a search of fewer orders finds otherwise than that of all."""
    found = []
    for kind in ("fails", "meets", "unordered", "freed", "beside"):
        shown, expected = set(getattr(few, kind)), set(getattr(many, kind))
        if shown != expected:
            less, more = sorted(expected - shown)[:5], sorted(shown - expected)[:5]
            found.append(f"fewer orders, {kind}: lacks {less}, has {more} too many")
    if standing(few) != standing(many) or bool(few.circles) != bool(many.circles):
        found.append("fewer orders: other standstills or circles")
    return found


def standing(states: FoldedStates) -> set[frozenset[int]]:
    return {events for events, _ in states.standstills}


def goals_of(ctp: TraceProgram) -> list[Goal]:
    """By brute force."""
    expected = expected_of(ctp)
    goals: list[Goal] = [Fails(check) for check in expected["fails"]]  # type: ignore[arg-type]
    goals += [Meet(*pair) for pair in expected["meets"]]  # type: ignore[misc]
    goals += [Unordered(*pair) for pair in expected["unordered"]]  # type: ignore[misc]
    goals += [UseAfterFree(*pair) for pair in expected["freed"]]  # type: ignore[misc]
    goals += [Circle(tuple(sorted(events))) for events in expected["circles"]]  # type: ignore[call-overload]
    return goals + ([Standstill()] if expected["standstills"] else [])


def _is_assertion(ctp: TraceProgram, goal: Goal) -> bool:
    return isinstance(goal, Fails) and goal.check in {event.number for event in ctp.assertions}


def _pairs(ctp: TraceProgram) -> list[tuple[int, int]]:
    threads = [ctp.of_thread(thread) for thread in range(len(ctp.threads))]
    return [
        (one.number, other.number)
        for number, events in enumerate(threads)
        for one in events[::2]
        for others in threads[number + 1 :]
        for other in others[::2]
    ]
