"""How a thread notices what one of its reads saw: docs/rules.md, Atomicity.

In: a trace program. Out: for each read whether it notices every other value; or only one for which some condition turns
out differently; or, being the old value of an update whose result nobody looks at, none. And which reads of an event
are the own ones of a write: those of the old value of what it writes. Nothing here is evaluated: that is for
model/dependence.py (as terms) and model/dependence_in_run.py (in states).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from raddle.logic.evaluate import subterms
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Free, Read, Step, Write
from raddle.model.program import Event, TraceProgram
from raddle.model.uses import reads_of


@dataclass(frozen=True, slots=True)
class Always:
    """Another value is noticed."""


@dataclass(frozen=True, slots=True)
class ByConditions:
    """Another value of the variable is noticed where one of these is worth something else then, or cannot be
    computed."""

    variable: Term
    conditions: tuple[Term, ...]
    """Or parts of them: where one speaks of what is read later, the largest parts that do not."""
    updates: bool = False
    """The event also writes it back: where it does not come to that, every other value is noticed."""


@dataclass(frozen=True, slots=True)
class ByItsWrite:
    """Nothing depends on it but what the event itself writes back."""


Notices = Always | ByConditions | ByItsWrite


def own_reads(step: Step, write: Write) -> tuple[Read, ...]:
    """The reads of the old value: they go where the write goes."""
    where = (write.cells, write.address, write.addresses)
    return tuple(read for read in step.reads if (read.cells, read.address, read.addresses) == where)


@dataclass(frozen=True, slots=True)
class _Use:
    """A whole term that an event evaluates."""

    event: int
    is_condition: bool = False
    write: Write | None = None
    """It is the value that this one writes."""


class Noticing:
    """Of one trace program; makes what it needs when it is first asked, and remembers its answers."""

    def __init__(self, ctp: TraceProgram) -> None:
        self._ctp = ctp
        self._known: dict[Term, Notices] = {}

    def of(self, event: Event, read: Read) -> Notices:
        found = self._known.get(read.variable)
        if found is None:
            found = self._known[read.variable] = self._judged(event, read)
        return found

    def _judged(self, event: Event, read: Read) -> Notices:
        spoken_of = _early_one(event, read) if read.of_early else read
        if read.shown or spoken_of.shown:
            return Always()
        own = _written_back(event, read)
        conditions: dict[Term, None] = {}
        updates = False
        for term, use in self._uses_of(spoken_of.variable):
            if use.is_condition:
                conditions[term] = None
            elif own is not None and use.event == event.number and use.write is own:
                updates = True
            else:
                return Always()
        if not conditions:
            return Always() if own is None else ByItsWrite()
        parts = self._known_parts(event, tuple(conditions), spoken_of.variable)
        return Always() if spoken_of.variable in parts else ByConditions(spoken_of.variable, parts, updates)

    def _known_parts(self, event: Event, conditions: tuple[Term, ...], variable: Term) -> tuple[Term, ...]:
        """The largest parts that speak of the variable, and else only of what the thread has read when the event is
        over: if all of them keep their values, so do the conditions."""
        speaks: dict[Term, bool] = {}
        later: dict[Term, bool] = {}
        for term in subterms(conditions):  # operands first
            speaks[term] = term is variable or any(speaks[part] for part in term.args)
            read_later = term.op is Op.VARIABLE and self._read_at[term] > event.number
            later[term] = read_later or any(later[part] for part in term.args)
        found: dict[Term, None] = {}
        stack, seen = list(conditions), set(conditions)
        while stack:
            term = stack.pop()
            if not later[term]:
                found[term] = None
                continue
            for part in term.args:
                if speaks[part] and part not in seen:
                    seen.add(part)
                    stack.append(part)
        return tuple(found)

    # ---- what stands where

    def _uses_of(self, variable: Term) -> Iterator[tuple[Term, _Use]]:
        """The whole terms in which it occurs."""
        parents, whole = self._occurrences
        stack, seen = [variable], {variable}
        while stack:
            term = stack.pop()
            yield from ((term, use) for use in whole.get(term, ()))
            for parent in parents.get(term, ()):
                if parent not in seen:
                    seen.add(parent)
                    stack.append(parent)

    @cached_property
    def _read_at(self) -> dict[Term, int]:
        return {read.variable: event.number for event in self._ctp.events for read in reads_of(event)}

    @cached_property
    def _occurrences(self) -> tuple[dict[Term, list[Term]], dict[Term, list[_Use]]]:
        """Term -> the terms made of it; whole term -> who evaluates it."""
        whole: dict[Term, list[_Use]] = defaultdict(list)
        for event in self._ctp.events:
            for term, use in _evaluated(event):
                whole[term].append(use)
        parents: dict[Term, list[Term]] = defaultdict(list)
        stack, seen = list(whole), set(whole)
        while stack:
            term = stack.pop()
            for part in set(term.args):
                parents[part].append(term)
                if part not in seen:
                    seen.add(part)
                    stack.append(part)
        return dict(parents), dict(whole)


def _early_one(event: Event, read: Read) -> Read:
    """The read whose access this one is."""
    reads = reads_of(event)
    return reads[reads.index(read) - 1]


def _written_back(event: Event, read: Read) -> Write | None:
    """The write whose old value it reads."""
    writes = event.action.writes if isinstance(event.action, Step) else ()
    where = (read.cells, read.address, read.addresses)
    return next((one for one in writes if (one.cells, one.address, one.addresses) == where), None)


def _evaluated(event: Event) -> Iterator[tuple[Term, _Use]]:
    action, plain = event.action, _Use(event.number)
    if isinstance(action, Free) and action.when is not None:
        yield action.when, plain
    if not isinstance(action, Step | Check):
        return
    writes = action.writes if isinstance(action, Step) else ()
    accesses: tuple[Read | Write, ...] = (*action.reads, *writes)
    for access in accesses:
        if access.address is not None:  # whether the source reads there is a condition
            is_choice = isinstance(access, Read) and access.of_early and _early_one(event, access).address is None
            yield access.address, _Use(event.number, is_condition=True) if is_choice else plain
    yield action.guard if isinstance(action, Step) else action.condition, _Use(event.number, is_condition=True)
    for write in writes:
        yield write.value, _Use(event.number, write=write)
