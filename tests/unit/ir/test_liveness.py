"""Live registers, by hand and against what the word means: some way leads to a use before anything else fills it."""

import random

import pytest

from raddle.ir.instructions import Call
from raddle.ir.liveness import Liveness, read_by
from raddle.ir.module import Function
from raddle.ir.parse import parse_module


def liveness(text: str) -> Liveness:
    return Liveness(parse_module(text).functions["@f"])


def call(of: Liveness, name: str) -> Call:
    found = (one for block in of.function.blocks for one in block.instructions if isinstance(one, Call))
    return next(one for one in found if getattr(one.callee.value, "name", "") == name)


LOOP = """declare i32 @g(i32)
define i32 @f(i32 %n, i32 %m) {
entry:
  %dead = add i32 %n, 1
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ %m, %entry ], [ %more, %body ]
  %ends = icmp eq i32 %i, %n
  br i1 %ends, label %out, label %body
body:
  %got = call i32 @g(i32 %i)
  %more = add i32 %sum, %got
  %next = add i32 %i, 1
  br label %head
out:
  ret i32 %sum
}
"""


def test_at_the_beginning_of_a_block_its_phis_are_filled_and_what_goes_into_them_is_not_read_any_more() -> None:
    assert liveness(LOOP).at_entry == {
        "entry": ("%m", "%n"),
        "head": ("%i", "%n", "%sum"),
        "body": ("%i", "%n", "%sum"),
        "out": ("%sum",),
    }


def test_behind_a_call_its_result_does_not_count_nor_do_arguments_that_nobody_reads_again() -> None:
    found = liveness(LOOP)
    assert found.behind(call(found, "@g")) == ("%i", "%n", "%sum")


INVOKE = """declare i32 @g(i32)
declare void @h(i32)
define i32 @f(i32 %a, i32 %b, i32 %c) personality ptr null {
entry:
  %r = invoke i32 @g(i32 %c) to label %normal unwind label %pad
normal:
  %s = phi i32 [ %r, %entry ]
  %t = add i32 %s, %a
  ret i32 %t
pad:
  %e = landingpad { ptr, i32 } cleanup
  call void @h(i32 %b)
  resume { ptr, i32 } %e
}
"""


def test_an_invoke_may_go_on_in_both_ways() -> None:
    found = liveness(INVOKE)
    assert found.behind(call(found, "@g")) == ("%a", "%b")
    assert found.at_entry["normal"] == ("%a", "%s")


def test_the_condition_of_an_early_load_is_read_there() -> None:
    text = """@x = global i32 0
define i32 @f(i1 %x.early.if) {
entry:
  br label %next
next:
  %x.early = load i32, ptr @x
  ret i32 %x.early
}
"""
    assert liveness(text).at_entry["next"] == ("%x.early.if",)


def test_variables_that_are_written_before_anything_may_read_them_are_told() -> None:
    text = """@x = global i32 0
declare void @g(ptr)
define void @f(ptr %p) {
entry:
  %a = alloca i32
  %b = alloca i64
  %c = alloca i32
  %d = alloca i32
  call void @g(ptr %a)
  br label %head
head:
  %one = load i32, ptr %c
  %two = load i32, ptr @x
  store i32 %two, ptr %a
  store i32 %one, ptr %b
  store i32 %one, ptr %c
  br label %next
next:
  %three = load i32, ptr %p
  store i32 %three, ptr %d
  call void @g(ptr %d)
  br label %head
}
"""
    assert liveness(text).overwritten("head") == (("%a", 4), ("%b", 4))
    assert liveness(text).overwritten("next") == ()


def random_function(seed: int) -> Function:
    """Blocks that lead anywhere, with registers that are used wherever: what is filled need not dominate its uses."""
    chance = random.Random(seed)
    blocks = [f"b{number}" for number in range(chance.randint(2, 7))]
    registers = ["%p0", "%p1"]
    ways = {block: chance.sample(blocks[1:], chance.randint(0, min(2, len(blocks) - 1))) for block in blocks}
    before: dict[str, list[str]] = {block: [one for one in blocks if block in ways[one]] for block in blocks}
    phis = {block: [f"%{block}.p{n}" for n in range(chance.randint(0, 2))] if before[block] else [] for block in blocks}
    plain = {block: [f"%{block}.r{n}" for n in range(chance.randint(0, 3))] for block in blocks}
    registers += [one for block in blocks for one in (*phis[block], *plain[block])]
    lines = ["define i32 @f(i32 %p0, i32 %p1) {"]
    for block in blocks:
        lines.append(f"{block}:")
        for one in phis[block]:
            given = ", ".join(f"[ {chance.choice([*registers, '3'])}, %{source} ]" for source in before[block])
            lines.append(f"  {one} = phi i32 {given}")
        lines += [
            f"  {one} = add i32 {chance.choice(registers)}, {chance.choice([*registers, '7'])}" for one in plain[block]
        ]
        cases = " ".join(f"i32 {number}, label %{to}" for number, to in enumerate(ways[block][1:]))
        read = chance.choice(registers)
        lines.append(
            f"  switch i32 {read}, label %{ways[block][0]} [ {cases} ]" if ways[block] else f"  ret i32 {read}"
        )
    return parse_module("\n".join([*lines, "}", ""])).functions["@f"]


def is_read(function: Function, label: str, register: str) -> bool:
    """Along some way from behind the block's phis, before it is filled anew."""
    seen: set[str] = set()
    waiting = [label]
    while waiting:
        block = function.block_by_label[waiting.pop()]
        if block.label in seen:
            continue
        seen.add(block.label)
        for one in block.instructions[len(block.phis) :]:
            if register in read_by(one):
                return True
            if one.result == register:
                break
        else:
            for target in map(function.block_by_label.__getitem__, block.successors):
                given = (value.value for phi in target.phis for value, source in phi.incoming if source == block.label)
                if any(getattr(value, "name", None) == register for value in given):
                    return True
                if all(phi.result != register for phi in target.phis):
                    waiting.append(target.label)
    return False


@pytest.mark.parametrize("seed", range(60))
def test_live_is_what_some_way_reads_before_it_is_filled_anew(seed: int) -> None:
    function = random_function(seed)
    names = {one.result for block in function.blocks for one in block.instructions if one.result} | {"%p0", "%p1"}
    for block in function.blocks:
        meant = tuple(sorted(name for name in names if is_read(function, block.label, name)))
        assert Liveness(function).at_entry[block.label] == meant, block.label
