"""How far each thread can matter to one check: what a cone and a slice of it have in common."""

from collections.abc import Iterable

from raddle.encode.index import Index
from raddle.logic.terms import Term


class Reach:
    """`reach`: for each thread the last position that matters, -1: none of it. `reads`: the variables that matter.

    `alone`: other checks are left out, as if they could not end the process.
    """

    def __init__(self, index: Index, check: int, *, alone: bool) -> None:
        self._index = index
        self.check = check
        self.alone = alone
        self.reach = [-1] * len(index.ctp.threads)
        self.reads: dict[Term, None] = {}
        self._require(check)

    def __contains__(self, event: int) -> bool:
        return self._index.must.position[event] <= self.reach[self._index.must.thread[event]]

    def events(self, thread: int) -> range:
        first = self._index.ctp.threads[thread].first
        return range(first, first + self.reach[thread] + 1)

    def among(self, events: Iterable[int]) -> list[int]:
        return [event for event in events if event in self]

    def _require(self, event: int) -> None:
        thread = self._index.must.thread[event]
        self.reach[thread] = max(self.reach[thread], self._index.must.position[event])
