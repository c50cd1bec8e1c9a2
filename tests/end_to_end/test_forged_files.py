"""Files that somebody forged are read or refused, within bounds (make campaign NAME=forged does the same at large)."""

import json
import re
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from raddle.base.chunks import lay_out_chunk, walk_chunks
from raddle.base.errors import UserError
from raddle.base.trace_format import trace_format
from raddle.trace.given import judging_given
from raddle.trace.recording import load_recording
from tests.support.command import raddle
from tests.support.forged_read import Originals, made_originals, trouble_of
from tests.support.forging import refill, sealed

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.fixture(scope="module")
def originals() -> Iterator[Originals]:
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        yield made_originals(Path(folder), ("bank_account.c",))


def test_forged_files_are_read_or_refused(originals: Originals, tmp_path: Path) -> None:
    troubles = [trouble_of(originals, seed, tmp_path) for seed in range(60)]
    assert [trouble for trouble in troubles if trouble is not None] == []


def changed(data: bytes, kind: str, struct: str, field: str, value: int) -> bytes:
    """A field of the first chunk of that kind, with a checksum that fits."""
    fmt = trace_format()
    chunk = next(one for one in walk_chunks(np.frombuffer(data, np.uint8), len(data)).chunks if one.kind == fmt[kind])
    copy = np.frombuffer(bytearray(data), np.uint8)
    copy[chunk.begin : chunk.begin + fmt.struct(struct).itemsize].view(fmt.struct(struct))[field] = value
    return sealed(copy.tobytes())


def with_final(data: bytes, **facts: Any) -> bytes:
    meta = trace_format()["RD_CHUNK_META"]
    chunks = walk_chunks(np.frombuffer(data, np.uint8), len(data)).chunks
    last = next(one for one in chunks if one.kind == meta and one.sequence == 1)
    read = json.loads(data[last.begin : last.begin + (last.used or 0)])
    read["final"] |= facts
    return sealed(data[: last.offset] + lay_out_chunk(meta, json.dumps(read).encode(), sequence=1))


@pytest.mark.parametrize("high", [(1 << 64) - 1, 1 << 62, 0])
def test_a_stack_that_cannot_be_is_damage(originals: Originals, tmp_path: Path, high: int) -> None:
    path = tmp_path / "forged.rdl"
    path.write_bytes(changed(originals.files[".rdl"][0], "RD_CHUNK_THREAD", "rd_thread_page", "stack_high", high))
    said = raddle("show", path)
    assert said.status == 2
    assert "the recording is damaged: the stack of thread 0 is impossible" in said.err


def test_a_stack_that_is_all_memory_does_not_take_for_ever(originals: Originals, tmp_path: Path) -> None:
    path = tmp_path / "forged.rdl"
    path.write_bytes(changed(originals.files[".rdl"][0], "RD_CHUNK_THREAD", "rd_thread_page", "stack_high", 1 << 47))
    assert raddle("show", path).status in (0, 2)


@pytest.mark.parametrize(("field", "value"), [("sites", 0xFFFFFFF0), ("site_base", 0xF0000000)])
def test_more_sites_than_there_is_text_for_are_damage(
    originals: Originals, tmp_path: Path, field: str, value: int
) -> None:
    path = tmp_path / "forged.rdl"
    path.write_bytes(changed(originals.files[".rdl"][0], "RD_CHUNK_MODULE", "rd_module_record", field, value))
    said = raddle("show", path)
    assert said.status == 2
    assert "the recording is damaged:" in said.err and "sites" in said.err


@pytest.mark.parametrize(
    "facts",
    [
        *({"seconds": "long"}, {"seconds": [1]}, {"seconds": float("nan")}),
        *({"status": "0"}, {"status": 1.5}, {"signal": {}}),
    ],
)
def test_an_ending_of_another_type_is_damage(originals: Originals, tmp_path: Path, facts: dict[str, Any]) -> None:
    path = tmp_path / "forged.rdl"
    path.write_bytes(with_final(originals.files[".rdl"][0], **facts))
    with pytest.raises(UserError, match="the recording is damaged: how the run ended is not readable"):
        load_recording(path)


def test_a_recording_that_is_sealed_again_is_as_it_was(originals: Originals) -> None:
    data = originals.files[".rdl"][0]
    assert sealed(data) == data


@pytest.mark.parametrize("child", [3, 0x7FFFFFFF, (1 << 64) - 1])
def test_a_thread_that_does_not_exist_is_neither_created_nor_joined(
    originals: Originals, tmp_path: Path, child: int
) -> None:
    fmt = trace_format()
    layout = fmt.struct("rd_sync_record")
    for kind in ("RD_CREATE", "RD_JOIN"):
        data = np.frombuffer(bytearray(originals.files[".rdl"][0]), np.uint8)
        sync = next(one for one in walk_chunks(data, len(data)).chunks if one.kind == fmt["RD_CHUNK_SYNC"])
        records = data[sync.begin : sync.begin + 100 * layout.itemsize].view(layout)
        records["value"][np.flatnonzero(records["kind"] == fmt[kind])[0]] = child
        path = tmp_path / "forged.rdl"
        path.write_bytes(sealed(data.tobytes()))
        with pytest.raises(UserError, match="a record names a thread that does not exist"):
            load_recording(path)


def test_what_goes_wrong_while_a_given_recording_is_judged_is_one_error(tmp_path: Path) -> None:
    said = "the recording is damaged, or raddle is at fault: OverflowError"
    with pytest.raises(UserError, match=said), judging_given(tmp_path / "forged.rdl"):
        raise OverflowError


def test_a_block_of_the_ir_that_has_no_end_is_damage(originals: Originals, tmp_path: Path) -> None:
    """The walker goes from instruction to instruction until one leads out of the block."""
    data = bytearray(originals.files[".rdl"][0])
    chunks = walk_chunks(np.frombuffer(data, np.uint8), len(data)).chunks
    fence = b"  fence seq_cst"
    for code in (one for one in chunks if one.kind == trace_format()["RD_CHUNK_IR"]):
        lines = zlib.decompress(data[code.begin : code.begin + (code.used or 0)]).split(b"\n")
        changed = b"\n".join(fence if line.startswith(b"  ret ") else line for line in lines)
        refill(data, code, zlib.compress(changed, 9))
    path = tmp_path / "forged.rdl"
    path.write_bytes(sealed(bytes(data)))
    said = raddle("show", path)
    assert said.status == 2
    assert re.search("the recording is damaged: a block of @.* has no end", said.err)
