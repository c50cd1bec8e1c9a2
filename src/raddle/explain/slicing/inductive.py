"""That the invariants of a slice are what they claim to be (definitions 7 and 9), in one pass over what changes.

    each step       what is known before it, and what it says if its demands and hazards are met, imply what is known
                    behind it
    its demands     are known before it
    its hazards     have come about before it, or stay pending until they do; the switches of the slice imply them
    the end         nothing is pending, and what is known contradicts the property

A slice for which this does not hold is our fault.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from raddle.base.errors import InternalError
from raddle.explain.slices import Dependence, Hazard, Slice
from raddle.explain.slicing.demands import Demands, Said, substituted
from raddle.explain.slicing.invariants import Invariants, Turn
from raddle.explain.slicing.literals import Claim, term_of
from raddle.explain.slicing.orders import Path
from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import GuardedEvaluator
from raddle.logic.operators import Op
from raddle.logic.ranges import Ranges
from raddle.logic.terms import Term
from raddle.solve.implied import SmallQuestions

STEPS_OF_A_PROOF: Final = 20_000_000
"""z3's own, where the usual ones were not enough."""
MOST_FACTS: Final = 32
"""Of one variable and others that are looked at: the last ones that were learnt."""


def check_inductive(said: Said, sliced: Slice, questions: SmallQuestions, *, orders_only: bool = False) -> None:
    """Raises InternalError. `orders_only`: a slice of the same values, of another detail, was checked before."""
    invariants = sliced.invariants
    assert isinstance(invariants, Invariants)
    check = _Check(said, sliced, invariants, questions)
    check.check_orders()
    if not orders_only:
        check.check_values()


class _Check:
    def __init__(self, said: Said, sliced: Slice, invariants: Invariants, questions: SmallQuestions) -> None:
        self._run: Final = said.run
        self._sliced: Final = sliced
        self._turns: Final = invariants.turns
        self._questions: Final = questions
        self._said: Final = said
        self._known: Final[dict[Term, int]] = {}
        self._of_one: Final[dict[int, dict[Term, None]]] = {}
        self._speaking: Final[dict[int, dict[Term, None]]] = {}
        """What is known of one variable alone, and of it and others."""
        self._ordered: Final[set[Hazard]] = set()
        self._pending: Final[set[Hazard]] = set()

    def check_values(self) -> None:
        values = {turn.number for turn in self._turns if turn.come}
        asked = self._asked_at(sorted(values, reverse=True))
        if not values <= set(self._sliced.kept):
            raise _wrong("an invariant changes at a step that is not kept")
        for turn in self._turns:
            if turn.come:
                self._demanded(asked.get(turn.number, ()), turn.number)
                self._step(turn)
            self._pass(turn)
        self._end(asked.get(len(self._run.steps), ()))

    def check_orders(self) -> None:
        hazards: dict[int, list[Hazard]] = {}
        for hazard in self._sliced.hazards:
            hazards.setdefault(hazard.read, []).append(hazard)
        for turn in self._turns:
            if turn.come:
                self._rests_on(turn, hazards.get(turn.number, ()))
            self._pass_orders(turn)
        if self._pending:
            raise _wrong("orders are pending at its end")
        claimed = {(hazard.earlier, hazard.later) for hazard in self._sliced.hazards}
        if not claimed.issuperset(self._run.failing.orders):
            raise _wrong("orders that went wrong are missing")
        path = sorted({*self._sliced.kept, *self._sliced.conditions})
        orders = [(hazard.earlier, hazard.later) for hazard in self._sliced.hazards]
        if not Path(self._run, path, orders).orders_hold(self._sliced.switches):
            raise _wrong("its switches do not imply its orders")

    def _asked_at(self, values: Sequence[int]) -> dict[int, list[int]]:
        """Conditions, by the last step that demands them: where they are known, they were known since they came."""
        demands = Demands(self._said)
        found = {len(self._run.steps): demands.at_the_end()}
        for number in values:
            found[number] = demands.of(number)
        if {one for some in found.values() for one in some} != set(self._sliced.conditions):
            raise _wrong("its conditions are not those that are demanded")
        return found

    # ---- steps

    def _demanded(self, conditions: Iterable[int], by: int) -> None:
        for condition in conditions:
            for claim in self._said.claims(condition):
                if not self._follows(claim, ()):
                    raise _wrong(f"what step {condition} needs is not known before step {by}")

    def _rests_on(self, turn: Turn, hazards: Iterable[Hazard]) -> None:
        number = turn.number
        for hazard in hazards:
            behind = hazard.kind is Dependence.WAR
            if behind and hazard not in turn.more_pending:
                raise _wrong(f"step {number} does not wait for {hazard}")
            if not behind and hazard.later != number and hazard not in self._ordered:
                raise _wrong(f"step {number} rests on {hazard}, which is not known")

    def _step(self, turn: Turn) -> None:
        number = turn.number
        formula = self._said.formula(number)
        where = formula.where if self._said.detail.control else None
        if where is not None and not self._follows(Claim(where), ()):
            raise _wrong(f"nobody knows that step {number} is about that memory")
        value = self._said.value(number)
        for term in turn.come:
            if not self._follows(Claim(substituted(self._run, term, number, value)), formula.sound):
                raise _wrong(f"{term!r} does not follow behind step {number}")

    def _pass(self, turn: Turn) -> None:
        for term in turn.come:
            self._known[term] = self._known.get(term, 0) + 1
            steps = self._said.defined((term,))
            for step in steps:
                if step > turn.number:
                    raise _wrong(f"{term!r} speaks of what comes behind step {turn.number}")
                (self._speaking if len(steps) > 1 else self._of_one).setdefault(step, {})[term] = None
        for term in turn.gone:
            self._known[term] -= 1
            if not self._known[term]:
                del self._known[term]
                steps = self._said.defined((term,))
                for step in steps:
                    del (self._speaking if len(steps) > 1 else self._of_one)[step][term]

    def _pass_orders(self, turn: Turn) -> None:
        for hazard in turn.more_ordered:
            if hazard.later > turn.number:
                raise _wrong(f"{hazard} has not come about behind step {turn.number}")
        for hazard in turn.less_pending:
            if hazard.later > turn.number:
                raise _wrong(f"{hazard} is given up behind step {turn.number}")
        self._ordered.difference_update(turn.less_ordered)
        self._ordered.update(turn.more_ordered)
        self._pending.difference_update(turn.less_pending)
        self._pending.update(turn.more_pending)

    def _end(self, conditions: Iterable[int]) -> None:
        failing = self._run.failing
        self._demanded(conditions, len(self._run.steps))
        if not all(self._follows(Claim(where), ()) for where in self._said.places()):
            raise _wrong("nobody knows that the accesses at its end are about that memory")
        if not self._follows(Claim(failing.violated, failing.sound), ()):
            raise _wrong("the last invariant does not contradict the property")

    # ---- proofs

    def _follows(self, claim: Claim, sound: tuple[Term, ...]) -> bool:
        whole = term_of(self._run, claim)
        if whole is self._run.terms.true or whole in self._known:
            return True
        steps = self._said.defined((whole, *sound))
        facts = self._facts(steps)
        if self._evaluates(whole, steps, facts):
            return True
        ranges = Ranges()
        ranges.learn(facts)
        ranges.learn(sound)
        ranges.learn(claim.sound)
        if ranges.surely(claim.shown) or ranges.surely(whole):
            return True
        terms = self._run.terms
        said = [*facts, *sound, terms.negation(whole)]
        answer = self._questions.contradictory(terms, said)
        return bool(self._questions.contradictory(terms, said, STEPS_OF_A_PROOF) if answer is None else answer)

    def _facts(self, steps: Iterable[int]) -> list[Term]:
        """What is known of these variables alone, or of others too."""
        found: dict[Term, None] = {}
        for step in steps:
            found.update(self._of_one.get(step, {}))
            speaking = self._speaking.get(step)
            if speaking:
                for term, _ in zip(reversed(speaking), range(MOST_FACTS), strict=False):
                    found[term] = None
        return list(found)

    def _evaluates(self, whole: Term, steps: Iterable[int], facts: Iterable[Term]) -> bool:
        """Whether all variables have their values for sure, and it holds with them."""
        values = {
            fact.args[0]: fact.args[1].data
            for fact in facts
            if fact.op is Op.EQ and fact.args[0].op is Op.VARIABLE and fact.args[1].op is Op.CONSTANT
        }
        values |= {fact: 1 for fact in facts if fact.op is Op.VARIABLE}
        values |= {fact.args[0]: 0 for fact in facts if fact.op is Op.NOT and fact.args[0].op is Op.VARIABLE}
        known = {variable: value for variable, value in values.items() if isinstance(value, int)}
        if not all(self._run.variable(step) in known for step in steps):
            return False
        try:
            return GuardedEvaluator(known).holds(whole)
        except Trap:
            return False


def _wrong(what: str) -> InternalError:
    return InternalError(f"the slice is no proof: {what}")
