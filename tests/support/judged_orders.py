"""Random orders of random events, each judged by all encodings: can all of these take place, in just this order?

Of a random run (tests/support/judged_runs.py), of the same with two neighbours changed over, and of the same with other
results (a count, who was last at a barrier, why a wait is over) that is asked of

    the history, the machine   by going through it, whomever signals choose
    the axioms                 encode/: in the order of the events whose order matters to them
    the formula of the paper   papers/predictive_analysis
    step by step               papers/trace_driven_verification: who moves at each step is given
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Final

from raddle.encode.encoder import Encoder
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.actions import Action, Count, Leave, Mode, Refused, Signal, Wake
from raddle.model.check import fault_of
from raddle.model.goals import Fails, Reach
from raddle.model.layout import State
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.papers.predictive_analysis.formula import encode_reference, taken_by
from raddle.papers.trace_driven_verification.encoder import StepEncoder
from raddle.papers.trace_driven_verification.options import BMC
from raddle.solve.answer import Sat, Solver, Unsat
from raddle.solve.choose import bit_solver, default_solver
from tests.oracles.history import History
from tests.support.forced_order import Forced, as_paths, forced, in_that_order, longest_prefix, with_terms_of_its_own

JUDGES: Final = ("machine", "axioms", "formula", "steps")


@dataclass
class Orders:
    """Counts, and every disagreement in words."""

    orders: int = 0
    possible: int = 0
    """Of these."""
    axioms: int = 0
    """Questions to them, and so on."""
    formula: int = 0
    steps: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Orders") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        counts = [one.name for one in fields(self)][:-1]
        return ", ".join([*(f"{getattr(self, name)} {name}" for name in counts), f"{len(self.disagreements)} wrong"])


def compared(
    ctp: TraceProgram,
    moves: Sequence[Move],
    rng: random.Random,
    judges: Sequence[str] = JUDGES,
    *,
    variants: bool = True,
) -> Orders:
    """Of one run of it; `variants`: and of what is not quite that run."""
    found = Orders()
    whole = forced(ctp, longest_prefix(ctp, moves))
    if whole is not None:
        _Judging(whole, found, judges).judge()
        for variant in (_changed_over(whole, rng), _with_another_result(whole, rng)) if variants else ():
            if variant is not None:
                _Judging(variant, found, judges).judge()
    return found


# ---- other orders, other results


def _changed_over(whole: Forced, rng: random.Random) -> Forced | None:
    """Two neighbours of different threads."""
    order, events = list(whole.order), whole.ctp.events
    places = [at for at in range(len(order) - 1) if events[order[at]].thread != events[order[at + 1]].thread]
    if not places:
        return None
    at = rng.choice(places)
    order[at], order[at + 1] = order[at + 1], order[at]
    return replace(whole, order=tuple(order))


def _with_another_result(whole: Forced, rng: random.Random) -> Forced | None:
    others = [(number, other) for number in whole.order for other in _other_results(whole.ctp, number)]
    if not others:
        return None
    number, action = rng.choice(others)
    events = tuple(replace(one, action=action) if one.number == number else one for one in whole.ctp.events)
    ctp = replace(whole.ctp, events=events)
    if fault_of(ctp) is not None:
        return None
    return with_terms_of_its_own(replace(whole, ctp=ctp))


def _other_results(ctp: TraceProgram, number: int) -> Iterator[Action]:
    match ctp.events[number].action:
        case Count(semaphore, value):
            yield from (Count(semaphore, other) for other in (value - 1, value + 1) if other >= 0)
        case Leave(barrier, last):
            yield from (Leave(barrier, other) for other in (None, False, True) if other is not last)
        case Refused(_, mode):
            yield from (Refused(other, how) for other in range(len(ctp.locks)) for how in Mode if how is not mode)
        case Wake(condition, cause, waits):
            yield from (Wake(condition, other, waits) for other in ("signal", "timeout", "any") if other != cause)  # type: ignore[arg-type]
        case _:
            return


# ---- one order


class _Judging:
    def __init__(self, whole: Forced, found: Orders, judges: Sequence[str]) -> None:
        self._whole, self._found, self._judges = whole, found, judges
        self._machine = Machine(whole.ctp)

    def judge(self) -> None:
        expected = self._by_history()
        self._found.orders += 1
        self._found.possible += expected
        if "machine" in self._judges:
            self._same("machine", self._by_machine(), expected)
        if "axioms" in self._judges:
            self._axioms(expected=expected)
        if "formula" in self._judges:
            self._found.formula += 1
            ctp, check = self._whole.ctp, self._whole.check
            taken = tuple(taken_by(ctp, check, number) for number in self._whole.order)
            said = self._solved(encode_reference(ctp, check), (*taken, *in_that_order(self._whole)))
            self._same("formula", said, expected)
        if "steps" in self._judges:
            self._steps(expected=expected)

    def _same(self, who: str, said: bool | str, expected: bool) -> None:
        if said != expected:
            self._found.disagreements.append(f"{who}: {said}, and not {expected}, of the order {self._whole.order}")

    def _choices(self, number: int) -> list[int | None]:
        is_signal = isinstance(self._whole.ctp.events[number].action, Signal)
        return [None, *range(len(self._whole.ctp.threads))] if is_signal else [None]

    def _by_history(self) -> bool:
        there = [History(self._whole.ctp)]
        for number in self._whole.order:
            behind = []
            for history in there:
                able = history.moves()
                for chosen in self._choices(number):
                    if Move(number, chosen) in able:
                        behind.append(history.copy())
                        behind[-1].perform(Move(number, chosen))
            there = behind
        return any(self._whole.check in history.violated() for history in there)

    def _by_machine(self) -> bool:
        there = {self._machine.initial}
        for number in self._whole.order:
            there = {after for state in there for after in self._behind(state, number)}
        return any(self._whole.check in self._machine.violated(state) for state in there)

    def _behind(self, state: State, number: int) -> Iterator[State]:
        for chosen in self._choices(number):
            try:
                yield self._machine.perform(state, Move(number, chosen))
            except Impossible:
                continue

    def _axioms(self, *, expected: bool) -> None:
        """They speak of points only: in another order of the others it may be possible."""
        encoded = Encoder(self._whole.ctp).encode(Fails(self._whole.check))
        points = encoded.formula.points
        self._found.axioms += 1
        spoken_of = [number for number in self._whole.order if number in points]
        taken = tuple(encoded.formula.taken(number) for number in spoken_of)
        said = self._solved(encoded.query, (*taken, *in_that_order(self._whole, points)))
        self._same("axioms", said, expected or self._with_points(spoken_of))

    def _with_points(self, points: Sequence[int]) -> bool:
        """Whether in some run these come in this order, and the assertion fails."""
        machine, wanted = self._machine, frozenset(points)
        seen, stack = {(machine.initial, 0)}, [(machine.initial, 0)]
        while stack:
            state, done = stack.pop()
            if self._whole.check in machine.violated(state):
                return True
            for move, after in machine.successors(state):
                if move.event in wanted and points[done : done + 1] != [move.event]:
                    continue
                behind = after, done + (move.event in wanted)
                if behind not in seen:
                    seen.add(behind)
                    stack.append(behind)
        return False

    def _steps(self, *, expected: bool) -> None:
        paths = as_paths(self._whole)
        if paths is None:
            return
        self._found.steps += 1
        encoded = StepEncoder(paths, BMC).encode(Reach((self._whole.check,)))
        events = (*self._whole.order, self._whole.check)
        threads = [self._whole.ctp.events[number].thread for number in events]
        fixed = tuple(encoded.unrolled.is_thread(step, thread) for step, thread in enumerate(threads))
        self._same("steps", self._solved(encoded.query, fixed, bit_solver()), expected)

    def _solved(self, query: Query, more: tuple[Term, ...], solver: Solver | None = None) -> bool | str:
        answer = (solver or default_solver()).solve(Query(query.terms, (*query.assertions, *more)), None)
        return isinstance(answer, Sat) if isinstance(answer, Sat | Unsat) else answer.reason
