"""Normalising rewrites what would make the walk inexact; instrumenting keeps every line's number."""

import llvmlite.binding as llvm
import pytest

from raddle.capture.instrument import instrument
from raddle.capture.normalise import rewrite, target_machine
from raddle.ir.parse import parse_module

HEADER = 'target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"\n'


def verified(text: str) -> None:
    target_machine()
    module = llvm.parse_assembly(text)
    module.verify()


def test_undefined_values_become_zero_outside_strings() -> None:
    text = rewrite('@s = constant [5 x i8] c"undef"\ndefine i32 @f() {\nbb:\n  ret i32 undef\n}')
    assert 'c"undef"' in text and "ret i32 zeroinitializer" in text
    verified(text)


def test_a_shift_by_too_much_becomes_zero() -> None:
    text = rewrite("define i32 @f(i32 %a) {\nbb:\n  %b = shl i32 %a, 40\n  %c = shl i32 %b, 31\n  ret i32 %c\n}")
    assert "%b = freeze i32 zeroinitializer" in text and "%c = shl i32 %b, 31" in text
    verified(text)


def test_main_makes_way_for_the_runtime() -> None:
    text = rewrite("define i32 @main() {\nbb:\n  %r = call i32 @main2()\n  ret i32 %r\n}\ndeclare i32 @main2()")
    assert "@__raddle_main()" in text and "@main2()" in text and "@main()" not in text


def test_abort_is_an_assumption_that_fails_only_in_functions_that_assume() -> None:
    functions = "".join(
        f"define void @{name}() {{\nbb:\n  call void @abort()\n  unreachable\n}}\n"
        for name in ("assume_abort_if_not", "__VERIFIER_assume", "assume_abort_if_not_so", "f")
    )
    text = rewrite(functions + "declare void @abort()")
    assert text.count("call void @__VERIFIER_assumption_failed()") == 2
    assert text.count("call void @abort()") == 2
    verified(text)


def test_loads_and_stores_of_aggregates_become_scalar_ones() -> None:
    text = rewrite(
        HEADER + "define { i64, i32 } @f(ptr %p, ptr %q) {\nbb:\n  %v = load { i64, i32 }, ptr %p, align 8\n"
        "  store { i64, i32 } %v, ptr %q, align 8\n  ret { i64, i32 } %v\n}"
    )
    assert text.count("= load ") == 2 and text.count("  store ") == 2 and "load {" not in text
    verified(text)


def test_a_store_of_an_aggregate_through_a_constant_expression_is_split() -> None:
    text = rewrite(
        HEADER + "@g = global [4 x i32] zeroinitializer\ndefine void @f({ i32, i32 } %v) {\nbb:\n"
        "  store { i32, i32 } %v, ptr getelementptr inbounds ([4 x i32], ptr @g, i64 0, i64 2), align 4\n  ret void\n}"
    )
    verified(text)
    assert text.count("  store i32 ") == 2


@pytest.mark.parametrize(
    "line",
    [
        "%v = load i24, ptr %p, align 4",
        "%v = load <4 x float>, ptr %p, align 16",
        "store float 0x3FB99999A0000000, ptr %p, align 4",
        "store i128 5, ptr %p, align 16",
        "%v = atomicrmw fadd ptr %p, double 1.000000e+00 seq_cst, align 8",
        "%v = cmpxchg ptr %p, i128 0, i128 1 seq_cst seq_cst, align 16",
        "fence seq_cst",
        "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 16, i1 false)",
        "call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 16, i1 false)",
        "%v = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1, i32 2)",
        "%v = call i64 @read(i32 0, ptr %p, i64 4)",
        "%v = fptosi double 1.500000e+00 to i32",
        "%v = alloca i32, i64 4, align 4",
    ],
)
def test_instrumented_text_is_valid_and_keeps_line_numbers(line: str) -> None:
    text = HEADER + (
        f"define void @f(ptr %p) {{\nbb:\n  {line}\n  ret void\n}}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
        "declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)\ndeclare i64 @read(i32, ptr, i64)"
    )
    made = instrument(text).text
    verified(made)
    label = parse_module(text).functions["@f"].entry.line
    assert f"call void @__raddle_block(ptr getelementptr (i8, ptr @__raddle_sites, i64 {label}))" in made
    kept = [row for row in made.split("\n") if row in text.split("\n")]
    assert [row for row in kept if row.strip() == line] == [f"  {line}"]


INVOKING = """define i32 @f(i1 %x) personality ptr @p {
a:
  br i1 %x, label %b, label %c
b:                                                ; preds = %a
  %v = invoke i32 @g()
          to label %c unwind label %d
c:                                                ; preds = %b, %a
  %r = phi i32 [ 0, %a ], [ %v, %b ]
  ret i32 %r
d:                                                ; preds = %b
  %l = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l
}
declare i32 @g()
declare i32 @p(...)
"""


def test_an_invoke_that_returns_comes_to_a_block_of_its_own() -> None:
    text = rewrite(INVOKING)
    verified(text)
    function = parse_module(text).functions["@f"]
    normal = function.block_by_label["b"].successors[0]
    assert normal != "c" and function.block_by_label[normal].successors == ("c",)
    assert f"[ %v, %{normal} ]" in text


def test_hooks_behind_an_invoke_stand_before_the_hook_of_the_block_it_returns_to() -> None:
    text = instrument(rewrite(INVOKING)).text
    verified(text)
    lines = text.split("\n")
    returned = next(number for number, line in enumerate(lines) if "@__raddle_return(" in line and "call" in line)
    assert lines[returned - 1].startswith("raddle.returned.")


def test_the_address_of_a_thread_local_is_asked_for() -> None:
    text = rewrite(
        "@g = internal thread_local global i8 0\n"
        "define i8 @f() {\na:\n  %v = load i8, ptr @g, align 1\n  ret i8 %v\n}\n"
    )
    verified(text)
    assert "call ptr @llvm.threadlocal.address.p0(ptr @g)" in text and "load i8, ptr %raddle.own.1" in text
