"""What the address of an access must be so that there is something: docs/rules.md, Memory.

In: an access with a symbolic address, the values that the address may have where they are known, and the objects of the
run. Out: `Valid`, and the condition that it means. The address is a sum. Where its constant, or the one object that its
pointer can name, is an object of the run, the rest is an index into that object. Otherwise it is a pointer, and wrong
where surely nothing is: in the first pages, behind the end of a block of the heap, where no program has memory.

An address that many values are known of is wrong outside the object that it is an index into, or where it is null.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from raddle.logic.arithmetic import mask, signed
from raddle.logic.linear import Constants, sum_of, term_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.model.recorded.objects import Lies, MemoryObject, Objects
from raddle.model.recorded.origins import Origins

LOWEST: Final = 1 << 16
"""Below, Linux gives memory to nobody."""
_OURS: Final = 0x0A0000000000
"""From here on the runtime puts memory at fixed addresses (native/memory.c)."""
_AROUND_PROGRAM: Final = 1 << 26
_END: Final = 1 << 47
_HEADER: Final = 16
_BEHIND_BLOCKS: Final = 1 << 24
"""Blocks of a thread lie one behind the other: so far behind the last one nothing else is."""
_NEAR: Final = 64
"""Bytes: `a[i - 1]` is an index into a, though its constant lies before it."""
_FEW: Final = 4

Values = frozenset[int] | None


@dataclass(frozen=True, slots=True)
class Valid:
    """`within`: the first and the last address at which the access is in its object; None: it is a pointer."""

    within: tuple[int, int] | None
    wrong: frozenset[int] | None
    """Of the values that the address may have; None: these are not known."""
    offset: int | None = None
    """What is added to a pointer, which must not be null. (What else the address is made of may be known by then, and
    part of its constant.)"""

    def allows(self, address: int) -> bool:
        if self.wrong is not None:
            return address not in self.wrong
        return self.within is None or self.within[0] <= address <= self.within[1]


def condition_of(store: TermStore, term: Term, valid: Valid) -> Term:
    """That nothing is wrong with the address."""
    if valid.wrong is not None and (len(valid.wrong) <= _FEW or valid.within is None):
        return _is_none_of(store, term, valid.wrong)
    if valid.within is not None:
        first, last = valid.within
        offset = store.apply(Op.SUB, term.width, term, store.bits(first, term.width))
        return store.apply(Op.ULE, 1, offset, store.bits(last - first, term.width))
    pointer = term
    if valid.offset is not None:
        parts, constant = sum_of(term)
        pointer = term_of(store, parts, (constant - valid.offset) & mask(term.width), term.width)
    return _is_none_of(store, pointer, (0,))


def _is_none_of(store: TermStore, term: Term, wrong: Iterable[int]) -> Term:
    low = [value for value in sorted(wrong) if value < LOWEST]
    others = [value for value in sorted(wrong) if value >= LOWEST]
    if len(low) > _FEW:
        high_enough = store.apply(Op.UGE, 1, term, store.bits(LOWEST, term.width))
    else:
        high_enough, others = store.true, [*low, *others]
    differs = (store.negation(store.equal(term, store.bits(value, term.width))) for value in others)
    return store.all_of((high_enough, *differs))


class Validity:
    """Of the accesses of one run. `values_of`: the values that a term may have; `origins_of`: the objects that it is
    made of."""

    def __init__(
        self, objects: Objects, values_of: Callable[[Term], Values], origins_of: Callable[[Term], Origins]
    ) -> None:
        self._objects = objects
        self._values_of = values_of
        self._origins_of = origins_of
        self._constants = Constants()
        self._before_program = min(_OURS, max(0, objects.lowest_of_program - _AROUND_PROGRAM))
        blocks = sorted((one.address, one.end) for one in objects if one.lies is Lies.HEAP)
        self._starts = [start for start, _ in blocks]
        self._ends = [end for _, end in blocks]

    def of(self, term: Term, address: int, size: int, lies_in: MemoryObject | None) -> Valid | None:
        """Of an access of `size` bytes that went to `address`, in that object. None: there is nothing to check."""
        values = self._values_of(term)
        if self.is_nowhere(address, size):
            return None  # so is the given run
        meant = lies_in if lies_in is not None and self._is_index(term, lies_in) else None
        if meant is not None and not meant.address <= address <= meant.end - size:
            meant = None
        within = None if meant is None else (meant.address, meant.end - size)
        offset = self._offset(term, address, lies_in)
        if values is None:
            return Valid(within, None, offset)
        if within is not None:
            wrong = frozenset(value for value in values if not within[0] <= value <= within[1])
        else:
            wrong = frozenset(
                value
                for value in values
                if self.is_nowhere(value, size) or (offset is not None and value == offset % (1 << term.width))
            )
        return Valid(within, wrong) if wrong else None

    def _is_index(self, term: Term, into: MemoryObject) -> bool:
        if any(into.address - _NEAR <= base <= into.end + _NEAR for base in self._bases(term)):
            return True
        return self._values_of(term) is None and self._origins_of(term) == frozenset((into.address,))

    def _bases(self, term: Term) -> Iterator[int]:
        """What the rest of the sum may be an index from."""
        constant = self._constants.of(term)
        yield constant
        for part, factor in sum_of(term)[0].items():
            named = self._values_of(part) if factor == 1 else None
            objects = [value for value in named or () if value >= LOWEST]
            if len(objects) == 1:
                yield (constant + objects[0]) % (1 << term.width)

    def _offset(self, term: Term, address: int, lies_in: MemoryObject | None) -> int | None:
        """What is added to a pointer to get there; None: the constant of the sum may itself be an address."""
        offset = signed(self._constants.of(term), term.width)
        is_of_object = lies_in is not None and lies_in.address <= address - offset <= lies_in.end
        return offset if abs(offset) < LOWEST or is_of_object else None

    def is_nowhere(self, address: int, size: int) -> bool:
        """Whether surely nothing is there, or at some of these bytes."""
        end = address + size
        if address < max(LOWEST, self._before_program) or end > _END:
            return True
        at = bisect_right(self._starts, address) - 1
        following = self._starts[at + 1] if at + 1 < len(self._starts) else _END
        if at >= 0 and address < self._ends[at] + _BEHIND_BLOCKS:
            return end > self._ends[at]
        return address >= following - _HEADER
