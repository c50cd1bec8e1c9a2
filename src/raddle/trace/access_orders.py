"""How accesses order others (C11), where a row of a walk does not say it: the instruction at its site does.

In: a program. Out: `AccessOrders`: the order of a fence, and of a compare-and-swap that failed; which reads the source
does not do in every case (capture/conditions.py); what the runtime writes on behalf of a call for itself.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.errors import InternalError
from raddle.trace.events import EventFlag, EventKind, MemoryOrder
from raddle.trace.memory_steps import ORDERS
from raddle.trace.program import LoadedModule, Program

NO_ACCESS: Final = 255
"""Beside the MemoryOrders in a column of orders."""

_WORDS: Final = "|".join(word for word in ORDERS if word)
_FENCE: Final = re.compile(rf"^\s*fence (syncscope\(\"singlethread\"\) )?({_WORDS})")
_SWAP: Final = re.compile(rf"\bcmpxchg\b.* (?:{_WORDS}) ({_WORDS})\b")
_EARLY: Final = re.compile(r"^\s*%(?:\"[^\"]+\.early\"|[-\w.$]+\.early) = load\b")
_STREAM: Final = re.compile(r"@?_ZNK?St3__1(?:8ios_base|9basic_ios|\d+_(?:FillHelper|SentinelValueFill))")
_OF_CALLS: Final = {"__cxa_guard_release": int(MemoryOrder.RELEASE)} | dict.fromkeys(
    ("pthread_once", "call_once", "__gthrw_pthread_once"), NO_ACCESS
)
"""What the runtime writes for them: a guard's byte, which the program reads with acquire; a flag that nobody reads."""


class AccessOrders:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._fences: dict[int, MemoryOrder | None] = {}
        self._early: dict[int, bool] = {}
        self._streams: dict[int, list[range]] = {}

    def of_fence(self, site: int) -> MemoryOrder | None:
        """None: one for signal handlers of the same thread, which orders nothing for others."""
        if site not in self._fences:
            found = _FENCE.match(self._line(site))
            if found is None:
                raise InternalError(f"there is no fence at site {site}")
            self._fences[site] = None if found.group(1) else ORDERS[found.group(2)]
        return self._fences[site]

    def is_early(self, site: int) -> bool:
        """Whether it is a load that the source does not do in every case."""
        if site not in self._early:
            self._early[site] = _EARLY.match(self._line(site)) is not None
        return self._early[site]

    def of_rows(self, accesses: npt.NDArray[np.void]) -> npt.NDArray[np.uint8]:
        """A MemoryOrder each, or NO_ACCESS. UNORDERED, which C does not have, counts as RELAXED."""
        kind, flags, sites = accesses["kind"], accesses["flags"], accesses["site"]
        orders = (flags & 7).astype(np.uint8)
        orders[orders == MemoryOrder.UNORDERED] = MemoryOrder.RELAXED
        is_library = (flags & EventFlag.LIBRARY) != 0
        _put(orders, sites, (flags & EventFlag.FAILED) != 0, self._of_failed_swap)
        _put(orders, sites, is_library & (kind == EventKind.WRITE), self._of_library)
        unread = (kind == EventKind.READ) & ~is_library & (accesses["written"] == 0)
        _put(orders, sites, unread, lambda site: NO_ACCESS if self.is_early(site) else None)
        _put(orders, sites, orders == MemoryOrder.PLAIN, self._of_stream)
        return orders

    def _line(self, site: int) -> str:
        if not site:
            return ""
        within = self._program.module_of(site)
        return within.module.lines[site - within.site_base]

    def of_swap(self, site: int, success: MemoryOrder) -> MemoryOrder:
        """Of an update there, however it turns out: where that makes a difference, the order of a failed one."""
        failed = self._of_failed_swap(site)
        return success if failed is None or failed == MemoryOrder.SEQ_CST else MemoryOrder(failed)

    def _of_failed_swap(self, site: int) -> int | None:
        found = _SWAP.search(self._line(site))
        return None if found is None else ORDERS[found.group(1)]

    def _of_stream(self, site: int) -> int | None:
        """Several threads may use std::cout and its like at once; libc++ has their fields in its headers."""
        if not site:
            return None
        within = self._program.module_of(site)
        line = site - within.site_base
        return int(MemoryOrder.RELAXED) if any(line in one for one in self._of_streams(within)) else None

    def _of_streams(self, within: LoadedModule) -> list[range]:
        """The lines of functions that work on those fields."""
        module = within.module
        if within.site_base not in self._streams:
            begins = [*sorted(one.line for one in module.functions.values()), len(module.lines)]
            ends = dict(pairwise(begins))
            self._streams[within.site_base] = [
                range(one.line, ends[one.line]) for one in module.functions.values() if _STREAM.match(one.name)
            ]
        return self._streams[within.site_base]

    def _of_library(self, site: int) -> int | None:
        return _OF_CALLS.get(self._program.callee_at(site)) if site else None


def _put(
    orders: npt.NDArray[np.uint8],
    sites: npt.NDArray[np.uint32],
    rows: npt.NDArray[np.bool_],
    order_at: Callable[[int], int | None],
) -> None:
    """Where the function knows an order for the site."""
    known = {site: order for site in np.unique(sites[rows]).tolist() if (order := order_at(site)) is not None}
    for order in set(known.values()):
        orders[rows & np.isin(sites, [site for site, at in known.items() if at == order])] = order
