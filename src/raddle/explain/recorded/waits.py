"""Waits that a thread has got through, while it is in the functions that waited.

What follows a wait is reached only since the wait came to an end, as what stands between lock and unlock is; that ends
where the function which waits is left. A wait in a header of the system is that of the program's function which calls
it: `ready.wait(lock, is_ready)`.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from raddle.explain.walked.raw import RawStep


class _Waited(NamedTuple):
    step: int
    site: int
    stack: int
    depth: int
    activation: int | None
    """None: of a function that the wait's own one was called by."""


class Waits:
    """Of one thread. `stacks`: RawThread.stacks."""

    def __init__(self, stacks: Sequence[tuple[int, int]], is_own_code: Callable[[int], bool]) -> None:
        self._stacks: Final = stacks
        self._is_own_code: Final = is_own_code
        self._open: Final[list[_Waited]] = []
        self._depths: Final[dict[int, int]] = {0: 0}

    def last(self, stack: int, activation: int) -> int | None:
        """The thread has come to a step there."""
        while self._open and not self._is_inside(stack, activation, self._open[-1]):
            self._open.pop()
        return self._open[-1].step if self._open else None

    def over(self, step: int, raw: RawStep) -> int | None:
        """A wait has come to an end; in: the step which says so. Out: the wait before that one."""
        stack, site, activation = raw.stack, raw.site, raw.activation or None
        while stack and not self._is_own_code(site):
            stack, site = self._stacks[stack]
            activation = None
        found = _Waited(step, raw.site, stack, self._depth(stack), activation)
        if self._open and self._open[-1][1:] == found[1:]:
            self._open.pop()
        before = self._open[-1].step if self._open else None
        self._open.append(found)
        return before

    def _is_inside(self, stack: int, activation: int, waited: _Waited) -> bool:
        if stack == waited.stack:
            return not activation or waited.activation is None or activation == waited.activation
        depth = self._depth(stack)
        while depth > waited.depth:
            stack, depth = self._stacks[stack][0], depth - 1
        return stack == waited.stack

    def _depth(self, stack: int) -> int:
        inner = []
        while stack not in self._depths:
            inner.append(stack)
            stack = self._stacks[stack][0]
        depth = self._depths[stack]
        for row in reversed(inner):
            depth += 1
            self._depths[row] = depth
        return depth
