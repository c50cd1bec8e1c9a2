"""Which file defines a function that the program calls: the executable, a library of the system, or any other.

In: RD_CHUNK_OBJECTS of a recording, checked as everything of it is. Out: `Providers`.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NoReturn

import numpy as np

from raddle.base.chunks import Bytes
from raddle.base.trace_format import trace_format

EXECUTABLE: Final = ""
"""The path of the program's own file."""


@dataclass(frozen=True, slots=True, order=True)
class LoadedFile:
    begin: int
    end: int
    path: str
    """`EXECUTABLE`: the program's own."""


@dataclass(frozen=True)
class Providers:
    files: tuple[LoadedFile, ...] = ()
    """Sorted by their addresses. None at all: nobody knows."""
    stand_ins: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """Addresses in the executable that stand for functions of libraries -> those."""

    def file_of(self, function: int) -> str | None:
        """The path of the file that it lies in; None: it is not known."""
        function = self.stand_ins.get(function, function)
        at = bisect_right(self.files, function, key=lambda file: file.begin) - 1
        return self.files[at].path if at >= 0 and function < self.files[at].end else None


def providers_of(chunks: Sequence[Bytes], damaged: Callable[[str], NoReturn]) -> Providers:
    """`chunks`: as they were written, one whenever more files had been loaded. The last has them all."""
    files: dict[int, LoadedFile] = {}
    stand_ins: dict[int, int] = {}
    for payload in chunks:
        found = _read(payload, damaged)
        files.update((file.begin, file) for file in found.files)
        stand_ins.update(found.stand_ins)
    return Providers(tuple(sorted(files.values())), MappingProxyType(stand_ins))


def _read(payload: Bytes, damaged: Callable[[str], NoReturn]) -> Providers:
    fmt = trace_format()
    head, file, pair = (fmt.struct(name) for name in ("rd_objects", "rd_object_file", "rd_stand_in"))
    if payload.size < head.itemsize:
        damaged("its list of loaded files is too short")
    counts = np.frombuffer(payload, head, 1)[0]
    objects, pairs = int(counts["objects"]), int(counts["stand_ins"])
    paths = head.itemsize + objects * file.itemsize + pairs * pair.itemsize
    if max(objects, pairs) > payload.size or paths > payload.size:
        damaged("its list of loaded files is too short")
    records = np.frombuffer(payload, file, objects, head.itemsize)
    stands = np.frombuffer(payload, pair, pairs, head.itemsize + objects * file.itemsize)
    files = []
    for record in records:
        begin, end, length = int(record["begin"]), int(record["end"]), int(record["path_length"])
        if begin >= end or length > payload.size - paths:
            damaged("its list of loaded files is impossible")
        path = payload[paths : paths + length].tobytes().decode("utf-8", "surrogateescape")
        files.append(LoadedFile(begin, end, path))
        paths += length
    return Providers(tuple(files), dict(zip(stands["address"].tolist(), stands["function"].tolist(), strict=True)))
