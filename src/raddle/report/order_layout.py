"""Where things stand in the drawing of a cause: a box for each line, arrows that go round all boxes.

Threads stand side by side. No two boxes share a height, so that what goes across at the height of a box meets no other
one; arrows go up and down only in the gaps between threads. Lengths are pixels, from the drawing's top left corner.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, Literal

from raddle.report.diagnosed import Order
from raddle.report.order_picture import Node, OrderGraph

LETTER: Final = 7.9
"""Width of a letter of the code font."""
BOX_HEIGHT: Final = 34
BETWEEN: Final = 28
"""One box and the next one below."""
HEAD: Final = 32
"""For the threads' names."""
PADDING: Final = 12
_FUNCTION: Final = 18
"""Below them, for where they are."""
_LEAST_BOX: Final = 130
_ARRIVAL: Final = 17
"""Between labels of arrows that arrive at one side of a box."""
_LANE: Final = 14
_FIRST_LANE: Final = 20
_ROOM: Final = 58
"""In a gap, for arrow heads, besides lanes and labels."""
_HEAD_LENGTH: Final = 10

Point = tuple[float, float]
Kind = Literal["order", "repair"]


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    node: Node
    digits: int
    """Of the longest label."""

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Bend:
    """An arrow: across, up or down in a gap, across."""

    points: tuple[Point, Point, Point, Point]
    kind: Kind
    label: str
    label_at: Point
    """The middle of it."""


@dataclass(frozen=True, slots=True)
class Heading:
    x: float
    thread: str
    function: str


@dataclass(frozen=True, slots=True)
class Drawing:
    width: float
    height: float
    headings: tuple[Heading, ...]
    boxes: tuple[Box, ...]
    flows: tuple[tuple[Point, Point], ...]
    """From a box to the next one of its thread."""
    bends: tuple[Bend, ...]


@dataclass(frozen=True, slots=True)
class _Edge:
    start: int
    end: int
    kind: Kind
    label: str


@dataclass(frozen=True, slots=True)
class _Lane:
    """`gap`: right of which thread; `number`: counted from the thread that the arrow leaves."""

    gap: int
    rightwards: bool
    number: int


def columns(text: str) -> int:
    """As wide as how many letters."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def drawing_of(graph: OrderGraph, repairs: Sequence[Sequence[Order]] = ()) -> Drawing:
    """`repairs`: sets of orders that would make it impossible, of which those between lines of the graph are drawn."""
    threads = graph.threads
    at = [threads.index(node.thread) for node in graph.nodes]
    edges = [_Edge(start, end, "order", about) for start, end, about in graph.edges]
    edges += _repairing(graph, repairs)
    lanes = _lanes(edges, at)
    digits = max((len(node.label) for node in graph.nodes), default=1)
    widths = [_box_width(graph, thread, digits) for thread in threads]
    gaps = [_gap(number, edges, lanes) for number in range(len(threads) - 1)]
    head = HEAD + (_FUNCTION if any(_function(graph, thread) for thread in threads) else 0)
    lefts = list(accumulate((box + gap for box, gap in zip(widths, [*gaps, 0.0], strict=False)), initial=0.0))
    sides = _sides(edges, lanes)
    heights = [_height(sides, number) for number in range(len(graph.nodes))]
    tops = accumulate((height + BETWEEN for height in heights), initial=float(head))
    boxes = tuple(
        Box(lefts[column], top, widths[column], height, node, digits)
        for column, top, height, node in zip(at, tops, heights, graph.nodes, strict=False)
    )
    return Drawing(
        width=lefts[-1],
        height=boxes[-1].bottom if boxes else head,
        headings=tuple(Heading(lefts[at], name, _function(graph, name)) for at, name in enumerate(threads)),
        boxes=boxes,
        flows=tuple(_flows(boxes)),
        bends=tuple(_bends(edges, lanes, sides, boxes)),
    )


def _repairing(graph: OrderGraph, repairs: Sequence[Sequence[Order]]) -> Iterable[_Edge]:
    for number, orders in enumerate(repairs, 1):
        for order in orders:
            start, end = graph.position_of(order.first, last=True), graph.position_of(order.then)
            if start is not None and end is not None and graph.nodes[start].thread != graph.nodes[end].thread:
                yield _Edge(start, end, "repair", f"repair {number}" if len(repairs) > 1 else "repair")


def _box_width(graph: OrderGraph, thread: str, digits: int) -> float:
    letters = max(
        (
            columns(node.source) + (columns(node.note) + 4) * bool(node.note)
            for node in graph.nodes
            if node.thread == thread
        ),
        default=0,
    )
    return max(_LEAST_BOX, (digits + 2 + letters) * LETTER + 2 * PADDING)


def _function(graph: OrderGraph, thread: str) -> str:
    """Where the thread is at all its lines; empty: in several."""
    functions = {spot.place.function for node in graph.nodes if node.thread == thread for spot in node.spots}
    return functions.pop() if len(functions) == 1 else ""


def _gap(number: int, edges: Sequence[_Edge], lanes: Sequence[_Lane]) -> float:
    inside = [(edge, lane) for edge, lane in zip(edges, lanes, strict=True) if lane.gap == number]
    used = [max((lane.number + 1 for _, lane in inside if lane.rightwards == way), default=0) for way in (True, False)]
    label = max((columns(edge.label) for edge, _ in inside), default=0)
    return _FIRST_LANE + _LANE * sum(used) + label * LETTER + _ROOM


def _lanes(edges: Sequence[_Edge], at: Sequence[int]) -> list[_Lane]:
    """Short ones next to the thread that they leave; no two share a lane at any height."""
    found: dict[int, _Lane] = {}
    taken: dict[tuple[int, bool], list[list[tuple[int, int]]]] = {}
    for number in sorted(range(len(edges)), key=lambda one: abs(edges[one].end - edges[one].start)):
        edge = edges[number]
        rightwards = at[edge.end] > at[edge.start]
        gap = at[edge.start] if rightwards else at[edge.start] - 1
        height = min(edge.start, edge.end), max(edge.start, edge.end)
        rows = taken.setdefault((gap, rightwards), [])
        free = next((row for row, used in enumerate(rows) if not any(_meet(height, one) for one in used)), len(rows))
        if free == len(rows):
            rows.append([])
        rows[free].append(height)
        found[number] = _Lane(gap, rightwards, free)
    return [found[number] for number in range(len(edges))]


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _flows(boxes: Sequence[Box]) -> Iterable[tuple[Point, Point]]:
    for thread in dict.fromkeys(box.node.thread for box in boxes):
        own = [box for box in boxes if box.node.thread == thread]
        for one, other in pairwise(own):
            x = one.x + 24
            yield (x, one.bottom), (x, other.y)


def _bends(edges: Sequence[_Edge], lanes: Sequence[_Lane], sides: "_Sides", boxes: Sequence[Box]) -> Iterable[Bend]:
    ports = _ports(sides, boxes)
    for number, (edge, lane) in enumerate(zip(edges, lanes, strict=True)):
        start, end = boxes[edge.start], boxes[edge.end]
        away = _FIRST_LANE + _LANE * lane.number
        x = start.right + away if lane.rightwards else start.x - away
        leaves, arrives = (start.right, end.x) if lane.rightwards else (start.x, end.right)
        above, below = ports[number, True], ports[number, False]
        beside = _beside(start, boxes, rightwards=lane.rightwards)
        middle = (x + beside + (-_HEAD_LENGTH if lane.rightwards else _HEAD_LENGTH)) / 2
        points = (leaves, above), (x, above), (x, below), (arrives, below)
        yield Bend(points, edge.kind, edge.label, (middle, below))


def _beside(box: Box, boxes: Sequence[Box], *, rightwards: bool) -> float:
    """Where the gap beside it ends."""
    if rightwards:
        return min(other.x for other in boxes if other.x > box.x)
    return max(other.right for other in boxes if other.x < box.x)


def label_room(label: str) -> float:
    return columns(label) * LETTER + 10 if label else 0


_Sides = dict[tuple[int, bool], list[tuple[int, int, bool]]]
"""Node and whether its right side -> ends of arrows there, downwards: the node at the other end, the arrow, whether it
leaves."""


def _sides(edges: Sequence[_Edge], lanes: Sequence[_Lane]) -> _Sides:
    sides: _Sides = {}
    for number, (edge, lane) in enumerate(zip(edges, lanes, strict=True)):
        sides.setdefault((edge.start, lane.rightwards), []).append((edge.end, number, True))
        sides.setdefault((edge.end, not lane.rightwards), []).append((edge.start, number, False))
    return {side: sorted(ends) for side, ends in sides.items()}


def _height(sides: _Sides, node: int) -> float:
    """So that the labels of what arrives do not meet."""
    ends = [sides.get((node, right), []) for right in (True, False)]
    crowded = [len(side) for side in ends if sum(not leaving for _, _, leaving in side) > 1]
    return max([BOX_HEIGHT, *(_ARRIVAL * (number + 1) for number in crowded)])


def _ports(sides: _Sides, boxes: Sequence[Box]) -> dict[tuple[int, bool], float]:
    """At which height an arrow leaves or arrives: each end has its own."""
    return {
        (number, leaving): boxes[node].y + boxes[node].height * place / (len(ends) + 1)
        for (node, _), ends in sides.items()
        for place, (_, number, leaving) in enumerate(ends, 1)
    }
