"""Whether two accesses of a run race: plain, of different threads, and nothing that the program does orders them.

Orders come by creations and joins, by a lock that is let go and taken, by atomic accesses to the same memory, and by
all other synchronisation, which is taken to order whatever it can. So what is called a race here is one in this run.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from raddle.explain.run import Deed, Run, Step

_PIECE: Final = 8
_ATOMIC: Final = frozenset({Deed.READ, Deed.WRITE})


def race(run: Run, one: int, other: int) -> bool:
    first, second = run.steps[min(one, other)], run.steps[max(one, other)]
    if first.thread == second.thread or (first.atomic and second.atomic):
        return False
    return not _Reached(run, first).reaches(second)


class _Reached:
    """What is ordered behind a step, followed along the run."""

    def __init__(self, run: Run, start: Step) -> None:
        self._run = run
        self._start = start
        self._since = {start.thread: start.number}
        """By thread: the step from which on all of it is behind the start."""
        self._marked: set[object] = set()
        """Locks and memory by which others may get behind it."""
        self._forced: dict[int, list[int]] = defaultdict(list)
        for before, after in run.forced:
            self._forced[after].append(before)

    def reaches(self, end: Step) -> bool:
        for step in self._steps_until(end):
            keys = _keys(step)
            if step.thread not in self._since and self._arrives(step, keys):
                self._since[step.thread] = step.number
            if step.thread in self._since and step.deed is not Deed.LOCK:
                self._marked |= keys
        return end.thread in self._since

    def _steps_until(self, end: Step) -> Sequence[Step]:
        return self._run.steps[self._start.number + 1 : end.number + 1]

    def _arrives(self, step: Step, keys: set[object]) -> bool:
        befores = [*self._forced.get(step.number, ()), *(step.sources if step.deed is Deed.LOCK else ())]
        return not self._marked.isdisjoint(keys) or any(self._has(before) for before in befores)

    def _has(self, number: int) -> bool:
        since = self._since.get(self._run.steps[number].thread)
        return since is not None and since <= number


def _keys(step: Step) -> set[object]:
    match step.deed:
        case Deed.LOCK | Deed.UNLOCK:
            return {("lock", step.address)}
        case Deed.OTHER | Deed.WAIT:
            return {"other"}
        case deed if deed in _ATOMIC and step.atomic:
            last = step.address + max(step.size, 1) - 1
            return {("memory", piece) for piece in range(step.address // _PIECE, last // _PIECE + 1)}
        case _:
            return set()
