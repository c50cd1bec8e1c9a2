"""What a read sees is the last write before it: said of each choice and each other write, at once or when needed.

    f(r,w) =>  not in(w'), or another address, or w' < w, or r < w'

There are as many of these as reads times writes times writes, and few of them matter. Where they are many, a model of
all else is looked at: those that it breaks are said, and the solver goes on (solve/growing.py). All events that they
speak of have points of time from the start, so that every model says who comes first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from raddle.base.errors import InternalError
from raddle.encode.formula import Formula
from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import GuardedEvaluator
from raddle.logic.terms import Term
from raddle.solve.answer import Sat

Touching = tuple[int, Term]
"""A write, and the condition under which it touches what is read."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The literal says that the read sees `seen`; None: what was there at first."""

    literal: Term
    read: int
    seen: int | None
    others: Sequence[Touching] = field(repr=False)
    of_read: Mapping[int | None, Term] = field(repr=False)
    """All literals of the read, by what it sees."""


class LastWrites:
    def __init__(self, formula: Formula) -> None:
        self._formula: Final = formula
        self._choices: Final[list[Choice]] = []
        self._said: Final[set[Term]] = set()
        self.count = 0
        """Of what is to be said, at most."""
        self.preferred: Final[dict[Term, bool]] = {}
        """What reads should see, for the least trouble: after a model, what they would see in its order."""

    def say(self, choice: Choice) -> None:
        unless = self._formula.terms.negation(choice.literal)
        for writer, same in choice.others:
            alternatives = self._alternatives(choice, writer, same)
            if alternatives:
                self._formula.require(unless, *alternatives)

    def defer(self, choice: Choice) -> None:
        self._choices.append(choice)
        self.count += len(choice.others)

    def say_all(self) -> None:
        """What was put off."""
        for choice in self._choices:
            self.say(choice)
        self._choices.clear()

    def fix_points(self) -> None:
        """All that may be spoken of later has its point of time now."""
        self._prefer_own_writes()
        formula = self._formula
        events = {choice.read for choice in self._choices}
        events.update(writer for choice in self._choices for writer, _ in choice.others)
        opened = formula.index.sections
        sections = {section for event in events for section in opened.around(event)}
        formula.points.update(events)
        formula.points.update(section.acquire for section in sections)
        formula.points.update(release for section in sections for release in section.releases)

    def _prefer_own_writes(self) -> None:
        """At first, to see what the own thread wrote last; or what was there at first."""
        thread = self._formula.index.thread
        for choice in self._choices:
            own = [seen for seen in choice.of_read if seen is not None and thread[seen] == thread[choice.read]]
            self.preferred[choice.literal] = choice.seen == max(own, default=None)

    def broken(self, answer: Sat) -> list[Term]:
        """Of each choice that the model breaks, what is to be said of all writes that take place: its order is one of
        many, and in the next another of them would be in between."""
        evaluator = GuardedEvaluator(answer.values, answer.positions)
        found: dict[Term, None] = {}
        for choice in self._choices:
            if not answer.values.get(choice.literal) or not self._takes_place(answer, choice.read):
                continue
            others = [entry for entry in choice.others if self._takes_place(answer, entry[0])]
            between = [entry for entry in others if _is_between(answer, choice, entry[0])]
            wrong = [(writer, same) for writer, same in between if _may_hold(evaluator, same)]
            if not wrong:
                continue
            if not all(self._is_new(choice, entry) for entry in wrong):
                raise InternalError(f"the order of a model contradicts what was said of {choice}")
            found.update((self._said_of(choice, entry), None) for entry in others if self._is_new(choice, entry))
            last = max((writer for writer, _ in wrong), key=lambda writer: answer.positions.get(writer, -1))
            self.preferred.update((literal, seen == last) for seen, literal in choice.of_read.items())
        self._said.update(found)
        return list(found)

    def _said_of(self, choice: Choice, other: Touching) -> Term:
        """True: nothing is to be said."""
        terms, alternatives = self._formula.terms, self._alternatives(choice, *other)
        return terms.any_of((terms.negation(choice.literal), *alternatives)) if alternatives else terms.true

    def _is_new(self, choice: Choice, other: Touching) -> bool:
        term = self._said_of(choice, other)
        return term is not self._formula.terms.true and term not in self._said

    def _alternatives(self, choice: Choice, writer: int, same: Term) -> list[Term]:
        """To what the literal says not being so; none: nothing is to be said."""
        formula, terms, seen = self._formula, self._formula.terms, choice.seen
        if writer == seen:
            return []  # its other writes touch other cells
        earlier = terms.false if seen is None else formula.before(writer, seen)
        if earlier is terms.true:
            return []
        return [*formula.unless_taken(writer), terms.negation(same), earlier, formula.before(choice.read, writer)]

    def _takes_place(self, answer: Sat, event: int) -> bool:
        term = self._formula.taken(event)
        return term is self._formula.terms.true or bool(answer.values.get(term))


def _is_between(answer: Sat, choice: Choice, writer: int) -> bool:
    """Or nobody knows: a point of which nothing was said has no time."""
    if writer == choice.seen:
        return False
    at = answer.positions
    if not {choice.read, writer, writer if choice.seen is None else choice.seen} <= at.keys():
        return True
    return at[choice.read] >= at[writer] and (choice.seen is None or at[writer] >= at[choice.seen])


def _may_hold(evaluator: GuardedEvaluator, condition: Term) -> bool:
    """What the model has no values for may."""
    try:
        return evaluator.holds(condition)
    except (KeyError, Trap):
        return True
