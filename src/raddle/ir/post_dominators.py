"""What every way out of a block goes through: where the scope of a branch ends.

In: the ways between the blocks of a function that count. Out: for each block the next one that every way from it to the
exit goes through (Cooper, Harvey and Kennedy: A simple, fast dominance algorithm, on the ways backwards).

Not every way counts. What cannot but fail (an error call, `unreachable`) is no way out: what follows an assertion is
not reached because of it. `throw` is a way out, but that a call may throw makes no branch of it; so are calls that do
not come back and are no failure (exit, pthread_exit, longjmp). A loop that has no exit is left where it goes round.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from raddle.ir.failures import blocks_that_lead_to, doomed_blocks, throws_by_name
from raddle.ir.instructions import Call, LandingPad, Unreachable
from raddle.ir.module import Block, Function
from raddle.ir.values import Global

_EXIT: Final = ""  # no label
_LEAVING: Final = frozenset(
    f"@{name}"
    for name in (
        *("exit", "_exit", "_Exit", "quick_exit", "pthread_exit", "thrd_exit"),
        *("longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"),
    )
)

Ways = dict[str, list[str]]


def post_dominators(function: Function) -> dict[str, str | None]:
    """Label -> the label of its immediate post-dominator; None: only the exit."""
    ways = ways_that_count(function)
    found = _immediate(ways)
    return {label: found[label] or None for label in ways}


def ways_that_count(function: Function) -> Ways:
    """Label -> where its block goes; "": out."""
    ends = {block.label for block in function.blocks if _is_no_way_out(block)}
    hopeless = blocks_that_lead_to(function, ends | doomed_blocks(function))
    pads = {block.label for block in function.blocks if _is_pad(block)}
    ways: Ways = {}
    for block in function.blocks:
        ahead = [label for label in dict.fromkeys(block.successors) if label not in pads]
        if block.label not in hopeless:
            ahead = [label for label in ahead if label not in hopeless] or ahead
        ways[block.label] = ahead or [_EXIT]
    _let_out(ways)
    return ways


def _is_no_way_out(block: Block) -> bool:
    """It fails, or is never reached."""
    if not isinstance(block.instructions[-1], Unreachable):
        return False
    called = (one.callee.value for one in block.instructions if isinstance(one, Call))
    names = [one.name for one in called if isinstance(one, Global)]
    return not any(name in _LEAVING or throws_by_name(name) for name in names)


def _is_pad(block: Block) -> bool:
    return any(isinstance(one, LandingPad) for one in block.instructions)


def _let_out(ways: Ways) -> None:
    """Of each loop without an exit, the blocks that go back to its first one."""
    while locked := _locked(ways):
        circle = _circle(ways, locked)
        first = next(label for label in locked if label in circle)
        for label in circle:
            if first in ways[label]:
                ways[label].append(_EXIT)


def _locked(ways: Mapping[str, Sequence[str]]) -> list[str]:
    """Blocks that no way leads out of."""
    leading_out = _leading_out(ways)
    return [label for label in ways if label not in leading_out]


def _leading_out(ways: Mapping[str, Sequence[str]]) -> set[str]:
    before = _turned(ways)
    found: set[str] = set()
    waiting = [_EXIT]
    while waiting:
        for label in before[waiting.pop()]:
            if label not in found:
                found.add(label)
                waiting.append(label)
    return found


def _circle(ways: Mapping[str, Sequence[str]], locked: Sequence[str]) -> Collection[str]:
    """Blocks that lead to each other and nowhere else."""
    circle = _reached(ways, locked[0])
    while True:
        smaller = next((inner for label in circle if len(inner := _reached(ways, label)) < len(circle)), None)
        if smaller is None:
            return circle
        circle = smaller


def _reached(ways: Mapping[str, Sequence[str]], start: str) -> set[str]:
    """By one way or more."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for label in ways[waiting.pop()]:
            if label not in found:
                found.add(label)
                waiting.append(label)
    return found


def _turned(ways: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    before: dict[str, list[str]] = {label: [] for label in (*ways, _EXIT)}
    for label, ahead in ways.items():
        for target in ahead:
            before[target].append(label)
    return before


def _immediate(ways: Mapping[str, Sequence[str]]) -> dict[str, str]:
    order = _outwards(_turned(ways))
    rank = {label: number for number, label in enumerate(order)}
    found = {_EXIT: _EXIT}
    changed = True
    while changed:
        changed = False
        for label in order[1:]:
            now: str | None = None
            for target in ways[label]:
                if target in found:
                    now = target if now is None else _common(found, rank, now, target)
            assert now is not None
            if found.get(label) != now:
                found[label] = now
                changed = True
    return found


def _common(found: Mapping[str, str], rank: Mapping[str, int], one: str, other: str) -> str:
    while one != other:
        while rank[one] > rank[other]:
            one = found[one]
        while rank[other] > rank[one]:
            other = found[other]
    return one


def _outwards(before: Mapping[str, Sequence[str]]) -> list[str]:
    """From the exit backwards, in reverse post-order."""
    seen: set[str] = set()
    finished: list[str] = []
    waiting = [(_EXIT, False)]
    while waiting:
        label, done = waiting.pop()
        if done:
            finished.append(label)
        elif label not in seen:
            seen.add(label)
            waiting.append((label, True))
            waiting += [(one, False) for one in before[label]]
    return finished[::-1]
