"""What a thread's future depends on, at the blocks that it enters: where it is, and what it holds that it may still use.

Two visits with equal states go on in the same way, as long as they read the same.
"""

from collections.abc import Container, Hashable
from dataclasses import dataclass

from raddle.trace.program import Program
from raddle.trace.recorded import RecordedThread, Recording

Holding = tuple[Hashable, int, int]
"""Which register or memory; its value in the walked run; its term (of the walk's table), 0: a constant."""


@dataclass(frozen=True, slots=True)
class LocalState:
    """Equal `where` and the same things held, with equal values, make equal states."""

    row: int
    """How many events of the walk come before it: a place between rows of ThreadTrace.events."""
    visible: int
    """How many visible events of the thread come before it."""
    where: Hashable
    """The functions that it is in, with the blocks and calls there; how much it has allocated, created, asked for."""
    held: tuple[Holding, ...]
    """In a fixed order."""


def local_states(
    program: Program, recording: Recording, thread: RecordedThread, shared: Container[int]
) -> list[LocalState]:
    """In the order of the walk; none any more from where something is not known for sure."""
    raise NotImplementedError
