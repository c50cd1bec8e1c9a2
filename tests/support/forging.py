"""Recordings and texts as a stranger may have made them: changed somewhere, with a checksum that fits again.

In: the bytes of a real file and a random number generator. Out: other bytes.
"""

import hashlib
import json
import random
import zlib
from typing import Any, Final

import numpy as np

from raddle.base.chunks import Chunk, checksum, lay_out_chunk, walk_chunks
from raddle.base.trace_format import trace_format

NUMBERS: Final = (
    *(0, 1, 2, 7, 0x7F, 0x80, 0xFF, 0xFFFF, 1 << 20, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF, 1 << 32),
    *(1 << 40, (1 << 47) - 8, 1 << 47, (1 << 48) - 1, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 8, (1 << 64) - 1),
)
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 1 << 70, 1e308, float("nan"), "", "x", "\0", "\ud800", "/", [], [0], [[]], {}, {"x": 1}),
)


DEEP: Final = 20_000
STRANGE: Final = (
    *(b"(", b")", b"[", b"{", b'"', b"\\", b"%", b"@", b"\0", b"99999999999"),
    *(b"(" * DEEP, b"[" * DEEP, b'{"a":' * DEEP, b"-" * DEEP, b"!" * DEEP, b"9" * DEEP, b"a." * DEEP),
)


def forged_recording(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        chance.choice((_field, _field, _field, _json, _ir, _move))(changed, chance)
    return sealed(bytes(changed), chance)


def sealed(data: bytes, chance: random.Random | None = None) -> bytes:
    """With a final description that fits; given a generator, perhaps one that says something else."""
    fmt = trace_format()
    mapped = np.frombuffer(data, np.uint8)
    last = next((one for one in _chunks(data) if one.kind == fmt["RD_CHUNK_META"] and one.sequence == 1), None)
    if last is None:
        return data
    try:
        final = json.loads(data[last.begin : last.begin + (last.used or 0)])["final"]
    except (ValueError, KeyError, TypeError):
        return data
    if chance is not None and chance.random() < 0.1:
        final = _other(final, chance)
    check = checksum(mapped, last.offset, final)
    chunk = lay_out_chunk(last.kind, json.dumps({"final": final, "crc32": check}).encode(), sequence=1)
    return data[: last.offset] + chunk[: last.size] + data[last.offset + last.size :]


def _chunks(data: bytes) -> tuple[Chunk, ...]:
    return walk_chunks(np.frombuffer(data, np.uint8), len(data)).chunks


def _field(data: bytearray, chance: random.Random) -> None:
    """A number at a place where there is something: most of a file is room."""
    chunks = _chunks(bytes(data))
    if not chunks or chance.random() < 0.1:
        begin, length = 0, 128
    else:
        chunk = chance.choice(chunks)
        header = chunk.begin - chunk.offset
        begin = chunk.offset if chance.random() < 0.15 else chunk.begin
        length = header if begin == chunk.offset else max(8, min(chunk.used or 256, chunk.room))
    width = chance.choice((1, 2, 4, 8, 8))
    at = begin + chance.randrange(max(1, length // width)) * width
    number = chance.choice(NUMBERS) if chance.random() < 0.8 else chance.getrandbits(64)
    data[at : at + width] = (number % (1 << (8 * width))).to_bytes(width, "little")


def _of_kind(data: bytearray, kind: str, chance: random.Random) -> Chunk | None:
    found = [one for one in _chunks(bytes(data)) if one.kind == trace_format()[kind] and one.used is not None]
    return chance.choice(found) if found else None


def refill(data: bytearray, chunk: Chunk, payload: bytes) -> None:
    if len(payload) > chunk.room:
        return
    thread = None if chunk.thread == trace_format()["RD_NO_THREAD"] else chunk.thread
    laid = lay_out_chunk(chunk.kind, payload, sequence=chunk.sequence, thread=thread).ljust(chunk.size, b"\0")
    header = bytearray(laid[: chunk.begin - chunk.offset])
    offset = trace_format().struct("rd_chunk_header").fields["size"][1]  # type: ignore[index]
    header[offset : offset + 8] = chunk.size.to_bytes(8, "little")
    data[chunk.offset : chunk.offset + chunk.size] = bytes(header) + laid[len(header) : chunk.size]


def _json(data: bytearray, chance: random.Random) -> None:
    chunk = _of_kind(data, "RD_CHUNK_META", chance)
    if chunk is None:
        return
    try:
        read = json.loads(data[chunk.begin : chunk.begin + (chunk.used or 0)])
    except ValueError:
        return
    refill(data, chunk, json.dumps(_other(read, chance)).encode())


def _other(value: Any, chance: random.Random) -> Any:
    """One node of it is something else, or is not there."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        name = chance.choice(list(value))
        if chance.random() < 0.15:
            return {key: one for key, one in value.items() if key != name}
        return {**value, name: _other(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.6:
        at = chance.randrange(len(value))
        return [*value[:at], _other(value[at], chance), *value[at + 1 :]]
    return chance.choice(VALUES)


def _ir(data: bytearray, chance: random.Random) -> None:
    chunk = _of_kind(data, "RD_CHUNK_IR", chance)
    if chunk is None:
        return
    try:
        text = zlib.decompress(bytes(data[chunk.begin : chunk.begin + (chunk.used or 0)]))
    except zlib.error:
        return
    refill(data, chunk, zlib.compress(forged_text(text, chance), 9))


def _move(data: bytearray, chance: random.Random) -> None:
    """The contents of one chunk in the place of another's."""
    chunks = [one for one in _chunks(bytes(data)) if one.used]
    if not chunks:
        return
    source, to = chance.choice(chunks), chance.choice(chunks)
    length = min(source.used or 0, to.used or 0)
    data[to.begin : to.begin + length] = data[source.begin : source.begin + length]


def forged_text(text: bytes, chance: random.Random) -> bytes:
    """Lines, words and bytes."""
    lines = text.split(b"\n")
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(lines))
        words = lines[at].split(b" ")
        word = chance.randrange(len(words))
        match chance.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, chance.choice(lines))
            case 2:
                words[word] = str(chance.choice((-1, *NUMBERS))).encode()
                lines[at] = b" ".join(words)
            case 3:
                words[word] = chance.choice(lines[chance.randrange(len(lines))].split(b" "))
                lines[at] = b" ".join(words)
            case 4:
                place = chance.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:place] + bytes([chance.randrange(256)]) + lines[at][place + 1 :]
            case _:
                words.insert(word, chance.choice(STRANGE))
                lines[at] = b" ".join(words)
        lines = lines or [b""]
    return b"\n".join(lines)


def forged_certificate(text: bytes, chance: random.Random) -> bytes:
    """The checksum in its last line is of all lines before."""
    changed = forged_text(text, chance)
    if chance.random() < 0.5:
        try:
            parts = json.loads(text)
            parts.pop("checksum", None)
            other = _other(parts, chance)
            lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(part)}" for name, part in other.items())
            changed = b"{" + lines.encode() + b",\n"
        except (ValueError, AttributeError):
            return changed
    body = changed[: changed.rfind(b'"checksum"')] if b'"checksum"' in changed else changed
    return body + b'"checksum": "' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'
