"""What lies where in the recorded program's memory: variables, blocks of the heap, slots on stacks.

In: a Trace. Out: `Objects`: the object around an address, and what its bytes hold before anybody writes them.
"""

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum

from raddle.base.errors import InternalError
from raddle.base.trace_format import trace_format
from raddle.ir.types import ArrayType, StructType, Type, VectorType, resolved, size_of, store_size_of
from raddle.ir.values import Aggregate, Operand, Text, Undefined, Unmodelled, Value, Zero
from raddle.trace.events import EventKind
from raddle.trace.program import LoadedModule
from raddle.trace.walk import Trace


class Lies(Enum):
    """Where an object lies."""

    VARIABLE = "variable"
    HEAP = "heap"
    STACK = "stack"


@dataclass(frozen=True, slots=True)
class MemoryObject:
    address: int
    size: int
    lies: Lies


class Objects:
    def __init__(self, trace: Trace) -> None:
        self._variables = trace.program.variables
        self._contents: dict[int, bytes | None] = {}
        found = [MemoryObject(entry[0], entry[1], Lies.VARIABLE) for entry in self._variables]
        self._variable_at = {entry[0]: number for number, entry in enumerate(self._variables)}
        fmt = trace_format()
        for record in trace.recording.of_kind("RD_ALLOC"):
            if not record["flags"] & fmt["RD_FLAG_FAILED"]:
                found.append(MemoryObject(int(record["object"]), int(record["value"]), Lies.HEAP))
        for thread in trace.threads:
            slots = thread.events[thread.events["kind"] == EventKind.SLOT]
            pairs = zip(slots["address"].tolist(), slots["value"].tolist(), strict=True)
            found += [MemoryObject(address, size, Lies.STACK) for address, size in dict.fromkeys(pairs)]
        # of several at one address (a block that grew in place) the largest counts
        self._objects = sorted(found, key=lambda each: (each.address, each.size))
        self._starts = [each.address for each in self._objects]

    def around(self, address: int) -> MemoryObject | None:
        at = bisect_right(self._starts, address) - 1
        if at < 0 or address >= self._objects[at].address + max(1, self._objects[at].size):
            return None
        return self._objects[at]

    def initial(self, address: int, size: int) -> int | None:
        """What these bytes hold before anybody writes them; None: nobody knows. Fresh memory of the heap is zero."""
        lies = self.around(address)
        if lies is None or lies.lies is Lies.STACK:
            return None
        if lies.lies is Lies.HEAP:
            return 0
        contents = self._contents_of(lies.address)
        offset = address - lies.address
        if contents is None or offset + size > len(contents):
            return None
        return int.from_bytes(contents[offset : offset + size], "little")

    def _contents_of(self, address: int) -> bytes | None:
        if address not in self._contents:
            _, size, variable, within = self._variables[self._variable_at[address]]
            if variable.initializer is None:
                self._contents[address] = bytes(size)
            else:
                self._contents[address] = _bytes_of(variable.type, variable.initializer, within)
        return self._contents[address]


def _bytes_of(of: Type, value: Value, within: LoadedModule) -> bytes | None:
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
            return _bytes_of_parts(resolved(of), elements, size, within)
        case _:
            try:
                number = within.constant(Operand(of, value))
            except (InternalError, KeyError):
                return None
            return (number & (1 << 8 * store_size_of(of)) - 1).to_bytes(size, "little")


def _bytes_of_parts(of: Type, elements: tuple[Operand, ...], size: int, within: LoadedModule) -> bytes | None:
    match of:
        case StructType() as struct:
            offsets = struct.offsets
        case ArrayType(element=item) | VectorType(element=item):
            offsets = tuple(number * size_of(item) for number in range(len(elements)))
        case _:
            return None
    contents = bytearray(size)
    for offset, element in zip(offsets, elements, strict=True):
        part = _bytes_of(element.type, element.value, within)
        if part is None:
            return None
        contents[offset : offset + len(part)] = part
    return bytes(contents)
