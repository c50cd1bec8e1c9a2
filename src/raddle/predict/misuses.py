"""Locks and the like that other orders of the recorded paths misuse. Decision 29.

In: an encoder whose trace program has cells for those that may be (model/recorded/lock_uses.py), the place of each
event, and whom to ask. Out: for each place that changes one, a run that leads to where the change and a use by another
thread are both next; for each place that uses one, a run that finds it uninitialised or destroyed.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.actions import Check, Step
from raddle.model.goals import Beside, Fails, Goal
from raddle.model.program import Event, TraceProgram

MOST_GOALS: Final = 200
"""That are asked for one place."""

Place = Hashable
Ask = Callable[[Sequence[Sequence[Goal]]], Sequence[Sequence[Verdict]]]


@dataclass(frozen=True, slots=True)
class UndecidedMisuse:
    place: Place
    reason: str
    count: int = 1


@dataclass(frozen=True)
class Misuses:
    violated: tuple[Violated, ...]
    undecided: tuple[UndecidedMisuse, ...]
    pairs: int
    """Of places of which one changes what the other uses."""
    bounded: bool


@dataclass(frozen=True, slots=True)
class _Question:
    place: Place
    goals: tuple[Goal, ...]
    too_many: bool


def decide_misuses(encoder: Encoder, place_of: Callable[[int], Place], ask: Ask) -> Misuses:
    pairs: set[tuple[Place, Place]] = set()
    questions = list(_questions(encoder, place_of, pairs))
    answers = ask([one.goals for one in questions])
    violated, undecided, bounded = list[Violated](), list[UndecidedMisuse](), False
    for question, verdicts in zip(questions, answers, strict=True):
        found = next((verdict for verdict in verdicts if isinstance(verdict, Violated)), None)
        reasons = [verdict.reason for verdict in verdicts if isinstance(verdict, Undecided)]
        bounded |= any(isinstance(verdict, Holds) and verdict.bound is not None for verdict in verdicts)
        if found is not None:
            violated.append(found)
        elif reasons:
            undecided.append(UndecidedMisuse(question.place, reasons[0], len(reasons)))
        elif question.too_many:
            reason = f"more than {MOST_GOALS} executions would have to be looked at, one by one"
            undecided.append(UndecidedMisuse(question.place, reason))
    return Misuses(tuple(violated), tuple(undecided), len(pairs), bounded)


def lock_cell(ctp: TraceProgram, event: Event) -> int | None:
    """The cell of the lock or the like that the event is about; None: it is about none."""
    match event.action:
        case Check(reads, against="misuse") if reads:
            return reads[0].cells[0]
        case Step(reads, _, writes) if reads or writes:
            cell = reads[0].cells[0] if reads else writes[0].cells[0]
            return cell if ctp.cells[cell].of_lock else None
        case _:
            return None


def _questions(
    encoder: Encoder, place_of: Callable[[int], Place], pairs: set[tuple[Place, Place]]
) -> Iterator[_Question]:
    ctp, must = encoder.index.ctp, encoder.index.must
    changes: dict[tuple[Place, int], list[Event]] = defaultdict(list)
    uses: dict[int, list[Event]] = defaultdict(list)
    for event in ctp.events:
        cell = lock_cell(ctp, event)
        if cell is not None and isinstance(event.action, Check):
            uses[cell].append(event)
        elif cell is not None:
            changes[place_of(event.number), cell].append(event)

    def may_meet(change: Event, other: Event) -> bool:
        one, two = change.number, other.number
        return change.thread != other.thread and not (must(one, two) or must(two, one) or _both_copy(change, other))

    def beside(place: Place, events: list[Event], cell: int) -> Iterator[Goal]:
        others = [*uses[cell], *(one for (_, at), some in changes.items() if at == cell for one in some)]
        for change in events:
            for other in others:
                if may_meet(change, other):
                    pairs.add((place, place_of(other.number)))
                    yield Beside(change.number, other.number)

    for (place, cell), events in changes.items():
        yield from _asked(place, beside(place, events, cell))
    by_place: dict[tuple[Place, int], list[Goal]] = defaultdict(list)
    for cell, some in uses.items():
        for event in some:
            by_place[place_of(event.number), cell].append(Fails(event.number))
    for (place, _), goals in by_place.items():
        yield from _asked(place, iter(goals))


def _asked(place: Place, goals: Iterator[Goal]) -> Iterator[_Question]:
    some = tuple(islice(goals, MOST_GOALS + 1))
    if some:
        yield _Question(place, some[:MOST_GOALS], too_many=len(some) > MOST_GOALS)


def _both_copy(one: Event, other: Event) -> bool:
    return all(isinstance(event.action, Step) and not event.action.writes for event in (one, other))
