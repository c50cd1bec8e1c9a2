"""What threads were seen to do, over many runs: for each thread a graph without cycles whose edges are events.

A point is a state of one thread: what it does next, and with what, follows from it and from what it reads from there
on. The edges that leave a point are the outcomes of one operation, and exclude each other. Some were seen; "failure" is
what an assertion is there to prevent; "frontier" is every other outcome: nobody has seen what comes behind it. So each
run of the program is one of these graphs' (a way through each, in some order of all events) up to its end, or up to a
first event that leads to a failure or a frontier.

The edges are the events of `program`, a Ctp in which a thread's events stand in an order such that each one stands
behind all that lead to it. It has no Check: an assertion is a Step that goes on where it holds, and another one, a
failure, where it does not. A read's variable belongs to one event; terms speak of variables of the event itself and of
events on *every* way to it. An acquire, a Wait, a RegionBegin, an Arrive, an OnceBegin may have several events that end
it, on different ways; what ends one has exactly one event that begins it, and that is on every way to it. A thread may
have several Creates (on different ways of its parent), Exits and Joins. Events behind ProcessEnd: none, in any thread.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from raddle.model.ctp import Ctp

Leads = Literal["on", "failure", "frontier"]


@dataclass(frozen=True)
class Paths:
    program: Ctp = field(repr=False)
    """Without an observed order."""
    source: tuple[int, ...]
    """Event -> the point that it leaves. Points are numbered over all threads."""
    target: tuple[int, ...]
    """Event -> the point that it leads to; where it does not lead on: one that nothing leaves."""
    leads: tuple[Leads, ...]
    roots: tuple[int, ...]
    """Thread -> the point at which it begins."""
    visible: tuple[int, ...]
    """Event -> how many visible events of the real thread there are from its source to its own end,"""
    passed: tuple[int, ...]
    """and from its source to its target."""
    timed_out: frozenset[int] = frozenset()
    """Events that a replay has to be told of: their time runs out."""

    @cached_property
    def leaving(self) -> dict[int, tuple[int, ...]]:
        """Point -> the events that leave it; a point that nothing leaves is not there."""
        found: dict[int, list[int]] = defaultdict(list)
        for event, point in enumerate(self.source):
            found[point].append(event)
        return {point: tuple(events) for point, events in found.items()}

    @cached_property
    def entering(self) -> dict[int, tuple[int, ...]]:
        """Point -> the events that lead to it; roots are not there."""
        found: dict[int, list[int]] = defaultdict(list)
        for event, point in enumerate(self.target):
            found[point].append(event)
        return {point: tuple(events) for point, events in found.items()}

    def of_kind(self, leads: Leads) -> tuple[int, ...]:
        return tuple(event for event, kind in enumerate(self.leads) if kind == leads)

    @property
    def is_linear(self) -> bool:
        """Whether every thread has one way only, but for failures and frontiers."""
        on = [source for source, leads in zip(self.source, self.leads, strict=True) if leads == "on"]
        return len(on) == len(set(on))
