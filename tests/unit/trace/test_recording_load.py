"""What a good recording loads to."""

from pathlib import Path

import numpy as np
import pytest

from raddle.base.segments import Segment
from raddle.base.trace_format import parse_headers, trace_format
from raddle.trace.recording import load_recording
from tests.unit.trace.recording_writer import HASH, TEXT, Draft, Thread, switch, sync_record


def two_threads() -> Draft:
    return Draft(
        threads=[
            Thread("main", None, 7, [(100, 1), (101, 2), (102, 3)], b"\x01\x02\x03"),
            Thread("main.1", 0, 5, [(101, 9)], b"\xff" * 12),
        ],
        sync=[
            sync_record("RD_START", 0, 0),
            sync_record("RD_CREATE", 0, 3, value=1),
            switch(1, 0),
            sync_record("RD_START", 1, 0),
            switch(0, 4),
            switch(1, 2),
            sync_record("RD_EXIT", 1, 4),
            switch(0, 6),
            sync_record("RD_JOIN", 0, 6, value=1),
        ],
        stdin=b"hello",
        arguments=("a b", "é"),
    )


@pytest.mark.parametrize("split", [0, 1, 2])
@pytest.mark.parametrize("opened", [False, True])
def test_what_was_written_is_what_is_loaded(tmp_path: Path, split: int, opened: bool) -> None:
    draft = two_threads()
    draft.split = split
    draft.sync_open = opened
    for thread in draft.threads:
        thread.open = opened
    recording = load_recording(draft.write(tmp_path / "r.rdl"))
    assert [thread.path for thread in recording.threads] == ["main", "main.1"]
    assert [thread.parent for thread in recording.threads] == [None, 0]
    assert recording.threads[0].blocks["site"].tolist() == [100, 101, 102]
    assert recording.threads[0].values.tobytes() == b"\x01\x02\x03"
    assert recording.threads[1].values.tobytes() == b"\xff" * 12
    assert recording.sync["count"].tolist() == [record["count"] for record in draft.sync]
    assert recording.stdin == b"hello"
    assert recording.meta.arguments == ("a b", "é")
    assert recording.final is not None and recording.final.status == 0
    assert recording.ending == "exit status 0"


@pytest.mark.parametrize("split", [0, 1, 2])
@pytest.mark.parametrize("window", ["next", "closed", "emptied"])
def test_a_kill_while_a_full_chunk_is_copied_loses_and_doubles_nothing(tmp_path: Path, split: int, window: str) -> None:
    draft = two_threads()
    draft.split, draft.window = split, window
    recording = load_recording(draft.write(tmp_path / "r.rdl"))
    assert recording.threads[0].blocks["site"].tolist() == [100, 101, 102]
    assert recording.threads[0].values.tobytes() == b"\x01\x02\x03"
    assert recording.threads[1].values.tobytes() == b"\xff" * 12
    assert recording.sync["count"].tolist() == [record["count"] for record in draft.sync]


def test_a_module_knows_its_text_and_its_addresses(tmp_path: Path) -> None:
    (module,) = load_recording(two_threads().write(tmp_path / "r.rdl")).modules
    assert (module.hash, module.site_base, module.sites, module.text) == (HASH, 100, 3, TEXT)
    assert module.addresses.tolist() == [0x401000, 0x402000]


def test_segments_tell_how_far_each_thread_got_before_the_next_switch(tmp_path: Path) -> None:
    recording = load_recording(two_threads().write(tmp_path / "r.rdl"))
    assert recording.segments() == [
        Segment("main", 4), Segment("main.1", 2), Segment("main", 6), Segment("main.1", 5), Segment("main", 7),
    ]  # fmt: skip


def test_a_turn_in_which_nothing_happened_is_no_segment(tmp_path: Path) -> None:
    draft = Draft([Thread("main", None, 5), Thread("main.1", 0, 0)], [switch(1, 0), switch(0, 3)])
    assert load_recording(draft.write(tmp_path / "r.rdl")).segments() == [Segment("main", 5)]


def test_a_run_without_events_has_no_segments(tmp_path: Path) -> None:
    assert load_recording(Draft().write(tmp_path / "r.rdl")).segments() == []


def test_without_the_final_chunk_it_still_loads(tmp_path: Path) -> None:
    draft = two_threads()
    draft.finished = False
    recording = load_recording(draft.write(tmp_path / "r.rdl"))
    assert recording.final is None
    assert recording.events == 12


def test_the_structs_are_laid_out_as_the_compiler_does() -> None:
    layout = trace_format().struct("rd_sync_record")
    assert [layout.fields[name][1] for name in ("kind", "thread", "result", "count")] == [0, 2, 4, 8]  # type: ignore[index]
    assert trace_format().struct("rd_chunk_header").itemsize == 64
    odd = parse_headers("struct rd_odd {\n    uint8_t a; /* why; not */\n    uint64_t b;\n    uint8_t c;\n};\n")
    assert odd.struct("rd_odd").itemsize == 24


def test_kinds_are_named_and_families_kept_apart() -> None:
    fmt = trace_format()
    assert fmt.kind_name(fmt["RD_LOCK"]) == "lock"
    assert fmt.kind_name(fmt["RD_WAKE"]) == "wake"
    assert len(fmt.kinds) == len([name for name in fmt.constants if fmt.kinds.get(fmt[name]) == name[3:].lower()])
    assert fmt.family("RD_OUTCOME_")[fmt["RD_OUTCOME_DEADLOCK"]] == "deadlock"


def test_blocks_and_values_are_not_copied_when_they_are_in_one_chunk(tmp_path: Path) -> None:
    recording = load_recording(two_threads().write(tmp_path / "r.rdl"))
    assert np.shares_memory(recording.threads[0].values, recording.threads[0].value_parts[0])
