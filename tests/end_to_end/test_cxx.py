"""C++ programs through the real command and both walkers: the line of each assertion says what becomes of it.

Some programs of tests/cxx, one per part of the language and library; `make campaign NAME=cxx SIZE=20` takes all.
"""

from pathlib import Path

import pytest

from tests.support.cxx import checked_and_walked
from tests.support.programs import CXX_PROGRAMS, TestProgram, all_programs

WITH_A_BUG = (
    "account_get_set",
    "async_shared_counter",
    "atomic_wait_early_store",
    "bounded_queue_if",
    "call_once_local_flag",
    "exception_leaves_half",
    "jthread_stop_not_joined",
    "latch_counted_early",
    "list_front_first",
    "map_between_insertions",
    "observer_detached",
    "printed_before_checked",
    "shop",
    "stream_into_number",
    "uncaught_in_lambda",
    "uncaught_in_thread",
    "weak_pointer_expired",
)
CORRECT = (
    "account_transfer",
    "barrier_completion",
    "cache_fill_once",
    "condition_any_shared",
    "function_tasks",
    "future_exception",
    "static_local_throws",
    "string_log",
    "unwinding_unlocks",
    "virtual_strategy",
)

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def programs(names: tuple[str, ...]) -> list[object]:
    found = {program.name: program for program in all_programs(CXX_PROGRAMS)}
    return [pytest.param(found[name], id=name) for name in names]


@pytest.mark.parametrize("program", programs(WITH_A_BUG))
def test_its_bug_is_found_and_confirmed_and_told_in_its_own_lines(program: TestProgram, tmp_path: Path) -> None:
    found = checked_and_walked(program, tmp_path, seeds=2, replays=1, others=0)
    assert found.troubles == []
    assert found.confirmed > 0
    assert found.result is not None
    own = {source.name for source in program.sources[0].parent.iterdir()}
    for finding in found.result.findings:
        assert {Path(line.place.file).name for line in finding.story if line.place is not None} <= own
    assert not any("/include/c++/" in assumption for assumption in found.result.assumptions)


@pytest.mark.parametrize("program", programs(CORRECT))
def test_nothing_is_found_where_nothing_is_wrong(program: TestProgram, tmp_path: Path) -> None:
    found = checked_and_walked(program, tmp_path, seeds=2, replays=1, others=0)
    assert found.troubles == []
    assert found.confirmed == 0
