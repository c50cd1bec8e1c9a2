"""The C walker against the reference on recordings made by hand: what C programs seldom or never do."""

import signal
from dataclasses import replace

import numpy as np
import pytest

from raddle.base.errors import InternalError
from raddle.logic.operators import Op
from raddle.trace.events import EventFlag, EventKind, PinCause
from raddle.trace.recorded import Ending
from raddle.trace.walk_fast import walk_fast
from tests.support.both_walks import refused_by_both, same_from_both, walked_by_both
from tests.support.hand_made import Log, address_of, recording_of

pytestmark = pytest.mark.compiler

SHARED = """@x = global i64 0
define void @main() {
entry:
  %a = load i32, ptr @x
  %b = add i32 %a, 5
  store i32 %b, ptr @x
  ret void
}
"""
X = address_of(SHARED, "@x")


def increments(path: str, before: int, address: int = X) -> Log:
    return Log(SHARED, path).record("entry:").load(address, 4, before).store(address, before + 5)


def test_a_read_of_what_two_threads_touch_and_one_writes_is_a_term() -> None:
    trace = walked_by_both(recording_of(increments("main", 0), increments("main.1", 5)))
    assert trace.shared.tolist() == [X >> 3]
    read, write = trace.threads[1].events
    assert (read["kind"], read["value"], write["value"]) == (EventKind.READ, 5, 10)
    assert [Op(op) for op in trace.threads[1].terms["op"][1:]] == [Op.READ, Op.ADD]
    assert write["value_term"] == 2 and write["flags"] & EventFlag.SHARED


def test_what_one_thread_alone_touches_is_constant_and_left_out_unless_asked_for() -> None:
    recording = recording_of(increments("main", 0))
    assert walked_by_both(recording).threads[0].events.size == 0
    kept = walked_by_both(recording, keep_private=True).threads[0]
    assert kept.events["kind"].tolist() == [EventKind.READ, EventKind.WRITE]
    assert kept.terms.size == 1


def test_the_rows_live_as_long_as_somebody_looks_at_them() -> None:
    events = walk_fast(recording_of(increments("main", 0), increments("main.1", 5))).threads[0].events[1:]
    copied = events.copy()
    for _ in range(20):
        walk_fast(recording_of(increments("main", 0), increments("main.1", 5)))
    assert np.array_equal(events, copied)


SWAP = """@x = global i64 0
define void @main() {
entry:
  %first = load i64, ptr @x
  br label %loop
loop:
  %a = phi i64 [ %first, %entry ], [ %b, %loop ]
  %b = phi i64 [ 7, %entry ], [ %a, %loop ]
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %loop, label %out
out:
  store i64 %a, ptr @x
  ret void
}
"""


def swaps(path: str) -> Log:
    return Log(SWAP, path).record("entry:").load(X, 8, 1).record("loop:", "loop:", "loop:", "out:").store(X, 1)


def test_phis_move_at_once() -> None:
    trace = walked_by_both(recording_of(swaps("main"), swaps("main.1")))
    assert trace.threads[0].events["value_term"].tolist() == [1, 1]


WIDTHS = """@x = global i64 0
define void @main() {
entry:
  %odd = load i24, ptr @x
  %bit = trunc i24 %odd to i1
  %at = getelementptr i8, ptr @x, i64 4
  store i1 %bit, ptr %at
  %again = load i1, ptr %at
  %wide = zext i1 %again to i24
  %sum = add i24 %odd, %wide
  store i24 %sum, ptr @x
  %long = sext i24 %sum to i40
  store i40 %long, ptr @x
  ret void
}
"""


def widths(path: str) -> Log:
    log = Log(WIDTHS, path).record("entry:").load(X, 3, 0xFFFFFF).store(X + 4, 1).load(X + 4, 1, 1)
    log.count += 1
    log.note(X).bytes(b"\0\0\0")
    log.count += 1
    return log.note(X).bytes(b"\0" * 5)


def test_values_of_odd_widths_are_read_and_written() -> None:
    trace = walked_by_both(recording_of(widths("main"), widths("main.1")))
    assert trace.threads[0].events["size"].tolist() == [3, 1, 1, 3, 5]


def test_a_store_that_differs_from_its_logged_bytes_is_refused() -> None:
    log = widths("main")
    log.values[-1] = 9
    assert "stored 0, the log has 0000000009" in refused_by_both(recording_of(log))


CALLS = """@x = global i64 0
declare i64 @library(ptr)
define i64 @callback(i64 %given) {
entry.callback:
  %sum = add i64 %given, 1
  ret i64 %sum
}
define linkonce i64 @weak(i64 %given) {
entry.weak:
  %local = call i64 @callback(i64 %given)
  ret i64 %local
}
define void @main() {
entry.main:
  %a = load i64, ptr @x
  %pointer = call i64 @library(ptr @callback)
  %direct = call i64 @weak(i64 %a)
  store i64 %direct, ptr @x
  ret void
}
"""


def calls(path: str, *, result: int = 6, arrived: int = 5) -> Log:
    log = Log(CALLS, path).happens("RD_START").record("entry.main").load(X, 8, 5)
    log.record("entry.callback").value(77).record("%pointer").value(3)
    log.record("entry.weak").value(arrived).record("entry.callback").value(5).record("%direct").value(result)
    return log.store(X, 6)


def test_arguments_and_results_keep_their_terms_through_calls() -> None:
    trace = walked_by_both(recording_of(calls("main"), calls("main.1")))
    thread = trace.threads[0]
    assert thread.events["value_term"].tolist() == [0, 1, 2]
    # Library called back, weak was called, and it called on.
    assert thread.stacks["parent"].tolist() == [0, 0, 0, 2]


def test_a_result_that_differs_from_the_walked_one_is_refused() -> None:
    assert "@main got 9, walked result is 6" in refused_by_both(recording_of(calls("main", result=9)))


def test_an_argument_that_differs_from_the_passed_one_is_refused() -> None:
    assert "argument of @weak: 5 passed, 8 arrived" in refused_by_both(recording_of(calls("main", arrived=8)))


MISFITS = """@x = global i64 0
define i64 @other(i32 %narrow) {
entry.other:
  %wide = zext i32 %narrow to i64
  %read = load i64, ptr @x
  %both = add i64 %wide, %read
  ret i64 %both
}
define void @main(ptr %target) {
entry.main:
  %a = load i64, ptr @x
  %direct = call i32 @other(i64 %a, i64 %a)
  %indirect = call i16 %target(i64 %a)
  store i16 %indirect, ptr @x
  ret void
}
"""


def misfits(path: str) -> Log:
    """Old C: the caller knows neither the parameters nor the result."""
    log = Log(MISFITS, path).record("entry.main").value(address_of(MISFITS, "@other")).load(X, 8, 2**33 + 7)
    log.record("entry.other").value(7).load(X, 8, 2**33 + 7).record("%direct").value(14)
    log.record("entry.other").value(7).load(X, 8, 2**33 + 7).record("%indirect").value(14)
    return log.store(X, 14)


def test_arguments_and_results_of_another_shape_are_pinned() -> None:
    trace = walked_by_both(recording_of(misfits("main"), misfits("main.1")))
    events = trace.threads[0].events
    pins = [PinCause(event["size"]).name for event in events if event["kind"] == EventKind.PIN]
    assert pins == ["EXTERNAL_ARGUMENT", "EXTERNAL_ARGUMENT", "OPAQUE_VALUE", "EXTERNAL_ARGUMENT", "OPAQUE_VALUE"]
    assert events[-1]["value_term"] == 0


JUMPS = """@x = global i64 0
declare i32 @setjmp(ptr)
declare void @library()
define void @deep() {
entry.deep:
  call void @library()
  ret void
}
define void @main() {
entry.main:
  %came = call i32 @setjmp(ptr @x)
  %first = icmp eq i32 %came, 0
  br i1 %first, label %go, label %back
go:
  call void @deep()
  unreachable
back:
  invoke void @library()
          to label %fine unwind label %pad
fine:
  ret void
pad:
  %caught = landingpad { ptr, i32 }
          cleanup
  %what = extractvalue { ptr, i32 } %caught, 1
  store i32 %what, ptr @x
  ret void
}
"""


def jumps(path: str) -> Log:
    log = Log(JUMPS, path).record("entry.main", "%came").value(0).record("go:", "entry.deep")
    log.record("%came").value(4).record("back:", "pad:").value(64, 9)
    return log.store(X, 9)


def test_control_comes_back_by_longjmp_and_by_an_exception() -> None:
    trace = walked_by_both(recording_of(jumps("main"), jumps("main.1")))
    assert trace.threads[0].events["value"].tolist() == [9]


def test_control_that_comes_back_where_nobody_waits_is_refused() -> None:
    log = Log(JUMPS).record("entry.main", "%came").value(0).record("go:", "entry.deep", "fine:")
    assert "which no frame awaits" in refused_by_both(recording_of(log))


TABLE = """@x = global i64 0
define void @main() {
entry:
  %a = load i64, ptr @x
  switch i64 %a, label %other [
    i64 3, label %three
    i64 -1, label %least
    i64 0, label %three
  ]
three:
  %p = inttoptr i64 %a to ptr
  indirectbr ptr %p, [label %least, label %other]
least:
  %v = phi i64 [ 1, %entry ], [ 2, %three ]
  store i64 %v, ptr @x
  ret void
other:
  unreachable
}
"""


@pytest.mark.parametrize(("value", "taken"), [(3, "three:"), (0, "three:"), (2**64 - 1, "least:"), (4, "other:")])
def test_a_switch_takes_the_case_of_its_value(value: int, taken: str) -> None:
    log = Log(TABLE).record("entry:").load(X, 8, value).record(taken)
    if taken == "three:":
        log.record("least:").store(X, 2)
    elif taken == "least:":
        log.store(X, 1)
    walked_by_both(recording_of(log, Log(TABLE, "main.1").record("entry:").load(X, 8, 4).record("other:")))


def test_a_jump_to_another_block_than_the_logged_one_is_refused() -> None:
    log = Log(TABLE).record("entry:").load(X, 8, 3).record("other:")
    assert "@main goes to three (site 109), log has" in refused_by_both(recording_of(log))
    log = Log(TABLE).record("entry:").load(X, 8, 3).record("three:", "three:")
    assert "an indirect jump went elsewhere" in refused_by_both(recording_of(log))


LOCAL = """@x = global i64 0
define void @inner() {
entry.inner:
  ret void
}
define void @main() {
entry.main:
  call void @inner()
  ret void
}
"""


def test_a_local_call_that_enters_something_else_is_refused() -> None:
    log = Log(LOCAL).record("entry.main", "entry.main")
    assert "call of @inner did not enter it" in refused_by_both(recording_of(log))


def test_a_wrong_store_is_refused_at_the_next_record() -> None:
    log = increments("main", 0).record("entry:")
    log.blocks[-1] = (log.blocks[-1][0], log.blocks[-1][1] ^ 1)
    assert "differs from the log" in refused_by_both(recording_of(log))


def test_a_record_out_of_its_turn_is_refused() -> None:
    log = Log(SHARED).happens("RD_START").happens("RD_LOCK")
    log.sync[1]["count"] = 0
    assert "the runtime's record has number 0" in refused_by_both(recording_of(log))


def test_block_records_that_are_left_over_are_refused() -> None:
    log = increments("main", 0).record("entry:")
    log.count = 1
    assert "1 block records are left over" in refused_by_both(recording_of(log))


def test_events_that_are_not_found_are_refused() -> None:
    log = increments("main", 0)
    log.count = 3
    assert "the runtime counted 3 visible events" in refused_by_both(recording_of(log))


def test_runtime_records_that_are_left_over_are_refused() -> None:
    log = increments("main", 0).happens("RD_LOCK")
    log.sync[0]["blocks"], log.count = 7, 2
    assert "a runtime record is left over: (8, 1, 0, 0, 2, 0, 0, 0, 7)" in refused_by_both(recording_of(log))


def test_values_that_are_left_over_are_refused() -> None:
    assert "3 bytes of values are left over" in refused_by_both(recording_of(increments("main", 0).bytes(b"abc")))


def test_values_may_be_left_over_where_the_run_was_ended_while_it_logged_them() -> None:
    recording = recording_of(increments("main", 0).bytes(b"abc"))
    same_from_both(replace(recording, final=Ending(None, signal.SIGSEGV, False, 0.0, "running")))
    aborted = replace(recording, final=Ending(None, signal.SIGABRT, False, 0.0, "abort"))
    assert "3 bytes of values are left over" in refused_by_both(aborted)


def test_a_log_may_end_anywhere() -> None:
    whole = calls("main")
    for blocks in range(len(whole.blocks) + 1):
        log = Log(CALLS)
        log.sync, log.blocks, log.values, log.count = whole.sync, whole.blocks[:blocks], whole.values, whole.count
        same_from_both(recording_of(log))


DIVIDES = """@x = global i64 0
define void @main() {
entry:
  %a = load i32, ptr @x
  %b = sdiv i32 -2147483648, %a
  store i32 %b, ptr @x
  ret void
}
"""


@pytest.mark.parametrize("by", [0, 2**32 - 1])
def test_a_division_that_traps_ends_the_thread(by: int) -> None:
    log = Log(DIVIDES).record("entry:").load(X, 4, by)
    assert walked_by_both(recording_of(log), keep_private=True).threads[0].events.size == 1


UNUSED = """@x = global i64 0
define void @main() {
entry:
  %a = load i32, ptr @x
  %b = sdiv i32 -2147483648, %a
  %c = add i32 %b, 1
  %d = urem i32 %c, %a
  store i32 7, ptr @x
  ret void
}
"""


@pytest.mark.parametrize("by", [0, 2**32 - 1])
def test_a_division_whose_result_nobody_needs_is_not_done_and_cannot_trap(by: int) -> None:
    log = Log(UNUSED).record("entry:").load(X, 4, by).store(X, 7)
    assert walked_by_both(recording_of(log), keep_private=True).threads[0].events.size == 2


REFUSED = """@x = thread_local global i64 0
define void @main() {
entry:
  store i64 1, ptr @x
  ret void
}
"""


def test_what_cannot_be_walked_is_refused_by_name_where_the_walk_comes_to_it() -> None:
    with pytest.raises(InternalError, match=r"cannot walk @main: the value of .*@x.* is needed and not known"):
        walk_fast(recording_of(Log(REFUSED).record("entry:")))


LIBRARY = """@x = global [4 x i64] zeroinitializer
declare void @library()
define void @main() {
entry:
  call void @library()
  ret void
}
"""


def library_calls(path: str) -> Log:
    """It reads 11 bytes and writes 5 of them again, across the borders of granules."""
    log = Log(LIBRARY, path).record("entry:")
    log.happens("RD_SWITCH", visible=False).happens("RD_READ", object=X + 3, value=11).bytes(bytes(range(11)))
    log.happens("RD_WRITE", object=X + 6, value=5).bytes(b"abcde").happens("RD_LOCK")
    return log.record("call void @library")


def test_what_a_library_reads_and_writes_comes_in_pieces_and_is_pinned() -> None:
    trace = walked_by_both(recording_of(library_calls("main"), library_calls("main.1")))
    kinds = [EventKind(kind).name for kind in trace.threads[0].events["kind"]]
    assert kinds == ["READ", "READ", "PIN", "PIN", "WRITE", "WRITE", "SYNC"]
    assert trace.threads[0].events["size"].tolist()[:2] == [5, 6]
