"""The invariants of a slice, made where they are asked for: a long slice knows thousands of things at a time.

A hazard WAR(r, m) is to come about from its read r until m is done; a hazard WAW(m, j) has come about from j on and is
needed until the read. A WAR that has come about is told until the thread that was interrupted goes on.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, overload

from raddle.explain.run import Run
from raddle.explain.slices import Dependence, Hazard, Invariant
from raddle.explain.slicing.chain import Chain
from raddle.explain.slicing.literals import bound_terms, term_of
from raddle.logic.terms import Term

Literals = Mapping[int, tuple[list[Term], list[Term]]]
"""By step: conditions that are known before it only, and behind it only."""


def literals_of(run: Run, chain: Chain) -> Literals:
    """The same for all hazards."""
    found = {}
    for change in chain.changes:
        gone = [term_of(run, chain.claims[key]) for key in change.gone]
        come = [term_of(run, chain.claims[key]) for key in change.come]
        for step, (before, behind) in change.bounds.items():
            old, new = list(bound_terms(run, step, before)), list(bound_terms(run, step, behind))
            gone += [term for term in old if term not in new]
            come += [term for term in new if term not in old]
        found[change.number] = gone, come
    return found


@dataclass(slots=True)
class Turn:
    """What changes at a step: conditions and hazards that are known before it only, and behind it only."""

    number: int
    gone: list[Term] = field(default_factory=list)
    come: list[Term] = field(default_factory=list)
    less_ordered: list[Hazard] = field(default_factory=list)
    more_ordered: list[Hazard] = field(default_factory=list)
    less_pending: list[Hazard] = field(default_factory=list)
    more_pending: list[Hazard] = field(default_factory=list)


class Invariants(Sequence[tuple[int, Invariant]]):
    """(n, what holds right behind step n), ascending, for each n at which it changes."""

    def __init__(self, run: Run, literals: Literals, hazards: Iterable[Hazard], kept: Sequence[int]) -> None:
        turns = {number: Turn(number, gone, come) for number, (gone, come) in literals.items()}
        _turn_hazards(run, hazards, kept, turns)
        self._turns: Final = tuple(turns[number] for number in sorted(turns))
        self.numbers: Final[Sequence[int]] = [turn.number for turn in self._turns]
        self._cursor = (0, _State())
        """How many turns were passed last, and what is known behind them."""

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self._turns

    def __len__(self) -> int:
        return len(self._turns)

    @overload
    def __getitem__(self, index: int) -> tuple[int, Invariant]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[int, Invariant]]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, Invariant] | Sequence[tuple[int, Invariant]]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        passed, state = self._cursor
        if passed > place + 1:
            passed, state = 0, _State()
        for turn in self._turns[passed : place + 1]:
            state.pass_(turn)
        self._cursor = (place + 1, state)
        return self.numbers[place], state.invariant()

    def __iter__(self) -> Iterator[tuple[int, Invariant]]:
        state = _State()
        for turn in self._turns:
            state.pass_(turn)
            yield turn.number, state.invariant()

    def at(self, number: int) -> Invariant:
        """What holds right behind a step."""
        place = bisect_right(self.numbers, number)
        return self[place - 1][1] if place else Invariant()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Invariants) and self._turns == other._turns

    def __hash__(self) -> int:
        return hash(tuple(self.numbers))


class _State:
    def __init__(self) -> None:
        self._holds: Final[dict[Term, int]] = {}
        """How often it is known: two claims may have become one."""
        self._ordered: Final[dict[Hazard, None]] = {}
        self._pending: Final[dict[Hazard, None]] = {}

    def pass_(self, turn: Turn) -> None:
        for term in turn.come:
            self._holds[term] = self._holds.get(term, 0) + 1
        for term in turn.gone:
            self._holds[term] -= 1
            if not self._holds[term]:
                del self._holds[term]
        for hazards, less, more in (
            (self._ordered, turn.less_ordered, turn.more_ordered),
            (self._pending, turn.less_pending, turn.more_pending),
        ):
            for hazard in less:
                del hazards[hazard]
            hazards.update(dict.fromkeys(more))

    def invariant(self) -> Invariant:
        return Invariant(tuple(self._holds), tuple(self._ordered), tuple(self._pending))


def _turn_hazards(run: Run, hazards: Iterable[Hazard], kept: Sequence[int], turns: dict[int, Turn]) -> None:
    def at(number: int) -> Turn:
        return turns.setdefault(number, Turn(number))

    by_thread: dict[int, list[int]] = {}
    for number in kept:
        by_thread.setdefault(run.steps[number].thread, []).append(number)
    for hazard in sorted(hazards, key=lambda one: (one.later, one.earlier, one.read)):
        if hazard.kind is Dependence.WAR and hazard.read == hazard.earlier:
            at(hazard.read).more_pending.append(hazard)
            at(hazard.later).less_pending.append(hazard)
            at(hazard.later).more_ordered.append(hazard)
            own = by_thread.get(run.steps[hazard.read].thread, [])
            place = bisect_right(own, hazard.later)
            if place < len(own):
                at(own[place]).less_ordered.append(hazard)
        elif hazard.read > hazard.later:
            at(hazard.later).more_ordered.append(hazard)
            at(hazard.read).less_ordered.append(hazard)
        elif (hazard.earlier, hazard.later) in run.failing.orders:
            at(hazard.later).more_ordered.append(hazard)
