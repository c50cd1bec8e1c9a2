"""Which locks a thread holds at a point, on every way to it."""

from collections.abc import Mapping

from raddle.model.actions import Acquire, Mode, Release, Wait
from raddle.model.program import TraceProgram


def held_at(paths: TraceProgram, mode: Mode = Mode.EXCLUSIVE) -> Mapping[int, frozenset[int]]:
    """Point -> locks that are held in that way."""
    found: dict[int, frozenset[int]] = dict.fromkeys(paths.graph.roots, frozenset())
    for event in paths.events:
        source = found.get(paths.graph.source[event.number], frozenset())
        match event.action:
            case Acquire(lock, got) if got is mode:
                after = source | {lock}
            case Release(lock):
                after = source - {lock}
            case Wait(_, lock):
                after = source - {lock} if lock is not None else source
            case _:
                after = source
        target = paths.graph.target[event.number]
        found[target] = found[target] & after if target in found else after
    return found


def exclusive_locks(paths: TraceProgram) -> frozenset[int]:
    """That are never got by several threads at once."""
    modes = [(event.action.lock, event.action.mode) for event in paths.events if isinstance(event.action, Acquire)]
    shared = {lock for lock, mode in modes if mode is not Mode.EXCLUSIVE}
    return frozenset(lock for lock, _ in modes) - shared
