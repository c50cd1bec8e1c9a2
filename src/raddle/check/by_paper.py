"""Assertions decided by the predictive analysis paper's own formula, for `check --encoding paper`: a second opinion.

In: a goal. Out: a Verdict, with nothing of ours between: no slice, no random run, no search of states. As everywhere,
what the solver finds is run on the machine before it is believed. It is slow and plain (docs/papers.md).
"""

from raddle.base.errors import InternalError
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.model.goals import Fails, Goal
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.run import switches
from raddle.papers.predictive_analysis.decode import decode_reference
from raddle.papers.predictive_analysis.formula import encode_reference
from raddle.solve.answer import Sat, Solver, Unknown, Unsat


class PaperDecider:
    def __init__(self, ctp: TraceProgram, solver: Solver, limit_s: float | None) -> None:
        self._ctp = ctp
        self._machine = Machine(ctp)
        self._solver = solver
        self._limit_s = limit_s

    def decide(self, goal: Goal) -> Verdict:
        if not isinstance(goal, Fails):
            return Undecided(goal, "the paper has no formula for this")
        match self._solver.solve(encode_reference(self._ctp, goal.check), self._limit_s):
            case Unsat():
                return Holds(goal)
            case Unknown(reason):
                return Undecided(goal, reason)
            case Sat() as answer:
                moves = decode_reference(self._ctp, goal.check, answer)
                if not reached(self._machine, goal, moves):
                    raise InternalError(f"{goal}: the solution of the paper's formula does not reach it")
                return Violated(goal, moves, switches(self._ctp, moves, goal.check), fewest=False)
