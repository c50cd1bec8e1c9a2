"""Two runs side by side: in: the recording and its replay; out: the first difference and what may have caused it.

Compared are the synchronisation records in their global order, and for each thread its blocks and its values. Records
of the scheduler's own doings are left out: they may differ where nothing that the program did differs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.base.chunks import Bytes
from raddle.base.trace_format import trace_format
from raddle.trace.recorded import RecordedThread, Recording, Records

NOTHING: Final = "nothing"
SCHEDULER_KINDS: Final = ("RD_SWITCH", "RD_OUTSIDE", "RD_BACK", "RD_PENDING", "RD_SCHEDULE_END")
COMPARED: Final = ("kind", "flags", "thread", "result", "count", "object", "value", "extra")
ADDRESS_FIELDS: Final = ("object", "value", "extra")
LOW_ADDRESS: Final = 0x10000
HIGH_ADDRESS: Final = 1 << 47


class Stream(Enum):
    """In which order differences at the same place are told: what was read comes before what was done about it."""

    VALUES = "values read"
    BLOCKS = "blocks"
    SYNC = "synchronisation"


class Cause(Enum):
    """Why a replay left its schedule."""

    INPUT = "input"
    """The world answered differently."""
    WORLD = "world"
    """So it did, and what it answered is known: something that an earlier run left behind, mostly."""
    ADDRESS = "address"
    """Only addresses differ."""
    PIN = "pin"
    """At a place where the analysis had kept the observed value."""
    SCHEDULE = "schedule"
    """It was given by hand, and cannot be followed."""
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two runs part. `event`: the thread's visible event there, or the next one."""

    stream: Stream
    thread: str
    event: int
    position: int
    """In the stream: record number, block number or byte."""
    expected: str
    seen: str

    def __str__(self) -> str:
        return f"{self.thread}, event {self.event}, {self.stream.value}: expected {self.expected}, seen {self.seen}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """All first differences by stream and thread, the earliest first, and their cause (pins are not known here)."""

    differences: tuple[Difference, ...]
    cause: Cause


def compare_runs(original: Recording, seen: Recording, *, cut: bool = False) -> Comparison | None:
    """None: they are the same. cut: the original was stopped from outside, so only what both have is compared."""
    theirs, ours = _program_records(original), _program_records(seen)
    placed = [*_sync_differences(original, theirs, ours, cut=cut)]
    for one, other in zip(original.threads, seen.threads, strict=False):
        placed += _thread_differences(one, other, theirs, cut=cut)
    if not placed:
        return None
    placed.sort(key=lambda item: (item[0], list(Stream).index(item[1].stream)))
    return Comparison(tuple(difference for _, difference in placed), _cause(original, seen, theirs, ours))


def _program_records(recording: Recording) -> Records:
    fmt = trace_format()
    kept = recording.sync[~np.isin(recording.sync["kind"], [fmt[name] for name in SCHEDULER_KINDS])].copy()
    kept["flags"] &= 255 - fmt["RD_FLAG_LIVE"]
    return kept


def _sync_differences(
    original: Recording, theirs: Records, ours: Records, *, cut: bool
) -> Iterator[tuple[int, Difference]]:
    place = _first_unequal(theirs, ours, COMPARED, cut=cut)
    if place is None:
        return
    record = theirs[place] if place < theirs.size else ours[place]
    yield (
        place,
        Difference(
            stream=Stream.SYNC,
            thread=_path(original, int(record["thread"])),
            event=int(record["count"]),
            position=place,
            expected=_spell(theirs, place, original),
            seen=_spell(ours, place, original),
        ),
    )


def _thread_differences(
    one: RecordedThread, other: RecordedThread, records: Records, *, cut: bool
) -> list[tuple[int, Difference]]:
    """Blocks are placed by the next record of their thread; values, which carry no place, before the blocks."""
    block = _first_unequal(one.blocks, other.blocks, ("site", "check"), cut=cut)
    value = _first_unequal_byte(one.values, other.values, cut=cut)
    own = np.flatnonzero(records["thread"] == one.index)
    later = own if block is None else own[records["blocks"][own] > block]
    place = int(later[0]) if later.size and block is not None else int(records.size)
    event = int(records["count"][place]) if place < records.size else one.count
    found = []
    if block is not None:
        sides = (_spell_block(one.blocks, block), _spell_block(other.blocks, block))
        found.append((place, Difference(Stream.BLOCKS, one.path, event, block, *sides)))
    if value is not None:
        sides = (_spell_byte(one.values, value), _spell_byte(other.values, value))
        found.append((place, Difference(Stream.VALUES, one.path, event, value, *sides)))
    return found


def _first_unequal(one: Records, other: Records, fields: tuple[str, ...], *, cut: bool) -> int | None:
    common = min(one.size, other.size)
    unequal = np.zeros(common, np.bool_)
    for name in fields:
        unequal |= one[name][:common] != other[name][:common]
    return _first(unequal, one.size, other.size, cut=cut)


def _first_unequal_byte(one: Bytes, other: Bytes, *, cut: bool) -> int | None:
    common = min(one.size, other.size)
    return _first(one[:common] != other[:common], one.size, other.size, cut=cut)


def _first(unequal: npt.NDArray[np.bool_], one: int, other: int, *, cut: bool) -> int | None:
    if unequal.any():
        return int(unequal.argmax())
    return unequal.size if one != other and not cut else None


def _cause(original: Recording, seen: Recording, theirs: Records, ours: Records) -> Cause:
    if _inputs_differ(theirs, ours):
        return Cause.INPUT
    return Cause.ADDRESS if _only_addresses_differ(original, seen, theirs, ours) else Cause.OURS


def _inputs_differ(theirs: Records, ours: Records) -> bool:
    """A value from outside, or how much a library function brought in, at the same place in the same thread."""
    fmt = trace_format()
    kinds = [fmt["RD_INPUT"], fmt["RD_WRITE"]]
    for thread in np.unique(theirs["thread"]):
        one, other = (side[(side["thread"] == thread) & np.isin(side["kind"], kinds)] for side in (theirs, ours))
        place = _first_unequal(one, other, ("kind", "object", "value"), cut=True)
        if place is not None and all(one[place][name] == other[place][name] for name in ("kind", "object")):
            return True
    return False


def _only_addresses_differ(original: Recording, seen: Recording, theirs: Records, ours: Records) -> bool:
    """The same records, blocks and numbers of values; every word that differs may be an address."""
    shape = tuple(name for name in COMPARED if name not in ADDRESS_FIELDS)
    if _first_unequal(theirs, ours, shape, cut=False) is not None:
        return False
    for name in ADDRESS_FIELDS:
        unequal = theirs[name] != ours[name]
        if not (_may_be_addresses(theirs[name][unequal]) and _may_be_addresses(ours[name][unequal])):
            return False
    for one, other in zip(original.threads, seen.threads, strict=False):
        if _first_unequal(one.blocks, other.blocks, ("site",), cut=False) is not None:
            return False
        value = _first_unequal_byte(one.values, other.values, cut=False)
        if value is not None and not _may_hold_addresses(one.values, other.values, value):
            return False
    return True


def _may_be_addresses(words: npt.NDArray[Any]) -> bool:
    return bool(np.all((words >= LOW_ADDRESS) & (words < HIGH_ADDRESS)))


def _may_hold_addresses(one: Bytes, other: Bytes, place: int) -> bool:
    """Some eight bytes round the place are, on both sides, addresses at the same offset in a page."""
    for begin in range(max(0, place - 7), place + 1):
        words = [int.from_bytes(side[begin : begin + 8].tobytes(), "little") for side in (one, other)]
        if all(LOW_ADDRESS <= word < HIGH_ADDRESS for word in words) and words[0] % 4096 == words[1] % 4096:
            return True
    return False


def _path(recording: Recording, index: int) -> str:
    return recording.threads[index].path if index < len(recording.threads) else f"thread {index}"


def _spell(records: Records, place: int, recording: Recording) -> str:
    if place >= records.size:
        return NOTHING
    record = records[place]
    name = trace_format().kind_name(int(record["kind"]))
    rest = f"object {int(record['object']):#x} value {int(record['value']):#x} result {int(record['result'])}"
    return f"{_path(recording, int(record['thread']))}@{int(record['count'])} {name} ({rest})"


def _spell_block(blocks: Records, place: int) -> str:
    if place >= blocks.size:
        return NOTHING
    return f"site {int(blocks[place]['site'])} check {int(blocks[place]['check']):08x}"


def _spell_byte(values: Bytes, place: int) -> str:
    return values[place : place + 8].tobytes().hex(" ") if place < values.size else NOTHING
