"""The C walker (native/walker), compiled once and loaded with ctypes."""

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
from raddle.trace.freed import FreedTogether
from raddle.trace.walker_tables import Rows, Tables, walker_layout

_FLAGS: Final = ("-std=gnu11", "-O2", "-g", "-fPIC", "-fvisibility=hidden")
_U32, _U64, _ADDRESS = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p


@cache
def walker_library() -> "WalkerLibrary":
    cache_of_user = Cache.of_user()
    return WalkerLibrary(shared_library(walker_code(), find_toolchain(cache_of_user), cache_of_user))


def walker_code() -> NativeCode:
    native = native_folder()
    folder = native / "walker"
    headers = (*sorted(folder.glob("*.h")), native / "hooks.h", native / "trace_format.h")
    return NativeCode("walker", tuple(sorted(folder.glob("*.c"))), headers, _FLAGS)


class WalkerLibrary:
    """The functions of the library, by what they do."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        self._walk = self._function("rd_walk", None, _ADDRESS, _ADDRESS)
        self._release = self._function("rd_release", None, _ADDRESS)
        self._accesses_new = self._function("rd_accesses_new", _ADDRESS)
        self._accesses_shared = self._function("rd_accesses_shared", _U64, _ADDRESS, _ADDRESS)
        self._accesses_freed = self._function("rd_accesses_freed", None, _ADDRESS, _U64, _ADDRESS, _U64, _ADDRESS)
        self._shared_new = self._function("rd_shared_new", _ADDRESS, _ADDRESS, _U64)
        self._pages_free = self._function("rd_pages_free", None, _ADDRESS)
        self._two = self._function("rd_arithmetic_two", _U64, _U32, _U64, _U64, _U32, _U32, _ADDRESS)
        self._one = self._function("rd_arithmetic_one", _U64, _U32, _U64, _U32, _U32)

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        function = self._library[name]
        function.restype, function.argtypes = result, arguments
        return function

    def walk(self, walk_input: Rows) -> Rows:
        """One rd_walk_input -> one rd_walk_output."""
        output = np.zeros(1, walker_layout().struct("rd_walk_output"))
        self._walk(walk_input.ctypes.data, output.ctypes.data)
        return output

    def rows(self, address: int, count: int, of: np.dtype[np.void]) -> Rows:
        """Rows that a walk has made, freed when nobody looks at them any more."""
        if not count:
            self._release(address)
            return np.zeros(0, of)
        return np.asarray(_Owned(address, count * of.itemsize, self._release)).view(of)

    def accesses(self) -> "Pages":
        """Where a first walk enters what each thread touches."""
        return Pages(self._accesses_new(), self._pages_free)

    def freed(self, accesses: "Pages", blocks: FreedTogether) -> None:
        """Behind the walks: what was given back counts as written, where others touch it too."""
        pairs, ended = np.array(blocks.blocks, np.uint64), np.array(blocks.ended, np.uint8)
        self._accesses_freed(accesses.address, blocks.thread, pairs.ctypes.data, len(pairs), ended.ctypes.data)

    def shared_granules(self, accesses: "Pages") -> npt.NDArray[np.uint64]:
        """Sorted granules that two threads touched and one wrote."""
        count = self._accesses_shared(accesses.address, None)
        granules = np.zeros(count, np.uint64)
        self._accesses_shared(accesses.address, granules.ctypes.data)
        return granules

    def shared(self, granules: npt.NDArray[np.uint64]) -> "Pages":
        """The same as the second walk asks for them."""
        return Pages(self._shared_new(granules.ctypes.data, granules.size), self._pages_free)

    def two(self, op: int, a: int, b: int, width: int, result_width: int) -> int | None:
        """An operator on two operands; None: it traps."""
        traps = ctypes.c_uint32()
        value: int = self._two(op, a, b, width, result_width, ctypes.addressof(traps))
        return None if traps.value else value

    def one(self, op: int, a: int, source: int, width: int) -> int:
        value: int = self._one(op, a, source, width)
        return value


class Pages:
    """A map by address that lives in the library."""

    def __init__(self, address: int | None, free: Any) -> None:
        if not address:
            raise MemoryError
        self.address = address
        weakref.finalize(self, free, address).atexit = False  # C code may be using it when a signal ends us


class _Owned:
    """Memory of the library as numpy sees it; an array over it keeps it alive."""

    def __init__(self, address: int, size: int, release: Any) -> None:
        self.__array_interface__ = {"data": (address, False), "shape": (size,), "typestr": "|u1", "version": 3}
        weakref.finalize(self, release, address).atexit = False  # C code may be using it when a signal ends us


def tables_input(tables: Tables) -> Rows:
    """One rd_tables over the arrays, which must live as long as it is used."""
    found = np.zeros(1, walker_layout().struct("rd_tables"))
    for name in ("instructions", "edges", "cases", "functions", "calls", "words", "constants", "addresses", "sites"):
        found[name] = getattr(tables, name).ctypes.data
    found["address_count"], found["site_count"] = tables.addresses.size, tables.sites.size
    return found
