"""Where scopes end: post-dominators by hand, and against what they mean on random graphs."""

import random

import pytest

from raddle.ir.flow import Flow
from raddle.ir.parse import parse_module
from raddle.ir.post_dominators import ways_that_count
from tests.unit.ir.test_ir_flow import flow

DECLARED = "declare void @abort()\ndeclare void @f()\ndeclare i32 @p(...)\n"


def behind(of: Flow, label: str) -> str:
    """All post-dominators, the next one first."""
    found = []
    at = of.post_dominators[label]
    while at is not None:
        found.append(at)
        at = of.post_dominators[at]
    assert of.certainly_behind(label) == set(found)
    return " ".join(found)


def of_text(body: str, *, personality: bool = False) -> Flow:
    header = "define void @g(i1 %c) personality ptr @p {" if personality else "define void @g(i1 %c) {"
    return Flow(parse_module(f"{DECLARED}{header}\n{body}\n}}\n").functions["@g"])


def test_ways_that_part_meet_again() -> None:
    found = flow(entry="a b", a="c d", b="end", c="j", d="j", j="end", end="")
    assert behind(found, "entry") == "end"
    assert behind(found, "a") == "j end"
    assert behind(found, "end") == ""


def test_a_loop_ends_where_it_is_left() -> None:
    found = flow(entry="head", head="body end", body="stop more", stop="end", more="head", end="")
    assert behind(found, "head") == "end"
    assert behind(found, "body") == "end"
    assert behind(found, "more") == "head end"


def test_two_ways_out_meet_nowhere() -> None:
    assert behind(flow(entry="a b", a="", b=""), "entry") == ""


def test_what_only_fails_is_no_way_out() -> None:
    found = of_text(
        """entry:
  br i1 %c, label %good, label %bad
good:
  br i1 %c, label %end, label %gone
bad:
  br label %worse
worse:
  call void @abort()
  unreachable
gone:
  call void @f()
  unreachable
end:
  ret void"""
    )
    assert behind(found, "entry") == "good end"
    assert behind(found, "good") == "end"
    assert behind(found, "bad") == "worse"


def test_a_throw_is_a_way_out() -> None:
    found = of_text(
        """entry:
  br i1 %c, label %good, label %bad
good:
  ret void
bad:
  call void @__cxa_throw(ptr null, ptr null, ptr null)
  unreachable"""
    )
    assert behind(found, "entry") == ""


@pytest.mark.parametrize("name", ["exit", "pthread_exit", "longjmp"])
def test_a_call_that_does_not_come_back_is_a_way_out_unless_it_fails(name: str) -> None:
    found = of_text(
        f"""entry:
  br i1 %c, label %good, label %left
good:
  ret void
left:
  call void @{name}(i32 0)
  unreachable"""
    )
    assert behind(found, "entry") == ""


def test_a_loop_without_an_exit_is_left_where_it_goes_round() -> None:
    found = flow(entry="head", head="a b", a="join", b="join", join="again head", again="head")
    assert behind(found, "head") == "join"
    assert behind(found, "join") == ""
    assert behind(flow(entry="entry2", entry2="entry2"), "entry") == "entry2"


def test_of_two_loops_without_an_exit_each_is_left() -> None:
    found = flow(entry="one two", one="inner", inner="one", two="two")
    assert behind(found, "one") == "inner"
    assert behind(found, "entry") == ""


def test_that_a_call_may_throw_makes_no_branch_of_it() -> None:
    found = of_text(
        """entry:
  invoke void @f() to label %next unwind label %pad
next:
  br label %end
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  br i1 %c, label %end, label %on
on:
  resume { ptr, i32 } %e
end:
  ret void""",
        personality=True,
    )
    assert behind(found, "entry") == "next end"
    assert behind(found, "pad") == ""


def is_left(ways: dict[str, list[str]], start: str, without: str) -> bool:
    seen: set[str] = {without}
    waiting = [start]
    while waiting:
        label = waiting.pop()
        if label not in seen:
            seen.add(label)
            waiting += ways.get(label, [])
    return "" in seen


@pytest.mark.parametrize("seed", range(150))
def test_a_block_post_dominates_another_if_there_is_no_way_out_around_it(seed: int) -> None:
    chance = random.Random(seed)
    names = [f"b{number}" for number in range(chance.randrange(2, 11))]
    ways = {name: " ".join(chance.choices(names, k=chance.choice((0, 1, 1, 2, 2, 3)))) for name in names}
    found = flow(entry=names[0], **ways)
    counted = ways_that_count(found.function)
    leaving = {label for label, ahead in counted.items() if "" in ahead}
    assert leaving >= {name for name in names if not ways[name]}
    for one in counted:
        assert is_left(counted, one, "nothing")
        expected = {other for other in counted if other != one and not is_left(counted, one, other)}
        assert found.certainly_behind(one) == expected
