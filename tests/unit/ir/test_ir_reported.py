"""Sides of branches that come to a call by which a test says that a check has failed."""

import pytest

from raddle.base.failing import BY_STATUS, WHATEVER_THE_STATUS, Failing
from raddle.ir.failures import Sides, failing_sides
from raddle.ir.parse import parse_module

OWN = Failing(fails_at=("failed", "own::failed"))
GO_ON = "c:\n  ret void\n"


def sides_of(body: str, judged: Failing = OWN) -> Sides:
    text = f"define void @f(i1 %x, i1 %y) {{\n{body}}}\ndeclare void @failed()\ndeclare void @g()\n"
    module = parse_module(text)
    return failing_sides(module.functions["@f"], module, judged)


def test_a_side_that_comes_to_such_a_call_is_one_although_the_test_goes_on() -> None:
    sides = sides_of(f"a:\n  br i1 %x, label %c, label %b\nb:\n  call void @failed()\n  br label %c\n{GO_ON}")
    assert list(sides.reported.values()) == [0]
    assert (sides.failing, sides.ending) == ({}, {})
    (line,) = sides.reported
    assert sides.in_the_end(line) == 0 and sides.in_the_end(line + 1) is None


def test_only_where_every_way_leads_there() -> None:
    inner = "b:\n  br i1 %y, label %d, label %c\nd:\n  call void @failed()\n  br label %c\n"
    sides = sides_of(f"a:\n  br i1 %x, label %c, label %b\n{inner}{GO_ON}")
    assert list(sides.reported.values()) == [1], "the inner branch alone"


def test_an_exception_on_the_way_is_left_out_of_account() -> None:
    way = "b:\n  invoke void @g() to label %d unwind label %e\nd:\n  call void @failed()\n  br label %c\n"
    pad = "e:\n  %l = landingpad { ptr, i32 }\n          cleanup\n  resume { ptr, i32 } %l\n"
    sides = sides_of(f"a:\n  br i1 %x, label %b, label %c\n{way}{pad}{GO_ON}")
    assert list(sides.reported.values()) == [1]


def test_names_of_cxx_are_those_that_people_wrote() -> None:
    call = "call void @_ZN3own6failedIiEEvT_(i32 1)"
    sides = sides_of(f"a:\n  br i1 %x, label %c, label %b\nb:\n  {call}\n  br label %c\n{GO_ON}")
    assert list(sides.reported.values()) == [0]


@pytest.mark.parametrize(("kind", "expected"), [(1, [1]), (2, [1]), (3, [])], ids=["EXPECT", "ASSERT", "GTEST_SKIP"])
def test_the_kind_of_a_googletest_call_decides(kind: int, expected: list[int]) -> None:
    helper = "@_ZN7testing8internal12AssertHelperC1ENS_14TestPartResult4TypeEPKciS5_"
    call = f"call void {helper}(ptr null, i32 {kind}, ptr null, i32 1, ptr null)"
    sides = sides_of(f"a:\n  br i1 %x, label %b, label %c\nb:\n  {call}\n  br label %c\n{GO_ON}", BY_STATUS)
    assert list(sides.reported.values()) == expected


def test_without_an_exit_status_nothing_would_have_the_last_word() -> None:
    body = f"a:\n  br i1 %x, label %c, label %b\nb:\n  call void @failed()\n  br label %c\n{GO_ON}"
    assert sides_of(body, WHATEVER_THE_STATUS).reported == {}
