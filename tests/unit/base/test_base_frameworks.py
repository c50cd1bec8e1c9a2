"""The table of test frameworks: what its rows say, and that a user's names are looked up in the same way."""

import pytest

from raddle.base.errors import InternalError, UserError
from raddle.base.failing import Failing, failing_of
from raddle.base.frameworks.checks import FailedCheck, FailedChecks, known, parse_table

HELPER = "testing::internal::AssertHelper::AssertHelper"


def test_every_known_framework_has_calls_and_files() -> None:
    assert {row.framework for row in known().checks} == {"GoogleTest", "Catch2", "doctest", "Boost.Test", "raddle"}
    assert all(part.startswith("/") for part in known().files)


def test_a_row_may_ask_for_a_constant_argument() -> None:
    (row,) = FailedChecks().of(HELPER)
    assert row.is_said([None, 1, None], "f") and row.is_said([None, 2], "f")
    assert not row.is_said([None, 3], "f"), "GTEST_SKIP"
    assert not row.is_said([None, None], "f") and not row.is_said([None], "f")


def test_a_row_may_ask_for_the_function_around() -> None:
    (row,) = parse_table("framework own: /own.h\nsay in own::check\n").checks
    assert row.is_said([], "own::check::equal") and not row.is_said([], "main")


def test_what_the_user_names_stands_beside_the_known_ones() -> None:
    checks = FailedChecks(["my_check_failed", "own::failed"])
    assert list(checks.of("my_check_failed")) == [FailedCheck("my_check_failed")]
    assert checks.of(HELPER) and not checks.of("other")
    assert checks.may_be_named("@_ZN3own6failedEv") and not checks.may_be_named("@printf")


def test_a_line_that_is_no_row_is_our_fault() -> None:
    with pytest.raises(InternalError, match="line 1"):
        parse_table("f argument x is 2")


def test_a_recording_keeps_the_names() -> None:
    judged = Failing(frozenset({0, 77}), ("my_check_failed",))
    assert failing_of(judged.summary()) == judged
    assert "fails_at" not in Failing().summary()
    with pytest.raises(UserError, match="damaged"):
        failing_of({"fails_at": "f"})
