"""A memory error in words: the access with its calls and locks, who gave the memory back, who allocated it.

list.c:30: use after free: read of bytes 0 to 3 of a block of 16 bytes

  main.2 reads bytes 0 to 3 of a block of 16 bytes = 4, holding no lock
    #0 show  list.c:30
  main.1 freed the block before that, holding m
    #0 drop  list.c:12
  main allocated it
    #0 main  list.c:5
"""

from collections.abc import Iterator
from typing import Final, assert_never

from raddle.report.race_text import frames
from raddle.report.result import Access, Fault, Finding, MemoryFault
from raddle.report.rows import Row, count, position, wrapped

_NAMES: Final[dict[Fault, str]] = {
    "use-after-free": "use after free",
    "double-free": "double free",
    "null": "null pointer",
    "dangling": "dangling pointer",
    "out-of-bounds": "out of bounds",
    "division": "division without a result",
}
_NOUNS: Final = {"read": "read of", "write": "write to", "update": "update of", "free": "free of"}
_VERBS: Final = {"read": "reads", "write": "writes", "update": "updates", "free": "frees"}


def memory_message(fault: MemoryFault) -> str:
    """`out of bounds: write to table, index 10 of 10`"""
    memory, detail = fault.memory, f", {fault.detail}" if fault.detail else ""
    match fault.fault:
        case "division":
            return f"division by {memory}{detail}" if memory else _NAMES["division"]
        case "double-free":
            return f"double free of {memory}"
        case "use-after-free" | "null" | "dangling" | "out-of-bounds":
            return f"{_NAMES[fault.fault]}: {_NOUNS.get(fault.access.verb, 'use of')} {memory}{detail}"
        case other:
            assert_never(other)


def memory_heading(finding: Finding, fault: MemoryFault, width: int) -> Iterator[Row]:
    where = f"{position(finding.place)}: " if finding.place is not None else ""
    how = "" if finding.observed or finding.status == "confirmed" else "possible "
    yield from wrapped(f"{where}{how}{memory_message(fault)}", width, hanging=4, style="bold")


def memory_body(finding: Finding, fault: MemoryFault, width: int) -> Iterator[Row]:
    yield from _who(fault.access, _deed(fault), width)
    if fault.freed is not None:
        yield from _who(fault.freed, _given_back(fault, fault.freed), width, locks=fault.freed.verb == "free")
    if fault.allocated is not None:
        said = "had the variable on its stack" if fault.fault == "dangling" else "allocated it"
        yield from _who(fault.allocated, said, width, locks=False)
    if finding.instances > 1:
        said = f"{count(finding.instances, 'execution')} of this place can do so; this is one."
        yield from wrapped(said, width, indent=2)


def how_it_was_shown(finding: Finding, fault: MemoryFault) -> str:
    """Of one that the real program has shown."""
    where = "the given run itself" if finding.observed else "a replay of the real program"
    word = "OBSERVED" if finding.observed else "CONFIRMED"
    return f"{word}: {where} did this"


def _who(access: Access, deed: str, width: int, *, locks: bool = True) -> Iterator[Row]:
    held = f", holding {', '.join(access.locks) or 'no lock'}" if locks else ""
    inside = f" in {access.inside}" if access.inside else ""
    yield from wrapped(f"{access.thread} {deed}{inside}{held}", width, indent=2, hanging=4, style="bold")
    yield from frames(access.stack, width, indent=4)
    if access.born is not None and locks:
        yield Row(f"    {access.thread} was created at {position(access.born)}", "dim")


def _deed(fault: MemoryFault) -> str:
    access, memory = fault.access, fault.memory
    match fault.fault:
        case "division":
            return f"divides by {memory}" if memory else "divides"
        case "double-free":
            return "frees the block again"
        case "use-after-free" | "null" | "dangling" | "out-of-bounds":
            how = "atomically " if access.atomic else ""
            value = "" if access.value is None else f" = {access.value}"
            if fault.fault == "out-of-bounds" and fault.detail:
                value = f" at {fault.detail}{value}"
            return f"{how}{_VERBS.get(access.verb, access.verb)} {memory}{value}"
        case other:
            assert_never(other)


def _given_back(fault: MemoryFault, freed: Access) -> str:
    if fault.fault == "dangling":
        return "had returned from the function" if freed.verb == "return" and freed.stack else "had ended before that"
    return "freed the block before that"
