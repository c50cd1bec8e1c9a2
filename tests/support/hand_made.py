"""Recordings made by hand, for walks that no C program gives: IR text, and what the runtime would have logged."""

import zlib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.ir.parse import parse_module
from raddle.trace.recorded import Meta, Module, RecordedThread, Recording
from raddle.trace.streams import CHECK_FACTOR

BASE = 100
ADDRESSES = 0x400000
"""Of the names in the module's table: one every 0x1000."""


def address_of(text: str, name: str) -> int:
    return ADDRESSES + 0x1000 * parse_module(text).address_names.index(name)


@cache
def _silent_sites(text: str) -> frozenset[int]:
    functions = parse_module(text).functions.values()
    return frozenset(BASE + function.block_by_label[label].line for function in functions for label in function.silent)


@dataclass
class Log:
    """What one thread logs. Sites are named by how their line of the text begins."""

    text: str
    path: str = "main"
    blocks: list[tuple[int, int]] = field(default_factory=list)
    values: bytearray = field(default_factory=bytearray)
    sync: list[dict[str, int]] = field(default_factory=list)
    count: int = 0
    check: int = 0

    def site(self, beginning: str) -> int:
        found = [at for at, line in enumerate(self.text.split("\n")) if line.strip().startswith(beginning)]
        assert len(found) == 1, (beginning, found)
        return BASE + found[0]

    def record(self, *beginnings: str) -> "Log":
        """Blocks that were entered (what is silent leaves nothing), or calls that returned."""
        for beginning in beginnings:
            if self.site(beginning) not in _silent_sites(self.text):
                self.blocks.append((self.site(beginning), self.check >> 32))
        return self

    def note(self, *words: int) -> "Log":
        for word in words:
            self.check = (self.check ^ word) * CHECK_FACTOR % 2**64
        return self

    def value(self, *numbers: int) -> "Log":
        for number in numbers:
            self.values += number.to_bytes(8, "little")
        return self

    def bytes(self, data: bytes) -> "Log":
        self.values += data
        return self

    def load(self, address: int, size: int, value: int) -> "Log":
        """Also the old value of an update."""
        self.count += 1
        return self.note(address).bytes(value.to_bytes(size, "little"))

    def store(self, address: int, value: int) -> "Log":
        self.count += 1
        return self.note(address, value)

    def happens(self, kind: str, *, visible: bool = True, **fields: int) -> "Log":
        """A record of the runtime."""
        fmt = trace_format()
        flags = fmt["RD_FLAG_VISIBLE"] if visible else 0
        place = {"count": self.count, "blocks": len(self.blocks)}
        self.sync.append({"kind": fmt[kind], "flags": flags} | place | fields)
        self.count += visible
        return self


def recording_of(*logs: Log) -> Recording:
    fmt = trace_format()
    text = logs[0].text
    names = len(parse_module(text).address_names)
    addresses = (ADDRESSES + 0x1000 * np.arange(names)).astype(np.uint64)
    sites = len(text.split("\n")) + 1
    module = Module("0" * 64, BASE, sites, addresses, zlib.compress(text.encode()), Path("hand-made"))
    sync = np.zeros(sum(len(log.sync) for log in logs), fmt.struct("rd_sync_record"))
    records = [(index, record) for index, log in enumerate(logs) for record in log.sync]
    for at, (index, record) in enumerate(records):
        sync[at]["thread"] = index
        for name, value in record.items():
            sync[at][name] = value
    return Recording(
        path=Path("hand-made"),
        meta=Meta("0", "p", "0" * 64, (), {}, {}, ()),
        final=None,
        outcome="exit",
        modules=(module,),
        threads=tuple(_thread(index, log) for index, log in enumerate(logs)),
        sync_parts=(sync.view(np.uint8),),
        stdin_part=None,
    )


def _thread(index: int, log: Log) -> RecordedThread:
    blocks = np.array(log.blocks, trace_format().struct("rd_block_record"))
    values = np.frombuffer(bytes(log.values), np.uint8)
    return RecordedThread(
        index=index,
        path=log.path,
        parent=None if index == 0 else 0,
        count=log.count,
        start_routine=0,
        start_argument=0,
        stack_low=0,
        stack_high=0,
        block_parts=(blocks.view(np.uint8),),
        value_parts=(values,),
    )
