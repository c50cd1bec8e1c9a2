"""Which assumptions are none: the kept value cannot be another one, whatever the order.

In: a trace program's index. Out: for a guard, whether all that it reads is settled: every write that a read may see
leaves the same value there, and so does the cell's first value where no write must come before.
"""

from collections.abc import Sequence
from typing import Final

from raddle.encode.candidates import Candidates
from raddle.encode.index import Index
from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Step
from raddle.model.program import Assumption

_MOST_WRITES: Final = 64
"""To a cell: what is written more often counts as not settled."""


class Settled:
    def __init__(self, index: Index, candidates: Candidates) -> None:
        self._index = index
        self._candidates = candidates
        self._known: dict[Term, int | None] = {}
        """None: it may have several values, or nobody has found out."""

    def is_none(self, assumption: Assumption) -> bool:
        """Whether nothing is assumed by it."""
        if not assumption.by_guard or assumption.event is None:
            return False
        action = self._index.ctp.events[assumption.event].action
        return isinstance(action, Step) and self._value(action.guard) == 1

    def _value(self, wanted: Term) -> int | None:
        stack, begun = [wanted], set()
        while stack:
            top = stack[-1]
            if top not in self._known and top not in begun:
                begun.add(top)  # what it needs and is begun already needs it in turn
                stack += [one for one in self._made_of(top) or () if one not in self._known and one not in begun]
                continue
            if top not in self._known:
                self._known[top] = self._computed(top)
            stack.pop()
        return self._known[wanted]

    def _made_of(self, term: Term) -> Sequence[Term] | None:
        """None: of something unknown."""
        if term.op is not Op.VARIABLE:
            return term.args
        event, read = self._index.reads[term]
        if read.address is not None or len(self._index.writes.get(read.cells[0], ())) > _MOST_WRITES:
            return None
        return [write.value for _, write in self._candidates.writers(event, read)]

    def _computed(self, term: Term) -> int | None:
        below = self._made_of(term)
        if below is None:
            return None
        found: dict[Term, int] = {}
        for one in below:
            value = self._known.get(one)
            if value is None:
                return None
            found[one] = value
        if term.op is Op.VARIABLE:
            event, read = self._index.reads[term]
            first = () if self._candidates.covered(event, read) else (self._index.ctp.cells[read.cells[0]].initial,)
            values = {*found.values(), *first}
            return values.pop() if len(values) == 1 else None
        try:
            return Evaluator(found)(term)
        except Trap:
            return None
