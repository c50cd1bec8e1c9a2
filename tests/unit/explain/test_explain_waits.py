"""How long what a thread does counts as reached through a wait."""

from raddle.explain.recorded.waits import Waits
from raddle.explain.run import Deed
from raddle.explain.walked.raw import RawStep

OWN, HEADER, DEEPER = 10, 90, 91
# main calls f (row 1), which calls a function of a header (row 2), which calls another one (row 3)
STACKS = [(0, 0), (0, OWN), (1, OWN + 1), (2, HEADER)]


def waits() -> Waits:
    return Waits(STACKS, lambda site: site < HEADER)


def at(stack: int, site: int, activation: int) -> RawStep:
    return RawStep(Deed.OTHER, site, stack, activation, 0, None)


def test_a_wait_lasts_until_its_function_is_left() -> None:
    told = waits()
    assert told.over(5, at(1, OWN + 2, 7)) is None
    assert told.last(1, 7) == 5
    assert told.last(2, 8) == 5
    assert told.last(0, 1) is None
    assert told.last(1, 7) is None


def test_another_call_of_the_function_is_another_one() -> None:
    told = waits()
    told.over(5, at(1, OWN + 2, 7))
    assert told.last(1, 9) is None


def test_waits_of_the_functions_around_are_known_again_behind_a_call() -> None:
    told = waits()
    told.over(5, at(0, OWN, 1))
    assert told.over(6, at(1, OWN + 2, 7)) == 5
    assert told.last(0, 1) == 5


def test_a_wait_at_the_same_place_takes_the_place_of_the_one_before() -> None:
    told = waits()
    told.over(5, at(0, OWN, 1))
    told.over(6, at(1, OWN + 2, 7))
    assert told.over(8, at(1, OWN + 2, 7)) == 5
    assert told.over(9, at(1, OWN + 3, 7)) == 8


def test_a_wait_in_a_header_is_that_of_the_function_that_calls_it() -> None:
    told = waits()
    told.over(5, at(3, DEEPER, 9))
    assert told.last(1, 7) == 5
    assert told.last(0, 1) is None
