"""What each step says, asked once; and which conditions have to be shown where variables are used (section 3.2).

scope(j) = the conditions around step j, the locks that its thread held, the waits that it was reached through. Who uses
the variable of j has to show that j was reached: all of scope(j), and what these conditions demand in turn. A condition
that was demanded once stays known before everybody who stands earlier in the run, so that each is met once only.
"""

from collections.abc import Iterable
from typing import Final

from raddle.explain.detail import Detail
from raddle.explain.run import Formula, Run
from raddle.explain.slicing.literals import Claim
from raddle.logic.evaluate import subterms
from raddle.logic.operators import Op
from raddle.logic.substitute import rebuilt, with_values
from raddle.logic.terms import Term


class Said:
    """Formulas of a run."""

    def __init__(self, run: Run, detail: Detail) -> None:
        self.run: Final = run
        self.detail: Final = detail
        self._formulas: Final[dict[int, Formula]] = {}
        self._uses: Final[dict[int, tuple[int, ...]]] = {}
        self._variables: Final[dict[Term, tuple[int, ...]]] = {}

    def formula(self, number: int) -> Formula:
        found = self._formulas.get(number)
        if found is None:
            found = self._formulas[number] = self.run.formulas.of(self.run.steps[number])
        return found

    def value(self, number: int) -> Term:
        """What nobody computes from variables is as it was."""
        value = self.formula(number).value
        step = self.run.steps[number]
        return self.run.terms.bits(step.value, step.width) if value is None else value

    def uses(self, number: int) -> tuple[int, ...]:
        """The steps whose variables its value is made of, the latest first."""
        found = self._uses.get(number)
        if found is None:
            formula = self.formula(number)
            where = () if formula.where is None or not self.detail.control else (formula.where,)
            found = self._uses[number] = self.defined((self.value(number), *where, *formula.sound))
        return found

    def claims(self, condition: int) -> list[Claim]:
        """What has to be shown for a condition: nothing of one that needs nothing."""
        formula = self.formula(condition)
        if formula.needs is None:
            return []
        found = [Claim(formula.needs, formula.sound)]
        if formula.where is not None and self.detail.control:
            found.append(Claim(formula.where))
        return found

    def needed(self, condition: int) -> tuple[int, ...]:
        """The steps whose variables a condition speaks of."""
        return self.defined(term for claim in self.claims(condition) for term in (claim.shown, *claim.sound))

    def defined(self, terms: Iterable[Term]) -> tuple[int, ...]:
        """The steps of all variables in the terms, the latest first."""
        found: set[int] = set()
        for term in terms:
            found.update(self._spoken_of(term))
        return tuple(sorted(found, reverse=True))

    def _spoken_of(self, term: Term) -> tuple[int, ...]:
        known = self._variables.get(term)
        if known is None:
            run = self.run
            inside = subterms((term,)) if any(arg.args for arg in term.args) else (term, *term.args)
            known = tuple(run.defined_by(one) for one in inside if one.op is Op.VARIABLE)
            self._variables[term] = known
        return known

    def ends(self) -> tuple[int, ...]:
        """The steps whose variables the property speaks of."""
        return self.defined((self.run.failing.violated, *self.run.failing.sound, *self.places()))

    def places(self) -> list[Term]:
        """That the accesses which went wrong by their order were about that memory."""
        if not self.detail.control:
            return []
        found = [self.formula(one).where for one in sorted({one for pair in self.run.failing.orders for one in pair})]
        return [where for where in found if where is not None]


class Demands:
    """Backward through the run: each condition is demanded by the last step that needs it."""

    def __init__(self, said: Said) -> None:
        self._said: Final = said
        self._met: Final[set[int]] = set()

    def at_the_end(self) -> list[int]:
        """By the failing point itself."""
        run = self._said.run
        failing = run.failing
        if not self._said.detail.control:
            alone = failing.violated is run.terms.true and not failing.orders and failing.guard is not None
            found = [failing.guard] if alone and failing.guard is not None else []
            self._met.update(found)
            return [one for one in found if self._said.claims(one)]
        around = [*failing.around, *(one for pair in failing.orders for end in pair for one in run.steps[end].around)]
        return self._new(around, self._said.ends())

    def of(self, number: int) -> list[int]:
        """By a kept step, for the variables that it uses."""
        return self._new((), self._said.uses(number)) if self._said.detail.control else []

    def _new(self, around: Iterable[int], used: Iterable[int]) -> list[int]:
        """Those that were not met before, innermost first."""
        said, steps, met = self._said, self._said.run.steps, self._met
        found: list[int] = []
        stack = [tuple(around), *[steps[one].around for one in used]]
        while stack:
            for one in stack.pop():
                if one in met:
                    continue
                met.add(one)
                if said.claims(one):
                    found.append(one)
                stack.append(steps[one].around)
                stack.extend([steps[other].around for other in said.needed(one)])
        return found


def substituted(run: Run, term: Term, number: int, value: Term) -> Term:
    """With the variable of a step replaced."""
    variable = run.variable(number)
    if term.args and term.args[0] is variable and len(term.args) == 2 and term.args[1].op is Op.CONSTANT:
        return rebuilt(run.terms, term, (value, term.args[1]))
    return with_values(run.terms, term, {variable: value})
