"""Branches in the text format: where the lines of a thread lead.

    thread T
        lock(m)
        r := x                          # a line leads to the next one
        assume(r == 0) -> p2            # the outcomes of one operation: a line behind one with an arrow
        assume(r != 0) -> failure       # leaves the same point
      point p2                          # where an arrow, or the line before, leads to
        y := 1; +2 (3)                  # visible operations: up to its own end, and to where it leads (1 unless said)
        begin_wait(c, m)
        woken(c) timeout -> p3; times_out
        woken(c) -> frontier
      point p3
        lock(m)
        unlock(m)
        exit -> end

`-> end`: nothing is left to do there. Each line stands behind all that lead to it. A local variable has its value where
every way comes by its assignment. Assertions are written as outcomes; there are no blocks, and there is no trace.

In: the lines of one thread, one by one. Out: between which of its points each event leads.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from raddle.logic.terms import Term
from raddle.model.actions import Action, Exit, ProcessEnd
from raddle.model.graph import Graph, Leads
from raddle.model.text.lexer import Line

END: Final = "end"
_NOWHERE: Final[dict[str, Leads]] = {END: "on", "failure": "failure", "frontier": "frontier"}
"""What may stand behind an arrow and is no point."""
_MOST: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Edge:
    source: int
    """Points are numbered in their thread."""
    target: int
    leads: Leads = "on"
    visible: int = 1
    passed: int = 1
    times_out: bool = False


class Ways:
    """Of one thread."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self.root = 0
        self.count = 1
        """Of its points."""
        self.goes_on = True
        """The next line leaves the point to which the last one leads."""
        self.line: Line | None = None
        """The first that speaks of points."""
        self._here = 0
        self._named: dict[str, int] = {}
        self._locals: dict[int, dict[str, Term]] = {0: {}}

    @property
    def locals(self) -> dict[str, Term]:
        """What local variables are worth at the point that the next line leaves."""
        return dict(self._locals.get(self._here, {}))

    def point(self, line: Line) -> None:
        """`point NAME`."""
        self.line = self.line or line
        name = self._name(line)
        line.finish()
        if self.goes_on and name not in self._named:
            self._named[name] = self._here
            return
        point = self._named[name] if name in self._named else self._new()
        self._named[name] = point
        if self.goes_on and point != self._here:
            if not self.edges or self.edges[-1].target != self._here:
                line.fail(f"no line leads to the point {name} here", "name a point once where it begins")
            self._meet(point, self._locals[self._here])
            self.edges[-1] = replace(self.edges[-1], target=point)
        self._here, self.goes_on = point, False

    def lead(self, line: Line, actions: list[Action], known: dict[str, Term]) -> None:
        """The rest of a line that stands for these actions. `known`: what local variables are worth behind it."""
        source = self._here
        for _ in actions[:-1]:
            target = self._new()
            self.edges.append(Edge(source, target))
            source = target
        leads: Leads = "on"
        goes_on = not isinstance(actions[-1], Exit | ProcessEnd)
        aim: int | None = None
        if line.accept("->"):
            self.line, goes_on = self.line or line, False
            if line.peek().text in _NOWHERE:
                leads = _NOWHERE[line.take().text]
            else:
                name = self._name(line)
                aim = self._named[name] if name in self._named else self._new()
                self._named[name] = aim
        target = self._new() if aim is None else aim
        visible, passed, times_out = self._counts(line)
        self.edges.append(Edge(source, target, leads, visible, passed, times_out))
        self._meet(target, known)
        self.goes_on = goes_on
        if goes_on:
            self._here = target

    def begin_with(self, count: int) -> None:
        """So many events before all others."""
        for _ in range(count):
            point = self._new()
            self.edges.insert(0, Edge(point, self.root))
            self.root = point

    def end(self) -> None:
        """One event more, behind the last line."""
        self.edges.append(Edge(self._here, self._new()))
        self.goes_on = False

    def _counts(self, line: Line) -> tuple[int, int, bool]:
        visible = passed = 1
        times_out = False
        if line.accept(";"):
            self.line = self.line or line
            if line.accept("+"):
                visible = passed = line.integer("a number of visible operations", 0, _MOST)
            if line.accept("("):
                passed = line.integer("a number of visible operations", 0, _MOST)
                line.expect(")")
            times_out = line.accept("times_out")
        return visible, passed, times_out

    def _name(self, line: Line) -> str:
        name = line.name("the name of a point")
        if name in _NOWHERE:
            line.fail(f"{name} is no name of a point", "give it another one: p1")
        return name

    def _new(self) -> int:
        self.count += 1
        return self.count - 1

    def _meet(self, point: int, known: dict[str, Term]) -> None:
        """Known is there what is the same on every way."""
        before = self._locals.get(point, known)
        self._locals[point] = {name: term for name, term in before.items() if known.get(name) is term}


def graph_of(threads: Iterable[Ways]) -> Graph:
    """The points of all threads are numbered one after the other."""
    edges: list[Edge] = []
    roots: list[int] = []
    begun = 0
    for ways in threads:
        edges += (replace(edge, source=begun + edge.source, target=begun + edge.target) for edge in ways.edges)
        roots.append(begun + ways.root)
        begun += ways.count
    return Graph(
        source=tuple(edge.source for edge in edges),
        target=tuple(edge.target for edge in edges),
        leads=tuple(edge.leads for edge in edges),
        roots=tuple(roots),
        visible=tuple(edge.visible for edge in edges),
        passed=tuple(edge.passed for edge in edges),
        timed_out=frozenset(number for number, edge in enumerate(edges) if edge.times_out),
    )
