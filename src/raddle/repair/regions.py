"""The regions of code that the operations of cores span, and whether keeping them apart blocks a class.

What one thread does in one core spans a region: from its first to its last line, where all stands in one function;
else in the lowest common caller, at the lines of the calls. Regions of one function are one. If no two regions run at
once, the runs of a class are those in which regions come one after the other: none, where with each execution of a
region as one step the orders of the core and of the program go in a circle. (So `last(A) -> first(B)` and
`last(B) -> first(A)` are alternatives: seed 5, figure 5.1.)
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from raddle.diagnose.diagnosis import Core
from raddle.model.paths.facts import Operation
from raddle.model.paths.paths import Paths
from raddle.repair.graph import operations_of
from raddle.repair.sites import Stack


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


class Stacks(Protocol):
    def thread_of(self, point: int) -> str: ...

    def stack_of(self, point: int) -> Stack | None: ...


def spans_of(cores: Iterable[Core], stacks: Stacks) -> tuple[Span, ...]:
    """One for each function that operations of cores are in; () where it is not known where one stands."""
    found: dict[tuple[str, str], Span] = {}
    for core in cores:
        by_thread: dict[str, list[Stack]] = defaultdict(list)
        for one in operations_of(core):
            stack = next((stack for point in one if (stack := stacks.stack_of(point)) is not None), None)
            if stack is None:
                return ()
            by_thread[stacks.thread_of(one[0])].append(stack)
        for of_thread in by_thread.values():
            span = span_of(of_thread)
            if span is None:
                return ()
            key = (span.file, span.function)
            found[key] = _joined(found[key], span) if key in found else span
    return tuple(sorted(found.values()))


def span_of(stacks: Sequence[Stack]) -> Span | None:
    """Of one thread: in the innermost function that is around all of them. None: there is none."""
    outermost_first = [stack[::-1] for stack in stacks]
    if len({(one[0].file, one[0].function) for one in outermost_first}) != 1:
        return None
    level = 0
    while all(len(one) > level + 1 for one in outermost_first):
        here = {(one[level].line, one[level].column) for one in outermost_first}
        below = {(one[level + 1].file, one[level + 1].function) for one in outermost_first}
        if len(here) != 1 or len(below) != 1:
            break
        level += 1
    lines = [one[level].line for one in outermost_first]
    frame = outermost_first[0][level]
    return Span(frame.file, frame.function, min(lines), max(lines))


def without_nested(spans: Iterable[Span], cores: Iterable[Core], stacks: Stacks) -> tuple[Span, ...]:
    """Those whose function is always called from within another one of them are left out: a lock is not got twice."""
    spans = tuple(spans)
    outside: set[Span] = set()
    for core in cores:
        for one in operations_of(core):
            stack = next((stack for point in one if (stack := stacks.stack_of(point)) is not None), ())
            around = [span for frame in reversed(stack) for span in spans if span.holds((frame,))]
            if around:
                outside.add(around[0])
    return tuple(span for span in spans if span in outside)


def blocks(paths: Paths, core: Core, spans: Sequence[Span], stacks: Stacks) -> bool:
    """Whether no run of the class is left where no two of the regions run at once."""
    at = {paths.source[event]: position for position, event in enumerate(core.way.events)}
    operations = sorted(operations_of(core), key=lambda one: _position(one, at))
    steps: dict[Operation, Hashable] = {}
    ahead: dict[Hashable, set[Hashable]] = defaultdict(set)
    last_of: dict[str, Hashable] = {}
    executions = _Executions(spans, stacks)
    for one in operations:
        thread = stacks.thread_of(one[0])
        step = steps[one] = executions.step(thread, one, paths)
        before = last_of.get(thread)
        if before is not None and before != step:
            ahead[before].add(step)
        last_of[thread] = step
    for order in core.orders:
        if steps[order.first] != steps[order.then]:
            ahead[steps[order.first]].add(steps[order.then])
    return _has_circle(ahead)


class _Executions:
    """Numbers the executions of regions, thread by thread, as operations come."""

    def __init__(self, spans: Sequence[Span], stacks: Stacks) -> None:
        self._spans = spans
        self._stacks = stacks
        self._seen: dict[tuple[str, Span], tuple[int, set[Hashable]]] = {}

    def step(self, thread: str, operation: Operation, paths: Paths) -> Hashable:
        """The execution of a region that it is in, or itself."""
        stack = next((stack for point in operation if (stack := self._stacks.stack_of(point)) is not None), ())
        span = next((one for one in self._spans if one.holds(stack)), None)
        if span is None:
            return operation
        number, seen = self._seen.setdefault((thread, span), (0, set()))
        # What comes to the same place again is in the next round of a loop.
        place = (stack, _kind(paths, operation))
        if place in seen and not span.whole:
            number, seen = number + 1, set()
        self._seen[thread, span] = number, seen | {place}
        return thread, span, number


def _kind(paths: Paths, operation: Operation) -> tuple[str, ...]:
    events = (paths.program.events[event] for point in operation for event in paths.leaving.get(point, ()))
    return tuple(sorted({_said(event.action) for event in events}))


def _said(action: object) -> str:
    return f"{type(action).__name__} {bool(getattr(action, 'reads', ()))} {bool(getattr(action, 'writes', ()))}"


def _position(operation: Operation, at: dict[int, int]) -> int:
    """What does not come about comes last."""
    return min((at[point] for point in operation if point in at), default=len(at))


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
