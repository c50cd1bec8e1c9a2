"""The search of all states in C (native/states), compiled once and loaded with ctypes."""

import ctypes
import weakref
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.base.cache import Cache
from raddle.base.native_code import NativeCode, native_folder, shared_library
from raddle.base.toolchain import find_toolchain
from raddle.base.trace_format import TraceFormat, parse_headers
from raddle.decide.event_numbers import events_header

_FLAGS: Final = ("-std=gnu11", "-O2", "-g", "-fPIC", "-fvisibility=hidden")
_U64, _ADDRESS = ctypes.c_uint64, ctypes.c_void_p
Rows = npt.NDArray[np.void]


@cache
def states_layout() -> TraceFormat:
    """Constants and structs of native/states/states.h."""
    return parse_headers((native_folder() / "states" / "states.h").read_text(encoding="utf-8"))


@cache
def states_library() -> "StatesLibrary":
    cache_of_user = Cache.of_user()
    return StatesLibrary(shared_library(states_code(), find_toolchain(cache_of_user), cache_of_user))


def states_code() -> NativeCode:
    folder, walker = native_folder() / "states", native_folder() / "walker"
    headers = (*sorted(folder.glob("*.h")), events_header(), walker / "arithmetic.h", walker / "ops.h")
    return NativeCode("search of states", tuple(sorted(folder.glob("*.c"))), headers, _FLAGS)


class StatesLibrary:
    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        self._new = self._function("rd_states_new", _ADDRESS, _ADDRESS)
        self._free = self._function("rd_states_free", None, _ADDRESS)
        self._arm = self._function("rd_states_arm", ctypes.c_bool, _ADDRESS, _ADDRESS)
        self._search = self._function("rd_states_search", None, _ADDRESS, _U64, _U64, _ADDRESS)
        self._way = self._function("rd_states_way", _U64, _ADDRESS, _ADDRESS, _ADDRESS, _U64)

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        function = self._library[name]
        function.restype, function.argtypes = result, arguments
        return function

    def begin(self, program: Rows) -> "Searching":
        found = self._new(program.ctypes.data)
        if not found:
            raise MemoryError
        return Searching(self, found)

    def free(self, address: int) -> None:
        self._free(address)

    def arm(self, address: int, asked: npt.NDArray[np.uint8]) -> bool:
        armed: bool = self._arm(address, asked.ctypes.data)
        return armed

    def search(self, address: int, work: int, size: int) -> Rows:
        out = np.zeros(1, states_layout().struct("rd_searched"))
        self._search(address, work, size, out.ctypes.data)
        return out

    def way(self, address: int, found: Rows, most: int) -> Rows:
        moves = np.zeros(most, states_layout().struct("rd_move"))
        count = self._way(address, found.ctypes.data, moves.ctypes.data, most)
        return moves[:count]


class Searching:
    """A search in the making; its memory is given back with it."""

    def __init__(self, library: StatesLibrary, address: int) -> None:
        self._library = library
        self._address = address
        weakref.finalize(self, library.free, address)

    def go_on(self, work: int, size: int) -> Rows:
        """One rd_searched: after so much work more, or with so many bytes."""
        return self._library.search(self._address, work, size)

    def arm(self, asked: npt.NDArray[np.uint8]) -> bool:
        """Of a search that is over: goes through the states with a token from now on. `asked`: by event; kept by who
        asks. Whether it can."""
        return self._library.arm(self._address, asked)

    def way(self, found: Rows, most: int) -> Rows:
        """Rows of rd_move: how one rd_found is reached."""
        return self._library.way(self._address, found, most)
