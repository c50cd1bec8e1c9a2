"""What happens inside one call of a library's code, in headers of the system, is one step of the story.

In: events of a thread. Out: the call that each belongs to, and the words for several: `read and write queue of main in
std::deque::push_back`. Atomic accesses and synchronisation are steps of their own: they are what was called for.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from raddle.ir.cxx_names import without_template_arguments
from raddle.trace.events import EventKind, MemoryOrder, ThreadTrace
from raddle.trace.program import is_system_header
from raddle.trace.walk import Trace
from raddle.trace.words import Words

_MOST_NAMES: Final = 3
_OWNER: Final = re.compile(r"( of [\w.]+)$")
_ORDER_BITS: Final = 7
_AROUND: Final = "the library's part of the thread"
_HEAP: Final = "heap "
_VPTR: Final = "._vptr$"
_RESERVED: Final = ("std::__", "__gnu_cxx::", "vtable for ")


@dataclass(frozen=True, slots=True)
class Inside:
    """An access inside a call. `frame`: the thread and the frame that is called."""

    frame: tuple[int, int]
    callee: str
    name: str
    writes: bool


class LibraryCalls:
    def __init__(self, trace: Trace, words: Words) -> None:
        self._trace = trace
        self._words = words
        self._called: dict[tuple[int, int], tuple[int, str] | None] = {}

    def is_dull(self, event: Any, *, handed_over: bool) -> bool:
        """Whether it touches variables of a library that the program cannot name, or what a thread was handed over in
        memory without a name or by the library's own code."""
        if event["kind"] > EventKind.UPDATE:
            return False
        name = self._words.name(int(event["address"])).text
        if name.startswith(_RESERVED):
            return True
        return handed_over and (name.startswith(_HEAP) or _VPTR in name or self._is_inside(event))

    def _is_inside(self, event: Any) -> bool:
        place = self._words.place(int(event["site"]))
        return place is not None and is_system_header(place.file)

    def inside(self, thread: ThreadTrace, event: Any) -> Inside | None:
        """None: it is the program's own code, or worth a line of its own."""
        plain = int(event["flags"]) & _ORDER_BITS == MemoryOrder.PLAIN
        if event["kind"] not in (EventKind.READ, EventKind.WRITE) or not plain:
            return None
        if not self._is_inside(event):
            return None
        key = (thread.index, int(event["stack"]))
        if key not in self._called:
            self._called[key] = self._call(thread, key[1])
        called = self._called[key]
        if called is None:
            return None
        name = self._words.name(int(event["address"])).text
        return Inside((thread.index, called[0]), called[1], name, bool(event["kind"] == EventKind.WRITE))

    def _call(self, thread: ThreadTrace, stack: int) -> tuple[int, str] | None:
        """The frame that the program's own code called, and its function."""
        while stack:
            site = int(thread.stacks["site"][stack])
            place = self._words.place(site)
            if place is not None and not is_system_header(place.file):
                return stack, without_template_arguments(self._trace.program.callee_at(site))
            stack = int(thread.stacks["parent"][stack])
        return (0, _AROUND) if thread.index else None


def deed_of(run: Sequence[Inside]) -> str:
    """Of several accesses inside one call."""
    reads, writes = any(not one.writes for one in run), any(one.writes for one in run)
    verb = "read and write" if reads and writes else "write" if writes else "read"
    return f"{verb} {_named(list(dict.fromkeys(one.name for one in run)))} in {run[0].callee}"


def _named(names: list[str]) -> str:
    """What they are parts of; else the first of them. The program's own names say more than places in the heap."""
    own = [name for name in names if not name.startswith(_HEAP)]
    if not own and len({name.partition("+")[0] for name in names}) > 1:
        return "objects of the heap"
    names = own or names
    owners = {found.group(1) if (found := _OWNER.search(name)) else "" for name in names}
    if len(names) > 1 and len(owners) == 1:
        owner = owners.pop()
        whole = _common([re.split(r"(?=[.\[+])", name.removesuffix(owner)) for name in names])
        if whole:
            return f"{whole}{owner}"
    if len(names) > _MOST_NAMES:
        return f"{', '.join(names[:_MOST_NAMES])} and others"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _common(paths: list[list[str]]) -> str:
    """The members that all paths begin with."""
    same = takewhile(lambda members: len(set(members)) == 1, zip(*paths, strict=False))
    return "".join(members[0] for members in same)
