"""`Locked`: no two of the regions at once, by a new mutex or by one of the program.

In: regions. Out: in the plan, the lock taken before the first statement of each and given back behind its last, and
before every jump out of it. Sections of the same lock inside a region go: one that reaches over the border of the
region is thereby widened, two that the region joins become one.
"""

import re
from collections.abc import Sequence

from tree_sitter import Node

from raddle.repair.fixes import Locked
from raddle.repair.source.atomic_sections import outside
from raddle.repair.source.calls import Calls, is_called
from raddle.repair.source.expressions import declared_name
from raddle.repair.source.file_scope import Use, Variable, in_std_cxx, mutex
from raddle.repair.source.held import Held, held_in
from raddle.repair.source.hidden import refuse_hidden_exits, refuse_long_jumps
from raddle.repair.source.leaving import before_exit, returned, settled
from raddle.repair.source.locks import Lock, Operation, find_lock, guard_name, rounded
from raddle.repair.source.members import class_of, has_member, mutex_of
from raddle.repair.source.naming import mutex_name
from raddle.repair.source.parsed import CannotWriteError, Source, walk
from raddle.repair.source.plan import Edit, Plan, Rank
from raddle.repair.source.statements import (
    BODIES,
    Span,
    beside,
    enclosing,
    exits,
    function_name,
    function_of,
    span_of,
    span_over,
    within,
)
from raddle.repair.source.work import Work


def write_locked(work: Work, measure: Locked, index: int) -> None:
    calls = work.calls
    spans = []
    for region in measure.regions:
        if region.first.file != region.last.file:
            raise CannotWriteError("a region begins in one file and ends in another")
        spans.append(outside(calls, span_of(work.source(region.first), region)))
    spans = _outermost(calls, joined(spans))
    if measure.lock is None:
        spans = joined([outside(calls, rounded(span)) for span in spans])
        lock = _new_lock(work, spans) if measure.member_of is None else _new_member(work, spans, measure.member_of)
    else:
        lock = find_lock(work.sources.values(), measure.lock)
        _refuse_unusable(work, calls, lock, spans)
        spans = [span for span in spans if not _entered_with(calls, lock, span)]
    changed = [_write_span(work, span, lock, index) for span in spans]
    if not any(changed):
        raise CannotWriteError(f"all of it is under {lock.expression} already")


def joined(spans: Sequence[Span]) -> list[Span]:
    """Spans that overlap become one; the same one twice is one."""
    found: list[Span] = []
    for span in spans:
        meeting = [other for other in found if other.source is span.source and _meet(other, span)]
        while meeting:
            found = [other for other in found if other not in meeting]
            ends = [node for part in (span, *meeting) for node in (part.first, part.last)]
            span = span_over(span.source, ends)
            meeting = [other for other in found if other.source is span.source and _meet(other, span)]
        found.append(span)
    return sorted(found, key=lambda span: (span.source.name, span.start))


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _outermost(calls: Calls, spans: list[Span]) -> list[Span]:
    """Without those in functions that are called from inside other regions only."""
    kept = list(spans)
    for span in spans:
        reached = calls.reached_from(span)
        for other in spans:
            name = function_name(other.source, other.function).split("::")[-1]
            if other not in kept or name not in reached:
                continue
            uses = calls.uses(name)
            inside = all(is_called(node) and _in_any(spans, node, source.name) for source, node in uses)
            if other is span or not inside:
                here = function_name(span.source, span.function) or "a lambda"
                raise CannotWriteError(f"a region of {here} calls {name}, which has one itself: it would lock twice")
            kept.remove(other)
    return kept


def _in_any(spans: Sequence[Span], node: Node, file: str) -> bool:
    return any(span.source.name == file and span.holds(node) for span in spans)


def _refuse_unusable(work: Work, calls: Calls, lock: Lock, spans: Sequence[Span]) -> None:
    words = re.findall(r"(?<![\w.>])[A-Za-z_]\w*", lock.expression)
    for span in spans:
        hidden = [word for word in words if not _visible(work, span, word)]
        if hidden:
            where = span.source.where(span.first)
            raise CannotWriteError(f"{lock.expression} is not visible at {where}")
        for name in sorted(calls.reached_from(span)):
            if any(lock.operation(home, node) for home, body in calls.definitions(name) for node in within(body)):
                raise CannotWriteError(f"{name}, which is called in the region, takes {lock.expression} itself")


def _entered_with(calls: Calls, lock: Lock, span: Span) -> bool:
    """Whoever calls the function holds the lock."""
    states = _held_by_callers(calls, lock, span.source, span.function, set())
    if len(states) > 1:
        name = function_name(span.source, span.function)
        raise CannotWriteError(f"{name} is called with {lock.expression} held and without")
    return states == {True}


def _held_by_callers(calls: Calls, lock: Lock, source: Source, function: Node, seen: set[str]) -> set[bool]:
    name = function_name(source, function).split("::")[-1]
    if not name or name in seen:
        return set()
    states: set[bool] = set()
    for home, mention in calls.uses(name):
        caller = function_of(mention)
        statement = next(enclosing(mention), None)
        if caller is None or statement is None or not is_called(mention):
            states.add(False)
        elif held_in(home, caller, lock).before.get(statement.id):
            states.add(True)
        else:
            states |= _held_by_callers(calls, lock, home, caller, seen | {name})
    return states or {False}


def _visible(work: Work, span: Span, word: str) -> bool:
    """Declared at file scope above, or in a header, or in the function, or as a member of its class."""
    source = span.source
    if word == "this" or has_member(work.sources.values(), class_of(source, span.function), word):
        return True
    if any(word in other.words for other in work.sources.values() if other.is_header):
        return True
    for node in walk(source.root):
        declares = node.type in {"declaration", "parameter_declaration"}
        if not declares or node.start_byte >= span.start:
            continue
        if any(declared_name(source, declarator) == word for declarator in node.children_by_field_name("declarator")):
            home = function_of(node)
            if home is None or home.id == span.function.id or _around(home, span):
                return True
    return False


def _around(function: Node, span: Span) -> bool:
    return function.start_byte <= span.start and span.end <= function.end_byte


def _new_lock(work: Work, spans: Sequence[Span]) -> Lock:
    name = work.fresh(mutex_name(work.sources, work.calls, spans))
    uses = [Use(span.source, span.start) for span in spans]
    if in_std_cxx([span.source for span in spans]):
        work.share([Variable("std::mutex", name, "")], "mutex", uses)
        return Lock("std", name)
    work.share([mutex(work.sources, name)], "pthread.h", uses)
    return Lock("pthread_mutex", f"&{name}")


def _new_member(work: Work, spans: Sequence[Span], name: str) -> Lock:
    """Behind the mutex that the class has; where a function is `const`, it is not kept from locking."""
    beside_it = mutex_of(work.sources.values(), name)
    if beside_it is None:
        raise CannotWriteError(f"{name} has no mutex that another one could stand by")
    source, declaration = beside_it
    new = work.fresh(mutex_name(work.sources, work.calls, spans))
    heads = (span.source.text(span.function).partition("{")[0] for span in spans)
    mutable = "mutable " if any(re.search(r"\)\s*const\b", head) for head in heads) else ""
    line = f"{mutable}std::mutex {new};"
    at, end = source.next_line(declaration.end_byte), declaration.end_byte
    if source.ends_line(end):
        laid_out = source.indentation(declaration.start_byte) + line + source.newline
        work.plan(source).edit(Edit(at, at, (), laid_out))
    else:
        work.plan(source).edit(Edit(end, end, (), f" {line}"))
    return Lock("std", new)


def _write_span(work: Work, span: Span, lock: Lock, index: int) -> bool:
    """False: it is under the lock as it is."""
    plan, source = work.plan(span.source), span.source
    held = held_in(source, span.function, lock)
    entered, left = held.before.get(span.first.id) or False, held.behind.get(span.last.id)
    sections = [
        (node, operation)
        for statement in span.statements
        for node in within(statement)
        if (operation := lock.operation(source, node)) is not None
    ]
    leaving = exits(span)
    if entered and not sections:
        return False
    guard = next((node for node, operation in sections if operation == "guard" and node in span.statements), None)
    if guard is not None:
        return _move_guard(plan, span, guard, sections, index)
    if lock.family == "std" and not entered and not left and _guardable(span, lock, sections):
        _guard(work, span, lock, sections, index)
        return True
    _refuse_exceptions(span, lock)
    refuse_hidden_exits(work.calls, span)
    return _bracket(plan, span, lock, index, held, sections, leaving, entered=entered, left=left)


def _guardable(span: Span, lock: Lock, sections: Sequence[tuple[Node, Operation]]) -> bool:
    """A guard can stand there: no label behind it is jumped to, and no section of the same lock goes on."""
    if _to_end_of_block(span):
        return True
    around = [beside(span.first, forward=False), beside(span.last, forward=True)]
    goes_on = sections or any(node is not None and lock.operation(span.source, node) for node in around)
    labels = any(node.type == "labeled_statement" for node in within(span.function))
    return not goes_on and not labels and span.container.type in {"compound_statement", *BODIES}


def _guard(work: Work, span: Span, lock: Lock, sections: Sequence[tuple[Node, Operation]], index: int) -> None:
    """C++: given back however control leaves."""
    refuse_long_jumps(work.calls, span)
    plan = work.plan(span.source)
    _take_out(plan, span, sections, set())
    to_the_end = _to_end_of_block(span)
    if to_the_end and [operation for _, operation in sections] == ["guard"]:
        plan.before(span.first, [span.source.text(sections[0][0])], Rank.LOCK, index)
        return
    name = work.guard_name(span.source, span.function)
    kind = "lock_guard" if to_the_end else "unique_lock"
    plan.before(span.first, [f"std::{kind}<{lock.type}> {name}({lock.expression});"], Rank.LOCK, index)
    if not to_the_end:
        plan.behind(span.last, [f"{name}.unlock();"], Rank.UNLOCK, -index)


def _bracket(
    plan: Plan,
    span: Span,
    lock: Lock,
    index: int,
    held: Held,
    sections: Sequence[tuple[Node, Operation]],
    leaving: Sequence[Node],
    *,
    entered: bool,
    left: bool | None,
) -> bool:
    operations = {node.id: operation for node, operation in sections}
    released = lock.words(span.source, span.function, "release")
    kept: set[int] = set()
    takes = not entered and operations.get(span.first.id) != "take"
    releases = left is False and operations.get(span.last.id) != "release"
    if not entered and not takes:
        kept.add(span.first.id)
    if left is False and not releases:
        kept.add(span.last.id)
    for node in leaving:
        if held.before.get(node.id):
            continue
        above = node.prev_named_sibling
        value = returned(node)
        if above is not None and operations.get(above.id) == "release" and (
            value is None or settled(span.source, span.function, value)
        ):
            kept.add(above.id)
        else:
            before_exit(plan, span, node, [released], Rank.UNLOCK, -index)
    _take_out(plan, span, sections, kept)
    if takes and not _join_with(plan, span, lock, beside(span.first, forward=False), "release"):
        plan.before(span.first, [lock.words(span.source, span.function, "take")], Rank.LOCK, index)
    if releases and not _join_with(plan, span, lock, beside(span.last, forward=True), "take"):
        plan.behind(span.last, [released], Rank.UNLOCK, -index)
    return takes or releases or any(node.id not in kept for node, _ in sections)


def _join_with(plan: Plan, span: Span, lock: Lock, other: Node | None, operation: Operation) -> bool:
    """The section that ends right before the region or begins right behind it goes on."""
    if other is None or lock.operation(span.source, other) != operation:
        return False
    plan.remove(other)
    return True


def _take_out(plan: Plan, span: Span, sections: Sequence[tuple[Node, Operation]], kept: set[int]) -> None:
    for node, operation in sections:
        if node.id in kept:
            continue
        if operation == "guard":
            name = guard_name(span.source, node)
            words = [span.source.text(word) for word in within(span.function) if word.type == "identifier"]
            if words.count(name) > 1:
                where = span.source.where(node)
                raise CannotWriteError(f"the guard `{name}` at {where} is used by name")
        plan.remove(node)


def _move_guard(
    plan: Plan, span: Span, guard: Node, sections: Sequence[tuple[Node, Operation]], index: int
) -> bool:
    """The guard of the region's own block goes to the top of the region."""
    if len(sections) > 1:
        raise CannotWriteError(f"the region joins a guard of {span.source.short_name} with other sections")
    if guard == span.first:
        return False
    plan.remove(guard)
    plan.before(span.first, [span.source.text(guard)], Rank.LOCK, index)
    return True


def _to_end_of_block(span: Span) -> bool:
    """Nothing comes behind it but a return that calls nothing. A body without braces is a block of its own."""
    block = span.container
    if block.type in BODIES:
        return True
    behind = [node for node in block.named_children if node.type != "comment" and node.start_byte >= span.end]
    plain = [node.type == "return_statement" and not _calls(node) for node in behind]
    return block.type == "compound_statement" and plain in ([], [True])


def _calls(node: Node) -> bool:
    return any(inner.type == "call_expression" for inner in walk(node))


def _refuse_exceptions(span: Span, lock: Lock) -> None:
    for statement in span.statements:
        for node in within(statement):
            if node.type in {"throw_statement", "try_statement"}:
                where = span.source.where(node)
                raise CannotWriteError(f"an exception at {where} would leave {lock.expression} locked")
