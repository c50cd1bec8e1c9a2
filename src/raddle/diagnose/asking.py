"""Runs that pass, and runs that fail: is there one in which given facts hold, or in which given cores do not?

One solver for each of the two keeps what it has learnt from question to question (solve/session.py). No run is believed
that the machine does not take, or in which a fact that was asked for does not hold.
"""

import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from raddle.base.errors import InternalError
from raddle.diagnose.candidates import Placed
from raddle.diagnose.question import Asked
from raddle.encode.paths.decode import decode
from raddle.encode.paths.encoder import EncodedPaths, PathEncoder
from raddle.model.facts import Fact
from raddle.model.goals import Complete, Reach, RunGoal
from raddle.model.machine import Machine
from raddle.model.moves import Way
from raddle.model.reached import why_not_reached
from raddle.solve.answer import Sat, Unknown, Unsat
from raddle.solve.growing import nothing_more
from raddle.solve.session import Session

MOST_SAID: Final = 3_000
"""Assertions about last writes: where there are more, they are made as models break them."""


MOST_CORES: Final = 500
_BLOCKS: Final = "block {}"
TIME_OVER: Final = "the time was over"


class OutOfTime(Exception):
    """Or a solver gave up; the message says why."""


@dataclass(frozen=True, slots=True)
class NoneDoes:
    """No such run; already these of the facts cannot hold."""

    core: frozenset[Fact]


class Runs:
    """`facts`: all that may be spoken of."""

    def __init__(self, asked: Asked, machine: Machine, facts: Iterable[Fact], until: float | None) -> None:
        self._asked: Final = asked
        self._machine: Final = machine
        self._facts: Final = {str(number): fact for number, fact in enumerate(facts)}
        self._names: Final = {fact: name for name, fact in self._facts.items()}
        self._until: Final = until
        self._encoder: Final = PathEncoder(asked.paths)
        self._blocked = 0
        """How many cores are."""
        self._passing: _Session | None = None
        self._failing: _Session | None = None

    def passing(self, facts: Collection[Fact] = ()) -> Way | NoneDoes:
        """A complete run that passes, in which all of them hold."""
        if self._passing is None:
            goal = Complete(self._asked.ends)
            self._passing = _Session(goal, self._encoder.encode_run(goal, self._facts, (), MOST_SAID))
        return self._ask(self._passing, facts)

    def failing(self, among: Collection[int] | None = None) -> Way | frozenset[int]:
        """One in which none of the cores holds that were blocked, or none of these, by their numbers. None fails then:
        already these are enough for that."""
        session = self._prepared_to_fail()
        names = [_BLOCKS.format(number) for number in (range(self._blocked) if among is None else among)]
        found = self._answered(session, names)
        if isinstance(found, Way):
            self._check(session.goal, found, ())
            return found
        return frozenset(number for number in range(self._blocked) if _BLOCKS.format(number) in found)

    def block(self, core: Collection[Fact]) -> int:
        """Out: its number."""
        session = self._prepared_to_fail()
        terms = session.encoded.query.terms
        is_blocked = session.encoded.query.assumptions[_BLOCKS.format(self._blocked)]
        broken = [session.encoded.broken[self._names[fact]] for fact in core]
        session.solver.add(terms.any_of((terms.negation(is_blocked), *broken)))
        self._blocked += 1
        return self._blocked - 1

    def _prepared_to_fail(self) -> "_Session":
        if self._failing is None:
            goal = Reach(self._asked.failures)
            encoded = self._encoder.encode_run(goal, {}, (), MOST_SAID, breakable=self._facts)
            names = map(_BLOCKS.format, range(MOST_CORES))
            blocks = {name: encoded.query.terms.variable(name, 1) for name in names}
            query = replace(encoded.query, assumptions=blocks)
            self._failing = _Session(goal, replace(encoded, query=query))
        return self._failing

    def _ask(self, session: "_Session", facts: Collection[Fact]) -> Way | NoneDoes:
        found = self._answered(session, [self._names[fact] for fact in facts])
        if isinstance(found, Way):
            self._check(session.goal, found, facts)
            return found
        return NoneDoes(frozenset(self._facts[name] for name in found))

    def _answered(self, session: "_Session", names: Collection[str]) -> Way | frozenset[str]:
        """Or the names that cannot hold together."""
        left_s = None if self._until is None else self._until - time.monotonic()
        if left_s is not None and left_s <= 0:
            raise OutOfTime(TIME_OVER)
        match session.solver.check(names, left_s, self._until):
            case Sat() as answer:
                return decode(session.encoded, answer)
            case Unsat(core):
                return core
            case Unknown(reason):
                is_over = self._until is not None and time.monotonic() >= self._until
                raise OutOfTime(TIME_OVER if is_over else reason)

    @property
    def spent_s(self) -> float:
        """In work seconds, by all questions so far."""
        return sum(one.solver.spent_s for one in (self._passing, self._failing) if one is not None)

    def _check(self, goal: RunGoal, way: Way, facts: Collection[Fact]) -> None:
        reason = why_not_reached(self._machine, goal, way.moves)
        if reason is not None:
            raise InternalError(f"{goal}: the solution is no run of the paths: {reason}")
        placed = Placed(self._asked, way)
        wrong = [fact for fact in facts if not placed.holds(fact)]
        if wrong:
            raise InternalError(f"{goal}: {wrong[0]} does not hold in the solution")

    def close(self) -> None:
        for session in (self._passing, self._failing):
            if session is not None:
                session.solver.__exit__(None, None, None)


class _Session:
    def __init__(self, goal: RunGoal, encoded: EncodedPaths) -> None:
        self.goal: Final = goal
        self.encoded: Final = encoded
        left_open = encoded.left_open
        more = nothing_more if left_open is None else left_open.broken
        self.solver: Final = Session(encoded.query, more, evaluated=False)  # the machine takes the run
