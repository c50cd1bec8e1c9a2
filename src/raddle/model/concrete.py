"""The constrained model: values are those of the observed run. In: a trace program. Out: a trace program.

The predictive analysis paper, section 6, figure 6.

Every read of a step keeps the value that it saw, every write writes the value that it wrote, at the address at which it
did; synchronisation stays as it is. What is left is the maximal causal model: fewer orders than of the symbolic one, no
others. An order of it leads to a state that the symbolic model has too, since each guard, address and value follows
from reads that saw the same.

What an assertion looks at stays free, otherwise nothing could ever be violated: `assert(y == 1)` reads the current y. A
recorded program reads y in an event of its own, just before the check. So free is what a check reads itself, and what a
step reads that nothing but checks ever asks for: no other guard, no address of a step, no value that is written. Where
a condition and the branch around it became one check (decision 15: `if (x > 0) assert(y == 1)`), the branch keeps its
value, as t11 of figure 6 does: of the reads that one check asks for only the early ones are free, if there are any.

A racing access is next, and not in: its read may see anything (docs/rules.md, Imported traces). What the observed run
did not come to cannot take place, except checks and synchronisation.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from raddle.base.errors import UserError
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.terms import Term
from raddle.model.actions import Check, Read, Step, Write
from raddle.model.choice import Model
from raddle.model.program import Assumption, Event, TraceProgram
from raddle.model.run import Refusal, moves_of, run
from raddle.model.uses import reads_of, terms_of

CONSTRAINED: Final = (
    "every value that is read or written is that of the observed run, but for what assertions look at "
    "(--model concrete: the maximal causal model)"
)


def as_model(ctp: TraceProgram, model: Model) -> TraceProgram:
    return concrete(ctp) if model == "concrete" else ctp


def concrete(ctp: TraceProgram) -> TraceProgram:
    """The same events, with the same numbers."""
    if not ctp.observed:
        advice = "add the observed order: trace t1 t2 ..."
        raise UserError("the trace program has no observed run to take values from", advice=advice)
    moves = moves_of(ctp, ctp.observed)
    reached = run(ctp, moves)
    if isinstance(reached, Refusal):
        what = f"the observed order is no run of it: event {moves[reached.position].event}: {reached.reason}"
        raise AssertionError(what)
    maker = _Maker(ctp, reached.values, free_variables(ctp))
    kept = tuple(one for one in ctp.assumptions if not one.by_guard)
    return replace(ctp, events=tuple(map(maker.event, ctp.events)), assumptions=(Assumption(CONSTRAINED), *kept))


def free_variables(ctp: TraceProgram) -> set[Term]:
    """What only assertions look at."""
    asked: set[Term] = set()
    pinned: set[Term] = set()
    early = {read.variable for event in ctp.events for read in reads_of(event) if read.early}
    for event in ctp.events:
        variables = variables_of(terms_of(event))
        if isinstance(event.action, Check):
            asked.update(variables)
            if not early.isdisjoint(variables):
                pinned.update(set(variables) - early)
        else:
            pinned.update(variables)
    free = asked - pinned
    return free | _beside_early(ctp, free, asked | pinned)


def _beside_early(ctp: TraceProgram, free: set[Term], asked: set[Term]) -> set[Term]:
    """The read beside an early one that is the source's own (model/recorded/nowhere.py): it sees the same."""
    found: set[Term] = set()
    for event in ctp.events:
        reads = reads_of(event)
        cells = {cell for read in reads if read.early and read.variable in free for cell in read.cells}
        for read in reads if cells else ():
            if read.variable not in asked and not cells.isdisjoint(read.cells):
                found.add(read.variable)
    return found


class _Maker:
    def __init__(self, ctp: TraceProgram, values: Mapping[Term, int], free: set[Term]) -> None:
        self._terms = ctp.terms
        self._values = values
        self._worth = Evaluator(values)
        self._free = free
        self._observed = frozenset(ctp.observed)
        self._of_checks = {read.variable for check in ctp.checks for read in reads_of(check)}

    def event(self, event: Event) -> Event:
        match event.action:
            case Step() as step if event.number in self._observed:
                return replace(event, action=self._step(event, step))
            case Step(reads, _, writes) if reads or writes:
                return replace(event, action=Step(reads, self._terms.false, ()))
            case _:
                return event

    def _step(self, event: Event, step: Step) -> Step:
        """A check stays as it is, also where others ask for what it read: those keep the value."""
        kept = [read.variable for read in step.reads if read.variable not in self._free]
        if self._of_checks:
            kept += [variable for variable in variables_of(terms_of(event)) if variable in self._of_checks]
        guard = self._terms.all_of(self._keeps(variable) for variable in kept)
        return Step(tuple(map(self._read, step.reads)), guard, tuple(map(self._write, step.writes)))

    def _keeps(self, variable: Term) -> Term:
        return self._terms.equal(variable, self._terms.bits(self._values[variable], variable.width))

    def _read(self, read: Read) -> Read:
        return replace(read, cells=(self._cell(read),), address=None, addresses=())

    def _write(self, write: Write) -> Write:
        value = self._terms.bits(self._worth(write.value), write.value.width)
        return replace(write, value=value, cells=(self._cell(write),), address=None, addresses=())

    def _cell(self, access: Read | Write) -> int:
        if access.address is None:
            return access.cells[0]
        return access.cells[access.addresses.index(self._worth(access.address))]
