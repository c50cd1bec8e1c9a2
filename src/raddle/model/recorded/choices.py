"""A switch: which values of its selector go the way that was taken. The recording names the way, not the value."""

from bisect import bisect_right

from raddle.ir.instructions import Switch
from raddle.logic.terms import Term, TermStore
from raddle.trace.program import LoadedModule, Program


class Choices:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._found: dict[int, Switch | None] = {}

    def same_way(self, terms: TermStore, site: int, selector: Term, value: int) -> Term:
        """The condition under which the selector leads where this value led."""

        def is_value(case: int) -> Term:
            return terms.equal(selector, terms.bits(case, selector.width))

        switch = self._switch(site)
        if switch is None:
            return is_value(value)
        cases = [(case & (1 << selector.width) - 1, label) for case, label in switch.cases]
        target = next((label for case, label in cases if case == value), switch.default)
        if target == switch.default:
            return terms.all_of(terms.negation(is_value(case)) for case, label in cases if label != target)
        return terms.any_of(is_value(case) for case, label in cases if label == target)

    def _switch(self, site: int) -> Switch | None:
        if site not in self._found:
            within = self._program.module_of(site)
            self._found[site] = _switch_at(within, site - within.site_base)
        return self._found[site]


def _switch_at(within: LoadedModule, line: int) -> Switch | None:
    """None: an indirect jump."""
    functions = sorted(within.module.functions.values(), key=lambda function: function.line)
    function = functions[bisect_right([one.line for one in functions], line) - 1]
    found = (block.instructions[-1] for block in function.blocks if block.instructions[-1].line == line)
    return next((last for last in found if isinstance(last, Switch)), None)
