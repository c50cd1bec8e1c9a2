"""How large the numbers in shared memory can get, whatever the order: a solver has fewer bits to think of then.

Cells whose values are made of each other's are taken together; numbers of other cells that go into them are bounded
before. Each of their writes takes place at most once, and what it writes is at most c times the largest number so far,
and k:

    if |v| <= M for all numbers so far, |value(w)| <= c(w) M + k(w);   so |v| <= prod max(1, c(w)) * (M0 + sum k(w))

M0 is the largest of the initial values. Numbers are signed. What wraps round is never larger than before it did.
"""

from collections import defaultdict
from typing import Final

from raddle.encode.program_index import ProgramIndex
from raddle.logic.arithmetic import signed
from raddle.logic.bottom_up import bottom_up
from raddle.logic.evaluate import variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.solve.order_graph import Edge, OrderGraph

Bound = tuple[int, int]
"""c and k."""

MOST_BITS: Final = 64


class Magnitudes:
    def __init__(self, index: ProgramIndex, *, anything: bool = False) -> None:
        """`anything`: may be found in memory that nobody has written."""
        self._index = index
        self._anything = anything
        self._joined: dict[int, int] = {}
        for entries in index.writes.values():
            for _, write in entries:
                self._join(write.cells)
        for _, read in index.reads.values():
            self._join(read.cells)
        self._group = self._groups()
        self._largest: dict[int, int] = {}
        self._known: dict[Term, Bound] = {}
        """Of terms, as the group in question has them."""
        self._now = 0
        self._find_bounds()

    def bits(self, cell: int) -> int:
        """So many hold every number that can be there, with its sign."""
        return self._largest[self._group_of(cell)].bit_length() + 1

    # ---- groups

    def _groups(self) -> dict[int, int]:
        """By the root of joined cells: numbers are made of those in the same group, and in groups of smaller number."""
        cells = range(len(self._index.ctp.cells))
        edges = {
            (self._root(made_of), self._root(cell))
            for cell, entries in self._index.writes.items()
            for _, write in entries
            for made_of in self._cells_in(write.value)
        }
        graph = OrderGraph(map(self._root, cells), (Edge(a, b, strict=False, literal=0) for a, b in sorted(edges)))
        return graph.positions()

    def _group_of(self, cell: int) -> int:
        return self._group[self._root(cell)]

    def _cells_in(self, term: Term) -> list[int]:
        reads = self._index.reads
        return [cell for one in variables_of((term,)) if one in reads for cell in reads[one][1].cells]

    def _root(self, cell: int) -> int:
        while self._joined.get(cell, cell) != cell:
            cell = self._joined[cell]
        return cell

    def _join(self, cells: tuple[int, ...]) -> None:
        first = self._root(cells[0])
        for cell in cells[1:]:
            self._joined[self._root(cell)] = first

    def _find_bounds(self) -> None:
        first: dict[int, int] = defaultdict(int)
        values: dict[int, dict[tuple[int, int], Term]] = defaultdict(dict)
        for number, whole in enumerate(self._index.ctp.cells):
            group = self._group_of(number)
            initial = abs(signed(whole.initial, whole.width))
            if self._anything and whole.unwritten:
                initial = 1 << (whole.width - 1)
            first[group] = max(first[group], initial)
            for writer, write in self._index.writes.get(number, ()):
                values[group][writer, id(write)] = write.value
        for group in sorted(first):
            self._now, self._known = group, {}
            times = 1
            for value in values[group].values():
                factor, more = self._of(value)
                if times.bit_length() <= MOST_BITS:
                    times *= max(1, factor)
                first[group] += more
            self._largest[group] = times * first[group]

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
                return self._of_read(term) or anything
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

    def _of_read(self, variable: Term) -> Bound | None:
        """None: it is no read."""
        read = self._index.reads.get(variable)
        if read is None:
            return None
        group = self._group_of(read[1].cells[0])
        return (1, 0) if group == self._now else (0, self._largest[group])
