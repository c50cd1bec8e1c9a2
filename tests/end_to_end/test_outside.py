"""Programs that depend on what lies outside their own code (make campaign NAME=outside does the same at large)."""

from pathlib import Path

import pytest

from tests.support.outside.judged import judged
from tests.support.outside.program import programs, text_of
from tests.support.outside.shown import show_failure, show_twin

pytestmark = [pytest.mark.native, pytest.mark.compiler, pytest.mark.slow]
CHOSEN = (
    "strlen.global.direct.assertions",
    "strtol.stack.store-index.deadlocks",
    "memmove-over.calloc.library-to-library.misuse",
    "sscanf-into.heap.callback.races",
    "atoi.heap.va_list.memory",
    "std_stoi.std_string.direct.assertions",
    "setenv.stack.kept.assertions",
    "strfold.field.direct.assertions",
)


def _number(name: str) -> int:
    return next(number for number, one in enumerate(programs()) if one.name == name)


@pytest.mark.parametrize("name", CHOSEN)
def test_the_failure_is_shown_natively_and_the_twin_passes(name: str, tmp_path: Path) -> None:
    program = programs()[_number(name)]
    for twin in (False, True):
        source = tmp_path / f"program{program.ending}"
        source.write_text(text_of(program, twin=twin))
        (show_twin if twin else show_failure)(program, source, tmp_path)


@pytest.mark.parametrize("name", CHOSEN[:3])
def test_the_program_is_not_proved_nor_passed_over_and_nothing_is_found_in_its_twin(name: str) -> None:
    assert list(judged(_number(name)).wrong()) == []
