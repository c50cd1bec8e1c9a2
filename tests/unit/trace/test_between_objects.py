"""Memory that is no variable and no block: how far an object around an address may go."""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from raddle.trace.between_objects import Between
from raddle.trace.program import Program
from raddle.trace.recorded import Recording


@dataclass
class _Thread:
    stack_low: int
    stack_high: int


@dataclass
class _Program:
    variables: list[tuple[int, int, Any, Any]]


@dataclass
class _Run:
    threads: tuple[_Thread, ...]
    blocks: list[tuple[int, int]]

    def of_kind(self, *_kinds: str) -> Any:
        return np.array(self.blocks, [("object", "<u8"), ("value", "<u8")])


def _between() -> Between:
    run = _Run((_Thread(9000, 9900),), [(2000, 100), (2050, 100), (3000, 8)])
    program = _Program([(1000, 16, None, None), (1100, 4, None, None)])
    return Between(cast(Program, program), (cast(Recording, run),))


def test_it_goes_from_the_end_of_one_object_to_the_beginning_of_the_next() -> None:
    assert _between().around(1050) == (1016, 84)
    assert _between().around(2500) == (2150, 850)


def test_before_the_first_and_behind_the_last_there_is_no_end() -> None:
    assert _between().around(10) == (0, 1000)
    begin, size = _between().around(9950)
    assert begin == 9900
    assert size > 1 << 40


def test_on_a_stack_it_may_be_all_of_that() -> None:
    assert _between().around(9500) == (9000, 900)


def test_blocks_that_lay_there_one_after_the_other_are_one_object() -> None:
    assert _between().object_at(2060) == (2000, 150)
    assert _between().object_at(1003) == (1000, 16)
    assert _between().object_at(2500) is None
    assert _between().object_at(9500) is None
