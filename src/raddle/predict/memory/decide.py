"""All memory errors of a trace program: divisions and addresses that may be wrong, memory used after it was given back.

In: an encoder, the place of each event, and whom to ask. Out: for each place and kind of check, and for every two
places of a free and a use, an error with its moves, or Undecided; the others cannot go wrong. Random runs go first.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import numpy as np

from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.logic.terms import Term
from raddle.model.actions import Check, Free, Step
from raddle.model.goals import Fails, Goal, UseAfterFree
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.predict.memory.pairs import pairs_of
from raddle.predict.memory.sample import sampled_errors
from raddle.predict.races.stretches import MOST_GOALS

MOST_GROUPS: Final = 20_000
"""Places and pairs of places that are asked about."""

Place = Hashable
What = Literal["division", "address", "freed", "again", "returned"]
"""freed: used after free(); again: freed twice; returned: used after its function has returned."""
Seen = Mapping[Goal, tuple[Move, ...]]
Ask = Callable[[Sequence[Sequence[Goal]], Seen], Sequence[Sequence[Verdict]]]
"""Groups of goals -> their verdicts, given what random runs have reached."""


@dataclass(frozen=True, slots=True)
class Group:
    """What is told apart: the place of the access, what may be wrong with it, and the place of the free."""

    what: What
    place: Place
    freed: Place | None = None


@dataclass(frozen=True, slots=True)
class PredictedError:
    group: Group
    violated: Violated


@dataclass(frozen=True, slots=True)
class UndecidedError:
    group: Group
    reason: str
    count: int
    """Of executions."""


@dataclass(frozen=True)
class MemoryErrors:
    found: tuple[PredictedError, ...]
    undecided: tuple[UndecidedError, ...]
    checks: int
    """Executions of divisions and accesses that may go wrong by what other threads do."""
    pairs: int
    """Pairs of places of a free and a use of the same memory."""
    beyond: int
    """Pairs of executions, and executions of checks, that nobody looked at."""
    bounded: bool
    """Whether some proof was only for a bounded number of switches."""


class Deciding:
    """It may be asked for in several turns: what does not depend on answers is made once."""

    def __init__(self, encoder: Encoder, place_of: Callable[[int], Place]) -> None:
        self._ctp = encoder.index.ctp
        self._grouping = _Grouping(encoder, place_of)

    @cached_property
    def _checks(self) -> dict[Group, list[Goal]]:
        return self._grouping.checks()

    @cached_property
    def _frees(self) -> tuple[dict[Group, list[Goal]], int, int]:
        return self._grouping.frees()

    @cached_property
    def _seen(self) -> Seen:
        return sampled_errors(self._ctp, Machine(self._ctp), self._grouping.group_of)

    def all(
        self, ask: Ask, known: Collection[Group] = (), is_never: Callable[[Goal], bool] = lambda _: False
    ) -> MemoryErrors:
        """`known`: what the given run shows already, of which nobody asks any more. `is_never`: whether it is known
        that nothing leads there."""
        frees, excluded, beyond = self._frees
        goals = {
            group: [goal for goal in wanted if not is_never(goal)]
            for group, wanted in (self._checks | frees).items()
            if group not in known
        }
        kept = dict(list(goals.items())[:MOST_GROUPS])
        beyond += sum(map(len, goals.values())) - sum(map(len, kept.values()))
        verdicts = ask([_first(wanted, self._seen) for wanted in kept.values()], self._seen) if kept else []
        found, undecided = [], []
        for (group, wanted), answers in zip(kept.items(), verdicts, strict=True):
            answer = _answered(group, answers, too_many=len(wanted) > MOST_GOALS)
            if isinstance(answer, PredictedError):
                found.append(answer)
            elif answer is not None:
                undecided.append(answer)
        return MemoryErrors(
            found=tuple(found),
            undecided=tuple(undecided),
            checks=len(self._ctp.checks_against("division", "address")),
            pairs=len(frees) + excluded,
            beyond=beyond,
            bounded=any(isinstance(one, Holds) and one.bound is not None for answers in verdicts for one in answers),
        )


def decide_memory(
    encoder: Encoder, place_of: Callable[[int], Place], ask: Ask, known: Collection[Group] = ()
) -> MemoryErrors:
    """In one turn."""
    return Deciding(encoder, place_of).all(ask, known)


def _first(wanted: Sequence[Goal], seen: Seen) -> list[Goal]:
    """What was seen goes first."""
    own = set(wanted)
    return [*(goal for goal in seen if goal in own), *wanted][:MOST_GOALS]


def _answered(group: Group, answers: Sequence[Verdict], *, too_many: bool) -> PredictedError | UndecidedError | None:
    violated = next((verdict for verdict in answers if isinstance(verdict, Violated)), None)
    if violated is not None:
        return PredictedError(group, violated)
    reasons = [verdict.reason for verdict in answers if isinstance(verdict, Undecided)]
    if reasons:
        return UndecidedError(group, reasons[0], len(reasons))
    if too_many:
        reason = f"more than {MOST_GOALS} executions would have to be looked at, one by one"
        return UndecidedError(group, reason, 1)
    return None


class _Grouping:
    def __init__(self, encoder: Encoder, place_of: Callable[[int], Place]) -> None:
        self._index = encoder.index
        self._ctp = encoder.index.ctp
        self._place_of = place_of

    def group_of(self, goal: Goal) -> Group | None:
        match goal:
            case Fails(check):
                action = self._ctp.events[check].action
                assert isinstance(action, Check)
                against = action.against
                return Group(against, self._place_of(check)) if against in ("division", "address") else None
            case UseAfterFree(free, use):
                return Group(self._what(free, use), self._place_of(use), self._place_of(free))
            case _:
                return None

    def _what(self, free: int, use: int) -> What:
        action = self._ctp.events[free].action
        if isinstance(action, Free) and action.of_frame:
            return "returned"
        return "again" if isinstance(self._ctp.events[use].action, Free) else "freed"

    def checks(self) -> dict[Group, list[Goal]]:
        """Of checks of a thread with the same condition only the first can fail."""
        found: dict[Group, list[Goal]] = defaultdict(list)
        passed: set[tuple[int, Term]] = set()
        for event in self._ctp.checks_against("division", "address"):
            assert isinstance(event.action, Check)
            key = event.thread, event.action.condition
            if event.action.reads or key not in passed:
                group = self.group_of(Fails(event.number))
                assert group is not None
                found[group].append(Fails(event.number))
            passed.add(key)
        return dict(found)

    def frees(self) -> tuple[dict[Group, list[Goal]], int, int]:
        """And how many pairs of places are excluded, how many executions beyond."""
        numbers: dict[Place, int] = {}
        places = np.zeros(len(self._ctp.events), np.int32)
        for event in self._ctp.events:
            if isinstance(event.action, Step | Check | Free):
                places[event.number] = numbers.setdefault(self._place_of(event.number), len(numbers))
        pairs = pairs_of(self._index, places)
        found: dict[Group, list[Goal]] = defaultdict(list)
        for some in pairs.by_places.values():
            used, freed = self._place_of(some[0][1]), self._place_of(some[0][0])  # those of all
            by_events: dict[What, list[Goal]] = {}
            for free, use in some:
                by_events.setdefault(self._what(free, use), []).append(UseAfterFree(free, use))
            for what, goals in by_events.items():
                found[Group(what, used, freed)] += goals
        return dict(found), pairs.excluded, pairs.beyond
