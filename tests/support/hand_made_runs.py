"""Runs made by hand, as texts: RunModels with one TermStore, as model/recorded/several.py makes them of real ones.

Cells, locks and the like are the same where their names are; so are instructions where their labels are. `places`: per
thread, the local states: before which label, where, and what is held: a number, or the label of the event that read it.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from raddle.logic.bottom_up import bottom_up
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Action, Check, Free, Read, Step, Write
from raddle.model.program import Event, TraceProgram
from raddle.model.recorded.several import Place, RunModel
from raddle.model.text.parse import parse_ctp
from raddle.trace.walk import Trace
from raddle.verify.grow.growing import Growing


@dataclass(frozen=True)
class At:
    """A local state."""

    before: str
    """A label, or "end"."""
    where: Hashable
    held: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Written:
    text: str
    places: Mapping[str, Sequence[At]] = field(default_factory=dict)
    failed: str = ""
    """The label of the check that was false."""


class LabelSource:
    """Instructions are labels: what stands behind an underscore does not count."""

    def __init__(self, kinds: Mapping[str, str] | None = None) -> None:
        self._kinds = kinds or {}

    def site(self, model: RunModel, event: Event) -> Hashable:
        return _instruction(event.label) or None

    def kind(self, model: RunModel, event: Event) -> str:
        return self._kinds.get(_instruction(event.label), "")

    def place(self, model: RunModel, event: Event) -> str:
        return event.label or f"line {event.origin}"

    def count(self, model: RunModel, thread: int) -> int:
        return max((event.upto for event in model.ctp.of_thread(thread)), default=0)

    def begin(self, model: RunModel, thread: int) -> Hashable:
        return None

    def waits_for(self, model: RunModel, thread: int) -> Action | None:
        return None

    def is_timed(self, model: RunModel, event: Event) -> bool:
        return False


def _instruction(label: str) -> str:
    return label.partition("_")[0]


def models_of(*runs: Written | str) -> list[RunModel]:
    store = TermStore()
    return [_model(store, number, run) for number, run in enumerate(runs)]


def grown(*runs: Written | str, kinds: Mapping[str, str] | None = None) -> Growing:
    growing = Growing(LabelSource(kinds))
    models = models_of(*runs)
    for count in range(1, len(models) + 1):
        growing.add(models[:count])
    return growing


def _model(store: TermStore, number: int, run: Written | str) -> RunModel:
    written = Written(run) if isinstance(run, str) else run
    ctp = _in_store(store, number, parse_ctp(written.text))
    by_name = {thread.name: at for at, thread in enumerate(ctp.threads)}
    places: list[tuple[Place, ...]] = [()] * len(ctp.threads)
    for name, given in written.places.items():
        places[by_name[name]] = tuple(_place(store, ctp, by_name[name], at) for at in given)
    return RunModel(
        number,
        ctp,
        cast(Trace, None),
        tuple(cell.name for cell in ctp.cells),
        ctp.locks,
        ctp.conditions,
        tuple(semaphore.name for semaphore in ctp.semaphores),
        tuple(barrier.name for barrier in ctp.barriers),
        ctp.onces,
        tuple(places),
        (None,) * len(places),
        failed=next((event.number for event in ctp.events if written.failed and event.label == written.failed), None),
    )


def _place(store: TermStore, ctp: TraceProgram, thread: int, at: At) -> Place:
    events = ctp.of_thread(thread)
    labels = {event.label: event for event in events if event.label}
    if at.before == "end":
        position = len(events)
    else:
        position = labels[at.before].position
    visible = events[position - 1].upto if position else 0
    held = []
    for slot, value in at.held.items():
        if isinstance(value, int):
            held.append((slot, store.bits(value, 32)))
        else:
            action = labels[value].action
            assert isinstance(action, Step)
            held.append((slot, action.reads[0].variable))
    return Place(position, visible, at.where, tuple(held))


def _in_store(store: TermStore, run: int, ctp: TraceProgram) -> TraceProgram:
    known: dict[Term, Term] = {}

    def compute(term: Term) -> Term:
        data = f"{run}:{term.data}" if term.op is Op.VARIABLE else term.data
        return store.again(term.op, term.width, tuple(known[arg] for arg in term.args), data)

    def moved(term: Term) -> Term:
        return bottom_up(term, known, compute)

    events = tuple(replace(event, action=_moved(event.action, moved)) for event in ctp.events)
    return replace(ctp, terms=store, events=events)


def _moved(action: Action, moved) -> Action:  # type: ignore[no-untyped-def]
    def access(one: Read | Write) -> Read | Write:
        address = None if one.address is None else moved(one.address)
        if isinstance(one, Read):
            return replace(one, variable=moved(one.variable), address=address)
        return replace(one, value=moved(one.value), address=address)

    match action:
        case Step(reads, guard, writes):
            return Step(tuple(map(access, reads)), moved(guard), tuple(map(access, writes)))  # type: ignore[arg-type]
        case Check(reads, condition, against):
            return Check(tuple(map(access, reads)), moved(condition), against)  # type: ignore[arg-type]
        case Free(when=when) if when is not None:
            return replace(action, when=moved(when))
        case _:
            return action
