"""Kept steps whose values depend on those of steps that are not kept: what is known of them all the same."""

from collections.abc import Iterator
from typing import Final

from raddle.explain.slicing.demands import Said
from raddle.explain.slicing.literals import Claim
from raddle.logic.arithmetic import mask
from raddle.logic.operators import Op
from raddle.logic.ranges import Range, Ranges, full


class Vague:
    """Of the steps that may be kept; all may be: none is vague."""

    def __init__(self, said: Said, allowed: frozenset[int] | None) -> None:
        self._said: Final = said
        self._ranges: Final[dict[int, Range]] = {}
        self.steps: Final[set[int]] = set()
        self.sound: Final[set[int]] = set()
        """Allowed steps that take something for granted."""
        if allowed is not None:
            self._learn(sorted(allowed), allowed)

    def _learn(self, ascending: list[int], allowed: frozenset[int]) -> None:
        said = self._said
        for number in ascending:
            used = said.defined((said.value(number),))
            sound = said.formula(number).sound
            if sound:
                self.sound.add(number)
            if any(one in self.steps or one not in allowed for one in used):
                self.steps.add(number)
                local = Ranges({said.run.variable(one): self._ranges[one] for one in used if one in self._ranges})
                for one in used:
                    if one not in self.steps and one in allowed:
                        local.bound(said.run.variable(one), Op.EQ, said.run.steps[one].value)
                local.learn(sound)
                found = local.range(said.value(number))
                if found != full(said.run.steps[number].width):
                    self._ranges[number] = found

    def claims(self, number: int) -> Iterator[Claim]:
        """Bounds of its variable that hold for every value of what it depends on."""
        found = self._ranges.get(number)
        if found is None:
            return
        run = self._said.run
        variable, terms = run.variable(number), run.terms
        width = variable.width
        whole = full(width)
        for bound, limit, op in zip(found, whole, (Op.SGE, Op.SLE, Op.UGE, Op.ULE), strict=True):
            if bound != limit and width > 1:
                yield Claim(terms.apply(op, 1, variable, terms.bits(bound & mask(width), width)))
