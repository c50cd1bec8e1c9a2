"""Which sub-paths of the run a slice leaves out, by the four kinds of section 3.2.

A run is a path of nodes and of the edges between them. What is known before node i is in(i), behind it out(i).

    [i, j]   in(i) implies out(j): nodes i to j, with the edges between them
    (i, j)   out(i) implies in(j): the edges and nodes between the two
    [i, j)   in(i) implies in(j): from node i to the edge before j
    (i, j]   out(i) implies out(j): from the edge behind i to node j

Edges within a thread say nothing that is not known anyway. A switch of the slice keeps the edge that leads to its
second step.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from raddle.explain.run import Run
from raddle.explain.slices import Slice


@dataclass(frozen=True, slots=True)
class CutPath:
    first: int
    last: int
    starts_with_node: bool
    """[, else (."""
    ends_with_node: bool
    """], else )."""

    @property
    def kind(self) -> str:
        return ("[" if self.starts_with_node else "(") + ("]" if self.ends_with_node else ")")

    def __str__(self) -> str:
        return f"{self.kind[0]}{self.first}, {self.last}{self.kind[1]}"


def cut_paths(run: Run, sliced: Slice) -> Iterator[CutPath]:
    """The longest ones, ascending. An edge alone between two kept steps of one thread is none."""
    entered = {switch.after for switch in sliced.switches}
    marks = [*[(number, True) for number in sliced.kept], *[(number, False) for number in entered]]
    last, is_node = -1, False
    """What was kept last: a node, or the edge that leads to it."""
    for number, at_node in sorted(marks):
        yield from _between(run, last, number, after_node=is_node, before_node=at_node)
        last, is_node = number, at_node
    yield from _between(run, last, len(run.steps), after_node=is_node, before_node=False)


def _between(run: Run, last: int, number: int, *, after_node: bool, before_node: bool) -> Iterator[CutPath]:
    """What is cut between two kept things: behind node `last`, or the edge to it (-1: the beginning), up to node
    `number`, or the edge to it (one more than the last step: the end)."""
    starts_with_node = not after_node
    first = max(last, 0) if starts_with_node else last
    ends_with_node = not before_node
    end = number - 1 if ends_with_node else number
    if last == number or (starts_with_node and ends_with_node and first > end):
        return
    if starts_with_node and not ends_with_node and first >= end:
        return
    if not starts_with_node and ends_with_node and first >= end:
        return
    steps = run.steps
    if not starts_with_node and not ends_with_node and first + 1 == end and steps[first].thread == steps[end].thread:
        return
    yield CutPath(first, end, starts_with_node, ends_with_node)
