"""Which objects a pointer is made of, where its values are too many to be told one by one.

In: what is read and written where. Out: for a term the objects whose addresses, or parts of them, are in it, moved by
whatever integers; None: nobody knows. A cell holds what it began with and what any write to it wrote; what is read or
written through an address that is symbolic itself is not followed.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from raddle.logic.evaluate import subterms
from raddle.logic.operators import Op
from raddle.logic.terms import COMPARISONS, Term

Origins = frozenset[int] | None
"""Addresses of objects."""
_MOST: Final = 4
_MOST_TERMS: Final = 20_000
"""That one question leads to."""
_NOTHING: Final[frozenset[int]] = frozenset()


class Pointers:
    """`cell_of`: by variable; None: through an address. `written`: by cell, the first value with them, and None where
    something may be written through an address. `object_of`: the object that an address is of."""

    def __init__(
        self,
        cell_of: Mapping[Term, int | None],
        written: Mapping[int, Iterable[Term | int] | None],
        object_of: Callable[[int], int | None],
    ) -> None:
        self._cell_of = cell_of
        self._written = written
        self._object_of = object_of
        self._known: dict[int, Origins] = {}

    def of(self, term: Term) -> Origins:
        cells = self._cells_below(term)
        if cells is None:
            return None
        held: dict[int, Origins] = {cell: self._known.get(cell, _NOTHING) for cell in cells}
        open_ = [cell for cell in cells if cell not in self._known]
        grown = True
        while grown:
            grown = False
            for cell in open_:
                found = self._joined(self._in(one, held) for one in self._written.get(cell) or ())
                if found != held[cell]:
                    held[cell], grown = found, True
        self._known.update(held)
        return self._in(term, held)

    def _cells_below(self, term: Term) -> list[int] | None:
        found: dict[int, None] = {}
        todo, seen = [term], {term}
        while todo:
            top = todo.pop()
            more = list(top.args)
            if top.op is Op.VARIABLE:
                cell = self._cell_of.get(top)
                if cell is None or self._written.get(cell) is None:
                    return None
                if cell not in found:
                    found[cell] = None
                    if cell not in self._known:
                        more += [one for one in self._written[cell] or () if isinstance(one, Term)]
            todo += [one for one in more if one not in seen]
            seen.update(more)
            if len(seen) > _MOST_TERMS:
                return None
        return list(found)

    def _in(self, whole: Term | int, held: dict[int, Origins]) -> Origins:
        if isinstance(whole, int):
            return self._of_address(whole)
        known: dict[Term, Origins] = {}
        for term in subterms((whole,)):
            known[term] = self._of_term(term, known, held)
        return known[whole]

    def _of_address(self, value: int) -> Origins:
        found = self._object_of(value)
        return _NOTHING if found is None else frozenset((found,))

    def _of_term(self, term: Term, known: dict[Term, Origins], held: dict[int, Origins]) -> Origins:
        match term.op:
            case Op.CONSTANT:
                assert isinstance(term.data, int)
                return self._of_address(term.data)
            case Op.VARIABLE:
                cell = self._cell_of[term]
                assert cell is not None
                return held[cell]
            case Op.ADD | Op.ITE:
                return self._joined(known[arg] for arg in term.args[:2])
            case op if op in COMPARISONS or term.width == 1:
                return _NOTHING
            case _:
                below = self._joined(known[arg] for arg in term.args)
                return _NOTHING if below == _NOTHING else None

    @staticmethod
    def _joined(parts: Iterable[Origins]) -> Origins:
        found: set[int] = set()
        for part in parts:
            if part is None:
                return None
            found |= part
        return frozenset(found) if len(found) <= _MOST else None
