"""Load a recording: in: a path; out: `Recording`, or a UserError that says what is wrong with the file.

Structure is always checked, contents by the checksum when the run was finished properly. A recording whose recorder was
killed has no final META and no checksum: it loads with final = None.
"""

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np

from raddle.base.chunks import Bytes, Chunk, checksum, lay_out_chunk, walk_chunks
from raddle.base.errors import UserError
from raddle.base.trace_format import trace_format
from raddle.trace.described import WrongType, ending_of, libraries_of, meta_of
from raddle.trace.providers import providers_of
from raddle.trace.recorded import Ending, Library, Meta, Module, MovedSites, RecordedThread, Recording

__all__ = ["Ending", "Meta", "Module", "RecordedThread", "Recording", "load_recording"]

AGAIN: Final = "record the program again"
PATH_RULE: Final = re.compile(r"(main|deep)(\.[0-9]+)*")
MOST_EVENTS: Final = 1 << 48
MOST_THREADS: Final = 0xFFFE
MOST_STACK: Final = 1 << 47
MOST_BETWEEN: Final = 1 << 12
"""Sites that no module has, before each: the linker aligns them."""
META_ORDERS: Final = ((0,), (0, 1), (0, 2), (0, 2, 1))
"""What was known before the run; the libraries (2); what was known at its end (1), unless the recorder was killed."""


@dataclass(frozen=True, slots=True)
class _File:
    """The mapped file and its chunks by kind."""

    path: Path
    data: Bytes
    header: Any
    chunks: dict[int, list[Chunk]]

    def of(self, name: str) -> list[Chunk]:
        return self.chunks.get(trace_format()[name], [])

    def payload(self, chunk: Chunk, used: int | None = None) -> Bytes:
        length = chunk.used if used is None else used
        if length is None:
            self.damaged("a chunk was not closed")
        return self.data[chunk.begin : chunk.begin + length]

    def damaged(self, how: str) -> NoReturn:
        raise UserError(f"the recording is damaged: {how}", where=self.path, advice=AGAIN)


def load_recording(path: Path) -> Recording:
    """Every fault of the file is one UserError."""
    data = _map(path)
    header = _header(path, data)
    file = _File(path, data, header, _chunks(path, data, header))
    meta = _meta(file)
    final = _final(file)
    libraries = _libraries(file)
    loaded = _modules(file, meta, libraries)
    _check_sites(file, loaded)
    modules, moved = _settled(loaded)
    threads = _threads(file, moved)
    recording = Recording(
        path=path,
        meta=meta,
        final=final,
        outcome=trace_format().family("RD_OUTCOME_").get(int(header["outcome"]), "unknown"),
        modules=modules,
        threads=threads,
        sync_parts=_stream(file, file.of("RD_CHUNK_SYNC"), "rd_sync_record", _open_sync(file)),
        stdin_part=next((file.payload(chunk) for chunk in file.of("RD_CHUNK_INPUT")), None),
        libraries=libraries,
        strangers=tuple(_stranger(file.payload(chunk).tobytes()) for chunk in file.of("RD_CHUNK_STRANGER")),
        providers=providers_of([file.payload(chunk) for chunk in file.of("RD_CHUNK_OBJECTS")], file.damaged),
        last_words=next((file.payload(chunk).tobytes() for chunk in file.of("RD_CHUNK_LAST_WORDS")), b""),
    )
    _check_sync(file, recording)
    return recording


def _stranger(payload: bytes) -> tuple[str, str]:
    path, _, what = payload.partition(b"\0")
    return path.decode("utf-8", "replace"), what.decode("utf-8", "replace")


def _check_sync(file: _File, recording: Recording) -> None:
    """A record names threads that exist; a schedule's thread that never existed is the one exception."""
    fmt = trace_format()
    sync = recording.sync
    known = sync["thread"] < len(recording.threads)
    known |= (sync["kind"] == fmt["RD_DIVERGED"]) & (sync["thread"] == fmt["RD_NO_THREAD"])
    done = (sync["flags"] & fmt["RD_FLAG_FAILED"]) == 0
    of_another = done & np.isin(sync["kind"], (fmt["RD_CREATE"], fmt["RD_JOIN"]))
    known &= ~of_another | (sync["value"] < len(recording.threads))
    if not known.all():
        file.damaged("a record names a thread that does not exist")


def _map(path: Path) -> Bytes:
    page = trace_format()["RD_PAGE"]
    try:
        if not path.is_file():
            what = "no such file" if not path.exists() else "not a regular file"
            raise UserError(what, where=path, advice="give the recording that `raddle record` wrote")
        if path.stat().st_size == 0:
            raise UserError("the file is empty, not a recording", where=path, advice=AGAIN)
        data: Bytes = np.asarray(np.memmap(path, np.uint8, mode="r"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"the recording cannot be read: {reason}", where=path) from error
    magic = trace_format()["RD_MAGIC"].to_bytes(8, "little")
    if data[:8].tobytes() != magic[: data.size]:
        raise UserError("not a recording", where=path, advice="give the file that `raddle record` wrote")
    if data.size < page:
        raise UserError(f"the recording is cut off: {data.size} bytes", where=path, advice=AGAIN)
    return data


def _header(path: Path, data: Bytes) -> Any:
    fmt = trace_format()
    layout = fmt.struct("rd_file_header")
    header = np.frombuffer(data, layout, 1)[0]
    version = int(header["version"])
    if version != fmt["RD_VERSION"]:
        raise UserError(
            f"the recording has format {version}, this raddle reads format {fmt['RD_VERSION']}",
            where=path,
            advice=f"{AGAIN} with this version",
        )
    if header["header_size"] != layout.itemsize:
        raise UserError("the recording is damaged: its header has the wrong size", where=path, advice=AGAIN)
    return header


def _chunks(path: Path, data: Bytes, header: Any) -> dict[int, list[Chunk]]:
    fmt, end = trace_format(), int(header["end"])
    if end > data.size:
        raise UserError(f"the recording is cut off: {data.size} of {end} bytes are there", where=path, advice=AGAIN)
    walk = walk_chunks(data, end)
    if walk.problem is not None:
        raise UserError(f"the recording is damaged at byte {walk.stop}: {walk.problem}", where=path, advice=AGAIN)
    behind = data[end : end + 4].tobytes()
    was_killed = header["outcome"] == fmt["RD_OUTCOME_RUNNING"]  # perhaps right before it moved the end
    if not was_killed and behind == fmt["RD_CHUNK_MAGIC"].to_bytes(4, "little"):
        raise UserError("the recording is damaged: there are chunks behind its end", where=path, advice=AGAIN)
    by_kind: dict[int, list[Chunk]] = defaultdict(list)
    for chunk in walk.chunks:
        by_kind[chunk.kind].append(chunk)
    return dict(by_kind)


def _json(file: _File, chunk: Chunk) -> dict[str, Any]:
    try:
        read = json.loads(file.payload(chunk).tobytes())
    except (ValueError, RecursionError):
        file.damaged("its description is not readable")
    if not isinstance(read, dict):
        file.damaged("its description is not readable")
    return read


def _meta(file: _File) -> Meta:
    chunks = file.of("RD_CHUNK_META")
    if not chunks:
        file.damaged("its description is missing")
    if tuple(chunk.sequence for chunk in chunks) not in META_ORDERS:
        file.damaged("the parts of its description are not in order")
    try:
        return meta_of(_json(file, chunks[0]))
    except WrongType:
        file.damaged("its description is incomplete")


def _final(file: _File) -> Ending | None:
    last = next((chunk for chunk in file.of("RD_CHUNK_META") if chunk.sequence == 1), None)
    if last is None:
        return None
    read = _json(file, last)
    facts = read.get("final")
    if not isinstance(facts, dict) or checksum(file.data, last.offset, facts) != read.get("crc32"):
        file.damaged("its checksum differs")
    # The checksum does not cover its own chunk: it must be laid out as we lay it out.
    whole = file.data[last.offset : last.offset + last.size].tobytes()
    if whole != lay_out_chunk(last.kind, file.payload(last).tobytes(), sequence=1):
        file.damaged("its checksum differs")
    try:
        return ending_of(facts)
    except WrongType:
        file.damaged("how the run ended is not readable")


def _libraries(file: _File) -> tuple[Library, ...]:
    """Instrumented shared libraries, in the order in which they were loaded."""
    chunk = next((chunk for chunk in file.of("RD_CHUNK_META") if chunk.sequence == 2), None)
    if chunk is None:
        return ()
    try:
        return libraries_of(_json(file, chunk))
    except WrongType:
        file.damaged("its list of libraries is not readable")


def _check_sites(file: _File, modules: tuple[Module, ...]) -> None:
    """Tables are made of as many rows as there are sites: those of the executable lie close together."""
    free = 0
    for module in sorted((module for module in modules if not module.file), key=lambda module: module.site_base):
        if not free <= module.site_base <= free + MOST_BETWEEN:
            file.damaged("the sites of its modules are impossible")
        free = module.site_base + module.sites
    if free + sum(module.sites for module in modules if module.file) >= 1 << 32:
        file.damaged("the sites of its modules are impossible")


def _settled(modules: tuple[Module, ...]) -> tuple[tuple[Module, ...], MovedSites | None]:
    """Modules of libraries get their sites behind the executable's, in the order of loading."""
    free = max((module.site_base + module.sites for module in modules if not module.file), default=0)
    settled, logged = list[Module](), dict[int, int]()
    for module in modules:
        if module.file:
            logged[module.site_base] = free
            module = replace(module, site_base=free)
            free += module.sites
        settled.append(module)
    if not logged:
        return modules, None
    bases = sorted(logged)
    moved = MovedSites(np.array(bases, np.uint32), np.array([logged[base] for base in bases], np.uint32))
    return tuple(settled), moved


def _modules(file: _File, meta: Meta, libraries: tuple[Library, ...]) -> tuple[Module, ...]:
    layout = trace_format().struct("rd_module_record")
    texts = file.of("RD_CHUNK_IR")
    hashes = [*meta.modules, *(digest for library in libraries for digest in library.modules)]
    if len(texts) != len(hashes):
        file.damaged("the number of its IR texts is wrong")
    compressed = {digest: file.payload(chunk).tobytes() for digest, chunk in zip(hashes, texts, strict=True)}
    modules = []
    for chunk in file.of("RD_CHUNK_MODULE"):
        payload = file.payload(chunk, chunk.room if chunk.used is None else chunk.used)
        if payload.size < layout.itemsize:
            file.damaged("a module record is too short")
        record = np.frombuffer(payload, layout, 1)[0]
        count = int(record["addresses"])
        if count > (payload.size - layout.itemsize) // 8:
            file.damaged("a module record is too short")
        digest = bytes(record["hash"]).decode("ascii", "replace")
        addresses = np.frombuffer(payload, np.uint64, count, layout.itemsize)
        library = payload[layout.itemsize + 8 * count :].tobytes().rstrip(b"\0").decode("utf-8", "surrogateescape")
        base, sites = int(record["site_base"]), int(record["sites"])
        modules.append(Module(digest, base, sites, addresses, compressed.get(digest), file.path, library))
    return tuple(modules)


def _threads(file: _File, moved: MovedSites | None) -> tuple[RecordedThread, ...]:
    layout = trace_format().struct("rd_thread_page")
    blocks = _by_thread(file.of("RD_CHUNK_BLOCKS"))
    values = _by_thread(file.of("RD_CHUNK_VALUES"))
    pages: dict[int, Any] = {}
    for chunk in file.of("RD_CHUNK_THREAD"):
        page = np.frombuffer(file.data, layout, 1, chunk.begin)[0]
        if page["path"]:  # a kill can come before the page is filled in
            pages[chunk.thread] = page
    if sorted(pages) != list(range(len(pages))) or len(pages) < int(file.header["threads"]):
        file.damaged("a thread's page is missing")
    if len(pages) > MOST_THREADS:
        file.damaged("it has more threads than can be told apart")
    return tuple(
        replace(_thread(file, index, pages[index], blocks.get(index, []), values.get(index, [])), moved_sites=moved)
        for index in sorted(pages)
    )


def _thread(file: _File, index: int, page: Any, blocks: list[Chunk], values: list[Chunk]) -> RecordedThread:
    path = bytes(page["path"]).decode("ascii", "replace")
    if not PATH_RULE.fullmatch(path) or int(page["count"]) > MOST_EVENTS:
        file.damaged(f"the page of thread {index} is impossible")
    low, high = int(page["stack_low"]), int(page["stack_high"])
    if not low <= high <= MOST_STACK:
        file.damaged(f"the stack of thread {index} is impossible")
    parent = int(page["parent"])
    none = trace_format()["RD_NO_THREAD"]
    if parent != none and parent >= index:
        file.damaged(f"thread {index} was created by a later thread")
    block_open = (int(page["block_chunk"]), int(page["block_next"]) - int(page["block_base"]))
    value_open = (int(page["value_chunk"]), int(page["value_next"]) - int(page["value_base"]))
    return RecordedThread(
        index=index,
        path=path,
        parent=None if parent == none else parent,
        count=int(page["count"]),
        start_routine=int(page["start_routine"]),
        start_argument=int(page["start_argument"]),
        stack_low=low,
        stack_high=high,
        block_parts=_stream(file, blocks, "rd_block_record", block_open),
        value_parts=_stream(file, values, None, value_open),
    )


def _by_thread(chunks: Sequence[Chunk]) -> dict[int, list[Chunk]]:
    streams: dict[int, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        streams[chunk.thread].append(chunk)
    return streams


def _in_sequence(chunks: list[Chunk], place: int) -> list[Chunk]:
    """Without the chunk that was being written if its copy is already there."""
    ordered = sorted(chunks, key=lambda chunk: (chunk.sequence, chunk.offset == place))
    if len(ordered) > 1 and ordered[-1].offset == place and ordered[-1].sequence == ordered[-2].sequence:
        ordered.pop()
    return ordered


def _open_sync(file: _File) -> tuple[int, int]:
    header = file.header
    return int(header["sync_chunk"]), int(header["sync_next"]) - int(header["sync_base"])


def _stream(file: _File, chunks: list[Chunk], struct: str | None, opened: tuple[int, int]) -> tuple[Bytes, ...]:
    """The bytes of a stream's chunks. `opened`: the chunk being written, and how far (with its header) it was."""
    unit = 1 if struct is None else trace_format().struct(struct).itemsize
    place, reached = opened
    parts = []
    for sequence, chunk in enumerate(_in_sequence(chunks, place)):
        if chunk.sequence != sequence:
            file.damaged("the chunks of a stream are not in order")
        used = chunk.used
        if used is None and chunk.offset == place:
            used = reached - (chunk.begin - chunk.offset)
        elif used is None and sequence == len(chunks) - 1:
            used = 0  # a kill can come between making a chunk and turning to it
        if used is None or not 0 <= used <= chunk.room:
            file.damaged("a chunk's length is not known")
        if used:
            parts.append(file.payload(chunk, used - used % unit))
    return tuple(parts)
