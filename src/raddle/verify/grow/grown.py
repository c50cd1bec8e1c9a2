"""The graphs of all threads, as far as they have grown, with what the points of each are known by."""

from collections.abc import Container, Hashable, Sequence
from dataclasses import replace

from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Create
from raddle.model.recorded.several import RunModel
from raddle.verify.grow.common_objects import CommonObjects
from raddle.verify.grow.graph import GrownThread, Point
from raddle.verify.grow.matching import ExternalNondeterminism
from raddle.verify.grow.sources import Source

Place = tuple[str, Hashable]
"""A thread's path, and where it is."""


class NewHead(Exception):
    """A waiting loop begins where none was known to begin: points there have to tell more apart."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.place = place


class Grown:
    """`heads`: where waiting loops begin. `tried_keys`: locks that somebody tries to get. `doubtful`: threads whose own
    states are not known for sure: their paths do not meet again."""

    def __init__(
        self,
        terms: TermStore,
        source: Source,
        heads: Container[Place] = (),
        tried_keys: Container[Hashable] = (),
        doubtful: Container[str] = (),
    ) -> None:
        self.terms = terms
        self.source = source
        self.heads = heads
        self.tried_keys = tried_keys
        self.tried: set[int] = set()
        """The same by their common numbers."""
        self.doubtful = doubtful
        self.objects = CommonObjects()
        self.threads: list[GrownThread] = []
        self.models: dict[int, RunModel] = {}
        """By the number of the run."""
        self.extent = 0
        """Grows with every edge, with every place where an access may go, with every wait that a log ends at, and where
        the end of a log turns out to be a point that is known."""
        self._points = 0
        self._states: dict[Hashable, int] = {}
        self._with_state: dict[Hashable, list[Point]] = {}

    def path_of(self, thread: int) -> str:
        return self.threads[thread].path

    # ---- points

    def new_point(self) -> Point:
        self._points += 1
        return Point(self._points - 1)

    def number_of(self, state: Hashable) -> int:
        """States are long: each has a number."""
        return self._states.setdefault(state, len(self._states))

    def points_with(self, state: Hashable) -> Sequence[Point]:
        return self._with_state.get(state, ())

    def register(self, point: Point, state: Hashable, away: int) -> None:
        """`away`: visible events between the point's zero and the state."""
        known = point.states.get(state)
        if known is None:
            point.states[state] = away
            self._with_state.setdefault(state, []).append(point)
        elif known != away:
            raise ExternalNondeterminism(f"a thread did {away} visible operations where it had done {known} before")

    def replace(self, old: Point, new: Point, shift: int) -> None:
        """`old` turned out to be `new`, whose zero is `shift` visible events later."""
        self.extent += 1
        for edge in old.entering:
            edge.lead_to(new, edge.passed + shift)
        for state, away in old.states.items():
            self._with_state[state].remove(old)
            self.register(new, state, away - shift)
        new.ends += [replace(end, visible=end.visible - shift) for end in old.ends]

    def close(self, point: Point, closes: int, only: Term | None, shift: int) -> None:
        """What leads there turned out to be the last of a waiting loop's iteration; nothing is known behind it."""
        self.extent += 1
        for edge in point.entering:
            edge.target, edge.passed = None, edge.passed + shift
            edge.closes, edge.only = closes, only
        for state in point.states:
            self._with_state[state].remove(point)

    # ---- threads

    def thread(self, path: str, parent: int | None, begin: Hashable, at: Point | None) -> int:
        """The thread of that path that begins so. Where one is created `at` a point, it is the one that was created
        there before."""
        alike = [
            number
            for number, thread in enumerate(self.threads)
            if (thread.path, thread.parent) == (path, parent) and begin in (None, thread.begin)
        ]
        created = {edge.action.child for edge in at.edges if isinstance(edge.action, Create)} if at else set()
        for number in sorted(alike, key=lambda number: number not in created):
            return number
        variants = sum(thread.path == path for thread in self.threads)
        name = path if not variants else f"{path}#{variants + 1}"
        self.threads.append(GrownThread(path, name, parent, begin, self.new_point()))
        return len(self.threads) - 1
