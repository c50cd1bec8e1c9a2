"""What Algorithm 1 (the diagnosis paper) finds, before it is told: the cores, each a class of runs that fail."""

from dataclasses import dataclass, field
from typing import Literal

from raddle.diagnose.explored import Explored
from raddle.model.facts import Before, Fact, Operation, TakesPart
from raddle.model.moves import Way


@dataclass(frozen=True)
class Core:
    """Every complete run in which all of these hold fails; without any one of them some passes."""

    facts: tuple[Fact, ...]
    way: Way = field(repr=False)
    """A run that fails, in which they hold."""
    candidates: int
    """Orders between threads in that run, from which these were chosen; as the diagnosis paper counts them, those of
    first values too."""
    smallest: bool = False
    """No core of that run of orders between operations of the same kinds (of memory, of anything) has fewer."""

    @property
    def orders(self) -> tuple[Before, ...]:
        return tuple(fact for fact in self.facts if isinstance(fact, Before))

    @property
    def taking_part(self) -> tuple[Operation, ...]:
        """That are in none of the orders: what is in one is meant to take place anyway."""
        ordered = {operation for order in self.orders for operation in (order.first, order.then)}
        parts = (fact.operation for fact in self.facts if isinstance(fact, TakesPart))
        return tuple(operation for operation in parts if operation not in ordered)


@dataclass(frozen=True)
class Diagnosis:
    explored: Explored
    kind: Literal["concurrency", "sequential", "passes", "unknown"]
    """`sequential`: no complete run passes. `passes`: none fails."""
    cores: tuple[Core, ...] = ()
    complete: bool = False
    """No run fails but those of the cores."""
    otherwise: str = ""
    """Of a sequential one: what runs do that do not fail so (diagnose/otherwise.py)."""
    reason: str = ""
    """Why it is unknown, or not complete,"""
    advice: str = ""
    """and what may help."""
    without_preemption: bool = False
    """It fails also where every thread runs until it waits or ends."""
    iterations: int = 0
    """Classes of runs that fail which were found one after the other: some may have turned out not to be needed."""
    seconds: float = 0.0
