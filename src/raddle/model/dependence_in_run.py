"""When two events of one run depend on each other, from what was in the cells: the meaning of model/dependence.py.

In: what the two events saw and did (Deed), and what was read in the run. Out: yes or no. Nothing here knows of formulas
or of added reads: what was in a cell before an event is looked up in the state.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.terms import Term
from raddle.model.actions import Check, Read, Step, Write
from raddle.model.machine import Machine
from raddle.model.noticing import Always, ByConditions, ByItsWrite, Noticing, own_reads
from raddle.model.program import Event
from raddle.model.worth import GrowingWorth

Values = Mapping[Term, int]


@dataclass(frozen=True, slots=True)
class Deed:
    """What an event does in one run, as far as it comes: its reads up to the first whose address is not one of those
    recorded; its writes, if it takes place."""

    event: Event
    before: Mapping[int, int]
    """By cell: what is there, of those that it touches."""
    reads: tuple[tuple[Read, int], ...] = ()
    """Its accesses that read, and where."""
    writes: tuple[tuple[Write, int], ...] = ()

    def write_of(self, cell: int) -> Write | None:
        return next((write for write, where in self.writes if where == cell), None)

    def reads_of(self, cell: int) -> list[Read]:
        return [read for read, where in self.reads if where == cell]


def deed_of(machine: Machine, slots: list[int], event: Event, worth: GrowingWorth) -> Deed:
    """Of a thread's next event. What it reads is learned."""
    if not isinstance(event.action, Step | Check):
        return Deed(event, {})
    cells = machine.program.cells
    all_reads, all_writes = machine.accesses(slots, event.action, worth)
    reads = tuple([(one, cell) for one, cell in all_reads if not (one.early or cells[cell].hidden)])
    writes = tuple([(one, cell) for one, cell in all_writes if not (one.made_up or cells[cell].hidden)])
    return Deed(event, {cell: machine.cell(slots, cell) for _, cell in (*reads, *writes)}, reads, writes)


def dependent(noticing: Noticing, values: Values, first: Deed, second: Deed) -> bool:
    """`first` comes first. `values`: all that was read in the run."""
    touched = {cell for _, cell in (*first.reads, *first.writes)}
    return any(_dependent_at(cell, noticing, values, first, second) for cell in sorted(touched))


def _dependent_at(cell: int, noticing: Noticing, values: Values, first: Deed, second: Deed) -> bool:
    if first.write_of(cell) is None and second.write_of(cell) is None:
        return False
    if second.write_of(cell) is None and not second.reads_of(cell):
        return False
    befores = {first.before[cell]} if first.write_of(cell) is not None else {first.before[cell], second.before[cell]}
    return any(_differs(cell, noticing, values, first, second, before) for before in befores)


def _differs(cell: int, noticing: Noticing, values: Values, first: Deed, second: Deed, before: int) -> bool:
    """Whether the order matters where that is in the cell before both."""
    try:
        after_first = _made_of(first, cell, values, before)
        after_second = _made_of(second, cell, values, before)
        if _made_of(second, cell, values, after_first) != _made_of(first, cell, values, after_second):
            return True
    except Trap:
        return True
    return _notice(first, cell, noticing, values, (before, after_second)) or _notice(
        second, cell, noticing, values, (after_first, before)
    )


def _made_of(deed: Deed, cell: int, values: Values, before: int) -> int:
    """What it leaves in the cell."""
    write = deed.write_of(cell)
    if write is None:
        return before
    assert isinstance(deed.event.action, Step)
    old = {read.variable: before for read in own_reads(deed.event.action, write)}
    return _worth(write.value, values, old)


def _notice(deed: Deed, cell: int, noticing: Noticing, values: Values, seen: tuple[int, int]) -> bool:
    if seen[0] == seen[1]:
        return False
    for read in deed.reads_of(cell):
        match noticing.of(deed.event, read):
            case Always():
                return True
            case ByItsWrite():
                if deed.write_of(cell) is None:
                    return True
            case ByConditions(variable, conditions, updates):
                if updates and deed.write_of(cell) is None:
                    return True
                if any(_changes(one, variable, values, seen) for one in conditions):
                    return True
    return False


def _changes(condition: Term, variable: Term, values: Values, seen: tuple[int, int]) -> bool:
    """So does a condition that speaks of a read that could not be done."""
    if any(one not in values for one in variables_of((condition,)) if one is not variable):
        return True
    try:
        one, other = (_worth(condition, values, {variable: value}) for value in seen)
    except Trap:
        return True
    return one != other


def _worth(term: Term, values: Values, instead: Values) -> int:
    return Evaluator({one: instead[one] if one in instead else values[one] for one in variables_of((term,))})(term)
