"""Creating, starting, ending and joining threads (docs/rules.md, Threads and the end of the process). How a state knows
who was created and who has ended is the layout's."""

from typing import assert_never

from raddle.model.actions import Create, Exit, Join, Start
from raddle.model.layout import Layout
from raddle.model.program import TraceProgram
from raddle.model.rules.rule import Rule, at, negated, nothing
from raddle.model.rules.traits import ENDS, Family, SyncObject, Traits

ThreadAction = Start | Exit | Create | Join


def traits(action: ThreadAction) -> Traits:
    match action:
        case Start():
            return Traits()
        case Exit():
            return ENDS
        case Create(child):
            return Traits(SyncObject(Family.THREAD, child), never_kept=True, learns_nothing=True)
        case Join(child, waits):
            return Traits(SyncObject(Family.THREAD, child), waits, "the end of {}", child if waits else None)
        case _:
            assert_never(action)


def rule(action: ThreadAction, thread: int, ctp: TraceProgram, layout: Layout) -> Rule:
    match action:
        case Start():
            created = layout.is_created(thread)
            return Rule(created, why_not="its thread is not created yet", acquires=at(("created", thread)))
        case Exit():
            return Rule(change=layout.end(thread), releases=at(("ended", thread)))
        case Create(child):
            why_not = f"{ctp.threads[child].name} has been created already"
            uncreated = negated(layout.is_created(child))
            return Rule(uncreated, layout.create(child), why_not, releases=at(("created", child)))
        case Join(child, waits):
            ended, why_not = layout.has_ended(child), f"{ctp.threads[child].name} has not ended yet"
            in_vain = negated(ended) if waits else None
            return Rule(ended, nothing, why_not, in_vain, acquires=at(("ended", child)))
        case _:
            assert_never(action)
