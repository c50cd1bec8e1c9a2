"""What reads see in a run of a trace program that comes to a goal: of those that matter to it."""

from raddle.encode.candidates import Writer
from raddle.encode.near import Near
from raddle.encode.reads import Reads
from raddle.encode.totals import Totals
from raddle.encode.trace_candidates import TraceCandidates
from raddle.encode.trace_formula import TraceFormula
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.accesses import Access
from raddle.model.actions import Read, Step, Write


class TraceReads(Reads):
    """`explained`: False leaves open what other threads wrote; only what must have been read is known."""

    def __init__(
        self, formula: TraceFormula, candidates: TraceCandidates, totals: Totals, *, explained: bool = True
    ) -> None:
        super().__init__(formula, candidates, totals)
        self._cone = formula.cone
        self._same_as = candidates.same_as
        self._explained = explained
        for variable in sorted(self._cone.reads, key=lambda one: formula.index.reads[one][0]):
            self._met(variable)

    def sources(self, variable: Term) -> list[tuple[Term, int, Write]]:
        """When the read sees which write of which event. Only of those that are told apart."""
        event, read = self._formula.index.reads[variable]
        writers = self._candidates.writers(event, read)
        if variable in self._choices:
            self._asked[variable] = None
            found = [(self._literal(read, writer, write), writer, write) for writer, write in writers]
            return [one for one in found if one[0] in self._choices[variable]]
        only = self._candidates.only(event, read)
        return [] if only is None else [(self._terms.true, writers[0][0], only)]

    def selects(self, access: Read | Write | Access, cell: int) -> Term:
        """Whether its address is that of the cell."""
        here = super().selects(access, cell)
        if access.address is None or not isinstance(self._cone, Near):
            return here
        # on a slice nobody else asks whether the address can be computed
        return self._terms.all_of((here, self.condition(computable(self._terms, (self.meaning(access.address),)))))

    def _met(self, variable: Term) -> None:
        if variable in self._cone.reads:
            super()._met(variable)

    def _classify(self, variable: Term, event: int, read: Read) -> None:
        same = None if variable in self._cone.told_apart else self._same_as(event, read)
        if same is None:
            super()._classify(variable, event, read)
        else:
            self._replaced[variable] = same

    def _total(self, variable: Term, event: int, read: Read) -> tuple[Term, bool] | None:
        if not self._explained or self._formula.is_head(event) or variable in self._cone.told_apart:
            return None
        return super()._total(variable, event, read)

    def _leave_to_choice(
        self, variable: Term, event: int, read: Read, writers: list[Writer], *, covered: bool
    ) -> None:
        if self._explained:
            super()._leave_to_choice(variable, event, read, writers, covered=covered)


def assert_kept_guards(formula: TraceFormula, reads: Reads) -> None:
    """Of a slice that keeps some branches only: those went their recorded way."""
    for event in sorted(formula.cone.kept):
        action = formula.index.ctp.events[event].action
        if isinstance(action, Step) and formula.may_take_place(event):
            formula.require(*formula.unless_taken(event), reads.condition(action.guard))
