"""Which conflicting operations of a failing run stand the other way round in a passing one.

In: the `Operations` of both. What a thread of the failing run did not come to any more, since the run was over, counts
as coming after all that was done.
"""

from dataclasses import dataclass
from typing import Final

from raddle.explain.contrast.guessed import flipped
from raddle.explain.contrast.operations import Key, Operation, Operations, conflicting

MOST_READ_LAST: Final = 2


@dataclass(frozen=True, slots=True)
class Flipped:
    """Two operations as the passing run has them: there `first` comes first, in the failing run `second` does."""

    first: Operation
    second: Operation
    on: int
    done: bool
    """Whether the failing run came to `first` at all."""


def count_flips(failing: Operations, passing: Operations) -> int:
    places = places_in_failing(failing, passing)
    return sum(
        flipped([(places[one.place], one.writes) for one in each if one.place in places])
        for each in conflicting(passing).values()
    )


def places_in_failing(failing: Operations, passing: Operations) -> dict[int, int]:
    """Of each operation of the passing run by its place there: its place in the failing run. None where the failing run
    went another way."""
    found: dict[int, int] = {}
    missing: dict[str, list[Operation]] = {}
    for one in passing.each:
        key = passing.key(one)
        at = failing.place_by_key.get(key)
        if at is not None:
            found[one.place] = at
            missing.pop(key[0], None)  # what was skipped before was not cut off
        else:
            missing.setdefault(key[0], []).append(one)
    ended = {thread.path: failing.ended[thread.index] for thread in failing.trace.threads}
    cut = [one for path, each in missing.items() if not ended.get(path, False) for one in each]
    found |= {one.place: failing.past + one.place for one in cut}
    return found


def flips_between(failing: Operations, passing: Operations) -> list[Flipped]:
    """Without those that follow from others by the order within each thread, of the same two threads; but what the run
    failed by reading is told of in any case, behind the others."""
    places = places_in_failing(failing, passing)
    found: dict[tuple[int, int], list[Flipped]] = {}
    for on, each in conflicting(passing).items():
        known = [one for one in each if one.place in places]
        for pair in _inverted(known, places):
            done = places[pair[0].place] < failing.past
            found.setdefault((pair[0].thread, pair[1].thread), []).append(Flipped(*pair, on, done))
    kept = [one for each in found.values() for one in strongest(each)]
    last = _read_last(failing, passing)
    kept += [one for each in found.values() for one in strongest([one for one in each if one.on in last])]
    return list(dict.fromkeys(kept))


def hurries_the_check(failing: Operations, passing: Operations) -> bool:
    """Whether it passes by reading before others write what the failing run failed by reading."""
    last = _last_reads(failing)
    return any(passing.key(one.first) in last for one in flips_between(failing, passing))


def _last_reads(failing: Operations) -> set[Key]:
    """Of shared memory, by the thread that failed."""
    thread = failing.each[-1].thread if failing.each else 0
    reads = [one for one in failing.each if one.thread == thread and one.kind == "access" and not one.writes]
    return {failing.key(one) for one in reads[-MOST_READ_LAST:]}


def _read_last(failing: Operations, passing: Operations) -> set[int]:
    """What they read, as the passing run has it."""
    keys = _last_reads(failing)
    return {on for one in passing.each if passing.key(one) in keys for on in one.on}


def _inverted(each: list[Operation], places: dict[int, int]) -> list[tuple[Operation, Operation]]:
    """For each operation, the last one before it of each thread that came after it in the failing run."""
    found = []
    latest: dict[tuple[int, bool], Operation] = {}
    for one in each:
        for (thread, writes), before in latest.items():
            if thread != one.thread and (writes or one.writes) and places[before.place] > places[one.place]:
                found.append((before, one))
        latest[one.thread, one.writes] = one
    return found


def strongest(each: list[Flipped]) -> list[Flipped]:
    """`first` before `second` follows from `first'` before `second'` where these are later, and earlier, in their
    threads."""
    kept: list[Flipped] = []
    for one in sorted(each, key=lambda pair: (pair.second.place, -pair.first.place)):
        if not any(other.first.place >= one.first.place for other in kept):
            kept.append(one)
    return kept
