"""Which context switches of a sliced run its orders rest on.

The order of each thread's own steps, creations and joins is background, and so is transitivity; the switches between
neighbours of the sliced path are facts. Deletion from the first to the last: while a switch u -> v is tried, all later
ones are there, so that leaving it out can only matter until u's thread goes on. Each step is looked at again once for
each thread at most.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from raddle.base.errors import InternalError
from raddle.explain.run import Run
from raddle.explain.slices import Switch

Clock = list[int]
"""By thread: its last step that is known to have come before; -1 if none."""


class Path:
    """A sliced run: its steps, and the ends of orders that every schedule has."""

    def __init__(self, run: Run, path: Sequence[int], orders: Iterable[tuple[int, int]]) -> None:
        self._run: Final = run
        self._threads: Final = len(run.threads)
        forced = [pair for pair in run.forced if pair[0] < pair[1]]
        self._forced: Final[dict[int, list[int]]] = {}
        for a, b in forced:
            self._forced.setdefault(b, []).append(a)
        self._sources: Final = {a for a, _ in forced}
        self._wanted: Final[dict[int, list[int]]] = {}
        for a, b in orders:
            self._wanted.setdefault(b, []).append(a)
        self._path: Final = frozenset(path)
        self._nodes: Final = sorted({*path, *self._sources, *self._forced, *self._wanted})
        self._place: Final = {node: place for place, node in enumerate(self._nodes)}
        thread = [run.steps[node].thread for node in self._nodes]
        self._thread: Final = thread
        self._before: Final[dict[int, int]] = {
            b: a for a, b in pairwise(sorted(path)) if run.steps[a].thread != run.steps[b].thread
        }

    def needed(self) -> tuple[Switch, ...]:
        """As few switches as imply all orders: none of them can be left out."""
        if not self._wanted:
            return ()
        state = _State([[-1] * self._threads for _ in range(self._threads)])
        kept = dict(self._before)
        for place, node in enumerate(self._nodes):
            if node in kept:
                before = kept.pop(node)
                if not self._holds(place, state.copy(), kept, until=self._run.steps[before].thread):
                    kept[node] = before
            if not self._enter(place, state, kept):
                raise InternalError(f"step {node} comes too early for the orders of its slice")
        return tuple(Switch(kept[node], node) for node in self._nodes if node in kept)

    def orders_hold(self, switches: Iterable[Switch]) -> bool:
        """Whether these switches imply all orders."""
        kept = {switch.after: switch.before for switch in switches}
        return self._holds(0, _State([[-1] * self._threads for _ in range(self._threads)]), kept, until=None)

    def _holds(self, place: int, state: "_State", kept: dict[int, int], *, until: int | None) -> bool:
        """Whether all orders do from here on, until that thread goes on."""
        for at in range(place, len(self._nodes)):
            if self._thread[at] == until and self._nodes[at] in self._path:
                return True
            if not self._enter(at, state, kept):
                return False
        return True

    def _enter(self, place: int, state: "_State", kept: dict[int, int]) -> bool:
        node, thread = self._nodes[place], self._thread[place]
        clock = state.clocks[thread] = state.clocks[thread].copy()
        for earlier in self._forced.get(node, ()):
            _join(clock, state.forced.get(earlier))
        if node in kept:
            _join(clock, state.last)
        clock[thread] = node
        if node in self._sources:
            state.forced[node] = clock
        if node in self._path:
            state.last = clock
        steps = self._run.steps
        return all(clock[steps[earlier].thread] >= earlier for earlier in self._wanted.get(node, ()))


class _State:
    __slots__ = ("clocks", "forced", "last")

    def __init__(self, clocks: list[Clock]) -> None:
        self.clocks = clocks
        self.forced: dict[int, Clock] = {}
        self.last: Clock | None = None
        """Of the last step of the path."""

    def copy(self) -> "_State":
        found = _State(list(self.clocks))
        found.forced = dict(self.forced)
        found.last = self.last
        return found


def _join(clock: Clock, other: Clock | None) -> None:
    if other is not None:
        for thread, known in enumerate(other):
            clock[thread] = max(clock[thread], known)
