"""Fences: they change nothing, and order what is around them as far as races go (docs/rules.md, Race). An acquiring
fence learns what relaxed reads of its thread have seen; relaxed writes behind a releasing one leave what it knew."""

from raddle.model.actions import Fence
from raddle.model.rules.rule import Place, Rule, at, nowhere
from raddle.model.rules.traits import Traits


def traits(action: Fence) -> Traits:
    return Traits(never_kept=True, learns_nothing=not action.order.acquires)


def seen_by_reads(thread: int) -> Place:
    """What the thread's relaxed reads would have learned, had they acquired."""
    return "pending", thread


def left_for_writes(thread: int) -> Place:
    return "fence", thread


def rule(action: Fence, thread: int) -> Rule:
    return Rule(
        acquires=at(seen_by_reads(thread)) if action.order.acquires else nowhere,
        releases=at(left_for_writes(thread)) if action.order.releases else nowhere,
    )
