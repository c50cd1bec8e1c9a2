"""Which assertions of a program are about its exit status, and not stated in it.

In: a site with an ASSERTION. Out: whether it fails by the status that the process is ended with: there (exit, a return
from main), or because one side of a branch leads nowhere else (ir/failures.py).
"""

import re
from typing import Final

from raddle.ir.failures import EXIT_FUNCTIONS, failing_sides
from raddle.trace.program import Program

_ENDS: Final = re.compile(rf"  ret |.*\b(?:call|invoke) .*(?:{'|'.join(sorted(EXIT_FUNCTIONS))})\(")


class StatusChecks:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[int, bool] = {}

    def at(self, site: int) -> bool:
        found = self._known.get(site)
        if found is None:
            found = self._known[site] = site != 0 and (self.is_the_end(site) or self._is_a_side(site))
        return found

    def is_the_end(self, site: int) -> bool:
        """The process is ended right there."""
        within = self._program.module_of(site)
        return _ENDS.match(within.module.lines[site - within.site_base]) is not None

    def _is_a_side(self, site: int) -> bool:
        within = self._program.module_of(site)
        line = site - within.site_base
        above = [function for function in within.module.functions.values() if function.line <= line]
        if self._program.failing.passing is None or not above:
            return False
        around = max(above, key=lambda function: function.line)
        return line in failing_sides(around, within.module, self._program.failing).ending
