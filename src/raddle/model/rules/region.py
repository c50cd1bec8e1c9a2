"""Atomic regions (docs/rules.md, Regions): while a thread is in one, nobody else does anything. For races all of them
are one lock, but for those that are made up."""

from typing import assert_never

from raddle.model.actions import RegionBegin, RegionEnd
from raddle.model.layout import NOBODY, Layout
from raddle.model.rules.rule import Rule, at, nowhere, put
from raddle.model.rules.traits import Family, Stretch, SyncObject, Traits

RegionAction = RegionBegin | RegionEnd
_REGION = SyncObject(Family.REGION, 0)


def traits(action: RegionAction) -> Traits:
    match action:
        case RegionBegin(made_up):
            return Traits(_REGION, begins=Stretch(_REGION), learns_nothing=made_up)
        case RegionEnd():
            return Traits(_REGION, ends=Stretch(_REGION), never_kept=True, learns_nothing=True)
        case _:
            assert_never(action)


def rule(action: RegionAction, thread: int, layout: Layout) -> Rule:
    owner, mine = layout.region, 1 + thread
    left = nowhere if action.made_up else at(("region",))
    match action:
        case RegionBegin():
            free = put(owner, mine)
            return Rule(lambda slots: slots[owner] == NOBODY, free, "its thread is in a region", acquires=left)
        case RegionEnd():
            free = put(owner, NOBODY)
            return Rule(lambda slots: slots[owner] == mine, free, "its thread is in no region", releases=left)
        case _:
            assert_never(action)
