"""Whatever is wrong with a file, the answer is one UserError: never a traceback, never a hang."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raddle.base.errors import UserError
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from tests.unit.trace.recording_writer import Draft
from tests.unit.trace.test_recording_load import two_threads


def use_everything(recording: Recording) -> None:
    """All that later stages ask of a recording."""
    recording.segments()
    assert recording.ending
    assert recording.stdin is not None or recording.stdin is None
    for thread in recording.threads:
        assert thread.blocks.size >= 0
        assert thread.values.size >= 0
    for module in recording.modules:
        assert module.text


def complaint(path: Path) -> str:
    with pytest.raises(UserError) as caught:
        use_everything(load_recording(path))
    return str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    assert "no such file" in complaint(tmp_path / "none.rdl")


def test_a_folder(tmp_path: Path) -> None:
    assert "not a regular file" in complaint(tmp_path)


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "r.rdl").touch()
    assert "empty" in complaint(tmp_path / "r.rdl")


def test_a_file_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "r.rdl").write_text("int main(void) { return 0; }\n" * 1000)
    assert "not a recording" in complaint(tmp_path / "r.rdl")


def test_another_version_says_both_numbers(tmp_path: Path) -> None:
    path = Draft().write(tmp_path / "r.rdl")
    raw = bytearray(path.read_bytes())
    raw[8] = 77
    path.write_bytes(raw)
    assert "format 77" in complaint(path)


def test_every_truncation_is_told(tmp_path: Path) -> None:
    path = two_threads().write(tmp_path / "r.rdl")
    raw = path.read_bytes()
    for length in [*range(1, len(raw), 1111), *range(4096, len(raw), 4096), len(raw) - 1]:
        path.write_bytes(raw[:length])
        assert "recording" in complaint(path)


def test_every_flipped_bit_is_told(tmp_path: Path) -> None:
    path = two_threads().write(tmp_path / "r.rdl")
    raw = path.read_bytes()
    rng = random.Random(1)
    last = len(raw) - 4096
    places = [*range(64), *range(4096, 4160), *range(last, last + 300), *(rng.randrange(len(raw)) for _ in range(300))]
    for place in places:
        damaged = bytearray(raw)
        damaged[place] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        assert "recording" in complaint(path)


def mutilated(change: Callable[[bytearray], None], path: Path, *, finished: bool) -> None:
    draft = two_threads()
    draft.finished = finished
    draft.sync_open = True
    draft.threads[0].open = True
    raw = bytearray(draft.write(path).read_bytes())
    change(raw)
    path.write_bytes(raw)
    try:
        use_everything(load_recording(path))
    except UserError as error:
        assert len(str(error).splitlines()) <= 2


@settings(max_examples=150, deadline=None)
@given(
    places=st.lists(st.tuples(st.integers(0, 60_000), st.integers(0, 255)), min_size=1, max_size=4),
    finished=st.booleans(),
)
def test_without_a_checksum_too_nothing_but_a_user_error_comes(
    tmp_path_factory: pytest.TempPathFactory, places: list[tuple[int, int]], finished: bool
) -> None:
    def change(raw: bytearray) -> None:
        for place, byte in places:
            raw[place % len(raw)] = byte

    mutilated(change, tmp_path_factory.mktemp("m") / "r.rdl", finished=finished)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_numbers_in_headers_can_be_anything(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    words = st.sampled_from([0, 1, 63, 64, 4095, 4096, 1 << 31, 1 << 47, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])

    def change(raw: bytearray) -> None:
        page = 4096 * data.draw(st.integers(0, len(raw) // 4096 - 1))
        place = page + 8 * data.draw(st.integers(0, 40))
        raw[place : place + 8] = data.draw(words).to_bytes(8, "little")

    mutilated(change, tmp_path_factory.mktemp("m") / "r.rdl", finished=False)
