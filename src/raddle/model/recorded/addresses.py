"""Where accesses with a symbolic address may go, and which memory has to be walked as shared because of them.

In: a trace and its trace program with such addresses pinned. Out: `Targets`: for each access the addresses that it may
have. The value set of the address says which, where there is one; otherwise the object that was accessed in the
recorded run, at the step of its elements, and the verdict says so. What has too many is left pinned.

An access may lead to memory that only one thread touched in the recorded run, of which the walk kept nothing: `missing`
tells those granules, for the walk to be done again.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import gcd
from typing import Final

from raddle.logic.arithmetic import signed
from raddle.logic.linear import sum_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.program import TraceProgram
from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.objects import MemoryObject, Objects
from raddle.model.recorded.touched import Touched
from raddle.model.recorded.validity import LOWEST, Valid, Validity
from raddle.model.recorded.value_sets import MOST_VALUES, Symbolic, Values, ValueSets

_MOST_CUTTINGS: Final = 8
_MOST_BLOCKS: Final = 64
"""That a pointer which is given back may name."""
MOST_OF_BLOCK: Final = 1 << 13
"""Granules of such a block that are walked as shared: of those that anybody touches."""


@dataclass(frozen=True)
class Targets:
    candidates: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """(thread, row) -> addresses."""
    within: frozenset[tuple[int, int]] = frozenset()
    """Those that are only taken to stay within their object."""
    extents: frozenset[Extent] = frozenset()
    cuts: frozenset[int] = frozenset()
    valid: dict[tuple[int, int], Valid] = field(default_factory=dict)
    """What has to be checked before an access; not here: nothing."""
    contested: frozenset[int] = frozenset()
    """Blocks that others may give back than did."""
    freed: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """Of what is given back: the blocks that it may be. Not here: nobody knows, or too many."""
    partly: frozenset[tuple[int, int]] = frozenset()
    """Of these: where a block has parts that somebody touches, and that are not walked as shared."""


@dataclass(frozen=True)
class Found:
    targets: Targets
    missing: frozenset[int]
    """Granules that are not shared yet."""


def find_targets(
    ctp: TraceProgram,
    memory: Memory,
    objects: Objects,
    symbolic: Iterable[Symbolic],
    shared: frozenset[int],
    touched: Touched,
    *,
    last: bool,
    alike_by_site: bool = False,
) -> Found:
    """`last`: the walk is not done again; what leads to memory that is not shared stays pinned. `alike_by_site`: all
    accesses of one instruction consist of the same parts, wherever any of them goes."""
    by_row = {(one.thread, one.row): one for one in symbolic}
    return _Search(ctp, memory, objects, by_row, shared, touched, alike_by_site=alike_by_site).found(last=last)


class _Search:
    def __init__(
        self,
        ctp: TraceProgram,
        memory: Memory,
        objects: Objects,
        symbolic: dict[tuple[int, int], Symbolic],
        shared: frozenset[int],
        touched: Touched,
        *,
        alike_by_site: bool,
    ) -> None:
        self._alike_by_site = alike_by_site
        self._memory = memory
        self._objects = objects
        self._symbolic = symbolic
        self._shared = shared
        self._touched = touched
        self._sets = ValueSets(ctp, symbolic, self)
        self._validity = Validity(objects, self._sets.of, self._sets.pointers(ctp, objects.named_by).of)

    def found(self, *, last: bool) -> Found:
        candidates: dict[tuple[int, int], tuple[int, ...]] = {}
        valid: dict[tuple[int, int], Valid] = {}
        within, missing = set(), set()
        freed = {key: self._blocks(one) for key, one in self._symbolic.items() if one.how == "freed"}
        in_blocks, partly = self._in_blocks({} if self._alike_by_site else freed, last=last)
        missing |= in_blocks
        for key, one in self._symbolic.items():
            if one.how == "freed":
                continue
            values = self._sets.of(one.term)
            checked = self._validity.of(one.term, one.address, one.size, self._around(one))
            if checked is not None:
                valid[key] = checked
            addresses = self._addresses(one, values)
            if addresses is not None and checked is not None:
                addresses = tuple(filter(checked.allows, addresses))
            if one.how == "given":
                continue
            if addresses is None:
                if self._around(one) is None:
                    missing.add(one.address >> 3)  # a slot of a stack shows when its granule is shared
                continue
            size = one.size if one.how == "accessed" else 1
            lacking = {granule for each in addresses for granule in _granules(each, size)} - self._shared
            missing |= lacking
            if lacking or one.how != "accessed":
                continue
            candidates[key] = addresses
            if values is None and not (checked is not None and checked.within is not None and self._is_aligned(one)):
                within.add(key)
        wanted = frozenset() if last else frozenset(missing - self._shared)
        targets = self._evened(candidates, frozenset(within))
        known = {key: blocks for key, blocks in freed.items() if blocks is not None}
        if self._alike_by_site:  # of several runs only what is flagged is given back by others than did
            return Found(replace(targets, valid=valid, freed=known), wanted)
        contested = frozenset(
            block for key, blocks in known.items() for block in blocks if block != self._symbolic[key].address
        )
        given = {one.address for one in self._symbolic.values() if one.how == "freed"}
        extents = targets.extents | self._cells_in(contested | given, targets.extents)
        targets = replace(targets, extents=extents, valid=valid, contested=contested, freed=known, partly=partly)
        return Found(targets, wanted)

    # ---- what is given back

    def _blocks(self, one: Symbolic) -> tuple[int, ...] | None:
        """What is no beginning of a block is not given back: the program ends there."""
        values = self._sets.of(one.term)
        found = None if values is None else tuple(sorted(each for each in values if self._objects.block_at(each)))
        return None if found is None or len(found) > _MOST_BLOCKS else found

    def _in_blocks(
        self, freed: Mapping[tuple[int, int], tuple[int, ...] | None], *, last: bool
    ) -> tuple[set[int], frozenset[tuple[int, int]]]:
        """The granules of blocks that it was not in the recorded run: whoever touches them shares them. And what is
        given back of which not all of them are taken."""
        others = {
            key: [
                (block.address, block.size)
                for block in filter(None, map(self._objects.block_at, blocks or ()))
                if block.address != self._symbolic[key].address
            ]
            for key, blocks in freed.items()
        }
        touched = self._touched.in_blocks(block for blocks in others.values() for block in blocks)
        missing: set[int] = set()
        lacking = set()
        for block, granules in touched.items():
            new = [granule for granule in granules.tolist() if granule not in self._shared]
            room = max(0, MOST_OF_BLOCK - (len(granules) - len(new)))
            missing.update(new[:room])
            if len(new) > (0 if last else room):
                lacking.add(block)
        return missing, frozenset(key for key, blocks in others.items() if not lacking.isdisjoint(blocks))

    def _cells_in(self, blocks: Iterable[int], aimed_at: frozenset[Extent]) -> set[Extent]:
        """The cells of these blocks; one where a block has none."""
        found: set[Extent] = set()
        starts = sorted(extent.address for extent in aimed_at)
        for block in filter(None, map(self._objects.block_at, sorted(blocks))):
            cells = self._memory.cells_in(Extent(block.address, block.size))
            found.update(self._memory.extents[cell] for cell in cells)
            if not cells and bisect_left(starts, block.address) == bisect_left(starts, block.end):
                found.add(Extent(block.address, 1))
        return found

    # ---- one access

    def _addresses(self, one: Symbolic, values: Values) -> tuple[int, ...] | None:
        """None: too many, or nobody knows. Below the first page nothing can be."""
        if values is not None:
            found = {each for each in values if each >= LOWEST} | {one.address}
        else:
            found = set(self._in_object(one))
        if not found or len(found) > MOST_VALUES:
            return None
        return tuple(sorted(found))

    def _in_object(self, one: Symbolic) -> Iterable[int]:
        around = self._around(one)
        if around is None:
            return ()
        step = _step(one.term)
        step = step if step and step % one.size == 0 else one.size
        if around.size // step > MOST_VALUES:
            return ()
        first = around.address + (one.address - around.address) % step
        return range(first, around.address + around.size - one.size + 1, step)

    def _is_aligned(self, one: Symbolic) -> bool:
        """Whether its address can only be that of an element, wherever in its object it goes."""
        step, width = 0, one.term.width
        for part, factor in sum_of(one.term)[0].items():
            named = [value for value in self._sets.of(part) or () if value >= LOWEST]
            if factor != 1 or len(named) != 1:  # else it is the object
                step = gcd(step, _step(part) * abs(signed(factor, width)))
        return step > 0 and step % one.size == 0

    def _around(self, one: Symbolic) -> MemoryObject | None:
        return self._objects.around_at(one.address, one.thread, one.row)

    # ---- what the value sets ask for

    def addresses(self, access: Symbolic, values: Values) -> Iterable[int]:
        return self._addresses(access, values) or (access.address,)

    def extent(self, cell: int) -> Extent:
        return self._memory.extents[cell]

    def cell_of(self, extent: Extent) -> int | None:
        cell = self._memory.cell_at(extent.address)
        return cell if cell is not None and self._memory.extents[cell].size == extent.size else None

    def first_value(self, extent: Extent) -> int | None:
        return None if self._memory.touches(extent) else self._objects.initial(*extent)

    # ---- all together

    def _evened(
        self, candidates: dict[tuple[int, int], tuple[int, ...]], within: frozenset[tuple[int, int]]
    ) -> Targets:
        """Cuts the cells so that an access consists of the same parts wherever it goes."""
        places = self._places_of(candidates)
        extents = frozenset(Extent(address, size) for addresses, size in places for address in addresses)
        known = {extent for extent in self._memory.extents if extent.address}
        cuts: set[int] = set()
        for _ in range(_MOST_CUTTINGS):
            memory = Memory(known | extents, cuts)
            more = {
                address + offset
                for addresses, size in places
                for offset in memory.offsets(addresses, size)
                for address in addresses
            }
            if more <= cuts:
                break
            cuts |= more
        return Targets(candidates, within, extents, frozenset(cuts))

    def _places_of(self, candidates: dict[tuple[int, int], tuple[int, ...]]) -> set[tuple[tuple[int, ...], int]]:
        """Where accesses go that consist of the same parts, and how large they are."""
        sizes = {key: self._symbolic[key].size for key in candidates}
        if not self._alike_by_site:
            return {(addresses, sizes[key]) for key, addresses in candidates.items()}
        together: dict[tuple[int, int], set[int]] = defaultdict(set)
        for key, addresses in candidates.items():
            together[self._symbolic[key].site, sizes[key]].update(addresses)
        return {(tuple(sorted(addresses)), size) for (_, size), addresses in together.items()}


def _granules(address: int, size: int) -> range:
    return range(address >> 3, ((address + size - 1) >> 3) + 1)


def _step(whole: Term) -> int:
    """What the values of a term differ by: 0 for a constant, 1 where nothing is known."""
    found, todo, seen = 0, [(whole, 1)], set()
    while todo and found != 1:
        term, factor = todo.pop()
        if (term, factor) in seen:
            continue
        seen.add((term, factor))
        match term.op:
            case Op.CONSTANT:
                pass
            case Op.ADD | Op.SUB | Op.ITE:
                todo += [(arg, factor) for arg in term.args[:2]]
            case Op.MUL if term.args[1].constant is not None:
                todo.append((term.args[0], factor * abs(signed(term.args[1].constant, term.width))))
            case Op.SHL if term.args[1].constant is not None:
                todo.append((term.args[0], factor << term.args[1].constant))
            case _:
                found = gcd(found, factor)
    return found
