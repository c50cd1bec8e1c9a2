"""Classes: which one a function is of, and whether that has a member of some name.

In: a function, the sources. Out: names.
"""

import re
from collections.abc import Iterable
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
        for source in sources
        for node in walk(source.root)
        if node.type in _CLASSES and _name(source, node) == name and (body := node.child_by_field_name("body"))
        for field in body.named_children
        if field.type == "field_declaration"
        for declarator in field.children_by_field_name("declarator")
    )


def _name(source: Source, of_class: Node) -> str:
    name = of_class.child_by_field_name("name")
    return re.sub(r"<.*>", "", source.text(name)) if name is not None else ""
