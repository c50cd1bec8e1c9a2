"""Statements to run wherever control leaves a span: before each jump out of it.

A `return` whose expression is computed inside the span keeps it there: a local variable holds the value meanwhile.
"""

import re
from collections.abc import Sequence
from typing import Final

from tree_sitter import Node

from raddle.repair.source.atomic_sections import refuse_inside
from raddle.repair.source.expressions import declared_name
from raddle.repair.source.parsed import CannotWriteError, Source, walk
from raddle.repair.source.plan import Plan, Rank
from raddle.repair.source.statements import Span, is_statement, parent_of

_CONSTANTS: Final = frozenset({"NULL", "nullptr", "true", "false", "this"})
_SIMPLE: Final = frozenset(
    {"number_literal", "char_literal", "string_literal", "identifier", "parenthesized_expression", "cast_expression"}
    | {"unary_expression", "binary_expression", "null", "true", "false", "type_descriptor", "primitive_type", "this"}
    | {"abstract_pointer_declarator", "type_identifier", "sizeof_expression", "string_content", "type_qualifier"}
    | {"sized_type_specifier", "character", "escape_sequence", "conditional_expression", "nullptr", "struct_specifier"}
)


def before_exit(plan: Plan, span: Span, leaving: Node, lines: Sequence[str], *rank: int) -> None:
    """`leaving`: one of `exits(span)`. `rank`: from UNLOCK on."""
    refuse_inside(span.source, leaving)
    value = returned(leaving)
    if value is not None and not settled(span.source, span.function, value):
        _hold(plan, span, leaving, value)
    plan.before(leaving, lines, *rank)


def returned(leaving: Node) -> Node | None:
    if leaving.type != "return_statement":
        return None
    return next((node for node in leaving.named_children if node.type != "comment"), None)


def settled(source: Source, function: Node, value: Node) -> bool:
    """It touches nothing that another thread could: constants, and locals whose address is not taken."""
    own = _locals(source, function)
    for node in walk(value):
        if not node.is_named:
            continue
        if node.type not in _SIMPLE:
            return False
        if node.type == "identifier":
            name = source.text(node)
            if name not in _CONSTANTS and name not in own and not _is_constant(source, name):
                return False
    return True


def _is_constant(source: Source, name: str) -> bool:
    """A macro, by its name, and a plain number where its definition is at hand."""
    if not re.fullmatch(r"[A-Z][A-Z0-9_]*", name):
        return False
    defined = re.search(rf"#[ \t]*define[ \t]+{name}\b(.*)".encode(), source.data)
    return defined is None or re.fullmatch(rb"[ \t]*\(?-?[0-9xXa-fA-FuUlL]+\)?[ \t\r]*", defined[1]) is not None


def _locals(source: Source, function: Node) -> set[str]:
    found: set[str] = set()
    taken: set[str] = set()
    for node in walk(function):
        if node.type in {"declaration", "parameter_declaration"}:
            if any(source.text(child) in {"static", "extern"} for child in node.children):
                continue
            for declarator in node.children_by_field_name("declarator"):
                if "reference" not in declarator.type:
                    found.add(declared_name(source, declarator))
        elif node.type == "pointer_expression" and source.text(node).startswith("&"):
            taken.add(source.text(node).lstrip("& ("))
    return found - taken


def _hold(plan: Plan, span: Span, leaving: Node, value: Node) -> None:
    source, function = span.source, span.function
    if value.type == "initializer_list":
        raise CannotWriteError(f"`{source.text(leaving)}` computes its value inside the region and has no type")
    kind = return_type(source, function)
    if kind == "void":
        plan.before(leaving, [f"{source.text(value)};"], Rank.RESULT)
        plan.replace(value, "")
        return
    words = source.text(function)
    name = next(name for name in ("result", "value", "returned", "raddle_result") if name not in words)
    if kind is None:
        kind = "auto" if source.language == "c++" else f"__typeof__({source.text(value)})"
    space = "" if kind.endswith("*") else " "
    lines = [f"{kind}{space}{name} = {source.text(value)};"]
    if _needs_block(source, leaving):
        lines.insert(0, "{")
        plan.behind(leaving, ["}"], Rank.RESULT)
        plan.keep_on_line(leaving)
    plan.before(leaving, lines, Rank.RESULT)
    plan.replace(value, name)


def _needs_block(source: Source, leaving: Node) -> bool:
    """A declaration cannot stand directly behind a label, nor be jumped over in C++."""
    above = parent_of(leaving)
    if above.type != "case_statement":
        return above.type == "labeled_statement"
    inside = [node for node in above.named_children if is_statement(node)]
    return source.language == "c++" or inside[0] == leaving


def return_type(source: Source, function: Node) -> str | None:
    """As text; None where it is not simple."""
    if function.type == "compound_statement":
        return "int"
    kind = function.child_by_field_name("type")
    if function.type != "function_definition" or kind is None:
        return None
    words = [source.text(node) for node in function.children if node == kind or node.type == "type_qualifier"]
    stars = ""
    at = function.child_by_field_name("declarator")
    while at is not None and at.type == "pointer_declarator":
        if any(child.type == "type_qualifier" for child in at.named_children):
            return None
        stars += "*"
        at = at.child_by_field_name("declarator")
    if at is None or at.type != "function_declarator" or "auto" in words or kind.type == "macro_type_specifier":
        return None
    inner = at.child_by_field_name("declarator")
    if inner is None or "{" in source.text(kind) or any(child.type == "trailing_return_type" for child in at.children):
        return None
    return " ".join(words) + (f" {stars}" if stars else "")

