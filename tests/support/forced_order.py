"""A run of a trace program -> a program that ends there, with an assertion that fails only behind all of it.

So "can just these events take place, in just this order?" is a question that every encoding can be asked: each thread
says that it has come to its end, and main asserts that not all have. Which order, is one more demand of each query.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from raddle.logic.terms import Term
from raddle.model.actions import (
    Action,
    Arrive,
    Cell,
    Check,
    Create,
    Exit,
    Fence,
    Free,
    ProcessEnd,
    Read,
    RegionBegin,
    RegionEnd,
    Start,
    Step,
    Wait,
    Wake,
    Write,
)
from raddle.model.check import fault_of
from raddle.model.graph import Graph, Leads
from raddle.model.moves import Move
from raddle.model.program import MAIN, Event, Thread, TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.model.text.print import print_ctp
from raddle.model.uses import freed_again


@dataclass(frozen=True)
class Forced:
    ctp: TraceProgram = field(repr=False)
    order: tuple[int, ...]
    """All that takes place before the assertion fails."""
    check: int


def longest_prefix(ctp: TraceProgram, moves: Sequence[Move]) -> Sequence[Move]:
    """Behind which no thread is bound to go on in one way, and nobody is in a region."""
    ends = [0] * (len(moves) + 1)
    last: dict[int, Action] = {}
    inside = 0
    for place, move in enumerate(moves):
        event = ctp.events[move.event]
        last[event.thread] = event.action
        inside += isinstance(event.action, RegionBegin) - isinstance(event.action, RegionEnd)
        is_bound = any(isinstance(one, Wait | Arrive | Wake | ProcessEnd) for one in last.values())
        ends[place + 1] = not inside and not is_bound
    return moves[: max((length for length, well in enumerate(ends) if well), default=0)]


def forced(ctp: TraceProgram, moves: Sequence[Move]) -> Forced | None:
    """None: the program would not be well-formed."""
    builder = _Builder(ctp, [move.event for move in moves])
    made = builder.forced()
    return None if fault_of(made.ctp) is not None else with_terms_of_its_own(made)


def with_terms_of_its_own(forced: Forced) -> Forced:
    """Names of formulas of two programs may be the same."""
    return replace(forced, ctp=parse_ctp(print_ctp(forced.ctp)))


class _Builder:
    def __init__(self, ctp: TraceProgram, order: Sequence[int]) -> None:
        self._ctp = ctp
        self._order = [number for number in order if not self._is_end_of_main(number)]
        self._order += [event.number for event in ctp.of_thread(MAIN) if self._is_left_to_create(event)]
        self._done = [[number for number in self._order if ctp.events[number].thread == t] for t in self._threads]
        others = [thread for thread in self._threads[1:] if self._done[thread]]
        self._cell_of = {thread: len(ctp.cells) + place for place, thread in enumerate(others)}

    @property
    def _threads(self) -> range:
        return range(len(self._ctp.threads))

    def _is_end_of_main(self, number: int) -> bool:
        """Nobody sees it."""
        event = self._ctp.events[number]
        return event.thread == MAIN and isinstance(event.action, Exit)

    def _is_left_to_create(self, event: Event) -> bool:
        return isinstance(event.action, Create) and event.number not in self._order

    def forced(self) -> Forced:
        events: list[Event] = []
        threads: list[Thread] = []
        numbers: dict[int, int] = {}
        told: dict[int, int] = {}
        for thread in self._threads:
            first = len(events)
            for old, action in self._actions(thread):
                number = len(events)
                events.append(Event(number, thread, number - first, action, number - first + 1, number))
                if old is None:
                    told.setdefault(thread, number)
                else:
                    numbers[old] = number
            threads.append(replace(self._ctp.threads[thread], first=first, count=len(events) - first))
        order = [number for old in self._order for number in self._with_end(old, numbers, told)]
        order += [told[thread] for thread in self._cell_of if told[thread] not in order]
        cells = self._ctp.cells + tuple(Cell(f"done{thread}", 1, 0) for thread in self._cell_of)
        made = replace(self._ctp, threads=tuple(threads), events=tuple(events), cells=cells, observed=())
        return Forced(made, tuple(order), told[MAIN])

    def _with_end(self, old: int, numbers: dict[int, int], told: dict[int, int]) -> list[int]:
        is_end = isinstance(self._ctp.events[old].action, Exit)
        return [told[self._ctp.events[old].thread], numbers[old]] if is_end else [numbers[old]]

    def _actions(self, thread: int) -> list[tuple[int | None, Action]]:
        """With their old numbers; what is new has none. Who was not created is created at the end."""
        done = self._done[thread]
        events = [self._ctp.events[number] for number in done]
        found: list[tuple[int | None, Action]] = [(event.number, event.action) for event in events]
        at = len(found) - (bool(found) and isinstance(found[-1][1], Exit))
        if thread == MAIN:
            found.insert(at, (None, self._assertion()))
        elif done:
            found.insert(at, (None, self._tells(thread)))
        if thread != MAIN and not done:
            found.append((None, Start()))
        later = [event.action for event in self._ctp.of_thread(thread) if self._is_left_to_create(event)]
        return found + [(None, create) for create in later]

    def _tells(self, thread: int) -> Step:
        terms = self._ctp.terms
        return Step((), terms.true, (Write(terms.true, (self._cell_of[thread],)),))

    def _assertion(self) -> Check:
        terms = self._ctp.terms
        reads = tuple(Read(terms.variable(f"done.{t}", 1), (cell,)) for t, cell in self._cell_of.items())
        return Check(reads, terms.negation(terms.all_of(read.variable for read in reads)))


def in_that_order(forced: Forced, among: Sequence[int] | None = None) -> tuple[Term, ...]:
    """Demands of times. `among`: only of these events."""
    order = [number for number in forced.order if among is None or number in among]
    return tuple(forced.ctp.terms.before(a, b) for a, b in pairwise(order))


def as_paths(forced: Forced) -> TraceProgram | None:
    """Each thread has one way; where the assertion fails is a failure. None: memory is given back again, and paths do
    not know of that."""
    ctp = forced.ctp
    if freed_again(ctp):
        return None
    events, leads, source, target, roots = [], [], [], [], []
    for thread in ctp.threads:
        roots.append(len(roots) + thread.first)
        for event in ctp.events[thread.first : thread.first + thread.count]:
            action = event.action
            lead: Leads = "on"
            if isinstance(action, Check):
                is_last = event.number == forced.check
                holds = ctp.terms.negation(action.condition) if is_last else action.condition
                action, lead = Step(action.reads, holds, ()), "failure" if is_last else "on"
            elif isinstance(action, Fence | Free):
                action = Step((), ctp.terms.true, ())
            events.append(replace(event, action=action))
            leads.append(lead)
            source.append(roots[-1] + event.position)
            target.append(roots[-1] + event.position + 1)
    ones = (1,) * len(events)
    graph = Graph(tuple(source), tuple(target), tuple(leads), tuple(roots), ones, ones)
    return replace(ctp, events=tuple(events), observed=(), branches=graph)
