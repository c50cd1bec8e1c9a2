"""IR text -> the C walker's tables."""

from itertools import count

import numpy as np

from raddle.trace.lower import lower, site_count
from raddle.trace.program import Program
from raddle.trace.walker_tables import CONSTANT, NONE, Tables, walker_layout
from tests.support.hand_made import BASE, Log, address_of, recording_of

_FRESH = count()
OP_NAMES = walker_layout().family("RD_OP_")


def program_of(text: str) -> Program:
    return Program.of(recording_of(Log(text)).modules)


def tables_of(body: str, head: str = "", parameters: str = "") -> Tables:
    return lower(program_of(f"{head}define void @f({parameters}) {{\nentry:\n{body}\n}}\n"))


def names(tables: Tables) -> list[str]:
    """Of the instructions, but for the first, which stands for all that is not lowered."""
    return [OP_NAMES[op] for op in tables.instructions["op"].tolist()][1:]


def constant(tables: Tables, operand: int) -> int:
    assert operand & CONSTANT and operand != NONE
    return int(tables.constants[operand & ~CONSTANT]["value"])


def listed(tables: Tables, first: int, count: int) -> list[int]:
    return tables.words[first : first + count].tolist()


def test_an_instruction_names_its_operands_widths_and_site() -> None:
    tables = tables_of("  %b = sub i32 %a, 7\n  ret void", parameters="i32 %a")
    row = tables.instructions[1]
    assert (row["site"], row["width"], row["result_width"]) == (BASE + 2, 32, 32)
    assert constant(tables, int(row["b"])) == 7
    assert listed(tables, tables.functions[0]["parameters"] + 1, 2) == [1, row["a"]]
    assert row["to"] not in (0, row["a"])


def test_equal_constants_are_one() -> None:
    tables = tables_of("  %b = add i32 %a, -1\n  %c = add i32 4294967295, %b\n  ret void", parameters="i32 %a")
    assert tables.instructions[1]["b"] == tables.instructions[2]["a"]


def test_an_aggregate_is_a_register_for_each_leaf_and_none_for_an_opaque_one() -> None:
    of = "{ i32, <2 x i32>, i8 }"
    body = f"  %b = insertvalue {of} %a, i32 7, 0\n  %c = extractvalue {of} %b, 2\n  ret void"
    tables = tables_of(body, parameters=f"{of} %a")
    parameter = listed(tables, tables.functions[0]["parameters"] + 1, 4)
    assert parameter[0] == 3 and parameter[2] == NONE
    assert names(tables) == ["move", "move", "move", "return"]
    into, kept, out = tables.instructions[1:4]
    assert constant(tables, int(into["a"])) == 7 and kept["a"] == parameter[3] and out["a"] == kept["to"]


def test_constant_indices_become_one_addition() -> None:
    text = "  %b = getelementptr { i32, [4 x i16] }, ptr %a, i64 2, i32 1, i64 -1\n  ret void"
    tables = tables_of(text, parameters="ptr %a")
    assert names(tables) == ["add", "return"]
    assert constant(tables, int(tables.instructions[1]["b"])) == 2 * 12 + 4 - 2


def test_what_the_log_has_is_not_computed() -> None:
    tables = tables_of("  %b = frem double %a, 2.0\n  %c = fptosi double %b to i32\n  ret void", parameters="double %a")
    assert names(tables) == ["result", "fptosi", "return"]
    row = tables.instructions[1]
    assert listed(tables, row["a"], row["b"]) == [tables.words[tables.functions[0]["parameters"] + 2]]
    assert listed(tables, row["c"], row["d"]) == [tables.instructions[2]["a"]]


def test_the_failing_side_stands_in_the_branch() -> None:
    body = "  br i1 %a, label %fine, label %bad\nfine:\n  ret void\nbad:\n  call void @abort()\n  unreachable"
    tables = tables_of(body, "declare void @abort()\n", "i1 %a")
    branch = tables.instructions[1]
    assert branch["c"] == 0
    true, false = tables.edges[branch["b"] : branch["b"] + 2]
    assert names(tables)[true["first"] - 1] == "return" and names(tables)[false["first"] - 1] == "call"
    assert [label for _, label in tables.edge_names] == ["fine", "bad"]


def test_cases_are_sorted_and_share_an_edge() -> None:
    body = "  switch i8 %a, label %out [\n    i8 -1, label %one\n    i8 3, label %out\n    i8 0, label %one\n  ]\n"
    tables = tables_of(body + "one:\n  ret void\nout:\n  ret void", parameters="i8 %a")
    assert tables.cases["value"].tolist() == [0, 3, 255]
    assert tables.cases["edge"][0] == tables.cases["edge"][2]


CALLS = """@x = thread_local global i64 0
declare void @outside(ptr)
define internal void @inside(i32 %a) {
entry.inside:
  ret void
}
define void @f(ptr %p) {
entry.f:
  call void @inside(i32 1)
  call void @outside(ptr byval({ i64, i64 }) %p)
  call void %p(ptr %p)
  store i64 1, ptr @x
  ret void
}
"""


def test_a_call_knows_its_target_and_what_it_copies() -> None:
    tables = lower(program_of(CALLS))
    local, outside, indirect = tables.calls
    assert (local["local"], local["target"]) == (1, 0)
    assert (outside["target"], outside["copied_count"]) == (NONE, 1)
    assert tables.words[outside["copied"] + 1] == 16
    assert indirect["callee"] == tables.words[tables.functions[1]["parameters"] + 2]
    assert constant(tables, int(outside["callee"])) == address_of(CALLS, "@outside")
    assert tables.sites[int(outside["site"])] == walker_layout()["RD_SITE_CALL"] | 1


def test_what_cannot_be_lowered_is_refused_by_name() -> None:
    tables = lower(program_of(CALLS))
    assert "refused" in names(tables)
    assert "@x" in tables.reasons[-1]


def fresh(text: str) -> Program:
    """One of which nothing is lowered, nor read, whatever other tests have asked for."""
    return program_of(f"{text}\n; {next(_FRESH)}")


def test_only_recorded_blocks_are_lowered() -> None:
    program = fresh(CALLS)
    recorded = np.zeros(site_count(program), np.bool_)
    assert names(lower(program, recorded)) == []
    recorded[Log(CALLS).site("entry.inside")] = True
    tables = lower(program, recorded)
    assert names(tables) == ["return"]
    assert tables.functions["entry_site"].tolist() == [Log(CALLS).site("entry.inside"), Log(CALLS).site("entry.f")]
    assert "blocks" not in program.functions[1].function.__dict__, "its body need not be read"


def test_a_cycle_of_phis_goes_by_a_register_of_its_own() -> None:
    body = "  br label %loop\nloop:\n  %a = phi i64 [ 1, %entry ], [ %b, %loop ]\n"
    tables = tables_of(body + "  %b = phi i64 [ 2, %entry ], [ %a, %loop ]\n  br label %loop")
    first, again = tables.edges
    assert (first["move_count"], again["move_count"]) == (2, 3)


def test_runs_of_one_program_share_what_is_lowered_and_it_grows() -> None:
    program = fresh(CALLS)
    inside, f = (Log(CALLS).site(f"entry.{name}") for name in ("inside", "f"))
    of_inside, of_f = np.zeros((2, site_count(program)), np.bool_)
    of_inside[inside] = of_f[f] = True
    first = lower(program, of_inside)
    both = lower(program, of_f)
    assert names(first) == ["return"]
    assert names(both)[0] == "return" and len(names(both)) > 1
    assert lower(program, of_inside) is both
    assert all(int(row["first"]) for row in both.functions)


def test_a_function_is_lowered_anew_where_more_of_it_was_entered() -> None:
    text = "define void @g(i1 %a) {\nfirst:\n  br i1 %a, label %yes, label %no\nyes:\n  ret void\nno:\n  ret void\n}"
    program, log = fresh(text), Log(text)
    entered = np.zeros(site_count(program), np.bool_)
    (told,) = {"yes", "no"} - program.functions[0].function.silent
    entered[log.site("first:")] = True
    one = lower(program, entered)
    assert names(one).count("return") == 1
    entered[log.site(f"{told}:")] = True
    both = lower(program, entered)
    anew = both.instructions[int(both.functions[0]["first"]) :]["op"].tolist()
    assert [OP_NAMES[op] for op in anew].count("return") == 2
    assert int(one.functions[0]["first"]) < int(both.functions[0]["first"])
