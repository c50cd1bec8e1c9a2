"""Memory that is given back, as a value: models of runs in, the same with a hidden flag for each block that some run
gives back.

free() is a step that finds the flag down and puts it up. Whatever touches the block finds it down. What happens where
it is up nobody has seen, so that is a frontier as any other: where it can be reached, the real program is led there,
and its run shows a block that is given back twice, or used after that.

Where an access with a symbolic address may go there is a flag for each place, which goes up with that of its block: so
it looks at one flag, and what it may look at is put together over runs as the places are that it may go to. Which block
is given back may depend on others, too: then it is one step that puts up the flags of the block that the pointer names.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Action, Cell, Free, Read, Step, Write
from raddle.model.program import Event, TraceProgram
from raddle.model.recorded.several import RunModel

WIDTH: Final = 8
Blocks = dict[int, frozenset[Hashable]]
"""Where what is given back begins -> the keys of its cells."""

@dataclass(frozen=True)
class _Aims:
    sites: frozenset[int] = frozenset()
    """Instructions with symbolic addresses that may go to what is given back, in some run: they look at a flag in every
    run, though they may go elsewhere in it."""
    keys: frozenset[Hashable] = frozenset()
    """Of the cells that these may go to."""
    offsets: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Instructions that give back what depends on others: how far from the beginning of such a block a flag may be."""
    places: frozenset[int] = frozenset()
    """Where these are."""


class Flags:
    """Makes the models again only where there is something new: who follows them tells by that what to do again."""

    def __init__(self) -> None:
        self._blocks: Blocks = {}
        self._aims = _Aims()
        self._made: dict[int, tuple[RunModel, RunModel]] = {}
        self._numbers = count()

    def flagged(self, models: Sequence[RunModel]) -> tuple[RunModel, ...]:
        blocks = _given_back(models)
        aims = _aims_at(blocks, models)
        if (blocks, aims) != (self._blocks, self._aims):
            self._blocks, self._aims = blocks, aims
            self._made.clear()
        for model in models:
            known = self._made.get(model.number)
            if known is None or known[0] is not model:
                self._made[model.number] = model, _Flagging(model, blocks, aims, self._numbers).model()
        return tuple(self._made[model.number][1] for model in models)


def _given_back(models: Sequence[RunModel]) -> Blocks:
    """But for what nobody shares, and nobody else gives back: a thread sees to that by itself."""
    cells: dict[int, set[Hashable]] = defaultdict(set)
    threads: dict[int, set[str]] = defaultdict(set)
    of_several = set[int]()
    for model in models:
        for event in model.ctp.events:
            if isinstance(event.action, Free) and not event.action.goes_on:
                block = block_of(model, event)
                cells[block].update(model.cells[cell] for cell in event.action.cells)
                threads[block].add(model.ctp.threads[event.thread].name)
                if event.action.when is not None:
                    of_several.add(block)
    return {
        block: frozenset(keys)
        for block, keys in cells.items()
        if keys or len(threads[block]) > 1 or block in of_several
    }


def freed_at(model: RunModel, event: Event) -> int:
    """Where what it gives back begins."""
    position = int(model.trace.threads[event.thread].events["value"][event.origin])
    return int(model.trace.recording.sync["object"][position])


def block_of(model: RunModel, event: Event) -> int:
    """The same; of one of several that it may be: this one."""
    assert isinstance(event.action, Free)
    when = event.action.when
    return freed_at(model, event) if when is None else _pointer_and_block(when)[1]


def _pointer_and_block(when: Term) -> tuple[Term, int]:
    pointer, block = when.args if when.args[1].constant is not None else when.args[::-1]
    assert block.constant is not None
    return pointer, block.constant


def _aims_at(blocks: Blocks, models: Sequence[RunModel]) -> _Aims:
    given_back = frozenset[Hashable]().union(*blocks.values())
    by_site: dict[int, set[Hashable]] = defaultdict(set)
    for model in models:
        for event in model.ctp.events:
            if isinstance(event.action, Step):
                for access in _aiming(event.action):
                    by_site[site_of(model, event)].update(model.cells[cell] for cell in access.cells)
    wanted = {site: keys for site, keys in by_site.items() if not given_back.isdisjoint(keys)}
    keys = frozenset[Hashable]().union(*wanted.values())
    open_at: dict[int, set[int]] = defaultdict(set)
    for model in models:
        for event in model.ctp.events:
            if isinstance(event.action, Free) and not event.action.goes_on and event.action.when is not None:
                open_at[site_of(model, event)].add(block_of(model, event))
    offsets = {
        site: {_address(key) - block for block in some for key in blocks[block] & keys}
        for site, some in sorted(open_at.items())
    }
    places = {block + offset for site, some in open_at.items() for block in some for offset in offsets[site]}
    ordered = tuple((site, tuple(sorted(some))) for site, some in offsets.items())
    return _Aims(frozenset(wanted), keys, ordered, frozenset(places))


def _address(key: Hashable) -> int:
    """Of a cell in a block."""
    assert isinstance(key, tuple)
    return int(key[0])


def _aiming(step: Step) -> Iterable[Read | Write]:
    """Its accesses with symbolic addresses: of several parts of one the first."""
    found: dict[Term, Read | Write] = {}
    for access in _counting(step):
        if access.address is not None:
            found.setdefault(access.address, access)
    return found.values()


def site_of(model: RunModel, event: Event) -> int:
    return int(model.trace.threads[event.thread].events["site"][event.origin])


def _counting(step: Step) -> Iterator[Read | Write]:
    """Its accesses, as far as they are such."""
    yield from (read for read in step.reads if not read.early)
    yield from (write for write in step.writes if not write.made_up)


class _Flagging:
    def __init__(self, model: RunModel, blocks: Blocks, aims: _Aims, numbers: Iterable[int]) -> None:
        self._model = model
        self._aims = aims
        self._numbers = iter(numbers)
        self._cells = list(model.ctp.cells)
        self._keys = list(model.cells)
        number_of = {key: number for number, key in enumerate(model.cells)}
        self._flags: dict[int, list[int]] = {}
        """By cell."""
        self._of_block: dict[int, int] = {}
        for block, keys in sorted(blocks.items()):
            flag = self._of_block[block] = self._add(f"whether {block:#x} is given back", ("given back", block))
            for key in keys:
                if key in number_of:  # else it is none of this run
                    self._flags.setdefault(number_of[key], []).append(flag)

        aimed = sorted((number_of[key], key) for key in aims.keys if key in number_of)
        self._of_place = {
            cell: self._add(f"whether {model.ctp.cells[cell].name} is given back", ("given back at", key))
            for cell, key in aimed
        }
        """By cell."""
        in_blocks = {key for keys in blocks.values() for key in keys}
        self._of_address = {_address(key): self._of_place[cell] for cell, key in aimed if key in in_blocks}
        for place in sorted(aims.places - self._of_address.keys()):
            name = f"whether what is at {place:#x} is given back"
            self._of_address[place] = self._add(name, ("given back at", place))
        self._offsets = dict(aims.offsets)

    def _add(self, name: str, key: Hashable) -> int:
        self._cells.append(Cell(name, WIDTH, 0, hidden=True))
        self._keys.append(key)
        return len(self._cells) - 1

    def model(self) -> RunModel:
        events = tuple(self._event(event, several) for event, several in self._together())
        ctp: TraceProgram = replace(self._model.ctp, events=events, cells=tuple(self._cells))
        return replace(self._model, ctp=ctp, cells=tuple(self._keys))

    def _together(self) -> Iterator[tuple[Event, Sequence[Free]]]:
        """With the first event of several blocks, one of which is given back, what is said of all of them."""
        several: dict[tuple[int, int], list[Free]] = defaultdict(list)
        for event in self._model.ctp.events:
            if isinstance(event.action, Free) and not event.action.goes_on and event.action.when is not None:
                several[event.thread, event.origin].append(event.action)
        for event in self._model.ctp.events:
            is_one = isinstance(event.action, Free) and not event.action.goes_on and event.action.when is not None
            yield event, several.pop((event.thread, event.origin), ()) if is_one else ()

    def _event(self, event: Event, several: Sequence[Free]) -> Event:
        """`several`: blocks of which it gives back one."""
        action: Action = event.action
        match action:
            case Free(goes_on=False, when=Term()):
                if not several:
                    return event  # the first one does it for all
                action = self._one_of(several, self._offsets[site_of(self._model, event)])
            case Free(goes_on=False) if (block := freed_at(self._model, event)) in self._of_block:
                flag = self._of_block[block]
                read, up = self._read(flag), self._model.ctp.terms.bits(1, WIDTH)
                places = [self._of_place[cell] for cell in action.cells if cell in self._of_place]
                action = Step((read,), self._down(read), tuple(Write(up, (one,)) for one in (flag, *places)))
            case Step():
                action = self._step(action, aims=site_of(self._model, event) in self._aims.sites)
            case _:
                return event
        return replace(event, action=action)

    def _one_of(self, several: Sequence[Free], offsets: Iterable[int]) -> Step:
        """Which of these blocks it is the pointer says."""
        found = [_pointer_and_block(free.when) for free in several if free.when is not None]
        pointer, blocks, terms = found[0][0], tuple(block for _, block in found), self._model.ctp.terms
        flags = tuple(self._of_block[block] for block in blocks)
        read, up = replace(self._read(0), cells=flags, address=pointer, addresses=blocks), terms.bits(1, WIDTH)
        writes = [Write(up, flags, address=pointer, addresses=blocks)]
        for offset in offsets:
            places = tuple(block + offset for block in blocks)
            at = terms.apply(Op.ADD, pointer.width, pointer, terms.bits(offset, pointer.width))
            writes.append(Write(up, tuple(map(self._of_address.__getitem__, places)), address=at, addresses=places))
        return Step((read,), self._down(read), tuple(writes))

    def _step(self, step: Step, *, aims: bool) -> Step:
        """`aims`: it looks at a flag wherever a symbolic address leads. (Nowhere else: that would be unseen.)"""
        fixed = {
            flag for one in _counting(step) if one.address is None for flag in self._flags.get(one.cells[0], ())
        }
        reads = [self._read(flag) for flag in sorted(fixed)]
        for access in _aiming(step) if aims else ():
            cells = tuple(self._of_place[cell] for cell in access.cells)
            reads.append(replace(self._read(0), cells=cells, address=access.address, addresses=access.addresses))
        if not reads:
            return step
        guard = self._model.ctp.terms.all_of((step.guard, *map(self._down, reads)))
        return Step((*step.reads, *reads), guard, step.writes)  # an address may speak of what was read before

    def _read(self, flag: int) -> Read:
        variable = self._model.ctp.terms.variable(f"{self._model.number}.given back.{next(self._numbers)}", WIDTH)
        return Read(variable, (flag,), early=True, of_lock=True)

    def _down(self, read: Read) -> Term:
        terms = self._model.ctp.terms
        return terms.equal(read.variable, terms.bits(0, WIDTH))
