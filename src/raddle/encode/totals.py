"""What a read of an accumulating cell sees, as a term of the formula (encode/accumulate.py says which cells)."""

from math import gcd

from raddle.encode.accumulate import Accumulator, Accumulators
from raddle.encode.formula import Formula
from raddle.logic.arithmetic import signed
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Read

Part = tuple[Term, Term]
"""When it counts, and what is added then."""


class Totals:
    def __init__(self, formula: Formula, accumulators: Accumulators) -> None:
        self._formula = formula
        self._accumulators = accumulators
        self._read: dict[tuple[int, int], dict[int, Term]] = {}
        """By thread and cell: reads whose total is known."""

    def of(self, event: int, read: Read) -> tuple[Term, bool] | None:
        """None: the cell is not one of these. And whether it speaks of no reads that might speak of it."""
        found = self._accumulators.of(read.cells[0])
        formula, terms, must = self._formula, self._formula.terms, self._formula.index.must
        if found is None:
            return None
        store = found.store
        if store is not None and not (must.needs(event, store) and must(store, event)):
            return None
        known = self._read.setdefault((formula.index.thread[event], read.cells[0]), {})
        others = (reader for reader in sorted(known, reverse=True) if reader != event)
        earlier = next((reader for reader in others if must.needs(event, reader)), None)
        start = found.base if earlier is None else known[earlier]
        surely, perhaps = self._parts(found, event, earlier)
        known[event] = read.variable
        width = read.variable.width
        is_settled = all(added.constant is not None for _, added in perhaps)
        return terms.sum([start, *surely, *conditional_sum(terms, perhaps, width)], width), is_settled

    def _parts(self, found: Accumulator, event: int, earlier: int | None) -> tuple[list[Term], list[Part]]:
        """What was added since the earlier read of the thread, or at all."""
        formula, terms, must = self._formula, self._formula.terms, self._formula.index.must
        surely: list[Term] = []
        perhaps: list[Part] = []
        for writer, addend in found.added:
            if writer == event or must(event, writer) or not formula.may_take_place(writer):
                continue
            counts = [formula.taken_before(writer, event)]
            if earlier is not None and earlier != writer:
                if must(writer, earlier) or formula.before(earlier, writer) is terms.false:
                    continue
                counts.append(formula.decided(earlier, writer))
            when = terms.all_of(counts)
            if when is terms.true:
                surely.append(addend)
            elif when is not terms.false:
                perhaps.append((when, addend))
        return surely, perhaps


def conditional_sum(terms: TermStore, parts: list[Part], width: int) -> list[Term]:
    """Terms that add up to what counts. Constants are added in as few bits as they need, gains and losses apart, with
    what they have in common taken out: so a solver sees at once how large the sum can get, and that two are alike."""
    found = [terms.choice(when, added, terms.bits(0, width)) for when, added in parts if added.constant is None]
    constants = [(when, signed(added.constant, width)) for when, added in parts if added.constant is not None]
    for sign in (1, -1):
        side = [(when, sign * value) for when, value in constants if sign * value > 0]
        if side:
            found.append(_narrow_sum(terms, side, width, sign))
    return found


def _narrow_sum(terms: TermStore, side: list[tuple[Term, int]], width: int, sign: int) -> Term:
    common = gcd(*(value for _, value in side))
    level = [(terms.choice(when, _bits(terms, value // common), _bits(terms, 0, value // common)), value // common)
             for when, value in side]  # fmt: skip
    while len(level) > 1:
        level = [_added(terms, level[place : place + 2]) for place in range(0, len(level), 2)]
    total, _ = level[0]
    fitted = terms.convert(Op.ZEXT, width, total) if total.width <= width else terms.extract(total, 0, width)
    return terms.apply(Op.MUL, width, fitted, terms.bits(sign * common, width))


def _bits(terms: TermStore, value: int, most: int | None = None) -> Term:
    """In two bits at least: one bit would be a truth value."""
    return terms.bits(value, max(2, (value if most is None else most).bit_length()))


def _added(terms: TermStore, pair: list[tuple[Term, int]]) -> tuple[Term, int]:
    most = sum(limit for _, limit in pair)
    width = max(2, most.bit_length())
    return terms.sum((terms.convert(Op.ZEXT, width, term) for term, _ in pair), width), most
