"""One goal of the trace program: encode, solve, decode, run on the machine, minimise.

In: an Encoder and a goal. Out: a Verdict. No answer of a solver is believed: the moves to the goal have been run
on the machine, which knows nothing of formulas.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from raddle.base.errors import InternalError, ToolError
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.bound import BOUND
from raddle.encode.encoder import Encoded, Encoder
from raddle.encode.heads import heads_of
from raddle.logic.query import Query
from raddle.model.enumerate import Cheapest, Cost, cheapest
from raddle.model.goals import Fails, Goal, TornAmong
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.reached import reached
from raddle.model.run import Refusal, preemptions, run, switches
from raddle.predict.decode import moves_of
from raddle.predict.minimise import Minimiser
from raddle.predict.together import Proofs
from raddle.solve.answer import Answer, Sat, Solver, Unknown, Unsat

MOST_STATES: Final = 200_000
"""Up to which the least number of preemptions is searched for."""
MOST_SWITCHES_PROVED: Final = 12
MOST_EVENTS_PROVED: Final = 400
"""Beyond these nobody asks whether fewer switches would do."""


@dataclass(frozen=True, slots=True)
class Limits:
    """In work seconds (base/work.py)."""

    seconds: float | None = 10.0
    """For one goal."""
    slice_s: float = 2.0
    """For each proof on a slice, or together with other goals, before the whole cone of this one is taken."""
    minimise_s: float = 2.0
    """For making a violation shorter; what has been found stays found."""
    switches: int | None = None
    """At most so many context switches."""
    preemptions: int | None = None
    """At most so many switches away from a thread that could have gone on (predictive analysis, footnote 4)."""

    @property
    def is_bounded(self) -> bool:
        return self.switches is not None or self.preemptions is not None

    @property
    def cheap_s(self) -> float:
        """For each of these proofs."""
        return self.slice_s if self.seconds is None else min(self.slice_s, self.seconds)

    @property
    def longest_s(self) -> float | None:
        """For all that is done about one goal."""
        return None if self.seconds is None else 2 * self.seconds + 3 * self.slice_s + 3 * self.minimise_s


class Decider:
    """`seen`: goals that random runs have reached already (predict/sample.py). `groups`: in which it will be asked; one
    formula proves of a group as much as it can."""

    def __init__(
        self,
        encoder: Encoder,
        solver: Solver,
        limits: Limits,
        seen: Mapping[Goal, tuple[Move, ...]] | None = None,
        groups: Iterable[Sequence[Goal]] = (),
    ) -> None:
        self._encoder = encoder
        self._ctp = encoder.index.ctp
        self._solver = solver
        self._limits = limits
        self._machine = Machine(self._ctp)
        self._seen = seen or {}
        self._proofs = Proofs(encoder, groups, limits.cheap_s)
        self._cheapest: dict[int, Cheapest] | None = None

    def decide(self, goal: Goal) -> Verdict:
        verdict = self._in_any_schedule(goal)
        if self._limits.preemptions is None or not isinstance(verdict, Violated):
            return verdict
        return self._with_few_preemptions(verdict, self._limits.preemptions)

    def _with_few_preemptions(self, violated: Violated, most: int) -> Verdict:
        """The formula does not count preemptions: the machine does, and where it must it goes through all states."""
        goal = violated.goal
        if preemptions(self._machine, violated.moves, _end_of(goal)) <= most:
            return violated
        best = self._cheapest_of(goal.check) if isinstance(goal, Fails) else None
        if best is None:
            reason = f"it can {_be(goal)}, but not with at most {most} preemptions as far as was looked"
            return Undecided(goal, reason)
        if best.cost > most:
            return Holds(goal, most)
        count = switches(self._ctp, best.moves, _end_of(goal))
        if self._limits.switches is not None and count > self._limits.switches:
            return Undecided(goal, f"it can {_be(goal)}, but not within both bounds as far as was looked")
        return Violated(goal, best.moves, count, fewest=False)

    def _cheapest_of(self, check: int) -> Cheapest | None:
        if self._cheapest is None:
            try:
                self._cheapest = cheapest(self._ctp, Cost.PREEMPTIONS, MOST_STATES)
            except ToolError:
                self._cheapest = {}
        return self._cheapest.get(check)

    def _in_any_schedule(self, goal: Goal) -> Verdict:
        bound = self._limits.switches
        if goal in self._seen:
            shortened = self._shortened(goal, self._seen[goal])
            if bound is None or shortened.switches <= bound:
                return shortened
        if self._proofs.has(goal) and self._proofs.proves(goal):
            return Holds(goal)
        return self._on_slices(goal) or self._with_others(goal) or self._by_itself(goal)

    def _with_others(self, goal: Goal) -> Verdict | None:
        """None: it was asked for with others already, or that proves nothing."""
        return Holds(goal) if self._proofs.build(goal) and self._proofs.proves(goal) else None

    def _by_itself(self, goal: Goal) -> Verdict:
        verdict = self._decided(goal, alone=True) or self._decided(goal, alone=False)
        assert verdict is not None
        return verdict

    def _decided(self, goal: Goal, *, alone: bool) -> Verdict | None:
        """None: alone, and a solution runs into another check that fails."""
        bound = self._limits.switches
        encoded = self._encoder.encode(goal, bound, alone=alone)
        match self._solve(encoded.query, self._limits.seconds):
            case Unsat(core):
                return Holds(goal, bound if BOUND in core else None)
            case Unknown(reason):
                return Undecided(goal, reason)
            case Sat() as answer:
                moves = moves_of(encoded, answer)
                if alone and not reached(self._machine, goal, moves):
                    return None
                return self._shortened(goal, self._checked(goal, moves))

    def _on_slices(self, goal: Goal) -> Verdict | None:
        """The cheap proofs first: they hold for any number of switches. And what a slice shows, if it can be run."""
        bound, limit_s = self._limits.switches, self._limits.cheap_s
        for part in self._encoder.slices(goal):
            answer = self._solve(part.query if isinstance(part, Encoded) else part, limit_s)
            if isinstance(answer, Unsat):
                return Holds(goal)
            if isinstance(part, Encoded) and isinstance(answer, Sat):
                moves = moves_of(part, answer)
                if reached(self._machine, goal, moves):
                    shortened = self._shortened(goal, moves)
                    if bound is None or shortened.switches <= bound:
                        return shortened
        return None

    def _solve(self, query: Query, limit_s: float | None) -> Answer:
        if query.terms.false in query.assertions:
            return Unsat(frozenset())
        return self._solver.solve(query, limit_s)

    def _checked(self, goal: Goal, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        if not reached(self._machine, goal, moves):
            after = run(self._ctp, moves, self._machine)
            if isinstance(after, Refusal):
                event = moves[after.position].event
                raise InternalError(f"{goal}: event {event} of the solution cannot happen: {after.reason}")
            raise InternalError(f"{goal}: the solution does not reach it")
        return moves

    def _shortened(self, goal: Goal, moves: tuple[Move, ...]) -> Violated:
        if isinstance(goal, TornAmong):  # a question for many: nobody reads its run
            return Violated(goal, moves, switches(self._ctp, moves), fewest=False)
        limits, end = self._limits, _end_of(goal)
        best = Minimiser(self._encoder, self._machine, goal, limits.minimise_s)(moves)
        count = switches(self._ctp, best, end)
        fewest = False
        while (
            isinstance(goal, Fails)
            and 0 < count <= MOST_SWITCHES_PROVED
            and len(best) <= MOST_EVENTS_PROVED
            and not fewest
        ):
            encoded = self._encoder.encode(goal, count - 1)
            answer = self._solve(encoded.query, limits.minimise_s)
            if isinstance(answer, Unsat):
                fewest = True
            elif isinstance(answer, Sat):
                best = self._checked(goal, moves_of(encoded, answer))
                count = switches(self._ctp, best, end)
            else:
                break
        return Violated(goal, best, count, fewest or count == 0)


def _end_of(goal: Goal) -> int | None:
    """The event that counts as the last move."""
    heads = heads_of(goal)
    return heads[-1] if heads else None


def _be(goal: Goal) -> str:
    return "fail" if isinstance(goal, Fails) else "be"
