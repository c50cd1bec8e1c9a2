"""What threads of random trace programs do (tests/support/planned_ctp.py), and how often, by profile."""

from collections.abc import Callable
from typing import Final

from raddle.model.actions import Action

Item = Callable[[], "list[tuple[Action, Plan]]"]
"""What may come next, in the order in which to try it, and what follows it then."""
Plan = list[Item]

IDIOMS: Final[dict[str, dict[str, int]]] = {
    "messages": {"publish": 5, "consume": 6, "access": 1, "update": 1},
    "fenced": {"publish": 3, "consume": 3, "fenced_publish": 5, "fenced_consume": 5, "access": 1, "update": 2},
    "counters": {"update": 6, "consume": 4, "publish": 3, "access": 2},
    "swaps": {"swap": 6, "consume": 4, "publish": 3, "access": 2},
    "sections": {"section": 8, "access": 1, "try": 3, "nested": 3},
    "shared": {"section": 3, "shared": 6, "access": 1, "try": 2, "nested": 2},
    "circles": {"nested": 9, "section": 2, "deep": 3, "access": 1},
    "shared circles": {"shared_nested": 6, "nested": 4, "shared": 2, "try_nested": 2},
    "lost signals": {"wait": 6, "signal": 6, "section": 2, "access": 1},
    "semaphores": {"post": 6, "take": 6, "nested_take": 2, "count": 1, "access": 1},
    "barriers": {"barrier": 8, "access": 3, "publish": 1},
    "onces": {"once": 8, "access": 2, "section": 1},
    "regions": {"region": 7, "access": 3, "publish": 2, "consume": 2},
    "arrays": {"indexed": 7, "publish": 3, "access": 2, "section": 2},
    "frees": {"free": 4, "access": 4, "section": 3, "publish": 3, "consume": 3},
    "standstills": {"wait": 3, "signal": 2, "post": 2, "take": 3, "nested": 2, "barrier": 2, "once": 1, "section": 2},
    "all": {"publish": 3, "consume": 3, "fenced_publish": 1, "fenced_consume": 1, "update": 1, "section": 3, "try": 1,
            "nested": 2, "shared": 2, "wait": 1, "signal": 1, "post": 2, "take": 2, "barrier": 1, "once": 1,
            "region": 1, "indexed": 1, "free": 1, "access": 3},
}  # fmt: skip
PLANS: Final = tuple(sorted(IDIOMS))


def only(action: Action) -> Item:
    return lambda: [(action, [])]
