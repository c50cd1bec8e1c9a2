"""Runs of the trace program that try to tear one block: the given run up to `first`, without the other instance; then
the other thread up to `there` and `back`; then the block's thread up to `last`.

In: a goal. Out: the run, as far as it came; what it tears is seen as in any run (seen_in_runs.py).
"""

from collections.abc import Iterator

from raddle.model.goals import Torn
from raddle.model.machine import Machine
from raddle.model.program import Event, TraceProgram
from raddle.predict.atomicity.instances import Instances
from raddle.predict.atomicity.seen_in_runs import Watch
from raddle.predict.atomicity.watched import Over, Stepper


class GuidedRun(Stepper):
    def __init__(self, ctp: TraceProgram, machine: Machine, watch: Watch, instances: Instances) -> None:
        super().__init__(ctp, machine, watch, instances)
        self._begins = {number: first for number, (first, _) in enumerate(ctp.transactions)}
        self._transaction_of = instances.transaction_of

    def go(self, goal: Torn, most: int) -> None:
        """`most`: moves."""
        thread, other = (self._ctp.events[event].thread for event in (goal.first, goal.there))
        begin = self._begins.get(self._transaction_of.get(goal.there, -1), goal.there)
        try:
            self._as_given(goal.first, other, begin, most)
            self._run({goal.first}, thread, other, most)
            self._run({goal.there, goal.back}, other, thread, most)
            self._run({goal.last}, thread, other, most)
        except Over:
            pass

    def _as_given(self, up_to: int, other: int, begin: int, most: int) -> None:
        """Whoever cannot do there what it did stays behind."""
        behind: set[int] = set()
        for number in self._ctp.observed:
            event = self._ctp.events[number]
            if event.thread in behind or (event.thread == other and number >= begin):
                continue
            if len(self.moves) > most:
                return
            if self._machine.next_event(self._slots, event.thread) is not event or not self.step(event):
                behind.add(event.thread)
            if number == up_to:
                return

    def _run(self, wanted: set[int], thread: int, held_back: int, most: int) -> None:
        """One thread, and others where it cannot go on, until all that is wanted has taken place."""
        while not all(self._is_over(event) for event in wanted) and len(self.moves) <= most:
            if not any(self.step(event) for event in self._order(thread, held_back)):
                return

    def _is_over(self, event: int) -> bool:
        one = self._ctp.events[event]
        return self._slots[one.thread] > one.position

    def _order(self, thread: int, held_back: int) -> Iterator[Event]:
        events = {event.thread: event for event in self._machine.next_events(self._slots)}
        if thread in events:
            yield events[thread]
        yield from (event for number, event in events.items() if number not in (thread, held_back))
