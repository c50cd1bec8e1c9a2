"""Small random trace programs in which threads hand each other addresses: nodes with a value and a next, and variables
that point to them. Addresses are named, read, passed on, moved by a constant, now and then computed otherwise; what
they lead to is read, written and given back."""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Action, Cell, Check, Free, Read, Step, Write
from raddle.model.check import check_program
from raddle.model.program import TraceProgram
from tests.support.random_goal_ctp import GoalMaker

_WIDTH: Final = 64
_FIRST: Final = 0x1000
_APART: Final = 0x20
_NEXT: Final = 8
_PLAIN: Final = {"name": 5, "take": 6, "fill": 4, "look": 3, "deref": 5, "change": 4, "follow": 3, "link": 3, "pass": 3,
                 "give": 4, "finish": 1, "read": 1}  # fmt: skip
POINTERS: Final[dict[str, dict[str, int]]] = {
    "handed on": {**_PLAIN, "empty": 4},
    "handed on under locks": {**_PLAIN, "lock": 14, "empty": 5},
    "handed on by conditions": {**_PLAIN, "lock": 6, "wait": 6, "signal": 6, "empty": 3},
    "handed on by semaphores": {**_PLAIN, "semaphore": 12, "empty": 3},
    "moved": {**_PLAIN, "move": 6, "lock": 5},
    "computed": {**_PLAIN, "compute": 5, "lock": 5},
    "given back": {**_PLAIN, "give": 9, "empty": 5, "lock": 9, "share": 4},
}
_OURS: Final = frozenset(_PLAIN) - {"finish", "read"} | {"empty", "move", "compute"}


def random_pointer_ctp(rng: random.Random, profile: str, events: int = 18) -> TraceProgram:
    ctp = PointerMaker(rng, POINTERS[profile]).made(rng.randint(10, events))
    check_program(ctp)
    return ctp


class PointerMaker(GoalMaker):
    def __init__(self, rng: random.Random, weights: dict[str, int]) -> None:
        super().__init__(rng, weights)
        self.more: list[Cell] = []
        """Cells behind those of all profiles."""
        self.nodes: Final = range(rng.randint(2, 3))
        self.addresses: Final = tuple(_FIRST + _APART * node for node in self.nodes)
        self.variables: Final = self._more_cells("p", rng.randint(1, 2), _WIDTH, (0, 0, 0, _FIRST))
        self.values: Final = self._more_cells("n", len(self.nodes), self.width, (0, 1))
        self.nexts: Final = self._more_cells("next", len(self.nodes), _WIDTH, (0, 0, *self.addresses))
        self.pointers: Final[dict[int, list[Term]]] = defaultdict(list)
        """Thread -> what it has read of variables that point."""

    def _more_cells(self, name: str, count: int, width: int, initial: tuple[int, ...]) -> tuple[int, ...]:
        first = len(self.cells) + len(self.more)
        self.more += [Cell(f"{name}{number}", width, self.rng.choice(initial)) for number in range(count)]
        self.atomic += [self.rng.random() < 0.2] * count
        return tuple(range(first, first + count))

    def _keep(self, number: int, action: Action, chosen: int | None) -> None:
        super()._keep(number, action, chosen)
        known = self.threads[number].known
        self.pointers[number] += (one for one in known if one.width == _WIDTH)
        self.threads[number].known = [one for one in known if one.width != _WIDTH]

    def _ctp(self) -> TraceProgram:
        return replace(super()._ctp(), cells=(*self.cells, *self.more))

    def _free_offers(self, number: int) -> Iterator[Action]:
        ours = {kind: weight for kind, weight in self.weights.items() if kind in _OURS}
        theirs = {kind: weight for kind, weight in self.weights.items() if kind not in _OURS}
        kind = self.rng.choices([*ours, "other"], [*ours.values(), sum(theirs.values())])[0]
        if kind != "other":
            yield from self._of_pointers(kind, number)
            return
        kept, self.weights = self.weights, theirs
        try:
            yield from super()._free_offers(number)
        finally:
            self.weights = kept

    def _of_pointers(self, kind: str, number: int) -> Iterator[Action]:
        rng, terms, true = self.rng, self.terms, self.terms.true
        variable, node = rng.choice(self.variables), rng.choice(self.nodes)
        named = terms.bits(self.addresses[node], _WIDTH)
        held = self._held(number)
        match kind:
            case "name":
                yield self._set(variable, named)
            case "fill":
                yield self._set(rng.choice((self.values[node], self.values[node])), self._value(number, ()))
                yield self._set(self.nexts[node], rng.choice((named, terms.bits(0, _WIDTH))))
            case "take":
                yield Step((self._pointer(variable),), true, ())
            case "empty":
                read = self._pointer(variable)
                guard = terms.negation(terms.equal(read.variable, terms.bits(0, _WIDTH)))
                yield Step((read,), rng.choice((guard, true)), (Write(terms.bits(0, _WIDTH), (variable,)),))
            case _ if held is None:
                return
            case "look":
                asked = terms.equal(held, rng.choice((terms.bits(0, _WIDTH), named)))
                yield from (Step((), asked, ()), Step((), terms.negation(asked), ()))
                yield Check((), terms.negation(asked))
            case "deref":
                yield Step((Read(self._variable(), self.values, held, self.addresses),), true, ())
            case "change":
                yield Step((), true, (Write(self._value(number, ()), self.values, held, self.addresses),))
            case "follow":
                read = Read(self._variable_of(_WIDTH), self.nexts, self._moved(held, _NEXT), self._next_addresses())
                yield Step((read,), true, ())
            case "link":
                value = rng.choice((named, terms.bits(0, _WIDTH), held))
                yield Step((), true, (Write(value, self.nexts, self._moved(held, _NEXT), self._next_addresses()),))
            case "pass":
                yield self._set(variable, held)
            case "move":
                yield self._set(variable, self._moved(held, rng.choice((_APART, -_APART))))
            case "compute":
                known = self.threads[number].known
                by = terms.convert(Op.ZEXT, _WIDTH, rng.choice(known)) if known else terms.bits(1, _WIDTH)
                more = terms.apply(Op.MUL, _WIDTH, by, terms.bits(_APART, _WIDTH))
                yield self._set(variable, terms.apply(Op.ADD, _WIDTH, held, more))
            case _:
                is_that = terms.equal(held, named) if rng.random() < 0.8 else None
                yield Free((self.values[node], self.nexts[node]), is_that)

    def _held(self, number: int) -> Term | None:
        """Mostly what it has read last."""
        known = self.pointers[number]
        if not known:
            return None
        return known[-1] if self.rng.random() < 0.7 else self.rng.choice(known)

    def _set(self, cell: int, value: Term) -> Step:
        return Step((), self.terms.true, (Write(value, (cell,)),))

    def _pointer(self, variable: int) -> Read:
        return Read(self._variable_of(_WIDTH), (variable,))

    def _variable_of(self, width: int) -> Term:
        self.fresh += 1
        return self.terms.variable(f"v{self.fresh}", width)

    def _moved(self, pointer: Term, by: int) -> Term:
        return self.terms.apply(Op.ADD, _WIDTH, pointer, self.terms.bits(by, _WIDTH))

    def _next_addresses(self) -> tuple[int, ...]:
        return tuple(address + _NEXT for address in self.addresses)
