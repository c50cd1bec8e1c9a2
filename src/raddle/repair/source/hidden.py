"""Ways out of a span that its own statements do not show: macros that jump, and calls that do not come back.

In: a span. Out: nothing, or a refusal: what is to follow the span would not follow it there.
"""

from typing import Final

from tree_sitter import Node

from raddle.repair.source.calls import Calls
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.statements import LEAVING_CALLS, Span, called, parent_of, within

_JUMPS: Final = frozenset({"return", "goto", "break", "continue", "co_return"})
_LONG_JUMPS: Final = frozenset({"longjmp", "_longjmp", "siglongjmp"})
_GONE: Final = LEAVING_CALLS | _LONG_JUMPS | {"throw"}


def refuse_hidden_exits(calls: Calls, span: Span) -> None:
    _refuse(calls, span, _JUMPS | _GONE, _GONE)


def refuse_long_jumps(calls: Calls, span: Span) -> None:
    """For what undoes itself where control leaves in any other way, as a C++ guard does."""
    _refuse(calls, span, _LONG_JUMPS, _LONG_JUMPS)


def _refuse(calls: Calls, span: Span, by_macro: frozenset[str], by_function: frozenset[str]) -> None:
    source = span.source
    for node in (node for statement in span.statements for node in within(statement)):
        where = source.where(node)
        name = _called(source, node)
        if name in by_function and (name in _LONG_JUMPS or called(source, parent_of(node)) != name):
            raise CannotWriteError(f"`{source.text(node)}` at {where} jumps away")
        for word in sorted(calls.words_of_macro(source, node) & by_macro):
            raise CannotWriteError(f"the macro {source.text(node)} at {where} may jump away: `{word}`")
    for name in sorted(calls.reached_from(span)):
        for home, function in calls.definitions(name):
            for node in within(function):
                gone = {"throw" if node.type == "throw_statement" else _called(home, node)}
                for word in sorted((gone | calls.words_of_macro(home, node)) & by_function):
                    raise CannotWriteError(f"{name}, which is called there, may not come back: `{word}`")


def _called(source: Source, node: Node) -> str:
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    return source.text(function).removeprefix("std::") if function is not None else ""
