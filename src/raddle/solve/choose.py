"""Which solver a query goes to. They are loaded when the first is asked for: most runs are decided without one."""

from typing import TYPE_CHECKING

from raddle.logic.query import Query
from raddle.solve.answer import Solver
from raddle.solve.checked import Checked
from raddle.solve.growing import GrowingSolver

if TYPE_CHECKING:
    from raddle.solve.refuting import Refuting


def default_solver() -> Solver:
    """Its models have been evaluated."""
    from raddle.solve.several import Chosen  # noqa: PLC0415

    return Chosen()


def path_solver() -> GrowingSolver:
    """For queries with many choices of paths. Its models have been evaluated."""
    from raddle.solve.several import InTurns  # noqa: PLC0415

    return InTurns()


def bit_solver() -> Solver:
    """For queries without order. Its models have been evaluated."""
    from raddle.solve.z3_bits import Z3Bits  # noqa: PLC0415

    return Checked(Z3Bits())


def refuting(query: Query, limit_s: float | None) -> "Refuting":
    """For one query with many assumptions, of which only proofs are wanted."""
    from raddle.solve.refuting import Refuting  # noqa: PLC0415

    return Refuting(query, limit_s)
