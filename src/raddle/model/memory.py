"""Memory models: what a read may see, and which events of a thread others see in another order than it has them.

The machine, the search of all states, the axioms, the passes and each of their shortcuts (sections as wholes, moments,
sums, candidates that program order hides) are of sequential consistency. So a memory model is nothing that they ask: it
is a trace program that is made of the given one, whose sequentially consistent runs are the runs that the given one has
under the model (decision 53).
"""

from dataclasses import dataclass, field
from typing import Final, Protocol

from raddle.model.program import TraceProgram


@dataclass(frozen=True)
class Explained:
    program: TraceProgram
    given: tuple[int | None, ...] = field(repr=False)
    """By event: which one of the given trace program it is; None: it was added."""


class MemoryModel(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def keeps_accesses(self) -> bool:
        """Whether each access that the given trace program has is one of the program that explains it. Else nobody can
        ask for races, torn blocks and uses of memory there: only for what is read, and who waits."""
        ...

    def explained(self, program: TraceProgram) -> Explained:
        """Of a chain. Events that it keeps have their origins and labels."""
        ...


class SequentialConsistency:
    """A read sees the last write before it, in one order of all events in which those of each thread have theirs."""

    name: Final = "sequential consistency"
    keeps_accesses: Final = True

    def explained(self, program: TraceProgram) -> Explained:
        return Explained(program, tuple(range(len(program.events))))


SEQUENTIAL: Final = SequentialConsistency()
