"""Conditions that were paths become values, and nothing else is moved."""

import llvmlite.binding as llvm
import pytest

from raddle.capture.conditions import fold_conditions
from raddle.ir.failures import failing_sides
from raddle.ir.parse import parse_module

HEAD = """@a = global i32 1
@b = global i32 0
@t = thread_local global i32 0
@w = extern_weak global i32
@s = global [4 x i32] zeroinitializer

%pair = type { i32, i32 }

declare void @abort()
declare i32 @ask()

"""

AT_P = "  %y = load i32, ptr %p, align 4\n  %d = icmp ne i32 %y, 0\n"


def folded(body: str, parameters: str = "") -> str:
    text = fold_conditions(f"{HEAD}define void @f({parameters}) {{\n{body}}}\n")
    llvm.parse_assembly(text).verify()
    return text


def either(second: str, more: str = "") -> str:
    """assert(a || second)"""
    return f"""entry:
{more}  %x = load i32, ptr @a, align 4
  %c = icmp ne i32 %x, 0
  br i1 %c, label %ok, label %second

second:
{second}  br i1 %d, label %ok, label %bad

ok:
  ret void

bad:
  call void @abort()
  unreachable
"""


def is_folded(text: str) -> bool:
    return "\nsecond:" not in text


def test_both_halves_of_an_assertion_are_read_in_the_first_block() -> None:
    text = folded(either("  %y = load i32, ptr @b, align 4\n  %d = icmp ne i32 %y, 0\n"))
    function = parse_module(text).functions["@f"]
    assert [block.label for block in function.blocks] == ["entry", "ok", "bad"]
    assert "%y.early = load i32, ptr @b, align 4" in text
    assert len(failing_sides(function).failing) == 1


def test_beside_an_early_load_stands_when_the_source_does_it() -> None:
    lines = folded(either("  %y = load i32, ptr @b, align 4\n  %d = icmp ne i32 %y, 0\n")).split("\n")
    load = next(number for number, line in enumerate(lines) if line.startswith("  %y.early = load"))
    assert lines[load - 1].startswith("  %y.early.if = freeze i1 %")


@pytest.mark.parametrize(
    "second",
    [
        "  %y = load volatile i32, ptr @b, align 4\n  %d = icmp ne i32 %y, 0\n",
        "  %y = call i32 @ask()\n  %d = icmp ne i32 %y, 0\n",
        "  store i32 1, ptr @b, align 4\n  %d = icmp ne i32 %x, 1\n",
        "  %q = sdiv i32 7, %x\n  %d = icmp ne i32 %q, 1\n",
        "  %y = load i32, ptr @w, align 4\n  %d = icmp ne i32 %y, 0\n",
        "  %p = getelementptr [4 x i32], ptr @s, i64 0, i64 4\n" + AT_P,
        "  %p = getelementptr i32, ptr @s, i32 %x\n" + AT_P,
    ],
    ids=["volatile", "call", "store", "division", "weak", "outside", "index"],
)
def test_what_somebody_could_notice_stays_where_it_is(second: str) -> None:
    assert not is_folded(folded(either(second)))


def test_a_field_is_read_early_only_if_its_struct_was_accessed_before() -> None:
    second = (
        "  %r = getelementptr inbounds %pair, ptr %p, i32 0, i32 1\n"
        "  %y = load i32, ptr %r, align 4\n  %d = icmp ne i32 %y, 0\n"
    )
    accessed = "  %l = getelementptr inbounds %pair, ptr %p, i32 0, i32 0\n  %z = load i32, ptr %l, align 4\n"
    assert not is_folded(folded(either(second), "ptr %p"))
    assert is_folded(folded(either(second, accessed), "ptr %p"))
    assert is_folded(folded(either(second), "ptr dereferenceable(8) %p"))
    assert not is_folded(folded(either(second), "ptr dereferenceable(4) %p"))


def test_an_element_within_its_array_is_read_early() -> None:
    assert is_folded(folded(either("  %p = getelementptr [4 x i32], ptr @s, i64 0, i64 3\n" + AT_P)))


def test_a_loop_that_waits_stays_a_loop() -> None:
    body = """entry:
  br label %head

head:
  %x = load i32, ptr @a, align 4
  %c = icmp ne i32 %x, 0
  br i1 %c, label %second, label %out

second:
  %y = load i32, ptr @b, align 4
  %d = icmp ne i32 %y, 0
  br i1 %d, label %head, label %out

out:
  ret void
"""
    text = folded(body)
    assert "\nsecond:" in text
    assert ".early" not in text


def test_a_loop_that_is_left_in_two_places_stays_a_loop() -> None:
    body = """entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %c = icmp ne i32 %i, 5
  br i1 %c, label %second, label %out

second:
  %d = icmp slt i32 %i, 3
  br i1 %d, label %again, label %out

again:
  %next = add i32 %i, 1
  br label %head

out:
  %v = phi i32 [ 1, %head ], [ 0, %second ]
  store i32 %v, ptr @a, align 4
  ret void
"""
    assert "\nagain:" in folded(body)


def test_the_value_of_a_conjunction_is_chosen_not_jumped_to() -> None:
    body = """entry:
  %x = load i32, ptr @a, align 4
  %c = icmp ne i32 %x, 0
  br i1 %c, label %second, label %end

second:
  %y = load i32, ptr @b, align 4
  %d = icmp ne i32 %y, 0
  br label %end

end:
  %both = phi i1 [ false, %entry ], [ %d, %second ]
  %wide = zext i1 %both to i32
  store i32 %wide, ptr @b, align 4
  ret void
"""
    text = folded(body)
    assert "\nsecond:" not in text
    assert "select i1" in text


def test_other_values_are_chosen_only_where_nothing_is_read_for_them() -> None:
    body = """entry:
  %x = load i32, ptr @a, align 4
  %c = icmp ne i32 %x, 0
  br i1 %c, label %second, label %end

second:
{}  br label %end

end:
  %v = phi i32 [ 7, %entry ], [ %y, %second ]
  store i32 %v, ptr @b, align 4
  ret void
"""
    assert "\nsecond:" not in folded(body.format("  %y = add i32 %x, 1\n"))
    assert "\nsecond:" in folded(body.format("  %y = load i32, ptr @b, align 4\n"))


def test_conditions_within_conditions_are_folded_too() -> None:
    body = """entry:
  %x = load i32, ptr @a, align 4
  %c = icmp ne i32 %x, 0
  br i1 %c, label %two, label %three

two:
  %y = load i32, ptr @b, align 4
  %d = icmp ne i32 %y, 0
  br i1 %d, label %ok, label %three

three:
  %z = load i32, ptr @s, align 4
  %e = icmp ne i32 %z, 0
  br i1 %e, label %ok, label %bad

ok:
  ret void

bad:
  call void @abort()
  unreachable
"""
    function = parse_module(folded(body)).functions["@f"]
    assert [block.label for block in function.blocks] == ["entry", "ok", "bad"]


def test_what_is_made_in_different_rounds_has_different_names_though_lines_move_in_between() -> None:
    second = "  %y = load i32, ptr @b, align 4\n  %d = icmp ne i32 %y, 0\n"
    second += "  br i1 %d, label %join, label %third\n\nthird:\n"
    second += "  %z = load i32, ptr @a, align 4\n  %e = icmp ne i32 %z, 0\n  br label %join\n\njoin:\n"
    second += "  %g = phi i1 [ true, %second ], [ %e, %third ]\n"
    text = folded(either(second).replace("br i1 %d, label %ok", "br i1 %g, label %ok"))
    rounds = {line.split(".")[2] for line in text.splitlines() if line.startswith("  %raddle.if.")}
    assert not is_folded(either(second)) and is_folded(text)
    assert rounds == {"0", "1"}


def test_a_block_that_leads_to_itself_is_a_loop_and_no_condition() -> None:
    """As the compiler makes one for the constructors of an array, and for `do ... while` in one block."""
    body = """entry:
  br label %again

again:
  %x = load i32, ptr @a, align 4
  %c = icmp eq i32 %x, 0
  br i1 %c, label %again, label %second

second:
  br label %join

join:
  %i = phi i32 [ 0, %second ], [ %j, %join ]
  %j = add i32 %i, 1
  %d = icmp slt i32 %j, 4
  br i1 %d, label %join, label %done

done:
  ret void
"""
    assert folded(body).endswith(f"{body}}}\n")
