"""Whether what failed can still fail in a fixed program. In: where it failed, the runs of a proof, what tells which
place was which one before. Out: `StillThere`, with what has changed of it, or `Gone`: it is not, or not as far as is
known.

A proof has seen all that threads can do: a check that no run came to is come to in none, and one whose statement is
gone can fail in none. Such a proof says nothing of the failure. What led to a check counts as well: `check(x == 2)` is
gone where only other calls of check() are left.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, assert_never

import numpy as np

from raddle.base.place import SourcePlace
from raddle.repair.failed_place import Call, Failed, made_of_places
from raddle.repair.visited import holds
from raddle.trace.events import ThreadTrace
from raddle.trace.program import Program
from raddle.trace.walk import Trace
from raddle.trace.words import Words

Stack = tuple[SourcePlace, ...]


class Before(Protocol):
    """Which place of the fixed program was which one before."""

    @property
    def names_lines(self) -> bool:
        """By its line; else by its text, of which the same may stand anywhere."""

    def is_same(self, old: SourcePlace, new: SourcePlace, condition: str) -> bool:
        """`condition`: of an assertion at the old place."""

    def is_left(self, old: SourcePlace) -> bool:
        """Whether there is still something in its place."""

    def changes(self, old: Iterable[SourcePlace]) -> tuple[str, ...]:
        """What the text is now that stood there, where it is another one."""

    def doubt(self) -> str:
        """Why what was not found may be there all the same; empty: it is not."""


@dataclass(frozen=True, slots=True)
class StillThere:
    changes: tuple[str, ...] = ()
    """`x == 2` is `x > 0`"""


@dataclass(frozen=True, slots=True)
class Gone:
    reason: str


def still_there(failed: Failed, proved: Sequence[Trace], before: Before) -> StillThere | Gone:
    match failed.how:
        case "decided":
            found = any(_is_one(failed, stack, before) for stack in _decided(proved, with_reads=not before.names_lines))
            ends = "is not come to any more"
        case "called":
            found = all(_is_called(call, proved[0].program, before) for call in failed.calls)
            ends = "is no longer there"
        case "crashed":
            found, ends = before.is_left(failed.places[0]), "is no longer there"
        case other:
            assert_never(other)
    if not found:
        return Gone(before.doubt() or f"{failed.what} {ends}")
    return StillThere(before.changes((*failed.places, *failed.made_of)))


def _is_one(failed: Failed, stack: Stack, before: Before) -> bool:
    condition = failed.condition
    wanted = [(place, condition if number == 0 else "") for number, place in enumerate(failed.places)]
    if not before.names_lines and not condition:
        wanted += [(place, "") for place in failed.made_of]
    return all(any(before.is_same(old, new, said) for new in stack) for old, said in wanted)


def _decided(proved: Iterable[Trace], *, with_reads: bool) -> Iterator[Stack]:
    """Where something was decided that might have failed: there, and the calls around it."""
    for trace in proved:
        words = Words(trace)
        for thread in trace.threads:
            yield from (_stack(trace, words, thread, event, with_reads=with_reads) for event in _held(thread))


def _held(thread: ThreadTrace) -> Iterator[Any]:
    """One of each kind."""
    rows = np.flatnonzero(holds(thread.events))
    kinds = thread.events[["site", "stack"]][rows]
    return (thread.events[row] for row in rows[np.unique(kinds, return_index=True)[1]])


def _stack(trace: Trace, words: Words, thread: ThreadTrace, event: Any, *, with_reads: bool) -> Stack:
    stack = words.stack_of(thread, event)
    return (*stack, *made_of_places(trace, thread, event)) if with_reads else stack


def _is_called(call: Call, program: Program, before: Before) -> bool:
    places = map(program.place_of, program.calls_of(call.symbol))
    return any(place is not None and before.is_same(call.place, place, "") for place in places)
