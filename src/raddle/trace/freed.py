"""Memory that is given back: free(), delete, and realloc(), which ends the block that it is given.

In: a recording. Out: the blocks, as the records that end them tell.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.trace.forced_order import ForcedOrder
from raddle.trace.recorded import Recording


class FreedBlock(NamedTuple):
    position: int
    """In Recording.sync."""
    thread: int
    address: int
    size: int
    stays: bool = False
    """By realloc(), which left it where it was."""

    @property
    def end(self) -> int:
        return self.address + self.size


class FreedTogether(NamedTuple):
    """Blocks that a thread gave back while it knew the same threads to be over."""

    thread: int
    ended: tuple[bool, ...]
    """For each thread."""
    blocks: list[tuple[int, int]]
    """Address and size."""


def freed_together(recording: Recording) -> list[FreedTogether]:
    order = ForcedOrder(recording)
    found: dict[tuple[int, tuple[bool, ...]], FreedTogether] = {}
    counts = recording.sync["count"]
    for block in freed_blocks(recording):
        ended = order.ended(block.thread, int(counts[block.position]))
        together = found.setdefault((block.thread, ended), FreedTogether(block.thread, ended, []))
        together.blocks.append((block.address, block.size))
    return list(found.values())


def stacks_given_back(recording: Recording) -> Iterator[FreedTogether]:
    """Functions return: what of a thread's stack others touch is given back some time, whoever touches it."""
    nobody = (False,) * len(recording.threads)
    for thread in recording.threads:
        if thread.stack_high > thread.stack_low:
            size = thread.stack_high - thread.stack_low
            yield FreedTogether(thread.index, nobody, [(thread.stack_low, size)])


def freed_blocks(recording: Recording) -> Iterator[FreedBlock]:
    """In their order. What never was a block is none; one that was given back before (which ends the program) is."""
    fmt, sync = trace_format(), recording.sync
    alloc, free, failed = fmt["RD_ALLOC"], fmt["RD_FREE"], fmt["RD_FLAG_FAILED"]
    positions = np.flatnonzero(np.isin(sync["kind"], [alloc, free]) & ((sync["flags"] & failed) == 0))
    records = sync[positions]
    names = ("kind", "thread", "object", "value")
    size_of: dict[int, int] = {}
    given_back: dict[int, int] = {}
    for position, kind, thread, address, size in zip(
        positions.tolist(), *(records[name].tolist() for name in names), strict=True
    ):
        old = size_of.pop(address, 0)
        if kind == alloc:
            size_of[address] = size
            if old:  # it was changed in place
                yield FreedBlock(position, thread, address, old, stays=True)
        elif size or address in given_back:
            given_back.setdefault(address, size)
            yield FreedBlock(position, thread, address, size or given_back[address])
