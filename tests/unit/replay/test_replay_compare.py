"""Two runs side by side: the first difference is told with its thread and event, and its cause is named."""

from pathlib import Path

import pytest

from raddle.base.trace_format import trace_format
from raddle.replay.compare import Cause, Comparison, Stream, compare_runs
from raddle.replay.outcome import Outcome, outcome_of
from raddle.replay.source import inputs_of, schedule_of
from raddle.trace.recording import load_recording
from tests.unit.trace.recording_writer import Draft, Thread, switch, sync_record


def run_draft() -> Draft:
    return Draft(
        threads=[
            Thread("main", None, 5, [(100, 1), (101, 2), (102, 3)], b"\x01\x00\x00\x00"),
            Thread("main.1", 0, 3, [(110, 4), (111, 5)], (0x100000010010).to_bytes(8, "little")),
        ],
        sync=[
            sync_record("RD_START", 0, 0),
            sync_record("RD_CREATE", 0, 1, value=1, blocks=1),
            switch(1, 0),
            sync_record("RD_START", 1, 0),
            sync_record("RD_INPUT", 1, 1, visible=False, object=1, value=1700, blocks=1),
            sync_record("RD_LOCK", 1, 1, object=0x404000, blocks=1),
            sync_record("RD_EXIT", 1, 2, blocks=2),
            switch(0, 2),
            sync_record("RD_JOIN", 0, 4, value=1, blocks=3),
        ],
    )


def compare(tmp_path: Path, seen: Draft, *, cut: bool = False) -> Comparison | None:
    one = load_recording(run_draft().write(tmp_path / "one.rdl"))
    return compare_runs(one, load_recording(seen.write(tmp_path / "two.rdl")), cut=cut)


def first(comparison: Comparison | None) -> tuple[Stream, str, int]:
    assert comparison is not None
    difference = comparison.differences[0]
    return difference.stream, difference.thread, difference.event


def test_equal_runs_have_no_difference(tmp_path: Path) -> None:
    assert compare(tmp_path, run_draft()) is None


def test_the_schedulers_own_records_do_not_count(tmp_path: Path) -> None:
    seen = run_draft()
    seen.sync.insert(1, sync_record("RD_OUTSIDE", 0, 1, visible=False))
    seen.sync.append(sync_record("RD_SCHEDULE_END", 0, 5, visible=False))
    assert compare(tmp_path, seen) is None


def test_a_record_that_differs_is_told_with_both_sides(tmp_path: Path) -> None:
    seen = run_draft()
    seen.sync[5] |= {"result": 16}
    comparison = compare(tmp_path, seen)
    assert first(comparison) == (Stream.SYNC, "main.1", 1)
    assert comparison is not None and comparison.cause is Cause.OURS
    assert "main.1@1 lock" in comparison.differences[0].expected and "result 16" in comparison.differences[0].seen


def test_a_missing_record_is_nothing_on_the_other_side(tmp_path: Path) -> None:
    seen = run_draft()
    seen.sync.pop()
    comparison = compare(tmp_path, seen)
    assert comparison is not None and comparison.differences[0].seen == "nothing"


def test_what_a_cut_run_did_not_get_to_is_no_difference(tmp_path: Path) -> None:
    seen = run_draft()
    seen.sync.pop()
    seen.threads[0].values = b"\x01"
    assert compare(tmp_path, seen, cut=True) is None


def test_another_input_is_the_cause_of_all_that_follows(tmp_path: Path) -> None:
    seen = run_draft()
    seen.sync[4] |= {"value": 1800}
    seen.sync[5] |= {"result": 16}
    comparison = compare(tmp_path, seen)
    assert first(comparison) == (Stream.SYNC, "main.1", 1)
    assert comparison is not None and comparison.cause is Cause.INPUT


def test_only_addresses(tmp_path: Path) -> None:
    seen = run_draft()
    seen.sync[5] |= {"object": 0x7F0000404000}
    seen.threads[1].values = (0x7F0000010010).to_bytes(8, "little")
    seen.threads[1].blocks = [(110, 4), (111, 6)]
    comparison = compare(tmp_path, seen)
    assert comparison is not None and comparison.cause is Cause.ADDRESS


def test_a_value_read_comes_before_the_block_it_leads_to(tmp_path: Path) -> None:
    seen = run_draft()
    seen.threads[0].values = b"\x02\x00\x00\x00"
    seen.threads[0].blocks = [(100, 1), (101, 2), (109, 3)]
    comparison = compare(tmp_path, seen)
    assert first(comparison) == (Stream.VALUES, "main", 4)
    assert comparison is not None and comparison.cause is Cause.OURS


def test_what_a_replay_needs_is_in_the_recording(tmp_path: Path) -> None:
    draft = run_draft()
    fmt = trace_format()
    draft.sync += [
        sync_record("RD_SIGNAL", 0, 3, object=0x10, value=1),
        sync_record("RD_SIGNAL", 0, 4, object=0x10, value=fmt["RD_NO_THREAD"]),
        sync_record("RD_WAKE", 1, 2, flags=fmt["RD_FLAG_FAILED"], extra=fmt["RD_WAKE_TIMEOUT"]),
        sync_record("RD_TIMEDLOCK", 1, 1, flags=fmt["RD_FLAG_FAILED"]),
        sync_record("RD_TRYLOCK", 1, 1, flags=fmt["RD_FLAG_FAILED"]),
    ]
    recording = load_recording(draft.write(tmp_path / "r.rdl"))
    assert str(schedule_of(recording)) == ("main:2 main.1:3 main:5 main@3->main.1 main.1@2->timeout main.1@1->timeout")
    assert [tuple(item) for item in inputs_of(recording)] == [("main.1", 1, 1700)]


@pytest.mark.parametrize(
    ("draft", "outcome"),
    [
        (Draft(status=3), "exit 3"),
        (Draft(status=None, signal=11, outcome="RD_OUTCOME_RUNNING"), "signal SIGSEGV"),
        (Draft(status=None, signal=6, outcome="RD_OUTCOME_RUNNING"), "abort"),
        (Draft(status=None, signal=9, timed_out=True, outcome="RD_OUTCOME_RUNNING"), "timeout"),
        (Draft(status=86, outcome="RD_OUTCOME_DEADLOCK"), "deadlock"),
        (Draft(finished=False, outcome="RD_OUTCOME_RUNNING"), "unknown"),
        (
            Draft(
                status=None, signal=6, outcome="RD_OUTCOME_ASSERT", sync=[sync_record("RD_ASSERT_FAIL", 0, 0, extra=31)]
            ),
            "assert line 31",
        ),
    ],
)
def test_the_outcome_of_a_run(tmp_path: Path, draft: Draft, outcome: str) -> None:
    assert str(outcome_of(load_recording(draft.write(tmp_path / "r.rdl")))) == outcome


def test_an_expectation_without_detail_covers_any() -> None:
    assert Outcome("assert").covers(Outcome("assert", "line 31"))
    assert not Outcome("assert", "line 30").covers(Outcome("assert", "line 31"))
