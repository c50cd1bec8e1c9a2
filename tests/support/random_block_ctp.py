"""Small random trace programs for atomicity and memory errors: as tests/support/random_goal_ctp.py, with blocks (some
of them nested), updates that commute and that do not, results that are shown, elements that are updated, memory that is
given back on conditions, frames that end, and checks of addresses and divisors."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Action, Against, Cell, Check, Free, Read, Start, Step, Write
from raddle.model.check import check_program
from raddle.model.program import TraceProgram
from tests.support.random_goal_ctp import GoalMaker

_ACCESSES: Final = {"read": 5, "write": 6, "change": 4, "await": 2, "finish": 1}
BLOCKS: Final[dict[str, dict[str, int]]] = {
    "plain": {**_ACCESSES, "check": 1, "guard": 2},
    "updates": {"change": 10, "write": 3, "read": 2, "update": 2, "await": 2},
    "conditions of branches": {"await": 8, "guard": 4, "write": 8, "change": 2, "check": 2},
    "conditions of two": {"both": 10, "guard": 5, "write": 8, "change": 2, "await": 2},
    "locks": {**_ACCESSES, "lock": 10, "locked_add": 4},
    "waits": {**_ACCESSES, "lock": 5, "wait": 6, "signal": 6},
    "semaphores": {**_ACCESSES, "semaphore": 10},
    "joins": {**_ACCESSES, "create": 3, "join": 7, "finish": 6},
    "regions": {**_ACCESSES, "region": 5},
    "guarded updates": {"guarded": 8, "change": 5, "read": 4, "write": 4},
    "arrays": {**_ACCESSES, "read_at": 6, "write_at": 6, "change_at": 6},
    "mixed": {**_ACCESSES, "guard": 1, "check": 1, "lock": 4, "share": 2, "wait": 2, "signal": 2, "semaphore": 3,
              "barrier": 1, "once": 1, "read_at": 2, "write_at": 2, "change_at": 2, "update": 2, "free": 1},
}  # fmt: skip
MEMORY: Final[dict[str, dict[str, int]]] = {
    "freed at once": {"read": 4, "write": 5, "update": 2, "free": 8, "guard": 2, "finish": 1},
    "freed behind flags": {"read": 3, "write": 7, "await": 8, "free": 8, "change": 2},
    "freed under locks": {"read": 3, "write": 4, "lock": 10, "free": 6, "await": 2},
    "freed after waits": {"read": 3, "write": 4, "lock": 4, "wait": 5, "signal": 5, "semaphore": 4, "free": 6},
    "freed after joins": {"read": 3, "write": 4, "create": 3, "join": 7, "finish": 6, "free": 6},
    "elements": {"read_at": 6, "write_at": 6, "write": 5, "free": 5, "need": 5, "read": 2},
    "needs": {"read": 5, "write": 7, "need": 12, "guard": 2, "change": 2, "check": 2},
    "needs under locks": {"read": 3, "write": 5, "need": 9, "lock": 9, "check": 1},
    "needs and frees": {"read": 3, "write": 6, "update": 2, "free": 5, "need": 5, "await": 3, "lock": 4, "join": 2,
                        "semaphore": 2, "read_at": 2, "write_at": 2, "region": 1, "check": 1},
}  # fmt: skip
_OURS: Final = ("change", "change_at", "guarded", "both", "free", "need")
_SAME_WAY: Final = (Op.ADD, Op.ADD, Op.ADD, Op.XOR, Op.AND, Op.OR, Op.SUB, Op.MUL)


def random_block_ctp(rng: random.Random, profile: str, events: int = 14) -> TraceProgram:
    maker = BlockMaker(rng, BLOCKS[profile])
    ctp = maker.made(rng.randint(8, events))
    ctp = replace(ctp, transactions=tuple(sorted(_blocks(rng, ctp))))
    check_program(ctp)
    return ctp


def random_memory_ctp(rng: random.Random, profile: str, events: int = 16) -> TraceProgram:
    ctp = BlockMaker(rng, MEMORY[profile]).made(rng.randint(9, events))
    check_program(ctp)
    return ctp


def _blocks(rng: random.Random, ctp: TraceProgram) -> Iterator[tuple[int, int]]:
    """None to three in a thread, at least one in all; within some, others."""
    threads = [thread for thread in ctp.threads if thread.count > 2]
    sure = rng.choice(threads) if threads else None
    for thread in threads:
        if thread is not sure and rng.random() < 0.4:
            continue
        place, end = thread.first + rng.choice([0, 0, 1, 2]), thread.first + thread.count - 1
        while place <= end:
            last = min(end, place + rng.choice([1, 2, 3, 5, 9]))
            yield place, last
            if last - place > 2 and rng.random() < 0.3:
                yield place + rng.choice([0, 1]), last - 1
            place = last + rng.choice([1, 1, 2, 9])


class BlockMaker(GoalMaker):
    def __init__(self, rng: random.Random, weights: dict[str, int]) -> None:
        super().__init__(rng, weights)
        if "change_at" in weights and "read_at" not in weights:
            raise ValueError("elements need an array")
        self.nowhere: Final = len(self.cells)
        if "both" in weights:
            self.cells.append(Cell("nowhere", self.width, 0, hidden=True))
            self.atomic.append(False)

    def _dressed(self, number: int, action: Action) -> Action:
        if isinstance(action, Step) and any(read.of_early for read in action.reads):
            return action
        dressed = super()._dressed(number, action)
        if isinstance(dressed, Step | Check) and self.rng.random() < 0.15:
            return replace(dressed, reads=tuple(replace(read, shown=True) for read in dressed.reads))
        return dressed

    def _free_offers(self, number: int) -> Iterator[Action]:
        ours = {kind: self.weights[kind] for kind in _OURS if kind in self.weights}
        theirs = {kind: weight for kind, weight in self.weights.items() if kind not in _OURS}
        kind = self.rng.choices([*ours, "other"], [*ours.values(), sum(theirs.values())])[0]
        match kind:
            case "change":
                yield self._change(number, (self.rng.randrange(min(len(self.cells), 2)),))
            case "change_at":
                reads = self._maybe_read()
                address, cells, addresses = self._place(number, reads)
                yield self._change(number, cells, reads, address, addresses)
            case "guarded":
                yield from self._guarded(number)
            case "both":
                yield from self._both(number)
            case "free":
                yield from self._given_back(number)
            case "need":
                yield from self._need(number)
            case _:
                kept, self.weights = self.weights, theirs
                try:
                    yield from super()._free_offers(number)
                finally:
                    self.weights = kept

    def _change(
        self,
        number: int,
        cells: tuple[int, ...],
        before: tuple[Read, ...] = (),
        address: Term | None = None,
        addresses: tuple[int, ...] = (),
    ) -> Step:
        """A read-modify-write whose result is not used, here at least."""
        own = Read(self._variable(), cells, address, addresses)
        known = self.threads[number].known
        by = self.terms.bits(self.rng.choice([0, 1, 1, 2, 3]), self.width)
        if known and self.rng.random() < 0.2:
            by = self.rng.choice(known)
        value = self.terms.apply(self.rng.choice(_SAME_WAY), self.width, own.variable, by)
        if self.rng.random() < 0.2:
            value = by  # an exchange
        guard = self.terms.true if self.rng.random() < 0.85 else self._truth(number, (own,))
        return Step((*before, own), guard, (Write(value, cells, address, addresses),))

    def _guarded(self, number: int) -> Iterator[Action]:
        """An update that takes place only where something that was read earlier is so, or where nothing traps."""
        known = self.threads[number].known
        change = self._change(number, (self.rng.randrange(min(len(self.cells), 2)),))
        if not known:
            yield Step((self._read(self.rng.randrange(len(self.cells))),), self.terms.true, ())
            return
        earlier, write = self.rng.choice(known), change.writes[0]
        if self.rng.random() < 0.25:
            by = self.terms.apply(Op.UDIV, self.width, self.terms.bits(1, self.width), earlier)
            value = self.terms.apply(Op.ADD, self.width, change.reads[0].variable, by)
            yield replace(change, writes=(replace(write, value=value),))
            return
        is_so = self.terms.equal(earlier, self.terms.bits(self.rng.choice([0, 0, 1]), self.width))
        yield replace(change, guard=is_so)
        yield replace(change, guard=self.terms.negation(is_so))

    def _both(self, number: int) -> Iterator[Action]:
        """`x && y`: y is read in any case, and is an access where x was not zero."""
        known = self.threads[number].known
        if not known:
            yield Step((self._read(self.rng.randrange(self.nowhere)),), self.terms.true, ())
            return
        is_zero = self.terms.equal(known[-1], self.terms.bits(0, self.width))
        early = replace(self._read(self.rng.randrange(self.nowhere)), early=True)
        place = self.terms.choice(is_zero, self.terms.bits(0, 8), self.terms.bits(1, 8))
        access = Read(self._variable(), (early.cells[0], self.nowhere), place, (1, 0), of_early=True)
        both = self.terms.equal(early.variable, self.terms.bits(1, self.width))
        yield Step((early, access), both if self.rng.random() < 0.3 else self.terms.true, ())

    def _given_back(self, number: int) -> Iterator[Action]:
        cells = tuple(self.rng.sample(range(len(self.cells)), self.rng.randint(1, len(self.cells))))
        known = self.threads[number].known
        when = None
        if known and self.rng.random() < 0.5:
            when = self.terms.equal(self.rng.choice(known), self.terms.bits(self.rng.choice([0, 1]), self.width))
            when = None if when.constant is not None else when
        yield Free(cells, when, of_frame=self.rng.random() < 0.3)

    def _need(self, number: int) -> Iterator[Action]:
        """Something is read, checked, and used."""
        thread = self.threads[number]
        match thread.last:
            case Step(reads=(read, *_), writes=()) if read.variable in thread.known:
                zero = self.terms.bits(self.rng.choice([0, 0, 1]), self.width)
                against: Against = self.rng.choice(["division", "address"])
                holds = self.terms.negation(self.terms.equal(read.variable, zero))
                if self.rng.random() < 0.3:
                    holds = self._truth(number, ())
                yield Check((), holds, against)
                yield Check((), self.terms.negation(holds), against)
            case Check((), _, "division") if thread.known:
                over = self.terms.apply(Op.UDIV, self.width, self.terms.bits(1, self.width), thread.known[-1])
                yield Step((), self.terms.true, (Write(over, (self.rng.randrange(min(len(self.cells), 2)),)),))
            case Start() | None if number and not thread.actions:
                return
            case _:
                yield Step((self._read(self.rng.randrange(len(self.cells))),), self.terms.true, ())
