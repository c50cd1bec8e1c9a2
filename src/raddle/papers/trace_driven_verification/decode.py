"""Sat -> the way: who moves at each step, and what he does there, by the truth values of the answer (section 4.1)."""

from collections.abc import Iterable, Mapping

from raddle.base.errors import InternalError
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.terms import Term
from raddle.model.actions import Signal
from raddle.model.goals import Reach
from raddle.model.moves import Way
from raddle.model.program import MAIN
from raddle.papers.trace_driven_verification.encoder import StepEncoded
from raddle.papers.trace_driven_verification.unrolled import BEFORE_ALL
from raddle.solve.answer import Sat


def decode(encoded: StepEncoded, answer: Sat) -> Way:
    """Of a Reach only up to the event that is reached: what others pass together with it comes behind."""
    way = _Decoder(encoded, answer.values).way()
    if not isinstance(encoded.goal, Reach):
        return way
    asked = frozenset(encoded.goal.events)
    place = next((place for place, event in enumerate(way.events) if event in asked), None)
    if place is None:
        raise InternalError(f"the answer does not come to {encoded.goal}")
    events = way.events[: place + 1]
    return Way(events, {event: chosen for event, chosen in way.chosen.items() if event in events})


class _Decoder:
    def __init__(self, encoded: StepEncoded, values: Mapping[Term, int]) -> None:
        self._unrolled = encoded.unrolled
        self._graph = encoded.unrolled.graph
        self._values = values
        self._events: list[int] = []
        self._chosen: dict[int, int] = {}
        self._points = {MAIN: self._graph.paths.graph.roots[MAIN]}

    def way(self) -> Way:
        self._pass(MAIN)
        for step in range(self._unrolled.steps):
            thread = self._worth(self._unrolled.thread(step))
            if thread == self._unrolled.idle:
                break
            self._move(thread, step)
        return Way(tuple(self._events), self._chosen)

    def _worth(self, term: Term) -> int:
        """What the query does not mention may have any value."""
        given = {variable: self._values.get(variable, 0) for variable in variables_of([term])}
        return Evaluator(given)(term)

    def _move(self, thread: int, step: int) -> None:
        leaving = self._graph.leaving.get(self._points[thread], ())
        event = self._which(leaving, step)
        if event is None:
            raise InternalError(f"step {step} of the answer is thread {thread}'s, which has nothing to do there")
        if isinstance(self._graph.paths.events[event].action, Signal):
            choice = self._worth(self._unrolled.choice(step))
            if choice:
                self._chosen[event] = choice - 1
        self._take(thread, event)

    def _which(self, events: Iterable[int], step: int) -> int | None:
        return next((event for event in events if self._worth(self._unrolled.outcome(event, step))), None)

    def _take(self, thread: int, event: int) -> None:
        self._events.append(event)
        self._points[thread] = self._graph.paths.graph.target[event]
        child = self._graph.rules[event].creates
        if child is not None and child in self._graph.threads:
            self._points[child] = self._graph.paths.graph.roots[child]
            self._pass(child)
        self._pass(thread)

    def _pass(self, thread: int) -> None:
        """What takes no step of its own."""
        point = self._points[thread]
        if self._graph.is_passed(point):
            event = self._which(self._graph.leaving[point], BEFORE_ALL)
            if event is not None:
                self._take(thread, event)
