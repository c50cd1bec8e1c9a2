"""What a library was given a way to, beyond what the calling thread knows: where that begins and ends, and where one
comes from there.

In: the models of all runs. Out: for a call, the objects that it may look at, each with its bounds. Variables on the
stacks of other threads are found by one more walk of each run; what is none of them may be the whole stack, or all that
lies between two objects that are known (trace/between_objects.py). Pointers in memory that others touch are all that
anybody, in any run, has put there or found there.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.model.recorded.several import RunModel
from raddle.trace.between_objects import Between
from raddle.trace.events import EventKind
from raddle.trace.foreign_calls import UNBOUNDED, ForeignCall, Object, Which
from raddle.trace.initial_bytes import bytes_of
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private

_WORD: Final = 8
_NO_POINTER: Final = 1 << 16
_WORDS: Final = (
    (EventKind.READ, "value"),
    (EventKind.WRITE, "value"),
    (EventKind.UPDATE, "value"),
    (EventKind.UPDATE, "written"),
)
"""Columns that tell what lies, or comes to lie, at an address."""
Pairs = npt.NDArray[np.uint64]
"""Of two numbers each."""


class Bounds:
    def __init__(self, models: Sequence[RunModel]) -> None:
        self._models = models
        self._known: dict[int, Object] = {}

    def of(self, call: ForeignCall) -> ForeignCall:
        """The same with all that it comes to, and with bounds."""
        found: dict[Which, set[Object]] = {
            "reads": set(map(self._bounded, call.reads)),
            "writes": set(map(self._bounded, call.writes)),
            "keeps": set(map(self._bounded, call.keeps)),
            "fills": set(map(self._bounded, call.fills)),
        }
        depends = call.depends
        for which, one, steps in call.further:
            beyond = self._beyond(self._bounded(one), steps)
            found[which] |= beyond
            if which in ("reads", "writes"):
                depends = depends or any(_meets(call.dependent, other) for other in beyond)
        frozen = {which: frozenset(objects) for which, objects in found.items()}
        return replace(
            call,
            reads=frozen["reads"],
            writes=frozen["writes"],
            keeps=frozen["keeps"],
            fills=frozen["fills"],
            depends=depends,
        )

    def _bounded(self, reached: Object) -> Object:
        address, size = reached
        if size != UNBOUNDED:
            return reached
        if address not in self._known:
            self._known[address] = self._around(address)
        return self._known[address]

    def _around(self, address: int) -> Object:
        if (found := self._between.object_at(address)) is not None:
            return found
        if self._between.stack_of(address) is None:
            return self._between.around(address)
        begins, sizes = self._slots[:, 0], self._slots[:, 1]
        slots = np.flatnonzero((begins <= np.uint64(address)) & (np.uint64(address) - begins < sizes))
        if not slots.size:
            return self._between.around(address)
        begin, end = int(begins[slots].min()), int((begins + sizes)[slots].max())
        return begin, end - begin

    def _beyond(self, one: Object, steps: int) -> set[Object]:
        """All that one comes to over so many pointers."""
        found, last = set[Object](), {one}
        for _ in range(steps):
            words = {word for there in last for word in self._words_in(there) if word >= _NO_POINTER}
            last = {self._bounded((word, UNBOUNDED)) for word in words} - found
            found |= last
        return found

    def _words_in(self, one: Object) -> list[int]:
        begin, size = one
        first, past = np.searchsorted(self._words[:, 0], np.array([begin, begin + size], np.uint64))
        return [int(word) for word in np.unique(self._words[first:past, 1])]

    @cached_property
    def _between(self) -> Between:
        return Between(self._models[0].trace.program, (model.trace.recording for model in self._models))

    @property
    def _slots(self) -> Pairs:
        """Address and size of all variables that ever lay on a stack."""
        return self._seen[0]

    @property
    def _words(self) -> Pairs:
        """Address and value of all words that ever lay there, by address."""
        return self._seen[1]

    @cached_property
    def _seen(self) -> tuple[Pairs, Pairs]:
        """Run by run: no walk is kept."""
        slots, words = np.zeros((0, 2), np.uint64), self._initial()
        for model in self._models:
            trace = with_private(model.trace)
            slots = _unique(slots, _rows(trace, EventKind.SLOT, "value"))
            words = _unique(words, *(_rows(trace, *one) for one in _WORDS))
        return slots, words

    def _initial(self) -> Pairs:
        found: list[tuple[int, int]] = []
        for address, size, variable, within in self._models[0].trace.program.variables:
            held = variable.initializer and bytes_of(variable.type, variable.initializer, within)
            for at in range(-address % _WORD, size - _WORD + 1 if held else 0, _WORD):
                word = int.from_bytes((held or b"")[at : at + _WORD], "little")
                if word >= _NO_POINTER:
                    found.append((address + at, word))
        return np.array(found, np.uint64).reshape(-1, 2)


def _rows(trace: Trace, kind: EventKind, column: str) -> Pairs:
    """Address and value; of accesses, of whole words."""
    found = [np.zeros((0, 2), np.uint64)]
    for thread in trace.threads:
        rows = thread.events[thread.events["kind"] == kind]
        if kind is not EventKind.SLOT:
            rows = rows[(rows["size"] == _WORD) & (rows[column] >= _NO_POINTER)]
        found.append(np.stack((rows["address"], rows[column]), axis=1).astype(np.uint64))
    return np.concatenate(found)


def _unique(*parts: Pairs) -> Pairs:
    return np.unique(np.concatenate(parts), axis=0)


def _meets(granules: frozenset[int], one: Object) -> bool:
    begin, size = one
    return any(begin >> 3 <= granule < (begin + max(size, 1) + 7) >> 3 for granule in granules)
