"""Which exit statuses fail, and how that is written down."""

import pytest

from raddle.base.errors import UserError
from raddle.base.failing import BY_STATUS, WHATEVER_THE_STATUS, Failing, failing_of, parse_statuses, spell_statuses


def test_of_a_status_the_system_keeps_eight_bits() -> None:
    assert [BY_STATUS.by_status(status) for status in (0, 1, 255, 256, 257, -1, -256)] == [
        *(False, True, True, False, True, True, False)
    ]


def test_a_test_that_is_not_judged_by_its_status_never_fails_by_it() -> None:
    assert not any(WHATEVER_THE_STATUS.by_status(status) for status in range(256))


@pytest.mark.parametrize("text", ["0", "0,77", "any", "3,5"])
def test_what_is_written_down_is_read_again(text: str) -> None:
    assert spell_statuses(parse_statuses(text)) == text
    assert failing_of(parse_statuses(text).summary()) == parse_statuses(text)


@pytest.mark.parametrize("text", ["", "256", "-1", "a", "0,", "any,0"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_statuses(text)


def test_a_recording_that_does_not_say_is_judged_as_usual_and_a_damaged_one_is_refused() -> None:
    assert failing_of({}) == Failing(frozenset({0}))
    for passing in ("0", [300], [None], 0):
        with pytest.raises(UserError):
            failing_of({"passing": passing})
