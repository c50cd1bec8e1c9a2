"""Terms of a walk -> terms of the logic. Only what events mention is made.

In: a thread's rows of TERM, and for each shared read the term of what it saw. Out: logic terms, and the side conditions
of operations that no formula describes (a float made an integer: pinned to what was observed).
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore

_ONE_OPERAND = frozenset(
    {Op.TRUNC, Op.ZEXT, Op.SEXT, Op.BSWAP, Op.CTPOP, Op.ABS, Op.FNEG, Op.FABS, Op.FPTRUNC, Op.FPEXT}
) | {Op.SITOFP, Op.UITOFP}
_NOT_DESCRIBED = frozenset({Op.FPTOSI, Op.FPTOUI})
_OP = {int(op): op for op in Op}
_READ = int(Op.READ)


@dataclass(frozen=True, slots=True)
class SideCondition:
    """Taken as it was observed, from the event at `row` on."""

    row: int
    condition: Term


class Values:
    """`reads`: by row of the READ or UPDATE event. Term 0 is never asked for: it means a constant."""

    def __init__(
        self,
        store: TermStore,
        rows: npt.NDArray[np.void],
        reads: dict[int, Term],
        roots: Iterable[int],
    ) -> None:
        self._store = store
        columns = (rows[name].tolist() for name in ("op", "width", "a", "b", "c", "value", "a_value", "b_value"))
        self._rows: list[tuple[int, ...]] = list(zip(*columns, strict=True))
        self._terms: list[Term | None] = [None] * len(rows)
        self._reads = reads
        needed = self._needed(list(roots))
        read_rows = np.flatnonzero(rows["op"] == _READ)
        self._read_rows = read_rows
        self._read_events = rows["a"][read_rows]
        self.side_conditions: list[SideCondition] = []
        for number in np.flatnonzero(np.frombuffer(needed, np.uint8)).tolist():
            self._terms[number] = self._made(number)

    def __getitem__(self, number: int) -> Term:
        found = self._terms[number]
        assert found is not None, number
        return found

    def _needed(self, roots: list[int]) -> bytearray:
        """Operands stand before what is made of them."""
        rows = self._rows
        needed = bytearray(len(rows))
        for root in roots:
            needed[root] = 1
        needed[0] = 0
        concat = int(Op.CONCAT)
        for number in range(max(roots, default=0), 0, -1):
            if not needed[number]:
                continue
            op, _, left, right, third, *_ = rows[number]
            if op != _READ:
                needed[left] = needed[right] = 1
                if op != concat:
                    needed[third] = 1
        needed[0] = 0
        return needed

    def _made(self, number: int) -> Term:
        code, width, left, right, third, value, left_value, right_value = self._rows[number]
        op, store, terms = _OP[code], self._store, self._terms
        if op is Op.READ:
            return self._reads[left]
        if op is Op.ITE:
            a = terms[left] or store.bits(left_value, width)
            b = terms[right] or store.bits(right_value, width)
            condition = terms[third]
            assert condition is not None
            return store.choice(condition, a, b)
        if op is Op.CONCAT:
            high = terms[left] or store.bits(left_value, width - third)
            return store.concat(high, terms[right] or store.bits(right_value, third))
        if op in _ONE_OPERAND or op in _NOT_DESCRIBED or op is Op.EXTRACT:
            a = terms[left] or store.bits(left_value, right_value)
            if op is Op.EXTRACT:
                return store.extract(a, right_value, width)
            if op in _NOT_DESCRIBED:
                self._condition(number, store.equal(a, store.bits(left_value, a.width)))
                return store.bits(value, width)
            return store.convert(op, width, a)
        a, b = self._operands(terms[left], terms[right], left_value, right_value)
        return store.apply(op, width, a, b)

    def _operands(self, a: Term | None, b: Term | None, a_value: int, b_value: int) -> tuple[Term, Term]:
        known = a or b
        assert known is not None
        return a or self._store.bits(a_value, known.width), b or self._store.bits(b_value, known.width)

    def _condition(self, number: int, condition: Term) -> None:
        if condition is not self._store.true:
            last_read = int(np.searchsorted(self._read_rows, number)) - 1
            self.side_conditions.append(SideCondition(int(self._read_events[last_read]), condition))
