"""Programs and archives as a stranger may have made them: headers, tables of sections, and what raddle put inside.

In: the bytes of a real one and a random number generator. Out: other bytes, or the same with other contents.
"""

import json
import random
import struct
from typing import Final

from raddle.capture.image import IR_SECTION
from raddle.capture.notes import NOTES_SECTION
from tests.support.forging import NUMBERS, VALUES

_HEADER: Final = struct.Struct("<IIQQQQIIQQ")
_ARCHIVE: Final = b"!<arch>\n"


def archived(member: bytes) -> bytes:
    """With a table of long names, and one that has its name there."""
    names = b"a_rather_long_name.o/\n"
    return _ARCHIVE + _member(b"//", names) + _member(b"/0", member) + _member(b"short.o/", member[:4096])


def _member(name: bytes, body: bytes) -> bytes:
    head = b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" % (name, 0, 0, 0, 0o644, len(body))
    return head + body + b"\n" * (len(body) % 2)


def forged_image(data: bytes, chance: random.Random) -> bytes:
    if data.startswith(_ARCHIVE):
        return _forged_archive(data, chance)
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        chance.choice((_head, _section_header, _carried, _notes, _cut))(changed, chance)
    return bytes(changed)


def _forged_archive(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 2, 3))):
        at = chance.choice((0, 8, 8 + 48, 8 + 60 + 22, 8 + 60 + 22 + 48)) + chance.randrange(12)
        size = chance.choice((1, 4, 10))
        changed[at : at + size] = bytes(chance.choice(b"0123456789 -/x\0\xff") for _ in range(size))
    return bytes(changed)


def _number(chance: random.Random, width: int) -> bytes:
    number = chance.choice(NUMBERS) if chance.random() < 0.8 else chance.getrandbits(64)
    return (number % (1 << (8 * width))).to_bytes(width, "little")


def _head(data: bytearray, chance: random.Random) -> None:
    """Where the table of sections is, how large its entries are, how many there are, whose names these are."""
    at, width = chance.choice(((0x28, 8), (0x3A, 2), (0x3C, 2), (0x3E, 2), (0, 4), (16, 2)))
    data[at : at + width] = _number(chance, width)
    if chance.random() < 0.3:
        data[0x3A : 0x3A + 6] = _number(chance, 2) + bytes(2) + _number(chance, 2)


def _headers(data: bytearray) -> list[int]:
    (table,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    places = [table + size * number for number in range(min(count, 200))]
    return [place for place in places if place + _HEADER.size <= len(data)]


def _section_header(data: bytearray, chance: random.Random) -> None:
    places = _headers(data)
    if places:
        at, width = chance.choice(((0, 4), (4, 4), (24, 8), (32, 8), (40, 4)))
        place = chance.choice((places[0], chance.choice(places))) + at
        data[place : place + width] = _number(chance, width)


def _section(data: bytearray, name: str) -> tuple[int, int] | None:
    """Where it begins and ends, known by what it begins with."""
    magic = {IR_SECTION: b"RADDLEIR", NOTES_SECTION: b"RADDLENT"}[name]
    for place in _headers(data):
        _, _, _, _, begin, length, *_ = _HEADER.unpack_from(data, place)
        if data[begin : begin + 8] == magic and begin + length <= len(data):
            return begin, begin + length
    return None


def _carried(data: bytearray, chance: random.Random) -> None:
    """A number in the IR's section, most often in an entry's head."""
    found = _section(data, IR_SECTION)
    if found is None:
        return
    begin, end = found
    at = begin + (chance.randrange(80) if chance.random() < 0.7 else chance.randrange(max(1, end - begin)))
    width = chance.choice((1, 2, 4, 8))
    data[at : at + width] = _number(chance, width)


def _notes(data: bytearray, chance: random.Random) -> None:
    """The first note says something else, in as much room."""
    found = _section(data, NOTES_SECTION)
    if found is None:
        return
    begin, _ = found
    length = int.from_bytes(data[begin + 8 : begin + 16], "little")
    try:
        fields = json.loads(data[begin + 16 : begin + 16 + length])
        name = chance.choice(list(fields))
        fields[name] = chance.choice(VALUES)
        if chance.random() < 0.3:
            fields = chance.choice(VALUES)
    except (ValueError, TypeError, AttributeError, IndexError):
        return
    text = json.dumps(fields).encode()
    if len(text) <= length:
        data[begin + 16 : begin + 16 + length] = text.ljust(length)


def _cut(data: bytearray, chance: random.Random) -> None:
    if chance.random() < 0.2:
        del data[chance.randrange(len(data) + 1) :]
