"""The door for questions: engines in an order, each of which is asked what those before it have left."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from raddle.base.time_limit import BUDGET_ENDED
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.decide.door import Group, Known, decide, first_of
from raddle.model.goals import Fails, Goal
from raddle.model.moves import Move
from raddle.model.text.parse import parse_ctp

PROGRAM = parse_ctp("shared x: 8 = 0\nthread T\n x := 1\nthread main\n assert(x == 0)\n")
ONE, TWO, THREE = Fails(1), Fails(2), Fails(3)


@dataclass
class Told:
    """An engine that knows these answers, and these ways."""

    verdicts: tuple[Verdict, ...] = ()
    ways: dict[Goal, tuple[Move, ...]] = field(default_factory=dict)
    asked: list[list[Goal]] = field(default_factory=list)

    def settle(self, groups: Sequence[Group], known: Known) -> None:
        self.asked += map(list, groups)
        known.answers.update({one.goal: one for one in self.verdicts})
        known.ways.update(self.ways)


def violated(goal: Goal) -> Violated:
    return Violated(goal, (), 0, fewest=False)


def test_who_comes_later_is_asked_what_is_left() -> None:
    first, second = Told((Holds(ONE), Undecided(THREE, "too much"))), Told((violated(THREE),))
    assert decide(PROGRAM, [[ONE, TWO], [THREE]], [first, second], Known()) == [
        [Holds(ONE), Undecided(TWO, BUDGET_ENDED)],
        [violated(THREE)],
    ]
    assert first.asked == [[ONE, TWO], [THREE]]
    assert second.asked == [[TWO], [THREE]]


def test_one_violation_of_a_group_is_enough() -> None:
    first, second = Told((Undecided(ONE, "too much"), violated(TWO))), Told()
    known = Known()
    assert decide(PROGRAM, [[ONE, TWO, THREE]], [first, second], known) == [[violated(TWO)]]
    assert second.asked == [[]]
    assert ONE not in known.answers, "nobody asks any more"


def test_a_way_that_nobody_makes_shorter_is_a_violation() -> None:
    moves = (Move(1), Move(2))
    ((found,),) = decide(PROGRAM, [[ONE]], [Told(ways={ONE: moves})], Known())
    assert isinstance(found, Violated)
    assert found.moves == moves
    assert not found.fewest


def test_what_is_known_is_not_asked() -> None:
    engine = Told()
    assert decide(PROGRAM, [[ONE]], [engine], Known({ONE: Holds(ONE)})) == [[Holds(ONE)]]
    assert engine.asked == [[]]


def test_of_a_group_the_violation_counts_then_what_is_undecided() -> None:
    assert first_of(PROGRAM, [ONE, TWO], [Told((Undecided(ONE, "too much"), violated(TWO)))]) == violated(TWO)
    assert first_of(PROGRAM, [ONE, TWO], [Told((Holds(ONE), Undecided(TWO, "too much")))]) == Undecided(TWO, "too much")
    assert first_of(PROGRAM, [ONE, TWO], [Told((Holds(ONE), Holds(TWO)))]) is None
