"""A way through paths as a schedule of the real program, and the bound on how far threads are followed."""

from collections.abc import Sequence

from raddle.base.segments import Segment, TimeOut
from raddle.base.segments import Wake as Woken
from raddle.logic.terms import TermStore
from raddle.model.actions import Action, Create, Join, Signal, Start, Step, Wait, Wake
from raddle.model.graph import Graph, Leads
from raddle.model.moves import Way
from raddle.model.program import Event, Thread, TraceProgram
from raddle.verify.loop import frontiers_by_bound
from raddle.verify.runs.guided import schedule_of

STORE = TermStore()
NOTHING = Step((), STORE.true, ())
Edge = tuple[Action, int, int, Leads, int, int]
"""Action, source, target, where it leads, `visible`, `passed`."""


def paths_of(threads: dict[str, Sequence[Edge]], timed_out: frozenset[int] = frozenset()) -> TraceProgram:
    """Points are numbered over all threads; a thread begins at the source of its first event."""
    events: list[Event] = []
    made: list[Thread] = []
    edges = [edge for own in threads.values() for edge in own]
    for number, (name, own) in enumerate(threads.items()):
        made.append(Thread(name, len(events), len(own), None if number == 0 else 0))
        for position, edge in enumerate(own):
            events.append(Event(len(events), number, position, edge[0], 0, 0))
    graph = Graph(
        source=tuple(edge[1] for edge in edges),
        target=tuple(edge[2] for edge in edges),
        leads=tuple(edge[3] for edge in edges),
        roots=tuple(own[0][1] for own in threads.values()),
        visible=tuple(edge[4] for edge in edges),
        passed=tuple(edge[5] for edge in edges),
        timed_out=timed_out,
    )
    return TraceProgram(STORE, tuple(made), tuple(events), conditions=("c",), branches=graph)


def test_segments_count_visible_events_from_the_beginning_of_each_thread() -> None:
    main: list[Edge] = [(Create(1), 0, 1, "on", 1, 3), (NOTHING, 1, 2, "on", 2, 2)]
    child: list[Edge] = [(Start(), 3, 4, "on", 1, 1), (NOTHING, 4, 5, "on", 1, 1)]
    paths = paths_of({"main": main, "main.1": child})
    way = Way((0, 2, 1, 3), {})
    found = schedule_of(paths, way)
    assert found.segments == (Segment("main", 1), Segment("main.1", 1), Segment("main", 5), Segment("main.1", 2))


def test_turns_of_one_thread_in_a_row_are_one_segment_and_what_is_not_visible_is_none() -> None:
    main: list[Edge] = [(Create(1), 0, 1, "on", 1, 1), (NOTHING, 1, 2, "on", 0, 0), (NOTHING, 2, 3, "on", 1, 1)]
    child: list[Edge] = [(Start(), 4, 5, "on", 1, 1), (NOTHING, 5, 6, "on", 0, 0)]
    paths = paths_of({"main": main, "main.1": child})
    assert schedule_of(paths, Way((0, 3, 1, 4, 2), {})).segments == (
        Segment("main", 1),
        Segment("main.1", 1),
        Segment("main", 2),
    )


def test_threads_that_share_a_creation_path_go_by_that_path() -> None:
    main: list[Edge] = [(Create(1), 0, 1, "on", 1, 1)]
    child: list[Edge] = [(Start(), 2, 3, "on", 1, 1)]
    paths = paths_of({"main": main, "main.1#2": child})
    assert schedule_of(paths, Way((0, 1), {})).segments[-1] == Segment("main.1", 1)


def test_whom_signals_wake_and_what_times_out_is_told() -> None:
    main: list[Edge] = [(Create(1), 0, 1, "on", 1, 1), (Signal(0), 1, 2, "on", 2, 2)]
    child: list[Edge] = [
        (Start(), 3, 4, "on", 1, 1),
        (Wait(0, None), 4, 5, "on", 1, 1),
        (Wake(0, "signal"), 5, 6, "on", 1, 1),
        (Wake(0, "timeout"), 5, 7, "on", 1, 1),
    ]
    paths = paths_of({"main": main, "main.1": child}, frozenset({5}))
    signalled = schedule_of(paths, Way((0, 2, 3, 1, 4), {1: 1}))
    assert signalled.wakes == (Woken("main", 2, "main.1"),) and not signalled.time_outs
    late = schedule_of(paths, Way((0, 2, 3, 5), {}))
    assert late.time_outs == (TimeOut("main.1", 2),) and not late.wakes


def test_a_frontier_counts_as_beyond_the_bound_by_its_longest_way() -> None:
    child: list[Edge] = [
        (NOTHING, 0, 1, "on", 1, 1),
        (NOTHING, 0, 1, "on", 4, 4),
        (NOTHING, 0, 2, "frontier", 1, 1),
        (NOTHING, 1, 3, "frontier", 1, 1),
    ]
    paths = paths_of({"main": [(Create(1), 4, 5, "on", 1, 1)], "main.1": child})
    assert frontiers_by_bound(paths, 5) == ((3, 4), ())
    assert frontiers_by_bound(paths, 4) == ((3,), (4,))


def test_what_main_does_alone_does_not_count() -> None:
    def bounded(joined: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
        main: list[Edge] = [
            (NOTHING, 0, 1, "on", 100, 100),
            (Create(1), 1, 2, "on", 100, 100),
            (joined, 2, 3, "on", 3, 3),
            (NOTHING, 3, 4, "on", 100, 100),
            (NOTHING, 4, 5, "frontier", 1, 1),
        ]
        return frontiers_by_bound(paths_of({"main": main, "main.1": [(Start(), 6, 7, "on", 1, 1)]}), 5)

    assert bounded(Join(1)) == ((4,), ())
    assert bounded(NOTHING) == ((), (4,))
