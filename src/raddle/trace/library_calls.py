"""Functions outside of a program that it may call: which row of base/library each has.

In: a program at its addresses, with the files that define what it calls. Out: by address, what is called there; what
the program may do to find again what it has put out.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from raddle.base.library.functions import LibraryFunction, Mark
from raddle.base.library.lookup import lookup
from raddle.ir.module import PROGRAM_MAIN
from raddle.trace.program import LoadedModule, Program
from raddle.trace.providers import EXECUTABLE

ERRNO: Final = "__errno_location"
FUTEX: Final = 202
"""The number of the one system call that is known."""
_FUTEX_CALLS: Final = ("SYS_futex.wake", "SYS_futex.wait")
_FUTEX_ARGUMENTS: Final = 3
_COMMAND: Final = 127
_WAITING: Final = frozenset({0, 9})
"""FUTEX_WAIT and FUTEX_WAIT_BITSET."""
FAILING_IN_ONE_WAY: Final = frozenset({"sem_trywait", "sem_wait"})
"""For one reason, whatever they are given."""
_ENVIRONMENT: Final = ("@environ", "@__environ", "@_environ")
_STANDS_IN: Final = "@__raddle_own_"
_MINUS_ONE: Final = (2**32 - 1, 2**64 - 1)
_IDLE: Final = re.compile(r'asm "(?:[\s;]|\\0A|\\09|pause|rep|nop|mfence|lfence|sfence)*"')
_TO_STANDARD_STREAM: Final = re.compile(r"store ptr [^,]+, ptr @(?:stdout|stderr)\b")
_SETTING_A_BUFFER: Final = re.compile(
    r"@_ZNSt3__1(?:9basic_iosI\w+5rdbufB\w+EP|8ios_base9set_rdbuf|8ios_base5rdbufB\w+EPv)\w*"
)
"""libc++ has it in its headers: it is a function of the program."""

FLOATING: Final = ("x86.sse.ldmxcsr", "x86.sse.stmxcsr", "set.rounding", "set.fpenv", "set.fpmode", "get.fpenv")
"""Intrinsics that do what fesetenv and its kin do."""
_FLOATING_NAMES: Final = tuple(f"@llvm.{name}" for name in FLOATING)


class LibraryCalls:
    """Of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def by_address(self) -> dict[int, LibraryFunction]:
        """All that it names."""
        found: dict[int, LibraryFunction] = {}
        for within in self._program.modules:
            for name in within.module.declarations:
                address = within.address.get(name)
                if address is not None and address not in self._program.function_by_address:
                    found.setdefault(address, self._row(name.lstrip("@").strip('"'), address))
        return found

    def at(self, address: int) -> LibraryFunction:
        """What is called there; a function that the program does not name is known to nobody."""
        found = self.by_address.get(address)
        return self._row(f"{address:#x}", address) if found is None else found

    def _row(self, name: str, address: int) -> LibraryFunction:
        file = self._program.providers.file_of(address)
        return lookup(name, EXECUTABLE if file in self._program.own_files else file)

    @cached_property
    def _asks_for_errno(self) -> bool:
        """What stands in for the C library only sets it (native/clibrary)."""
        return any(
            f"@{ERRNO}" in within.module.declarations for within in self._program.modules if not self.stands_in(within)
        )

    def stands_in(self, within: LoadedModule) -> bool:
        """Whether it is one of ours, in the place of the C library."""
        return any(name.startswith(_STANDS_IN) for name in within.module.functions)

    def _has(self, mark: Mark) -> bool:
        return any(mark in row.marks for row in self.by_address.values())

    @cached_property
    def rounds(self) -> bool:
        """Whether the program may ask for another rounding than that to the nearest, which the walk has."""
        of_code = (name for within in self._program.modules for name in within.module.declarations)
        return self._has(Mark.ROUNDS) or any(name.startswith(_FLOATING_NAMES) for name in of_code)

    @cached_property
    def opens(self) -> bool:
        """Whether the program may find again what it puts out, by a stream that it opened."""
        return self._has(Mark.OPENS) or self.redirects

    @cached_property
    def redirects(self) -> bool:
        """Whether it may find again what it puts out on standard output or error."""
        if self._has(Mark.REDIRECTS):
            return True
        for within in self._program.modules:
            if any(_SETTING_A_BUFFER.match(name) for name in within.module.functions):
                return True
            if any(_TO_STANDARD_STREAM.search(line) for line in within.module.lines if "ptr @std" in line):
                return True
        return False

    @cached_property
    def sees_environment(self) -> bool:
        """Whether the program may look at the environment without asking for it."""
        for within in self._program.modules:
            main = within.module.functions.get(f"@{PROGRAM_MAIN}")
            if any(name in within.module.globals for name in _ENVIRONMENT) or (main and len(main.parameters) > 2):
                return True
        return False

    def is_steady(self, row: LibraryFunction) -> bool:
        """It leaves nothing behind which a thread's future depends on unseen. Output may set errno even where it
        succeeds, and only the first time."""
        if Mark.STEADY in row.marks:
            return True
        return Mark.STEADY_OUTPUT in row.marks and not self._asks_for_errno and not self.opens


def by_number(row: LibraryFunction, given: Sequence[int | None]) -> LibraryFunction:
    """`syscall` does what its first argument says, and that of futexes what its third one does."""
    if row.name != "syscall" or row.is_foreign or len(given) < _FUTEX_ARGUMENTS or given[0] != FUTEX:
        return row
    operation = given[2]
    return row if operation is None else lookup(_FUTEX_CALLS[operation & _COMMAND in _WAITING])


def may_have_failed(row: LibraryFunction, result: int) -> bool:
    """And set errno."""
    if Mark.HEAP in row.marks:
        return result == 0
    return result in _MINUS_ONE or (row.name == "sleep" and result != 0)


def is_idle(assembly: str) -> bool:
    """Nothing, or no more than a pause or a fence."""
    return _IDLE.match(assembly) is not None
