"""Main's part with all that it reads decided: models of runs in, the same with a decision behind each of its reads.

What main does is then a constant of its way, also what it gives to libraries: another value is another way, which some
run shows. And where all threads are over, it looks at all that they have written: so what a library finds there,
whatever that may be, is a constant of the way too. Before there are other threads nothing has to be decided.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from raddle.logic.substitute import with_values
from raddle.logic.terms import Term
from raddle.model.actions import Action, Cell, Check, Create, Join, Read, Step
from raddle.model.alone import alone_points
from raddle.model.program import MAIN, Event, TraceProgram
from raddle.model.recorded.places import Place
from raddle.model.recorded.several import RunModel
from raddle.model.run import observed_values
from raddle.model.uses import with_terms

NO_ROW: Final = 1 << 62
"""Of a walk: what is looked at has no instruction."""
Cells = dict[Hashable, Cell]
"""By what they are."""


class Decisions:
    """Makes the models again only where there is something new, as verify/memory/flags.py does."""

    def __init__(self) -> None:
        self._written: Cells = {}
        self._made: dict[int, tuple[RunModel, RunModel]] = {}
        self._numbers = count()

    def decided(self, models: Sequence[RunModel]) -> tuple[RunModel, ...]:
        written = written_by_others(models) if only_main_creates(models) else {}
        if written != self._written:
            self._written = written
            self._made.clear()
        for model in models:
            known = self._made.get(model.number)
            if known is None or known[0] is not model:
                looking = _looking(model, written, self._numbers)
                self._made[model.number] = model, _decided(looking)
        return tuple(self._made[model.number][1] for model in models)


def only_main_creates(models: Iterable[RunModel]) -> bool:
    return all(thread.parent in (None, MAIN) for model in models for thread in model.ctp.threads)


def written_by_others(models: Iterable[RunModel]) -> Cells:
    """In any run; in the order of their addresses. Cells that stand for no memory are none."""
    found: Cells = {}
    for model in models:
        steps = [event.action for event in model.ctp.events if event.thread != MAIN and isinstance(event.action, Step)]
        written = {cell for step in steps for write in step.writes for cell in write.cells}
        found |= {model.cells[cell]: model.ctp.cells[cell] for cell in written if not model.ctp.cells[cell].hidden}
    return dict(sorted(found.items(), key=lambda one: repr(one[0])))


def _looking(model: RunModel, written: Cells, numbers: Iterable[int]) -> RunModel:
    """With a look at these cells behind each join that leaves main alone."""
    if not written:
        return model
    terms, numbers = model.ctp.terms, iter(numbers)
    keys, cells = list(model.cells), list(model.ctp.cells)
    for key in written.keys() - set(keys):
        keys.append(key)
        cells.append(written[key])
    number_of = {key: number for number, key in enumerate(keys)}
    looks: dict[int, Action] = {}
    alone, target = alone_points(model.ctp), model.ctp.graph.target
    for event in model.ctp.of_thread(MAIN):
        if isinstance(event.action, Join) and target[event.number] in alone:
            reads = [
                Read(terms.variable(f"looked.{next(numbers)}", cell.width), (number_of[key],), early=True)
                for key, cell in written.items()
            ]
            looks[event.number] = Step(tuple(reads), terms.true, ())
    return _with_events(replace(model, ctp=replace(model.ctp, cells=tuple(cells)), cells=tuple(keys)), looks, NO_ROW)


def _decided(model: RunModel) -> RunModel:
    """With a decision behind each read of main's, as far as its value is known; then terms speak of values."""
    terms, values, among_others = model.ctp.terms, observed_values(model.ctp), False
    decisions: dict[int, Action] = {}
    about: dict[Action, list[Term]] = {}
    for event in model.ctp.of_thread(MAIN):
        among_others = among_others or isinstance(event.action, Create)
        read = [one for one in _read(event.action) if one in values] if among_others else []
        if read and event.number != model.failed:
            guard = terms.all_of(terms.equal(one, terms.bits(values[one], one.width)) for one in read)
            decisions[event.number] = Step((), guard, ())
            about[decisions[event.number]] = read
    return _with_values(_with_events(model, decisions), values, about)


def _read(action: Action) -> list[Term]:
    """Variables that terms may speak of."""
    reads = action.reads if isinstance(action, Step | Check) else ()
    return [one.variable for one in reads if not one.of_early and not one.of_lock]


# ---- models with more events, and with constants


def _with_events(model: RunModel, behind: Mapping[int, Action], origin: int | None = None) -> RunModel:
    """`behind` which event there is one more. `origin`: where it comes from, if not from where that one does."""
    ctp, numbers = model.ctp, list[int]()
    events, threads = list[Event](), []
    for of in ctp.threads:
        first = len(events)
        for event in ctp.events[of.first : of.first + of.count]:
            numbers.append(len(events))
            events.append(replace(event, number=len(events), position=len(events) - first))
            if event.number in behind:
                row, position = event.origin if origin is None else origin, len(events) - first
                events.append(Event(len(events), event.thread, position, behind[event.number], event.upto, row))
        threads.append(replace(of, first=first, count=len(events) - first))
    observed = [new for old in ctp.observed for new in range(numbers[old], numbers[old] + 1 + (old in behind))]
    assumptions = [one if one.event is None else replace(one, event=numbers[one.event]) for one in ctp.assumptions]
    more_of = replace(
        ctp, events=tuple(events), threads=tuple(threads), observed=tuple(observed), assumptions=tuple(assumptions),
        transactions=tuple((numbers[first], numbers[last]) for first, last in ctp.transactions),
    )  # fmt: skip
    places = [_moved(of, ctp, more_of, number, numbers) for number, of in enumerate(model.places)]
    failed = None if model.failed is None else numbers[model.failed]
    return replace(model, ctp=more_of, places=tuple(places), failed=failed)


def _moved(
    places: Sequence[Place], old: TraceProgram, new: TraceProgram, thread: int, numbers: Sequence[int]
) -> tuple[Place, ...]:
    before, after = old.threads[thread], new.threads[thread]
    positions = [numbers[number] - after.first for number in range(before.first, before.first + before.count)]
    positions.append(after.count)
    return tuple(replace(place, before=positions[place.before]) for place in places)


def _with_values(model: RunModel, values: Mapping[Term, int], about: Mapping[Action, Sequence[Term]]) -> RunModel:
    """Behind a decision of main's its variables are the values that it is `about`."""
    terms, known = model.ctp.terms, dict[Term, Term]()
    events, places = list(model.ctp.events), list[Place]()
    left = list(reversed(model.places[MAIN])) if model.places else []

    def of(term: Term) -> Term:
        return with_values(terms, term, known) if known else term

    for event in (*model.ctp.of_thread(MAIN), None):
        while left and (event is None or left[-1].before <= event.position):
            place = left.pop()
            places.append(replace(place, held=tuple((what, of(term)) for what, term in place.held)))
        if event is not None and event.action in about:
            known |= {one: terms.bits(values[one], one.width) for one in about[event.action]}
        elif event is not None:
            events[event.number] = replace(event, action=with_terms(event.action, of))
    all_places = (tuple(places), *model.places[1:]) if model.places else ()
    return replace(model, ctp=replace(model.ctp, events=tuple(events)), places=all_places)
