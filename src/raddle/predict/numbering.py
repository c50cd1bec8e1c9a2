"""Which visible events of the real program the events of a trace program are, in one order of them.

free(NULL) is no visible event. Where a call gave nothing back and now gives back a block, its thread has one more than
in the recorded run from there on; where it gave back a block and now is given NULL, one fewer.

In: a trace program made from a trace, moves, and what comes behind them. Out: `Numbering`.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby

from raddle.encode.heads import heads_of
from raddle.logic.evaluate import Evaluator
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Free
from raddle.model.goals import Goal
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.model.run import Ran, run
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace


class Numbering:
    """`unreal`: what one call may give back is several events; those that it does not give back are nothing."""

    def __init__(self, ctp: TraceProgram, trace: Trace, moves: tuple[Move, ...], goal: Goal | None = None) -> None:
        self._ctp = ctp
        self._trace = trace
        self._changes: dict[int, list[tuple[int, int]]] = defaultdict(list)
        """Of a thread: from which event on it has how many more."""
        self.unreal: set[int] = set()
        calls = [event for event in (ctp.events[move.event] for move in moves) if isinstance(event.action, Free)]
        if any(event.action.when is not None for event in calls if isinstance(event.action, Free)):
            after = run(ctp, moves)
            if isinstance(after, Ran):
                self._performed(calls, Evaluator(after.values))
        for head in heads_of(goal) if goal is not None else ():
            self._given_back(ctp.events[head])

    def upto(self, event: Event) -> int:
        """How many visible events of its thread are over behind it."""
        return event.upto + self.more(event)

    def done_at(self, event: Event) -> int:
        """Number of the visible event that it is, or, of a write by a thread that was alone, was."""
        rows = self._trace.threads[event.thread].events[event.origin : event.origin + 1]
        if rows.size and rows["kind"][0] == EventKind.WRITE and rows["written"][0]:
            return int(rows["written"][0]) - 1 + self.more(event)
        return self.upto(event) - 1

    def more(self, event: Event) -> int:
        """Than in the recorded run."""
        changes = self._changes.get(event.thread, ())
        return sum(change for number, change in changes if number <= event.number)

    def visible(self, number: int) -> list[int]:
        """Numbers of those that the event is, the last one first: a call of a library may be several."""
        event = self._ctp.events[number]
        past = self.upto(event)
        before = self.upto(self._ctp.events[number - 1]) if event.position else 0
        return list(reversed(range(min(before, past - 1), past)))

    def _performed(self, calls: Iterable[Event], worth: Evaluator) -> None:
        in_calls = sorted(calls, key=lambda event: event.number)
        for _, events in groupby(in_calls, key=lambda event: (event.thread, event.origin)):
            missed = []
            for event in events:
                assert isinstance(event.action, Free)
                if event.action.when is None or worth(event.action.when) == 1:
                    self._given_back(event)
                else:
                    self.unreal.add(event.number)
                    missed.append((event, event.action.when))
            if missed and not self._was_null(missed[0][0]) and _is_null(missed[0][1], worth):
                self._changes[missed[0][0].thread].append((missed[0][0].number, -1))

    def _given_back(self, event: Event) -> None:
        if isinstance(event.action, Free) and self._was_null(event):
            self._changes[event.thread].append((event.number, 1))

    def _was_null(self, event: Event) -> bool:
        """The call gave nothing back, or something else: the event stands where its argument was pinned."""
        return bool(self._trace.threads[event.thread].events[event.origin]["kind"] == EventKind.PIN)


def _is_null(when: Term, worth: Evaluator) -> bool:
    """The pointer that is compared with a block. (With an offset, as container_of() makes it, it never is.)"""
    return when.op is Op.EQ and worth(when.args[0]) == 0
