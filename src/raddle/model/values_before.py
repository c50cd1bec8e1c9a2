"""A trace program that also reads what was there before its writes: docs/rules.md, Atomicity.

In: a trace program and some of its events. Out: the same runs of the same events, where each of these that writes and
does not read the old value reads it as well, at the end of its reads: nobody uses what it sees but model/dependence.py.
"""

from collections.abc import Iterable
from dataclasses import replace

from raddle.logic.terms import TermStore
from raddle.model.actions import Read, Step
from raddle.model.noticing import own_reads
from raddle.model.program import Event, TraceProgram


def with_values_before(ctp: TraceProgram, events: Iterable[int]) -> TraceProgram:
    wanted = set(events)
    if not wanted:
        return ctp
    return replace(ctp, events=tuple(_reading(ctp.terms, one) if one.number in wanted else one for one in ctp.events))


def _reading(terms: TermStore, event: Event) -> Event:
    action = event.action
    if not isinstance(action, Step):
        return event
    added = tuple(
        Read(
            terms.variable(f"before.{event.number}.{place}", write.value.width),
            write.cells,
            write.address,
            write.addresses,
            early=True,
        )
        for place, write in enumerate(action.writes)
        if not write.made_up and not own_reads(action, write)
    )
    return replace(event, action=replace(action, reads=(*action.reads, *added))) if added else event
