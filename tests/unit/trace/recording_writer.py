"""Writes small recordings as the runtime and capture would, for the tests of those who read them."""

import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from raddle.base.chunks import checksum, lay_out_chunk, lay_out_header
from raddle.base.trace_format import trace_format

HASH = "ab" * 32
TEXT = "; normalised\ndefine i32 @main() {\n}\n"


@dataclass
class Thread:
    path: str
    parent: int | None = None
    count: int = 0
    blocks: list[tuple[int, int]] = field(default_factory=list)
    values: bytes = b""
    open: bool = False
    """Its streams were not closed: their length stands in the page only."""


@dataclass
class Draft:
    """What the recording is to hold. `sync`: dictionaries of fields of rd_sync_record."""

    threads: list[Thread] = field(default_factory=lambda: [Thread("main")])
    sync: list[dict[str, int]] = field(default_factory=list)
    sync_open: bool = False
    stdin: bytes | None = None
    outcome: str = "RD_OUTCOME_EXIT"
    status: int | None = 0
    signal: int | None = None
    timed_out: bool = False
    finished: bool = True
    arguments: tuple[str, ...] = ()
    split: int = 0
    """Streams are cut into chunks of that many records; 0: one chunk."""
    window: str = ""
    """The chunk being written stands before its copies: `next` it holds the last part; `closed` that part has been
    copied; `emptied` and the chunk has no new number yet."""

    def write(self, path: Path) -> Path:
        path.write_bytes(_Layout(self).bytes())
        return path


def sync_record(kind: str, thread: int, count: int, *, visible: bool = True, **fields: int) -> dict[str, int]:
    fmt = trace_format()
    flags = fields.pop("flags", 0) | (fmt["RD_FLAG_VISIBLE"] if visible else 0)
    return {"kind": fmt[kind], "thread": thread, "count": count, "flags": flags, **fields}


def switch(thread: int, count: int) -> dict[str, int]:
    return sync_record("RD_SWITCH", thread, count, visible=False)


class _Layout:
    def __init__(self, draft: Draft) -> None:
        self.fmt = trace_format()
        self.draft = draft
        self.chunks: list[bytes] = []

    @property
    def end(self) -> int:
        return self.fmt["RD_PAGE"] + sum(map(len, self.chunks))

    def bytes(self) -> bytes:
        self._before()
        self._module()
        for index, thread in enumerate(self.draft.threads):
            self._thread(index, thread)
        header = np.frombuffer(bytearray(lay_out_header(0)), self.fmt.struct("rd_file_header"), 1).copy()
        sync = b"".join(self._one("rd_sync_record", record) for record in self.draft.sync)
        place, last = self._stream("RD_CHUNK_SYNC", None, sync, "rd_sync_record", opened=self.draft.sync_open)
        header["sync_chunk"], header["sync_base"], header["sync_next"] = place, 0x10000, 0x10000 + 64 + last
        header["threads"] = len(self.draft.threads)
        header["outcome"] = self.fmt[self.draft.outcome]
        header["end"] = self.end + (self.fmt["RD_PAGE"] if self.draft.finished else 0)
        body = header.tobytes().ljust(self.fmt["RD_PAGE"], b"\0") + b"".join(self.chunks)
        return body + self._final(body) if self.draft.finished else body

    def _one(self, struct: str, fields: dict[str, int]) -> bytes:
        record = np.zeros(1, self.fmt.struct(struct))
        for name, value in fields.items():
            record[name] = value
        return record.tobytes()

    def _before(self) -> None:
        meta = {
            "format": 1, "raddle": "0", "program": "/p", "sha256": "0" * 64, "arguments": list(self.draft.arguments),
            "environment": {"TZ": "UTC"}, "stdin": True, "control": {"spurious": False}, "modules": [HASH],
        }  # fmt: skip
        self._add("RD_CHUNK_META", json.dumps(meta).encode())
        self._add("RD_CHUNK_IR", zlib.compress(TEXT.encode()))
        if self.draft.stdin is not None:
            self._add("RD_CHUNK_INPUT", self.draft.stdin)

    def _module(self) -> None:
        fields = {"site_base": 100, "sites": 3, "addresses": 2}
        record = np.frombuffer(bytearray(self._one("rd_module_record", fields)), self.fmt.struct("rd_module_record"))
        record = record.copy()
        record["hash"] = HASH.encode()
        self._add("RD_CHUNK_MODULE", record.tobytes() + np.array([0x401000, 0x402000], np.uint64).tobytes())

    def _thread(self, index: int, thread: Thread) -> None:
        at = len(self.chunks)
        self.chunks.append(b"\0" * self.fmt["RD_PAGE"])
        blocks = b"".join(self._one("rd_block_record", {"site": s, "check": c}) for s, c in thread.blocks)
        block_place, block_last = self._stream("RD_CHUNK_BLOCKS", index, blocks, "rd_block_record", opened=thread.open)
        value_place, value_last = self._stream("RD_CHUNK_VALUES", index, thread.values, None, opened=thread.open)
        page = np.zeros(1, self.fmt.struct("rd_thread_page"))
        page["count"] = thread.count
        page["parent"] = self.fmt["RD_NO_THREAD"] if thread.parent is None else thread.parent
        page["block_chunk"], page["block_base"], page["block_next"] = block_place, 0x1000, 0x1000 + 64 + block_last
        page["value_chunk"], page["value_base"], page["value_next"] = value_place, 0x2000, 0x2000 + 64 + value_last
        page["path"] = thread.path.encode()
        self.chunks[at] = lay_out_chunk(self.fmt["RD_CHUNK_THREAD"], page.tobytes(), thread=index)

    def _stream(
        self, kind: str, thread: int | None, raw: bytes, struct: str | None, *, opened: bool
    ) -> tuple[int, int]:
        unit = 1 if struct is None else self.fmt.struct(struct).itemsize
        step = self.draft.split * unit or max(len(raw), 1)
        parts = [raw[at : at + step] for at in range(0, len(raw), step)] or [b""]
        numbered = list(enumerate(parts))
        if self.draft.window:
            return self._window(kind, thread, numbered)
        place = 0
        for sequence, part in numbered:
            place = self.end
            self._add(kind, part, thread=thread, sequence=sequence)
        if opened:
            self._open_last()
        return place, len(parts[-1])

    def _window(self, kind: str, thread: int | None, numbered: list[tuple[int, bytes]]) -> tuple[int, int]:
        place, (sequence, last) = self.end, numbered[-1]
        self._add(kind, last, thread=thread, sequence=sequence)
        if self.draft.window != "closed":
            self._open_last()
        for sequence, part in numbered[: -1 if self.draft.window == "next" else None]:
            self._add(kind, part, thread=thread, sequence=sequence)
        return place, 0 if self.draft.window == "emptied" else len(last)

    def _open_last(self) -> None:
        chunk = bytearray(self.chunks[-1])
        np.frombuffer(chunk, self.fmt.struct("rd_chunk_header"), 1)["used"][:] = self.fmt["RD_OPEN"]
        self.chunks[-1] = bytes(chunk)

    def _add(self, kind: str, payload: bytes, *, thread: int | None = None, sequence: int = 0) -> None:
        self.chunks.append(lay_out_chunk(self.fmt[kind], payload, thread=thread, sequence=sequence))

    def _final(self, body: bytes) -> bytes:
        final = {
            "status": self.draft.status, "signal": self.draft.signal, "timed_out": self.draft.timed_out,
            "seconds": 0.5, "outcome": "exit",
        }  # fmt: skip
        check = checksum(np.frombuffer(body, np.uint8), len(body), final)
        return lay_out_chunk(
            self.fmt["RD_CHUNK_META"], json.dumps({"final": final, "crc32": check}).encode(), sequence=1
        )
