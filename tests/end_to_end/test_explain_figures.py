"""Figures 1, 2 and 7 of the error invariants paper from real programs: tests/figures/seed4_*.c under the schedules of
the figures."""

from pathlib import Path

import pytest

from raddle.base.segments import Segment
from raddle.capture.build import build_program
from raddle.capture.control import Control
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import RunRequest, run_program
from raddle.explain.detail import DATA, DATA_HAZARDS, FULL, LADDER, Detail
from raddle.explain.recorded.from_recording import run_of_recording
from raddle.explain.run import Deed, Run
from raddle.explain.slices import Dependence, Slice
from raddle.explain.slicing.slicer import slice_of
from raddle.logic.operators import Op
from raddle.papers.error_invariants.rechecked import recheck
from raddle.trace.recording import load_recording
from tests.oracles.rechecked_run import recheck_run

FIGURES = Path(__file__).parents[1] / "figures"
THE_REST = 99


def _image(name: str, folder: Path) -> ProgramImage:
    return load_image(build_program([FIGURES / f"{name}.c"], [], folder / name).program)


def _failing(image: ProgramImage, folder: Path, *segments: tuple[str, int]) -> Run | None:
    """The run by this schedule, if it fails."""
    control = Control(segments=tuple(Segment(*one) for one in segments))
    run = run_program(RunRequest(image, folder / "run.rdl", control=control))
    return run_of_recording(load_recording(run.recording)) if run.outcome == "assert" else None


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Two deposits and a withdrawal; the second withdrawal reads; the third deposit; the rest."""
    folder = tmp_path_factory.mktemp("bank")
    schedule = (("main", 4), ("main.1", 17), ("main.2", 12), ("main.1", THE_REST), ("main.2", THE_REST))
    run = _failing(_image("seed4_figure1", folder), folder, *schedule)
    assert run is not None
    return run


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The second thread puts its value on stack 1 and finds stack 0 empty; then the first one does all of its work."""
    folder = tmp_path_factory.mktemp("pool")
    image = _image("seed4_figure6", folder)
    schedules = [(("main", 4), ("main.2", count), ("main.1", THE_REST), ("main.2", THE_REST)) for count in range(3, 12)]
    found = [run for schedule in schedules if (run := _failing(image, folder, *schedule)) is not None]
    assert found
    return found[0]


def _line(run: Run, number: int) -> int:
    place = run.wording.place(run.steps[number])
    return 0 if place is None else place.line


def _at(name: str, text: str) -> int:
    """The line of a figure's program on which this stands."""
    (line,) = [
        number for number, line in enumerate((FIGURES / f"{name}.c").read_text().splitlines(), 1) if text in line
    ]
    return line


def _accesses(run: Run, thread: str, deed: Deed, name: str) -> list[int]:
    number = run.threads.index(thread)
    return [
        step.number
        for step in run.steps
        if step.thread == number and step.deed is deed and run.wording.name(step) == name
    ]


def _orders(found: Slice) -> set[tuple[int, int, Dependence]]:
    return {(one.earlier, one.later, one.kind) for one in found.hazards}


@pytest.mark.parametrize("detail", LADDER, ids=str)
def test_the_slices_are_right(bank: Run, pool: Run, detail: Detail) -> None:
    for run in (bank, pool):
        assert recheck_run(run) == []
        assert recheck(run, slice_of(run, detail)) == []


def test_figure_2_the_interrupted_withdrawal_and_its_invariants(bank: Run) -> None:
    stale = _accesses(bank, "main.2", Deed.READ, "balance")[1]
    lost = _accesses(bank, "main.1", Deed.WRITE, "balance")[2]
    last = _accesses(bank, "main.2", Deed.WRITE, "balance")[1]
    found = slice_of(bank, DATA_HAZARDS)
    assert (stale, lost, Dependence.WAR) in _orders(found)
    assert (lost, last, Dependence.WAW) in _orders(found)
    assert lost not in slice_of(bank, DATA).kept
    terms = bank.terms
    known = dict(found.invariants)
    bal = next(number for number in found.kept if number > stale and bank.steps[number].deed is Deed.ASSIGN)
    assert known[bal].holds == (terms.apply(Op.SLE, 1, bank.variable(bal), terms.bits(40 + 30 - 10, 32)),)
    assert known[lost].holds == known[bal].holds
    assert (stale, lost) in {(one.earlier, one.later) for one in known[lost].ordered}
    assert known[last].holds == (terms.apply(Op.SLE, 1, bank.variable(last), terms.bits(40 + 30 - 10 - 5, 32)),)
    assert (lost, last) in {(one.earlier, one.later) for one in known[last].ordered}


def test_figure_7_the_stack_that_was_found_empty_is_filled_later(pool: Run) -> None:
    found = slice_of(pool, FULL)
    empty = _accesses(pool, "main.2", Deed.READ, "ts_top[0]")[0]
    push = _accesses(pool, "main.1", Deed.WRITE, "ts_top[0]")[0]
    assert {empty, push} <= set(found.kept)
    assert (empty, push, Dependence.WAR) in _orders(found)
    assert any(empty < one.before < one.after <= push for one in found.switches)
    pushed = _accesses(pool, "main.2", Deed.WRITE, "ts_top[1]")[0]
    popped = _accesses(pool, "main.1", Deed.WRITE, "ts_top[1]")[0]
    assert (pushed, popped, Dependence.WAW) in _orders(found)
    empty_again = _accesses(pool, "main.2", Deed.READ, "ts_top[1]")[-1]
    assert (popped, empty_again, Dependence.RAW) in _orders(found)
    lines = {_line(pool, number) for number in found.kept}
    shown = {_line(pool, number) for number in found.conditions}
    name = "seed4_figure6"
    assert _at(name, "return EMPTY; /* of the pool") in lines
    assert _at(name, "while (top != EMPTY)") in shown


def test_figure_7_without_control_only_the_last_push_and_the_result_are_there(pool: Run) -> None:
    found = slice_of(pool, DATA)
    empty = _accesses(pool, "main.2", Deed.READ, "ts_top[0]")[0]
    assert empty not in found.kept
    assert _accesses(pool, "main.1", Deed.WRITE, "ts_top[0]")[0] in found.kept
