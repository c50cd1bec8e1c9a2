"""From debug types: what lies at an offset inside a variable (`.field[3]`), and how its value is to be printed.

Inside a type of the C++ library names are the library's own: a part of a mutex or an atomic is shown as the whole, a
part of another one by its last name without ornaments (`names.finish` for `names._M_impl._M_finish`).
"""

import re
import struct
from dataclasses import dataclass

from raddle.ir.debuginfo import DebugInfo

_TRANSPARENT = frozenset(
    {"DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type", "DW_TAG_atomic_type"}
)
_OF_ONE_PIECE = re.compile(
    r"\w*mutex\w*|\w*condition_variable\w*|\w*condvar\w*|once_flag|\w*atomic\w*|\w*thread\w*|latch|barrier|\w*semaphore\w*"
    r"|id|\w*future\w*|\w*promise\w*"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a variable: the way to it in C, and its debug type."""

    path: str
    type: int | None


def type_of_global(debug: DebugInfo, node: int | None) -> int | None:
    """The debug type of a global variable, from its !dbg node."""
    if node is None:
        return None
    variable = debug.node(node, "var") if debug.kind(node) == "DIGlobalVariableExpression" else node
    return debug.node(variable, "type") if variable is not None else None


def part_at(debug: DebugInfo, of: int | None, offset: int) -> Part:
    """The innermost part that begins at or around that offset."""
    of = _bare(debug, of)
    if of is None or debug.kind(of) != "DICompositeType":
        return Part(f"+{offset}" if offset else "", of)
    tag = debug.text(of, "tag")
    if tag == "DW_TAG_array_type":
        return _array_part(debug, of, offset)
    if tag in ("DW_TAG_structure_type", "DW_TAG_union_type", "DW_TAG_class_type"):
        found = _member_part(debug, of, offset)
        if found is not None:
            return _of_library(debug, of, found) if is_of_library(debug, of) else found
    return Part(f"+{offset}" if offset else "", of)


def _member_part(debug: DebugInfo, of: int, offset: int) -> Part | None:
    """By the member, or the member of a base class, that lies there."""
    for member in debug.elements(debug.node(of, "elements")):
        tag, flags = debug.text(member, "tag"), debug.text(member, "flags")
        if tag not in ("DW_TAG_member", "DW_TAG_inheritance") or "StaticMember" in flags or "Virtual" in flags:
            continue
        base = debug.node(member, "baseType")
        bits = debug.number(member, "size") or 8 * size_of(debug, base)
        start = debug.number(member, "offset")
        if start // 8 <= offset < max((start + bits + 7) // 8, start // 8 + 1):
            inner = part_at(debug, base, offset - start // 8)
            name = debug.text(member, "name") if tag == "DW_TAG_member" else ""
            if tag == "DW_TAG_inheritance" and inner.path[:1] in ("", "+") and _is_class(debug, inner.type):
                continue  # an empty base lies where the first member does
            of_part = None if "BitField" in flags else inner.type  # what lies there is more than the member
            return Part(f".{name}{inner.path}" if name else inner.path, of_part)
    return None


def _is_class(debug: DebugInfo, of: int | None) -> bool:
    return of is not None and debug.kind(of) == "DICompositeType" and debug.text(of, "tag") != "DW_TAG_enumeration_type"


def is_of_library(debug: DebugInfo, of: int) -> bool:
    """Whether a type stands in namespace std."""
    scopes = debug.chain(debug.node(of, "scope"), "scope")
    return any(debug.kind(scope) == "DINamespace" and debug.text(scope, "name") == "std" for scope in scopes)


def _of_library(debug: DebugInfo, of: int, part: Part) -> Part:
    names = [name for name in re.split(r"[.+\[\]]", part.path) if name and not name.isdigit()]
    whole = debug.text(of, "name").split("<", 1)[0]
    if not names or _OF_ONE_PIECE.fullmatch(whole):
        return Part("", part.type)
    last = next((name for name in reversed(names) if not name.startswith("__data")), names[-1])
    return Part(f".{re.sub(r'^(?:_M_|__|_)|_+$', '', last)}", part.type)


def _array_part(debug: DebugInfo, of: int, offset: int) -> Part:
    counts = [debug.number(range_, "count") for range_ in debug.elements(debug.node(of, "elements"))]
    base = debug.node(of, "baseType")
    size = size_of(debug, base)
    if not size:
        return Part(f"+{offset}", None)
    position, inner_offset = divmod(offset, size)
    indices: list[int] = []
    for count in reversed(counts[1:]):
        position, index = divmod(position, count) if count else (position, 0)
        indices.insert(0, index)
    indices.insert(0, position)
    inner = part_at(debug, base, inner_offset)
    return Part("".join(f"[{index}]" for index in indices) + inner.path, inner.type)


def size_of(debug: DebugInfo, of: int | None) -> int:
    """Bytes; 0 where it is not known."""
    bare = _bare(debug, of)
    return debug.number(bare, "size") // 8 if bare is not None else 0


def _bare(debug: DebugInfo, of: int | None) -> int | None:
    """Without typedefs and qualifiers."""
    for one in debug.chain(of, "baseType"):
        if debug.kind(one) != "DIDerivedType" or debug.text(one, "tag") not in _TRANSPARENT:
            return one
    return None


def spell_value(debug: DebugInfo | None, of: int | None, value: int, size: int) -> str:
    """As C would write a value of that type; an integer of unknown type as a signed one."""
    bare = _bare(debug, of) if debug is not None else None
    encoding = debug.text(bare, "encoding") if debug is not None and bare is not None else ""
    if encoding == "DW_ATE_float" and size in (4, 8):
        return repr(struct.unpack("<f" if size == 4 else "<d", value.to_bytes(size, "little"))[0])
    if encoding in ("DW_ATE_unsigned", "DW_ATE_unsigned_char", "DW_ATE_boolean", "DW_ATE_UTF"):
        return str(value)
    if debug is not None and bare is not None and debug.text(bare, "tag") == "DW_TAG_pointer_type":
        return f"{value:#x}" if value else "NULL"
    if not encoding and value >> 32 not in (0, 0xFFFFFFFF):
        return f"{value:#x}"
    return str(value - (1 << 8 * size) if value >> (8 * size - 1) & 1 else value)
