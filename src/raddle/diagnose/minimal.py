"""The core of a run that fails: as few facts as possible, without which some complete run passes.

Orders alone, if they are enough: those of memory first. Else who takes part: as few as it needs while all orders hold,
each as early as can be. Then orders: what the solver did not need, then one after the other is left out where the rest
is enough. Last, whether fewer would do: every run that passes breaks some fact of each core, so a set of orders that
leaves one of the known ones whole need not be asked (implicit hitting sets).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from raddle.diagnose.asking import Runs
from raddle.diagnose.candidates import Soft
from raddle.diagnose.hitting import TooMany, hitting_set
from raddle.diagnose.passed import Passed
from raddle.diagnose.weaker import weakened
from raddle.model.facts import Before, Fact, TakesPart
from raddle.model.moves import Way

MOST_ROUNDS: Final = 60
MOST_S: Final = 2.0
"""Of work, for the search for fewer."""


@dataclass(frozen=True, slots=True)
class Minimal:
    facts: tuple[Fact, ...]
    smallest: bool
    """No other core of that run has fewer orders, with these parts."""


def minimal(asking: Callable[[], Runs], passed: Passed, extents: Callable[[], Iterator[Soft]]) -> Minimal | Way:
    """Of the facts of a run that fails, given with few orders first, then with more: `asking` may be another then. A
    Way: all of them hold in a run that passes."""
    kept: list[TakesPart] = []
    all_of_them: Soft | None = None
    for soft in extents():
        enough = _enough(asking(), passed, soft, kept)
        if enough is not None:
            return _smallest(asking(), passed, soft, enough, kept)
        all_of_them = soft
    assert all_of_them is not None
    runs = asking()
    together = runs.passing((*all_of_them.orders, *all_of_them.parts))
    if isinstance(together, Way):
        return together
    kept = _earliest(runs, passed, all_of_them)
    for soft in extents():
        enough = _enough(runs, passed, soft, kept)
        if enough is not None:
            return _smallest(runs, passed, soft, enough, kept)
    raise AssertionError("they are enough")


def _enough(runs: Runs, passed: Passed, soft: Soft, fixed: Sequence[TakesPart]) -> list[Before] | None:
    """Orders that are enough with what is fixed; None: all together are not."""
    facts: list[Fact] = [*soft.orders, *fixed]
    if passed.has_all(facts):
        return None
    found = runs.passing(facts)
    if isinstance(found, Way):
        passed.add(found)
        return None
    return _orders_in(found.core, soft.orders)


def _smallest(runs: Runs, passed: Passed, soft: Soft, enough: list[Before], fixed: list[TakesPart]) -> Minimal:
    orders = _shrunk(runs, passed, enough, fixed)
    found, smallest = _fewest(runs, passed, soft.orders, orders, fixed)
    found = weakened(runs, passed, found, fixed, soft)
    return Minimal((*found, *fixed), smallest)


def _earliest(runs: Runs, passed: Passed, soft: Soft) -> list[TakesPart]:
    """Who has to take part while all orders hold. Whoever is kept is enough with those before it, and needed."""
    kept: list[TakesPart] = []
    parts = list(soft.parts)

    def is_enough(count: int) -> bool:
        facts: list[Fact] = [*soft.orders, *kept, *parts[:count]]
        if passed.has_all(facts):
            return False
        found = runs.passing(facts)
        if isinstance(found, Way):
            passed.add(found)
        return not isinstance(found, Way)

    while not is_enough(0):
        low, high = 0, len(parts)  # enough with the first `high`, not with the first `low`
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if is_enough(middle) else (middle, high)
        kept.append(parts[high - 1])
        parts = parts[: high - 1]
    return kept


def _orders_in(core: frozenset[Fact], orders: Iterable[Before]) -> list[Before]:
    return [order for order in orders if order in core]


def _shrunk(runs: Runs, passed: Passed, facts: list[Before], fixed: Collection[Fact]) -> list[Before]:
    """One after the other is left out, if the rest is enough, together with what is fixed."""
    kept: list[Before] = []
    left: list[Before] = list(facts)
    while left:
        fact = left.pop()
        rest: list[Fact] = [*kept, *left, *fixed]
        if passed.shows_need(fact, rest):
            kept.append(fact)
            continue
        found = runs.passing(rest)
        if isinstance(found, Way):
            passed.add(found)
            kept.append(fact)
        else:
            left = [one for one in left if one in found.core]
    return kept[::-1]


def _fewest(
    runs: Runs, passed: Passed, all_orders: Sequence[Before], found: list[Before], fixed: Sequence[TakesPart]
) -> tuple[list[Before], bool]:
    enough_s = runs.spent_s + MOST_S
    for _ in range(MOST_ROUNDS):
        if len(found) < 2:
            return found, True
        if runs.spent_s > enough_s:
            break
        try:
            chosen = hitting_set(passed.breaking(all_orders, fixed), len(found))
        except TooMany:
            break
        if chosen is None:
            return found, True
        tried = [order for place, order in enumerate(all_orders) if chosen >> place & 1]
        answer = runs.passing([*tried, *fixed])
        if isinstance(answer, Way):
            passed.add(answer)
        else:
            found = _shrunk(runs, passed, _orders_in(answer.core, tried), fixed)
    return found, False
