"""Moves that happen at once (phis on an edge) -> moves one after the other."""

from collections import Counter
from collections.abc import Callable, Sequence


def one_by_one(moves: Sequence[tuple[int, int]], temporary: Callable[[], int]) -> list[tuple[int, int]]:
    """(to, from) in an order in which nobody's source is overwritten before it is read; a cycle goes by a register
    that `temporary` names."""
    pending = {to: source for to, source in moves if to != source}
    readers = Counter(pending.values())
    ordered: list[tuple[int, int]] = []
    ready = [to for to in pending if not readers[to]]
    while pending:
        if not ready:
            ready.append(_break_cycle(pending, readers, ordered, temporary()))
        to = ready.pop()
        source = pending.pop(to)
        ordered.append((to, source))
        readers[source] -= 1
        if not readers[source] and source in pending:
            ready.append(source)
    return ordered


def _break_cycle(pending: dict[int, int], readers: Counter[int], ordered: list[tuple[int, int]], temporary: int) -> int:
    """What is left is cycles: keep one register's value elsewhere, and it can be overwritten."""
    freed = next(iter(pending))
    ordered.append((temporary, freed))
    for to, source in pending.items():
        if source == freed:
            pending[to] = temporary
            readers[temporary] += 1
    readers[freed] = 0
    return freed
