"""Programs of tests/programs and tests/explore: their trace programs are well-formed and repeat the recorded run."""

from pathlib import Path

import pytest

from raddle.model.check import check_program
from raddle.model.machine import Machine
from tests.support.modelled import differing_reads, disagreements, modelled, observed_run
from tests.support.programs import PROGRAMS

pytestmark = [pytest.mark.compiler, pytest.mark.native]

FOLDERS = {"programs": PROGRAMS, "explore": PROGRAMS.parent / "explore"}
CHOSEN = [
    ("explore", "barrier_then_race"),
    ("explore", "cond_signal_for_two"),
    ("explore", "locks_opposite_order"),
    ("explore", "rwlock_readers_write"),
    ("explore", "semaphore_trywait"),
    ("explore", "symbolic_index"),
    ("programs", "bank_account"),
    ("programs", "linked_list"),
    ("programs", "mutex_recursive"),
    ("programs", "once"),
    ("programs", "snprintf_shared"),
    ("programs", "thread_pool"),
    ("programs", "timedlock"),
    ("programs", "union_views"),
    ("programs", "verifier_atomic"),
]


@pytest.mark.parametrize(("folder", "name"), CHOSEN)
def test_the_trace_program_is_true_to_the_program(folder: str, name: str, tmp_path: Path) -> None:
    subject = modelled(tmp_path, name, FOLDERS[folder] / f"{name}.c")
    check_program(subject.ctp)
    reached = observed_run(subject.ctp)
    assert differing_reads(subject, dict(reached.values)) == []
    assert Machine(subject.ctp).violated(reached.state) == []
    assert list(disagreements(subject, tmp_path, range(3))) == []
