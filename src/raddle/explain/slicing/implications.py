"""Which bounds of variables are enough to show that conditions hold: deletion, decided by ranges, by examples, by z3.

Ranges show most that holds, examples refute most that does not; the solver decides the rest.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from raddle.explain.run import Run
from raddle.explain.slicing.literals import (
    AT_LEAST,
    AT_MOST,
    EQUAL,
    OPERATORS,
    SIGNED,
    UNSIGNED,
    UNSIGNED_AT_LEAST,
    UNSIGNED_AT_MOST,
    Claim,
    bound_terms,
    closed,
    term_of,
)
from raddle.logic.arithmetic import Trap, mask
from raddle.logic.evaluate import GuardedEvaluator, subterms
from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.ranges import Ranges
from raddle.logic.substitute import with_values
from raddle.logic.terms import Term
from raddle.solve.answer import Sat, Unknown, Unsat
from raddle.solve.implied import SmallQuestions
from raddle.solve.z3_text import Z3Text

_UNSIGNED: Final = frozenset({Op.ULT, Op.ULE, Op.UGT, Op.UGE})
_SIGNED: Final = frozenset({Op.SLT, Op.SLE, Op.SGT, Op.SGE})

MOST_ASKED: Final = 3_000
"""Questions to the solver about one run: some seconds. Later on, what it would have to decide counts as needed."""
MOST_IN_VAIN: Final = 30
MOST_INSTANCES: Final = 16
INSTANCE_LIMIT_S: Final = 1.0

Bounds = dict[int, int]
"""Sets of bounds, by step."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known besides the bounds that are looked for."""

    bounds: Mapping[int, int] = field(default_factory=dict)
    claims: Sequence[Claim] = ()
    sound: tuple[Term, ...] = ()


class Implications:
    """Of one run. Counts what it did."""

    def __init__(self, run: Run, questions: SmallQuestions) -> None:
        self._run: Final = run
        self._questions: Final = questions
        self.decisions = 0

    def enough(self, goals: Sequence[Claim], steps: Sequence[int], facts: Facts) -> Bounds | None:
        """Bounds of the variables of `steps`, none of which can be left out, that show all goals with the facts.

        None: all of them are not enough. Of two that could be left out, the one of the later-mentioned step stays.
        """
        goals = [goal for goal in goals if goal.shown is not self._run.terms.true]
        if not goals or self.implied(goals, {}, facts):
            return {}
        kind = self._kind(goals)
        chosen = {step: kind if self._run.steps[step].width > 1 else EQUAL for step in steps}
        if not self.implied(goals, chosen, facts):
            return None
        for step in steps:
            if len(chosen) > 1 and self.implied(goals, {**chosen, step: 0}, facts):
                del chosen[step]
        for step in list(chosen):
            self._loosen(goals, step, chosen, facts)
        return {step: closed(bounds) for step, bounds in chosen.items() if bounds}

    def _loosen(self, goals: Sequence[Claim], step: int, chosen: Bounds, facts: Facts) -> None:
        """To one side, if one is enough."""
        if chosen[step] == EQUAL:
            return
        high = chosen[step] & (AT_MOST | UNSIGNED_AT_MOST)
        low = chosen[step] & (AT_LEAST | UNSIGNED_AT_LEAST)
        for one in (high, low):
            if self.implied(goals, {**chosen, step: one}, facts):
                chosen[step] = one
                return

    def _kind(self, goals: Sequence[Claim]) -> int:
        operators = {term.op for term in subterms(goal.shown for goal in goals)}
        return UNSIGNED if operators & _UNSIGNED and not operators & _SIGNED else SIGNED

    def implied(self, goals: Sequence[Claim], bounds: Mapping[int, int], facts: Facts) -> bool:
        """Whether the goals follow; False where nobody knows."""
        return bool(self.decided(goals, bounds, facts))

    def decided(self, goals: Sequence[Claim], bounds: Mapping[int, int], facts: Facts) -> bool | None:
        self.decisions += 1
        known = dict(facts.bounds)
        for step, some in bounds.items():
            known[step] = closed(known.get(step, 0) | some)
        if self._all_equal(goals, known):
            return True
        left = [goal for goal in goals if not self._in_range(goal, known, facts)]
        if not left:
            return True
        if self._refuted(left, known, facts):
            return False
        return self._asked(left, known, facts)

    def _all_equal(self, goals: Sequence[Claim], known: Mapping[int, int]) -> bool:
        """Goals are true in the run: with all their variables as they were, they hold."""
        run = self._run
        return all(
            term.op is not Op.VARIABLE or known.get(run.defined_by(term)) == EQUAL
            for term in subterms(term for goal in goals for term in (goal.shown, *goal.sound))
        )

    def _in_range(self, goal: Claim, known: Mapping[int, int], facts: Facts) -> bool:
        run = self._run
        ranges = Ranges()
        for step, bounds in known.items():
            if bounds:
                variable, value = run.variable(step), run.steps[step].value
                if bounds == EQUAL:
                    ranges.bound(variable, Op.EQ, value)
                    continue
                for bit, op in OPERATORS:
                    if bounds & bit:
                        ranges.bound(variable, op, value)
        ranges.learn(claim.shown for claim in facts.claims if not claim.sound)
        ranges.learn(facts.sound)
        ranges.learn(goal.sound)
        return ranges.surely(goal.shown)

    def for_all(self, claim: Claim, free: Sequence[int]) -> list[Claim] | None:
        """The claim for all values of the variables of these steps, without speaking of them: by some of its instances
        that imply it. None: not by a few."""
        run, terms = self._run, self._run.terms
        whole = term_of(run, claim)
        variables = [run.variable(step) for step in free]
        instances: dict[Term, None] = {}
        values = {one: run.steps[step].value for one, step in zip(variables, free, strict=True)}
        for _ in range(MOST_INSTANCES):
            constants = {one: terms.bits(values[one], one.width) for one in variables}
            instances[with_values(terms, whole, constants)] = None
            answer = Z3Text().solve(Query(terms, (*instances, terms.negation(whole))), INSTANCE_LIMIT_S)
            match answer:
                case Unsat():
                    return [Claim(instance) for instance in instances if instance is not terms.true]
                case Unknown():
                    return None
                case Sat(found, _):
                    values = {one: found.get(one, 0) for one in variables}
        return None

    # ---- examples

    def _refuted(self, goals: Sequence[Claim], known: Mapping[int, int], facts: Facts) -> bool:
        run = self._run
        claims = [*goals, *facts.claims]
        said = [*facts.sound, *[one for claim in claims for one in (claim.shown, *claim.sound)]]
        variables = [term for term in subterms(said) if term.op is Op.VARIABLE]
        observed = {one: run.steps[run.defined_by(one)].value for one in variables}
        for example in _examples(variables, observed, {run.variable(step): some for step, some in known.items()}):
            evaluate = GuardedEvaluator(observed | example)
            try:
                if not all(map(evaluate.holds, facts.sound)):
                    continue
                if not all(_holds(evaluate, claim) for claim in facts.claims):
                    continue
                if not all(_holds(evaluate, goal) for goal in goals):
                    return True
            except Trap:
                continue
        return False

    # ---- the solver

    def _asked(self, goals: Sequence[Claim], known: Mapping[int, int], facts: Facts) -> bool | None:
        run, terms = self._run, self._run.terms
        if self._questions.asked >= MOST_ASKED or self._questions.in_vain >= MOST_IN_VAIN:
            return None
        if any(_is_of_floats(term) for term in subterms(goal.shown for goal in goals)):
            return None
        said = [*facts.sound, *[term_of(run, claim) for claim in facts.claims]]
        for step, bounds in known.items():
            said.extend(bound_terms(run, step, bounds))
        wrong = terms.any_of([terms.negation(term_of(run, goal)) for goal in goals])
        return self._questions.contradictory(terms, [*said, wrong])


def _is_of_floats(term: Term) -> bool:
    """Of these the solver knows little, and slowly; bounds of their bits say nothing either."""
    return Op.FADD <= term.op <= Op.FMIN or Op.FCMP_OEQ <= term.op <= Op.FCMP_FALSE


def _holds(evaluate: GuardedEvaluator, claim: Claim) -> bool:
    return any(not evaluate.holds(one) for one in claim.sound) or evaluate.holds(claim.shown)


def _examples(
    variables: Sequence[Term], observed: Mapping[Term, int], known: Mapping[Term, int]
) -> Iterator[dict[Term, int]]:
    """Assignments that the bounds allow: one variable changed, then all."""
    choices: dict[Term, list[int]] = {}
    for one in variables:
        values = [value for value in _others(observed[one], one.width) if _allowed(value, one, observed, known)]
        if values:
            choices[one] = values
    for one, values in choices.items():
        for value in values:
            yield {one: value}
    if len(choices) > 1:
        for rank in range(max(map(len, choices.values()))):
            yield {one: values[rank % len(values)] for one, values in choices.items()}


def _others(value: int, width: int) -> list[int]:
    if width == 1:
        return [1 - value]
    whole, half = mask(width), 1 << (width - 1)
    found = (value + 1, value - 1, 0, 1, whole, half - 1, half, value + 2, value - 2, value ^ half)
    return [one for one in dict.fromkeys(one & whole for one in found) if one != value]


def _allowed(value: int, variable: Term, observed: Mapping[Term, int], known: Mapping[Term, int]) -> bool:
    bounds = known.get(variable, 0)
    if bounds == EQUAL or (bounds and variable.width == 1):
        return False
    half, at = 1 << (variable.width - 1), observed[variable]
    if bounds & AT_MOST and (value ^ half) > (at ^ half):
        return False
    if bounds & AT_LEAST and (value ^ half) < (at ^ half):
        return False
    if bounds & UNSIGNED_AT_MOST and value > at:
        return False
    return not (bounds & UNSIGNED_AT_LEAST and value < at)
