"""The name of a step's variable at a later point of the run: whether the program's variable still has that value.

A read of memory stands for the memory, until somebody writes there; an assignment for the variable, until the same
thread assigns to it again. What has changed since is named by where it was read or set.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from raddle.base.place import SourcePlace
from raddle.explain.run import Deed, Run, Step

_MEMORY: Final = frozenset({Deed.READ, Deed.WRITE})
_LOCAL: Final = frozenset({Deed.ASSIGN, Deed.PHI})
_PIECE: Final = 8


class Versions:
    """`shown`: the steps whose variables will be named; only among these can names be mistaken for each other."""

    def __init__(self, run: Run, shown: Iterable[int]) -> None:
        self._run: Final = run
        owners: dict[str, set[int | None]] = defaultdict(set)
        files = set()
        for number in shown:
            step = run.steps[number]
            if step.width:
                owners[run.wording.name(step)].add(step.thread if run.wording.is_own(step) else None)
            place = run.wording.place(step)
            if place is not None:
                files.add(place.file)
        self._ambiguous: Final = {name for name, several in owners.items() if len(several) > 1}
        self._one_file: Final = len(files) < 2

    def name(self, step: Step, at: int) -> str:
        """Right behind step `at`."""
        wording = self._run.wording
        name = wording.name(step)
        if not name:
            return self._nameless(step)
        if name in self._ambiguous and wording.is_own(step):
            name = f"{name} of {self._run.threads[step.thread]}"
        if self._is_current(step, at):
            return name
        verb = "read" if step.deed is Deed.READ else "set"
        where = self.line(wording.place(step))
        return f"{name} (as {verb} {f'at {where}' if where else 'before'})"

    def _nameless(self, step: Step) -> str:
        """What no variable of the source holds: what a function returned, or a part of an expression."""
        place = self._run.wording.place(step)
        if place is not None and step.deed is Deed.ASSIGN and place.function:
            return f"{place.function}()"
        where = self.line(place)
        return f"(the value at {where})" if where else "(a value)"

    def line(self, place: SourcePlace | None) -> str:
        """`line 10`, or `queue.c:10` where there are several files."""
        if place is None or not place.line:
            return ""
        return f"line {place.line}" if self._one_file else f"{place.file.rsplit('/', 1)[-1]}:{place.line}"

    def _is_current(self, step: Step, at: int) -> bool:
        if step.deed in _MEMORY:
            return self._next_write(step) > at
        if step.deed in _LOCAL:
            later = self._assignments[step.thread, self._run.wording.name(step)]
            position = bisect_right(later, step.number)
            return position == len(later) or later[position] > at
        return True

    def _next_write(self, step: Step) -> int:
        """The first write behind it to any of its bytes."""
        first, past = step.address, step.address + max(step.size, 1)
        found = len(self._run.steps)
        for piece in range(first // _PIECE, (past - 1) // _PIECE + 1):
            writes = self._writes[piece]
            for number in writes[bisect_right(writes, step.number) :]:
                other = self._run.steps[number]
                if other.address < past and first < other.address + max(other.size, 1):
                    found = min(found, number)
                    break
        return found

    @cached_property
    def _writes(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for step in self._run.steps:
            if step.deed is Deed.WRITE:
                last = step.address + max(step.size, 1) - 1
                for piece in range(step.address // _PIECE, last // _PIECE + 1):
                    found[piece].append(step.number)
        return found

    @cached_property
    def _assignments(self) -> dict[tuple[int, str], list[int]]:
        found: dict[tuple[int, str], list[int]] = defaultdict(list)
        for step in self._run.steps:
            if step.deed in _LOCAL:
                found[step.thread, self._run.wording.name(step)].append(step.number)
        return found
