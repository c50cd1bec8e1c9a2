"""The name of a step's variable at a later point of the run: whether the program's variable still has that value.

A read of memory stands for the memory, until somebody writes there; an assignment for the variable, until the same
thread assigns to it again. What has changed since is named by where it was read or set.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from operator import attrgetter
from typing import Final

from raddle.base.place import SourcePlace
from raddle.explain.run import Deed, Run, Step

_MEMORY: Final = frozenset({Deed.READ, Deed.WRITE})
_LOCAL: Final = frozenset({Deed.ASSIGN, Deed.PHI})
_FAMILIES: Final = {Deed.UNLOCK: "lock", Deed.FREE: "allocate", Deed.WAIT: "other"}
_PIECE: Final = 8


class Versions:
    """`shown`: the steps whose variables will be named; only among these can names be mistaken for each other."""

    def __init__(self, run: Run, shown: Iterable[int]) -> None:
        self._run: Final = run
        owners: dict[str, set[int | None]] = defaultdict(set)
        files = set()
        self._lives: Final[dict[tuple[int, str], list[Step]]] = defaultdict(list)
        """Of each name of a thread's own variables: what was done to these, in memory and in registers."""
        for number in sorted(shown):
            step = run.steps[number]
            if step.width:
                is_own, name = run.wording.is_own(step), run.wording.name(step)
                owners[name].add(step.thread if is_own else None)
                if is_own and step.deed in _MEMORY | _LOCAL:
                    self._lives[step.thread, name].append(step)
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
        life, is_hidden = self._life(step, name, at), self._is_hidden(step, name, at)
        if name in self._ambiguous and wording.is_own(step):
            name = f"{name} of {self._run.threads[step.thread]}"
        name = f"{name}{life}"
        if self._is_current(step, at) and not is_hidden:
            return name
        verb = "read" if step.deed is Deed.READ else "set"
        where = self.line(wording.place(step))
        return f"{name} (as {verb} {f'at {where}' if where else 'before'})"

    def _life(self, step: Step, name: str, at: int) -> str:
        """Of several calls of a function each has its own; without a word it is the one that was used last."""
        before = [one for one in self._used(step, name, at) if one.deed in _MEMORY]
        if step.deed not in _MEMORY or not before or before[-1].address == step.address:
            return ""
        addresses = list(dict.fromkeys(one.address for one in before))
        if step.address not in addresses:
            return ""
        return f" ({_ordinal(addresses.index(step.address) + 1)} of {len(addresses)})"

    def _used(self, step: Step, name: str, at: int) -> list[Step]:
        lives = self._lives.get((step.thread, name), [])
        return lives[: bisect_right(lives, at, key=attrgetter("number"))]

    def _is_hidden(self, step: Step, name: str, at: int) -> bool:
        """Whether the name was used last for one in memory where this one is in a register, or the other way round."""
        used = self._used(step, name, at)
        return bool(used) and (used[-1].deed in _MEMORY) != (step.deed in _MEMORY)

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
        states = self._states.get(self._state(step), [])
        position = bisect_right(states, step.number)
        return position == len(states) or states[position] > at

    def _state(self, step: Step) -> tuple[str, str]:
        """What locks, blocks of memory, threads, conditions and the like are told by."""
        return _FAMILIES.get(step.deed, step.deed.value), self._run.wording.name(step)

    @cached_property
    def _states(self) -> dict[tuple[str, str], list[int]]:
        found: dict[tuple[str, str], list[int]] = defaultdict(list)
        for step in self._run.steps:
            if step.width and step.deed not in _MEMORY | _LOCAL:
                found[self._state(step)].append(step.number)
        return found

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


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
