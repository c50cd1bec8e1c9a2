"""What a walk shows of a torn block: order, bytes and values, without the trace program; and how a witness says it."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from raddle.base.errors import UserError
from raddle.base.failing import BY_STATUS
from raddle.base.place import SourcePlace
from raddle.base.segments import Segment
from raddle.replay.outcome import Outcome, parse_outcome
from raddle.replay.races import VisibleEvent, segments_up_to
from raddle.replay.schedule import parse_schedule
from raddle.replay.torn import torn_events, torn_outcome
from raddle.trace.events import EVENT, STACK, TERM, EventFlag, EventKind, ThreadTrace
from raddle.trace.torn import Tearing
from raddle.trace.walk import Trace

X, Y = 0x1000, 0x2000
Row = tuple[str, int, int, int, int]
"""Kind, address, size, value, what is written."""


def read(value: int, at: int = X, size: int = 4) -> Row:
    return "READ", at, size, value, 1


def write(value: int, at: int = X, size: int = 4) -> Row:
    return "WRITE", at, size, value, 0


def update(old: int, new: int, at: int = X) -> Row:
    return "UPDATE", at, 4, old, new


def failed(old: int, at: int = X) -> Row:
    return "FAILED", at, 4, old, 7


def walked(*steps: tuple[int, Row | list[Row]]) -> Trace:
    """Each step is an event of thread 0 or 1: a row, or several of one event."""
    rows: tuple[list[Any], list[Any]] = ([], [])
    counts, segments = [0, 0], []
    for thread, step in steps:
        for kind, address, size, value, written in step if isinstance(step, list) else [step]:
            event = np.zeros(1, EVENT)
            flags = EventFlag.VISIBLE | EventFlag.SHARED | (EventFlag.FAILED if kind == "FAILED" else 0)
            event["kind"] = EventKind.UPDATE if kind == "FAILED" else EventKind[kind]
            event["flags"], event["index"], event["size"] = flags, counts[thread], size
            event["address"], event["value"], event["written"] = address, value, written
            rows[thread].append(event)
        counts[thread] += 1
        segments.append(Segment(f"main.{thread + 1}", counts[thread]))
    threads = tuple(
        ThreadTrace(number, f"main.{number + 1}", np.concatenate(own), np.zeros(1, TERM), np.zeros(1, STACK))
        for number, own in enumerate(rows)
    )
    recording: Any = SimpleNamespace(segments=lambda: segments)
    program: Any = None
    return Trace(recording, program, threads, np.zeros(0, np.uint64))


def is_torn(trace: Trace, first: int, there: int, back: int, last: int) -> bool:
    """By their numbers in their threads."""
    found = Tearing(trace).torn((0, first), (1, there), (1, back), (0, last))
    assert found is None or [at.thread for at in found] == [0, 1, 1, 0]
    return found is not None


@pytest.mark.parametrize(
    ("first", "there", "last", "torn"),
    [
        (read(0), write(1), read(1), True),
        (read(0), write(1), write(2), True),
        (write(1), read(1), write(2), True),
        (write(1), write(2), read(2), True),
        (write(1), write(2), write(3), True),
        (read(0), read(0), read(0), False),
        (read(0), read(0), write(1), False),
        (write(1), read(1), read(1), False),
    ],
    ids=["RWR", "RWW", "WRW", "WWR", "WWW", "RRR", "RRW", "WRR"],
)
def test_five_of_the_eight_patterns_of_three_accesses_tear_a_block(
    first: Row, there: Row, last: Row, torn: bool
) -> None:
    assert is_torn(walked((0, read(0, Y)), (0, first), (1, there), (0, last)), 1, 0, 0, 2) is torn


@pytest.mark.parametrize(
    ("first", "there", "last"),
    [
        (read(4), write(4), read(4)),
        (write(5), write(5), write(5)),
        (write(5), write(5), read(5)),
        (read(0), write(1, Y), read(0)),
        (read(0, X, 4), write(1, X + 4, 4), read(0, X, 4)),
        (read(3), failed(3), read(3)),
        (read(3), update(3, 3), read(3)),
        (write(3), update(3, 3), write(3)),
    ],
    ids=["silent", "equal", "equal and read", "elsewhere", "beside", "no swap", "no change", "all the same"],
)
def test_an_order_that_changes_no_value_does_not_matter(first: Row, there: Row, last: Row) -> None:
    assert not is_torn(walked((0, read(3)), (0, first), (1, there), (0, last)), 1, 0, 0, 2)


def test_a_block_that_is_left_alone_is_not_torn_by_what_comes_before_or_after() -> None:
    trace = walked((1, write(1)), (0, read(1)), (0, write(2)), (1, write(3)))
    assert not is_torn(trace, 0, 0, 0, 1)
    assert not is_torn(trace, 0, 1, 1, 1)


def test_some_bytes_in_common_are_enough() -> None:
    assert is_torn(walked((0, read(0, X, 8)), (1, write(1, X + 6, 2)), (0, read(1 << 48, X, 8))), 0, 0, 0, 1)
    high_byte_only = walked((0, read(0x0100, X, 2)), (1, write(0x02, X, 1)), (0, read(0x01, X + 1, 1)))
    assert not is_torn(high_byte_only, 0, 0, 0, 1)


def test_what_was_there_before_is_what_was_last_read_or_written_there() -> None:
    """The first read sees 0, which is not what is overwritten; the write is silent only for those who saw 1."""
    trace = walked((0, read(0)), (1, write(1)), (1, write(1)), (0, read(1)))
    assert is_torn(trace, 0, 0, 0, 1)
    silent_again = walked((0, write(1)), (1, write(1)), (0, read(1)))
    assert not is_torn(silent_again, 0, 0, 0, 1)
    nobody_knows = walked((0, write(1)), (1, read(1)), (0, write(2)))
    assert is_torn(nobody_knows, 0, 0, 0, 1)


def test_a_write_of_equal_values_matters_to_the_one_who_has_read_the_old_one() -> None:
    """Both read 0 and write 1: one of the two is lost."""
    trace = walked((0, read(0)), (1, read(0)), (1, write(1)), (0, write(1)))
    assert is_torn(trace, 0, 1, 0, 1)


def test_updates_matter_unless_they_change_nothing() -> None:
    assert is_torn(walked((0, update(0, 1)), (1, update(1, 2)), (0, update(2, 3))), 0, 0, 0, 1)
    assert not is_torn(walked((0, update(1, 1)), (1, update(1, 1)), (0, update(1, 1))), 0, 0, 0, 1)
    assert is_torn(walked((0, write(9)), (1, update(9, 9)), (0, write(8))), 0, 0, 0, 1)


def test_an_update_of_two_rows_is_an_update() -> None:
    halves: list[Row] = [read(0, X, 8), read(0, X + 8, 8), write(5, X, 8), write(0, X + 8, 8)]
    trace = walked((0, halves), (1, write(5, X, 8)), (0, write(6, X, 8)))
    assert is_torn(trace, 0, 0, 0, 1)


def test_two_variables_tear_a_block_also_against_the_order_of_the_other_thread() -> None:
    skew = walked((0, read(0, X)), (1, read(0, Y)), (1, write(1, X)), (0, write(1, Y)))
    assert is_torn(skew, 0, 1, 0, 1)
    assert not is_torn(skew, 0, 0, 1, 1)
    rows = Tearing(skew).torn((0, 0), (1, 1), (1, 0), (0, 1))
    assert rows is not None and Tearing(skew).order(rows) == (0, 2, 1, 3)


def test_a_long_access_is_torn_where_one_of_its_parts_is() -> None:
    copied: list[Row] = [read(0, X), read(0, Y)]
    assert is_torn(walked((0, copied), (1, write(1, Y)), (0, read(1, Y))), 0, 0, 0, 1)


def test_the_events_must_be_of_two_threads_and_in_the_order_of_the_block() -> None:
    trace = walked((0, read(0)), (1, write(1)), (0, read(1)))
    assert Tearing(trace).torn((0, 1), (1, 0), (1, 0), (0, 0)) is None
    assert Tearing(trace).torn((0, 0), (0, 1), (0, 1), (0, 1)) is None
    assert Tearing(trace).torn((0, 0), (1, 0), (1, 0), (0, 9)) is None


# ---- how a witness says it

EVENTS = (VisibleEvent("main.1", 4), VisibleEvent("main.2", 7), VisibleEvent("main.2", 6), VisibleEvent("main.1", 6))
PLACES = (SourcePlace("src/bank.c", 12), SourcePlace("odd (name).c", 30), None, SourcePlace("bank.c", 13))


def test_what_is_spelled_reads_back() -> None:
    outcome = torn_outcome(EVENTS, PLACES)
    said = "main.1@4 (bank.c:12), main.2@7 (odd _name_.c:30), main.2@6 (an unknown place), main.1@6 (bank.c:13)"
    assert str(outcome) == f"atomicity {said}"
    assert parse_outcome(str(outcome)) == outcome and outcome.is_failure(BY_STATUS)
    assert torn_events(outcome) == EVENTS


@pytest.mark.parametrize("detail", ["", "main.1@4 (a.c:1), main.2@3 (b.c:2)", "a, b, c, d"])
def test_what_names_no_four_accesses_is_the_users_error(detail: str) -> None:
    with pytest.raises(UserError, match="no violation of atomicity is spelled"):
        torn_events(Outcome("atomicity", detail))


def test_a_run_is_followed_up_to_the_last_of_the_four() -> None:
    whole = parse_schedule("main:9 main.1:5 main.2:30 main.1:9 main:12").segments
    assert segments_up_to(whole, EVENTS) == parse_schedule("main:9 main.1:5 main.2:30 main.1:7").segments
