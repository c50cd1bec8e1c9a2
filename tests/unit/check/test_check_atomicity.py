"""From decided tears to findings: what makes one report, what is left open, and what only looks torn."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from raddle.base.place import SourcePlace
from raddle.check import CheckOptions, Timed, check_text
from raddle.check.atomicity import baseline_notes, by_block, grouped, open_tears
from raddle.check.places import NOWHERE
from raddle.check.tears import is_on_the_way
from raddle.model.choice import Model
from raddle.model.goals import Torn
from raddle.model.machine import Machine
from raddle.model.run import moves_of
from raddle.model.text.parse import load_ctp, parse_ctp
from raddle.predict.atomicity.baseline import Counts
from raddle.predict.atomicity.decide import Tear, Tears, UndecidedTear
from raddle.report.progress import Stages
from raddle.report.result import Block, NotAtomic, Result, Stats
from tests.support.results import TORN, WITHDRAW, bank


class Quiet(Stages):
    def stage(self, name: str, total: int = 0) -> None:
        pass

    def advance(self) -> None:
        pass


def checked(folder: Path, text: str, model: Model = "symbolic") -> Result:
    path = folder / "test.ctp"
    path.write_text(text)
    options = CheckOptions(witnesses=folder, properties=("atomicity",), model=model)
    return check_text(load_ctp(path), path, options, Quiet(), Timed())


SEEN_TWICE = """shared x = 0, y = 0
thread one
  atomic {
    t1: a := x
    t2: y := a
    t3: b := x
    t4: assume(b < LIMIT)
  }
thread two
  t5: x := 5
trace t1 t2 t3 t4 t5
"""


@pytest.mark.parametrize("model", ["symbolic", "concrete"])
def test_a_value_that_changes_no_branch_does_not_tear_a_block_under_any_model(tmp_path: Path, model: Model) -> None:
    """The second read feeds a condition only. Where values are kept, any other one leaves the recorded run."""
    assert not checked(tmp_path, SEEN_TWICE.replace("LIMIT", "9"), model).findings
    (torn,) = checked(tmp_path, SEEN_TWICE.replace("LIMIT", "3"), model).findings
    assert [place.line for place in torn.places] == [4, 10, 6]


@pytest.mark.parametrize(("limit", "tears"), [("9", False), ("3", True)])
def test_a_replay_of_one_torn_block_shows_another_only_if_the_machine_says_so(limit: str, tears: bool) -> None:
    ctp = parse_ctp(SEEN_TWICE.replace("LIMIT", limit))
    names = {event.label: event.number for event in ctp.events}
    t1, t2, t3, t4, t5 = (names[f"t{number}"] for number in range(1, 6))
    order = [*range(t3), t5 - 1, t5, t3]  # thread two begins right before t5
    run: Any = SimpleNamespace(moves=moves_of(ctp, order))
    asked = replace(tear(4, 10, 10, 7), goal=Torn(t2, t5, t5, t4), _run=run)
    assert is_on_the_way(Machine(ctp), Torn(t1, t5, t5, t3), asked) is tears
    assert not is_on_the_way(Machine(ctp), Torn(t1, t2, t2, t5), asked)
    ahead = replace(asked, goal=Torn(t1, t5, t5, t3), _run=SimpleNamespace(moves=run.moves[:-1]))
    assert is_on_the_way(Machine(ctp), Torn(t1, t5, t5, t3), ahead) is tears
    assert not is_on_the_way(Machine(ctp), Torn(t1, t5, t5, t4), ahead)


def test_without_blocks_nothing_is_decided(tmp_path: Path) -> None:
    text = SEEN_TWICE.replace("  atomic {\n", "").replace("  }\n", "").replace("LIMIT", "3")
    result = checked(tmp_path, text)
    assert not result.findings and result.stats.block_executions == 0 and "atomicity" not in result.stats.seconds


def tear(first: int, there: int, back: int, last: int, *, block: int = 0) -> Tear:
    """Lines and events of these numbers."""
    events = first, there, back, last
    one, two, three, four = (bank(line, "f") for line in events)
    run: Any = None
    return Tear((one, two, three, four), block, None, Torn(*events), run)


BLOCKS = (WITHDRAW, WITHDRAW, Block("deposit", inferred=False, place=bank(30, "deposit")))


def test_one_report_is_one_block_with_one_set_of_places_and_its_plainest_tear_comes_first() -> None:
    through_two, three_accesses, again = tear(1, 8, 9, 2), tear(1, 9, 9, 2), tear(2, 9, 8, 1, block=1)
    elsewhere, other_block = tear(1, 7, 7, 2), tear(1, 9, 9, 2, block=2)
    groups = grouped([through_two, three_accesses, again, elsewhere, other_block], BLOCKS)
    assert sorted(map(len, groups)) == [1, 1, 1, 2]
    (pair,) = (group for group in groups if len(group) == 2)
    assert set(map(id, pair)) == {id(through_two), id(again)}
    near = tear(5, 9, 9, 6)
    far = replace(tear(1, 9, 9, 6), places=near.places)
    assert grouped([far, near], BLOCKS) == [[near, far]]


def test_reports_are_sorted_by_blocks_and_the_plain_ones_come_first() -> None:
    assert isinstance(TORN.about, NotAtomic)
    two_memories = replace(TORN, about=replace(TORN.about, memories=("a", "b")))
    later = replace(TORN, about=replace(TORN.about, block=BLOCKS[2]))
    nowhere = replace(TORN, about=replace(TORN.about, block=replace(WITHDRAW, place=None)))
    assert sorted([later, two_memories, TORN, nowhere], key=by_block) == [nowhere, TORN, two_memories, later]


def test_what_is_undecided_is_left_open_with_its_reason() -> None:
    unknown = UndecidedTear((bank(8, "get"), NOWHERE, NOWHERE, bank(9, "set")), 0, "time limit", 3)
    first, beyond = open_tears(Tears((), (unknown,), 7, bounded=False, _counts=Counts))
    assert (first.place, first.other, first.reason, first.instances) == (bank(8, "get"), None, "time limit", 3)
    assert (first.kind, beyond.kind, beyond.instances) == ("atomicity", "atomicity", 7)
    assert isinstance(first.place, SourcePlace) and beyond.place is None


def test_the_counts_of_methods_without_data_are_told_when_asked_for() -> None:
    assert baseline_notes(Stats()) == ()
    counts = {"regions": 2, "orig_pavs": 8, "hb_pavs": 6, "baseline": 4, "sym_avs": 1}
    (note,) = baseline_notes(Stats(baseline=counts))
    assert "(2 executions of blocks): 8 conflict" in note and "leave 6" in note and "histories 4" in note
    assert note.endswith("some interleaving shows 1")
    (note,) = baseline_notes(Stats(baseline={**counts, "sym_avs": None}))
    assert note.endswith("how many some interleaving shows is not known")
