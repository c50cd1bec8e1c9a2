"""Which blocks need no record: a control flow graph -> the blocks that may be entered silently.

The walk computes every condition itself; records confirm which way the run went. So a record may be left out where the
next one tells the ways apart: from each block, what can be recorded first along one way must differ from what can be
recorded first along another. (Ball and Larus, Optimally profiling and tracing programs, 1994: the trace of such blocks
determines the path.) A loop keeps a record at its head, so that following the log always comes to an end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

MOST_FIRST: Final = 12
"""Beyond so many possible next records a block keeps its own."""
MOST_ROUNDS: Final = 20


@dataclass(frozen=True, slots=True)
class Exits:
    """How a block is left. `plain`: by a jump, a branch or a switch; others (invoke, an indirect jump) need records."""

    successors: tuple[str, ...]
    plain: bool
    calls: bool
    """Some function is called in it: there will be a record, of the function or of the call's return."""


class Elsewhere(Enum):
    """A next record that is no block of this function: all of a kind are taken for the same."""

    CALLED = "called"
    RETURNED = "returned"


First = frozenset[str | Elsewhere]


def silent_blocks(graph: Mapping[str, Exits], entry: str) -> frozenset[str]:
    order, recorded = _successors_first(graph, entry)
    recorded |= graph.keys() - set(order)
    recorded.update(label for exits in graph.values() if not exits.plain for label in exits.successors)
    ways_in = _ways_in(graph)
    for _ in range(MOST_ROUNDS):
        if not _record_more(graph, order, recorded, ways_in):
            return frozenset(graph.keys() - recorded)
    return frozenset()


def _record_more(
    graph: Mapping[str, Exits], order: Iterable[str], recorded: set[str], ways_in: Mapping[str, int]
) -> bool:
    """One round; whether it found something to record."""
    before = len(recorded)
    first: dict[str, First] = {label: frozenset({label}) for label in recorded}
    for label in order:
        successors = tuple(dict.fromkeys(graph[label].successors))
        for one in sorted(successors, key=lambda label: ways_in[label]):
            others = [first[other] for other in successors if other != one]
            if one not in recorded and not first[one].isdisjoint(frozenset().union(*others)):
                recorded.add(one)
                first[one] = frozenset({one})
        if label not in recorded:
            first[label] = _first_of(graph[label], [first[one] for one in successors])
            if len(first[label]) > MOST_FIRST:
                recorded.add(label)
                first[label] = frozenset({label})
    return len(recorded) > before


def _first_of(exits: Exits, behind: list[First]) -> First:
    if exits.calls:
        return frozenset({Elsewhere.CALLED})
    return frozenset().union(*behind) if behind else frozenset({Elsewhere.RETURNED})


def _ways_in(graph: Mapping[str, Exits]) -> dict[str, int]:
    """Where ways part and meet again the block that belongs to one of them is the one to record."""
    count = dict.fromkeys(graph, 0)
    for exits in graph.values():
        for label in set(exits.successors):
            count[label] += 1
    return count


def _successors_first(graph: Mapping[str, Exits], entry: str) -> tuple[list[str], set[str]]:
    """The blocks that can be reached, each behind its successors; and the entry with the heads of loops."""
    order: list[str] = []
    heads, open_, seen = {entry}, {entry}, {entry}
    path = [(entry, iter(graph[entry].successors))]
    while path:
        label, left = path[-1]
        for successor in left:
            if successor in open_:
                heads.add(successor)
            elif successor not in seen:
                seen.add(successor)
                open_.add(successor)
                path.append((successor, iter(graph[successor].successors)))
                break
        else:
            path.pop()
            open_.remove(label)
            order.append(label)
    return order, heads
