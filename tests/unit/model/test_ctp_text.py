"""The text format of trace programs: what it means, what it refuses, and that printing it loses nothing."""

import random
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raddle.base.errors import UserError
from raddle.model.actions import (
    Acquire,
    Action,
    Against,
    Arrive,
    Check,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    Order,
    ProcessEnd,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Start,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.check import check_program
from raddle.model.program import TraceProgram
from raddle.model.text.parse import load_ctp, parse_ctp
from raddle.model.text.print import print_ctp
from tests.oracles.enumerated import enumerated
from tests.support.random_ctp import PROFILES, random_ctp
from tests.support.same_ctp import shape_of


def value_of(expression: str, declared: str = "") -> bool:
    """Whether the expression is true."""
    ctp = parse_ctp(f"shared dummy = 0\n{declared}\nthread T\n assert({expression})")
    return not enumerated(ctp).violations


def refusal(text: str) -> str:
    with pytest.raises(UserError) as caught:
        parse_ctp(text, "f.ctp")
    assert caught.value.advice is not None or caught.value.where is not None
    return str(caught.value)


# ---- expressions


@pytest.mark.parametrize(
    "expression",
    [
        "2 + 3 * 4 == 14",
        "(2 + 3) * 4 == 20",
        "7 - 2 - 1 == 4",
        "-7 / 2 == -3",
        "-7 % 2 == -1",
        "1 << 3 == 8",
        "-8 >> 1 == -4",
        "lshr(-8i8, 1) == 124",
        "6 & 3 | 8 ^ 8 == 0",
        "1 | 2 & 0",
        "!0 && !!5",
        "~0 == -1",
        "0xff == 255",
        "1 ? 2 : 0",
        "0 ? 0 : 0 ? 0 : 1",
        "2147483647 + 1 < 0",
        "ult(1, -1)",
        "udiv(200i8, 3) == 66i8",
        "5 == 5i64",
        "zext(200i8, 32) == 200",
        "sext(200i8, 32) == -56",
        "extract(0x1234, 8, 8) == 0x12i8",
        "concat(0x12i8, 0x34i8) == 0x1234i16",
        "bswap(0x1234i16) == 0x3412i16",
        "(3 > 2) + (2 > 1) == 2",
        "-(3 > 2) == -1",
        "1 < 2 == true",
        "fadd(0x3f800000, 0x3f800000) == 0x40000000",
        "sitofp(1, 64) == 0x3ff0000000000000i64",
    ],
)
def test_expressions_mean_what_they_mean_in_c(expression: str) -> None:
    assert value_of(expression)
    assert not value_of(f"!({expression})")


def test_variables_have_their_declared_widths() -> None:
    assert value_of("x < 0 && x == -1 && x + 1 == 0", "shared x: 8 = 255")
    assert value_of("x == y", "shared x: 8 = -1, y = -1")
    assert value_of("f && f == 1 && f > 0 && f + f == 2", "shared f: 1 = 1")


def test_what_is_assigned_is_cut_extended_or_made_a_truth_value() -> None:
    text = "shared x: 8 = 0, y = 0, f: 1 = 0\nthread T\n x := 300 + y\n y := x\n f := y\n y := f\n"
    assert not enumerated(parse_ctp(text + " assert(x == 44 && y == 1 && f)")).violations


def test_both_sides_of_a_logical_operator_are_evaluated() -> None:
    assert not enumerated(parse_ctp("shared x = 0\nthread T\n a: assume(x != 0 && 1 / x == 1)")).reached.keys() >= {3}


# ---- statements


def test_what_goes_without_saying_is_added() -> None:
    ctp = parse_ctp("thread T1\n skip\nthread T2\n ...\nthread T3\n end_process\nthread T4\n unstarted")
    kinds = [[type(event.action) for event in ctp.of_thread(thread)] for thread in range(5)]
    assert kinds == [[Create] * 4, [Start, Step, Exit], [Start], [Start, ProcessEnd], []]
    assert [thread.name for thread in ctp.threads] == ["main", "T1", "T2", "T3", "T4"]
    assert [event.upto for event in ctp.of_thread(1)] == [1, 2, 3]


def test_a_thread_may_be_created_by_another() -> None:
    ctp = parse_ctp("thread T1\n create(T2)\nthread main\n skip\nthread T2\n skip")
    assert [thread.parent for thread in ctp.threads] == [None, 0, 1]
    assert [type(event.action) for event in ctp.of_thread(0)] == [Create, Step, Exit]


def test_waits_and_barriers_are_several_events_with_primed_labels() -> None:
    ctp = parse_ctp("lock m\ncondition c\nbarrier b = 1\nthread T\n lock(m)\n w: wait(c, m)\n b: barrier(b) last")
    events = [(event.label, type(event.action)) for event in ctp.of_thread(1)[2:-1]]
    assert events == [("w", Wait), ("w'", Wake), ("w''", Acquire), ("b", Arrive), ("b'", Leave)]


def actions_of(text: str) -> list[Action]:
    """Of a thread that does that."""
    declared = "shared x = 0, y = 0, a[2] = 0\nlock m\ncondition c\nsemaphore s = 1\nthread T\n"
    return [event.action for event in parse_ctp(f"{declared}{text}\n...\nthread U\n").of_thread(1)[1:]]


def test_orders_stand_behind_what_is_accessed() -> None:
    update = "{ r := x@acq_rel, x@acq_rel := x@acq_rel + 1 }"
    accesses: list[tuple[Order, bool]] = []
    for action in actions_of(f"x@release := y@acquire\n{update}\na[x]@relaxed := y@early\nassert(y@seq_cst)"):
        assert isinstance(action, Step | Check)
        accesses += [(read.order, read.early) for read in action.reads]
        accesses += [(write.order, False) for write in action.writes] if isinstance(action, Step) else []
    assert accesses == [
        (Order.ACQUIRE, False),
        (Order.RELEASE, False),
        (Order.ACQ_REL, False),
        (Order.ACQ_REL, False),
        (Order.PLAIN, False),
        (Order.PLAIN, True),
        (Order.RELAXED, False),
        (Order.SEQ_CST, False),
    ]


def test_fences_and_free_are_statements() -> None:
    assert actions_of("fence(acquire)\nfree(x, a[1])\nfree()") == [Fence(Order.ACQUIRE), Free((0, 3)), Free(())]


def test_what_is_shown_what_a_check_is_for_and_what_a_frame_holds_are_written() -> None:
    actions = actions_of("assert(x@shown > 0)\ncheck_division(y != 0)\ncheck_address(x)\nframe_end(x, a[0])\nx := y")
    checks = [action for action in actions if isinstance(action, Check)]
    assert [(check.against, check.reads[0].shown) for check in checks] == [
        ("assertion", True),
        ("division", False),
        ("address", False),
    ]
    assert actions[3] == Free((0, 2), of_frame=True)


def test_what_raddle_makes_up_says_so_and_survives_printing() -> None:
    declared = "hidden h: 8 = 1 of_lock\nshared u[2] = {0, 0} unwritten\n"
    text = declared + "thread T\n region_begin made_up\n h@made_up := 2\n region_end made_up"
    program = parse_ctp(text)
    assert [(cell.of_lock, cell.unwritten) for cell in program.cells] == [(True, False), (False, True), (False, True)]
    begin, write, end = (event.action for event in program.of_thread(1)[1:4])
    assert (begin, end) == (RegionBegin(made_up=True), RegionEnd(made_up=True))
    assert isinstance(write, Step)
    assert write.writes[0].made_up
    again = parse_ctp(print_ctp(program))
    assert shape_of(again) == shape_of(program)
    assert [cell.unwritten for cell in again.cells] == [False, True, True]


def test_what_never_blocks_says_so() -> None:
    text = "trylock(m)\nunlock(m)\ntrylock(m) fails\ntryrdlock(m)\nrdunlock(m)\ntrytake(s)\ntryjoin(U)\nwait(c) timed"
    actions = actions_of(f"{text}\nwait(c) timeout timed")
    assert actions[0] == Acquire(0, waits=False)
    assert actions[2:4] == [Refused(0), Acquire(0, Mode.SHARED, waits=False)]
    assert actions[5:7] == [Take(0, waits=False), Join(2, waits=False)]
    assert [actions[8], actions[10]] == [Wake(0, "signal", waits=False), Wake(0, "timeout", waits=False)]


def test_a_cell_that_an_event_speaks_of_twice_is_read_once() -> None:
    ctp = parse_ctp("shared x = 0\nthread T\n assume(x > 0 && x < 5) { y := x, x := x + 1 }\n assert(y == 1)")
    step, check = (event.action for event in ctp.of_thread(1)[1:3])
    assert isinstance(step, Step)
    assert isinstance(check, Check)
    assert (len(step.reads), len(step.writes), len(check.reads)) == (1, 1, 0)


def test_the_trace_is_completed_with_what_it_does_not_name() -> None:
    text = "shared x = 0\nthread T1\n a: x := 1\n skip\n b: x := 2\nthread T2\n c: x := 3\n d: x := 4\ntrace c a..b"
    ctp = parse_ctp(text)
    names = [ctp.events[number].label or type(ctp.events[number].action).__name__ for number in ctp.observed]
    assert names == ["Create", "Create", "Start", "c", "Start", "a", "Step", "b", "Exit"]


def test_names_with_other_characters_stand_in_backquotes() -> None:
    ctp = parse_ctp("shared `p->next` = 3\nthread `worker 1`\n assert(`p->next` == 3)")
    assert (ctp.cells[0].name, ctp.threads[1].name) == ("p->next", "worker 1")
    assert shape_of(parse_ctp(print_ctp(ctp))) == shape_of(ctp)


# ---- refusals


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "f.ctp: the trace program has no thread"),
        ("x := 1", "the trace program has no thread"),
        ("x := 1\nthread T", "f.ctp:1: 'x' stands outside of a thread"),
        ("thread T\n x := y", "f.ctp:2: y has no value here"),
        ("shared x\nthread T\n x = 1", "f.ctp:3: ':=' should stand before '='"),
        ("shared x, x\nthread T", "x is declared twice"),
        ("shared at\nthread T", "at is a word of the language"),
        ("shared x: 0 = 0\nthread T", "the width is 0"),
        ("shared x: 8 = 256\nthread T", "the first value is 256"),
        ("shared a[2] = {1}\nthread T", "there are 1 first values for 2 elements"),
        ("shared a[2]\nthread T\n a[2] := 1", "a has no element 2"),
        ("shared x\nthread T\n x[0] := 1", "x is no array"),
        ("shared x: 8\nthread T\n x := 256", "256 does not fit into 8 bits"),
        ("shared x\nthread T\n { x := 1, x := 2 }", "x may be written twice in one event"),
        ("shared x\nthread T\n { y := 1, y := 2 }", "y is assigned twice in one event"),
        ("thread T\n assert(1", "')' should stand before 'the end of the line'"),
        ("thread T\n assert()", "an expression should stand instead of ')'"),
        ("thread T\n assert(1) 2", "nothing should follow here"),
        ("shared x\nthread T\n assert(1) { x := 1 }", "an assertion writes nothing"),
        ("thread T\n jump(x)", "there is no statement jump"),
        ("thread T\n assert(jump(1))", "there is no function jump"),
        ("thread T\n lock(m)", "m is not declared"),
        ("semaphore m = 1\nthread T\n lock(m)", "m is declared as semaphore, not as lock"),
        ("lock m\nthread T\n unlock(m)", "f.ctp:3: its thread does not hold the lock"),
        ("lock m\ncondition c\nthread T\n wait(c, m)", "f.ctp:4: its thread does not hold the lock"),
        ("lock m\nthread T\n lock(m)\n lock(m)", "its thread holds the lock already"),
        ("barrier b = 2\nthread T\n arrive(b)\n skip", "its thread is waiting"),
        ("condition c\nthread T\n woken(c)", "it wakes from no wait"),
        ("thread T\n region_end", "it ends a region that has not begun"),
        ("thread T\n exit\n skip", "something follows the end of its thread"),
        ("thread T\n skip\n start", "Start is a thread's first event"),
        ("thread T\n ...\n skip", "something follows the end of thread T"),
        ("thread T\n skip\n unstarted", "thread T has started"),
        ("thread T\nthread T", "f.ctp:1: there are two threads T"),
        ("thread T\n create(U)", "there is no thread U"),
        ("thread T\n create(main)", "main is never created"),
        ("thread T\n create(U)\n create(U)\nthread U", "f.ctp:3: U is created twice"),
        ("thread T\n create(U)\nthread U\n create(T)", "is created by one of its own children"),
        ("thread T\n join(T)", "a thread joins itself"),
        ("thread T\n a: skip\n a: skip", "a is the label of line 2 as well"),
        ("thread T\n atomic {\n skip", "an atomic block of thread T has no end"),
        ("thread T\n }", "there is no atomic block to end here"),
        ("thread T\n atomic {\n }", "the atomic block is empty"),
        ("thread T\n atomic {\n atomic {", "an atomic block inside an atomic block"),
        ("thread T\n a: skip\ntrace b", "there is no label b"),
        ("thread T\n a: skip\ntrace a a", "a has happened already"),
        ("thread T\n a: skip\n b: skip\ntrace b..a", "are not in one thread, in this order"),
        ("thread T\n a: assume(false)\ntrace a", "cannot happen: a cannot take place there, its guard is false"),
        ("thread T\n x := $", "cannot read '$'"),
        ("thread T\n x := 5z", "cannot read '5z'"),
        ("thread T\n assert(" + "(" * 500 + "1" + ")" * 500 + ")", "nested too deeply"),
        ("thread T\n x := " + "9" * 500, "cannot read"),
        ("shared x\nthread T\n with(x) skip", "should stand"),
        ("lock m\nshared x\nthread T\n with(x) lock(m)", "lock reads no shared variable"),
        ("shared x\nthread T\n assert(at(x) == 1)", "at(...) names no cell"),
        ("shared x, y: 8\nthread T\n assert(at(x, 0: x, 1: y) == 1)", "different widths"),
        ("thread T\n assert(udiv(1i8, 1i16))", "udiv has operands of 8 and 16 bits"),
        ("shared x\nthread T\n assert(x@strong)", "f.ctp:3: strong is no memory order"),
        ("shared x\nthread T\n assert(x@acquire@release)", "release is no memory order, or one too many"),
        ("shared x\nthread T\n assert(x@acquire && x)", "one event reads the same place in two ways"),
        ("shared x\nthread T\n x@early := 1", "a write is not early"),
        ("shared x\nthread T\n x@shown := 1", "a write is not shown"),
        ("shared x\nthread T\n check_division(x) { x := 1 }", "an assertion writes nothing"),
        ("shared x\nthread T\n frame_end(x, x)", "frame_end(...) names a cell twice"),
        ("shared x\nthread T\n r := x\n assert(r@acquire)", "r is a local variable"),
        ("thread T\n fence(plain)", "plain is no memory order"),
        ("shared x\nthread T\n free(x, x)", "free(...) names a cell twice"),
        ("shared x\nthread T\n free(x) when x == 1", "free(...) when ... speaks of what was read before"),
        ("lock m\nthread T\n free(m)", "m is declared as lock, not as shared"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_line(text: str, says: str) -> None:
    assert says in refusal(text)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot read the trace program"):
        load_ctp(tmp_path / "missing.ctp")
    (tmp_path / "bytes.ctp").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="cannot read the trace program"):
        load_ctp(tmp_path / "bytes.ctp")


_VOCABULARY = """
shared lock semaphore condition barrier once thread main T U x y a m c s b o : := = == , ( ) { } [ ] .. ... 0 1 2
3i8 assume assert skip with at if lock unlock rdlock trylock fails wait begin_wait woken timeout signal broadcast
take post count barrier arrive leave last trytake tryjoin timed free fence @ acquire early shown
frame_end check_division check_address
once_begin once_end once_pass create join region_begin region_end
end_process start exit unstarted atomic trace t1 t2 + - * / % < > && || ! ~ ? udiv extract zext true `q r` ' # ;
-> point failure frontier end p1 p2 times_out made_up of_lock unwritten hidden
"""
_WORDS = st.sampled_from(_VOCABULARY.split())
_LINE = st.lists(_WORDS, max_size=9).map(" ".join)
_GOOD = st.sampled_from(
    [
        "shared x = 0, y: 8 = 1, a[3] = 0",
        "lock m",
        "condition c",
        "semaphore s = 1",
        "barrier b = 2",
        "once o",
        "thread T",
        "thread U",
        "thread main",
        "t1: x := x + 1",
        "t2: assume(x > 0) { r := x, y := 2 }",
        "lock(m)",
        "unlock(m)",
        "w: wait(c, m)",
        "assert(a[x] == 0)",
        "a[x] := y",
        "a[x]@relaxed := y@acquire",
        "x@seq_cst := x@seq_cst + 1",
        "free(x, a[1])",
        "free(x) when r == 1",
        "frame_end(x)",
        "check_address(x@shown < 3)",
        "fence(release)",
        "trytake(s)",
        "create(T)",
        "join(U)",
        "barrier(b)",
        "region_begin",
        "region_begin made_up",
        "x@made_up := 1",
        "hidden h = 0 of_lock unwritten",
        "point p1",
        "point p2",
        "x := 1 -> p1",
        "assume(x == 0) -> p2",
        "assume(x != 0) -> failure",
        "trylock(m) fails -> frontier; +2 (3) times_out",
        "exit -> end",
        "trace t1",
        "...",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(_GOOD, _GOOD, _LINE), max_size=14))
def test_any_text_is_a_program_or_refused(lines: list[str]) -> None:
    try:
        ctp = parse_ctp("\n".join(lines), "f.ctp")
    except UserError as error:
        assert str(error).startswith("f.ctp")
    else:
        check_program(ctp)
        assert shape_of(parse_ctp(print_ctp(ctp))) == shape_of(ctp)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_characters_are_refused_without_a_traceback(text: str) -> None:
    for program in (text, f"thread T\n{text}", f"shared x\nthread T\n x := {text}"):
        try:
            check_program(parse_ctp(program, "f.ctp"))
        except UserError as error:
            assert str(error).startswith("f.ctp")


# ---- printing


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_what_is_printed_is_read_back_as_the_same(profile: str) -> None:
    rng = random.Random(17)
    for _ in range(12):
        ctp = random_ctp(rng, profile)
        text = print_ctp(ctp)
        again = parse_ctp(text)
        assert shape_of(again) == shape_of(ctp), text
        assert print_ctp(again) == text
        assert enumerated(again).violations.keys() == enumerated(ctp).violations.keys()


def weakened(rng: random.Random, ctp: TraceProgram) -> TraceProgram:
    """The same program with memory orders, fences, frees, checks of all kinds, and things that never block."""

    def ordered(access: Read) -> Read:
        return replace(access, order=rng.choice(list(Order)), early=rng.random() < 0.2, shown=rng.random() < 0.2)

    def changed(action: Action) -> Action:
        match action:
            case Step((), guard, ()) if guard is ctp.terms.true:
                free = Free(tuple(range(len(ctp.cells))), of_frame=rng.random() < 0.5)
                return rng.choice([Fence(rng.choice(list(Order)[1:])), free])
            case Step(reads, _, writes):
                orders: list[Write] = [replace(write, order=rng.choice(list(Order))) for write in writes]
                return replace(action, reads=tuple(map(ordered, reads)), writes=tuple(orders))
            case Check(reads, _):
                against = rng.choice(list(get_args(Against)))
                return replace(action, reads=tuple(map(ordered, reads)), against=against)
            case Join() | Take() | Wake():
                return replace(action, waits=rng.random() < 0.5)
            case _:
                return action

    return replace(ctp, events=tuple(replace(event, action=changed(event.action)) for event in ctp.events))


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_orders_and_what_never_blocks_survive_printing(profile: str) -> None:
    rng = random.Random(23)
    for _ in range(12):
        ctp = weakened(rng, random_ctp(rng, profile))
        text = print_ctp(ctp)
        assert shape_of(parse_ctp(text)) == shape_of(ctp), text


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(["x", "y", "f", "a[i]", "a[1]", "3", "-1", "0x7f", "true", "r"]))
    a, b = draw(expressions(depth=depth - 1)), draw(expressions(depth=depth - 1))
    form = draw(
        st.sampled_from(
            ["({} + {})", "({} - {})", "{} * {}", "({}) / ({})", "({}) ^ ({})", "({}) & {}", "{} | {}", "({}) << ({})",
             "({}) < ({})", "({}) == ({})", "({}) != ({})", "({}) && ({})", "({}) || !({})", "-({}) + ~({})",
             "(f ? {} : {})", "zext(({}) > 0, 8) + ({})", "(({}) >= ({}))", "(({}) % ({}))", "(({}) >> ({}))"]
        )
    )  # fmt: skip
    return form.format(a, b)


@settings(max_examples=100, deadline=None)
@given(expressions(), expressions())
def test_any_expression_survives_printing(first: str, second: str) -> None:
    declared = "shared x = 0, y: 8 = 1, f: 1 = 0, i: 2 = 1, a[3]: 8 = 0"
    try:
        ctp = parse_ctp(f"{declared}\nthread T\n r := y\n assume({first}) {{ x := {second} }}")
    except UserError as error:
        assert "does not fit" in str(error)
        return
    again = parse_ctp(print_ctp(ctp))
    assert shape_of(again) == shape_of(ctp)
