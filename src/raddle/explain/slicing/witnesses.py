"""That a kept step is needed, shown by an example: without it, its variable could have another value and nothing fails.

An example is made by changing the variable and computing what depends on it. Steps are tried from the last to the
first: where a change has no other effect than that a later step gets the value of its own example, or need not be
right since a condition before it no longer holds, the rest of the later step's example goes on from there.
"""

import heapq
from collections.abc import Iterator, Mapping
from typing import Final

from raddle.explain.run import Run
from raddle.explain.slicing.chain import Chain
from raddle.explain.slicing.demands import Demands, Said
from raddle.explain.slicing.literals import AT_LEAST, AT_MOST, UNSIGNED_AT_LEAST, UNSIGNED_AT_MOST, Claim
from raddle.logic.arithmetic import TWO, Trap, mask
from raddle.logic.evaluate import GuardedEvaluator, subterms
from raddle.logic.operators import Op
from raddle.logic.terms import COMPARISONS, Term

NEAR: Final = 16
"""Conditions around a step that are looked at for one that no longer holds."""
_SMALL: Final = 300
_CONDITION, _STATEMENT = 0, 1
_BACK: Final = {Op.FADD: Op.FSUB, Op.FSUB: Op.FADD, Op.FMUL: Op.FDIV, Op.FDIV: Op.FMUL}
"""Nearly so: what comes of it is computed forward again."""


class Witnesses:
    def __init__(self, said: Said, chain: Chain) -> None:
        self._said: Final = said
        self._run: Final = said.run
        self._bounds: Final = {change.number: change.bounds.get(change.number, (0, 0))[1] for change in chain.changes}
        self._users: Final[dict[int, list[tuple[int, int]]]] = {}
        for number in chain.kept:
            for used in said.uses(number):
                self._users.setdefault(used, []).append((number, _STATEMENT))
        for number in chain.conditions:
            for used in said.needed(number):
                self._users.setdefault(used, []).append((number, _CONDITION))
        self._kept: Final = frozenset(chain.kept)
        self._ends: Final = frozenset(said.ends())
        demands = Demands(said)
        self._demanded: Final = frozenset(demands.at_the_end())
        self._demander: Final = {one: number for number in reversed(chain.kept) for one in demands.of(number)}
        """The last step that rests on a condition."""
        self._found: Final[dict[int, int]] = {}
        """The other value, by step."""
        size = len(chain.kept)
        self._each = 2 * size if size <= _SMALL else 200
        self.left = 20_000 + 20 * size
        """Steps that may still be computed."""

    def shows(self, number: int) -> bool:
        """Whether there is an example that the step is needed. Later steps have been asked about before."""
        tried: set[int] = set()
        for value in self._candidates(number):
            if self.left <= 0:
                break
            if value not in tried and value != self._run.steps[number].value:
                tried.add(value)
                if _Example(self, number, value).succeeds():
                    self._found[number] = value
                    return True
        return False

    def _candidates(self, number: int) -> Iterator[int]:
        run = self._run
        step = run.steps[number]
        at, whole, half = step.value, mask(step.width), 1 << (step.width - 1)
        for user, kind in self._users.get(number, ()):
            if kind == _STATEMENT and user in self._found:
                value = self._inverse(self._said.value(user), number, self._found[user])
                if value is not None:
                    yield value
        for term in self._judgements(number):
            yield from self._turning(term, number)
        if step.width == 1:
            yield 1 - at
            return
        bounds = self._bounds.get(number, 0)
        above, below = bounds & (AT_MOST | UNSIGNED_AT_MOST), bounds & (AT_LEAST | UNSIGNED_AT_LEAST)
        others = (at + 1, half - 1, at - 1, half) if above or not below else (at - 1, half, at + 1, half - 1)
        for value in (*others, 0, 1, whole, at + 2, at - 2, at * 2, -at):
            yield value & whole

    def _judgements(self, number: int) -> Iterator[Term]:
        """Comparisons that decide whether it fails, or is reached."""
        said = self._said
        judged = [self._run.failing.violated, *said.places()] if number in self._ends else []
        for user, kind in self._users.get(number, ()):
            if kind == _CONDITION:
                judged += [claim.shown for claim in said.claims(user)]
        for term in subterms(judged):
            if term.op in COMPARISONS or Op.FCMP_OEQ <= term.op <= Op.FCMP_FALSE:
                yield term

    def _turning(self, comparison: Term, number: int) -> Iterator[int]:
        """Values at which, or next to which, a comparison turns."""
        a, b = comparison.args
        for one, other in ((a, b), (b, a)):
            try:
                wanted = _Observed(self._run)(other)
            except Trap:
                continue
            value = self._inverse(one, number, wanted)
            if value is not None:
                width = mask(self._run.steps[number].width)
                yield from (value, (value + 1) & width, (value - 1) & width)

    def _inverse(self, value: Term, number: int, wanted: int) -> int | None:
        return _inverse(value, self._run.variable(number), wanted, _Observed(self._run))


class _Observed(GuardedEvaluator):
    """With the values of the run."""

    def __init__(self, run: Run) -> None:
        super().__init__({})
        self._run: Final = run

    def _computed(self, term: Term) -> int:
        if term.op is Op.VARIABLE:
            return self._run.steps[self._run.defined_by(term)].value
        return super()._computed(term)


class _Example:
    """What follows from one change."""

    def __init__(self, witnesses: Witnesses, number: int, value: int) -> None:
        self._of: Final = witnesses
        self._number: Final = number
        self._changed: Final = {number: value}
        self._false: Final[set[int]] = set()
        self._queue: Final[list[tuple[int, int]]] = []
        self._queued: Final[set[tuple[int, int]]] = set()
        self._last = number
        """The last step that was looked at and has to be right."""
        self._freed = -1
        """The last step with an example of its own that need not be right any more."""
        self._push(number)

    def _push(self, number: int) -> None:
        for item in self._of._users.get(number, ()):
            if item not in self._queued:
                self._queued.add(item)
                heapq.heappush(self._queue, item)

    def succeeds(self) -> bool:
        of = self._of
        for _ in range(of._each):
            if not self._queue:
                break
            of.left -= 1
            number, kind = heapq.heappop(self._queue)
            if kind == _CONDITION:
                self._last = number
                self._judge(number)
                continue
            if self._is_free(number):
                if number in of._found:
                    self._freed = max(self._freed, number)
                continue
            value = self._computed(number)
            self._last = number
            if value is None:
                return False
            if value == of._run.steps[number].value:
                continue
            if value == of._found.get(number) and not self._queue and not self._ends_changed():
                return True
            self._changed[number] = value
            self._push(number)
        if self._queue:
            return False
        return (self._freed > self._last and not self._ends_changed()) or self._passes()

    def _ends_changed(self) -> bool:
        return any(one in self._changed for one in self._of._ends)

    def _values(self, terms: tuple[int, ...]) -> Mapping[Term, int]:
        run = self._of._run
        return {run.variable(one): self._changed.get(one, run.steps[one].value) for one in terms}

    def _judge(self, condition: int) -> None:
        said = self._of._said
        evaluate = GuardedEvaluator(self._values(said.needed(condition)))
        try:
            if not all(_holds(evaluate, claim) for claim in said.claims(condition)):
                self._false.add(condition)
                demander = self._of._demander.get(condition, -1)
                if demander in self._of._found:
                    self._freed = max(self._freed, demander)
        except Trap:
            pass  # it counts as true: whoever rests on it is computed anew

    def _computed(self, number: int) -> int | None:
        """None: it cannot be."""
        said = self._of._said
        formula = said.formula(number)
        evaluate = GuardedEvaluator(self._values(said.uses(number)))
        try:
            if not all(map(evaluate.holds, formula.sound)):
                return None
            return evaluate(said.value(number))
        except Trap:
            return None

    def _is_free(self, number: int) -> bool:
        """Whether something that it demands is false."""
        said, steps = self._of._said, self._of._run.steps
        if not said.detail.control:
            return False
        where = said.formula(number).where
        if where is not None:
            try:
                if not GuardedEvaluator(self._values(said.uses(number))).holds(where):
                    return True
            except Trap:
                pass
        if not self._false:
            return False
        if any(self._of._demander.get(one) == number for one in self._false):
            return True
        for used in said.uses(number):
            guard = steps[used].guard
            if not self._false.isdisjoint(steps[used].around):
                return True
            for _ in range(NEAR):
                if guard is None:
                    break
                if guard in self._false:
                    return True
                guard = steps[guard].guard
        return False

    def _passes(self) -> bool:
        """Whether the run would not fail so."""
        of = self._of
        if not self._false.isdisjoint(of._demanded):
            return True
        failing = of._run.failing
        evaluate = GuardedEvaluator(self._values(tuple(of._ends)))
        try:
            if not all(map(evaluate.holds, of._said.places())):
                return True
            return all(map(evaluate.holds, failing.sound)) and not evaluate.holds(failing.violated)
        except Trap:
            return False


def _holds(evaluate: GuardedEvaluator, claim: Claim) -> bool:
    return any(not evaluate.holds(one) for one in claim.sound) or evaluate.holds(claim.shown)


def _inverse(value: Term, variable: Term, wanted: int, evaluate: GuardedEvaluator) -> int | None:
    """What the variable has to be for that, all others being as they were; None if that is not plain to see."""
    while value is not variable:
        sides = [variable in subterms((arg,)) for arg in value.args]
        if sides.count(True) != 1:
            return None
        inner = value.args[sides.index(True)]
        try:
            other = evaluate(value.args[sides.index(False)]) if len(sides) == 2 else 0
        except Trap:
            return None
        match value.op:
            case Op.ADD:
                wanted -= other
            case Op.SUB:
                wanted = wanted + other if sides[0] else other - wanted
            case Op.FADD | Op.FMUL:
                wanted = TWO[_BACK[value.op]](wanted, other, value.width)
            case Op.FSUB | Op.FDIV:
                a, b = (wanted, other) if sides[0] else (other, wanted)
                wanted = TWO[_BACK[value.op] if sides[0] else value.op](a, b, value.width)
            case Op.XOR:
                wanted ^= other
            case Op.SEXT | Op.ZEXT:
                pass
            case Op.NOT:
                wanted = 1 - wanted
            case Op.EXTRACT:
                at = value.data
                assert isinstance(at, int)
                wanted = evaluate(inner) & ~(mask(value.width) << at) | wanted << at
            case Op.CONCAT:
                wanted = wanted >> value.args[1].width if sides[0] else wanted
            case _:
                return None
        value = inner
        wanted &= mask(value.width)
    return wanted
