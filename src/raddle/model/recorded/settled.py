"""Memory that creating and joining threads alone keep in order: what is read there is the same in every order.

In: a trace. Out: `settled_rows`: for each thread, which of its accesses are of that kind. What is handed to a new
thread, or left behind by one that was joined, needs no event of the trace program: its value is the one observed.

A granule (8 bytes) is settled when every two accesses of which one writes are ordered by force, when all that is
written there is constant, and when each read saw what was last written. Library functions that write, updates, and
accesses whose address is not constant leave it unsettled; so does any access inside a block that is to be atomic: in a
fixed order as well it may be what tears the block. Giving memory back counts as writing all of it, and so does the
return of the function whose variable it is, but for main.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from raddle.model.recorded.memory import Extent
from raddle.model.recorded.observed import Turn
from raddle.trace.blocks import Selection
from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.forced_order import ForcedOrder, Moment
from raddle.trace.freed import freed_blocks
from raddle.trace.sharing import granules_of
from raddle.trace.walk import Trace

_GRANULE = np.uint64(3)
Mask = npt.NDArray[np.bool_]


def settled_rows(trace: Trace, turns: Sequence[Turn], aimed_at: Iterable[Extent]) -> tuple[Mask, ...]:
    """`aimed_at`: memory that an access with a symbolic address may touch."""
    events = [thread.events for thread in trace.threads]
    shared = [_shared_accesses(each) for each in events]
    doubtful = [granules_of(each[mask & _is_doubtful(each)]) for each, mask in zip(events, shared, strict=True)]
    doubtful.append(_granules_in(aimed_at))
    doubtful += [
        granules_of(thread.events[mask & _in_blocks(thread, trace.blocks)])
        for thread, mask in zip(trace.threads, shared, strict=True)
    ]
    unsettled = np.unique(np.concatenate(doubtful))
    candidates = [
        mask & ~np.isin(each["address"] >> _GRANULE, unsettled) for each, mask in zip(events, shared, strict=True)
    ]
    disordered = _disordered(events, candidates, turns, ForcedOrder(trace.recording), _Frees(trace, candidates))
    if not disordered:
        return tuple(candidates)
    more = np.array(sorted(disordered), np.uint64)
    return tuple(
        mask & ~np.isin(each["address"] >> _GRANULE, more) for each, mask in zip(events, candidates, strict=True)
    )


def nothing_settled(trace: Trace) -> tuple[Mask, ...]:
    return tuple(np.zeros(len(thread.events), np.bool_) for thread in trace.threads)


def _shared_accesses(events: npt.NDArray[np.void]) -> Mask:
    found: Mask = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0)
    return found


def _is_doubtful(events: npt.NDArray[np.void]) -> Mask:
    writes = events["kind"] == EventKind.WRITE
    across = (events["address"] & np.uint64(7)) + events["size"] > 8
    by_library = writes & ((events["flags"] & EventFlag.LIBRARY) != 0)
    not_constant = (events["address_term"] != 0) | (writes & (events["value_term"] != 0))
    found: Mask = (events["kind"] == EventKind.UPDATE) | across | by_library | not_constant
    return found


def _in_blocks(thread: ThreadTrace, selection: Selection) -> Mask:
    """Of blocks that are only guessed at, all but what the thread does as a whole."""
    events = thread.events
    kinds, inside = events["kind"], np.zeros(len(events), np.bool_)
    rows = np.flatnonzero((kinds == EventKind.BLOCK_BEGIN) | (kinds == EventKind.BLOCK_END))
    opened: Counter[int] = Counter()
    began = 0
    columns = (events[name][rows].tolist() for name in ("kind", "value", "stack"))
    for row, kind, number, stack in zip(rows.tolist(), *columns, strict=True):
        entry = selection.entries[number]
        if entry.kind != "declared" and not entry.loop and not stack:
            continue
        if kind == EventKind.BLOCK_BEGIN:
            began = began if opened else row
            opened[number] += 1
        elif number in opened:
            opened[number] -= 1
            if not opened[number]:
                del opened[number]
            if not opened:
                inside[began:row] = True
    if opened:
        inside[began:] = True
    return inside


def _granules_in(extents: Iterable[Extent]) -> npt.NDArray[np.uint64]:
    found = {granule for extent in extents for granule in range(extent.address >> 3, (extent.end + 7) >> 3)}
    return np.array(sorted(found), np.uint64)


@dataclass(slots=True)
class _Granule:
    """What is in it, and who must have been there before the next."""

    known: int = 0  # a mask of its bytes' bits
    held: int = 0
    written: Moment | None = None
    read: dict[int, Moment] = field(default_factory=dict)  # since then, the last by each thread


class _Frees:
    """Rows that give memory back, and the granules among the candidates that are in it."""

    def __init__(self, trace: Trace, candidates: Sequence[Mask]) -> None:
        granules = [
            thread.events["address"][mask] >> _GRANULE for thread, mask in zip(trace.threads, candidates, strict=True)
        ]
        touched = np.unique(np.concatenate(granules))
        self._inside: dict[int, npt.NDArray[np.uint64]] = {}
        for block in freed_blocks(trace.recording):
            ends = np.array([block.address >> 3, (block.end + 7) >> 3], np.uint64)
            first, past = np.searchsorted(touched, ends).tolist()
            if past > first:
                self._inside[block.position] = touched[first:past]
        positions = np.array(sorted(self._inside), np.uint64)
        self._touched = touched
        self.rows = [
            ((thread.events["kind"] == EventKind.SYNC) & np.isin(thread.events["value"], positions))
            | self._frame_ends(thread)
            for thread in trace.threads
        ]
        """Of each thread."""

    def granules(self, kind: int, address: int, value: int) -> list[int]:
        if kind == EventKind.SYNC:
            found: list[int] = self._inside[value].tolist()
            return found
        ends = np.array([address >> 3, (address + value + 7) >> 3], np.uint64)
        first, past = np.searchsorted(self._touched, ends).tolist()
        inside: list[int] = self._touched[first:past].tolist()
        return inside

    def _frame_ends(self, thread: ThreadTrace) -> Mask:
        events = thread.events
        ends = events["kind"] == EventKind.SLOT_END
        if thread.index == 0:
            ends &= events["stack"] != 0
        first = np.searchsorted(self._touched, events["address"] >> _GRANULE)
        past = np.searchsorted(self._touched, (events["address"] + events["value"] + np.uint64(7)) >> _GRANULE)
        found: Mask = ends & (past > first)
        return found


def _disordered(
    events: Sequence[npt.NDArray[np.void]],
    candidates: Sequence[Mask],
    turns: Sequence[Turn],
    order: ForcedOrder,
    frees: _Frees,
) -> set[int]:
    """The granules among the candidates of which two accesses may change places, or whose contents are a surprise."""
    granules: dict[int, _Granule] = {}
    found: set[int] = set()
    for thread, begin, end in turns:
        accesses = events[thread][begin:end][candidates[thread][begin:end] | frees.rows[thread][begin:end]]
        columns = (accesses[name].tolist() for name in ("address", "size", "kind", "index", "value"))
        for address, size, kind, index, value in zip(*columns, strict=True):
            if kind > EventKind.UPDATE:
                inside = frees.granules(kind, address, value)
                found.update(_not_free_to_go(granules, inside, Moment(thread, index), order))
                continue
            number = address >> 3
            if number in found:
                continue
            granule = granules.get(number)
            if granule is None:
                granule = granules[number] = _Granule()
            now = Moment(thread, index)
            shift = 8 * (address & 7)
            bits, contents = ((1 << 8 * size) - 1) << shift, value << shift
            fits = _write if kind == EventKind.WRITE else _read
            if not fits(granule, now, bits, contents, order):
                found.add(number)
    return found


def _not_free_to_go(
    granules: dict[int, _Granule], inside: Iterable[int], now: Moment, order: ForcedOrder
) -> Iterator[int]:
    for number in inside:
        if not _write(granules.setdefault(number, _Granule()), now, 0, 0, order):
            yield number


def _read(granule: _Granule, now: Moment, bits: int, contents: int, order: ForcedOrder) -> bool:
    if granule.written is not None and not _precedes(order, granule.written, now):
        return False
    if (granule.held ^ contents) & granule.known & bits:
        return False
    granule.held |= contents & ~granule.known
    granule.known |= bits
    granule.read[now.thread] = now
    return True


def _write(granule: _Granule, now: Moment, bits: int, contents: int, order: ForcedOrder) -> bool:
    before = [*granule.read.values(), *([granule.written] if granule.written is not None else [])]
    if not all(_precedes(order, earlier, now) for earlier in before):
        return False
    granule.held = granule.held & ~bits | contents
    granule.known |= bits
    granule.written = now
    granule.read.clear()
    return True


def _precedes(order: ForcedOrder, first: Moment, second: Moment) -> bool:
    return first.thread == second.thread or order.must_precede(first, second)
