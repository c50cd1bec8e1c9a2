"""Just enough of ELF and ar files: sections by name, exported symbols, members.

LLVM's own reader is not asked: it ends the process where a file is damaged.
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_SECTION_HEADER: Final = struct.Struct("<IIQQQQIIQQ")  # name, type, flags, address, offset, size, link, info, ...
_SYMBOL: Final = struct.Struct("<IBBHQQ")  # name, info, other, section, value, size
_SYMBOL_TABLE: Final = 2
_ARCHIVE: Final = b"!<arch>\n"
_THIN_ARCHIVE: Final = b"!<thin>\n"
_MEMBER: Final = 60
_TABLES: Final = (b"/", b"//", b"/SYM64/")


def is_elf(raw: bytes) -> bool:
    return raw[:4] == b"\x7fELF"


def is_object(raw: bytes) -> bool:
    """For the linker; neither a program nor a shared library."""
    return is_elf(raw) and raw[16:18] == b"\x01\x00"


def is_archive(raw: bytes) -> bool:
    """A thin one has the names of its members only."""
    return raw[:8] in (_ARCHIVE, _THIN_ARCHIVE)


def section(raw: bytes, name: str) -> bytes:
    """What stands in the sections of that name; raises struct.error where the file is damaged."""
    return b"".join(body for found, body in _sections(raw) if found == name.encode())


def _sections(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    headers, names_at = _headers(raw)
    names = raw[headers[names_at][4] :]
    for name, _, _, _, place, length, *_ in headers:
        if name < len(names):
            yield names[name : names.find(b"\0", name)], raw[place : place + length]


def _headers(raw: bytes) -> tuple[list[tuple[int, ...]], int]:
    """Raises struct.error also where they cannot be in the file: nothing is asked of it that it has no room for."""
    (table,) = struct.unpack_from("<Q", raw, 0x28)
    size, count, names_at = struct.unpack_from("<HHH", raw, 0x3A)
    if table and not count:  # too many for the field: the first header says how many
        if table > len(raw):
            raise struct.error("no room for its sections")
        first = _SECTION_HEADER.unpack_from(raw, table)
        count = first[5]
        names_at = first[6] if names_at == 0xFFFF else names_at
    if count and (size < _SECTION_HEADER.size or table + size * count > len(raw)):
        raise struct.error("no room for its sections")
    headers = [_SECTION_HEADER.unpack_from(raw, table + size * number) for number in range(count)]
    if names_at >= count:
        raise struct.error("no section names")
    return headers, names_at


def exported_names(raw: bytes) -> Iterator[str]:
    """Global and weak symbols of default visibility that the object defines."""
    yield from _names(raw, hidden=False)


def defined_names(raw: bytes) -> Iterator[str]:
    """Those that other objects may use; hidden ones too."""
    yield from _names(raw, hidden=True)


def _names(raw: bytes, *, hidden: bool) -> Iterator[str]:
    headers, _ = _headers(raw)
    for _, kind, _, _, place, length, link, *_ in headers:
        if kind != _SYMBOL_TABLE:
            continue
        names = raw[headers[link][4] :]
        for at in range(place, place + length, _SYMBOL.size):
            name, info, other, index, _, _ = _SYMBOL.unpack_from(raw, at)
            if info >> 4 in (1, 2) and (hidden or other & 3 == 0) and index and name:
                yield names[name : names.find(b"\0", name)].decode("utf-8", "replace")


def members(raw: bytes, folder: Path) -> Iterator[bytes]:
    """The files in an archive, without its tables. `folder`: from where those of a thin one are named."""
    place, names, thin = len(_ARCHIVE), b"", raw[:8] == _THIN_ARCHIVE
    while place + _MEMBER <= len(raw):
        name, size = raw[place : place + 16].rstrip(), raw[place + 48 : place + 58].strip()
        if not size.isdigit():
            return
        begin = place + _MEMBER
        held = 0 if thin and name not in _TABLES else int(size)
        if name == b"//":
            names = raw[begin : begin + held]
        elif name not in _TABLES:
            yield (folder / _member_name(name, names)).read_bytes() if thin else raw[begin : begin + held]
        place = begin + held + held % 2


def _member_name(name: bytes, names: bytes) -> str:
    """A long one stands in the table, from that place on."""
    if name[:1] == b"/" and name[1:].isdigit():
        name = names[int(name[1:]) :].split(b"\n", 1)[0]
    return os.fsdecode(name.removesuffix(b"/"))
