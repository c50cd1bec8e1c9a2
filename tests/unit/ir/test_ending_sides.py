"""Sides of branches after which the process can but end with a status that does not pass."""

from raddle.base.failing import BY_STATUS, WHATEVER_THE_STATUS, Failing
from raddle.ir.failures import failing_sides
from raddle.ir.parse import parse_module

MAIN = "__raddle_main"


def ending(body: str, *, name: str = MAIN, judged: Failing = BY_STATUS, more: str = "") -> list[int]:
    """The sides that fail by their status, in the order of their branches."""
    text = f"define i32 @{name}(i1 %c, i32 %v) {{\n{body}\n}}\n{more}\ndeclare void @exit(i32)\ndeclare void @abort()\n"
    module = parse_module(text)
    sides = failing_sides(module.functions[f"@{name}"], module, judged)
    return [sides.ending[line] for line in sorted(sides.ending)]


RETURNS = """entry:
  br i1 %c, label %bad, label %good
bad:
  br label %out
good:
  br label %out
out:
  %r = phi i32 [ {bad}, %bad ], [ 0, %good ]
  ret i32 %r"""
EXITS = """entry:
  br i1 %c, label %good, label %bad
bad:
  call void @{callee}(i32 {status})
  unreachable
good:
  ret i32 0"""


def test_main_can_but_return_what_fails() -> None:
    assert ending(RETURNS.format(bad=1)) == [1]
    assert ending(RETURNS.format(bad=256)) == []
    assert ending(RETURNS.format(bad="%v")) == []


def test_what_another_function_returns_says_nothing() -> None:
    assert ending(RETURNS.format(bad=1), name="work") == []


def test_an_exit_with_a_constant_that_fails() -> None:
    assert ending(EXITS.format(callee="exit", status=3), name="work") == [0]
    assert ending(EXITS.format(callee="exit", status=0)) == []
    assert ending(EXITS.format(callee="exit", status="%v")) == []


def test_which_statuses_pass_is_the_users_to_say() -> None:
    assert ending(EXITS.format(callee="exit", status=77), judged=Failing(frozenset({0, 77}))) == []
    assert ending(EXITS.format(callee="exit", status=0), name="work", judged=Failing(frozenset({77}))) == [0]
    assert ending(EXITS.format(callee="exit", status=1), judged=WHATEVER_THE_STATUS) == []


def test_a_function_that_never_returns_but_ends_so_counts_as_the_exit_itself() -> None:
    dies = "define void @die(i32 %why) {\nentry:\n  call void @exit(i32 2)\n  unreachable\n}"
    returns = "define void @die(i32 %why) {\nentry:\n  ret void\n}"
    assert ending(EXITS.format(callee="die", status=1), more=dies) == [0]
    assert ending(EXITS.format(callee="die", status=1), more=returns) == []


def test_a_side_that_aborts_is_an_assertion_and_none_of_these() -> None:
    body = "entry:\n  br i1 %c, label %good, label %bad\nbad:\n  call void @abort()\n  unreachable\ngood:\n  ret i32 0"
    module = parse_module(f"define i32 @{MAIN}(i1 %c) {{\n{body}\n}}\ndeclare void @abort()\n")
    sides = failing_sides(module.functions[f"@{MAIN}"], module, BY_STATUS)
    assert (list(sides.failing.values()), sides.ending) == ([0], {})


THROWS = """entry:
  br i1 %c, label %bad, label %good
bad:
  invoke void @print() to label %said unwind label %pad
said:
  br label %out
good:
  br label %out
out:
  %r = phi i32 [ 1, %said ], [ 0, %good ]
  ret i32 %r
pad:
  %e = landingpad {{ ptr, i32 }}
          {clause}
  resume {{ ptr, i32 }} %e"""


def test_an_exception_on_the_way_that_leaves_main_ends_it_too() -> None:
    declared = "declare void @print()"
    assert ending(THROWS.format(clause="cleanup"), more=declared) == [1]
    assert ending(THROWS.format(clause="catch ptr null"), more=declared) == []
