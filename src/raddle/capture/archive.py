"""Objects -> an archive with its index, of which a linker takes the members that it needs.

Written here since a machine with a compiler need not have an `ar`.
"""

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from raddle.capture.elf import defined_names

_MAGIC: Final = b"!<arch>\n"
_HEAD: Final = 60


def write_archive(objects: Sequence[Path], place: Path) -> None:
    raws = [path.read_bytes() for path in objects]
    defined = [list(defined_names(raw)) for raw in raws]
    text = b"".join(name.encode() + b"\0" for names in defined for name in names)
    size = 4 + 4 * sum(map(len, defined)) + len(text)
    at = len(_MAGIC) + _HEAD + size + size % 2
    offsets: list[int] = []
    members: list[bytes] = []
    for number, (raw, names) in enumerate(zip(raws, defined, strict=True)):
        offsets += [at] * len(names)
        members.append(_member(f"own{number}.o/", raw))
        at += len(members[-1])
    index = struct.pack(f">I{len(offsets)}I", len(offsets), *offsets) + text
    place.write_bytes(_MAGIC + _member("/", index) + b"".join(members))


def _member(name: str, raw: bytes) -> bytes:
    head = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(raw):<10}`\n".encode()
    return head + raw + b"\n" * (len(raw) % 2)
