"""How far each thread can matter to one goal: what a cone and a slice of it have in common."""

from collections.abc import Iterable
from typing import Final, Literal

from raddle.encode.heads import Asked, Together, done_by, heads_of, stood_before
from raddle.encode.index import Index
from raddle.logic.terms import Term
from raddle.model.goals import Unordered

Depth = Literal["bare", "near", "flags", "all"]
"""How much of what is read counts: nothing; of each thread that the goal names the last branches on flags before what
it names (TraceCandidates.is_flag); all branches on flags; everything."""


class Reach:
    """`reach`: for each thread the last position that matters, -1: none of it. `reads`: the variables that matter.

    `alone`: other checks are left out, as if they could not end the process. `kept`: the branches that count, where
    not all do.
    """

    def __init__(self, index: Index, goal: Asked, *, alone: bool, depth: Depth = "all") -> None:
        self._index = index
        self.goal = goal
        self.heads = heads_of(goal)
        self.alone = alone
        self.depth: Final = depth
        self.kept: set[int] = set()
        self.reach = [-1] * len(index.ctp.threads)
        self.reads: dict[Term, None] = {}
        self.told_apart: frozenset[Term] = index.synchronising_reads if isinstance(goal, Unordered) else frozenset()
        """Reads of which it matters whose write they see, also where the value does not."""
        ends = map(heads_of, reversed(goal.goals)) if isinstance(goal, Together) else (self.heads,)
        self._ends = tuple(dict.fromkeys(ends))
        for event in (*self.heads, *done_by(goal), *stood_before(index.ctp, goal)):
            self._require(event)

    def __contains__(self, event: int) -> bool:
        return self._index.must.position[event] <= self.reach[self._index.must.thread[event]]

    def is_behind(self, event: int) -> bool:
        """Whether it must come after a head, and so does not take place; of goals together, after one of each."""
        must = self._index.must
        return all(any(must(head, event) for head in heads) for heads in self._ends)

    def events(self, thread: int) -> range:
        first = self._index.ctp.threads[thread].first
        return range(first, first + self.reach[thread] + 1)

    @property
    def size(self) -> int:
        """Events that matter."""
        return sum(last + 1 for last in self.reach)

    def among(self, events: Iterable[int]) -> list[int]:
        return [event for event in events if event in self]

    def _require(self, event: int) -> None:
        thread = self._index.must.thread[event]
        self.reach[thread] = max(self.reach[thread], self._index.must.position[event])
