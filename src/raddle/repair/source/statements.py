"""Statements: which ones stand at a line, what encloses them, where control leaves them.

A *statement* here is what other statements can be put before and behind: an element of a list of statements (a block,
the statements of a case) or a body without braces. What stands in the head of an `if`, a loop or a `switch` belongs to
the whole of it; an `else if` belongs to the `if` that the chain begins with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node

from raddle.repair.fixes import Line, Region
from raddle.repair.source.parsed import MACROS, CannotWriteError, Source, walk

CONDITIONALS: Final = frozenset({"preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef"})
LISTS: Final = frozenset({"compound_statement", "case_statement"}) | CONDITIONALS
LOOPS: Final = frozenset({"while_statement", "for_statement", "for_range_loop", "do_statement"})
BODIES: Final = LOOPS | {"if_statement", "else_clause"}
FUNCTIONS: Final = frozenset({"function_definition", "lambda_expression"})
_NOT_STATEMENTS: Final = frozenset(
    {"comment", "case_statement", "preproc_else", "preproc_elif", "preproc_elifdef", "preproc_def", "preproc_call"}
    | {"preproc_function_def", "preproc_include"}
)
_SILENT: Final = frozenset({"{", "}", "else", "do", ";", "comment", "case", "default", ":"})
"""Tokens at which nothing is computed."""
_LAMBDAS: Final = frozenset({"lambda_expression"})
LEAVING_CALLS: Final = frozenset({"pthread_exit", "thrd_exit"})


@dataclass(frozen=True)
class Span:
    """Statements of one list, from the first to the last, in one function."""

    source: Source
    first: Node
    last: Node

    @property
    def container(self) -> Node:
        return parent_of(self.first)

    @property
    def start(self) -> int:
        return self.first.start_byte

    @property
    def end(self) -> int:
        return self.last.end_byte

    @property
    def statements(self) -> list[Node]:
        inside = self.container.named_children
        return [node for node in inside if node.type != "comment" and self.start <= node.start_byte < self.end]

    @property
    def function(self) -> Node:
        found = function_of(self.first)
        assert found is not None
        return found

    def holds(self, node: Node) -> bool:
        return self.start <= node.start_byte and node.end_byte <= self.end


def parent_of(node: Node) -> Node:
    assert node.parent is not None
    return node.parent


def function_of(node: Node) -> Node | None:
    """The definition around it: of a function, of a lambda, or (a function without a type) its body."""
    above = node.parent
    while above is not None:
        if is_function(above):
            return above
        above = above.parent
    return None


def is_function(node: Node) -> bool:
    """A definition with a body; the body itself where the function has no type (`main() { ... }`)."""
    if node.type == "compound_statement":
        return node.parent is not None and node.parent.type == "translation_unit"
    return node.type in FUNCTIONS


def function_name(source: Source, function: Node) -> str:
    """Empty where it has none."""
    if function.type == "compound_statement":
        before = function.prev_named_sibling
        return source.text(before).split("(")[0].strip() if before is not None else ""
    node = function.child_by_field_name("declarator")
    while node is not None and (inner := node.child_by_field_name("declarator")) is not None:
        node = inner
    return source.text(node) if node is not None and function.type == "function_definition" else ""


def is_statement(node: Node) -> bool:
    above = node.parent
    if above is None or not node.is_named or node.type in _NOT_STATEMENTS:
        return False
    if above.type in LISTS:
        heads = [above.child_by_field_name(head) for head in ("value", "name", "condition")]
        return node not in heads and not _yields_value(above)
    if above.type not in BODIES or node.type in {"compound_statement", "else_clause"}:
        return False
    if above.type == "else_clause":
        return node.type != "if_statement"
    return node in (above.child_by_field_name("body"), above.child_by_field_name("consequence"))


def _yields_value(block: Node) -> bool:
    """`({ ... })`"""
    return block.parent is not None and block.parent.type == "parenthesized_expression"


def enclosing(node: Node) -> Iterator[Node]:
    """The statement it is or belongs to, then the one around that, up to the border of the function."""
    at: Node | None = node
    while at is not None and at.type not in FUNCTIONS:
        if is_statement(at):
            yield at
        at = at.parent


def statements_at(source: Source, line: Line) -> list[Node]:
    """The innermost statements that compute something at that line (one, where the column is known)."""
    tokens = [token for token in _tokens(source, line.number) if token.type not in _SILENT and not _is_case(token)]
    _refuse_macros(source, line, tokens)
    position = source.position(line.number, line.column) if line.column else -1
    exact = [token for token in tokens if token.start_byte <= position < token.end_byte]
    found: list[Node] = []
    for token in exact or tokens:
        innermost = next(enclosing(token), None)
        if innermost is not None and innermost not in found:
            found.append(innermost)
    found = _of_function(found, line.function)
    if not found:
        raise CannotWriteError(f"there is no statement at {source.short_name}:{line.number}")
    return found


def span_of(source: Source, region: Region) -> Span:
    found = [*statements_at(source, region.first), *statements_at(source, region.last)]
    return span_over(source, found)


def span_over(source: Source, found: Sequence[Node]) -> Span:
    """The smallest run of statements of one list that contains all of these."""
    chains = [list(enclosing(node)) for node in found]
    for candidate in chains[0]:
        container = parent_of(candidate)
        here = [next((node for node in chain if parent_of(node) == container), None) for chain in chains]
        among = [node for node in here if node is not None]
        if len(among) == len(here):
            first = min(among, key=lambda node: node.start_byte)
            last = max(among, key=lambda node: node.end_byte)
            span = Span(source, first, last)
            _refuse_unread(span)
            return span
    named = " and ".join(dict.fromkeys(source.where(node) for node in found))
    raise CannotWriteError(f"{named} are not statements of one function")


def beside(statement: Node, *, forward: bool) -> Node | None:
    """The statement before or behind it in its list."""
    node = statement.next_named_sibling if forward else statement.prev_named_sibling
    while node is not None and node.type == "comment":
        node = node.next_named_sibling if forward else node.prev_named_sibling
    return node if node is not None and is_statement(node) else None


def loops_around(node: Node) -> list[Node]:
    """Innermost first, within the function."""
    found = []
    at: Node | None = node
    while at is not None and at.type not in FUNCTIONS:
        if at.type in LOOPS:
            found.append(at)
        at = at.parent
    return found


def within(node: Node) -> Iterator[Node]:
    """The node and all below it, without the bodies of lambdas and nested functions."""
    pending = [node]
    while pending:
        top = pending.pop()
        yield top
        pending.extend(reversed([child for child in top.children if child.type not in FUNCTIONS]))


def exits(span: Span) -> list[Node]:
    """Statements inside from which control goes to the outside."""
    inside = [node for statement in span.statements for node in within(statement)]
    first_inner = behind_labels(span.first)
    labels = {
        span.source.text(label)
        for node in inside
        if node.type == "labeled_statement" and node.start_byte >= first_inner.start_byte
        if (label := node.child_by_field_name("label")) is not None
    }
    _refuse_jumps_into(span, labels)
    return [node for node in inside if _leaves(span, node, labels)]


def behind_labels(statement: Node) -> Node:
    """`again: x++;`: what stands behind the label is what other statements can be put before."""
    while statement.type == "labeled_statement" and is_labelled(statement):
        statement = statement.named_children[-1]
    return statement


def is_labelled(statement: Node) -> bool:
    return len([child for child in statement.named_children if child.type != "comment"]) > 1


def _leaves(span: Span, node: Node, labels: set[str]) -> bool:
    match node.type:
        case "return_statement" | "throw_statement" | "co_return_statement":
            return True
        case "break_statement":
            return not _inside_of(span, node, LOOPS | {"switch_statement"})
        case "continue_statement":
            return not _inside_of(span, node, LOOPS)
        case "goto_statement":
            label = node.child_by_field_name("label")
            return label is None or span.source.text(label) not in labels
        case "expression_statement":
            return called(span.source, node) in LEAVING_CALLS
        case _:
            return False


def called(source: Source, statement: Node) -> str:
    """The name of the function that an expression statement is a call of; empty if it is none."""
    call = statement.named_children[0] if statement.named_children else None
    if statement.type != "expression_statement" or call is None or call.type != "call_expression":
        return ""
    function = call.child_by_field_name("function")
    return source.text(function) if function is not None else ""


def _inside_of(span: Span, node: Node, kinds: frozenset[str]) -> bool:
    above = node.parent
    while above is not None and span.holds(above):
        if above.type in kinds:
            return True
        above = above.parent
    return False


def _refuse_jumps_into(span: Span, labels: set[str]) -> None:
    source = span.source
    for node in within(span.function):
        label = node.child_by_field_name("label") if node.type == "goto_statement" else None
        if label is not None and source.text(label) in labels and not span.holds(node):
            where = source.where(node)
            raise CannotWriteError(f"`goto {source.text(label)}` at {where} jumps into the region")
        inner_case = node.type == "case_statement" and span.start < node.start_byte < span.end
        if inner_case and not _inside_of(span, node, frozenset({"switch_statement"})):
            where = source.where(node)
            raise CannotWriteError(f"the case at {where} jumps into the region")


def _refuse_unread(span: Span) -> None:
    source = span.source
    for statement in span.statements:
        broken = next((node for node in walk(statement) if node.is_error or node.is_missing), None)
        if broken is not None:
            where = source.where(broken)
            raise CannotWriteError(f"what stands at {where} cannot be read without expanding its macros")


def _refuse_macros(source: Source, line: Line, tokens: list[Node]) -> None:
    for token in tokens:
        above: Node | None = token
        while above is not None:
            if above.type in MACROS:
                name = above.child_by_field_name("name")
                called = f" `{source.text(name)}`" if name is not None else ""
                raise CannotWriteError(f"{source.short_name}:{line.number} is in the definition of the macro{called}")
            above = above.parent


def _tokens(source: Source, number: int) -> list[Node]:
    """The leaves that stand on that line, in part at least."""
    begin, end = source.position(number, 1), source.position(number + 1, 1)
    found: list[Node] = []
    pending = [source.root]
    while pending:
        top = pending.pop()
        if top.start_byte >= end or top.end_byte <= begin:
            continue
        if top.children:
            pending.extend(reversed(top.children))
        elif top.end_byte > top.start_byte:
            found.append(top)
    return found


def _is_case(token: Node) -> bool:
    """The constant behind `case`."""
    at: Node | None = token
    while at is not None and at.parent is not None and at.parent.type != "case_statement":
        at = at.parent
    return at is not None and at.parent is not None and at.parent.child_by_field_name("value") == at


def _of_function(found: list[Node], function: str) -> list[Node]:
    """Where a lambda and its surroundings share a line, the name says which of them is meant."""
    functions = {node.id: function_of(node) for node in found}
    found = [node for node in found if functions[node.id] is not None]
    inside = {node_id for node_id, around in functions.items() if around is not None and around.type in _LAMBDAS}
    lambdas = [node for node in found if node.id in inside]
    if not lambdas or len(lambdas) == len(found):
        return found
    if any(sign in function for sign in ("operator()", "lambda", "$_")):
        return lambdas
    return [node for node in found if node not in lambdas]
