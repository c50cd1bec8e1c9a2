"""Complete runs that were seen to pass: they say which sets of facts are no cores, and which facts a core needs."""

from collections.abc import Collection
from dataclasses import dataclass, field

from raddle.diagnose.candidates import Placed
from raddle.diagnose.question import Asked
from raddle.model.paths.facts import Fact
from raddle.model.paths.goals import Way


@dataclass
class Passed:
    asked: Asked
    ways: list[Placed] = field(default_factory=list)

    def add(self, way: Way) -> Placed:
        placed = Placed(self.asked, way)
        self.ways.append(placed)
        return placed

    def has_all(self, facts: Collection[Fact]) -> bool:
        """Whether they all hold in one."""
        return any(all(way.holds(fact) for fact in facts) for way in self.ways)

    def shows_need(self, fact: Fact, others: Collection[Fact]) -> bool:
        """Whether one passes in which only this one of them does not hold."""
        return any(not way.holds(fact) and all(way.holds(one) for one in others) for way in self.ways)
