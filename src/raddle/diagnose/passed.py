"""Complete runs that were seen to pass: they say which sets of facts are no cores, and which facts a core needs.

Sets of runs are numbers, bit by bit.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from raddle.diagnose.candidates import Placed
from raddle.diagnose.question import Asked
from raddle.model.facts import Fact
from raddle.model.moves import Way


@dataclass
class Passed:
    asked: Asked
    ways: list[Placed] = field(default_factory=list)
    _broken: dict[Fact, tuple[int, int]] = field(default_factory=dict)
    """Of the first so many runs, those in which the fact does not hold."""

    def add(self, way: Way) -> None:
        self.ways.append(Placed(self.asked, way))

    def has_all(self, facts: Collection[Fact]) -> bool:
        """Whether they all hold in one."""
        return self._where_some_is_broken(facts) != (1 << len(self.ways)) - 1

    def shows_need(self, fact: Fact, others: Collection[Fact]) -> bool:
        """Whether one passes in which only this one of them does not hold."""
        return bool(self._where_broken(fact) & ~self._where_some_is_broken(others))

    def breaking(self, facts: Sequence[Fact], fixed: Collection[Fact]) -> list[int]:
        """Of each run in which all that is fixed holds: which of the facts do not, bit by bit."""
        left = ~self._where_some_is_broken(fixed) & ((1 << len(self.ways)) - 1)
        found = dict.fromkeys(_members(left), 0)
        for place, fact in enumerate(facts):
            for way in _members(self._where_broken(fact) & left):
                found[way] |= 1 << place
        return list(found.values())

    def _where_some_is_broken(self, facts: Collection[Fact]) -> int:
        found = 0
        for fact in facts:
            found |= self._where_broken(fact)
        return found

    def _where_broken(self, fact: Fact) -> int:
        count, found = self._broken.get(fact, (0, 0))
        if count < len(self.ways):
            for number in range(count, len(self.ways)):
                if not self.ways[number].holds(fact):
                    found |= 1 << number
            self._broken[fact] = len(self.ways), found
        return found


def _members(some: int) -> list[int]:
    found = []
    while some:
        lowest = some & -some
        found.append(lowest.bit_length() - 1)
        some ^= lowest
    return found
