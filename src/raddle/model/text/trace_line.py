"""The observed order of a text: its `trace` lines name events by their labels, in the order in which they happened.

In: a trace program and those lines. Out: the trace program with its observed order. What goes without saying is filled
in: an event that is not named happens right before the next named one of its thread, a create before its child, and at
the end each thread goes on as long as it can, up to the next label that is not named.
"""

from dataclasses import replace
from typing import Final

from raddle.model.actions import Create
from raddle.model.machine import Machine
from raddle.model.program import MAIN, TraceProgram
from raddle.model.run import Refusal, moves_of, run
from raddle.model.text.lexer import Line


def observed_order(ctp: TraceProgram, lines: list[Line]) -> TraceProgram:
    if not lines:
        return ctp
    order = _Order(ctp)
    order.create_first()
    for line in lines:
        order.read(line)
    order.go_on()
    complete = replace(ctp, observed=tuple(order.events))
    moves = moves_of(complete, complete.observed)
    result = run(complete, moves)
    if isinstance(result, Refusal):
        event = ctp.events[moves[result.position].event]
        name = event.label or f"the event of line {event.origin}"
        lines[0].fail(
            f"the trace cannot happen: {name} cannot take place there, {result.reason}",
            "write the order of a run, up to and without a failing assertion",
        )
    return complete


class _Order:
    def __init__(self, ctp: TraceProgram) -> None:
        self._ctp = ctp
        self._labelled = {event.label: event for event in ctp.events if event.label}
        self._creates = {event.action.child: event for event in ctp.events if isinstance(event.action, Create)}
        self._reached = [0] * len(ctp.threads)
        self.events: Final[list[int]] = []

    def create_first(self) -> None:
        """Main begins with the creates that nobody wrote."""
        for event in self._ctp.of_thread(MAIN):
            if event.label or not isinstance(event.action, Create):
                break
            self._upto(event.number)

    def read(self, line: Line) -> None:
        while not line.at_end:
            first = self._event(line)
            last = self._event(line) if line.accept("..") else first
            if self._ctp.events[first].thread != self._ctp.events[last].thread or last < first:
                line.fail("the labels left and right of .. are not in one thread, in this order")
            for number in range(first, last + 1):
                event = self._ctp.events[number]
                if event.position < self._reached[event.thread]:
                    line.fail(f"{event.label or 'an event'} has happened already", "name each event once, in order")
                self._upto(number)

    def _event(self, line: Line) -> int:
        name = line.name("a label")
        if name not in self._labelled:
            line.fail(f"there is no label {name}", "labels stand before statements: t1: x := 0")
        return self._labelled[name].number

    def _upto(self, number: int) -> None:
        """The thread's events up to that one, and what they need."""
        pending = [number]
        while pending:
            event = self._ctp.events[pending[-1]]
            reached = self._reached[event.thread]
            if reached > event.position:
                pending.pop()
                continue
            create = self._creates.get(event.thread)
            if reached == 0 and create is not None and create.position >= self._reached[create.thread]:
                pending.append(create.number)
                continue
            first = self._ctp.threads[event.thread].first
            self.events.extend(range(first + reached, event.number + 1))
            self._reached[event.thread] = event.position + 1
            pending.pop()

    def go_on(self) -> None:
        machine = Machine(self._ctp)
        result = run(self._ctp, moves_of(self._ctp, self.events), machine)
        if isinstance(result, Refusal):
            return
        state = result.state
        while True:
            moves = [move for move in machine.moves(state) if not self._ctp.events[move.event].label]
            if not moves:
                return
            state = machine.perform(state, moves[0])
            self.events.append(moves[0].event)
