"""One run, followed through the graphs of its threads: along edges that are known, and on new ones.

In: a RunModel. Out: nothing, but the graphs have grown. The run's own variables are replaced by those of the edges that
it goes along, so that what two runs hold can be compared.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from raddle.base.errors import InternalError, ToolError
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.terms import Term
from raddle.model.actions import (
    Action,
    Check,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    ProcessEnd,
    RegionEnd,
    Start,
    Step,
    Wait,
)
from raddle.model.opens import Opens
from raddle.model.program import MAIN, Event
from raddle.model.recorded.several import Place, RunModel
from raddle.model.rules.actions import traits_of
from raddle.model.run import observed_values
from raddle.verify.grow.ahead import ahead, derived
from raddle.verify.grow.common_objects import Translation
from raddle.verify.grow.graph import Edge, LogEnd, Origin, Point, reaches
from raddle.verify.grow.grown import Grown, NewHead
from raddle.verify.grow.matching import ExternalNondeterminism, Same, matched
from raddle.verify.grow.renaming import Renaming
from raddle.verify.grow.waiting import Conditions, State, Trail

_PlaceState = tuple[Place, State]
_LOOP: Final = 2
"""Visits of a place that make it worth while to see whether a loop comes back."""


def follow(grown: Grown, model: RunModel) -> None:
    grown.models[model.number] = model
    _Run(grown, model).follow()


class _Run:
    def __init__(self, grown: Grown, model: RunModel) -> None:
        self.grown = grown
        self.model = model
        self.translation: Translation = grown.objects.translation(model)
        grown.tried |= {self.translation.locks[at] for at, key in enumerate(model.locks) if key in grown.tried_keys}
        self.threads: dict[int, int] = {}
        """As the run numbers them -> as the graphs do."""
        self._followers: dict[int, _Follower] = {}

    def follow(self) -> None:
        """In the order of the run, as far as it is known: who is joined has been created then."""
        ctp = self.model.ctp
        seen = set(ctp.observed)
        rest = [event.number for event in ctp.events if event.number not in seen]
        for number in (*ctp.observed, *rest):
            event = ctp.events[number]
            if not isinstance(event.action, Free | Fence):
                self._follower(event.thread).see(event)
        for thread in range(len(ctp.threads)):
            self._follower(thread).finish()

    @cached_property
    def values(self) -> Mapping[Term, int]:
        """What each variable read, as far as an order is known."""
        return observed_values(self.model.ctp)

    def _follower(self, thread: int) -> "_Follower":
        if thread not in self._followers:
            self._followers[thread] = _Follower(self, thread)
        return self._followers[thread]

    def thread(self, thread: int, at: Point | None = None) -> int:
        """`at`: where it is created."""
        found = self.threads.get(thread)
        if found is None:
            of = self.model.ctp.threads[thread]
            parent = None if of.parent is None else self.thread(of.parent)
            begin = None if thread == MAIN else self.grown.source.begin(self.model, thread)
            found = self.threads[thread] = self.grown.thread(of.name, parent, begin, at)
        return found


class _Follower:
    """One thread of a run."""

    def __init__(self, run: _Run, thread: int) -> None:
        self._run = run
        self._grown = run.grown
        self._model = run.model
        self._own = thread
        self.thread = run.thread(thread)
        self._path = run.model.ctp.threads[thread].name
        kept = [one for one in run.model.ctp.of_thread(thread) if not isinstance(one.action, Free | Fence)]
        if thread != MAIN and not kept:
            kept = [Event(-1, thread, 0, Start(), 1, 0)]  # created, and not started yet
        self._events: Sequence[Event] = kept
        self._at = 0
        """How many of these are over."""
        is_known = run.model.places and self._path not in run.grown.doubtful
        self._gaps = _gaps(kept, run.model.places[thread] if is_known else ())
        self._visits = Counter(place.where for gap in self._gaps for place in gap)
        self._renaming = Renaming(run.grown.terms)
        self._opens: Opens[Edge] = Opens()
        self._trail = Trail()
        self._visited: set[State] = set()
        """All states since it last changed something."""
        self._point: Point = run.grown.threads[self.thread].root
        self._way: set[Point] = set()
        """The points that it has come by."""
        self._zero = 0
        """Visible events before the point's zero, in this run."""
        self._runs_own: dict[Term, Term] = {}
        """Variables of edges -> the run's own."""
        self._arrive(self._point, self._states())

    # ---- one event

    def see(self, event: Event) -> None:
        assert event is self._events[self._at]
        source = self._grown.source
        size = self._renaming.size
        action = self._common(event.action)
        self._at += 1
        site = source.site(self._model, event)
        for edge in self._point.edges:
            same_site = None if site is None or edge.site is None else site == edge.site
            found = matched(self._grown.terms, edge.action, action, self._grown.path_of, same_site=same_site)
            if found is None:
                self._refuse_other_joins(edge, event)
                raise ExternalNondeterminism(self._disagreement(edge, event))
            if isinstance(found, Same):
                self._runs_own.update((known, new) for new, known in found.renamed.items())
                if edge.only is None or self._holds(edge.only):
                    self._renaming.rename(found.renamed, size)
                    self._go_along(edge, event, found)
                    return
        edge = Edge(self._point, None, action, site, event.upto - self._zero, 0, source.kind(self._model, event))
        self._go_on(edge, event)

    def _common(self, action: Action) -> Action:
        if isinstance(action, Create):
            self._run.thread(action.child, self._point)
        return self._run.translation.action(action, self._run.thread, self._renaming)

    def _go_along(self, edge: Edge, event: Event, found: Same) -> None:
        if edge.visible != event.upto - self._zero:
            raise ExternalNondeterminism(
                f"{self._where(event)} the thread has done {event.upto - self._zero} visible operations in one run "
                f"since the runs were together, and {edge.visible} in another"
            )
        if found.action != edge.action:
            edge.action = found.action
            self._grown.extent += 1
        self._pass(edge, event)
        states = self._states()
        target = edge.target
        if target is None:
            self._go_round(edge, states)
            return
        if not target.edges:
            target = self._settled(edge, target, states)
            if target is None:
                self._go_round(edge, states)
                return
        self._zero += edge.passed
        self._arrive(target, states)

    def _settled(self, edge: Edge, target: Point, states: Sequence[_PlaceState]) -> Point | None:
        """Where nothing was known behind an edge it may turn out to lead elsewhere; None: it closes a loop."""
        closing = self._closing(edge, states)
        if closing is not None:
            place, state, only = closing
            zero = place.visible - self._trail.heads[state].away
            self._grown.close(target, state, only, zero - self._zero - edge.passed)
            return None
        known = self._known_target(target, states)
        if known is None:
            return target
        point, zero = known
        self._grown.replace(target, point, zero - self._zero - edge.passed)
        return point

    def _go_on(self, edge: Edge, event: Event) -> None:
        """Nobody was seen to go that way before."""
        if isinstance(edge.action, Step | Check):
            self._runs_own.update((read.variable, read.variable) for read in edge.action.reads)
        self._pass(edge, event)
        edge.source.edges.append(edge)
        self._grown.extent += 1
        states = self._states()
        closing = self._closing(edge, states)
        if closing is not None:
            place, edge.closes, edge.only = closing
            edge.passed = place.visible - self._trail.heads[edge.closes].away - self._zero
            self._go_round(edge, states)
            return
        point, zero = self._known_target(edge.source, states) or (self._grown.new_point(), event.upto)
        edge.lead_to(point, zero - self._zero)
        self._zero = zero
        self._arrive(point, states)

    def _pass(self, edge: Edge, event: Event) -> None:
        """What changes with the event, wherever it leads."""
        edge.origins.append(Origin(self._model.number, event))
        self._opens = self._opens.after(traits_of(edge.action), edge)
        trail = self._trail.after(self._grown.terms, edge.action, self._grown.tried)
        if trail is None or (edge.only is not None and edge.target is not None):
            self._has_changed()
        else:
            self._trail = trail

    # ---- points

    def _states(self) -> list[_PlaceState]:
        """Those that the thread has one after the other, up to its next event."""
        last = self._events[self._at - 1] if self._at else None
        if last is not None and (isinstance(last.action, Exit | ProcessEnd) or last.number == self._model.failed):
            return []
        opens = self._opens.key
        states = []
        for place in (*self._gaps[self._at], *self._ahead()):
            held = tuple((what, self._renaming(term)) for what, term in place.held)
            states.append((place, self._grown.number_of((self.thread, place.where, held, opens))))
        return states

    def _ahead(self) -> list[Place]:
        found = ahead(self._events, self._gaps, self._at)
        if found is None or self._visits[found.place.where] < _LOOP:
            return []
        size = self._renaming.size

        def common(event: Event) -> tuple[Action, Hashable]:
            return self._common(event.action), self._grown.source.site(self._model, event)

        place = derived(self._grown.terms, found, common, self._renaming)
        self._renaming.forget(size)
        return [place]

    def _keys(self, states: Sequence[_PlaceState]) -> Iterator[tuple[Place, Hashable]]:
        """What points are known by: a state, and what of a waiting loop lies behind it."""
        heads: frozenset[tuple[State, Conditions]] = self._trail.key
        for place, state in states:
            yield place, (state, heads)
            if self._is_head(place) and state not in self._trail.heads:
                heads |= {(state, frozenset())}

    def _is_head(self, place: Place) -> bool:
        return (self._path, place.where) in self._grown.heads

    def _known_target(self, source: Point, states: Sequence[_PlaceState]) -> tuple[Point, int] | None:
        """A point where the thread is in a state that it has now, with the place of its zero; none that leads here."""
        for place, key in self._keys(states):
            for point in self._grown.points_with(key):
                if point is not source and point not in self._way and not reaches(point, source):
                    return point, place.visible - point.states[key]
        return None

    def _arrive(self, point: Point, states: Sequence[_PlaceState]) -> None:
        self._point = point
        self._way.add(point)
        for place, key in self._keys(states):
            self._grown.register(point, key, place.visible - self._zero)
        for place, state in states:
            if state in self._visited and not self._is_head(place):
                raise NewHead((self._path, place.where))
            self._visited.add(state)
            if self._is_head(place) and state not in self._trail.heads:
                self._trail = self._trail.at(state, point, place.visible - self._zero)

    # ---- waiting loops

    def _closing(self, edge: Edge, states: Sequence[_PlaceState]) -> tuple[Place, State, Term | None] | None:
        """The first of the states that is one in which an iteration began that has changed nothing; and where that
        depends on values, the condition. If it has changed something, the edge is for that outcome only."""
        for place, state in states:
            head = self._trail.heads.get(state)
            if head is None or (head.unless and not isinstance(edge.action, Step)):
                continue
            if not head.unless:
                return place, state, None
            terms = self._grown.terms
            condition = terms.all_of(sorted(head.unless, key=lambda term: term.number))
            if self._holds(condition):
                return place, state, condition
            edge.only = terms.negation(condition)
            self._has_changed()
            return None
        return None

    def _holds(self, condition: Term) -> bool:
        """In this run; true where what it saw is not known."""
        variables = variables_of((condition,))
        values = self._run.values
        known = {one: values[self._runs_own[one]] for one in variables if self._runs_own.get(one) in values}
        return len(known) < len(variables) or Evaluator(known).holds(condition)

    def _has_changed(self) -> None:
        self._visited.clear()
        self._trail = Trail()

    def _go_round(self, edge: Edge, states: Sequence[_PlaceState]) -> None:
        """The run goes on where the iteration began."""
        head = self._trail.heads[edge.closes]
        self._trail = Trail(head.before).at(edge.closes, head.point, head.away)
        self._zero += edge.passed
        known = [state for _, state in states]
        behind = known.index(edge.closes) + 1 if edge.closes in known else len(known)
        self._arrive(head.point, states[behind:])

    def finish(self) -> None:
        """The run is over."""
        if self._at < len(self._events) and self._events[self._at].number < 0:
            self.see(self._events[self._at])
        last = self._events[self._at - 1] if self._at else None
        if self._at < len(self._events):
            raise InternalError(f"{len(self._events) - self._at} events of thread {self._path} were not followed")
        if last is not None and isinstance(last.action, Exit | ProcessEnd):
            return
        source = self._grown.source
        visible = max(source.count(self._model, self._own), 0 if last is None else last.upto)
        if last is not None and last.number == self._model.failed:
            visible = last.upto  # where it holds the thread does not do what it did since then
        waits_for = source.waits_for(self._model, self._own)
        if waits_for is not None:
            waits_for = self._common(waits_for)
        is_timed = any(isinstance(one.action, Wait) and source.is_timed(self._model, one) for one in self._last())
        end = LogEnd(self._model.number, self._own, visible - self._zero, last, waits_for, is_timed)
        if waits_for is not None and all(known.waits_for is None for known in self._point.ends):
            self._grown.extent += 1
        self._point.ends.append(end)

    def _last(self) -> Sequence[Event]:
        """Events: the last one, and what was held together with it."""
        last = self._events[max(0, self._at - 1) : self._at]
        return self._events[max(0, self._at - 2) : self._at] if last and isinstance(last[0].action, RegionEnd) else last

    # ---- words

    def _where(self, event: Event) -> str:
        return f"in thread {self._path}, at {self._grown.source.place(self._model, event)},"

    def _refuse_other_joins(self, edge: Edge, event: Event) -> None:
        """One handle in one place: it is that of the thread which was created first, or whose creator was."""
        if isinstance(edge.action, Join) and isinstance(event.action, Join):
            where = self._grown.source.place(self._model, event)
            raise ToolError(f"which thread {self._path} joins at {where} depends on who created one: not modelled")

    def _disagreement(self, edge: Edge, event: Event) -> str:
        known = edge.origins[0]
        there = self._grown.source.place(self._grown.models[known.run], known.event)
        here = self._grown.source.place(self._model, event)
        what, other = _spelt(known.event.action), _spelt(event.action)
        return (
            f"thread {self._path} did something else from the same state of its own: "
            f"{what} at {there} in run {known.run}, {other} at {here} in run {self._model.number}"
        )


def _gaps(events: Sequence[Event], places: Sequence[Place]) -> list[list[Place]]:
    """Before each event, and behind the last one."""
    gaps: list[list[Place]] = [[] for _ in range(len(events) + 1)]
    at = 0
    for place in places:
        while at < len(events) and events[at].position < place.before:
            at += 1
        gaps[at].append(place)
    return gaps


def _spelt(action: Action) -> str:
    match action:
        case Step(reads, guard, writes):
            if not reads and not writes:
                return "a decision" if guard.constant is None else "a step"
            return "an access"
        case Check():
            return "a check"
        case _:
            return type(action).__name__
