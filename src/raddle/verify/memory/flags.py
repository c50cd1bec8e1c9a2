"""Memory that is given back, as a value: models of runs in, the same with a hidden flag for each block that some run
gives back.

free() is a step that finds the flag down and puts it up. Whatever touches the block finds it down. What happens where
it is up nobody has seen, so that is a frontier as any other: where it can be reached, the real program is led there,
and its run shows a block that is given back twice, or used after that.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from raddle.logic.terms import Term
from raddle.model.ctp import Action, Cell, Ctp, Event, Free, Read, Step, Write
from raddle.model.recorded.several import RunModel

WIDTH: Final = 8
Blocks = dict[int, frozenset[Hashable]]
"""Where what is given back begins -> the keys of its cells."""


class Flags:
    """Makes the models again only where there is something new: who follows them tells by that what to do again."""

    def __init__(self) -> None:
        self._blocks: Blocks = {}
        self._made: dict[int, tuple[RunModel, RunModel]] = {}
        self._numbers = count()

    def flagged(self, models: Sequence[RunModel]) -> tuple[RunModel, ...]:
        blocks = _given_back(models)
        if blocks != self._blocks:
            self._blocks = blocks
            self._made.clear()
        for model in models:
            known = self._made.get(model.number)
            if known is None or known[0] is not model:
                self._made[model.number] = model, _Flagging(model, blocks, self._numbers).model()
        return tuple(self._made[model.number][1] for model in models)


def _given_back(models: Sequence[RunModel]) -> Blocks:
    """But for what nobody shares, and nobody else gives back: a thread sees to that by itself."""
    cells: dict[int, set[Hashable]] = defaultdict(set)
    threads: dict[int, set[str]] = defaultdict(set)
    for model in models:
        for event in model.ctp.events:
            if isinstance(event.action, Free) and not event.action.goes_on:
                block = freed_at(model, event)
                cells[block].update(model.cells[cell] for cell in event.action.cells)
                threads[block].add(model.ctp.threads[event.thread].name)
    return {block: frozenset(keys) for block, keys in cells.items() if keys or len(threads[block]) > 1}


def freed_at(model: RunModel, event: Event) -> int:
    """Where what it gives back begins."""
    position = int(model.trace.threads[event.thread].events["value"][event.origin])
    return int(model.trace.recording.sync["object"][position])


class _Flagging:
    def __init__(self, model: RunModel, blocks: Blocks, numbers: Iterable[int]) -> None:
        self._model = model
        self._numbers = iter(numbers)
        self._cells = list(model.ctp.cells)
        self._keys = list(model.cells)
        number_of = {key: number for number, key in enumerate(model.cells)}
        self._flags: dict[int, set[int]] = {}
        """By cell."""
        self._of_block: dict[int, int] = {}
        for block, keys in sorted(blocks.items()):
            flag = self._of_block[block] = self._add(f"whether {block:#x} is given back", ("given back", block))
            for key in keys:
                if key in number_of:
                    self._flags.setdefault(number_of[key], set()).add(flag)

    def _add(self, name: str, key: Hashable) -> int:
        self._cells.append(Cell(name, WIDTH, 0, hidden=True))
        self._keys.append(key)
        return len(self._cells) - 1

    def model(self) -> RunModel:
        events = tuple(self._event(event) for event in self._model.ctp.events)
        ctp: Ctp = replace(self._model.ctp, events=events, cells=tuple(self._cells))
        return replace(self._model, ctp=ctp, cells=tuple(self._keys))

    def _event(self, event: Event) -> Event:
        action: Action = event.action
        match action:
            case Free(goes_on=False) if (block := freed_at(self._model, event)) in self._of_block:
                flag = self._of_block[block]
                read, up = self._read(flag), self._model.ctp.terms.bits(1, WIDTH)
                action = Step((read,), self._down(read), (Write(up, (flag,)),))
            case Step():
                action = self._step(action)
            case _:
                return event
        return replace(event, action=action)

    def _step(self, step: Step) -> Step:
        terms = self._model.ctp.terms
        fixed: set[int] = set()
        aimed: dict[int, dict[Term, None]] = {}
        """Flag -> when it counts."""
        accesses: tuple[Read | Write, ...] = (*step.reads, *step.writes)
        for access in accesses:
            if access.early if isinstance(access, Read) else access.made_up:
                continue
            if access.address is None:
                fixed |= self._flags.get(access.cells[0], set())
            else:
                for flag, when in self._aimed_at(access, access.address).items():
                    aimed.setdefault(flag, {})[when] = None
        fixed |= {flag for flag, whens in aimed.items() if terms.true in whens}
        reads = {flag: self._read(flag) for flag in sorted(fixed | set(aimed))}
        down = [self._down(reads[flag]) for flag in sorted(fixed)]
        for flag in sorted(set(aimed) - fixed):
            elsewhere = terms.negation(terms.any_of(aimed[flag]))
            down.append(terms.any_of((elsewhere, self._down(reads[flag]))))
        if not reads:
            return step
        return Step((*reads.values(), *step.reads), terms.all_of((step.guard, *down)), step.writes)

    def _aimed_at(self, access: Read | Write, aim: Term) -> dict[int, Term]:
        """Flags of the places that it may go to, and when it does. (It goes nowhere else: that would be unseen.)"""
        terms = self._model.ctp.terms
        found: dict[int, list[int]] = {}
        for address, cell in zip(access.addresses, access.cells, strict=True):
            for flag in self._flags.get(cell, ()):
                found.setdefault(flag, []).append(address)
        whens = {}
        for flag, addresses in found.items():
            there = (terms.equal(aim, terms.bits(address, aim.width)) for address in addresses)
            whens[flag] = terms.true if len(addresses) == len(access.addresses) else terms.any_of(there)
        return whens

    def _read(self, flag: int) -> Read:
        variable = self._model.ctp.terms.variable(f"{self._model.number}.given back.{next(self._numbers)}", WIDTH)
        return Read(variable, (flag,), early=True, of_lock=True)

    def _down(self, read: Read) -> Term:
        terms = self._model.ctp.terms
        return terms.equal(read.variable, terms.bits(0, WIDTH))
