"""Which assertions of a program are about its exit status, and not stated in it; and which are checks of a framework.

In: a site with an ASSERTION. Out: whether it fails by the status that the process is ended with: there (exit, a return
from main), or because one side of a branch leads nowhere else (ir/failures.py); whether it is a check behind whose
failure the test goes on (ir/reported.py).
"""

import re
from bisect import bisect_right
from dataclasses import replace
from typing import Final

from raddle.base.failing import Failing
from raddle.ir.failures import EXIT_FUNCTIONS, Sides, failing_sides
from raddle.ir.module import Function
from raddle.trace.program import LoadedModule, Program

_ENDS: Final = re.compile(rf"  ret |.*\b(?:call|invoke) .*(?:{'|'.join(sorted(EXIT_FUNCTIONS))})\(")


class StatusChecks:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[int, bool] = {}
        self._going_on: dict[int, bool] = {}
        self._by_line: dict[int, list[Function]] = {}

    def at(self, site: int) -> bool:
        found = self._known.get(site)
        if found is None:
            found = self._known[site] = site != 0 and (self.is_the_end(site) or self._is_a_side(site))
        return found

    def is_the_end(self, site: int) -> bool:
        """The process is ended right there."""
        within = self._program.module_of(site)
        return _ENDS.match(within.module.lines[site - within.site_base]) is not None

    def goes_on(self, site: int) -> bool:
        """A check of a framework: where it fails the test goes on, and its end says whether that counts."""
        found = self._going_on.get(site)
        if found is None:
            sides = self._sides(site)
            found = sides is not None and site - self._program.module_of(site).site_base in sides.reported
            self._going_on[site] = found
        return found

    def is_named(self, site: int) -> bool:
        """Such a check, by a function that the user has named (--fails-at), and by none of a known framework."""
        if not self._program.failing.fails_at or not self.goes_on(site):
            return False
        known = self._sides(site, replace(self._program.failing, fails_at=()))
        return known is None or site - self._program.module_of(site).site_base not in known.reported

    def _is_a_side(self, site: int) -> bool:
        sides = self._sides(site)
        return sides is not None and site - self._program.module_of(site).site_base in sides.ending

    def _sides(self, site: int, judged: Failing | None = None) -> Sides | None:
        """Of the function around it; None: there is none, or the test is not judged by its status."""
        if site == 0 or self._program.failing.passing is None:
            return None
        within = self._program.module_of(site)
        line = site - within.site_base
        functions = self._functions(within)
        at = bisect_right(functions, line, key=lambda function: function.line) - 1
        return None if at < 0 else failing_sides(functions[at], within.module, judged or self._program.failing)

    def _functions(self, within: LoadedModule) -> list[Function]:
        """In the order of their lines."""
        found = self._by_line.get(within.site_base)
        if found is None:
            functions = within.module.functions.values()
            found = self._by_line[within.site_base] = sorted(functions, key=lambda function: function.line)
        return found
