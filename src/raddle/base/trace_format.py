"""The recording's format as Python sees it, read from native/trace_format.h and native/control.h.

In: the text of the headers, packaged beside the code. Out: `TraceFormat`: the RD_* constants by name, the names of the
kinds by number, and a numpy dtype for each struct, laid out as C does it. No other Python file states a number or an
offset of the format.
"""

import ctypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.base.errors import InternalError

HEADERS: Final = ("trace_format.h", "control.h")

_DEFINE: Final = re.compile(r"^#define\s+(RD_\w+)\s+(0x[0-9a-fA-F]+|[0-9]+)\b", re.MULTILINE)
_TEXT_DEFINE: Final = re.compile(r'^#define\s+(RD_\w+)\s+"([^"\n]*)"', re.MULTILINE)
_STRUCT: Final = re.compile(r"^struct (rd_\w+) \{\n(.*?)^\};", re.MULTILINE | re.DOTALL)
_FIELD: Final = re.compile(r"(\w+) (\w+)(?:\[(\d+)\])?;")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {"uint8_t": "<u1", "uint16_t": "<u2", "uint32_t": "<u4", "uint64_t": "<u8", "int32_t": "<i4", "int64_t": "<i8"}
)

# Constants of these families, and these single ones, are not kinds of a sync record.
_FAMILIES: Final = (
    *("CHUNK_", "FLAG_", "WAKE_", "HEAP_", "INPUT_", "SENT_", "DIVERGED_", "OUTCOME_", "PENDING_", "EXIT_STATUS_"),
)
_SINGLE: Final = frozenset({"RD_VERSION", "RD_PAGE", "RD_MAGIC", "RD_OPEN", "RD_NO_THREAD", "RD_CANCELLATION"})


@dataclass(frozen=True)
class TraceFormat:
    """What the headers say. Ask by the names that stand in them."""

    constants: Mapping[str, int]
    texts: Mapping[str, str]
    structs: Mapping[str, np.dtype[np.void]]
    kinds: Mapping[int, str]
    _families: dict[str, Mapping[int, str]] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __getitem__(self, name: str) -> int:
        """The constant of that name: `fmt["RD_LOCK"]`."""
        try:
            return self.constants[name]
        except KeyError:
            raise InternalError(f"trace_format.h defines no {name}") from None

    def struct(self, name: str) -> np.dtype[np.void]:
        try:
            return self.structs[name]
        except KeyError:
            raise InternalError(f"trace_format.h defines no struct {name}") from None

    def kind_name(self, kind: int) -> str:
        """ "lock" for RD_LOCK: the kinds of sync records."""
        return self.kinds.get(kind, f"kind {kind}")

    def family(self, prefix: str) -> Mapping[int, str]:
        """Number -> rest of the name, for constants that begin with `prefix` ("RD_OUTCOME_": 4 -> "deadlock")."""
        known = self._families.get(prefix)
        if known is None:
            named = [(name.removeprefix(prefix), n) for name, n in self.constants.items() if name.startswith(prefix)]
            known = self._families[prefix] = MappingProxyType({n: rest.lower() for rest, n in named})
        return known


@cache
def trace_format() -> TraceFormat:
    folder = Path(__file__).parent.parent / "native"
    return parse_headers("\n".join((folder / name).read_text(encoding="utf-8") for name in HEADERS))


def parse_headers(text: str) -> TraceFormat:
    """The format that the text of the headers defines."""
    constants = {name: int(number, 0) for name, number in _DEFINE.findall(text)}
    structs = {name: _layout(name, body) for name, body in _STRUCT.findall(text)}
    return TraceFormat(
        constants=MappingProxyType(constants),
        texts=MappingProxyType(dict(_TEXT_DEFINE.findall(text))),
        structs=MappingProxyType(structs),
        kinds=MappingProxyType({n: name[3:].lower() for name, n in constants.items() if _is_kind(name)}),
    )


def _is_kind(name: str) -> bool:
    return name not in _SINGLE and not name.removeprefix("RD_").startswith(_FAMILIES)


def _layout(struct: str, body: str) -> np.dtype[np.void]:
    """C's natural alignment: each field at a multiple of its own size, the whole a multiple of the largest."""
    fields: list[tuple[str, str]] = []
    for line in _COMMENT.sub("", body).splitlines():
        if not line.strip():
            continue
        found = _FIELD.fullmatch(line.strip())
        if found is None:
            raise InternalError(f"struct {struct}: not one plain `type name;` a line: {line.strip()}")
        kind, name, length = found.groups()
        if kind == "char" and length is not None:
            fields.append((name, f"S{length}"))
        elif kind in _TYPES and length is None:
            fields.append((name, _TYPES[kind]))
        else:
            raise InternalError(f"struct {struct}: field {name} has a type that is not known here: {kind}")
    return np.dtype(fields, align=True)


def copied_rows(address: int, count: int, kind: np.dtype[Any]) -> npt.NDArray[Any]:
    """An array that lies in memory of the native code, as our own."""
    rows = np.zeros(count, kind)
    if count:
        ctypes.memmove(rows.ctypes.data, address, count * kind.itemsize)
    return rows
