"""The paths of threads while they grow: points, and the outcomes that were seen to leave them."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from raddle.logic.terms import Term
from raddle.model.actions import Action, Check
from raddle.model.program import Event


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an outcome was seen."""

    run: int
    event: Event
    """Of that run's trace program."""


@dataclass(frozen=True, slots=True)
class LogEnd:
    """A run in which the thread was seen no more from there on."""

    run: int
    thread: int
    """As the run numbers it."""
    visible: int
    """What it had done, from the point's zero."""
    last: Event | None
    waits_for: Action | None = None
    """What it stood before for ever."""
    is_timed: bool = False
    """The wait that it was in has a time limit."""


@dataclass(eq=False, slots=True)
class Edge:
    source: "Point"
    target: "Point | None"
    """None: a waiting loop that goes round once more."""
    action: Action
    """In the numbers that all runs have in common; its variables are its own."""
    site: Hashable
    visible: int
    """Visible events from the source's zero to its own end,"""
    passed: int
    """and to the target's zero."""
    kind: str
    """Of the runtime's record."""
    origins: list[Origin] = field(default_factory=list)
    only: Term | None = None
    """Set: it is that outcome only where this holds: an iteration of a waiting loop has changed nothing, or it has."""
    closes: int = -1
    """Of a waiting loop that goes round: the state in which its iteration began."""

    def lead_to(self, target: "Point", passed: int) -> None:
        self.target, self.passed = target, passed
        target.entering.append(self)
        _deepen(target, self.source.depth + 1)


@dataclass(eq=False, slots=True)
class Point:
    number: int
    depth: int = 0
    """More than that of any point that leads to it."""
    edges: list[Edge] = field(default_factory=list)
    entering: list[Edge] = field(default_factory=list)
    states: dict[Hashable, int] = field(default_factory=dict)
    """The states that a thread has there, one after the other; how many visible events each is away from its zero."""
    ends: list[LogEnd] = field(default_factory=list)

    @property
    def anchor(self) -> int:
        """Where counting begins: at the last of its states, which is before whatever comes next; of a root, at the
        thread's beginning."""
        return max((0, *self.states.values())) if self.entering else 0


@dataclass(eq=False, slots=True)
class GrownThread:
    path: str
    """The n-th child of the m-th child of ..."""
    name: str
    parent: int | None
    begin: Hashable
    """What it was started with; None: not known yet."""
    root: Point


def _deepen(point: Point, depth: int) -> None:
    stack = [(point, depth)]
    while stack:
        point, depth = stack.pop()
        if point.depth < depth:
            point.depth = depth
            stack += [(edge.target, depth + 1) for edge in point.edges if edge.target is not None]


def reaches(start: Point, goal: Point) -> bool:
    """Whether there is a way."""
    seen = {start}
    stack = [start]
    while stack:
        point = stack.pop()
        if point is goal:
            return True
        if point.depth < goal.depth:
            for edge in point.edges:
                if edge.target is not None and edge.target not in seen:
                    seen.add(edge.target)
                    stack.append(edge.target)
    return False


def in_order(root: Point) -> list[Point]:
    """All points behind one, each behind all that lead to it."""
    finished: list[Point] = []
    entered = {root}
    stack: list[tuple[Point, Iterator[Point]]] = [(root, _targets(root))]
    while stack:
        point, left = stack[-1]
        for target in left:
            if target not in entered:
                entered.add(target)
                stack.append((target, _targets(target)))
                break
        else:
            finished.append(point)
            stack.pop()
    return finished[::-1]


def _targets(point: Point) -> Iterator[Point]:
    # The last one first: then those of the first outcome come first in the end.
    return (edge.target for edge in reversed(point.edges) if edge.target is not None and not _always_fails(edge.action))


def _always_fails(action: Action) -> bool:
    return isinstance(action, Check) and (action.condition.constant == 0 or action.against != "assertion")
