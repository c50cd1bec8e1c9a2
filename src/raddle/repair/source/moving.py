"""`Ordered` by a join or by moving a statement, within one function.

In: the lines, and where the thread is created. Out: in the plan, the join of that thread (the one that is there, or a
new one) before the statement of `then`; or the statement of `first` before the one that creates the thread, or before
the one that the other thread takes as a sign that it was done. What is moved must mean the same at its new place: it is
refused where something in between declares, writes or reads what matters to it, or takes or gives back a lock.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node

from raddle.repair.fixes import Line, Ordered
from raddle.repair.source.atomic_sections import refuse_atomic_callers, refuse_inside
from raddle.repair.source.effects import Touching
from raddle.repair.source.expressions import declared_names, names, written_names
from raddle.repair.source.hidden import refuse_hidden_exits
from raddle.repair.source.locks import first_held, squeezed
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.plan import Edit, Plan, Rank
from raddle.repair.source.statements import (
    LOOPS,
    Span,
    beside,
    enclosing,
    exits,
    function_of,
    is_statement,
    loops_around,
    parent_of,
    span_over,
    statements_at,
    within,
)
from raddle.repair.source.work import Work


@dataclass(frozen=True, slots=True)
class _Thread:
    created: Node
    """The statement."""
    handle: str
    by_std: bool

    @property
    def base(self) -> str:
        found = re.search(r"[A-Za-z_]\w*", self.handle)
        return found[0] if found else self.handle

    @property
    def joined(self) -> str:
        return f"{self.handle}.join();" if self.by_std else f"pthread_join({self.handle}, NULL);"


def write_join(work: Work, measure: Ordered, index: int) -> None:
    source, thread = _thread(work, measure)
    then = _one(source, measure.then)
    if work.source(measure.then) is not source or function_of(then) != function_of(thread.created):
        raise CannotWriteError(f"{_where(source, then)} is not in the function that creates the thread")
    join = _existing_join(source, thread)
    plan = work.plan(source)
    at = _beside(source, then, thread.created if join is None else join)
    refuse_inside(source, at)
    refuse_atomic_callers(work.calls, Span(source, at, at))
    if join is None:
        _refuse_new_join(source, thread, at)
        plan.before(at, [thread.joined], Rank.WAIT, index)
        return
    if loops_around(thread.created) and join.type not in LOOPS:
        raise CannotWriteError("the thread is created in a loop")
    if at.start_byte >= join.start_byte:
        raise CannotWriteError(f"the thread is joined before {_where(source, then)} already")
    if thread.created.end_byte > at.start_byte:
        raise CannotWriteError(f"the thread is created inside or behind {_where(source, at)}")
    _refuse_dependent(work, Span(source, at, _before(join)), join)
    _move(plan, join, at, index)


def write_move(work: Work, measure: Ordered, ahead_of: Line | None, index: int) -> None:
    source = work.source(measure.first)
    moved = _one(source, measure.first)
    if ahead_of is None or work.source(ahead_of) is not source:
        raise CannotWriteError(f"what {_where(source, moved)} is to be moved before is not in its file")
    other = _one(source, ahead_of)
    if function_of(other) != function_of(moved):
        raise CannotWriteError(f"{_where(source, moved)} is not in the function of {_where(source, other)}")
    at = _beside(source, other, moved)
    if at.start_byte >= moved.start_byte:
        raise CannotWriteError(f"{_where(source, moved)} comes before {_where(source, other)} already")
    if first_held(source, moved) != first_held(source, at):
        raise CannotWriteError(f"{_where(source, moved)} and {_where(source, at)} are not under the same locks")
    if exits(span_over(source, [moved])):
        raise CannotWriteError(f"{_where(source, moved)} may leave the function or a loop")
    refuse_hidden_exits(work.calls, span_over(source, [moved]))
    _refuse_dependent(work, Span(source, at, _before(moved)), moved)
    _move(work.plan(source), moved, at, index)


def _thread(work: Work, measure: Ordered) -> tuple[Source, _Thread]:
    if measure.created is None:
        raise CannotWriteError("it is not known where the thread is created")
    source = work.source(measure.created)
    statement = _one(source, measure.created)
    found = []
    for node in within(statement):
        function = node.child_by_field_name("function")
        arguments = node.child_by_field_name("arguments")
        if function is not None and arguments is not None and source.text(function) == "pthread_create":
            given = source.text(arguments.named_children[0]).strip()
            found.append(given[1:].strip() if given.startswith("&") else f"*{given}")
    if len(found) == 1:
        return source, _Thread(statement, found[0], by_std=False)
    declared = list(declared_names(source, statement))
    if not found and len(declared) == 1 and re.match(r"(std::)?j?thread\b", source.text(statement)):
        return source, _Thread(statement, declared[0], by_std=True)
    raise CannotWriteError(f"{_where(source, statement)} does not create one thread with a name of its own")


def _one(source: Source, line: Line) -> Node:
    return span_over(source, statements_at(source, line)).first


def _existing_join(source: Source, thread: _Thread) -> Node | None:
    """The statement that joins it, or the loop that does nothing but join."""
    function = function_of(thread.created)
    assert function is not None
    found = [node for node in within(function) if is_statement(node) and _joins(source, node, thread)]
    innermost = [node for node in found if not any(other != node and _contains(node, other) for other in found)]
    if not innermost:
        return None
    if len(innermost) > 1:
        raise CannotWriteError(f"{thread.handle} is joined at several places")
    join = innermost[0]
    for loop in loops_around(join):
        body = loop.child_by_field_name("body")
        inside = [] if body is None else [node for node in body.named_children if node.type != "comment"]
        if body != join and inside != [join]:
            raise CannotWriteError(f"the loop that joins {thread.base} does more than that")
        join = loop
    return next(enclosing(join))


def _joins(source: Source, statement: Node, thread: _Thread) -> bool:
    for node in within(statement):
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if node.type != "call_expression" or function is None or arguments is None:
            continue
        if thread.by_std and squeezed(source.text(function)) == f"{thread.handle}.join":
            return True
        if source.text(function) == "pthread_join" and arguments.named_children:
            given = squeezed(source.text(arguments.named_children[0]))
            if given == squeezed(thread.handle) or (given.startswith(f"{thread.base}[") and "[" in thread.handle):
                return True
    return False


def _refuse_new_join(source: Source, thread: _Thread, at: Node) -> None:
    if thread.created.end_byte > at.start_byte:
        raise CannotWriteError(f"the thread is created inside or behind {_where(source, at)}")
    if loops_around(thread.created):
        raise CannotWriteError("the thread is created in a loop")
    if {"pthread_detach", "PTHREAD_CREATE_DETACHED", "detach"} & source.words:
        raise CannotWriteError("the program detaches threads")
    between = Span(source, thread.created, _before(at)).statements
    if any(thread.base in set(written_names(source, node)) for node in between[1:]):
        raise CannotWriteError(f"{thread.base} is written between the creation and {_where(source, at)}")


def _beside(source: Source, inner: Node, anchor: Node) -> Node:
    """The statement around `inner` that stands in the same list as `anchor`."""
    container = parent_of(anchor)
    found = next((node for node in enclosing(inner) if parent_of(node) == container), None)
    if found is None or parent_of(anchor).type in LOOPS:
        raise CannotWriteError(f"{_where(source, inner)} is not in the block of {_where(source, anchor)}")
    return found


def _before(statement: Node) -> Node:
    return beside(statement, forward=False) or statement


def _refuse_dependent(work: Work, between: Span, moved: Node) -> None:
    source = between.source
    touching = Touching(work.sources, work.calls)
    one, others = touching.effects(span_over(source, [moved])), touching.effects(between)
    met = one.meet(others)
    met -= _set_by_each(source, [*between.statements, moved], met)
    cannot = f"{_where(source, moved)} cannot be moved up"
    if met:
        raise CannotWriteError(f"{cannot}: {', '.join(sorted(met))} is in use in between")
    if one.may_meet_through_pointers(others):
        raise CannotWriteError(f"{cannot}: through a pointer, what it touches may be in use in between")
    if one.foreign and (others.foreign or exits(between)):
        raise CannotWriteError(f"{cannot}: it calls {', '.join(sorted(one.foreign))}")


def _set_by_each(source: Source, statements: Sequence[Node], among: set[str]) -> set[str]:
    """Loop variables: whoever uses them is a `for` that sets them first."""
    found = set()
    for name in among:
        users = [node for node in statements if name in names(source, node) | set(declared_names(source, node))]
        heads = [node.child_by_field_name("initializer") for node in users if node.type == "for_statement"]
        setters = [head for head in heads if head is not None and _sets(source, head, name)]
        if len(setters) == len(users):
            found.add(name)
    return found


def _sets(source: Source, head: Node, name: str) -> bool:
    return name in set(written_names(source, head)) | set(declared_names(source, head))


def _move(plan: Plan, statement: Node, at: Node, index: int) -> None:
    """With the comment behind it, where it has its lines to itself."""
    source = plan.source
    start, end = statement.start_byte, statement.end_byte
    if not (source.starts_line(start) and source.ends_line(end)):
        plan.remove(statement)
        plan.before(at, [source.text(statement)], Rank.WAIT, index)
        return
    indentation = source.indentation(start)
    begin, behind = source.line_start(start), source.next_line(end)
    lines = [line.rstrip("\r") for line in source.between(begin, behind).rstrip("\n").split("\n")]
    plan.edit(Edit(begin, behind, (), ""))
    plan.before(at, [line.removeprefix(indentation) for line in lines], Rank.WAIT, index)


def _contains(outer: Node, inner: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte


def _where(source: Source, node: Node) -> str:
    return source.where(node)
