"""Where the events of a thread lead, as text: what model/text/branches.py reads back.

In: a trace program with branches, and a thread. Out: for each of its events the `point` line before it, and what stands
behind it.
"""

from dataclasses import dataclass
from itertools import pairwise

from raddle.model.actions import Exit, ProcessEnd
from raddle.model.graph import Graph
from raddle.model.program import Event, TraceProgram
from raddle.model.text.branches import END


@dataclass(frozen=True, slots=True)
class Leading:
    point: str
    """Its name, where a `point` line stands before the event; else empty."""
    behind: str
    """From the arrow on."""


def leading_of(program: TraceProgram, thread: int) -> dict[int, Leading]:
    """By event."""
    graph, events = program.graph, program.of_thread(thread)
    goes_on = {first.number for first, second in pairwise(events) if _goes_on(graph, first, second)}
    turned_to = set[int]()
    """Points that the text comes to otherwise than from the line before."""
    here = graph.roots[thread]
    for event in events:
        source, target = graph.source[event.number], graph.target[event.number]
        if source != here:
            turned_to.add(source)
        here = target if event.number in goes_on else source
        if event.number not in goes_on and graph.leads[event.number] == "on" and _is_point(graph, target):
            turned_to.add(target)
    names: dict[int, str] = {}
    found: dict[int, Leading] = {}
    here, comes_on = graph.roots[thread], True
    for event in events:
        source, point = graph.source[event.number], ""
        if source != here or (comes_on and source in turned_to):
            point = names.setdefault(source, f"p{len(names) + 1}")
        comes_on = event.number in goes_on
        here = graph.target[event.number] if comes_on else source
        behind = "" if comes_on else f" -> {_aim(graph, event, names)}"
        found[event.number] = Leading(point, behind + _counts(graph, event.number))
    return found


def _goes_on(graph: Graph, event: Event, following: Event) -> bool:
    """Without an arrow. Of several outcomes each has one."""
    if isinstance(event.action, Exit | ProcessEnd) or len(graph.leaving[graph.source[event.number]]) > 1:
        return False
    return graph.leads[event.number] == "on" and graph.target[event.number] == graph.source[following.number]


def _is_point(graph: Graph, target: int) -> bool:
    """Not just an end of its own."""
    return target in graph.leaving or len(graph.entering[target]) > 1


def _aim(graph: Graph, event: Event, names: dict[int, str]) -> str:
    leads, target = graph.leads[event.number], graph.target[event.number]
    if leads != "on":
        return leads
    return names.setdefault(target, f"p{len(names) + 1}") if _is_point(graph, target) else END


def _counts(graph: Graph, event: int) -> str:
    visible, passed = graph.visible[event], graph.passed[event]
    parts = [] if visible == passed == 1 else [f"+{visible}" + (f" ({passed})" if passed != visible else "")]
    parts += ["times_out"] if event in graph.timed_out else []
    return f"; {' '.join(parts)}" if parts else ""
