"""The diagnosis paper's figures 2.1, 3.2 and 5.2 as paths, with their cores: labels are lines, where points stand."""

from collections.abc import Sequence

from raddle.base.place import SourcePlace
from raddle.diagnose.diagnosis import Core
from raddle.logic.operators import Op
from raddle.model.actions import Create, Exit, Join, ProcessEnd, Start, Step
from raddle.model.facts import Before, Operation, holds
from raddle.model.moves import Move, Way
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, run
from raddle.repair.graph import RepairGraph
from tests.support.figure_paths import Builder

FILE = "figure.c"


class Labels:
    """Where points stand: at the number that the label of one of their events begins with."""

    def __init__(self, paths: TraceProgram) -> None:
        self._paths = paths

    @property
    def paths(self) -> TraceProgram:
        return self._paths

    def stack_of(self, point: int) -> tuple[SourcePlace, ...] | None:
        place = self.place_of(point)
        return None if place is None else (place,)

    def thread_of(self, point: int) -> str:
        event = self._paths.events[self._paths.graph.leaving[point][0]]
        return self._paths.threads[event.thread].name

    def place_of(self, point: int) -> SourcePlace | None:
        for event in self._paths.graph.leaving.get(point, ()):
            line = self._paths.events[event].label.partition(" ")[0]
            if line:
                return SourcePlace(FILE, int(line), function=self.thread_of(point))
        return None


def operation(paths: TraceProgram, thread: int, line: int | str) -> Operation:
    """By its line, or (of one that comes several times) by its label."""
    return tuple(
        sorted(
            {
                paths.graph.source[event.number]
                for event in paths.events
                if event.thread == thread and line in (event.label, int(event.label.partition(" ")[0] or 0))
            }
        )
    )


Which = tuple[int, int | str]
"""Thread, and line or label."""


def graph_of(paths: TraceProgram, *cores: Core) -> RepairGraph:
    return RepairGraph(cores, Labels(paths))


def core(paths: TraceProgram, orders: Sequence[tuple[Which, Which]], events: Sequence[tuple[int, str]]) -> Core:
    """`events`: of a run that fails, by thread and label; those without a label come as soon as they can."""
    facts = tuple(Before(operation(paths, *first), operation(paths, *then)) for first, then in orders)
    way = _way(paths, events)
    assert isinstance(run(paths, way.moves), Ran)
    assert all(holds(paths, way, fact) for fact in facts)
    return Core(facts, way, len(facts))


def _way(paths: TraceProgram, wanted: Sequence[tuple[int, str]]) -> Way:
    at = dict(enumerate(paths.graph.roots))
    found: list[int] = []

    def go(thread: int, label: str | None) -> bool:
        for event in paths.graph.leaving.get(at[thread], ()):
            name = paths.events[event].label
            if name == (label or "") and isinstance(run(paths, map(Move, (*found, event))), Ran):
                found.append(event)
                at[thread] = paths.graph.target[event]
                return True
        return False

    for thread, label in wanted:
        while any(go(other, None) for other in at):
            pass
        assert go(thread, label), (thread, label)
    return Way(tuple(found), {})


def figure_2_1() -> TraceProgram:
    """f is thread 1."""
    build = Builder(x=1)
    main, f = build.main, build.thread(build.main)
    point = build.event(main, build.root(main), Create(f))
    differs, zero = build.branch(main, point, "x", Op.NE, 0, "9")
    fails, passes = build.read("x"), build.read("x")
    is_zero, was_zero = (build.terms.apply(Op.EQ, 1, one.variable, build.value(0)) for one in (fails, passes))
    build.event(main, differs, Step((fails,), is_zero, ()), "10 fails", leads="failure")
    behind = build.event(main, differs, Step((passes,), build.terms.negation(was_zero), ()), "10")
    build.event(main, behind, ProcessEnd())
    build.event(main, zero, ProcessEnd())
    point = build.event(f, build.root(f), Start())
    build.event(f, build.writes(f, point, "x", build.value(0), "4"), Exit())
    return build.paths()


def figure_3_2(*, one_after_the_other: bool = False, without_line_6: bool = False) -> TraceProgram:
    """f1 and f2 are threads 1 and 2. `one_after_the_other`: f1 is joined before f2 is created."""
    build = Builder(x=0, y=0)
    main, one, two = build.main, build.thread(build.main), build.thread(build.main)
    point = build.root(main)
    creates = (Create(one), Join(one), Create(two)) if one_after_the_other else (Create(one), Create(two), Join(one))
    for action in (*creates, Join(two)):
        point = build.event(main, point, action)
    fails, passes = ((build.read("x"), build.read("y")) for _ in range(2))
    same = [build.terms.apply(Op.EQ, 1, x.variable, y.variable) for x, y in (fails, passes)]
    build.event(main, point, Step(fails, build.terms.negation(same[0]), ()), "23 fails", leads="failure")
    build.event(main, build.event(main, point, Step(passes, same[1], ()), "23"), ProcessEnd())
    for thread, value, lines in ((one, 0, ("5", "6")), (two, 1, ("10", "11"))):
        point = build.event(thread, build.root(thread), Start())
        for cell, line in zip("xy", lines, strict=True):
            if without_line_6 and line == "6":
                continue
            point = build.writes(thread, point, cell, build.value(value), line)
        build.event(thread, point, Exit())
    return build.paths()


def figure_5_2() -> TraceProgram:
    """t1_main and t2_main are threads 1 and 2."""
    build = Builder(bandwidth=0)
    main, one, two = build.main, build.thread(build.main), build.thread(build.main)
    point = build.root(main)
    for action in (Create(one), Create(two), Exit()):
        point = build.event(main, point, action)
    point = build.event(one, build.root(one), Start())
    build.event(one, build.writes(one, point, "bandwidth", build.value(1), "2"), Exit())
    point = build.event(two, build.root(two), Start())
    fails, passes = build.read("bandwidth"), build.read("bandwidth")
    null, was = (build.terms.apply(Op.EQ, 1, one.variable, build.value(0)) for one in (fails, passes))
    build.event(two, point, Step((fails,), null, ()), "5 fails", leads="failure")
    build.event(two, build.event(two, point, Step((passes,), build.terms.negation(was), ()), "5"), Exit())
    return build.paths()


def two_rounds() -> TraceProgram:
    """Thread 1 reads x in line 1 and writes it in line 2, twice; thread 2 writes it in line 4."""
    build = Builder(x=0)
    main, one, two = build.main, build.thread(build.main), build.thread(build.main)
    point = build.root(main)
    for action in (Create(one), Create(two)):
        point = build.event(main, point, action)
    build.event(main, point, Step((), build.terms.true, ()), "9 fails", leads="failure")
    point = build.event(one, build.root(one), Start())
    for number in ("first", "second"):
        point, _ = build.reads(one, point, "x", f"1 {number}")
        point = build.writes(one, point, "x", build.value(1), f"2 {number}")
    build.event(one, point, Exit())
    point = build.event(two, build.root(two), Start())
    build.event(two, build.writes(two, point, "x", build.value(7), "4"), Exit())
    return build.paths()
