"""When two events depend on each other, as terms over what the threads read: docs/rules.md, Atomicity.

e1 comes first; c is a cell that both touch and one of them writes; v is what is in c right before e1. What an event
makes of c is a function f: of a reader f(x) = x; of a writer what it writes, its own reads of the old value replaced by
x. They are independent in c iff

    f2(f1(v)) = f1(f2(v)),  no read of c by e1 notices f2(v) for v,  no read of c by e2 notices v for f1(v)

and, where e1 does not write c, the same holds of what is there right before e2. So a write is silent only if it neither
changes what is there nor would have been something new for the reader.

A read does not notice an equal value; nor one under which all conditions that it feeds turn out the same, if it feeds
conditions only, and the event's own write if it is an update; nor any, if it is the old value of an update whose result
nobody looks at (model/noticing.py). What cannot be computed is noticed. The atomicity violations paper, section 3:
RD-WR, WR-WR, WR-C, and a[i], *p by their addresses.

v is the variable of a read of an event itself: model/values_before.py adds one where there is none. What the same is
in a run, from the states alone: model/dependence_in_run.py.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from raddle.base.errors import InternalError
from raddle.logic.evaluate import variables_of
from raddle.logic.substitute import with_values
from raddle.logic.terms import Term, TermStore
from raddle.logic.traps import computable
from raddle.model.actions import Check, Read, Step, Write
from raddle.model.noticing import Always, ByConditions, ByItsWrite, Noticing, own_reads
from raddle.model.program import Event, TraceProgram
from raddle.model.uses import reads_of, writes_of


class Dependence:
    """Of one trace program, with values before the writes of the events that are asked for."""

    def __init__(self, ctp: TraceProgram) -> None:
        self._events = ctp.events
        self._cells = ctp.cells
        self._terms = ctp.terms
        self._noticing = Noticing(ctp)

    def of(self, first: int, second: int, *, second_is_next: bool) -> Term:
        """Whether they depend on each other, `first` being in the run, `second` later in it or next."""
        common = common_cells(self._events[first], self._events[second])
        return self._terms.any_of(
            self.at(first, second, cell, second_is_next=second_is_next)
            for cell in common
            if not self._cells[cell].hidden
        )

    def at(self, first: int, second: int, cell: int, *, second_is_next: bool) -> Term:
        """The same in one cell."""
        one = self._acting(self._events[first], cell, is_next=False)
        other = self._acting(self._events[second], cell, is_next=second_is_next)
        terms = self._terms
        both = terms.all_of((one.writes, other.writes))
        only_second = terms.all_of((terms.negation(one.writes), other.writes))
        return terms.any_of(
            (
                terms.all_of((one.writes, self._sees_the_first(one, other))),
                terms.false if both is terms.false else terms.all_of((both, self._do_not_commute(one, other))),
                terms.false if only_second is terms.false else terms.all_of((only_second, self._is_seen(one, other))),
            )
        )

    # ---- the three ways

    def _sees_the_first(self, one: "_Acting", other: "_Acting") -> Term:
        """The first one writes, the second one reads."""
        if one.writes is self._terms.false or not other.reads:
            return self._terms.false
        before = one.before
        return self._notices(other, one.made_of(before), before)

    def _is_seen(self, one: "_Acting", other: "_Acting") -> Term:
        """The first one reads, the second one writes."""
        terms = self._terms
        found = []
        for read, comes in one.reads:
            alone = other.made_of(read.variable)
            found.append(terms.all_of((comes, terms.negation(computable(terms, (alone,))))))
            found.append(self._notices(one, read.variable, alone, only=read))
        if one.reads:
            found.append(self._notices(one, other.before, other.made_of(other.before)))
        return terms.any_of(found)

    def _do_not_commute(self, one: "_Acting", other: "_Acting") -> Term:
        """Both write: another result, or the first one's reads would have seen something else. (What the second one's
        reads see is said already.)"""
        terms = self._terms
        if not one.uses_before and not other.uses_before and not one.reads:
            return terms.negation(terms.equal(one.value, other.value))
        before = one.before
        alone = other.made_of(before)
        in_order, other_order = other.made_of(one.made_of(before)), one.made_of(alone)
        return terms.any_of(
            (
                terms.negation(computable(terms, (alone, in_order, other_order))),
                terms.negation(terms.equal(in_order, other_order)),
                self._notices(one, before, alone),
            )
        )

    # ---- what an event does to the cell, and what it notices

    def _acting(self, event: Event, cell: int, *, is_next: bool) -> "_Acting":
        terms, action = self._terms, event.action
        if not isinstance(action, Step | Check):
            return _Acting(terms, event, None, terms.false, (), ())
        write = next((one for one in writes_of(event) if cell in one.cells and not one.made_up), None)
        writes = terms.false if write is None else _selects(terms, write, cell)
        if is_next and isinstance(action, Step) and write is not None:
            writes = terms.all_of((writes, _takes_place(terms, action)))
        doubtful = action.reads if is_next else ()
        reads = tuple(
            (read, terms.all_of((_selects(terms, read, cell), _come(terms, doubtful[: place + 1]))))
            for place, read in enumerate(action.reads)
            if cell in read.cells and not read.early
        )
        return _Acting(terms, event, write, writes, reads, doubtful)

    def _notices(self, acting: "_Acting", seen: Term, other: Term, only: Read | None = None) -> Term:
        """Whether one of its reads of the cell, or only that one, notices the one value for the other."""
        terms = self._terms
        differ = terms.negation(terms.equal(seen, other))
        if differ is terms.false:
            return terms.false
        found = []
        for read, comes in acting.reads if only is None else [one for one in acting.reads if one[0] is only]:
            match self._noticing.of(acting.event, read):
                case Always():
                    noticed = terms.true
                case ByItsWrite():
                    noticed = terms.negation(acting.writes)
                case ByConditions(variable, conditions, updates):
                    changed = [_changes(terms, one, variable, seen, other) for one in conditions]
                    changed.append(terms.negation(acting.knows(conditions)))
                    changed.append(terms.all_of((terms.truth(updates), terms.negation(acting.writes))))
                    noticed = terms.any_of(changed)
            found.append(terms.all_of((comes, differ, noticed)))
        return terms.any_of(found)


@dataclass(frozen=True, slots=True)
class _Acting:
    """What one event does to one cell."""

    terms: TermStore
    event: Event
    write: Write | None
    writes: Term
    """Whether it writes the cell."""
    reads: tuple[tuple[Read, Term], ...]
    """Its accesses that read it, and whether they do."""
    doubtful: tuple[Read, ...]
    """All its reads, if it is next: they come to pass up to the first whose address is not one of those recorded."""

    @property
    def value(self) -> Term:
        assert self.write is not None
        return self.write.value

    @property
    def _own(self) -> tuple[Read, ...]:
        assert self.write is not None
        assert isinstance(self.event.action, Step)
        return own_reads(self.event.action, self.write)

    @property
    def uses_before(self) -> bool:
        """Whether what it writes depends on what was there."""
        return not {read.variable for read in self._own}.isdisjoint(variables_of((self.value,)))

    @property
    def before(self) -> Term:
        """What is there right before it writes."""
        if not self._own:
            raise InternalError(f"nobody reads what was there before the write of event {self.event.number}")
        return self._own[0].variable

    def knows(self, conditions: Iterable[Term]) -> Term:
        """Whether the reads that the conditions speak of come to pass."""
        variables = set(variables_of(conditions))
        places = [place for place, read in enumerate(self.doubtful) if read.variable in variables]
        return _come(self.terms, self.doubtful[: max(places) + 1] if places else ())

    def made_of(self, before: Term) -> Term:
        """f: what it leaves there."""
        return with_values(self.terms, self.value, {read.variable: before for read in self._own})


def common_cells(one: Event, other: Event) -> list[int]:
    """The cells that both may touch, one of them writing; also hidden ones."""
    (read, written), (also_read, also_written) = _may_touch(one), _may_touch(other)
    return sorted((written & (also_read | also_written)) | (read & also_written))


def _may_touch(event: Event) -> tuple[set[int], set[int]]:
    """By its accesses (model/accesses.py), but for frees: on them nothing depends."""
    return (
        {cell for read in reads_of(event) if not read.early for cell in read.cells},
        {cell for write in writes_of(event) if not write.made_up for cell in write.cells},
    )


def _selects(terms: TermStore, access: Read | Write, cell: int) -> Term:
    if access.address is None:
        return terms.true
    return _is(terms, access.address, access.addresses[access.cells.index(cell)])


def _is(terms: TermStore, address: Term, value: int) -> Term:
    return terms.equal(address, terms.bits(value, address.width))


def _come(terms: TermStore, accesses: Iterable[Read | Write]) -> Term:
    """Whether they all have addresses that the trace program knows."""
    found = []
    for access in accesses:
        if access.address is not None:
            found.append(computable(terms, (access.address,)))
            found.append(terms.any_of(_is(terms, access.address, value) for value in access.addresses))
    return terms.all_of(found)


def _takes_place(terms: TermStore, step: Step) -> Term:
    """Whether a step that is next can, in terms of what is read: encode/asked.py says it with what reads see."""
    computed = computable(terms, (step.guard, *(write.value for write in step.writes)))
    return terms.all_of((step.guard, computed, _come(terms, (*step.reads, *step.writes))))


def _changes(terms: TermStore, condition: Term, variable: Term, seen: Term, other: Term) -> Term:
    one, another = (with_values(terms, condition, {variable: value}) for value in (seen, other))
    return terms.any_of((terms.negation(computable(terms, (one, another))), terms.negation(terms.equal(one, another))))
