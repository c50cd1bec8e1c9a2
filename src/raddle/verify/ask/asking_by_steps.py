"""One question about paths by the trace-driven verification paper: the answers of verify/ask/asking.py, more slowly.

In: a trace program with branches, a goal and options. Out: a way that reaches it, which the machine has taken; None: it
cannot be reached, whatever the order; or Undecided. An option that leaves out runs (a scheduling policy, one trace,
fewer steps) can show that a goal is reached, never that it is not.
"""

from raddle.base.errors import InternalError
from raddle.model.goals import PathGoal
from raddle.model.machine import Machine
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.model.reached import why_not_reached
from raddle.papers.trace_driven_verification.decode import decode
from raddle.papers.trace_driven_verification.encoder import StepEncoded, StepEncoder
from raddle.papers.trace_driven_verification.options import AnySchedule, StepOptions
from raddle.solve.answer import Sat, Solver, Unknown, Unsat
from raddle.solve.choose import bit_solver
from raddle.verify.ask.asking import Undecided


def ask_by_steps(
    paths: TraceProgram,
    goal: PathGoal,
    *,
    limit_s: float | None,
    options: StepOptions | None = None,
    solver: Solver | None = None,
) -> Way | Undecided | None:
    asked = options or StepOptions()
    encoded = StepEncoder(paths, asked).encode(goal)
    if encoded.query.terms.false in encoded.query.assertions:
        return _not_reached(encoded, asked)
    match (solver or bit_solver()).solve(encoded.query, limit_s):
        case Sat() as answer:
            way = decode(encoded, answer)
            reason = why_not_reached(Machine(paths), goal, way.moves)
            if reason is not None:
                raise InternalError(f"{goal}: the solution is no run of the paths: {reason}")
            return way
        case Unsat():
            return _not_reached(encoded, asked)
        case Unknown(reason):
            return Undecided(reason)


def _not_reached(encoded: StepEncoded, options: StepOptions) -> Undecided | None:
    if encoded.is_cut:
        return Undecided(f"not within {encoded.steps} steps")
    if not isinstance(options.policy, AnySchedule):
        return Undecided(f"only schedules of {options.policy} were looked at")
    if options.along is not None:
        return Undecided("only the orders of one trace were looked at")
    return None
