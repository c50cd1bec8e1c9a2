"""Once routines (docs/rules.md, Once): one begins; whoever comes later waits while it goes on, and passes behind its
end, which happens before every pass."""

from typing import assert_never

from raddle.model.actions import OnceBegin, OnceEnd, OncePass
from raddle.model.layout import BEGUN, DONE, NOT_BEGUN, Layout
from raddle.model.program import TraceProgram
from raddle.model.rules.rule import Guard, Rule, at, nothing, put
from raddle.model.rules.traits import Family, Stretch, SyncObject, Traits

OnceAction = OnceBegin | OnceEnd | OncePass
_AWAITED = "the once routine of {}"


def traits(action: OnceAction) -> Traits:
    once = SyncObject(Family.ONCE, action.once)
    match action:
        case OnceBegin():
            return Traits(once, True, _AWAITED, begins=Stretch(once), learns_nothing=True)
        case OnceEnd():
            return Traits(once, ends=Stretch(once), never_kept=True, learns_nothing=True)
        case OncePass():
            return Traits(once, True, _AWAITED)
        case _:
            assert_never(action)


def rule(action: OnceAction, ctp: TraceProgram, layout: Layout) -> Rule:
    slot, name = layout.onces + action.once, ctp.onces[action.once]
    end = at(("once", action.once))

    def stands_at(value: int) -> Guard:
        return lambda slots: slots[slot] == value

    goes_on = stands_at(BEGUN)
    match action:
        case OnceBegin():
            return Rule(stands_at(NOT_BEGUN), put(slot, BEGUN), f"{name} has begun already", goes_on)
        case OnceEnd():
            return Rule(goes_on, put(slot, DONE), f"{name} has not begun, or is done", releases=end)
        case OncePass():
            return Rule(stands_at(DONE), nothing, f"{name} is not done", goes_on, acquires=end)
        case _:
            assert_never(action)
