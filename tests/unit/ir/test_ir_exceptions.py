"""Exceptions in IR: how they are read, and which branches can only end in one that leaves the function."""

from raddle.ir import instructions as ins
from raddle.ir.failures import Catching, catching_of, failing_sides, throws_by_name
from raddle.ir.module import Function, Module
from raddle.ir.parse import parse_module

PAD = "  %l = landingpad { ptr, i32 }\n"
RAISE = "  call void @__cxa_throw(ptr null, ptr null, ptr null)\n  unreachable\n"


def function_of(body: str, more: str = "") -> tuple[Function, Module]:
    module = parse_module(f"define void @f(i1 %x) personality ptr @p {{\n{body}}}\ndeclare i32 @p(...)\n{more}")
    return module.functions["@f"], module


def invoking(callee: str, clauses: str, handler: str) -> str:
    return (
        "a:\n  br i1 %x, label %b, label %c\n"
        f"b:\n  invoke void {callee}(ptr null)\n          to label %c unwind label %d\n"
        "c:\n  ret void\n"
        f"d:\n{PAD}{clauses}{handler}"
    )


def test_a_landing_pad_has_its_clauses_and_resume_is_not_the_end_of_the_thread() -> None:
    clauses = "          cleanup\n          catch ptr @_ZTIi\n          catch ptr null\n"
    function, _ = function_of(invoking("@g", clauses, "  resume { ptr, i32 } %l\n"))
    pad, resume = function.block_by_label["d"].instructions
    assert isinstance(pad, ins.LandingPad) and pad.cleanup and len(pad.catches) == 2 and not pad.filtered
    assert isinstance(resume, ins.Resume)


def test_a_side_that_throws_out_of_the_function_is_told_from_one_that_fails() -> None:
    function, module = function_of(f"a:\n  br i1 %x, label %b, label %c\nb:\n{RAISE}c:\n  ret void\n")
    sides = failing_sides(function, module)
    assert (sides.failing, list(sides.throwing.values())) == ({}, [1])


def test_a_throw_that_the_function_may_catch_is_no_failure() -> None:
    caught, module = function_of(invoking("@__cxa_throw", "          catch ptr @_ZTIi\n", "  ret void\n"))
    assert failing_sides(caught, module).throwing == {}
    passed, module = function_of(invoking("@__cxa_throw", "          cleanup\n", "  resume { ptr, i32 } %l\n"))
    assert list(failing_sides(passed, module).throwing.values()) == [1]


def test_a_function_that_only_throws_is_looked_into() -> None:
    body = "a:\n  br i1 %x, label %b, label %c\nb:\n  call void @g()\n  br label %c\nc:\n  ret void\n"
    function, module = function_of(body, f"define void @g() {{\na:\n{RAISE}}}\n")
    assert list(failing_sides(function, module).throwing.values()) == [1]
    function, module = function_of(body, "define void @g() {\na:\n  ret void\n}\n")
    assert failing_sides(function, module).throwing == {}


def test_the_library_throws_by_name_but_memory_is_never_out() -> None:
    assert throws_by_name("@_ZSt24__throw_out_of_range_fmtPKcz")
    assert not throws_by_name("@_ZSt20__throw_length_errorPKc")
    assert not throws_by_name("@my__throw_thing")


def test_what_a_call_catches_is_known_from_its_landing_pad() -> None:
    for clauses, handler, expected in (
        ("          cleanup\n", "  resume { ptr, i32 } %l\n", Catching.NO),
        ("          catch ptr @_ZTIi\n", "  ret void\n", Catching.MAYBE),
        ("          catch ptr null\n", "  ret void\n", Catching.MAYBE),
        ("          catch ptr null\n", "  call void @__clang_call_terminate(ptr null)\n  unreachable\n", Catching.ENDS),
    ):
        function, _ = function_of(invoking("@g", clauses, handler))
        call = function.block_by_label["b"].instructions[-1]
        assert isinstance(call, ins.Call) and catching_of(call, function) is expected
