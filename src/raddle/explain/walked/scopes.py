"""Why a statement was reached: the branches of one activation of a function whose scopes are open.

Dynamic control dependence as Xin and Zhang keep it (Efficient online detection of dynamic control dependence, ISSTA
2007): a stack of branches, each with the blocks that every way out of it goes through; its scope ends where one of
these is entered.
"""

from typing import NamedTuple


class Scope(NamedTuple):
    condition: int | None
    """Position of a CONDITION in the thread's steps; None: the thread's start."""
    ends: frozenset[str]
    """Labels of the blocks at which it ends; none of them: with the function."""
    next: str | None
    """The first of these."""


class Scopes:
    __slots__ = ("_base", "_open", "innermost")

    def __init__(self, base: int | None) -> None:
        """`base`: why the function was called."""
        self._base = base
        self._open: list[Scope] = []
        self.innermost = base

    @property
    def depth(self) -> int:
        return len(self._open)

    def begin(self, scope: Scope) -> None:
        """Where two scopes end at the same block, the inner one is enough: it knows the outer one."""
        if self._open and self._open[-1].next == scope.next:
            self._open.pop()
        self._open.append(scope)
        self.innermost = scope.condition

    def enter(self, label: str) -> None:
        """Control has come to that block."""
        if self._open and label in self._open[-1].ends:
            while self._open and label in self._open[-1].ends:
                self._open.pop()
            self.innermost = self._open[-1].condition if self._open else self._base
