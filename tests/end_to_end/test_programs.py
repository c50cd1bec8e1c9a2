"""Every program of tests/programs: recorded, walked by both walkers, replayed, and run under another schedule.

The small size; `make campaign NAME=fidelity SIZE=20` is the full one.
"""

import pytest

from tests.campaigns.fidelity import check_program
from tests.support.programs import TestProgram, all_programs

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.mark.parametrize("program", all_programs(), ids=lambda program: program.name)
def test_what_is_recorded_is_what_ran(program: TestProgram) -> None:
    found = check_program(program, seeds=2, replays=1, others=2)
    assert found.troubles == []
    assert found.recordings == 4 and found.replays == 4
