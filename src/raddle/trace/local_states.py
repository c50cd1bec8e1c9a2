"""What a thread's future depends on, at blocks where ways meet: where it is, and what it holds that it may still use.

Two visits with equal states go on in the same way, as long as they read the same.
"""

from collections.abc import Container, Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from raddle.trace.alone import Phase
from raddle.trace.blocks import NO_BLOCKS, Selection
from raddle.trace.foreign_calls import ForeignCall
from raddle.trace.program import Program
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.state_emitter import StateEmitter
from raddle.trace.state_walk import Holding, StateWalk
from raddle.trace.streams import Streams

MOST_EVENTS: Final = 20_000
"""Of a thread while there are others,"""
MOST_BLOCKS: Final = 300_000
"""and blocks that it enters at all times: a test framework has half as many."""


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


@dataclass(frozen=True, slots=True)
class LocalStates:
    """Of one thread in one run."""

    states: tuple[LocalState, ...]
    doubt: str | None
    """Why there are none."""
    foreign: tuple[ForeignCall, ...] | None = ()
    """None: nobody has looked."""
    touched: frozenset[int] = frozenset()
    """Granules, since there are other threads; `wrote`: those that it wrote."""
    wrote: frozenset[int] = frozenset()


def local_states(
    program: Program,
    recording: Recording,
    thread: RecordedThread,
    shared: Container[int],
    selection: Selection = NO_BLOCKS,
) -> list[LocalState]:
    """In the order of the walk; none at all where something is not known for sure."""
    return list(states_of(program, recording, thread, shared, selection).states)


def states_of(
    program: Program,
    recording: Recording,
    thread: RecordedThread,
    shared: Container[int],
    selection: Selection = NO_BLOCKS,
    phases: Sequence[Phase] = (),
    *,
    keep_freed: bool = False,
    flagged: Container[int] = (),
) -> LocalStates:
    """`selection`, `phases`: those of the walk whose rows are meant. While the thread is alone there are no states.
    `keep_freed`: states differ by what was given back, too, but for blocks that are `flagged`."""
    among_others = thread.count - sum(min(phase.end, thread.count) - phase.begin for phase in phases)
    if among_others > MOST_EVENTS or thread.blocks.size > MOST_BLOCKS:
        return LocalStates((), f"thread {thread.path} does too much to be followed", None)
    streams = Streams(recording, thread)
    out = StateEmitter(streams, shared, recording, phases, keep_freed=keep_freed, flagged=flagged)
    walk = StateWalk(program, recording, streams, out, selection)
    walk.follow()
    if out.doubt is not None:  # what is not known may have mattered before, too
        return LocalStates((), out.doubt, walk.foreign.all(), frozenset(out.touched), frozenset(out.wrote))
    return LocalStates(
        tuple(LocalState(*entry) for entry in walk.entries),
        None,
        walk.foreign.all(),
        frozenset(out.touched),
        frozenset(out.wrote),
    )
