"""Runs that fail, as paths: what they show, and what of it nobody has seen."""

from tests.support.hand_made_runs import At, Written
from tests.support.told_paths import grown, told

CHECKED = "shared x = 0\nthread main\n  a1: r := x\n  a2: assert(r == 1)\n"
GOES_ON = "  a3: x := 7\n  end_process\n"
ENDS_THERE = "  ...\n"
FAILED = Written(CHECKED + ENDS_THERE, failed="a2")
PASSED = CHECKED + GOES_ON
POINTER = "shared x = 0\nshared y = 0\nthread main\n  a1: r := x\n"


def kinds(*runs: Written | str) -> tuple[int, int]:
    """Failures, and frontiers."""
    paths = grown(*runs).paths()
    return len(paths.graph.of_kind("failure")), len(paths.graph.of_kind("frontier"))


def test_what_comes_where_the_failed_assertion_holds_nobody_has_seen() -> None:
    lines = told(grown(FAILED).paths(), "main")
    assert [line.partition(": ")[2].split("  ")[0] for line in lines if "failure" in line] == ["assume(r0 != 1)"]
    assert [line.partition(": ")[2].split("  ")[0] for line in lines if "frontier" in line] == ["skip"]


def test_a_run_that_passes_shows_it_whichever_comes_first() -> None:
    assert kinds(FAILED, PASSED) == kinds(PASSED, FAILED) == (1, 0)
    assert told(grown(FAILED, PASSED).paths(), "main") == told(grown(PASSED, FAILED).paths(), "main")


def test_a_run_that_fails_adds_nothing_where_its_way_is_known() -> None:
    growing = grown(PASSED)
    before = told(growing.paths(), "main")
    assert told(grown(PASSED, FAILED, FAILED).paths(), "main") == before


def test_where_a_thread_is_when_it_has_failed_is_not_where_it_goes_on() -> None:
    begin = "shared x = 0\nthread main\n  a1: r := x\n"
    checked = f"{begin}  a2: assume(r != 5)\n  a3: assert(r == 1)\n"
    end = "  a5: x := 8\n  end_process\n"
    doomed = Written(checked + ENDS_THERE, {"main": [At("end", "there")]}, failed="a3")
    passing = Written(f"{checked}  a4: x := 7\n{end}", {"main": [At("a5", "there")]})
    other = Written(f"{begin}  a2: assume(r == 5)\n{end}", {"main": [At("a5", "there")]})
    assert kinds(doomed, passing, other) == (1, 0)


def test_a_call_that_always_fails_leads_to_a_failure_and_nowhere_else() -> None:
    text = "shared x = 0\nthread main\n  a1: r := x\n  a2: assume(r == 0)\n  a3: assert(false)\n  ...\n"
    passing = "shared x = 0\nthread main\n  a1: r := x\n  a2_: assume(r != 0)\n  end_process\n"
    assert kinds(Written(text, failed="a3")) == (1, 1)
    assert kinds(Written(text, failed="a3"), passing) == (1, 0)


def test_with_the_address_that_was_seen_it_crashes_and_with_any_other_nobody_knows() -> None:
    crash = Written(f"{POINTER}  a2: check_address(r != 0)\n{ENDS_THERE}", failed="a2")
    lines = told(grown(crash).paths(), "main")
    assert [line.partition(": ")[2].split("  ")[0] for line in lines if "failure" in line] == ["assume(r0 == 0)"]
    assert [line.partition(": ")[2].split("  ")[0] for line in lines if "frontier" in line] == ["assume(r0 != 0)"]


def test_an_access_that_was_seen_elsewhere_is_another_outcome_of_the_one_that_crashed() -> None:
    crash = Written(f"{POINTER}  a2: check_address(r != 0)\n{ENDS_THERE}", failed="a2")
    other = Written(f"{POINTER}  a2: check_address(r != 4)\n{ENDS_THERE}", failed="a2")
    pinned = f"{POINTER}  a2: assume(r == 8)\n  y := 1\n  end_process\n"
    assert kinds(crash, pinned) == kinds(pinned, crash) == (1, 1)
    assert kinds(crash, pinned, other) == (2, 1)
    (frontier,) = [line for line in told(grown(crash, pinned, other).paths(), "main") if "frontier" in line]
    assert all(f"r0 {how} {value}" in frontier for how, value in (("!=", 0), ("!=", 4), ("!=", 8)))


def test_a_division_by_zero_is_another_outcome_of_one_by_something_else() -> None:
    crash = Written(f"{POINTER}  a2: check_division(r != 0)\n{ENDS_THERE}", failed="a2")
    divides = f"{POINTER}  a2: assume(r != 0)\n  y := 1\n  end_process\n"
    assert kinds(crash) == (1, 1)
    assert kinds(crash, divides) == kinds(divides, crash) == (1, 0)
