"""Sections that run as one step: between `__VERIFIER_atomic_begin()` and `__VERIFIER_atomic_end()`, and functions
whose name begins with `__VERIFIER_atomic_`.

In: a span. Out: the span with the whole of each section that it begins or ends in, or a refusal. Nobody may wait inside
of such a section, for a lock or for another thread: where sections are one global lock, whoever is waited for would
wait for the section.
"""

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from raddle.repair.source.calls import Calls, is_called
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.statements import Span, called, enclosing, function_name, function_of, parent_of, span_over

_BEGIN: Final = "__VERIFIER_atomic_begin"
_END: Final = "__VERIFIER_atomic_end"
ATOMIC: Final = "__VERIFIER_atomic_"
"""Names of functions that are one step begin with it."""


def outside(calls: Calls, span: Span) -> Span:
    """Refused where a function around it is atomic as a whole, or is called in a section."""
    refuse_atomic_callers(calls, span)
    source = span.source
    while True:
        begin, open_behind = _open_before(source, span.first), _open_behind(source, span.last)
        ends = [node for node in (begin, open_behind and _end_of(source, open_behind)) if node is not None]
        if not ends:
            return span
        span = span_over(source, [*ends, span.first, span.last])


def refuse_inside(source: Source, statement: Node) -> None:
    """For what cannot be put elsewhere than before that statement."""
    if _open_before(source, statement) is not None:
        raise CannotWriteError(f"{source.where(statement)} is in an atomic section")


def _open_before(source: Source, statement: Node) -> Node | None:
    """What begins the section that it stands in."""
    for level in enclosing(statement):
        above = [node for node in parent_of(level).named_children if node.start_byte < level.start_byte]
        for node in reversed(above):
            if called(source, node) in {_BEGIN, _END}:
                return node if called(source, node) == _BEGIN else None
    return None


def _open_behind(source: Source, statement: Node) -> Node | None:
    """What begins the section that goes on behind it."""
    if called(source, statement) in {_BEGIN, _END}:
        return statement if called(source, statement) == _BEGIN else None
    return _open_before(source, statement)


def _end_of(source: Source, begin: Node) -> Node:
    behind = [node for node in parent_of(begin).named_children if node.start_byte > begin.start_byte]
    found = next((node for node in behind if called(source, node) == _END), None)
    if found is None:
        raise CannotWriteError(f"the atomic section of {source.where(begin)} does not end in the block it begins in")
    return found


def refuse_atomic_callers(calls: Calls, span: Span) -> None:
    here = span.source.where(span.first)
    for name, mention in _around(calls, span):
        if name.startswith(ATOMIC):
            raise CannotWriteError(f"{here} runs inside of {name}, which is atomic as a whole")
        if mention is not None and _open_before(*mention):
            raise CannotWriteError(f"{here} runs inside of the atomic section at {mention[0].where(mention[1])}")


def _around(calls: Calls, span: Span) -> Iterator[tuple[str, tuple[Source, Node] | None]]:
    """Its function and those that call it, by name; with the call."""
    pending: list[tuple[str, tuple[Source, Node] | None]] = [(function_name(span.source, span.function), None)]
    seen: set[str] = set()
    while pending:
        name, mention = pending.pop()
        yield name, mention
        if name in seen:
            continue
        seen.add(name)
        for source, node in calls.uses(name.split("::")[-1]):
            caller = function_of(node)
            if caller is not None and is_called(node):
                pending.append((function_name(source, caller), (source, node)))
