"""A satisfying assignment -> the moves after which the goal is reached.

Points are performed in the order of their times, and a section that is a moment at once. Every other event is
performed as late as the next point needs it (of its own thread, or of a thread that must wait for it), and a thread
goes on as long as nobody is more urgent.
"""

import heapq
from collections import defaultdict

from raddle.encode.decoded import add_moments, chosen
from raddle.encode.encoder import Encoded
from raddle.model.actions import Signal
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.run import moves_of as with_choices
from raddle.solve.answer import Sat


def moves_of(encoded: Encoded, answer: Sat) -> tuple[Move, ...]:
    """Up to the end, without the heads. What is not needed for it is not performed.

    Of a condition from which nobody in the cone wakes the formula does not speak: there any waiting thread is chosen.
    """
    ctp = encoded.formula.index.ctp
    threads = chosen(encoded.formula, encoded.choices, answer)
    spoken_of = {_condition(ctp, signal) for signal, _ in encoded.choices.values()}
    return tuple(
        Move(move.event, threads.get(move.event)) if _condition(ctp, move.event) in spoken_of else move
        for move in with_choices(ctp, _Order(encoded, answer).performed())
    )


def _condition(ctp: TraceProgram, event: int) -> int | None:
    action = ctp.events[event].action
    return action.condition if isinstance(action, Signal) else None


class _Order:
    def __init__(self, encoded: Encoded, answer: Sat) -> None:
        self._formula = encoded.formula
        self._index = encoded.formula.index
        self._events = self._taking_part(answer)
        self._members = set(self._events)
        self._after = self._followers()
        self._urgency = self._urgencies(answer)

    def _taking_part(self, answer: Sat) -> list[int]:
        formula = self._formula
        return [
            event
            for thread in range(len(self._index.ctp.threads))
            for event in formula.cone.events(thread)
            if formula.taken(event) is formula.terms.true
            or answer.values.get(formula.taken(event))
            or event == formula.end
        ]

    def _followers(self) -> dict[int, list[int]]:
        after: dict[int, list[int]] = defaultdict(list)
        end, position = self._formula.end, self._index.must.position
        for event in self._events:
            if event - 1 in self._members and position[event]:
                after[event - 1].append(event)
            if event != end:
                for source in self._index.must.into.get(event, ()):
                    if source in self._members:
                        after[source].append(event)
        for head in self._formula.heads[:-1]:
            if position[head] and end is not None:
                after[head - 1].append(end)
        return after

    def _urgencies(self, answer: Sat) -> dict[int, tuple[float, int]]:
        """The rank of the first point that needs the event; its own comes before others of that rank."""
        thread = self._index.must.thread
        times = {  # a moment of one thread is not to be cut in two by another that has the same time
            point: (answer.positions.get(point, 0), thread[point])
            for point in self._formula.points
            if point in self._members
        }
        add_moments(self._formula, times)
        ranks = {time: rank for rank, time in enumerate(sorted(set(times.values())))}
        urgency: dict[int, tuple[float, int]] = {}
        for event in self._backwards():
            own = (float(ranks[times[event]]), 1) if event in times else (float("inf"), 1)
            behind = min((urgency[follower] for follower in self._after[event]), default=(float("inf"), 1))
            urgency[event] = min(own, (behind[0], 0))
        return urgency

    def _backwards(self) -> list[int]:
        """Followers first."""
        waiting = {event: len(self._after[event]) for event in self._events}
        before: dict[int, list[int]] = defaultdict(list)
        for event, followers in self._after.items():
            for follower in followers:
                before[follower].append(event)
        ready = [event for event, count in waiting.items() if not count]
        order = []
        while ready:
            event = ready.pop()
            order.append(event)
            for earlier in before[event]:
                waiting[earlier] -= 1
                if not waiting[earlier]:
                    ready.append(earlier)
        return order

    def performed(self) -> list[int]:
        thread = self._index.must.thread
        waiting = dict.fromkeys(self._events, 0)
        for followers in self._after.values():
            for follower in followers:
                waiting[follower] += 1
        ready = [(self._urgency[event], event) for event, count in waiting.items() if not count]
        heapq.heapify(ready)
        order: list[int] = []
        current = 0
        while ready:
            best = ready[0][0]
            same = [entry for entry in ready if entry[0] == best and thread[entry[1]] == current]
            entry = same[0] if same else ready[0]
            if same:
                ready.remove(entry)
                heapq.heapify(ready)
            else:
                heapq.heappop(ready)
            event = entry[1]
            if event == self._formula.end:
                break
            order.append(event)
            current = thread[event]
            for follower in self._after[event]:
                waiting[follower] -= 1
                if not waiting[follower]:
                    heapq.heappush(ready, (self._urgency[follower], follower))
        return order
