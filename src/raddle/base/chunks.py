"""The chunks of a recording: laying them out, and walking over them.

In: bytes. Out: `Chunk`s in file order, and the place and reason where walking had to stop. What a chunk holds is not
looked at here.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format

CRC_PIECE: Final = 1 << 26
"""How many bytes at a time: a mapped file is not pulled into memory all at once."""

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Chunk:
    """One chunk's header, and where its bytes stand in the file."""

    offset: int
    kind: int
    thread: int
    sequence: int
    size: int
    used: int | None
    """None: its writer had not closed it."""

    @property
    def begin(self) -> int:
        return self.offset + trace_format().struct("rd_chunk_header").itemsize

    @property
    def room(self) -> int:
        return self.offset + self.size - self.begin


@dataclass(frozen=True, slots=True)
class Walk:
    """The chunks up to `stop`; `problem` says why the walk ended before it was asked to."""

    chunks: tuple[Chunk, ...]
    stop: int
    problem: str | None


def walk_chunks(data: Bytes, end: int) -> Walk:
    """All chunks between page 0 and `end`, or as many as are whole."""
    chunks: list[Chunk] = []
    place = trace_format()["RD_PAGE"]
    while place < end:
        read = _read_chunk(data, place, end)
        if isinstance(read, str):
            return Walk(tuple(chunks), place, read)
        chunks.append(read)
        place += read.size
    return Walk(tuple(chunks), place, None)


def lay_out_chunk(kind: int, payload: bytes, *, sequence: int = 0, thread: int | None = None) -> bytes:
    """A closed chunk that holds `payload`."""
    fmt = trace_format()
    layout = fmt.struct("rd_chunk_header")
    size = -(-(layout.itemsize + len(payload)) // fmt["RD_PAGE"]) * fmt["RD_PAGE"]
    header = np.zeros(1, layout)
    header["magic"] = fmt["RD_CHUNK_MAGIC"]
    header["kind"] = kind
    header["thread"] = fmt["RD_NO_THREAD"] if thread is None else thread
    header["sequence"] = sequence
    header["size"] = size
    header["used"] = len(payload)
    return (header.tobytes() + payload).ljust(size, b"\0")


def lay_out_header(end: int) -> bytes:
    """Page 0 of a recording whose next chunk will begin at `end`."""
    fmt = trace_format()
    layout = fmt.struct("rd_file_header")
    header = np.zeros(1, layout)
    header["magic"] = fmt["RD_MAGIC"]
    header["version"] = fmt["RD_VERSION"]
    header["header_size"] = layout.itemsize
    header["end"] = end
    return header.tobytes().ljust(fmt["RD_PAGE"], b"\0")


def checksum(data: Bytes, stop: int, final: Mapping[str, object]) -> int:
    """CRC-32 over the file up to `stop` (page 0 as it finally is), then over the final facts themselves."""
    check = 0
    for begin in range(0, stop, CRC_PIECE):
        check = zlib.crc32(data[begin : min(begin + CRC_PIECE, stop)].data, check)
    return zlib.crc32(json.dumps(final, sort_keys=True).encode(), check)


def _read_chunk(data: Bytes, place: int, end: int) -> Chunk | str:
    fmt = trace_format()
    layout = fmt.struct("rd_chunk_header")
    if place + layout.itemsize > min(end, data.size):
        return "the file ends inside a chunk"
    header = np.frombuffer(data, layout, 1, place)[0]
    size, used, kind = int(header["size"]), int(header["used"]), int(header["kind"])
    if header["magic"] != fmt["RD_CHUNK_MAGIC"]:
        return "a chunk does not begin where one should"
    if size < fmt["RD_PAGE"] or size % fmt["RD_PAGE"]:
        return f"a chunk has the impossible size {size}"
    if place + size > min(end, data.size):
        return "the file ends inside a chunk"
    if used != fmt["RD_OPEN"] and used > size - layout.itemsize:
        return "a chunk says that it holds more than it has room for"
    if kind not in fmt.family("RD_CHUNK_") or kind == fmt["RD_CHUNK_MAGIC"]:
        return f"a chunk has the unknown kind {kind}"
    return Chunk(
        offset=place,
        kind=kind,
        thread=int(header["thread"]),
        sequence=int(header["sequence"]),
        size=size,
        used=None if used == fmt["RD_OPEN"] else used,
    )
