"""The linear passes in C (native/passes), compiled once and loaded with ctypes."""

import ctypes
import weakref
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.base.cache import Cache
from raddle.base.native_code import NativeCode, native_folder, shared_library
from raddle.base.toolchain import find_toolchain
from raddle.base.trace_format import TraceFormat, copied_rows, parse_headers
from raddle.decide.event_numbers import events_header

_FLAGS: Final = ("-std=gnu11", "-O2", "-g", "-fPIC", "-fvisibility=hidden")
_U64, _ADDRESS = ctypes.c_uint64, ctypes.c_void_p
Numbers = npt.NDArray[np.int32]
Counts = npt.NDArray[np.uint32]
"""By thread: how many of its events."""


@cache
def passes_layout() -> TraceFormat:
    """Constants and structs of native/passes/passes.h."""
    return parse_headers((native_folder() / "passes" / "passes.h").read_text(encoding="utf-8"))


@cache
def passes_library() -> "PassesLibrary":
    cache_of_user = Cache.of_user()
    return PassesLibrary(shared_library(passes_code(), find_toolchain(cache_of_user), cache_of_user))


def passes_code() -> NativeCode:
    folder = native_folder() / "passes"
    headers = (*sorted(folder.glob("*.h")), events_header())
    return NativeCode("passes", tuple(sorted(folder.glob("*.c"))), headers, _FLAGS)


@dataclass(frozen=True, slots=True)
class RunRows:
    """A run as the passes take it. The arrays live as long as this."""

    run: npt.NDArray[np.void]
    """One rd_run."""
    arrays: tuple[npt.NDArray[Any], ...]


class PassesLibrary:
    """The functions of the library, by what they do."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        self._free = self._function("rd_passes_free", None, _ADDRESS)
        self._happens_before = self._function("rd_happens_before", ctypes.c_bool, _ADDRESS, _ADDRESS, _U64, _ADDRESS)
        self._closure_new = self._function("rd_closure_new", _ADDRESS, _ADDRESS)
        self._closure_free = self._function("rd_closure_free", None, _ADDRESS)
        self._work = self._function("rd_closure_work", _U64, _ADDRESS)
        lists = (_ADDRESS, _ADDRESS, _U64) * 2
        self._meeting = self._function("rd_meeting", ctypes.c_bool, _ADDRESS, *lists, _ADDRESS, _ADDRESS)
        self._possible = self._function("rd_possible", ctypes.c_bool, _ADDRESS, _ADDRESS, _ADDRESS)

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        function = self._library[name]
        function.restype, function.argtypes = result, arguments
        return function

    def happens_before(self, run: RunRows, places: Numbers, most: int) -> tuple[npt.NDArray[np.void], int]:
        """Rows of rd_pair, and how many pairs of accesses had no room among them."""
        layout = passes_layout()
        out = np.zeros(1, layout.struct("rd_pairs"))
        if not self._happens_before(run.run.ctypes.data, places.ctypes.data, most, out.ctypes.data):
            raise MemoryError
        address, count, beyond = (int(out[name][0]) for name in ("pairs", "pair_count", "beyond"))
        pairs = copied_rows(address, count, layout.struct("rd_pair"))
        self._free(address)
        return pairs, beyond

    def closure(self, run: RunRows) -> "Closure":
        address = self._closure_new(run.run.ctypes.data)
        if not address:
            raise MemoryError
        return Closure(self, address, run)

    def possible(self, run: RunRows, first: Counts, then: Counts) -> bool:
        """Whether the events below `first` in the order of the run, and then those below `then`, are a run."""
        return bool(self._possible(run.run.ctypes.data, first.ctypes.data, then.ctypes.data))


class Closure:
    """Sets of events that accesses need: native/passes/sync_preserving.c."""

    def __init__(self, library: PassesLibrary, address: int, run: RunRows) -> None:
        self._library = library
        self._address = address
        self._threads = int(run.run["thread_count"][0])
        self._run = run
        weakref.finalize(
            self, library._closure_free, address
        ).atexit = False  # C code may be using it when a signal ends us

    def meeting(self, a: Numbers, a_stand: Numbers, b: Numbers, b_stand: Numbers) -> tuple[int, int, Counts] | None:
        """Of two threads' accesses, each list in its thread's order: two that can be next at once, by their places in
        the lists, and what is in then."""
        found = np.zeros(2, np.uint64)
        counts = np.zeros(self._threads, np.uint32)
        lists = (a.ctypes.data, a_stand.ctypes.data, a.size, b.ctypes.data, b_stand.ctypes.data, b.size)
        if not self._library._meeting(self._address, *lists, found.ctypes.data, counts.ctypes.data):
            return None
        return int(found[0]), int(found[1]), counts

    @property
    def work(self) -> int:
        """Steps so far."""
        return int(self._library._work(self._address))
