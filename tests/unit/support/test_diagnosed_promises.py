"""What programs promise `diagnose` to say (tests/support/diagnosed.py) against what is told: differences are seen."""

from dataclasses import replace
from pathlib import Path

from bench.paper_diagnosis import AVERAGE, ROWS
from raddle.base.place import SourcePlace
from raddle.report.diagnosed import Cause, Diagnosed, Order, Spot
from raddle.report.repaired import Candidate, Repaired
from tests.support.diagnosed import mismatches, promised
from tests.support.repaired_runs import broken_promises

TEXT = """// DIAGNOSE concurrency
// CAUSE: set -> get, get -> reset | set -> get
// REPAIR: mutex, atomic
// WITHOUT PREEMPTION: no
// ARGS: 3 'a b'
x = 1; // AT set
x = 0; // AT reset
y = x; // AT get
assert(y == 0); // FAILS
"""


def cause(*orders: tuple[int, int], fails: int = 9) -> Cause:
    def spot(line: int) -> Spot:
        return Spot("main.1", SourcePlace("p.c", line))

    return Cause(tuple(Order(spot(a), spot(b)) for a, b in orders), fails=SourcePlace("p.c", fails))


def said(tmp_path: Path, text: str, told: Diagnosed) -> list[str]:
    source = tmp_path / "p.c"
    source.write_text(text)
    return mismatches(promised(source), told)


TOLD = Diagnosed("p", "concurrency", causes=(cause((6, 8), (8, 7)),), complete=True)


def test_the_promise_is_read(tmp_path: Path) -> None:
    source = tmp_path / "p.c"
    source.write_text(TEXT)
    promise = promised(source)
    assert promise.causes == (frozenset({frozenset({(6, 8), (8, 7)}), frozenset({(6, 8)})}),)
    assert (promise.repairs, promise.arguments, promise.fails) == ({"mutex", "atomic"}, ("3", "a b"), {9})


def test_what_is_as_promised_is_no_mismatch(tmp_path: Path) -> None:
    assert said(tmp_path, TEXT, TOLD) == []
    assert said(tmp_path, TEXT, replace(TOLD, causes=(cause((6, 8)),))) == []


def test_every_difference_is_told(tmp_path: Path) -> None:
    assert "told and not promised: 8 -> 7" in said(tmp_path, TEXT, replace(TOLD, causes=(cause((8, 7)),)))
    assert any("not told" in one for one in said(tmp_path, TEXT, replace(TOLD, causes=())))
    assert said(tmp_path, TEXT, replace(TOLD, complete=False)) == ["not complete"]
    assert said(tmp_path, TEXT, replace(TOLD, without_preemption=True)) == ["without preemption: True"]
    assert said(tmp_path, TEXT, replace(TOLD, kind="sequential")) == ["sequential (), not concurrency"]
    (elsewhere,) = said(tmp_path, TEXT, replace(TOLD, causes=(cause((6, 8), fails=6),)))
    assert elsewhere.startswith("fails at p.c:6")


def test_a_line_that_is_in_no_cause_is_missed(tmp_path: Path) -> None:
    text = TEXT.replace("CAUSE: set -> get, get -> reset | set -> get", "NAMES: set, reset")
    assert said(tmp_path, text, TOLD) == []
    assert said(tmp_path, text, replace(TOLD, causes=(cause((6, 8)),))) == ["line 7 is in no cause"]


def test_a_repair_of_another_kind_breaks_the_promise(tmp_path: Path) -> None:
    source = tmp_path / "p.c"
    source.write_text(TEXT)

    def repaired(*candidates: Candidate) -> list[str]:
        return broken_promises(promised(source), Repaired("p", TOLD, candidates=candidates))

    mutex, order = (
        Candidate("a new mutex around line 6", "", True, kinds=frozenset({"mutex"})),
        Candidate("line 6 before line 7, by a semaphore", "", True, kinds=frozenset({"order"})),
    )
    assert repaired(order, mutex) == []
    assert len(repaired(order)) == len(repaired()) == len(repaired(replace(mutex, accepted=False))) == 1


def test_the_table_of_the_paper_has_its_averages_and_its_programs() -> None:
    assert len(ROWS) == 34
    assert all(row.source.is_file() for row in ROWS)
    keys = {"s": "seconds", "iterations": "iterations", "per schedule": "per_schedule", "per core": "per_core"}
    for key, name in {**keys, "unique": "unique"}.items():
        assert round(sum(getattr(row, name) for row in ROWS) / len(ROWS), 2) == AVERAGE[key]
    assert all(abs(100 * row.unique / row.per_schedule - row.ratio) < 0.1 for row in ROWS)
