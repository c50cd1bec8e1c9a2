"""Pointers that are names: given the address of an object, handed on, by nothing that had to be decided.

`poll(&trigger)` makes `trig` of the function another word for &trigger, and `wait(&trig->lock)` one for its part. Why
an access through it was to that memory needs no reason then. It does where the pointer was read from memory, merged
from several ways, or assigned where not everybody comes who uses it: under a condition that is over, within a lock's
region that is.
"""

from collections.abc import Callable
from typing import Final, Protocol

from raddle.explain.run import Deed, Step
from raddle.explain.walked.raw import RawStep, Variable
from raddle.logic.evaluate import variables_of
from raddle.logic.operators import Op
from raddle.logic.substitute import with_values
from raddle.logic.terms import Term, TermStore


class Declared(Protocol):
    """Local variables, as the source declares them."""

    def is_pointer(self, variable: Variable) -> bool: ...

    def is_parameter(self, variable: Variable) -> bool: ...


class Settled:
    """`value`: what an ASSIGN gives, over the variables of steps."""

    def __init__(
        self,
        terms: TermStore,
        steps: list[Step],
        origins: list[RawStep | None],
        value: Callable[[Step], Term],
        declared: Declared,
    ) -> None:
        self._terms: Final = terms
        self._steps: Final = steps
        self._origins: Final = origins
        self._value: Final = value
        self._declared: Final = declared
        self._known: Final[dict[int, bool]] = {}
        self._inside: Final[dict[tuple[int, int], bool]] = {}

    def left(self, where: Term, user: Step) -> Term:
        """What of an address has to be explained."""
        names = {}
        for variable in variables_of([where]):
            step = self._steps[int(str(variable.data)[1:])]
            if self._is_name(step) and self._is_around(step, user):
                names[variable] = self._terms.bits(step.value, step.width)
        return with_values(self._terms, where, names) if names else where

    def _is_name(self, step: Step) -> bool:
        known = self._known.get(step.number)
        if known is None:
            known = self._known[step.number] = self._names_object(step)
        return known

    def _names_object(self, step: Step) -> bool:
        raw = self._origins[step.number]
        if step.deed is not Deed.ASSIGN or raw is None or raw.variable is None or not step.value:
            return False
        value, variable = self._value(step), raw.variable
        given = [self._steps[int(str(one.data)[1:])] for one in variables_of([value])]
        is_own = any(self._variable(one) == variable for one in given)
        unchanged = value.op in (Op.CONSTANT, Op.VARIABLE) or (self._declared.is_parameter(variable) and not is_own)
        if not unchanged or not self._declared.is_pointer(variable):
            return False
        return all(self._is_name(one) and self._is_around(one, step) for one in given)

    def _variable(self, step: Step) -> Variable | None:
        raw = self._origins[step.number]
        return None if raw is None else raw.variable

    def _is_around(self, step: Step, user: Step) -> bool:
        """Whether whoever uses it stands in all scopes that it stands in."""
        if step.thread != user.thread or not set(step.locks) <= set(user.locks):
            return False
        if step.waited not in (None, user.waited) or step.guard is None or user.guard is None:
            return False
        return self._is_inside(user.guard, step.guard)

    def _is_inside(self, inner: int, outer: int) -> bool:
        passed: list[int] = []
        at: int | None = inner
        known: bool | None = None
        while known is None:
            if at is None or at <= outer:
                known = at == outer
            elif (found := self._inside.get((at, outer))) is not None:
                known = found
            else:
                passed.append(at)
                at = self._steps[at].guard
        self._inside.update({(one, outer): known for one in passed})
        return known
