"""A value for each part of a term, operands first. Terms are deep: no recursion."""

from collections.abc import Callable
from typing import TypeVar

from raddle.logic.terms import Term

Worth = TypeVar("Worth")


def bottom_up(term: Term, known: dict[Term, Worth], compute: Callable[[Term], Worth]) -> Worth:
    """What the term is worth; `compute` finds what its operands are worth in `known`, which keeps all of it."""
    stack = [term]
    while stack:
        top = stack[-1]
        if top in known:
            stack.pop()
            continue
        missing = [arg for arg in top.args if arg not in known]
        if missing:
            stack.extend(missing)
            continue
        known[top] = compute(top)
        stack.pop()
    return known[term]
