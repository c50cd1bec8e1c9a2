"""How large the numbers in shared memory can get, whatever the order: a solver has fewer bits to think of then.

Cells whose values are made of each other's are taken together. Each of their writes takes place at most once, and what
it writes is at most c times the largest number so far, and k:

    if |v| <= M for all numbers so far, |value(w)| <= c(w) M + k(w);   so |v| <= prod max(1, c(w)) * (M0 + sum k(w))

M0 is the largest of the initial values. Numbers are signed. What wraps round is never larger than before it did.
"""

from collections import defaultdict
from typing import Final

from raddle.encode.paths.index import PathIndex
from raddle.logic.arithmetic import signed
from raddle.logic.bottom_up import bottom_up
from raddle.logic.evaluate import variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term

Bound = tuple[int, int]
"""c and k."""

MOST_BITS: Final = 64


class Magnitudes:
    def __init__(self, index: PathIndex) -> None:
        self._index = index
        self._group: dict[int, int] = {}
        self._known: dict[Term, Bound] = {}
        for cell, entries in index.writes.items():
            for _, write in entries:
                self._together((cell, *write.cells, *self._cells_in(write.value)))
        for _, read in index.reads.values():
            self._together(read.cells)
        self._largest = self._bounds()

    def bits(self, cell: int) -> int:
        """So many hold every number that can be there, with its sign."""
        root = self._root(cell)
        if root not in self._largest:
            initial = self._index.program.cells[cell]
            return abs(signed(initial.initial, initial.width)).bit_length() + 1
        return self._largest[root].bit_length() + 1

    def _cells_in(self, term: Term) -> list[int]:
        reads = self._index.reads
        return [cell for one in variables_of((term,)) if one in reads for cell in reads[one][1].cells]

    def _root(self, cell: int) -> int:
        while self._group.get(cell, cell) != cell:
            cell = self._group[cell]
        return cell

    def _together(self, cells: tuple[int, ...]) -> None:
        first = self._root(cells[0])
        for cell in cells[1:]:
            self._group[self._root(cell)] = first

    def _bounds(self) -> dict[int, int]:
        first: dict[int, int] = defaultdict(int)
        times: dict[int, int] = defaultdict(lambda: 1)
        for number, whole in enumerate(self._index.program.cells):
            root = self._root(number)
            first[root] = max(first[root], abs(signed(whole.initial, whole.width)))
        seen: set[tuple[int, int]] = set()
        for cell, entries in self._index.writes.items():
            for writer, write in entries:
                if (writer, id(write)) in seen:
                    continue
                seen.add((writer, id(write)))
                root = self._root(cell)
                factor, more = self._of(write.value)
                if times[root].bit_length() <= MOST_BITS:
                    times[root] *= max(1, factor)
                first[root] += more
        return {root: times[root] * largest for root, largest in first.items()}

    # ---- terms

    def _of(self, term: Term) -> Bound:
        return bottom_up(term, self._known, self._computed)

    def _computed(self, term: Term) -> Bound:
        args = [self._known[arg] for arg in term.args]
        anything = (0, 1 << (term.width - 1))
        if term.width == 1:
            return 0, 1
        match term.op:
            case Op.CONSTANT:
                assert isinstance(term.data, int)
                return 0, abs(signed(term.data, term.width))
            case Op.VARIABLE:
                return 1, 0
            case Op.ADD | Op.SUB:
                return args[0][0] + args[1][0], args[0][1] + args[1][1]
            case Op.MUL if term.args[1].constant is not None:
                by = abs(signed(term.args[1].constant, term.width))
                return by * args[0][0], by * args[0][1]
            case Op.ITE:
                return max(args[0][0], args[1][0]), max(args[0][1], args[1][1])
            case Op.SEXT if term.args[0].width > 1:
                return args[0]
            case Op.EXTRACT if term.data == 0:
                return args[0]
            case Op.SDIV | Op.SREM:
                return args[0]
            case Op.ZEXT:
                return 0, (1 << term.args[0].width) - 1
            case Op.UREM if term.args[1].constant:
                return 0, term.args[1].constant
            case _:
                return anything
