"""Which kept steps can be left out all the same, until none is left that can.

That a step is needed is mostly shown by an example (slicing/witnesses.py). The others are left out if the solver says
that the rest still fails; where a slice is too long for that, nobody knows, and the slice says so.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from raddle.explain.run import UNCOUNTED
from raddle.explain.slicing.chain import Backward, Chain, NoProof
from raddle.explain.slicing.demands import Said
from raddle.explain.slicing.implications import Implications
from raddle.explain.slicing.whole_formula import Undecided, WholeFormula
from raddle.explain.slicing.witnesses import Witnesses

LONGEST_ASKED: Final = 1_000
"""Steps of a slice that the solver is asked about as a whole."""
BUDGET_S: Final = 3.0
"""Of work;"""
MOST_UNDECIDED: Final = 3
"""and questions without an answer, after which what is left is not tried."""
LONGEST_TRIED: Final = 300
"""Steps of a slice for which there is more than one try."""


@dataclass(frozen=True, slots=True)
class Minimal:
    chain: Chain
    is_minimal: bool


def minimal_chain(said: Said, implications: Implications) -> Minimal:
    """The smallest one that was found; minimal, unless it says that it may not be. Raises NoProof."""
    first = Backward(said, implications).chain()
    tries = [_minimised(said, implications, first, reversed)]
    if len(first.kept) <= LONGEST_TRIED:
        second = Backward(said, implications, oldest_first=True).chain()
        if second.kept != first.kept:
            tries.append(_minimised(said, implications, second, reversed))
        if tries[0].chain.kept != first.kept:
            tries.append(_minimised(said, implications, first, list))
    return min(tries, key=lambda one: (not one.is_minimal, _size(said, one.chain)))


def _size(said: Said, chain: Chain) -> int:
    steps = said.run.steps
    return sum(steps[number].deed not in UNCOUNTED for number in {*chain.kept, *chain.conditions})


def _minimised(
    said: Said, implications: Implications, chain: Chain, order: Callable[[tuple[int, ...]], Iterable[int]]
) -> Minimal:
    witnesses = Witnesses(said, chain)
    doubtful = tuple(reversed([number for number in reversed(chain.kept) if not witnesses.shows(number)]))
    if not doubtful:
        return Minimal(chain, is_minimal=True)
    if len(chain.kept) > LONGEST_ASKED:
        return Minimal(chain, is_minimal=False)
    left, is_minimal = _left(said, chain, order(doubtful))
    if len(left) == len(chain.kept):
        return Minimal(chain, is_minimal)
    try:
        again = Backward(said, implications, allowed=left).chain()
    except NoProof:
        return Minimal(chain, is_minimal=False)
    return Minimal(again, is_minimal and len(again.kept) == len(left))


def _left(said: Said, chain: Chain, doubtful: Iterable[int]) -> tuple[frozenset[int], bool]:
    """What stays when steps are left out that are not needed."""
    whole = WholeFormula(said, chain.kept)
    left, is_minimal = frozenset(chain.kept), True
    budget_s = BUDGET_S
    for number in doubtful:
        if number not in left:
            continue
        if whole.spent_s > budget_s:
            return left, False
        try:
            core = whole.core(sorted(left - {number}))
        except Undecided:
            is_minimal = False
            budget_s -= BUDGET_S / MOST_UNDECIDED
            continue
        if core is not None:
            left = core
    return left, is_minimal
