"""Types of LLVM IR and their layout on x86-64 (sizes, alignments, field offsets)."""

from dataclasses import dataclass
from functools import cached_property

POINTER_BITS = 64
FLOAT_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "x86_fp80": 80, "fp128": 128, "ppc_fp128": 128}


@dataclass(frozen=True)
class IntType:
    bits: int


@dataclass(frozen=True)
class FloatType:
    name: str


@dataclass(frozen=True)
class PointerType:
    pass


@dataclass(frozen=True)
class PlainType:
    """A type without values that memory could hold: void, label, metadata, token, opaque."""

    name: str


@dataclass(frozen=True)
class ArrayType:
    count: int
    element: "Type"


@dataclass(frozen=True)
class VectorType:
    count: int
    element: "Type"


@dataclass(frozen=True)
class StructType:
    fields: tuple["Type", ...]
    packed: bool = False

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        offsets, at = [], 0
        for field in self.fields:
            alignment = 1 if self.packed else align_of(field)
            at = round_up(at, alignment)
            offsets.append(at)
            at += size_of(field)
        return tuple(offsets)

    @cached_property
    def alignment(self) -> int:
        return 1 if self.packed else max((align_of(field) for field in self.fields), default=1)

    @cached_property
    def size(self) -> int:
        end = self.offsets[-1] + size_of(self.fields[-1]) if self.fields else 0
        return round_up(end, self.alignment)

    @cached_property
    def leaves(self) -> "tuple[tuple[Path, Type], ...]":
        return tuple(
            ((index, *path), leaf) for index, part in enumerate(self.fields) for path, leaf in leaves_of(part)
        )


@dataclass(frozen=True)
class NamedType:
    """A struct with a name; `definition` is looked up in the table its module fills while parsing."""

    name: str
    table: "TypeTable"

    @property
    def definition(self) -> "Type":
        return self.table.definitions.get(self.name, PlainType("opaque"))


class TypeTable:
    """The named types of one module."""

    def __init__(self) -> None:
        self.definitions: dict[str, Type] = {}


Type = IntType | FloatType | PointerType | PlainType | ArrayType | VectorType | StructType | NamedType

VOID = PlainType("void")
POINTER = PointerType()


def round_up(value: int, to: int) -> int:
    return (value + to - 1) // to * to


def resolved(of: Type) -> Type:
    """The type itself, with a name replaced by what it stands for."""
    return of.definition if isinstance(of, NamedType) else of


def store_size_of(of: Type) -> int:
    """Bytes that a load or store of this type touches."""
    match resolved(of):
        case IntType(bits):
            return (bits + 7) // 8
        case FloatType(name):
            return (FLOAT_BITS[name] + 7) // 8
        case other:
            return size_of(other)


def size_of(of: Type) -> int:
    """Bytes from one array element of this type to the next."""
    match resolved(of):
        case IntType() | FloatType() as scalar:
            return round_up(store_size_of(scalar), align_of(scalar))
        case PointerType():
            return 8
        case ArrayType(count, element):
            return count * size_of(element)
        case VectorType(count, element):
            bits = count * bits_of_element(element)
            return 1 << max(0, (max(1, (bits + 7) // 8) - 1).bit_length())
        case StructType() as struct:
            return struct.size
        case PlainType():
            return 0
        case NamedType():
            raise AssertionError("a name that stands for a name")


def align_of(of: Type) -> int:
    match resolved(of):
        case IntType(bits):
            return min(16, 1 << max(0, ((bits + 7) // 8 - 1).bit_length()))
        case FloatType(name):
            return {"half": 2, "bfloat": 2, "float": 4, "double": 8}.get(name, 16)
        case PointerType():
            return 8
        case ArrayType(_, element):
            return align_of(element)
        case VectorType() as vector:
            return size_of(vector)
        case StructType() as struct:
            return struct.alignment
        case _:
            return 1


def bits_of_element(of: Type) -> int:
    match of:
        case IntType(bits):
            return bits
        case FloatType(name):
            return FLOAT_BITS[name]
        case _:
            return POINTER_BITS


def width_of(of: Type) -> int | None:
    """Bits of a value that the walk can hold in one register, or None: the walk keeps such values opaque."""
    match of:
        case IntType(bits) if bits <= 64:
            return bits
        case PointerType():
            return POINTER_BITS
        case FloatType(name="float"):
            return 32
        case FloatType(name="double"):
            return 64
        case _:
            return None


def spell(of: Type) -> str:
    """The type as the IR text spells it."""
    match of:
        case IntType(bits):
            return f"i{bits}"
        case FloatType(name) | PlainType(name):
            return name
        case PointerType():
            return "ptr"
        case ArrayType(count, element):
            return f"[{count} x {spell(element)}]"
        case VectorType(count, element):
            return f"<{count} x {spell(element)}>"
        case StructType(fields, packed):
            inside = "{ " + ", ".join(spell(field) for field in fields) + " }" if fields else "{}"
            return f"<{inside}>" if packed else inside
        case NamedType(name):
            return name


Path = tuple[int, ...]


def leaves_of(of: Type) -> tuple[tuple[Path, Type], ...]:
    """The scalars (and opaque parts) that a first-class value of this type consists of, with the way to each."""
    inner = resolved(of)
    match inner:
        case StructType() as struct:
            return struct.leaves
        case ArrayType(count, element):
            inside = leaves_of(element)
            return tuple(((index, *path), leaf) for index in range(count) for path, leaf in inside)
        case PlainType():
            return ()
        case _:
            return (((), inner),)


def shape_of(of: Type) -> tuple[int | None, ...]:
    """The widths of the leaves. Old C may pass or return another shape than was declared."""
    return tuple(width_of(leaf) for _, leaf in leaves_of(of))


def offset_of(of: Type, path: Path) -> int:
    """Bytes from the start of an aggregate to the part at that path."""
    offset = 0
    for index in path:
        inner = resolved(of)
        if isinstance(inner, StructType):
            offset += inner.offsets[index]
            of = inner.fields[index]
        else:
            assert isinstance(inner, ArrayType | VectorType)
            offset += index * size_of(inner.element)
            of = inner.element
    return offset
