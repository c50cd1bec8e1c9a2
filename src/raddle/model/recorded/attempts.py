"""Once routines: which flag a record means, and those that were given up.

In: a recording. Out: for each record of a once, the number of its flag, and the actions where an attempt was given up.

Memory that is initialised again is a new flag, which begins anew: where that must come after every use of the flag that
was there before, by program order, creating and joining. Else the program is refused.

An exception that leaves the routine gives it up, so that the next to come begins again. Attempts are critical sections
of one lock; one that was given up found that it was not done yet, which a semaphore counts: 0 before, 1 after.
"""

from collections.abc import Callable, Container, Hashable

import numpy as np

from raddle.base.errors import ToolError
from raddle.base.trace_format import trace_format
from raddle.model.actions import Acquire, Action, Count, Mode, OnceBegin, OnceEnd, Post, Release
from raddle.trace.forced_order import ForcedOrder, Moment
from raddle.trace.recorded import Recording

Refusal = Callable[[str, int, int], ToolError]
_KINDS = ("RD_ONCE_BEGIN", "RD_ONCE_END", "RD_ONCE_PASS")


class Attempts:
    """`also_tried_again`: flags of which other runs saw an attempt that was given up, as `key` names them."""

    def __init__(
        self, recording: Recording, refusal: Refusal, also_tried_again: Container[Hashable] = frozenset()
    ) -> None:
        self._recording = recording
        self._refusal = refusal
        self.addresses: list[int] = []
        """Of the flags, by number."""
        self._number_of: dict[int, int] = {}
        self._given_up: set[int] = set()
        """Positions of the records of such attempts, begin and end."""
        self._tried_again: set[int] = set()
        """Flags with such an attempt."""
        self._find()
        self._tried_again |= {number for number in range(len(self.addresses)) if self.key(number) in also_tried_again}

    def key(self, number: int) -> tuple[int, int]:
        """The flag's address, and how many there were before it."""
        address = self.addresses[number]
        return address, self.addresses[:number].count(address)

    @property
    def tried_again(self) -> frozenset[Hashable]:
        return frozenset(self.key(number) for number in self._tried_again)

    def of(self, position: int) -> int:
        """The number of the flag that the record there uses."""
        return self._number_of[position]

    def is_tried_again(self, number: int) -> bool:
        return number in self._tried_again

    def _find(self) -> None:
        fmt, sync = trace_format(), self._recording.sync
        flags: dict[int, int] = {}
        done: set[int] = set()
        begun: dict[int, int] = {}
        uses: list[list[Moment]] = []
        for position in np.flatnonzero(np.isin(sync["kind"], [fmt[name] for name in _KINDS])).tolist():
            record = sync[position]
            kind, address = int(record["kind"]), int(record["object"])
            now = Moment(int(record["thread"]), int(record["count"]))
            number = flags.get(address)
            if number is None or (kind == fmt["RD_ONCE_BEGIN"] and number in done):
                self._check(uses[number] if number is not None else [], now, address)
                number = flags[address] = len(self.addresses)
                self.addresses.append(address)
                uses.append([])
            uses[number].append(now)
            self._number_of[position] = number
            if kind == fmt["RD_ONCE_BEGIN"]:
                begun[number] = position
            elif kind == fmt["RD_ONCE_END"] and record["flags"] & fmt["RD_FLAG_FAILED"]:
                self._given_up |= {begun[number], position}
                self._tried_again.add(number)
            elif kind == fmt["RD_ONCE_END"]:
                done.add(number)

    def _check(self, earlier: list[Moment], now: Moment, address: int) -> None:
        if earlier:
            order = ForcedOrder(self._recording)
            if not all(order.must_precede(use, now) for use in earlier):
                raise self._refusal("a once flag that is initialised again, perhaps while it is in use", 0, address)

    def begin(self, position: int, lock: int, once: int, done: int) -> tuple[Action, ...]:
        """`done`: the number of the semaphore."""
        return Acquire(lock, Mode.EXCLUSIVE), Count(done, 0) if position in self._given_up else OnceBegin(once)

    def end(self, position: int, lock: int, once: int, done: int) -> tuple[Action, ...]:
        release = Release(lock, Mode.EXCLUSIVE)
        return (release,) if position in self._given_up else (Post(done), OnceEnd(once), release)
