"""What a walk yields: per thread, columns of events, the terms they mention, and call stacks.

Columns, not objects: a run has millions of events. `kind` is an EventKind; the fields mean by kind:

    READ, WRITE, UPDATE   address, size (1 to 8), value (UPDATE: old value; `written`: the new one, FAILED: the one that
                          a compare-and-swap would have written); an access of more
                          bytes (memcpy, a library function) is several events with the same index. READ that the
                          source does not do in every case (decision 15): `written` is 1 where it does.
                          WRITE by a thread that was alone, shown later (trace/alone_emitter.py): `written` is the
                          number of the visible event that it was, plus 1
    BRANCH, ASSERTION     value: 1 when the condition held; value_term: the condition; ASSERTION: `written` is the
                          value of the condition that fails
    CHOICE                a switch or an indirect jump; value: the selector; value_term: its term
    PIN                   value_term equals value from here on, since something that no term describes depended on
                          it; `size`: PinCause
    SYNC                  a record of the runtime; `value` is its position in Recording.sync. Not visible where its
                          thread waits for ever (RD_DEADLOCK): the site is that of the call
    SLOT                  a stack slot came to be: address, and in `value` its bytes; only of slots that are shared
    SLOT_END              its function has returned, or was left: address, and in `value` the bytes
    DIVISION              an integer division (or remainder) is about to be done, and whether it traps depends on terms:
                          value_term, value: the divisor; written_term, written: the dividend; `size`: their bits;
                          `address`: 1 where it is signed
    BLOCK_BEGIN           a block that is to be atomic begins: `value` is the number of its entry in the walk's
    BLOCK_END             selection (trace/blocks.py); and it ends. They nest. A block of a thread that was cut off
                          has no end

`index` is the number of the visible event in its thread; an event that is not visible carries the count at that time.
A term id of 0 means: constant, the observed value.
"""

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

import numpy as np
import numpy.typing as npt


class EventKind(IntEnum):
    READ = 1
    WRITE = 2
    UPDATE = 3
    BRANCH = 4
    ASSERTION = 5
    CHOICE = 6
    PIN = 7
    SYNC = 8
    SLOT = 9
    SLOT_END = 10
    DIVISION = 11
    BLOCK_BEGIN = 12
    BLOCK_END = 13


class EventFlag(IntFlag):
    """Bits of `flags`; the lowest three hold the MemoryOrder."""

    VOLATILE = 8
    FAILED = 16  # a compare-and-swap that did not swap: not a write
    LIBRARY = 32  # done by a library function on the program's behalf
    VISIBLE = 64  # takes a number of its own
    SHARED = 128  # touches memory that two threads touch and one writes


class MemoryOrder(IntEnum):
    PLAIN = 0
    UNORDERED = 1
    RELAXED = 2
    ACQUIRE = 3
    RELEASE = 4
    ACQ_REL = 5
    SEQ_CST = 6


class PinCause(IntEnum):
    EXTERNAL_ARGUMENT = 1
    ADDRESS = 2
    OPAQUE_VALUE = 3
    CALL_TARGET = 4
    LENGTH = 5
    RESULT = 6  # what a function gave back to a library: a thread's routine, a callback


EVENT = np.dtype(
    [
        ("kind", "<u2"),
        ("flags", "<u2"),
        ("site", "<u4"),
        ("stack", "<u4"),
        ("size", "<u4"),
        ("index", "<u8"),
        ("address", "<u8"),
        ("value", "<u8"),
        ("written", "<u8"),
        ("address_term", "<u4"),
        ("value_term", "<u4"),
        ("written_term", "<u4"),
        ("reserved", "<u4"),
    ]
)

# Term 0 is never used. `value` is the term's value in the observed run; an operand with id 0 is the constant beside it.
TERM = np.dtype(
    [
        ("op", "<u2"),
        ("width", "<u2"),
        ("a", "<u4"),
        ("b", "<u4"),
        ("c", "<u4"),
        ("value", "<u8"),
        ("a_value", "<u8"),
        ("b_value", "<u8"),
    ]
)

# A call stack is the path to the root: each node names the call instruction it came from. Node 0 is the empty stack.
STACK = np.dtype([("parent", "<u4"), ("site", "<u4")])


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where a thread's log ended: the instruction that it did not complete, or behind which nothing is known."""

    site: int
    stack: int
    address: int
    """The memory that it was about to touch; 0: none, or address 0."""
    term: int = 0
    """Of that address."""
    touches: bool = False
    """It was about to touch memory."""


@dataclass(frozen=True)
class ThreadTrace:
    """The walk of one thread."""

    index: int
    path: str
    events: npt.NDArray[np.void]
    terms: npt.NDArray[np.void]
    stacks: npt.NDArray[np.void]
    stopped: Stopped = Stopped(0, 0, 0)
    kept: npt.NDArray[np.uint32] = field(default_factory=lambda: np.zeros(0, np.uint32))
    """Terms that went to memory of the thread's own that is no slot of its stack: they are used, though no event may
    tell so."""
