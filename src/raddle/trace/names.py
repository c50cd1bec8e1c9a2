"""Addresses -> names that people know and that hold across schedules: globals by symbol, heap by thread and number."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from raddle.base.trace_format import trace_format
from raddle.ir.cxx_names import short_name
from raddle.ir.debuginfo import DebugInfo
from raddle.ir.variable_types import part_at, spell_value, type_of_global
from raddle.trace.events import EventKind, ThreadTrace
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
        self._program = program
        self._slots: list[tuple[int, int, str, int]] = []  # address, size, thread, site of the alloca
        self._slot_starts: list[int] = []
        self._variables = program.variables
        self._variable_starts = [entry[0] for entry in self._variables]
        self._heap = _heap_objects(recording)
        self._heap_starts = [entry[0] for entry in self._heap]
        self._stacks = [(thread.stack_low, thread.stack_high, thread.path) for thread in recording.threads]
        self._functions = program.function_by_address

    def enter_slot(self, thread: str, address: int, size: int, site: int) -> None:
        """From now on these bytes of a stack are that slot."""
        while self._slots and (at := bisect_right(self._slot_starts, address + size - 1) - 1) >= 0:
            start, old_size, *_ = self._slots[at]
            if start + old_size <= address:
                break
            del self._slots[at], self._slot_starts[at]
        at = bisect_right(self._slot_starts, address)
        self._slot_starts.insert(at, address)
        self._slots.insert(at, (address, size, thread, site))

    def _slot(self, address: int) -> Named | None:
        at = bisect_right(self._slot_starts, address) - 1
        if at < 0 or address >= self._slots[at][0] + self._slots[at][1]:
            return None
        start, _, thread, site = self._slots[at]
        return self.in_slot(thread, start, site, address)

    def in_slot(self, thread: str, start: int, site: int, address: int) -> Named | None:
        """What lies there in the slot that the alloca made."""
        within = self._program.module_of(site)
        variable = within.debug.local_variable(within.module, site - within.site_base)
        if variable is None:
            return None
        part = part_at(within.debug, within.debug.node(variable, "type"), address - start)
        return Named(f"{within.debug.text(variable, 'name')}{part.path} of {thread}", within.debug, part.type)

    def end_of(self, address: int) -> int | None:
        """Where the local variable or block of the heap ends that the address lies in."""
        at = bisect_right(self._slot_starts, address) - 1
        if at >= 0 and address < sum(self._slots[at][:2]):
            return sum(self._slots[at][:2])
        at = bisect_right(self._heap_starts, address) - 1
        if at >= 0 and address < sum(self._heap[at][:2]):
            return sum(self._heap[at][:2])
        return None

    def enter_all(self, threads: Iterable[ThreadTrace]) -> None:
        """What each stack holds in the end. Of a slot that comes again only the last time matters."""
        for thread in threads:
            slots = thread.events[thread.events["kind"] == EventKind.SLOT][::-1]
            columns = (slots[name].tolist() for name in ("address", "value", "site"))
            for address, size, site in reversed(dict.fromkeys(zip(*columns, strict=True))):
                self.enter_slot(thread.path, address, size, site)

    def enter_seen(self, threads: Sequence[ThreadTrace], seen: Mapping[int, Collection[int]]) -> None:
        """The same, where a slot in which others were (rows, by the position of the thread) goes before all that only
        its own thread came to."""
        self.enter_all(threads)
        for which, rows in seen.items():
            thread = threads[which]
            for slot in thread.events[sorted(rows)]:
                self.enter_slot(thread.path, int(slot["address"]), int(slot["value"]), int(slot["site"]))

    def of_object(self, address: int) -> str:
        """The name of a lock or the like: of the field that holds it, not of its own first byte."""
        return self.of(address).text.removesuffix("+0").split(".__", 1)[0]

    def of(self, address: int) -> Named:
        at = bisect_right(self._variable_starts, address) - 1
        if at >= 0:
            start, size, variable, within = self._variables[at]
            if address < start + max(size, 1):
                part = part_at(within.debug, type_of_global(within.debug, variable.debug), address - start)
                return Named(short_name(variable.name[1:].strip('"')) + part.path, within.debug, part.type)
        at = bisect_right(self._heap_starts, address) - 1
        if at >= 0:
            start, size, name = self._heap[at]
            if address < start + max(size, 1):
                return Named(f"{name}+{address - start}" if address != start else name)
        for low, high, path in self._stacks:
            if low <= address < high:
                return self._slot(address) or Named(f"stack of {path} {high - address:#x}")
        if address in self._functions:
            return Named(short_name(self._functions[address].function.name[1:].strip('"')))
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
