"""Who looks when, and what is left of it: with looks that are made up."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from raddle.base.time_limit import BUDGET_ENDED, INTERRUPTED, Stopped, TimeIsOver
from raddle.check.part import Part
from raddle.check.shares import Look, Looked, Share, Turns
from raddle.decide.answers import Holds, Undecided
from raddle.model.goals import Fails
from raddle.report.properties import Property
from raddle.report.result import Finding, Open, Questions

HOUR_S = 3600.0
NOTHING = Part((), (), bounded=False)
LEFT = Part((), (Open(None, BUDGET_ENDED, 1),), bounded=False)
FOUND = Part((Finding("assertion", "predicted", None, "it fails"),), (), bounded=False)


@dataclass
class Turn:
    about: str
    limit_s: float | None
    length_s: float | None


@dataclass
class Told:
    """What looks were given."""

    turns: list[Turn] = field(default_factory=list)

    def look(self, about: Property, needs_s: float = 0.0, then: Callable[[Share], Part] = lambda _: NOTHING) -> Look:
        """One that has one question, which takes that much work."""
        share = Share()

        def part() -> Part:
            length_s = None if share.until is None else share.until - time.monotonic()
            self.turns.append(Turn(about, share.limit_s, length_s))
            answered = share.limit_s is None or share.limit_s >= needs_s
            share.answers[Fails(1)] = Holds(Fails(1)) if answered else Undecided(Fails(1), "time limit")
            return then(share) if answered else LEFT

        return Look(about, share, part)

    def order(self) -> list[tuple[str, float | None]]:
        return [(turn.about, turn.limit_s) for turn in self.turns]


def taken(looks: list[Look], until: float | None = None, most_s: float | None = 10.0) -> Looked:
    return Turns(looks, until, most_s).all()


def test_all_look_without_a_solver_before_anybody_asks_one() -> None:
    told = Told()
    found = taken([told.look("assertions", 1), told.look("races", 5), told.look("memory")])
    assert told.order() == [
        ("assertions", 0.0), ("races", 0.0), ("memory", 0.0), ("assertions", 1.0), ("races", 1.0), ("races", 10.0),
    ]  # fmt: skip
    assert found.questions == {one: Questions(1, 1) for one in ("assertions", "races", "memory")}
    assert not found.unlooked and not found.ended


def test_no_question_is_asked_longer_than_it_may_be() -> None:
    told = Told()
    found = taken([told.look("races", 50)])
    assert told.order() == [("races", 0.0), ("races", 1.0), ("races", 10.0)]
    assert found.questions == {"races": Questions(1, 0)} and found.parts == (LEFT,)
    told = Told()
    taken([told.look("races", 50)], most_s=None)
    assert told.order() == [("races", 0.0), ("races", 1.0), ("races", None)]


def test_a_turn_has_an_equal_share_and_what_it_does_not_use_is_left_to_the_others() -> None:
    told = Told()
    taken([told.look("assertions", 1), told.look("races", 1)], until=time.monotonic() + HOUR_S, most_s=None)
    first, second, third, fourth = (turn.length_s or 0.0 for turn in told.turns)
    assert first == pytest.approx(HOUR_S / 3, rel=0.1) and second == pytest.approx(HOUR_S / 2, rel=0.1)
    assert third == pytest.approx(HOUR_S / 2, rel=0.1) and fourth == pytest.approx(HOUR_S, rel=0.1)


def test_every_property_is_looked_at_also_when_the_time_is_over() -> None:
    told = Told()
    found = taken([told.look("assertions", 1), told.look("races")], until=time.monotonic())
    assert told.order() == [("assertions", 0.0), ("races", 0.0)]
    assert found.ended == BUDGET_ENDED and not found.unlooked


def test_a_question_that_had_all_the_time_there_was_left_no_more_of_it() -> None:
    """However little was over when it gave up: its limit is of work, and that is not quite the time on the clock."""
    told = Told()
    found = taken([told.look("races", 50)], until=time.monotonic() + 5, most_s=None)
    assert [turn.limit_s for turn in told.turns][:2] == [0.0, 1.0] and told.turns[-1].limit_s == pytest.approx(5, abs=1)
    assert found.ended == BUDGET_ENDED
    assert not taken([told.look("races", 50)], until=time.monotonic() + HOUR_S).ended


def test_what_was_found_is_shown_in_another_turn_where_there_was_no_time_to() -> None:
    def once(share: Share) -> Part:
        share.wants_more = share.limit_s == 0
        return NOTHING

    told = Told()
    taken([told.look("races", 0, once)])
    assert told.order() == [("races", 0.0), ("races", 1.0)]


def test_one_that_is_cut_off_does_not_take_the_others_with_it_and_has_another_try_behind_them() -> None:
    told, order = Told(), list[str]()

    def endless() -> Part:
        order.append(f"assertions behind {len(told.turns)}")
        raise TimeIsOver

    found = taken([Look("assertions", Share(), endless), told.look("races")])
    assert order == ["assertions behind 0", "assertions behind 1"]
    assert found.unlooked == ("assertions",) and found.parts == (NOTHING,)


def test_what_was_answered_before_a_signal_is_told() -> None:
    """Without asking and replaying any more."""
    share, turns = Share(), list[tuple[float | None, float | None]]()

    def part() -> Part:
        turns.append((share.limit_s, share.until))
        if len(turns) == 1:
            return LEFT
        if len(turns) == 2:
            share.answers[Fails(2)] = Holds(Fails(2))
            raise Stopped
        return FOUND

    share.answers[Fails(1)] = Undecided(Fails(1), BUDGET_ENDED)
    told = Told()
    found = taken([Look("races", share, part), told.look("memory")])
    assert turns == [(0.0, None), (1.0, None), (0.0, 0.0)]
    assert found.ended == INTERRUPTED and found.parts == (FOUND, NOTHING)


def test_what_is_known_is_told_after_each_turn() -> None:
    told, known = Told(), list[Looked]()
    Turns([told.look("races"), told.look("memory")], None, 10.0, known.append).all()
    assert [one.unlooked for one in known] == [("memory",), ()]
