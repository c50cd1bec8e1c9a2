"""Where numbers come from that another run may have otherwise: clocks, ids, processors, addresses.

In: rows of the table of library functions; where the objects of a run lay. Out: `Source`, one for each number that
came up.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from raddle.base.library.functions import LibraryFunction, Mark
from raddle.logic.arithmetic import mask
from raddle.trace.program import Program
from raddle.trace.recorded import Recording

Kind = Literal["clock", "identity", "processor", "address", "uninitialised"]
Object = tuple[str, int]
"""What a number is the name of: an object by its beginning, a thread by its number."""

CLOCK_INSTRUCTIONS: Final = ("x86.rdtsc", "x86.rdtscp", "readcyclecounter", "readsteadycounter")
CALENDAR_SIZE: Final = 56
TIME_SIZE: Final = 8
"""Of a struct tm, and of the time that it is made of."""
TASK: Final = "task"
"""A thread or process by the number that the system gives it, which is no address."""
LEAST_ADDRESS: Final = 1 << 16
"""Below it nothing lies: such a number is none, though it be held by a pointer."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where such a number came up; `name`: of the function that gave it, empty where an address was made a number."""

    kind: Kind
    name: str
    site: int
    callers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Source:
    origins: frozenset[Origin]
    objects: frozenset[Object]
    """What the number may be a name of; none: it is but a number,"""
    bits: int = mask(64)
    """of which these bits vary."""


def kind_of(does: LibraryFunction) -> Kind | None:
    """Of what a function tells."""
    if does.marks & {Mark.CLOCK, Mark.CALENDAR}:
        return "clock"
    if Mark.IDENTITY in does.marks:
        return "identity"
    return "processor" if Mark.PROCESSOR in does.marks else None


class KnownObjects:
    """Of one run: which numbers are addresses in it, or names of its threads."""

    def __init__(self, program: Program, recording: Recording, beside: Sequence[tuple[int, int]] = ()) -> None:
        """`beside`: where local variables lay that are on none of the threads' stacks."""
        spans = [(low, high, ("stack", low)) for low, high in (*_stacks(recording), *beside)]
        spans += [(at, at + size, ("variable", at)) for at, size, *_ in program.variables]
        blocks = recording.of_kind("RD_ALLOC")
        for begin, size in zip(blocks["object"].tolist(), blocks["value"].tolist(), strict=True):
            spans.append((begin, begin + size, ("block", begin)))
        self._spans = sorted(spans)
        self._begins = [span[0] for span in self._spans]
        self._functions = program.function_by_address
        created = recording.of_kind("RD_CREATE")
        handles = zip(created["object"].tolist(), created["value"].tolist(), strict=True)
        self.threads: dict[int, int] = dict(handles)
        """By what names it."""

    def at(self, number: int) -> frozenset[Object]:
        """What it may be the address, or name, of; the end of an object counts as in it."""
        if number < LEAST_ADDRESS:
            return frozenset()
        if number in self.threads:
            return frozenset({("thread", self.threads[number])})
        if number in self._functions:
            return frozenset({("function", number)})
        return frozenset(self._around(number))

    def _around(self, number: int) -> Iterable[Object]:
        last = bisect_right(self._begins, number) - 1
        for at in range(max(0, last - 2), last + 1):
            begin, end, what = self._spans[at]
            if begin <= number <= end:
                yield what


def _stacks(recording: Recording) -> Iterable[tuple[int, int]]:
    return ((thread.stack_low, thread.stack_high) for thread in recording.threads)
