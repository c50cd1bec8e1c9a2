"""Flags of memory that is given back, and what runs and flags together do not show."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from raddle.logic.evaluate import Evaluator
from raddle.logic.terms import Term, TermStore
from raddle.model.ctp import Action, Cell, Ctp, Event, Free, Read, Step, Thread, Write
from raddle.model.recorded.several import RunModel
from raddle.verify.memory.aims import Aims, Span
from raddle.verify.memory.flags import Flags

BLOCK, OTHER = 0x1000, 0x2000
CELLS = ((BLOCK, 4), (BLOCK + 4, 4), (OTHER, 4))
TERMS = TermStore()
POINTER, INDEX, VALUE = (TERMS.variable(name, 64) for name in ("pointer", "index", "value"))


def model(*threads: tuple[Action, ...], freed: int = BLOCK) -> RunModel:
    """Every event came from the record that gives back `freed`."""
    numbered = [(number, action) for number, actions in enumerate(threads) for action in actions]
    events = tuple(Event(number, thread, 0, action, number, 0) for number, (thread, action) in enumerate(numbered))
    names = tuple(Thread(f"t{number}", 0, len(actions), None) for number, actions in enumerate(threads))
    cells = tuple(Cell(hex(address), 8 * size, 0) for address, size in CELLS)
    rows: Any = SimpleNamespace(events={"value": np.array([0]), "site": np.array([0])})
    trace: Any = SimpleNamespace(
        threads=[rows] * len(threads), recording=SimpleNamespace(sync={"object": np.array([freed])})
    )
    return RunModel(0, Ctp(TERMS, names, events, cells), trace, CELLS, (), (), (), (), (), ())


def steps(*threads: tuple[Action, ...]) -> list[Action]:
    return [event.action for event in Flags().flagged([model(*threads)])[0].ctp.events]


def holds(step: Action, pointer: int, flag: int) -> bool:
    assert isinstance(step, Step)
    (read,) = (read for read in step.reads if read.of_lock)
    return Evaluator({POINTER: pointer, read.variable: flag}).holds(step.guard)


def reading(address: Term | None, cells: tuple[int, ...], addresses: tuple[int, ...] = ()) -> Step:
    return Step((Read(VALUE, cells, address, addresses),), TERMS.true, ())


def test_what_is_given_back_is_given_back_once() -> None:
    (step,) = steps((Free((0, 1)),))
    assert isinstance(step, Step)
    assert (holds(step, 0, 0), holds(step, 0, 1)) == (True, False)
    assert [(write.value.constant, write.cells) for write in step.writes] == [(1, step.reads[0].cells)]


def test_what_touches_it_finds_it_there() -> None:
    _, step = steps((Free((0, 1)),), (reading(None, (1,)),))
    assert (holds(step, 0, 0), holds(step, 0, 1)) == (True, False)


def test_other_memory_is_touched_as_before() -> None:
    use = reading(None, (2,))
    assert steps((Free((0, 1)),), (use,))[1] == use


def test_an_address_counts_where_it_leads_into_the_block() -> None:
    _, step = steps((Free((0, 1)),), (reading(POINTER, (0, 2), (BLOCK, OTHER)),))
    assert (holds(step, BLOCK, 1), holds(step, OTHER, 1), holds(step, BLOCK, 0)) == (False, True, True)


def test_what_the_source_does_not_read_needs_no_memory() -> None:
    use = Step((Read(VALUE, (0,), early=True),), TERMS.true, ())
    assert steps((Free((0, 1)),), (use,))[1] == use


def test_what_only_one_thread_knows_of_has_no_flag() -> None:
    assert steps((Free(()),)) == [Free(())]


def test_what_two_threads_give_back_has_one_though_nobody_uses_it() -> None:
    assert all(isinstance(step, Step) for step in steps((Free(()),), (Free(()),)))


def test_models_are_the_same_ones_where_nothing_is_new() -> None:
    flags, given = Flags(), model((Free((0, 1)),))
    assert flags.flagged([given])[0] is flags.flagged([given])[0]


def doubts(use: Step, *more: Action) -> list[str]:
    objects = [Span(BLOCK, BLOCK + 8), Span(OTHER, OTHER + 4)]
    found = Aims([model((*more, use))], objects)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("raddle.verify.memory.aims.OwnPlaces", lambda _: SimpleNamespace(of=lambda _: "a.c:1"))
        return list(found.doubts())


@pytest.mark.parametrize(
    ("address", "is_meant"),
    [
        (POINTER, True),
        (TERMS.sum([POINTER, TERMS.bits(0x1000, 64)], 64), False),  # from one object into another
        (TERMS.sum([POINTER, INDEX], 64), False),
        (TERMS.sum([INDEX, TERMS.bits(BLOCK, 64)], 64), False),
    ],
)
def test_an_access_to_two_objects_is_meant_for_those_that_its_pointer_points_into(
    address: Term,
    is_meant: bool,
) -> None:
    assert (not doubts(reading(address, (0, 2), (BLOCK, OTHER)))) == is_meant


def test_what_is_added_to_the_address_of_an_object_stays_in_it() -> None:
    address = TERMS.sum([INDEX, TERMS.bits(BLOCK, 64)], 64)
    assert doubts(reading(TERMS.sum([address, address], 64), (0, 1), (BLOCK, BLOCK + 4))) != []


def test_an_index_behind_pointers_that_all_point_into_one_object_stays_in_it() -> None:
    scaled = TERMS.sum([INDEX, INDEX, INDEX, INDEX], 64)
    use = reading(TERMS.sum([POINTER, scaled], 64), (0, 1), (BLOCK, BLOCK + 4))
    read = Step((Read(POINTER, (2,)),), TERMS.true, ())

    def written(address: int) -> Step:
        return Step((), TERMS.true, (Write(TERMS.bits(address, 64), (2,)),))

    assert doubts(use, written(BLOCK), read) == []
    assert doubts(use, written(BLOCK), written(OTHER), read) != []
