"""The regions of code that the operations of cores span, and whether keeping them apart blocks a class.

What one thread does in one core spans a region: from its first to its last line, where all stands in one function;
else in the lowest common caller, at the lines of the calls. Regions of one function are one. If no two regions run at
once, the runs of a class are those in which regions come one after the other: none, where with each execution of a
region as one step the orders of the core and of the program go in a circle. (So `last(A) -> first(B)` and
`last(B) -> first(A)` are alternatives: the diagnosis paper, figure 5.1.)
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from raddle.diagnose.diagnosis import Core
from raddle.model.program import TraceProgram
from raddle.repair.graph import operations_of
from raddle.repair.sites import PlacedPaths, Stack
from raddle.repair.source.atomic_sections import ATOMIC


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Lines of one function."""

    file: str
    function: str
    first: int
    last: int
    whole: bool = False
    """Loops that operations are in are part of it: what a thread does there is one execution."""
    closing: int = 0
    """The line where its last statement begins, where that is not its last line."""

    def holds(self, stack: Stack) -> bool:
        return any(
            (frame.file, frame.function) == (self.file, self.function) and self.first <= frame.line <= self.last
            for frame in stack
        )


class Stacks(PlacedPaths, Protocol):
    def stack_of(self, point: int) -> Stack | None: ...


def spans_of(cores: Iterable[Core], stacks: Stacks) -> tuple[Span, ...]:
    """One for each function that operations of cores are in, none of which is called from within another one; () where
    it is not known where one stands, or they have no functions to be kept apart in."""
    groups: list[_Group] = []
    for core in cores:
        by_thread: dict[str, list[Stack]] = defaultdict(list)
        for one in operations_of(core):
            stack = next((stack for point in one if (stack := stacks.stack_of(point)) is not None), None)
            if stack is None:
                return ()
            by_thread[stacks.thread_of(one[0])].append(stack[::-1])
        for of_thread in by_thread.values():
            level = _innermost(of_thread)
            if level is None:
                return ()
            groups.append(_Group(of_thread, level))
    while (nested := _nested(groups)) is not None:
        for group in groups:
            if group.function == nested:
                if not group.level:
                    return ()
                group.level -= 1
    found: dict[tuple[str, str], Span] = {}
    for group in groups:
        found[group.function] = _joined(found.get(group.function, group.span), group.span)
    return tuple(sorted(found.values()))


@dataclass
class _Group:
    """What one thread does in one core."""

    stacks: list[Stack]
    """The outermost first."""
    level: int

    @property
    def function(self) -> tuple[str, str]:
        frame = self.stacks[0][self.level]
        return frame.file, frame.function

    @property
    def span(self) -> Span:
        lines = [stack[self.level].line for stack in self.stacks]
        return Span(*self.function, min(lines), max(lines))

    def calls(self, function: tuple[str, str]) -> bool:
        """From within its region."""
        return any(
            (frame.file, frame.function) == function for stack in self.stacks for frame in stack[self.level + 1 :]
        )


def _nested(groups: Sequence[_Group]) -> tuple[str, str] | None:
    """A function with a region that is called from within another region."""
    functions = dict.fromkeys(group.function for group in groups)
    return next((one for one in functions if any(group.calls(one) for group in groups)), None)


def span_of(stacks: Sequence[Stack]) -> Span | None:
    """Of one thread: in the innermost function that is around all of them. None: there is none."""
    outermost_first = [stack[::-1] for stack in stacks]
    level = _innermost(outermost_first)
    return None if level is None else _Group(outermost_first, level).span


def _innermost(stacks: Sequence[Stack]) -> int | None:
    """How many calls deep the innermost function is that is around all of them, and not atomic as a whole."""
    if len({(one[0].file, one[0].function) for one in stacks}) != 1:
        return None
    level = 0
    while all(len(one) > level + 1 for one in stacks):
        here = {(one[level].line, one[level].column) for one in stacks}
        below = {(one[level + 1].file, one[level + 1].function) for one in stacks}
        if len(here) != 1 or len(below) != 1 or any(function.startswith(ATOMIC) for _, function in below):
            break
        level += 1
    return level


def blocks(core: Core, spans: Sequence[Span], stacks: Stacks) -> bool:
    """Whether no run of the class is left where no two of the regions run at once."""
    done = [stacks.paths.graph.source[event] for event in core.way.events]
    late = [one for one in operations_of(core) if set(one).isdisjoint(done)]
    executions = _Executions(spans, stacks)
    steps = {point: executions.step(point) for point in done}
    steps |= {one[0]: executions.step(one[0]) for one in late}
    operations = {one: steps[next(point for point in one if point in steps)] for one in operations_of(core)}
    ahead: dict[Hashable, set[Hashable]] = defaultdict(set)
    last_of: dict[str, Hashable] = {}
    wanted = set(operations.values())
    for point, step in steps.items():
        thread = stacks.thread_of(point)
        if step in wanted and last_of.get(thread, step) != step:
            ahead[last_of[thread]].add(step)
        if step in wanted:
            last_of[thread] = step
    for order in core.orders:
        if operations[order.first] != operations[order.then]:
            ahead[operations[order.first]].add(operations[order.then])
    return _has_circle(ahead)


class _Executions:
    """Numbers the executions of regions, thread by thread, as operations come."""

    def __init__(self, spans: Sequence[Span], stacks: Stacks) -> None:
        self._spans = spans
        self._stacks = stacks
        self._under_way: dict[tuple[str, Span], _Execution] = {}

    def step(self, point: int) -> Hashable:
        """The execution of a region that it is in, or itself."""
        stack = self._stacks.stack_of(point)
        if stack is None:
            return point
        thread = self._stacks.thread_of(point)
        span = next((one for one in self._spans if one.holds(stack)), None)
        for (of, other), execution in self._under_way.items():
            execution.is_over = execution.is_over or (of == thread and other != span and not other.whole)
        if span is None:
            return point
        execution = self._under_way.setdefault((thread, span), _Execution())
        line = next(frame.line for frame in stack if span.holds((frame,)))
        place = (stack, _kind(self._stacks.paths, point))
        # What goes back, or comes to the same place again, is in the next round of a loop.
        if execution.is_over or (not span.whole and (line < execution.line or place in execution.seen)):
            execution.number += 1
            execution.seen.clear()
            execution.is_over = False
        execution.line = line
        execution.seen.add(place)
        return thread, span, execution.number


@dataclass(slots=True)
class _Execution:
    number: int = 0
    line: int = 0
    seen: set[Hashable] = field(default_factory=set)
    is_over: bool = False


def _kind(paths: TraceProgram, point: int) -> tuple[str, ...]:
    events = (paths.events[event] for event in paths.graph.leaving.get(point, ()))
    return tuple(sorted({_said(event.action) for event in events}))


def _said(action: object) -> str:
    return f"{type(action).__name__} {bool(getattr(action, 'reads', ()))} {bool(getattr(action, 'writes', ()))}"


def _has_circle(ahead: dict[Hashable, set[Hashable]]) -> bool:
    done: set[Hashable] = set()
    for start in list(ahead):
        seen: set[Hashable] = set()
        stack = list(ahead[start])
        while stack:
            step = stack.pop()
            if step == start:
                return True
            if step not in seen and step not in done:
                seen.add(step)
                stack += ahead.get(step, ())
        done.add(start)
    return False


def _joined(one: Span, other: Span) -> Span:
    return replace(one, first=min(one.first, other.first), last=max(one.last, other.last))
