"""Classes: which one a function is of, and what members that has.

In: a function, the sources. Out: names, declarations.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tree_sitter import Node

from raddle.repair.source.expressions import declared_name
from raddle.repair.source.parsed import Source, walk
from raddle.repair.source.statements import function_name

_CLASSES: Final = frozenset({"class_specifier", "struct_specifier"})


def class_of(source: Source, function: Node) -> str:
    """By name, of the class that a function, or a lambda in it, is a member of; empty: of none."""
    at: Node | None = function
    while at is not None:
        if at.type in _CLASSES:
            return _name(source, at)
        qualifiers = re.sub(r"<.*>", "", function_name(source, at)).split("::")[:-1]
        if qualifiers and at.type == "function_definition":
            return qualifiers[-1].strip()
        at = at.parent
    return ""


def has_member(sources: Iterable[Source], name: str, member: str) -> bool:
    """A class of that name has such a variable."""
    return any(
        declared_name(source, declarator) == member
        for source, field in _fields(sources, name)
        for declarator in field.children_by_field_name("declarator")
    )


def mutex_of(sources: Iterable[Source], name: str) -> tuple[Source, Node] | None:
    """Where the only class of that name declares a mutex; None: it has none, and may be copied."""
    found = [
        (source, field)
        for source, field in _fields(sources, name)
        if (kind := field.child_by_field_name("type")) is not None and source.text(kind).endswith("mutex")
    ]
    return found[-1] if len({field.parent for _, field in found}) == 1 else None


def common_class(sources: Iterable[Source], functions: Iterable[tuple[Source, Node]]) -> str | None:
    """The class that all of them are member functions of, and that has a mutex; lambdas and static ones are of none."""
    classes = {class_of(source, function) if _has_this(source, function) else "" for source, function in functions}
    name = classes.pop() if len(classes) == 1 else ""
    return name if name and mutex_of(sources, name) is not None else None


def _has_this(source: Source, function: Node) -> bool:
    static = any(source.text(child) == "static" for child in function.children)
    return function.type == "function_definition" and not static


def _fields(sources: Iterable[Source], name: str) -> Iterator[tuple[Source, Node]]:
    for source in sources:
        for node in walk(source.root):
            body = node.child_by_field_name("body") if node.type in _CLASSES else None
            if body is not None and _name(source, node) == name:
                yield from ((source, field) for field in body.named_children if field.type == "field_declaration")


def _name(source: Source, of_class: Node) -> str:
    name = of_class.child_by_field_name("name")
    return re.sub(r"<.*>", "", source.text(name)) if name is not None else ""
