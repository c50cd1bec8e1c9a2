"""Addresses -> names that people know and that hold across schedules: globals by symbol, heap by thread and number."""

from bisect import bisect_right
from dataclasses import dataclass

from raddle.base.trace_format import trace_format
from raddle.ir.debuginfo import DebugInfo
from raddle.ir.variable_types import part_at, spell_value, type_of_global
from raddle.trace.program import Program
from raddle.trace.recorded import Recording


@dataclass(frozen=True, slots=True)
class Named:
    """A name, and what is needed to print a value of the thing named."""

    text: str
    debug: DebugInfo | None = None
    type: int | None = None

    def spell(self, value: int, size: int) -> str:
        return spell_value(self.debug, self.type, value, size)


class Names:
    def __init__(self, program: Program, recording: Recording) -> None:
        self._variables = program.variables
        self._variable_starts = [entry[0] for entry in self._variables]
        self._heap = _heap_objects(recording)
        self._heap_starts = [entry[0] for entry in self._heap]
        self._stacks = [(thread.stack_low, thread.stack_high, thread.path) for thread in recording.threads]
        self._functions = {address: loaded.function.name[1:] for address, loaded in program.function_by_address.items()}

    def of_object(self, address: int) -> str:
        """The name of a lock or the like: of the field that holds it, not of its own first byte."""
        return self.of(address).text.removesuffix("+0").split(".__", 1)[0]

    def of(self, address: int) -> Named:
        at = bisect_right(self._variable_starts, address) - 1
        if at >= 0:
            start, size, variable, within = self._variables[at]
            if address < start + max(size, 1):
                part = part_at(within.debug, type_of_global(within.debug, variable.debug), address - start)
                return Named(variable.name[1:] + part.path, within.debug, part.type)
        at = bisect_right(self._heap_starts, address) - 1
        if at >= 0:
            start, size, name = self._heap[at]
            if address < start + max(size, 1):
                return Named(f"{name}+{address - start}" if address != start else name)
        for low, high, path in self._stacks:
            if low <= address < high:
                return Named(f"stack of {path} {high - address:#x}")
        if address in self._functions:
            return Named(self._functions[address])
        return Named(f"{address:#x}")


def _heap_objects(recording: Recording) -> list[tuple[int, int, str]]:
    """Address, size, name: sorted; `heap main.1#2` is the second block that thread main.1 allocated."""
    paths = [thread.path for thread in recording.threads]
    counts = [0] * len(paths)
    found = []
    for record in recording.of_kind("RD_ALLOC"):
        thread = int(record["thread"])
        counts[thread] += 1
        found.append((int(record["object"]), int(record["value"]), f"heap {paths[thread]}#{counts[thread]}"))
    return sorted(found)


def wake_name(cause: int) -> str:
    return trace_format().family("RD_WAKE_").get(cause, "?")
