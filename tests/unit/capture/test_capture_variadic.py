"""Arguments of any number become lists, and names of the C library lead to our own functions: on text."""

import llvmlite.binding as llvm

from raddle.capture.followed import followed_names, listed_names
from raddle.capture.instrument import instrument
from raddle.capture.variadic import pass_lists

HEADER = 'target triple = "x86_64-unknown-linux-gnu"\n'
DECLARED = (
    "declare void @llvm.va_start.p0(ptr)\ndeclare void @llvm.va_copy.p0(ptr, ptr)\n"
    "declare i32 @snprintf(ptr, i64, ptr, ...)\ndeclare i64 @strlen(ptr)\n"
)


def verified(text: str) -> str:
    module = llvm.parse_assembly(text)
    module.verify()
    return text


def test_a_call_hands_over_a_list_and_the_function_copies_it() -> None:
    text = HEADER + (
        "define i32 @f(i32 noundef %n, ...) #0 {\nbb:\n  %l = alloca [24 x i8], align 16\n"
        "  call void @llvm.va_start.p0(ptr %l)\n  ret i32 %n\n}\n"
        "define void @g() {\nbb:\n"
        "  %v = call i32 (i32, ...) @f(i32 noundef 1, i32 noundef 2, double 1.5)\n  ret void\n}\n"
        f"{DECLARED}attributes #0 = {{ uwtable }}\n"
    )
    made = verified(pass_lists(text))
    assert "define internal i32 @f.listed(i32 noundef %n, ptr %raddle.list)" in made
    assert "@llvm.memcpy.p0.p0.i64(ptr %l, ptr %raddle.list, i64 24, i1 false)" in made
    assert "call i32 @f.listed(i32 noundef 1, ptr %raddle.list." in made
    assert "define i32 @f(i32 noundef %n, ...) #0 {" in made
    verified(instrument(made).text)


def test_what_has_no_place_in_a_list_goes_the_usual_way() -> None:
    call = "call i32 (ptr, i64, ptr, ...) @snprintf(ptr %p, i64 9, ptr %p, x86_fp80 0xK4000C000000000000000)"
    text = HEADER + f"define void @g(ptr %p) {{\nbb:\n  %v = {call}\n  ret void\n}}\n{DECLARED}"
    made = pass_lists(text)
    assert call in made
    assert "@__raddle_variadic_snprintf(ptr %p" in verified(instrument(made).text)


def test_a_call_of_snprintf_leads_to_our_own() -> None:
    call = "call i32 (ptr, i64, ptr, ...) @snprintf(ptr %p, i64 9, ptr %p, i32 7)"
    text = HEADER + f"define void @g(ptr %p) {{\nbb:\n  %v = {call}\n  ret void\n}}\n{DECLARED}"
    made = verified(pass_lists(text))
    assert "call i32 @__raddle_own_snprintf(ptr %p, i64 9, ptr %p, ptr %raddle.list." in made
    verified(instrument(made).text)


def test_names_lead_to_our_own_functions_but_for_those_of_the_module() -> None:
    text = HEADER + (
        "define i64 @g(ptr %p) {\nbb:\n"
        "  %v = call i64 @strlen(ptr %p)\n  %w = call i32 @atoi(ptr %p)\n  ret i64 %v\n}\n"
        f"define i32 @atoi(ptr %p) {{\nbb:\n  ret i32 3\n}}\n{DECLARED}"
    )
    made = verified(instrument(text).text)
    assert "%v = call i64 @__raddle_own_strlen(ptr %p)" in made
    assert "%w = call i32 @atoi(ptr %p)" in made
    assert "@__raddle_own_atoi = hidden alias void (), ptr @atoi" in made


def test_a_function_of_the_module_that_nobody_else_sees_has_no_second_name() -> None:
    text = HEADER + "define internal i32 @atoi(ptr %p) {\nbb:\n  ret i32 3\n}\n"
    assert "__raddle_own_atoi" not in verified(instrument(text).text)


def test_the_sources_say_which_functions_there_are() -> None:
    assert {"strlen", "strtol", "__isoc23_strtol", "vsnprintf", "qsort", "isalpha"} <= followed_names()
    assert "name" not in followed_names()
    assert listed_names()["snprintf"] == 3
    assert listed_names()["__isoc99_sscanf"] == 2
