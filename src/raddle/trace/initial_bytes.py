"""What a variable of the program holds before anybody writes it: in: its type and initialiser; out: bytes."""

from raddle.base.errors import InternalError
from raddle.ir.types import ArrayType, StructType, Type, VectorType, resolved, size_of, store_size_of
from raddle.ir.values import Aggregate, Operand, Text, Undefined, Unmodelled, Value, Zero
from raddle.trace.program import LoadedModule


def bytes_of(of: Type, value: Value, within: LoadedModule) -> bytes | None:
    """As the linker lays it out; None where a constant is not understood."""
    size = size_of(of)
    match value:
        case Zero() | Undefined():
            return bytes(size)
        case Text(data):
            return data.ljust(size, b"\0")
        case Unmodelled():
            return None
        case Aggregate(elements):
            return __bytes_of_parts(resolved(of), elements, size, within)
        case _:
            try:
                number = within.constant(Operand(of, value))
            except (InternalError, KeyError):
                return None
            return (number & (1 << 8 * store_size_of(of)) - 1).to_bytes(size, "little")


def __bytes_of_parts(of: Type, elements: tuple[Operand, ...], size: int, within: LoadedModule) -> bytes | None:
    match of:
        case StructType() as struct:
            offsets = struct.offsets
        case ArrayType(element=item) | VectorType(element=item):
            offsets = tuple(number * size_of(item) for number in range(len(elements)))
        case _:
            return None
    contents = bytearray(size)
    for offset, element in zip(offsets, elements, strict=True):
        part = bytes_of(element.type, element.value, within)
        if part is None:
            return None
        contents[offset : offset + len(part)] = part
    return bytes(contents)
