"""Who calls whom, by name: enough to keep a region from locking what a function that it calls locks too.

A word in a macro counts as a call.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from tree_sitter import Node

from raddle.repair.source.parsed import MACROS, Source, walk
from raddle.repair.source.statements import Span, function_name, function_of, within

_WORD: Final = re.compile(r"[A-Za-z_]\w*")


class Calls:
    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._defined: dict[str, list[tuple[Source, Node]]] = {}
        self._mentions: dict[str, list[tuple[Source, Node]]] = {}
        self._macros: dict[str, list[str]] = {}
        for source in sources.values():
            for node in walk(source.root):
                if node.type == "function_definition":
                    name = function_name(source, node).split("::")[-1]
                    self._defined.setdefault(name, []).append((source, node))
                elif node.type in MACROS:
                    self._define(source, node)
                elif node.type in {"identifier", "field_identifier"}:
                    self._mentions.setdefault(source.text(node), []).append((source, node))

    def _define(self, source: Source, macro: Node) -> None:
        name, value = macro.child_by_field_name("name"), macro.child_by_field_name("value")
        if name is not None and value is not None:
            self._macros.setdefault(source.text(name), []).append(source.text(value))

    def defines(self, name: str) -> bool:
        return name in self._defined

    def definitions(self, name: str) -> list[tuple[Source, Node]]:
        return self._defined.get(name, [])

    def reached_from(self, span: Span) -> set[str]:
        """Functions of the program that run when the span does, by what is called by name."""
        found: set[str] = set()
        pending = [name for node in span.statements for name in self._called(span.source, node)]
        while pending:
            name = pending.pop()
            if name in found or name not in self._defined:
                continue
            found.add(name)
            for source, function in self._defined[name]:
                pending.extend(self._called(source, function))
        return found

    def _called(self, source: Source, node: Node) -> Iterator[str]:
        yield from called_names(source, node)
        for inner in within(node):
            yield from self.words_of_macro(source, inner)

    def words_of_macro(self, source: Source, node: Node) -> set[str]:
        """Of what the macro stands for that the node is the name of, and of the macros in that."""
        if node.type != "identifier":
            return set()
        found: set[str] = set()
        pending = [source.text(node)]
        while pending:
            new = {word for text in self._macros.get(pending.pop(), []) for word in _WORD.findall(text)} - found
            found |= new
            pending += new
        return found

    def uses(self, name: str) -> list[tuple[Source, Node]]:
        """Where it is spoken of, apart from its own declarations."""
        return [(source, node) for source, node in self._mentions.get(name, []) if not _declares(node)]


def called_names(source: Source, node: Node) -> Iterator[str]:
    for inner in within(node):
        if inner.type != "call_expression":
            continue
        function = inner.child_by_field_name("function")
        if function is not None and function.type in {"field_expression", "qualified_identifier"}:
            function = function.child_by_field_name("field") or function.child_by_field_name("name")
        if function is not None:
            yield source.text(function)


def is_called(mention: Node) -> bool:
    """It stands where the function of a call does (and is not passed on as a pointer)."""
    above = mention.parent
    while above is not None and above.type in {"field_expression", "qualified_identifier"}:
        mention, above = above, above.parent
    return above is not None and above.type == "call_expression" and above.child_by_field_name("function") == mention


def _declares(mention: Node) -> bool:
    above = mention.parent
    while above is not None and above.type in {"function_declarator", "pointer_declarator", "qualified_identifier"}:
        if above.type == "function_declarator":
            return function_of(above) is None or above.child_by_field_name("declarator") == mention
        above = above.parent
    return False
