"""What the traits of actions claim is so: the rules of the same actions, and random runs, say it too."""

import random
from typing import Final, get_args

import pytest

from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Order,
    Post,
    ProcessEnd,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
)
from raddle.model.layout import NOBODY, layout_of
from raddle.model.machine import Machine
from raddle.model.rules.actions import rule_of, things_of, traits_of
from raddle.model.rules.rule import nowhere
from raddle.model.rules.traits import DECLARED, Family
from raddle.model.text.parse import parse_ctp
from tests.support.random_judged import PROFILES, numbered

EACH: Final[tuple[Action, ...]] = (
    Free((0,)), *map(Fence, Order), Start(), Exit(), Create(1), Join(1), Join(1, waits=False),
    *map(Acquire, (0, 0), Mode), Acquire(0, waits=False), *map(Release, (0, 0), Mode), *map(Refused, (0, 0), Mode),
    Wait(0, 0), Wait(0, None), Wake(0, "signal"), Wake(0, "timeout"), Wake(0, "any"), Signal(0), Broadcast(0),
    Take(0), Take(0, waits=False), Post(0), Count(0, 0), Arrive(0), Leave(0, None), Leave(0, True), OnceBegin(0),
    OnceEnd(0), OncePass(0), RegionBegin(), RegionBegin(made_up=True), RegionEnd(), RegionEnd(made_up=True),
    ProcessEnd(),
)  # fmt: skip
ONE_OF_EACH: Final = """
shared x = 0
lock m
condition c
semaphore s = 1
barrier b = 2
once o
thread T
 x := 1
thread main
 create(T)
 join(T)
"""


def test_every_action_that_is_no_access_is_here() -> None:
    assert {type(action) for action in EACH} == set(get_args(Action)) - {Step, Check}


@pytest.mark.parametrize("action", EACH, ids=str)
def test_who_is_said_to_learn_nothing_learns_nothing_by_the_rule(action: Action) -> None:
    ctp = parse_ctp(ONE_OF_EACH)
    rule = rule_of(action, 1, ctp, layout_of(ctp))
    assert rule is not None
    assert traits_of(action).learns_nothing == (rule.acquires is nowhere)


@pytest.mark.parametrize("action", EACH, ids=str)
def test_who_may_stand_somewhere_is_not_said_never_to_be_kept(action: Action) -> None:
    ctp = parse_ctp(ONE_OF_EACH)
    rule = rule_of(action, 1, ctp, layout_of(ctp))
    assert rule is not None
    assert traits_of(action).waits == (rule.in_vain is not None)
    assert not (traits_of(action).waits and traits_of(action).never_kept)


def test_who_is_never_kept_can_move_in_every_state_of_random_runs() -> None:
    seen: set[type[Action]] = set()
    for number in range(4 * len(PROFILES)):
        _, ctp = numbered(number, tuple(PROFILES))
        machine, rng = Machine(ctp), random.Random(number)
        state = machine.initial
        while moves := machine.moves(state):
            able = {move.event for move in moves}
            for event in machine.next_events(state):
                is_apart = state[machine.layout.region] in (NOBODY, 1 + event.thread)
                if traits_of(event.action).never_kept and is_apart:
                    assert event.number in able
                    seen.add(type(event.action))
            state = machine.perform(state, rng.choice(moves))
    never = {type(action) for action in EACH if traits_of(action).never_kept}
    assert seen == never


def test_every_kind_of_object_that_is_declared_has_its_table_and_is_counted() -> None:
    ctp = parse_ctp(ONE_OF_EACH)
    assert [len(things_of(ctp, family)) for family in DECLARED] == [1] * len(DECLARED)
    assert [getattr(ctp, f"{family.value}s") for family in DECLARED] == [things_of(ctp, family) for family in DECLARED]
    assert {of.family for action in EACH for of in traits_of(action).objects} == set(Family)
