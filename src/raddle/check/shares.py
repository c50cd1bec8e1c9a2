"""How the time of a check is shared by the properties that it looks for. The one place where that is decided.

In: for each property what looks for it, turn by turn. Out: what is known of each when all is decided or the time is
over. First every property has a turn in which nothing is put to a solver: linear passes, random runs, and replays of
what these show. Then they take turns in rounds, in each of which a question may take ten times the work of the one
before; a turn has an equal share of what is left, and what it does not use is left to the others. What a question was
answered stays (`Share.answers`), so a turn asks only what is open.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from raddle.base.time_limit import BUDGET_ENDED, TimeIsOver, ending_at
from raddle.check.options import CheckOptions
from raddle.check.part import Part
from raddle.decide.answers import Undecided, Verdict
from raddle.decide.search import Meetings, StateSearch
from raddle.model.goals import Goal
from raddle.model.program import TraceProgram
from raddle.report.properties import PROPERTIES, Property
from raddle.report.result import Questions

REST: Final = 0.25
"""Of the time, for explaining what was found, or for paths that the recorded run did not take, where all is not decided
sooner."""
QUICK_S: Final = 1.0
"""Of work, for each question in the first round in which a solver is asked,"""
TIMES: Final = 10
"""and so many times as much in each further one."""
MOST_FOR_SEARCH: Final = 10
"""Questions for which one search of all states may take what a solver may for each."""
MOST_FOR_ORDERS: Final = 30
"""The same where it is asked who knows of what: a solver is asked pair by pair there."""
TELLING_S: Final = 0.3
"""For putting together what was found in a turn that was cut off."""


@dataclass
class Share:
    """What one property may take in its turn, and what it was answered in all of them."""

    limit_s: float | None = 0.0
    """Of work, for one question; 0: none is put to a solver; None: as much as it takes."""
    until: float | None = None
    """When the turn is over, by time.monotonic(); None: never."""
    answers: dict[Goal, Verdict] = field(default_factory=dict)
    search: StateSearch | None = None
    """Of all states, which all properties share."""
    wants_more: bool = False
    """Beside open questions: something was found in this turn that there was no time to replay."""

    @staticmethod
    def of(ctp: TraceProgram, options: CheckOptions) -> "Share":
        return Share(search=StateSearch(ctp) if options.encoding == "orders" else None)

    @property
    def is_over(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until

    @property
    def decided(self) -> int:
        """Questions."""
        return sum(not isinstance(one, Undecided) for one in self.answers.values())

    @property
    def is_undecided(self) -> bool:
        return self.decided < len(self.answers)

    def another(self) -> "Share":
        """Of another property."""
        return Share(search=self.search)

    def searched(self, questions: int = MOST_FOR_SEARCH, most: int = MOST_FOR_SEARCH) -> StateSearch | None:
        """The search of all states, as far as this turn lets it: it may take what so many questions may, up to a bound.
        None: there is none."""
        if self.search is not None:
            times = min(questions, most)
            self.search.allow(None if self.limit_s is None else times * self.limit_s, self.until)
        return self.search

    def races(self) -> Meetings | None:
        """All accesses that can meet, if the search of all states is over; None: it is not."""
        search = self.searched()
        return None if search is None else search.races()

    def unordered(self, events: Collection[int]) -> Meetings | None:
        """The same for accesses that nothing orders, the first of them one of these events."""
        search = self.searched(MOST_FOR_ORDERS, MOST_FOR_ORDERS)
        return None if search is None else search.unordered(events)

    def is_never(self, goal: Goal) -> bool:
        """Whether the search of all states says that nothing leads to it."""
        search = self.searched()
        return search is not None and search.is_never(goal)

    def begin_turn(self, limit_s: float | None, until: float | None) -> None:
        self.limit_s, self.until, self.wants_more = limit_s, until, False

    def has_time(self) -> bool:
        """For a replay: what is not shown in this turn may be so in another one."""
        self.wants_more |= self.is_over
        return not self.is_over


@dataclass(frozen=True)
class Look:
    """What looks for a property: what is known of it after its turn."""

    about: Property
    share: Share
    part: Callable[[], Part]


@dataclass(frozen=True)
class Looked:
    """What is known of the properties."""

    parts: tuple[Part, ...]
    """In their usual order."""
    questions: dict[Property, Questions]
    unlooked: tuple[Property, ...] = ()
    """Those that nobody came to, or not to the end of the first turn."""
    ended: str = ""
    """What ended it before all was decided, in words; empty: nothing did."""


class Turns:
    """`until`: when the looking has to be over, by time.monotonic(). `most_s`: of work, for one question; None: as much
    as there is time. `told`: is given what is known after each turn."""

    def __init__(
        self,
        looks: Sequence[Look],
        until: float | None,
        most_s: float | None,
        told: Callable[[Looked], None] = lambda _: None,
    ) -> None:
        self._looks = looks
        self._until = until
        self._most_s = most_s
        self._told = told
        self._parts: dict[int, Part] = {}
        self._had_all_the_time = False
        """Whether a question could have had more work, had there been more time."""

    def all(self) -> Looked:
        ended = ""
        try:
            self._first_round()
            for limit_s in self._limits():
                self._round(limit_s)
            if (self._had_all_the_time or self._left_s() == 0) and self._is_open():
                ended = BUDGET_ENDED
        except TimeIsOver as over:
            ended = over.reason
        return self._looked(ended)

    def _is_open(self) -> bool:
        return bool(self._open())

    def _open(self) -> list[int]:
        """Those of which more may be known after another turn."""
        found = []
        for number, part in sorted(self._parts.items()):
            share = self._looks[number].share
            if share.wants_more or (part.open and share.is_undecided):
                found.append(number)
        return found

    def _looked(self, ended: str = "") -> Looked:
        ordered = sorted(enumerate(self._looks), key=lambda one: PROPERTIES.index(one[1].about))
        parts = tuple(self._parts[number] for number, _ in ordered if number in self._parts)
        missing = (look.about for number, look in ordered if number not in self._parts)
        questions = dict[Property, Questions]()
        for _, look in ordered:
            before = questions.get(look.about, Questions(0, 0))
            asked, decided = len(look.share.answers), look.share.decided
            questions[look.about] = Questions(before.asked + asked, before.decided + decided)
        return Looked(parts, questions, tuple(dict.fromkeys(missing)), ended)

    def _first_round(self) -> None:
        """Nobody has more than half of what is left, so that all have their turn; who needs more has it afterwards."""
        for number, look in enumerate(self._looks):
            left_s, turns = self._left_s(), len(self._looks) - number + 1
            look.share.begin_turn(0.0, self._in(left_s, turns))
            self._turn(number, self._in(left_s, 2))
        for number, look in enumerate(self._looks):
            if number not in self._parts and self._left_s() != 0:  # rather this than deciding more of the others
                look.share.begin_turn(0.0, self._until)
                self._turn(number, self._until)

    def _limits(self) -> Iterator[float | None]:
        """Of the rounds that follow: as long as something is open, and more work may decide it."""
        limit_s = QUICK_S
        while self._is_open():
            left_s = self._left_s()
            most = [one for one in (left_s, self._most_s) if one is not None]
            if not most:
                yield from (limit_s, None)
                return
            self._had_all_the_time = left_s is not None and left_s == min(limit_s, *most)
            if min(most) > 0:
                yield min(limit_s, *most)
            if limit_s >= min(most):
                return
            limit_s *= TIMES

    def _round(self, limit_s: float | None) -> None:
        waiting = self._open()
        for place, number in enumerate(waiting):
            self._looks[number].share.begin_turn(limit_s, self._in(self._left_s(), len(waiting) - place))
            self._turn(number, self._until)

    def _turn(self, number: int, latest: float | None) -> None:
        """`latest`: when it is cut off, wherever it is then. What it has found by then is not lost."""
        try:
            with ending_at(latest):
                self._parts[number] = self._looks[number].part()
        except TimeIsOver as over:
            self._tell_in_short(self._looks[number], number)
            if over.is_interrupted or self._left_s() == 0:
                raise
        self._told(self._looked())

    def _tell_in_short(self, look: Look, number: int) -> None:
        """From what was answered: nothing is asked any more, and nothing replayed."""
        if not look.share.answers:
            return
        look.share.begin_turn(0.0, 0.0)
        with suppress(TimeIsOver), ending_at(time.monotonic() + TELLING_S, 0):
            self._parts[number] = look.part()

    def _left_s(self) -> float | None:
        return None if self._until is None else max(0.0, self._until - time.monotonic())

    def _in(self, left_s: float | None, turns: int) -> float | None:
        return None if left_s is None else time.monotonic() + left_s / turns
