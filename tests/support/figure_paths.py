"""The trace-driven verification paper's figures 1 and 4 as paths: each shared access is an event of its own; nobody has
seen what complexA() does; complexB() does nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Action, Cell, Create, Exit, Join, Read, Start, Step, Write
from raddle.model.check import check_program
from raddle.model.graph import Graph, Leads
from raddle.model.program import Barrier, Event, Semaphore, Thread, TraceProgram

WIDTH: Final = 8


@dataclass
class _Edges:
    """Of one thread."""

    parent: int | None
    root: int
    made: list[tuple[int, int, Action, Leads, str]] = field(default_factory=list)


class Builder:
    """Adds events at points, and points behind them. Values have 8 bits."""

    def __init__(self, **cells: int) -> None:
        self.terms = TermStore()
        self._names = list(cells)
        self._cells = [Cell(name, WIDTH, initial & 255) for name, initial in cells.items()]
        self._points = 0
        self._reads = 0
        self._threads: list[_Edges] = []
        self.main = self.thread(None)

    def thread(self, parent: int | None) -> int:
        """Its first event is its Start, but for main."""
        self._threads.append(_Edges(parent, self._point()))
        return len(self._threads) - 1

    def root(self, thread: int) -> int:
        return self._threads[thread].root

    def _point(self) -> int:
        self._points += 1
        return self._points - 1

    def event(
        self, thread: int, source: int, action: Action, label: str = "", *, leads: Leads = "on", to: int | None = None
    ) -> int:
        """Out: the point behind it."""
        target = self._point() if to is None else to
        self._threads[thread].made.append((source, target, action, leads, label))
        return target

    def value(self, number: int) -> Term:
        return self.terms.bits(number, WIDTH)

    def minus(self, a: Term, b: Term) -> Term:
        return self.terms.apply(Op.SUB, WIDTH, a, b)

    def read(self, cell: str) -> Read:
        self._reads += 1
        return Read(self.terms.variable(f"r{self._reads}", WIDTH), (self._names.index(cell),))

    def reads(self, thread: int, source: int, cell: str, label: str = "") -> tuple[int, Term]:
        read = self.read(cell)
        return self.event(thread, source, Step((read,), self.terms.true, ()), label), read.variable

    def writes(self, thread: int, source: int, cell: str, value: Term, label: str = "") -> int:
        write = Write(value, (self._names.index(cell),))
        return self.event(thread, source, Step((), self.terms.true, (write,)), label)

    def branch(self, thread: int, source: int, cell: str, op: Op, number: int, label: str) -> tuple[int, int]:
        """The points where the comparison of what is in the cell holds, and where it does not."""
        here, there = self.read(cell), self.read(cell)
        holds, other = (self.terms.apply(op, 1, one.variable, self.value(number)) for one in (here, there))
        yes = self.event(thread, source, Step((here,), holds, ()), f"{label} yes")
        return yes, self.event(thread, source, Step((there,), self.terms.negation(other), ()), f"{label} no")

    def paths(
        self,
        locks: tuple[str, ...] = (),
        semaphores: tuple[Semaphore, ...] = (),
        barriers: tuple[Barrier, ...] = (),
    ) -> TraceProgram:
        events: list[Event] = []
        threads: list[Thread] = []
        made: list[tuple[int, int, Action, Leads, str]] = []
        for number, thread in enumerate(self._threads):
            parent = thread.parent
            name = "main" if parent is None else f"main.{number}"
            threads.append(Thread(name, len(events), len(thread.made), parent))
            for position, edge in enumerate(thread.made):
                events.append(Event(len(events), number, position, edge[2], position + 1, position, edge[4]))
            made += thread.made
        cells = tuple(self._cells)
        program = TraceProgram(
            self.terms, tuple(threads), tuple(events), cells, locks, semaphores=semaphores, barriers=barriers
        )
        ones = (1,) * len(events)
        roots = tuple(thread.root for thread in self._threads)
        sources, targets, leads = (tuple(edge[which] for edge in made) for which in (0, 1, 3))
        found = replace(program, branches=Graph(sources, targets, leads, roots, ones, ones))  # type: ignore[arg-type]
        check_program(found)
        return found


def labelled(paths: TraceProgram, *labels: str) -> tuple[int, ...]:
    return tuple(event.number for event in paths.events if event.label in labels)


def figure_1(a: int = 1, b: int = 0) -> TraceProgram:
    """main creates both threads. Nobody has seen what complexA() does."""
    build = Builder(y=0)
    foo, bar = build.thread(build.main), build.thread(build.main)
    point = build.event(build.main, build.root(build.main), Create(foo))
    build.event(build.main, build.event(build.main, point, Create(bar)), Exit())
    point = build.event(foo, build.root(foo), Start())
    less, other = build.branch(foo, build.writes(foo, point, "y", build.value(a + 1), "1"), "y", Op.SLT, 2, "2")
    build.event(foo, less, Step((), build.terms.true, ()), "3", leads="frontier")
    fails, holds = build.read("y"), build.read("y")
    low, high = (build.terms.apply(Op.SLT, 1, one.variable, build.value(2)) for one in (fails, holds))
    build.event(foo, other, Step((fails,), low, ()), "5 fails", leads="failure")
    build.event(foo, build.event(foo, other, Step((holds,), build.terms.negation(high), ()), "5"), Exit())
    point = build.event(bar, build.root(bar), Start())
    goes = build.event(bar, point, Step((), build.terms.truth(b >= 0), ()), "6")
    build.event(bar, build.writes(bar, goes, "y", build.value(b + 1), "7"), Exit())
    return build.paths()


def figure_4(a: int, deeper: int = 0) -> TraceProgram:
    """main is foo(a). Where it would call itself more than a + deeper times, nobody knows what comes."""
    build = Builder(x=1, y=1)
    children = [build.thread(build.main) for _ in range(a + deeper + 1)]
    _foo(build, a, children)
    for child in children:
        _bar(build, child)
    return build.paths()


def _foo(build: Builder, a: int, children: Sequence[int]) -> None:
    point = build.root(build.main)
    for depth, child in enumerate(children):
        point = build.event(build.main, point, Create(child), "0")
        point = build.writes(build.main, point, "x", build.value(a - depth), "1")
        positive, other = build.branch(build.main, point, "x", Op.SGT, 0, "2")
        _innermost(build, other, children[: depth + 1])
        point = positive
    build.event(build.main, point, Step((), build.terms.true, ()), "3", leads="frontier")


def _innermost(build: Builder, point: int, children: Sequence[int]) -> None:
    main = build.main
    small, large = build.branch(main, point, "y", Op.SLE, 1, "5")
    zero, other = build.branch(main, small, "y", Op.EQ, 0, "5")
    point, y = build.reads(main, other, "y", "6")
    point, x = build.reads(main, point, "x", "6")
    _joins(build, build.writes(main, point, "x", build.minus(y, x), "6"), children)
    for label, behind in (("7 from 5", large), ("7", zero)):
        complex_a, rest = build.branch(main, behind, "y", Op.SGT, 10, label)
        build.event(main, complex_a, Step((), build.terms.true, ()), "8", leads="frontier")
        point, x = build.reads(main, rest, "x", "10")
        point, y = build.reads(main, point, "y", "10")
        point = build.writes(main, point, "x", build.minus(x, y), "10")
        build.event(main, point, Step((), build.terms.true, ()), "11", leads="failure")


def _joins(build: Builder, point: int, children: Sequence[int]) -> None:
    for child in reversed(children):
        point = build.event(build.main, point, Join(child), "12")
    build.event(build.main, point, Exit())


def _bar(build: Builder, thread: int) -> None:
    point = build.event(thread, build.root(thread), Start())
    point = build.writes(thread, point, "y", build.value(1), "13")
    positive, other = build.branch(thread, point, "y", Op.SGT, 0, "14")
    build.event(thread, other, Exit(), "18")
    point, x = build.reads(thread, positive, "x", "15")
    point, y = build.reads(thread, point, "y", "15")
    point = build.writes(thread, point, "x", build.minus(x, y), "15")
    point, y = build.reads(thread, point, "y", "16")
    build.event(thread, build.writes(thread, point, "y", build.minus(y, build.value(1)), "16"), Exit())
