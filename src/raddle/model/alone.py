"""Where in its graph main is alone: on every way there each thread that was created has been joined."""

from raddle.model.actions import Create, Join
from raddle.model.program import MAIN, TraceProgram


def alone_points(paths: TraceProgram) -> frozenset[int]:
    """A thread that creates others may leave some behind: it counts as being there from its creation on."""
    events = paths.events
    leaves_others = {event.thread for event in events if isinstance(event.action, Create)}
    living: dict[int, frozenset[int]] = {paths.graph.roots[MAIN]: frozenset()}
    for event in paths.of_thread(MAIN):
        here = living[paths.graph.source[event.number]]
        match event.action:
            case Create(child):
                here |= {child}
            case Join(child) if child not in leaves_others:
                here -= {child}
        target = paths.graph.target[event.number]
        living[target] = living.get(target, frozenset()) | here
    return frozenset(point for point, others in living.items() if not others)
