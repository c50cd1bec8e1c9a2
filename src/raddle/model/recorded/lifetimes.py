"""Semaphores and barriers: which one an operation means, where an address was initialised more than once.

In: a recording. Out: for each operation the number of its semaphore or barrier, and what each began with. An operation
belongs to the initialisation that must precede it, by program order, creating and joining; where that is not forced,
other orders would use what is not there yet, or another one: the program is refused, unless there is one initialisation
alone and a use before it is looked for as a misuse.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from raddle.base.errors import ToolError
from raddle.base.trace_format import trace_format
from raddle.trace.forced_order import ForcedOrder, Moment
from raddle.trace.recorded import Recording

Refusal = Callable[[str, int, int], ToolError]

_SEMAPHORES = ("RD_SEM_WAIT", "RD_SEM_TRYWAIT", "RD_SEM_TIMEDWAIT", "RD_SEM_POST", "RD_SEM_GET")
_BARRIERS = ("RD_BARRIER_ARRIVE", "RD_BARRIER_LEAVE")


class Counted(NamedTuple):
    """A semaphore and its first count, or a barrier and its number of parties."""

    address: int
    number: int
    life: int
    """How often the address was initialised by then."""


class Lifetimes:
    def __init__(self, recording: Recording, refusal: Refusal, *, judged: bool = False) -> None:
        """`judged`: that nobody uses one before it is initialised is looked at elsewhere."""
        self._judged = judged
        self._recording = recording
        self._refusal = refusal
        self._number_of: dict[int, int] = {}
        self._order: ForcedOrder | None = None
        self.semaphores = self._numbered("RD_SEM_INIT", _SEMAPHORES, what="semaphore")
        self.barriers = self._numbered("RD_BARRIER_INIT", _BARRIERS, what="barrier")

    def of(self, position: int) -> int:
        """The number of the semaphore or barrier that the record there uses."""
        return self._number_of[position]

    def _numbered(self, initialiser: str, uses: tuple[str, ...], *, what: str) -> list[Counted]:
        fmt, sync = trace_format(), self._recording.sync
        kinds = [fmt[initialiser], *(fmt[name] for name in uses)]
        by_address: dict[int, list[tuple[int, Any]]] = {}
        for position in np.flatnonzero(np.isin(sync["kind"], kinds)).tolist():
            record = sync[position]
            if record["flags"] & fmt["RD_FLAG_VISIBLE"] and not _had_no_effect(record):
                by_address.setdefault(int(record["object"]), []).append((position, record))
        found: list[Counted] = []
        awaited = self._awaited(uses)
        for address, records in by_address.items():
            lives = _split(records, fmt[initialiser])
            for number, (begun, used) in enumerate(lives):
                following = lives[number + 1][0] if number + 1 < len(lives) else None
                if used:
                    self._check(address, begun, used, following, what=what)
                    self._number_of |= {position: len(found) for position, _ in used}
                    found.append(Counted(address, _first_count(begun, used[0][1]), number))
                elif begun is not None and following is None and address in awaited:
                    found.append(Counted(address, int(begun["value"]), number))
        return found

    def _awaited(self, uses: tuple[str, ...]) -> set[int]:
        """Where threads waited when the run ended, also if nobody else ever came there."""
        fmt, ends = trace_format(), self._recording.of_kind("RD_DEADLOCK", "RD_PENDING")
        return {int(one["object"]) for one in ends if int(one["value"]) in [fmt[name] for name in uses]}

    def _check(
        self, address: int, begun: Any | None, used: list[tuple[int, Any]], following: Any | None, *, what: str
    ) -> None:
        if self._order is None:
            self._order = ForcedOrder(self._recording)
        alone = self._judged and following is None
        for _, record in used:
            if begun is not None and not alone and not self._order.must_precede(_moment(begun), _moment(record)):
                raise self._refusal(f"a {what} that may be used before it is initialised", 0, address)
            if following is not None and not self._order.must_precede(_moment(record), _moment(following)):
                raise self._refusal(f"a {what} that may be initialised anew while it is used", 0, address)


_Life = tuple[Any | None, list[tuple[int, Any]]]


def _split(records: list[tuple[int, Any]], initialiser: int) -> list[_Life]:
    lives: list[_Life] = [(None, [])]
    for position, record in records:
        if record["kind"] == initialiser:
            lives.append((record, []))
        else:
            lives[-1][1].append((position, record))
    return lives


def _had_no_effect(record: Any) -> bool:
    """An initialisation that failed; a wait at what is no barrier yet."""
    fmt = trace_format()
    return bool(record["flags"] & fmt["RD_FLAG_FAILED"] and record["flags"] & fmt["RD_FLAG_MISUSE"])


def _moment(record: Any) -> Moment:
    return Moment(int(record["thread"]), int(record["count"]))


def _first_count(begun: Any | None, first: Any) -> int:
    """A semaphore without an initialisation had the count that its first use tells."""
    if begun is not None:
        return int(begun["value"])
    fmt = trace_format()
    value, kind = int(first["value"]), int(first["kind"])
    if first["flags"] & fmt["RD_FLAG_FAILED"] or kind == fmt["RD_SEM_GET"]:
        return value
    return value - 1 if kind == fmt["RD_SEM_POST"] else value + 1
