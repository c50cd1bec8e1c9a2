"""One thread's streams of a recording, read in step, with every check that the log allows."""

import numpy as np
import numpy.typing as npt

from raddle.base.errors import InternalError
from raddle.base.trace_format import trace_format
from raddle.trace.recorded import RecordedThread, Recording

CHECK_FACTOR = 0x9E3779B97F4A7C15
_MASK64 = 2**64 - 1
_KIND, _COUNT, _BLOCKS = 0, 4, 8  # columns of rd_sync_record


def walked_records(sync: npt.NDArray[np.void]) -> npt.NDArray[np.int64]:
    """Positions of the records that stand in their threads' walks: visible events, and where a thread waits for ever.
    The others tell of the scheduler's doings."""
    fmt = trace_format()
    visible = (sync["flags"] & fmt["RD_FLAG_VISIBLE"]) != 0
    return np.flatnonzero(visible | (sync["kind"] == fmt["RD_DEADLOCK"]))


class Ended(Exception):
    """The thread's log ends here: the process ended, or the thread never got further."""


class WalkMismatch(InternalError):
    """The walk and the log disagree."""


class Streams:
    def __init__(self, recording: Recording, thread: RecordedThread) -> None:
        self.thread = thread
        self.path = thread.path
        self._sites: list[int] = thread.blocks["site"].tolist()
        self._checks: list[int] = thread.blocks["check"].tolist()
        self._values = thread.values.tobytes()
        positions = walked_records(recording.sync)
        positions = positions[recording.sync["thread"][positions] == thread.index]
        self._sync = recording.sync[positions].tolist()
        self._positions = positions.tolist()
        self._final_count = thread.count
        self._cut_short = recording.is_cut_short
        self._deliver = trace_format()["RD_SIGNAL_DELIVER"]
        self._has_signals = any(record[_KIND] == self._deliver for record in self._sync)
        self.blocks_read = 0
        self._value_at = 0
        self._sync_at = 0
        self.count = 0
        self.check = 0
        self.stopped_at: tuple[int, int] | None = None
        """The address that it was about to touch, and its term."""

    def mismatch(self, what: str) -> WalkMismatch:
        return WalkMismatch(f"thread {self.path}, block {self.blocks_read}, event {self.count}: {what}")

    def peek_site(self) -> int:
        if self.blocks_read == len(self._sites):
            raise Ended
        return self._sites[self.blocks_read]

    def take_record(self) -> int:
        site = self.peek_site()
        if self.check >> 32 != self._checks[self.blocks_read]:
            raise self.mismatch("an address or a stored value since the last record differs from the log")
        self.blocks_read += 1
        return site

    def note(self, *words: int) -> None:
        """Into the running check."""
        for word in words:
            self.check = (self.check ^ word) * CHECK_FACTOR & _MASK64

    def take_value(self, size: int) -> int:
        at = self._value_at
        if at + size > len(self._values):
            raise Ended
        self._value_at = at + size
        return int.from_bytes(self._values[at : at + size], "little")

    def take_bytes(self, size: int) -> bytes:
        at = self._value_at
        if at + size > len(self._values):
            raise Ended
        self._value_at = at + size
        return self._values[at : at + size]

    def end_if_stopped(self) -> None:
        """Ended: the thread did nothing visible any more, and no block is left."""
        if self.count >= self._final_count:
            self.peek_site()

    def begin_visible(self, address: tuple[int, int] | None = None) -> int:
        """The number of the visible event that is performed now; `address`: of what it touches, with its term."""
        if self.count >= self._final_count:
            self.stopped_at = address
            raise Ended
        self.count += 1
        return self.count - 1

    def next_sync(self) -> tuple[tuple[int, ...], int] | None:
        """The next record of the runtime that stands at this point of the control flow, with its position."""
        if self._sync_at == len(self._sync):
            return None
        record = self._sync[self._sync_at]
        if record[_BLOCKS] != self.blocks_read or record[_COUNT] > self.count:
            return None
        self._sync_at += 1
        return record, self._positions[self._sync_at - 1]

    def signal_comes(self) -> bool:
        """Whether a handler runs before the visible event that is next."""
        if not self._has_signals or self._sync_at == len(self._sync):
            return False
        record = self._sync[self._sync_at]
        return bool(record[_KIND] == self._deliver and record[_COUNT] == self.count)

    def check_used_up(self) -> None:
        if self.blocks_read != len(self._sites):
            raise self.mismatch(f"{len(self._sites) - self.blocks_read} block records are left over")
        if self.count != self._final_count:
            raise self.mismatch(f"the runtime counted {self._final_count} visible events")
        if self._sync_at != len(self._sync):
            raise self.mismatch(f"a runtime record is left over: {self._sync[self._sync_at]}")
        if self._value_at != len(self._values) and not self._cut_short:
            raise self.mismatch(f"{len(self._values) - self._value_at} bytes of values are left over")
