"""A failing run and a detail -> its slice with error invariants."""

from typing import Final

from raddle.base.errors import InternalError
from raddle.explain.detail import Detail
from raddle.explain.run import Run
from raddle.explain.slices import Hazard, Slice
from raddle.explain.slicing.chain import Chain, NoProof
from raddle.explain.slicing.demands import Said
from raddle.explain.slicing.hazards import Writes, claimed
from raddle.explain.slicing.implications import Implications
from raddle.explain.slicing.inductive import check_inductive
from raddle.explain.slicing.invariants import Invariants, Literals, literals_of
from raddle.explain.slicing.minimise import Minimal, minimal_chain
from raddle.explain.slicing.orders import Path
from raddle.solve.implied import SmallQuestions


class Slicer:
    """Slices of one run. What the details share is found once."""

    def __init__(self, run: Run) -> None:
        self._run: Final = run
        self.questions: Final = SmallQuestions()
        self._writes: Writes | None = None
        self._minimal: Final[dict[bool, Minimal]] = {}
        self._literals: Final[dict[bool, Literals]] = {}
        self._checked: Final[set[bool]] = set()
        self._said: Final = {control: Said(run, Detail(control=control)) for control in (False, True)}

    def of(self, detail: Detail) -> Slice:
        run = self._run
        found = self._values(detail)
        chain = found.chain
        hazards = self._hazards(chain, detail)
        ends = {end for hazard in hazards for end in (hazard.earlier, hazard.later)}
        kept = tuple(sorted({*chain.kept, *ends}))
        path = sorted({*kept, *chain.conditions})
        switches = Path(run, path, [(hazard.earlier, hazard.later) for hazard in hazards]).needed()
        invariants = Invariants(run, self._literals[detail.control], hazards, kept)
        sliced = Slice(detail, kept, chain.conditions, hazards, switches, invariants, found.is_minimal)
        is_known = detail.control in self._checked
        check_inductive(self._said[detail.control], sliced, self.questions, orders_only=is_known)
        self._checked.add(detail.control)
        return sliced

    def _values(self, detail: Detail) -> Minimal:
        """What the failure needs of values and conditions: the same with and without hazards."""
        if detail.control not in self._minimal:
            said = self._said[detail.control]
            implications = Implications(self._run, self.questions)
            try:
                found = self._minimal[detail.control] = minimal_chain(said, implications)
                self._literals[detail.control] = literals_of(self._run, found.chain)
            except NoProof:
                raise InternalError("the failing run does not imply its failure") from None
        return self._minimal[detail.control]

    def _hazards(self, chain: Chain, detail: Detail) -> tuple[Hazard, ...]:
        found = set(claimed(self._run))
        if detail.hazards:
            if self._writes is None:
                self._writes = Writes(self._run)
            for number in chain.kept:
                found |= self._writes.hazards(number, detail)
        return tuple(sorted(found, key=lambda one: (one.earlier, one.later, one.read, one.kind.value)))


def slice_of(run: Run, detail: Detail) -> Slice:
    return Slicer(run).of(detail)
