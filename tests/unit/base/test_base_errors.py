"""Errors say what, where and what to do, and each knows its exit status."""

import pickle

from raddle.base.errors import InternalError, ToolError, UserError, tail
from raddle.base.exits import Exit


def test_a_user_error_says_where_what_and_what_to_do() -> None:
    error = UserError("no such file", where="bank.c", advice="check the spelling")
    assert str(error) == "bank.c: no such file\n  check the spelling"
    assert error.exit is Exit.USER_ERROR == 2


def test_a_user_error_without_place_or_advice_is_one_line() -> None:
    assert str(UserError("nothing to do")) == "nothing to do"


def test_a_tool_error_shows_command_limit_and_output() -> None:
    error = ToolError("clang failed", command=["clang", "a b.c"], output=b"a b.c:1: error\n", limit_s=2.5)
    assert str(error) == "clang failed (limit 2.5 s)\n  command: clang 'a b.c'\n  | a b.c:1: error"
    assert error.exit == 3


def test_a_tool_error_keeps_only_the_end_of_a_long_output() -> None:
    error = ToolError("clang failed", output="\n".join(f"line {n}" for n in range(1000)))
    assert error.output_tail.splitlines()[0] == "..."
    assert error.output_tail.endswith("line 999")
    assert len(error.output_tail.splitlines()) == 21


def test_an_internal_error_says_how_to_reproduce_it() -> None:
    error = InternalError("store differs", where="site 12", reproduce=["raddle", "show", "x.rdl"])
    assert str(error) == "internal error: site 12: store differs\n  reproduce: raddle show x.rdl"
    assert error.exit == 4


def test_errors_survive_the_way_from_another_process() -> None:
    for error in (
        UserError("a", where="b", advice="c"),
        ToolError("a", command=["b"], output="c", limit_s=1),
        InternalError("a", where="b", reproduce=["c"]),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)


def test_tail_decodes_bytes_that_are_not_text() -> None:
    assert tail(b"\xff!\n") == "\ufffd!"
