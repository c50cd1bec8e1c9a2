"""The graph of a cause: what each thread does in its order downwards, and arrows for the orders between threads.

All of it stands in one order from top to bottom that agrees with the threads' own orders and with all arrows, as in a
run that fails: no arrow points upwards (figure 3.3 of the diagnosis paper).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from raddle.report.diagnosed import Cause, Order, Spot, spots_of
from raddle.report.explanation import Arrow, Row
from raddle.report.lanes import path_order
from raddle.report.order_words import deeds, file_name, round_words
from raddle.report.picture import picture_of
from raddle.report.rows import Row as Line

MOST_SOURCE: Final = 48
"""Letters of a source line."""
_CLOSE: Final = 2
"""What one visit of a line does follows at most so closely."""
_RANKS: Final = {"reads": 0, "updates": 1, "writes": 2}


@dataclass(frozen=True, slots=True)
class Node:
    """A line as a thread comes to it once, with all that it does there that matters."""

    spots: tuple[Spot, ...]
    note: str = ""
    """What tells it from others of the same line: `reads x`."""
    file: str = ""
    """Where lines alone do not say where they are: `store.c`."""

    @property
    def thread(self) -> str:
        return self.spots[0].thread

    @property
    def line(self) -> int:
        return self.spots[0].place.line

    @property
    def label(self) -> str:
        """`12`, `store.c:12`"""
        return f"{f'{self.file}:' if self.file else ''}{self.line}" if self.line else "?"

    @property
    def source(self) -> str:
        """The line; where it cannot be read, what it does."""
        spot = self.spots[0]
        return shortened(" ".join(spot.text.split()) or deeds(self.spots) or "?")


@dataclass(frozen=True, slots=True)
class OrderGraph:
    """`edges`: of positions in the nodes, from above to below."""

    nodes: tuple[Node, ...]
    edges: tuple[tuple[int, int, str], ...]
    """From, to, and the variable that it is about."""
    orders: tuple[Order, ...]
    """Of the cause, from top to bottom."""

    @property
    def threads(self) -> tuple[str, ...]:
        return tuple(sorted({node.thread for node in self.nodes}, key=path_order))

    def position_of(self, spot: Spot, *, last: bool = False) -> int | None:
        """Of the first node at that line of that thread, or the last one."""
        found = [at for at, node in enumerate(self.nodes) if _place(node.spots[0]) == _place(spot)]
        return found[-1 if last else 0] if found else None


def order_rows(cause: Cause, *, width: int, ascii_only: bool = False) -> list[Line]:
    """The picture for a terminal."""
    graph = order_graph(cause)
    rows = [
        Row(node.thread, node.spots[0].place if node.line else None, node.source, node.note) for node in graph.nodes
    ]
    arrows = [Arrow(start, end, "", about) for start, end, about in graph.edges]
    marked = range(len(rows))
    return picture_of(rows, arrows, (), width=width, marked=marked, ascii_only=ascii_only, files=cause.files)


def shortened(source: str) -> str:
    return source if len(source) <= MOST_SOURCE else f"{source[: MOST_SOURCE - 1]}…"


def order_graph(cause: Cause) -> OrderGraph:
    """Where positions are not known, lines stand for them; if these contradict the orders, they are let go."""
    groups = _groups(cause)
    chains = [list(group) for _, group in sorted(groups.items(), key=lambda one: path_order(one[0]))]
    for visits in (_visits(chains, cause.orders), [[[spot] for spot in chain] for chain in chains]):
        found = _sorted(visits, cause.orders, in_order=True)
        if found is not None:
            return _drawn(found, cause)
    loose = [[[spot] for spot in chain] for chain in chains]
    found = _sorted(loose, cause.orders, in_order=False)
    if found is not None:
        return _drawn(found, cause)
    return _apart(cause)


_Visit = list[Spot]
_Key = tuple[object, ...]


def _key(spot: Spot) -> _Key:
    return spot.thread, spot.position, spot.place.file, spot.place.line, spot.does, spot.about


def _place(spot: Spot) -> tuple[str, str, int]:
    return spot.thread, spot.place.file, spot.place.line


def _groups(cause: Cause) -> dict[str, list[Spot]]:
    """What each thread does, in its order."""
    spots: dict[_Key, Spot] = {}
    for spot in spots_of(cause):
        spots.setdefault(_key(spot), spot)
    groups: dict[str, list[Spot]] = {}
    for spot in spots.values():
        groups.setdefault(spot.thread, []).append(spot)
    for group in groups.values():
        group.sort(key=_standing)
    return groups


def _standing(spot: Spot) -> _Key:
    """In a thread; where a position is not known, it does not take place in that run."""
    place = spot.place
    return not spot.position, spot.position, place.file, place.line, _RANKS.get(spot.does, 1), spot.about


def _visits(chains: Sequence[Sequence[Spot]], orders: Sequence[Order]) -> list[list[_Visit]]:
    """What one visit of a line does is one node, in all threads or in none: not if that made a circle, nor if it looked
    as if what arrives there came before what leaves there, and it does not."""
    arriving, leaving = {_key(order.then) for order in orders}, {_key(order.first) for order in orders}
    visits = [[[spot] for spot in chain] for chain in chains]
    for line in dict.fromkeys(_place(spot)[1:] for chain in chains for spot in chain):
        together = [_together(chain, line) for chain in visits]
        touched = [visit for chain in together for visit in chain if len(visit) > 1]
        if all(_in_turn(visit, arriving, leaving) for visit in touched) and _sorted(together, orders, in_order=True):
            visits = together
    return visits


def _together(chain: Sequence[_Visit], line: tuple[str, int]) -> list[_Visit]:
    """With visits of that line joined."""
    found: list[_Visit] = []
    for visit in chain:
        if found and _place(visit[0])[1:] == line and _one_visit(found[-1], visit):
            found[-1] = [*found[-1], *visit]
        else:
            found.append(visit)
    return found


def _one_visit(one: _Visit, other: _Visit) -> bool:
    first, then = one[-1], other[0]
    does_again = {(spot.does, spot.about) for spot in one} & {(spot.does, spot.about) for spot in other}
    if _place(first) != _place(then) or (first.time and then.time and first.time != then.time):
        return False
    return not does_again and abs(then.position - first.position) <= _CLOSE


def _in_turn(visit: _Visit, arriving: set[_Key], leaving: set[_Key]) -> bool:
    """Nothing leaves before all that arrives has."""
    last = max((at for at, spot in enumerate(visit) if _key(spot) in arriving), default=0)
    first = min((at for at, spot in enumerate(visit) if _key(spot) in leaving), default=len(visit))
    return last <= first


def _sorted(
    chains: Sequence[Sequence[_Visit]], orders: Iterable[Order], *, in_order: bool
) -> tuple[list[_Visit], list[tuple[int, int]]] | None:
    """From top to bottom, with the arrows: along an arrow where that can be, else on in the same thread. None: there is
    a circle."""
    visits = [visit for chain in chains for visit in chain]
    number = {_key(spot): at for at, visit in enumerate(visits) for spot in visit}
    edges = [(number[_key(order.first)], number[_key(order.then)]) for order in orders]
    before: list[set[int]] = [{start for start, end in edges if end == at} for at in range(len(visits))]
    if in_order:
        for chain in chains:
            for one, other in pairwise(chain):
                before[number[_key(other[0])]].add(number[_key(one[0])])
    way: list[int] = []
    left = set(range(len(visits)))
    while left:
        ready = [at for at in sorted(left) if not before[at] & left]
        if not ready:
            return None
        last = way[-1] if way else -1
        along = [at for at in ready if (last, at) in edges]
        same = [at for at in ready if way and visits[at][0].thread == visits[last][0].thread]
        way.append((along or same or ready)[0])
        left.remove(way[-1])
    new = {at: position for position, at in enumerate(way)}
    return [visits[at] for at in way], [(new[start], new[end]) for start, end in edges]


def _apart(cause: Cause) -> OrderGraph:
    """Each order with nodes of its own: where the same line stands for several visits, and nobody knows which."""
    visits: list[_Visit] = [[spot] for order in cause.orders for spot in (order.first, order.then)]
    edges = [(2 * at, 2 * at + 1) for at in range(len(cause.orders))]
    return _drawn(([*visits, *([spot] for spot in cause.parts)], edges), cause)


def _drawn(found: tuple[list[_Visit], list[tuple[int, int]]], cause: Cause) -> OrderGraph:
    visits, ends = found
    places = Counter(_place(visit[0]) for visit in visits)
    twice = {place[1:] for place, times in places.items() if times > 1}
    nodes = [
        Node(
            tuple(visit),
            _note(visit, cause, alone=_place(visit[0])[1:] not in twice),
            file_name(visit[0]) if len(cause.files) > 1 else "",
        )
        for visit in visits
    ]
    about: dict[tuple[int, int], list[str]] = {}
    for edge, order in zip(ends, cause.orders, strict=True):
        same = order.first.about if order.first.about == order.then.about else ""
        about.setdefault(edge, []).append(same)
    edges = [(*edge, ", ".join(dict.fromkeys(filter(None, told)))) for edge, told in sorted(about.items())]
    downwards = sorted(range(len(ends)), key=lambda at: ends[at])
    return OrderGraph(tuple(nodes), tuple(edges), tuple(cause.orders[at] for at in downwards))


def _note(visit: _Visit, cause: Cause, *, alone: bool) -> str:
    twice = visit[0].twice and len(visit) == 1
    words = [deeds(visit)] if (twice or not alone) and visit[0].text else []
    if twice:
        words.append(f"column {visit[0].place.column}")
    words.append(round_words(visit[0]))
    if any(_key(spot) == _key(part) for spot in visit for part in cause.parts):
        words.append("takes place")
    return ", ".join(filter(None, words))
