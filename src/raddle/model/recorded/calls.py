"""Calls of library functions whose arguments need no pin: whatever they are given, the program cannot tell.

Output goes out, also through std::cout; what is freed is not used again; a sleep is no event. Where a program uses what
such a call returned (the number of characters printed) it can tell after all.
"""

import re
from typing import Final

from raddle.ir.dead_code import dead_divisions
from raddle.trace.code import Code
from raddle.trace.program import Program

OUTPUT: Final = frozenset(
    {"printf", "vprintf", "puts", "putchar", "perror", "fprintf", "vfprintf", "fputs", "fputc", "putc"}
    | {"fwrite", "fflush"}
)
FREEING: Final = frozenset({"free", "operator delete", "operator delete[]"})
WITHOUT_EFFECT: Final = FREEING | {"exit", "_exit", "_Exit", "quick_exit", "sleep", "usleep", "sched_yield"}
READING: Final = frozenset(
    {"strlen", "strcmp", "strncmp", "strcpy", "strncpy", "strcat", "strncat", "stpcpy", "strchr", "strrchr", "strstr"}
    | {"strdup", "atoi", "atol"}
)
"""Whatever address they are given, they go there."""
_EMPTY: Final = re.compile(r"std::allocator<.*>::~?allocator")
"""An allocator is an object without contents."""
_RESULT: Final = re.compile(r"\s*(%[-\w.$]+) = ")
_TO_A_STREAM: Final = re.compile(
    r"@(?:_ZStls|_ZNSols|_ZNSo3put|_ZNSo5write|_ZNSo5flush|_ZSt4endl|_ZSt5flush|_ZSt4ends"
    r"|_ZNSt3__1(?:13basic_ostreamI\w+E)?(?:ls|3put|5write|5flush|4endl|4ends))\w*"
    r"\((?:ptr )?(?:noundef |nonnull |align \d+ |dereferenceable\(\d+\) )*([@%][-\w.$]+)"
)
"""operator<< and its kin of libstdc++ and libc++, with the stream."""
_CONSOLE: Final = frozenset(
    {"@_ZSt4cout", "@_ZSt4cerr", "@_ZSt4clog", "@_ZNSt3__14coutE", "@_ZNSt3__14cerrE", "@_ZNSt3__14clogE"}
)
_LONGEST_CHAIN: Final = 100


class Calls:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[int, bool] = {}
        self._used: dict[int, bool] = {}
        self._code = Code(program)
        self._dead: dict[int, frozenset[int]] = {}

    def callee(self, site: int) -> str:
        return self._program.callee_at(site) if site else ""

    def cannot_be_told(self, site: int) -> bool:
        """Whether the program goes on in the same way, whatever is given to the function called there."""
        if site not in self._known:
            name = self.callee(site)
            known = (name in OUTPUT or name in WITHOUT_EFFECT) and not self.result_is_used(site)
            self._known[site] = known or _EMPTY.fullmatch(name) is not None or self._goes_to_the_console(site)
        return self._known[site]

    def is_output(self, site: int) -> bool:
        return self.callee(site) in OUTPUT or self._goes_to_the_console(site)

    def frees(self, site: int) -> bool:
        return self.callee(site) in FREEING

    def _goes_to_the_console(self, site: int) -> bool:
        """`std::cout << x << y`: what such a call returns is the stream again."""
        if not site:
            return False
        within = self._program.module_of(site)
        lines, line = within.module.lines, site - within.site_base
        for _ in range(_LONGEST_CHAIN):
            found = _TO_A_STREAM.search(lines[line])
            if found is None:
                return False
            if found.group(1) in _CONSOLE:
                return True
            made = f"  {found.group(1)} = "
            while line > 0 and not lines[line].startswith(("define ", made)):
                line -= 1
        return False

    def is_left_out(self, division: int) -> bool:
        """The compiled program does not do it: nobody needs its result."""
        found = self._code.at(division)
        if found is None:
            return False
        loaded = found[0].loaded
        if loaded.entry_site not in self._dead:
            self._dead[loaded.entry_site] = dead_divisions(loaded.function, loaded.within.module)
        return found[1].line in self._dead[loaded.entry_site]

    def result_is_used(self, site: int) -> bool:
        if site not in self._used:
            self._used[site] = self._is_mentioned(site)
        return self._used[site]

    def _is_mentioned(self, site: int) -> bool:
        within = self._program.module_of(site)
        line = site - within.site_base
        lines = within.module.lines
        found = _RESULT.match(lines[line])
        if found is None:
            return False
        token = re.compile(re.escape(found.group(1)) + r"(?![-\w.$])")
        after = line + 1
        while after < len(lines) and lines[after] != "}":
            if token.search(lines[after]):
                return True
            after += 1
        before = line - 1  # a phi at the head of a loop
        while before >= 0 and not lines[before].startswith("define "):
            if token.search(lines[before]):
                return True
            before -= 1
        return False
