"""A satisfying assignment -> the way that it tells of.

Events with a time come in the order of their times, a section that is a moment all at once; every other event comes
right before the next one of its thread that has a time, or at the end. What is no thread's concern any more when the
goal is reached is left out.
"""

from collections import defaultdict
from typing import assert_never

from raddle.encode.decoded import add_moments, chosen
from raddle.encode.paths.encoder import EncodedPaths
from raddle.model.goals import Complete, Meet, Reach, Standstill
from raddle.model.moves import Way
from raddle.solve.answer import Sat


def decode(encoded: EncodedPaths, answer: Sat) -> Way:
    times = _times(encoded, answer)
    thread = encoded.formula.index.thread
    events = sorted(times, key=lambda event: (times[event], thread[event], event))
    match encoded.goal:
        case Reach(wanted):
            end = min(events.index(event) for event in wanted if event in times)
            events = events[: end + 1]
        case Meet(first, second):
            events = [event for event in events if times[event] <= times[first] and event not in (first, second)]
        case Complete(ends):
            end = min((events.index(event) for event in ends if event in times), default=len(events) - 1)
            events = events[: end + 1]
        case Standstill():
            pass
        case _:
            assert_never(encoded.goal)
    threads = chosen(encoded.formula, encoded.choices, answer)
    return Way(tuple(events), {event: threads[event] for event in events if event in threads})


def _times(encoded: EncodedPaths, answer: Sat) -> dict[int, float]:
    """Of all events that take place."""
    formula = encoded.formula
    known = {event: float(answer.positions[event]) for event in formula.points if event in answer.positions}
    add_moments(formula, known)
    by_thread: dict[int, list[int]] = defaultdict(list)
    for event in formula.index.in_order:
        term = formula.taken(event)
        if term is formula.terms.true or answer.values.get(term):
            by_thread[formula.index.thread[event]].append(event)
    times: dict[int, float] = {}
    for events in by_thread.values():
        now = float("inf")
        for event in reversed(events):
            times[event] = now = known.get(event, now)
    return times
