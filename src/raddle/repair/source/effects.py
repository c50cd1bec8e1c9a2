"""What statements touch, as far as their text tells: names, what may stand behind pointers, calls.

In: a span. Out: `Effects`, and in which way two of them meet. What is reached through a pointer may be whatever others
can point to: variables of file scope, members, locals whose address is taken.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tree_sitter import Node

from raddle.repair.source.calls import Calls, called_names
from raddle.repair.source.expressions import declared_name, declared_names, names, targets
from raddle.repair.source.file_scope import is_function, shared_names
from raddle.repair.source.parsed import Source, walk
from raddle.repair.source.statements import Span, within

_HARMLESS: Final = re.compile(r"pthread_\w+|sem_\w+|malloc|calloc|realloc|aligned_alloc|assert|sizeof|std::\w+")
_THREADS: Final = frozenset({"pthread_create", "pthread_join"})
"""Who calls them neither reads nor writes what is passed on."""
_READING: Final = re.compile(r"(std::)?(f?printf|f?puts|perror|ato[ilf]|strto\w+|strn?cmp|strlen|str\w?chr|memcmp)")
_STREAMS: Final = frozenset({"stdin", "stdout", "stderr", "cin", "cout", "cerr", "clog"})
_LITERALS: Final = frozenset({"number_literal", "char_literal", "string_literal", "concatenated_string", "null"})


@dataclass(frozen=True, slots=True)
class Effects:
    names: frozenset[str]
    written: frozenset[str]
    foreign: frozenset[str]
    """Functions that are called and are not the program's."""
    pointed_to: frozenset[str]
    """Names that others may have pointers to."""
    through_pointers: bool
    writes_through_pointers: bool

    def meet(self, other: "Effects") -> set[str]:
        """Names that one of the two writes and the other uses."""
        return set((self.names & other.written) | (self.written & other.names))

    def may_meet_through_pointers(self, other: "Effects") -> bool:
        return self._may_change(other) or other._may_change(self)

    def _may_change(self, other: "Effects") -> bool:
        if self.writes_through_pointers:
            return bool(other.pointed_to) or other.through_pointers
        return other.through_pointers and not self.written.isdisjoint(self.pointed_to)


class Touching:
    """Of one program."""

    def __init__(self, sources: Mapping[str, Source], calls: Calls) -> None:
        self._sources: Final = sources
        self._calls: Final = calls

    def effects(self, span: Span) -> Effects:
        source = span.source
        seen = _Seen(set(), set(), set(), set())
        for statement in span.statements:
            passed = _passed_on(source, statement)
            seen.names.update(names(source, statement) - passed)
            seen.written.update(_written(source, statement), declared_names(source, statement))
            seen.written.update(_addresses(source, statement) - passed)
            self._look(seen, source, statement)
        for name in self._calls.reached_from(span):
            for home, function in self._calls.definitions(name):
                seen.names.update(names(home, function))
                seen.written.update(_written(home, function))
                self._look(seen, home, function)
        foreign = {name for name in seen.called if not self._calls.defines(name) and not _HARMLESS.fullmatch(name)}
        foreign |= seen.names & _STREAMS
        taken = {name for node in within(span.function) for name in _addresses(source, node)}
        pointed_to = seen.used & (self._shared | taken)
        own, written = frozenset(seen.names - seen.called), frozenset(seen.written)
        through = seen.reads_through or seen.writes_through
        return Effects(own, written, frozenset(foreign), frozenset(pointed_to), through, seen.writes_through)

    def _look(self, seen: "_Seen", source: Source, part: Node) -> None:
        """Into what is called, and behind pointers."""
        seen.called.update(called_names(source, part))
        handed = {node.id for call in within(part) if _is_thread_call(source, call) for node in walk(call)}
        for node in within(part):
            if node.id in handed:
                continue
            if node.type in {"identifier", "field_identifier"}:
                seen.used.add(source.text(node))
            if self._is_indirect(source, node):
                seen.reads_through = True
            if targets(node) and any(self._is_indirect(source, inner) for inner in within(_target(node))):
                seen.writes_through = True
            if node.type == "call_expression" and self._may_follow_pointers(source, node):
                seen.reads_through = True
                seen.writes_through |= not _READING.fullmatch(_function(source, node))

    def _is_indirect(self, source: Source, node: Node) -> bool:
        match node.type:
            case "pointer_expression":
                return source.text(node).startswith("*")
            case "field_expression":
                return any(child.type == "->" for child in node.children)
            case "subscript_expression":
                while (inner := node.child_by_field_name("argument")) and node.type == "subscript_expression":
                    node = inner
                return self._kinds.get(source.text(node.child_by_field_name("field") or node)) != {"array"}
            case "identifier":
                return "reference" in self._kinds.get(source.text(node), ())
            case _:
                return False

    def _may_follow_pointers(self, source: Source, call: Node) -> bool:
        """What is called is not known, and is given a pointer or is one itself."""
        function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        name = _function(source, call)
        if self._calls.defines(name.split("::")[-1]) or _HARMLESS.fullmatch(name) or function is None:
            return False
        if source.language == "c" and (function.type != "identifier" or name in self._kinds):
            return True
        given = [] if arguments is None else arguments.named_children
        return any(self._may_be_pointer(source, argument) for argument in given)

    def _may_be_pointer(self, source: Source, argument: Node) -> bool:
        if argument.type in _LITERALS or source.text(argument).startswith("&"):
            return False
        if argument.type in {"identifier", "field_expression"}:
            name = source.text(argument.child_by_field_name("field") or argument)
            return name not in _STREAMS and not name.startswith("memory_order") and self._kinds.get(name) != {"number"}
        return any(self._may_be_pointer(source, child) for child in argument.named_children)

    @cached_property
    def _shared(self) -> set[str]:
        return {name for source in self._sources.values() for name in shared_names(source)}

    @cached_property
    def _kinds(self) -> dict[str, set[str]]:
        """Variable or member -> number, array, reference, or something else, by each of its declarations."""
        found: dict[str, set[str]] = {}
        for source in self._sources.values():
            for node in walk(source.root):
                if node.type not in {"declaration", "field_declaration", "parameter_declaration"}:
                    continue
                kind = node.child_by_field_name("type")
                plain = kind is not None and kind.type in {"primitive_type", "sized_type_specifier"}
                for declarator in node.children_by_field_name("declarator"):
                    if not is_function(declarator):
                        what = _kind(declarator, is_number=plain, is_parameter=node.type == "parameter_declaration")
                        found.setdefault(declared_name(source, declarator), set()).add(what)
        return found


@dataclass(slots=True)
class _Seen:
    names: set[str]
    written: set[str]
    called: set[str]
    used: set[str]
    """Names, without what threads are only given."""
    reads_through: bool = False
    writes_through: bool = False


def _kind(declarator: Node, *, is_number: bool, is_parameter: bool) -> str:
    while declarator.type == "init_declarator" and (inner := declarator.child_by_field_name("declarator")) is not None:
        declarator = inner
    if declarator.type == "array_declarator" and not is_parameter:
        return "array"
    if "reference" in declarator.type:
        return "reference"
    return "number" if is_number and declarator.type in {"identifier", "field_identifier"} else "other"


def _written(source: Source, part: Node) -> set[str]:
    """By name: `*flag = 1` does not write flag, `flag.store(1)` may."""
    writing = [node for node in walk(part) if targets(node)]
    direct = [node for node in writing if not source.text(_target(node)).lstrip("( ").startswith("*")]
    objects = {name for node in walk(part) for name in _object(source, node)}
    return objects | {source.text(target) for node in direct for target in targets(node)}


def _object(source: Source, node: Node) -> set[str]:
    """Names of what a member function is called of."""
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    called_of = function.child_by_field_name("argument") if function is not None else None
    return names(source, called_of) if called_of is not None and source.language == "c++" else set()


def _target(node: Node) -> Node:
    return node.child_by_field_name("left") or node.child_by_field_name("argument") or node


def _function(source: Source, call: Node) -> str:
    function = call.child_by_field_name("function")
    if function is not None and function.type == "field_expression":
        function = function.child_by_field_name("field")
    return source.text(function) if function is not None else ""


def _is_thread_call(source: Source, node: Node) -> bool:
    return node.type == "call_expression" and _function(source, node) in _THREADS


def _passed_on(source: Source, statement: Node) -> set[str]:
    """`&session` as the argument of a new thread: who creates it neither reads nor writes it there."""
    found: set[str] = set()
    for node in within(statement):
        arguments = node.child_by_field_name("arguments")
        if node.type == "call_expression" and _function(source, node) == "pthread_create" and arguments is not None:
            for argument in arguments.named_children[3:]:
                found |= _addresses(source, argument)
    return found


def _addresses(source: Source, node: Node) -> set[str]:
    taken = [inner for inner in within(node) if inner.type == "pointer_expression"]
    return {name for inner in taken if source.text(inner).startswith("&") for name in names(source, inner)}
