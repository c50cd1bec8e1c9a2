"""Cores that say less, and so tell of more runs: where a comes before b, all that is before a comes before all that is
behind b.

Of two cores with as many orders the one that holds in more runs is the better: fewer are needed for all runs that fail,
and it names what matters. So an order is exchanged for another one of the same two threads whose first operation stands
no later in its thread and whose second no earlier, as long as no run passes in which all of them hold, and each is
needed.
"""

from collections.abc import Sequence
from typing import Final

from raddle.diagnose.asking import Runs
from raddle.diagnose.candidates import Soft
from raddle.diagnose.passed import Passed
from raddle.diagnose.question import Asked
from raddle.model.facts import Before, Fact
from raddle.model.moves import Way

MOST_TRIED: Final = 4
"""Of one order, that are asked for."""


def weakened(runs: Runs, passed: Passed, core: Sequence[Before], fixed: Sequence[Fact], soft: Soft) -> list[Before]:
    """`soft`: what may be in it. What took place in the run is not exchanged for what did not."""
    found = list(core)
    for at in range(len(found)):
        left = MOST_TRIED
        may_be = [order for order in soft.orders if order.then in soft.done or found[at].then not in soft.done]
        for weaker in _weaker(passed.asked, found[at], may_be):
            tried = [*found[:at], weaker, *found[at + 1 :]]
            facts: list[Fact] = [*tried, *fixed]
            if weaker in found or passed.has_all(facts):
                continue
            if _is_core(runs, passed, facts):
                found = tried
                break
            left -= 1
            if not left:
                break
    return found


def _weaker(asked: Asked, order: Before, orders: Sequence[Before]) -> list[Before]:
    """The weakest first."""
    (thread, first), (other_thread, then) = (asked.standing[one[0]] for one in (order.first, order.then))
    found = []
    for other in orders:
        (one, at), (another, until) = (asked.standing[operation[0]] for operation in (other.first, other.then))
        if (one, another) == (thread, other_thread) and at <= first and until >= then and (at, until) != (first, then):
            found.append((at - until, other))
    return [other for _, other in sorted(found)]


def _is_core(runs: Runs, passed: Passed, facts: list[Fact]) -> bool:
    found = runs.passing(facts)
    if isinstance(found, Way):
        passed.add(found)
        return False
    return found.core >= set(facts) and all(_is_needed(runs, passed, fact, facts) for fact in facts)


def _is_needed(runs: Runs, passed: Passed, fact: Fact, facts: list[Fact]) -> bool:
    others = [one for one in facts if one != fact]
    if passed.shows_need(fact, others):
        return True
    found = runs.passing(others)
    if isinstance(found, Way):
        passed.add(found)
    return isinstance(found, Way)
