"""What may be said of one run of paths: who came before whom, and who took part (the diagnosis paper).

The outcomes of one operation are different events that leave one point; a fact is about the operation, whatever comes
of it. An operation is a set of points, of which no run comes to two.
"""

from dataclasses import dataclass

from raddle.model.moves import Way
from raddle.model.program import TraceProgram

Operation = tuple[int, ...]
"""Points of one thread, ascending, of which no way has two."""


@dataclass(frozen=True, slots=True, order=True)
class Before:
    """If both take place, `first` does so before `then`."""

    first: Operation
    then: Operation


@dataclass(frozen=True, slots=True, order=True)
class TakesPart:
    """It takes place: before the run is over."""

    operation: Operation


Fact = Before | TakesPart


def holds(paths: TraceProgram, way: Way, fact: Fact) -> bool:
    """The meaning of facts: what every encoding of them has to agree with."""
    at = {paths.graph.source[event]: position for position, event in enumerate(way.events)}

    def position(operation: Operation) -> int | None:
        return next((at[point] for point in operation if point in at), None)

    match fact:
        case TakesPart(operation):
            return position(operation) is not None
        case Before(first, then):
            one, other = position(first), position(then)
            return one is None or other is None or one < other
