"""Names in expressions: what is written, what is spoken of."""

from collections.abc import Iterator

from tree_sitter import Node

from raddle.repair.source.parsed import Source, walk


def targets(node: Node) -> list[Node]:
    """The name of what this expression itself writes: `account->balance += 5` writes balance."""
    if node.type == "assignment_expression":
        target = node.child_by_field_name("left")
    elif node.type == "update_expression":
        target = node.child_by_field_name("argument")
    else:
        return []
    while target is not None and target.type not in {"identifier", "field_identifier"}:
        if target.type == "field_expression":
            target = target.child_by_field_name("field")
        else:
            target = target.child_by_field_name("argument") or next(iter(target.named_children), None)
    return [target] if target is not None else []


def written_names(source: Source, node: Node) -> Iterator[str]:
    for inner in walk(node):
        for target in targets(inner):
            yield source.text(target)


def names(source: Source, node: Node) -> set[str]:
    """Of variables, functions and members."""
    return {source.text(inner) for inner in walk(node) if inner.type in {"identifier", "field_identifier"}}


def declared_names(source: Source, node: Node) -> Iterator[str]:
    """Of the variables that it declares, inner blocks included."""
    for inner in walk(node):
        if inner.type in {"declaration", "field_declaration", "parameter_declaration"}:
            for declarator in inner.children_by_field_name("declarator"):
                if name := declared_name(source, declarator):
                    yield name


def declared_name(source: Source, declarator: Node) -> str:
    at = name_node(declarator)
    return source.text(at) if at is not None else ""


def name_node(declarator: Node) -> Node | None:
    at: Node | None = declarator
    while at is not None and at.type not in {"identifier", "field_identifier"}:
        inner = at.child_by_field_name("declarator")
        if inner is None:
            signs = ("declarator", "identifier")
            inner = next((child for child in at.named_children if child.type.endswith(signs)), None)
        at = inner
    return at
