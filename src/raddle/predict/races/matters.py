"""Whose values decide what can happen: the cells that some guard, check or address depends on, directly or not.

In: a trace program's index. Out: for each cell whether it is one of those. What else is read may be anything: no event
can take place, or not, because of it, and no access goes elsewhere.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.encode.index import Index
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Free, Step

_DIVISIONS: Final = (Op.UDIV, Op.UREM, Op.SDIV, Op.SREM)


def cells_that_matter(index: Index) -> npt.NDArray[np.bool_]:
    matters = np.zeros(len(index.ctp.cells), np.bool_)
    seen: set[Term] = set()
    todo: list[Term] = []
    may_trap = Traps()
    for event in index.ctp.events:
        action = event.action
        if isinstance(action, Step):
            if action.guard.op is not Op.CONSTANT:
                todo.append(action.guard)
            todo += [read.address for read in action.reads if read.address is not None]
            todo += [write.address for write in action.writes if write.address is not None]
            todo += [write.value for write in action.writes if may_trap(write.value)]
        elif isinstance(action, Check):
            todo.append(action.condition)
            todo += [read.address for read in action.reads if read.address is not None]
        elif isinstance(action, Free) and action.when is not None:
            todo.append(action.when)
    while todo:
        term = todo.pop()
        if term in seen:
            continue
        seen.add(term)
        todo += term.args
        if term.op is Op.VARIABLE:
            for cell in index.reads[term][1].cells:
                if not matters[cell]:
                    matters[cell] = True
                    todo += [write.value for _, write in index.writes.get(cell, ())]
    return matters


class Traps:
    """Whether a term has a division in it. Each term is looked at once."""

    def __init__(self) -> None:
        self._known: dict[Term, bool] = {}

    def __call__(self, whole: Term) -> bool:
        known, stack = self._known, [whole]
        while stack:
            term = stack[-1]
            if term in known:
                stack.pop()
                continue
            open_ = [part for part in term.args if part not in known]
            if open_:
                stack += open_
                continue
            known[term] = term.op in _DIVISIONS or any(known[part] for part in term.args)
            stack.pop()
        return known[whole]
