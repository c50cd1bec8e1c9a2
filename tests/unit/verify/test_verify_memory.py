"""Flags of memory that is given back, and what runs and flags together do not show."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from raddle.logic.evaluate import Evaluator
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Action, Cell, Free, Read, Step, Write
from raddle.model.program import Event, Thread, TraceProgram
from raddle.model.recorded.several import RunModel
from raddle.verify.memory.aims import Aims, Span
from raddle.verify.memory.flags import Flags

BLOCK, OTHER = 0x1000, 0x2000
CELLS = ((BLOCK, 4), (BLOCK + 4, 4), (OTHER, 4))
TERMS = TermStore()
POINTER, INDEX, VALUE = (TERMS.variable(name, 64) for name in ("pointer", "index", "value"))
HIGH, LOW = (TERMS.variable(name, 32) for name in ("high", "low"))


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
    return RunModel(0, TraceProgram(TERMS, names, events, cells), trace, CELLS, (), (), (), (), (), ())


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
    free, step = steps((Free((0, 1)),), (reading(POINTER, (0, 2), (BLOCK, OTHER)),))
    assert isinstance(free, Step) and isinstance(step, Step)
    *_, flag = step.reads
    assert (flag.address, flag.addresses) == (POINTER, (BLOCK, OTHER))
    assert (holds(step, BLOCK, 1), holds(step, BLOCK, 0)) == (False, True)
    raised = {cell for write in free.writes for cell in write.cells}
    assert [cell in raised for cell in flag.cells] == [True, False]


def test_runs_that_lead_elsewhere_look_at_a_flag_too() -> None:
    into, elsewhere = reading(POINTER, (0,), (BLOCK,)), reading(POINTER, (2,), (OTHER,))
    models = [model((Free((0, 1)),), (into,)), replace(model((elsewhere,)), number=1)]
    shown = [flagged.ctp.events[-1].action for flagged in Flags().flagged(models)]
    assert [len(step.reads) for step in shown if isinstance(step, Step)] == [2, 2]


def test_parts_of_one_access_look_at_one_flag() -> None:
    parts = Step(
        (Read(VALUE, (0, 2), POINTER, (BLOCK, OTHER)), Read(INDEX, (1,), POINTER, (BLOCK,))), TERMS.true, ()
    )
    _, step = steps((Free((0, 1)),), (parts,))
    assert isinstance(step, Step) and len(step.reads) == 3


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
        (TERMS.concat(HIGH, LOW), True),  # read piece by piece
        (TERMS.concat(HIGH, TERMS.sum([LOW, LOW], 32)), False),
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
