"""One question about paths by the trace-driven verification paper: the answers of verify/ask/asking.py, more slowly.

In: a trace program with branches, a goal and options. Out: a Verdict. An option that leaves out runs (a scheduling
policy, one trace, fewer steps) can show that a goal is reached, never that it is not.
"""

from raddle.decide.answers import Holds, Undecided, Verdict
from raddle.model.goals import PathGoal
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.papers.trace_driven_verification.decode import decode
from raddle.papers.trace_driven_verification.encoder import StepEncoded, StepEncoder
from raddle.papers.trace_driven_verification.options import AnySchedule, StepOptions
from raddle.solve.answer import Sat, Solver, Unknown, Unsat
from raddle.solve.choose import bit_solver
from raddle.verify.ask.asking import violated


def ask_by_steps(
    paths: TraceProgram,
    goal: PathGoal,
    *,
    limit_s: float | None,
    options: StepOptions | None = None,
    solver: Solver | None = None,
) -> Verdict:
    asked = options or StepOptions()
    encoded = StepEncoder(paths, asked).encode(goal)
    if encoded.query.terms.false in encoded.query.assertions:
        return _not_reached(goal, encoded, asked)
    match (solver or bit_solver()).solve(encoded.query, limit_s):
        case Sat() as answer:
            return violated(paths, Machine(paths), goal, decode(encoded, answer).moves)
        case Unsat():
            return _not_reached(goal, encoded, asked)
        case Unknown(reason):
            return Undecided(goal, reason)


def _not_reached(goal: PathGoal, encoded: StepEncoded, options: StepOptions) -> Verdict:
    if encoded.is_cut:
        return Undecided(goal, f"not within {encoded.steps} steps")
    if not isinstance(options.policy, AnySchedule):
        return Undecided(goal, f"only schedules of {options.policy} were looked at")
    if options.along is not None:
        return Undecided(goal, "only the orders of one trace were looked at")
    return Holds(goal)
