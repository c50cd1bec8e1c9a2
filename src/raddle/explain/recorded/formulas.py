"""What each step of a recorded run says, made where it is asked for and checked against what was observed."""

from dataclasses import replace
from typing import Final

from raddle.base.errors import InternalError
from raddle.explain.recorded.locks import WIDTH, Meaning, Synchronisation, is_free
from raddle.explain.recorded.memory import Memory
from raddle.explain.recorded.row_terms import Made, RowTerms
from raddle.explain.recorded.settled import Declared, Settled
from raddle.explain.run import Deed, Formula, Step
from raddle.explain.walked.raw import RawStep, RawThread
from raddle.logic.arithmetic import Trap, signed
from raddle.logic.evaluate import Evaluator, subterms
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore


class Observed(Evaluator):
    """What terms over the variables of steps were worth in the run."""

    def __init__(self, steps: list[Step]) -> None:
        super().__init__({})
        self._steps = steps

    def __call__(self, term: Term) -> int:
        if term.op is Op.VARIABLE:
            return self._steps[int(str(term.data)[1:])].value
        return super().__call__(term) if term.constant is None else term.constant

    def _computed(self, term: Term) -> int:
        if term.op is Op.VARIABLE:
            return self._steps[int(str(term.data)[1:])].value
        return super()._computed(term)


class RecordedFormulas:
    """`origins`: the raw step that each step was made of; `numbers`: by thread, of the step made of each raw one."""

    def __init__(
        self,
        threads: list[RawThread],
        steps: list[Step],
        origins: list[RawStep | None],
        numbers: list[list[int]],
        memory: Memory,
        synchronisation: Synchronisation,
        declared: Declared,
    ) -> None:
        self.terms: Final = TermStore()
        self._steps: Final = steps
        self._origins: Final = origins
        self._numbers: Final = numbers
        self._memory: Final = memory
        self._synchronisation: Final = synchronisation
        self._rows: Final = [self._rows_of(number, thread) for number, thread in enumerate(threads)]
        self._made: dict[int, Formula] = {}
        self._variables: dict[int, Term] = {}
        self._observed: Final = Observed(steps)
        self._settled: Final = Settled(self.terms, steps, origins, self._given, declared)

    def _rows_of(self, number: int, thread: RawThread) -> RowTerms:
        numbers = self._numbers[number]
        return RowTerms(self.terms, thread, lambda position: self.variable(numbers[position]))

    def variable(self, number: int) -> Term:
        found = self._variables.get(number)
        if found is None:
            found = self._variables[number] = self.terms.variable(f"s{number}", self._steps[number].width)
        return found

    def of(self, step: Step) -> Formula:
        found = self._made.get(step.number)
        if found is None:
            found = self._made[step.number] = self._formula(step)
            self._check(step, found)
        return found

    def row(self, thread: int, row: int, value: int, width: int) -> Made:
        """A term of that thread's walk. What C takes for granted is left out where the run did it nevertheless."""
        made = self._rows[thread].of(row, value, width)
        if not made.sound:
            return made
        sound = tuple(one for one in made.sound if self.holds(one))
        return made if len(sound) == len(made.sound) else replace(made, sound=sound)

    def index(self, step: Step) -> int | None:
        """By which its address was computed, where that is by one alone."""
        raw = self._origins[step.number]
        if raw is None or not raw.address_term:
            return None
        inside = subterms((self.row(step.thread, raw.address_term, raw.address, 64).term,))
        scaled = [one.args[0] for one in inside if one.op is Op.MUL and one.args[1].op is Op.CONSTANT]
        found = scaled or [one for one in inside if one.op in (Op.SEXT, Op.ZEXT)]
        return signed(self._observed(found[0]), found[0].width) if len(found) == 1 else None

    def holds(self, term: Term) -> bool:
        """Whether it did in the run."""
        try:
            return self._observed.holds(term)
        except Trap:
            return False

    # ---- one step

    def _formula(self, step: Step) -> Formula:
        raw = self._origins[step.number]
        meaning = self._synchronisation.meanings.get(step.number)
        if meaning is not None:
            return self._on_lock(step, raw, meaning)
        if raw is None or step.deed is Deed.START:
            return Formula(needs=self.variable(step.sources[0]) if step.sources else None)
        match step.deed:
            case Deed.READ:
                return Formula(self._memory.value(self.terms, step), where=self._where(step, raw, ()))
            case Deed.WRITE | Deed.ASSIGN:
                made = self.row(step.thread, raw.term, raw.value, raw.width)
                return Formula(made.term, sound=made.sound, where=self._where(step, raw, made.kept))
            case Deed.PHI:
                return self._phi(step, raw)
            case Deed.WAIT:
                (last,) = step.sources
                return Formula(None, self.terms.equal(self.variable(last), self.terms.bits(0, WIDTH)))
            case Deed.CONDITION:
                needed = self.needed(step.thread, raw)
                return Formula(None, needed.term, needed.sound, self._where(step, raw, needed.kept))
            case Deed.OTHER if step.sources:
                woken = self.terms.all_of(is_free(self.terms, self.variable(one)) for one in step.sources)
                return Formula(woken, where=self._where(step, raw, ()))
            case _:
                constant = self.terms.bits(step.value, step.width) if step.width else None
                return Formula(constant, where=self._where(step, raw, ()))

    def _on_lock(self, step: Step, raw: RawStep | None, meaning: Meaning) -> Formula:
        before = self.terms.bits(meaning.before, step.width)
        old = before if meaning.old is None else self.variable(meaning.old)
        parts = [meaning.needs(self.terms, old) if self._is_of_others(step, meaning) else None]
        parts.append(None if meaning.signal is None else self.variable(meaning.signal))
        needs = [part for part in parts if part is not None]
        value = meaning.value(self.terms, step, old)
        return Formula(value, self.terms.all_of(needs) if needs else None, where=self._where(step, raw, ()))

    def _is_of_others(self, step: Step, meaning: Meaning) -> bool:
        """A lock that nobody had, or that the thread itself gave back, is there for the taking."""
        return step.deed is Deed.WAIT or (meaning.old is not None and self._steps[meaning.old].thread != step.thread)

    def needed(self, thread: int, raw: RawStep) -> Made:
        """What a CONDITION needed: that its term is what it came to."""
        made = self.row(thread, raw.term, raw.value, raw.width)
        return Made(self.terms.equal(made.term, self.terms.bits(raw.value, made.term.width)), made.sound, made.kept)

    def _phi(self, step: Step, raw: RawStep) -> Formula:
        """A truth value that no variable holds is that of `a && b`: data, by whichever way it came."""
        made = self.row(step.thread, raw.term, raw.value, raw.width)
        if raw.variable is not None or raw.width != 1:
            return Formula(made.term, sound=made.sound, where=self._where(step, raw, made.kept))
        ways = [self.of(self._steps[number]) for number in self.way(step.thread, raw)]
        came = self.terms.all_of(way.needs for way in ways if way.needs is not None)
        sound = dict.fromkeys([*made.sound, *(one for way in ways for one in way.sound)])
        value = self.terms.choice(came, made.term, self.terms.negation(made.term))
        return Formula(value, sound=tuple(sound), where=self._where(step, raw, made.kept))

    def way(self, thread: int, raw: RawStep) -> list[int]:
        """The conditions between where the ways parted and where they meet, that decided which one was taken."""
        found: list[int] = []
        at = None if raw.way is None else self._numbers[thread][raw.way]
        end = None if raw.guard is None else self._numbers[thread][raw.guard]
        while at is not None and at != end and self._steps[at].deed is Deed.CONDITION:
            found.append(at)
            at = self._steps[at].guard
        return found

    def _given(self, step: Step) -> Term:
        raw = self._origins[step.number]
        assert raw is not None
        return self.row(step.thread, raw.term, raw.value, raw.width).term

    def _where(self, step: Step, raw: RawStep | None, kept: tuple[Term, ...]) -> Term | None:
        parts = list(kept)
        if raw is not None and raw.address_term:
            made = self.row(step.thread, raw.address_term, raw.address, 64)
            same = self.terms.equal(made.term, self.terms.bits(raw.address, made.term.width))
            parts += (self._settled.left(same, step), *made.kept)
        where = self.terms.all_of(parts)
        return None if where is self.terms.true else where

    # ---- as it was observed

    def _check(self, step: Step, formula: Formula) -> None:
        wrong = None
        if formula.value is not None and self._observed(formula.value) != step.value:
            wrong = f"its value is {self._observed(formula.value)}, and {step.value} was observed"
        for term in (formula.needs, *formula.sound, formula.where):
            if term is not None and not self._observed.holds(term):
                wrong = f"{term} does not hold"
        if wrong is not None:
            raise InternalError(f"step {step.number} ({step.deed.value} at site {step.site}): {wrong}")
