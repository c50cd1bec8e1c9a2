"""One check of the trace program: encode, solve, decode, run on the machine, minimise.

In: an Encoder and a check. Out: a Verdict. No answer of a solver is believed: a violation has been run on the machine,
which knows nothing of formulas.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from raddle.base.errors import InternalError, ToolError
from raddle.encode.assertion import Encoder
from raddle.encode.bound import BOUND
from raddle.logic.query import Query
from raddle.model.enumerate import Cheapest, Cost, cheapest
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.run import Reached, Stuck, preemptions, run, switches
from raddle.predict.decode import moves_of
from raddle.predict.minimise import Minimiser
from raddle.predict.verdict import Holds, Undecided, Verdict, Violated
from raddle.solve.answer import Answer, Sat, Solver, Unknown, Unsat

MOST_STATES: Final = 200_000
"""Up to which the least number of preemptions is searched for."""
MOST_SWITCHES_PROVED: Final = 12
MOST_EVENTS_PROVED: Final = 400
"""Beyond these nobody asks whether fewer switches would do."""


@dataclass(frozen=True, slots=True)
class Limits:
    seconds: float | None = 10.0
    """For one check."""
    slice_s: float = 2.0
    """For each proof on a slice, before the whole cone is taken."""
    minimise_s: float = 2.0
    """For making a violation shorter; what has been found stays found."""
    switches: int | None = None
    """At most so many context switches."""
    preemptions: int | None = None
    """At most so many switches away from a thread that could have gone on (seed 1, footnote 4)."""

    @property
    def is_bounded(self) -> bool:
        return self.switches is not None or self.preemptions is not None

    @property
    def longest_s(self) -> float | None:
        """For all that is done about one check."""
        return None if self.seconds is None else 2 * self.seconds + 2 * self.slice_s + 3 * self.minimise_s


class Decider:
    """`seen`: violations that random runs have shown already (predict/sample.py)."""

    def __init__(
        self, encoder: Encoder, solver: Solver, limits: Limits, seen: Mapping[int, tuple[Move, ...]] | None = None
    ) -> None:
        self._encoder = encoder
        self._ctp = encoder.index.ctp
        self._solver = solver
        self._limits = limits
        self._machine = Machine(self._ctp)
        self._seen = seen or {}
        self._cheapest: dict[int, Cheapest] | None = None

    def decide(self, check: int) -> Verdict:
        verdict = self._in_any_schedule(check)
        if self._limits.preemptions is None or not isinstance(verdict, Violated):
            return verdict
        return self._with_few_preemptions(verdict, self._limits.preemptions)

    def _with_few_preemptions(self, violated: Violated, most: int) -> Verdict:
        """The formula does not count preemptions: the machine does, and where it must it goes through all states."""
        if preemptions(self._machine, violated.moves, violated.check) <= most:
            return violated
        if self._cheapest is None:
            try:
                self._cheapest = cheapest(self._ctp, Cost.PREEMPTIONS, MOST_STATES)
            except ToolError:
                self._cheapest = {}
        best = self._cheapest.get(violated.check)
        if best is None:
            reason = f"it can fail, but not with at most {most} preemptions as far as was looked"
            return Undecided(violated.check, reason)
        if best.cost > most:
            return Holds(violated.check, most)
        count = switches(self._ctp, best.moves, violated.check)
        if self._limits.switches is not None and count > self._limits.switches:
            return Undecided(violated.check, "it can fail, but not within both bounds as far as was looked")
        return Violated(violated.check, best.moves, count, fewest=False)

    def _in_any_schedule(self, check: int) -> Verdict:
        bound = self._limits.switches
        if check in self._seen:
            shortened = self._shortened(check, self._seen[check])
            if bound is None or shortened.switches <= bound:
                return shortened
        if self._holds_on_a_slice(check):
            return Holds(check)
        verdict = self._decided(check, alone=True) or self._decided(check, alone=False)
        assert verdict is not None
        return verdict

    def _decided(self, check: int, *, alone: bool) -> Verdict | None:
        """None: alone, and a solution runs into another check that fails."""
        bound = self._limits.switches
        encoded = self._encoder.encode(check, bound, alone=alone)
        match self._solve(encoded.query, self._limits.seconds):
            case Unsat(core):
                return Holds(check, bound if BOUND in core else None)
            case Unknown(reason):
                return Undecided(check, reason)
            case Sat() as answer:
                moves = moves_of(encoded, answer)
                if alone and not self._violates(check, moves):
                    return None
                return self._shortened(check, self._checked(check, moves))

    def _violates(self, check: int, moves: tuple[Move, ...]) -> bool:
        reached = run(self._ctp, moves, self._machine)
        return isinstance(reached, Reached) and check in self._machine.violated(reached.state)

    def _holds_on_a_slice(self, check: int) -> bool:
        """The cheap proofs first: they hold for any number of switches."""
        limit_s = self._limits.slice_s
        if self._limits.seconds is not None:
            limit_s = min(limit_s, self._limits.seconds)
        if isinstance(self._solve(self._encoder.encode_own(check), limit_s), Unsat):
            return True
        return isinstance(self._solve(self._encoder.encode_near(check).query, limit_s), Unsat)

    def _solve(self, query: Query, limit_s: float | None) -> Answer:
        if query.terms.false in query.assertions:
            return Unsat(frozenset())
        return self._solver.solve(query, limit_s)

    def _checked(self, check: int, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        reached = run(self._ctp, moves, self._machine)
        if isinstance(reached, Stuck):
            event = self._ctp.events[moves[reached.position].event]
            raise InternalError(f"check {check}: event {event.number} of the solution cannot happen: {reached.reason}")
        assert isinstance(reached, Reached)
        if check not in self._machine.violated(reached.state):
            raise InternalError(f"check {check}: the solution does not violate it")
        return moves

    def _shortened(self, check: int, moves: tuple[Move, ...]) -> Violated:
        limits = self._limits
        minimise = Minimiser(self._encoder, self._machine, check, limits.minimise_s)
        best = minimise(moves)
        count = switches(self._ctp, best, check)
        fewest = False
        while 0 < count <= MOST_SWITCHES_PROVED and len(best) <= MOST_EVENTS_PROVED and not fewest:
            encoded = self._encoder.encode(check, count - 1)
            answer = self._solve(encoded.query, limits.minimise_s)
            if isinstance(answer, Unsat):
                fewest = True
            elif isinstance(answer, Sat):
                best = self._checked(check, moves_of(encoded, answer))
                count = switches(self._ctp, best, check)
            else:
                break
        return Violated(check, best, count, fewest or count == 0)
