"""The tables about prediction say of small programs what is true of them, and each violation comes in the replay."""

import time
from pathlib import Path

import pytest

from bench.limited import peak_mb, within
from bench.prediction import Answered, TimedEncoder, by_exploring, predict, size_of, spread
from bench.programs_run import PROGRAMS
from bench.staged import Staged, built, by_site, pieces_of_memory, staged
from bench.table import Growth, points_of
from bench.tables import growth, scale, table1
from raddle.base.errors import ToolError
from raddle.decide.answers import Holds, Undecided, Violated


@pytest.fixture(scope="module")
def broken_bank(tmp_path_factory: pytest.TempPathFactory) -> Staged:
    flags = ("-DTHREADS=2", "-DROUNDS=1", "-DBUG")
    return staged(built(PROGRAMS / "banking.c", flags), tmp_path_factory.mktemp("bank"), TimedEncoder)


# ---- processes


def test_work_that_ends_in_time_returns_what_it_found() -> None:
    assert within(20, lambda: 6 * 7) == 42


def test_work_is_ended_at_its_limit() -> None:
    assert within(0.05, lambda: time.sleep(60)) is None


def test_work_that_fails_is_an_error_that_shows_why() -> None:
    with pytest.raises(ToolError, match="ZeroDivisionError"):
        within(20, lambda: 1 // 0)


def test_memory_is_told() -> None:
    assert peak_mb() > 1


# ---- choosing and plotting


@pytest.mark.parametrize(("most", "chosen"), [(None, (1, 2, 3, 4, 5)), (3, (1, 3, 5)), (1, (5,)), (9, (1, 2, 3, 4, 5))])
def test_a_few_executions_are_spread_over_all(most: int | None, chosen: tuple[int, ...]) -> None:
    assert spread((1, 2, 3, 4, 5), most) == chosen


def test_sizes_grow_by_powers_of_ten_to_the_one_asked_for() -> None:
    assert scale.sizes_to(50_000) == [1_000, 10_000, 50_000]
    assert scale.sizes_to(10_000) == [1_000, 10_000]
    assert scale.sizes_to(500) == [500]


def test_the_exponent_of_what_grows_like_the_run_is_one() -> None:
    small = scale.Scaled(1_000, 10, {"walk": 0.5}, {"walk": 40.0}, 3, 3, 0)
    large = scale.Scaled(4_000, 10, {"walk": 2.0}, {"walk": 50.0}, 3, 3, 0)
    (row,) = scale.rows_of("run", large, small)
    assert row["exponent"] == pytest.approx(1.0)
    assert row["per_million_s"] == pytest.approx(500.0)


def test_a_time_that_was_too_long_is_left_out_of_the_plot() -> None:
    rows = [{"threads": 10, "predict_s": 0.5}, {"threads": 20, "predict_s": ">20"}, {"threads": 30}]
    assert points_of(rows, Growth("threads", "predict_s", "program")) == [(10, 0.5)]


def test_the_first_table_has_the_papers_rows() -> None:
    names = {program.name for program in table1.ROWS if program.paper}
    banking = {f"banking-{threads}{bug}" for threads in (2, 5, 10) for bug in ("", "a")}
    indexer = {f"indexer-{threads}{bug}" for threads in (15, 20, 25) for bug in ("", "a")}
    assert names == banking | indexer | {"indexer-10"}
    assert all((PROGRAMS / program.source).exists() for program in table1.ROWS)


# ---- predictions


@pytest.mark.compiler
@pytest.mark.native
def test_the_solver_alone_finds_the_violation_and_its_size_is_told(broken_bank: Staged) -> None:
    predicted = predict(broken_bank, 10)
    assert predicted.word == "error"
    assert predicted.satisfiable >= len(predicted.violated) >= 1
    assert predicted.slowest is not None
    size = size_of(broken_bank, predicted.violated[0].goal)
    assert 0 < size.events <= len(broken_bank.ctp.events)
    assert size.reads > 0
    assert size.most > 1
    assert pieces_of_memory(broken_bank.trace.recording.path) > len(broken_bank.ctp.cells)


@pytest.mark.compiler
@pytest.mark.native
def test_a_known_violation_is_not_solved_for_again(broken_bank: Staged) -> None:
    found = predict(broken_bank, 10).violated[0]
    again = predict(broken_bank, 10, seen={found.goal: found.moves})
    assert found.goal in {one.goal for one in again.violated}
    assert sum(map(len, by_site(broken_bank))) == len(broken_bank.ctp.checks)
    first = by_site(broken_bank)[0]
    assert again.satisfiable < predict(broken_bank, 10).satisfiable or found.goal not in first


@pytest.mark.compiler
@pytest.mark.native
def test_a_bound_that_is_too_small_hides_the_violation(broken_bank: Staged) -> None:
    assert predict(broken_bank, 10, switches=1).word == "passed"


@pytest.mark.compiler
@pytest.mark.native
def test_the_explorer_finds_the_same(broken_bank: Staged) -> None:
    found = by_exploring(broken_bank, 30)
    assert found is not None
    assert found.word == "error"


@pytest.mark.compiler
@pytest.mark.native
def test_a_row_of_the_first_table_agrees_with_its_reference_and_its_replays(tmp_path: Path) -> None:
    program = table1.Program("tiny", "banking.c", ("-DTHREADS=2", "-DROUNDS=1", "-DBUG"), "error")
    row = table1.measure(program, 10, tmp_path)
    assert row["property"] == row["expected"] == row["explicit"]
    assert isinstance(row["reference_s"], float)
    assert isinstance(row["solved"], int)
    assert isinstance(row["shown"], int)
    assert row["solved"] + row["shown"] == row["confirmed"] != 0
    assert row.keys() <= {column.key for column in table1.columns}


@pytest.mark.compiler
@pytest.mark.native
def test_rows_of_long_runs_tell_stages_and_properties(tmp_path: Path) -> None:
    rows = list(scale.private_rows([200], 1, tmp_path))
    assert [str(row["stage"]).rpartition(" ")[2] for row in rows] == ["record", "walk", "model", "predict"]
    assert (rows[3]["decided"], rows[3]["share"], rows[3]["violated"]) == (rows[3]["properties"], 1.0, 1)
    assert rows[0].keys() | rows[3].keys() <= {column.key for column in scale.columns}


@pytest.mark.compiler
@pytest.mark.native
def test_growth_has_a_row_for_each_number_of_threads(tmp_path: Path) -> None:
    rows = list(growth.measure("indexer", range(2, 4), tmp_path))
    assert [(row["threads"], row["property"]) for row in rows] == [(2, "passed"), (3, "passed")]
    assert rows[0].keys() <= {column.key for column in growth.columns}


def test_verdicts_are_named_as_the_paper_names_them() -> None:
    verdicts = (Violated(1, (), 0, fewest=True), Holds(1), Undecided(1, "time limit"))
    assert [Answered(verdict, 0.1).word for verdict in verdicts] == ["error", "passed", "undecided"]
