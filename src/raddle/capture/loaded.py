"""The instrumented shared libraries that a run loaded: their IR joins the recording, their hashes its description.

In: a recording whose program has ended. Out: the same with one IR chunk for each module that the executable does not
carry, and one META chunk that names the libraries. Which are loaded is known only now: a plug-in may be an input.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from raddle.base.chunks import Bytes, Chunk, lay_out_chunk, walk_chunks
from raddle.base.errors import UserError
from raddle.base.trace_format import trace_format
from raddle.capture.image import ProgramImage, load_library

LIBRARIES_SEQUENCE = 2
"""Of the META chunk that names them; 0 is what was known before the run, 1 what is known at its very end."""


def add_libraries(recording: Path) -> None:
    """Nothing for a recording without IR, which nobody will walk."""
    fmt = trace_format()
    data: Bytes = np.memmap(recording, np.uint8, mode="r")
    end = int(np.frombuffer(data, fmt.struct("rd_file_header"), 1)["end"][0])
    walk = walk_chunks(data, end)
    by_file: dict[str, set[str]] = {}
    for file, digest in _library_modules(data, walk.chunks):
        by_file.setdefault(file, set()).add(digest)
    if not by_file or not any(chunk.kind == fmt["RD_CHUNK_IR"] for chunk in walk.chunks):
        return
    carried = set(_first_meta(data, walk.chunks)["modules"])
    chunks: list[bytes] = []
    libraries = []
    for file, loaded in by_file.items():
        image = _library(Path(file), loaded)
        new = [module for module in image.modules if module.hash not in carried]
        carried.update(module.hash for module in new)
        chunks += [lay_out_chunk(fmt["RD_CHUNK_IR"], module.compressed) for module in new]
        libraries.append({"path": file, "sha256": image.sha256, "modules": [module.hash for module in new]})
    named = json.dumps({"libraries": libraries}).encode()
    chunks.append(lay_out_chunk(fmt["RD_CHUNK_META"], named, sequence=LIBRARIES_SEQUENCE))
    del data
    _append(recording, walk.stop, b"".join(chunks))


def _library(file: Path, loaded: set[str]) -> ProgramImage:
    image = load_library(file)
    if not loaded <= {module.hash for module in image.modules}:
        raise UserError("the library was changed while the program ran", where=file, advice="record it again")
    return image


def _library_modules(data: Bytes, chunks: tuple[Chunk, ...]) -> Iterator[tuple[str, str]]:
    """File and hash of each module that is not the executable's."""
    fmt = trace_format()
    layout = fmt.struct("rd_module_record")
    for chunk in chunks:
        if chunk.kind != fmt["RD_CHUNK_MODULE"] or chunk.used is None:
            continue
        record = np.frombuffer(data, layout, 1, chunk.begin)[0]
        behind = chunk.begin + layout.itemsize + 8 * int(record["addresses"])
        file = data[behind : chunk.begin + chunk.used].tobytes()
        if file:
            yield file.decode("utf-8", "surrogateescape"), bytes(record["hash"]).decode("ascii", "replace")


def _first_meta(data: Bytes, chunks: tuple[Chunk, ...]) -> dict[str, list[str]]:
    first = next(chunk for chunk in chunks if chunk.kind == trace_format()["RD_CHUNK_META"])
    read: dict[str, list[str]] = json.loads(data[first.begin : first.begin + (first.used or 0)].tobytes())
    return read


def _append(recording: Path, stop: int, chunks: bytes) -> None:
    layout = trace_format().struct("rd_file_header")
    try:
        with recording.open("r+b") as file:
            header = np.frombuffer(bytearray(file.read(layout.itemsize)), layout, 1)
            header["end"] = stop + len(chunks)
            file.seek(stop)
            file.write(chunks)
            file.truncate(stop + len(chunks) + trace_format()["RD_PAGE"])
            file.seek(0)
            file.write(header.tobytes())
    except OSError as error:
        raise UserError(f"the recording cannot be written: {error.strerror or error}", where=recording) from error
