"""Locks of a program as its text shows them: which statement takes and gives back which.

In: a lock expression, or a statement. Out: `Lock`, what a statement does with it, sections of whatever lock around a
statement. A macro with one call for a lock in it counts as that call.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tree_sitter import Node

from raddle.repair.source.parsed import CannotWriteError, Source, walk
from raddle.repair.source.statements import Span, enclosing, parent_of, span_over, within

Family = Literal["pthread_mutex", "pthread_spin", "mtx", "std"]
_TAKES: Final[Mapping[str, Family]] = {
    "pthread_mutex_lock": "pthread_mutex",
    "pthread_spin_lock": "pthread_spin",
    "mtx_lock": "mtx",
}
_RELEASES: Final = frozenset({"pthread_mutex_unlock", "pthread_spin_unlock", "mtx_unlock"})
_OTHER_WAYS: Final = frozenset(
    {"pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_spin_trylock", "mtx_trylock", "mtx_timedlock"}
    | {"pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_unlock"}
)
_TAKEN: Final = re.compile(rf"\b(?:{'|'.join(_TAKES)})\s*\(([^()]*)\)")
_IN_MACRO: Final = re.compile(rf"\b({'|'.join({*_TAKES} | _RELEASES | _OTHER_WAYS)})\s*\(((?:[^()]|\([^()]*\))*)\)")
_WORD: Final = re.compile(r"\b([A-Za-z_]\w*)\b(?:\s*\(([^()]*)\))?")
_GUARDS: Final = ("lock_guard", "unique_lock", "scoped_lock")
_GUARDED: Final = re.compile(rf"\b(?:{'|'.join(_GUARDS)})\b[^;(){{}}]*\s\w+\s*[({{]([^;]*)[)}}]\s*;")
_LOCKED: Final = re.compile(r"([\w.:\[\]]+(?:->[\w.:\[\]]+)*)\.lock\s*\(\s*\)")
Operation = Literal["take", "release", "guard"]


@dataclass(frozen=True, slots=True)
class Lock:
    family: Family
    expression: str
    """As it is written in a call: `&lock`; of a std::mutex the mutex itself."""
    type: str = "std::mutex"
    """Of the C++ ones."""

    @property
    def taken(self) -> str:
        return f"{self.expression}.lock();" if self.family == "std" else f"{self.family}_lock({self.expression});"

    @property
    def released(self) -> str:
        return f"{self.expression}.unlock();" if self.family == "std" else f"{self.family}_unlock({self.expression});"

    def words(self, source: Source, function: Node, operation: Literal["take", "release"]) -> str:
        """As the function writes it, or else its file."""
        nodes = (node for part in (function, source.root) for node in walk(part))
        own = (source.text(node) for node in nodes if self.operation(source, node) == operation)
        return next(own, self.taken if operation == "take" else self.released)

    def operation(self, source: Source, statement: Node) -> Operation | None:
        """What the statement does with this lock."""
        if self.family == "std":
            return self._std_operation(source, statement)
        function, argument = _call(source, statement)
        if squeezed(argument) != squeezed(self.expression):
            return None
        if _TAKES.get(function) == self.family:
            return "take"
        return "release" if function in _RELEASES else None

    def _std_operation(self, source: Source, statement: Node) -> Operation | None:
        name = _plain(self.expression)
        if statement.type == "expression_statement":
            text = _plain(source.text(statement))
            return {f"{name}.lock();": "take", f"{name}.unlock();": "release"}.get(text)  # type: ignore[return-value]
        if statement.type == "declaration" and (guarded := _guarded(source, statement)):
            return "guard" if _plain(guarded) == name else None
        return None

    def refuse_other_ways(self, source: Source, function: Node) -> None:
        """Ways to take the lock that are not statements of their own."""
        statements = {node.id for node in within(function) if self.operation(source, node) is not None}
        for node in within(function):
            if node.type != "call_expression" or _statement_id(node) in statements:
                continue
            name, argument = _called(source, node)
            about = squeezed(self.expression) in squeezed(argument)
            if about and name in _OTHER_WAYS | set(_TAKES) | _RELEASES:
                where = source.where(node)
                raise CannotWriteError(f"`{name}` at {where} is part of a larger statement")
        if self.family == "std":
            self._refuse_handled_guards(source, function)

    def _refuse_handled_guards(self, source: Source, function: Node) -> None:
        """`std::unique_lock guard(m, std::defer_lock)`, `guard.unlock()`."""
        nodes = list(within(function))
        about = re.compile(rf"(?<!\w){re.escape(_plain(self.expression))}(?!\w)")
        guards = [node for node in nodes if node.type == "declaration" and about.search(_plain(_guarded(source, node)))]
        names = {guard_name(source, node) for node in guards}
        for node in nodes:
            member = re.match(r"(\w+)\.(lock|unlock|try_lock|release)\(", squeezed(source.text(node)))
            handled = node.type == "call_expression" and member is not None and member[1] in names
            if handled or (node in guards and self.operation(source, node) is None):
                where = source.where(node)
                raise CannotWriteError(f"`{source.text(node)}` at {where} is more than a plain guard")


def find_lock(sources: Iterable[Source], expression: str) -> Lock:
    """The lock that the expression stands for, by how the program uses it."""
    plain = squeezed(expression)
    bare = plain.removeprefix("&")
    name = re.split(r"\.|->|::", bare)[-1]
    for source in sources:
        for node in walk(source.root):
            function, argument = _call(source, node)
            if function in _TAKES and squeezed(argument) == plain:
                return Lock(_TAKES[function], expression)
            if function in _OTHER_WAYS and squeezed(argument) == plain and "rwlock" in function:
                raise CannotWriteError(f"{expression} is a read-write lock")
        among = rf"((?:std::)?\b\w*mutex)\s+(?:\w+\s*,\s*)*{re.escape(name)}\b"
        declared = re.search(among, source.between(0, len(source.data)))
        if declared and source.language == "c++":
            return Lock("std", bare, declared[1])
    return Lock("pthread_mutex", expression)


def taken_at(source: Source, line: int) -> list[str]:
    """The locks that are taken there, as they are written: `&lock`; those of C++ without the `&`."""
    text = source.between(source.position(line, 1), source.position(line + 1, 1))
    found = [expression.strip() for expression in _TAKEN.findall(text)]
    for name, given in _WORD.findall(text):
        function, argument = _in_macro(source, name, given.split(","))
        found += [argument] if function in _TAKES else []
    if source.language == "c++":
        guarded = [part.strip() for parts in _GUARDED.findall(text) for part in parts.split(",")]
        found += [part for part in guarded if not part.startswith("std::")] + _LOCKED.findall(text)
    return found


def _plain(text: str) -> str:
    """Ways to write the same thing, as one."""
    return squeezed(text).replace("->", ".").removeprefix("this.")


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def guard_name(source: Source, statement: Node) -> str:
    declarator = statement.child_by_field_name("declarator")
    inner = declarator.child_by_field_name("declarator") if declarator is not None else None
    return source.text(inner) if inner is not None else ""


def first_held(source: Source, statement: Node) -> Node | None:
    """Where the outermost section of any lock around the statement begins, within the function."""
    outermost: Node | None = None
    for level in enclosing(statement):
        siblings = parent_of(level).named_children
        held = _open_sections(source, [node for node in siblings if node.start_byte < level.start_byte])
        if held:
            outermost = min(held.values(), key=lambda node: node.start_byte)
    return outermost


def rounded(span: Span) -> Span:
    """With the whole of each section of whatever lock that begins before it and ends in it, or the other way round.

    Otherwise one thread could hold the new lock and wait for that one, and another the other way round.
    """
    source = span.source
    for level in enclosing(span.first):
        siblings = parent_of(level).named_children
        held = _open_sections(source, [node for node in siblings if node.start_byte < level.start_byte])
        inside = [node for statement in span.statements for node in within(statement)]
        given_back = {lock for node in inside for lock, takes in (_any_lock(source, node),) if lock and not takes}
        cut = [take for lock, take in held.items() if lock in given_back]
        if cut:
            span = span_over(source, [min(cut, key=lambda node: node.start_byte), span.first, span.last])
    unfinished = _open_sections(source, span.statements)
    for node in [node for node in span.container.named_children if node.start_byte >= span.end]:
        lock, takes = _any_lock(source, node)
        if lock in unfinished and not takes:
            span = span_over(source, [span.first, node])
            unfinished = _open_sections(source, span.statements)
    return span


def _open_sections(source: Source, statements: Sequence[Node]) -> dict[str, Node]:
    """By the lock, what takes it among these and is followed by nothing that gives it back."""
    held: dict[str, Node] = {}
    for node in statements:
        lock, takes = _any_lock(source, node)
        if lock and takes:
            held[lock] = node
        elif lock:
            held.pop(lock, None)
    return held


def _any_lock(source: Source, statement: Node) -> tuple[str, bool]:
    """The lock that the statement takes (True) or gives back (False)."""
    function, argument = _call(source, statement)
    if function in _TAKES or function in _RELEASES:
        return squeezed(argument), function in _TAKES
    if statement.type == "declaration" and (guarded := _guarded(source, statement)):
        return guarded, True
    member = re.fullmatch(r"(.+?)(?:\.|->)(lock|unlock)\(\);", squeezed(source.text(statement)))
    return (member[1], member[2] == "lock") if member and statement.type == "expression_statement" else ("", False)


def _call(source: Source, statement: Node) -> tuple[str, str]:
    """Of a call that is a statement."""
    if statement.type != "expression_statement" or not statement.named_children:
        return "", ""
    call: Node | None = statement.named_children[0]
    if call is not None and call.type == "cast_expression":
        call = call.child_by_field_name("value")
    return _called(source, call) if call is not None else ("", "")


def _called(source: Source, call: Node) -> tuple[str, str]:
    """The function and its first argument; those of the call in a macro, where it is one."""
    if call.type == "identifier":
        return _in_macro(source, source.text(call), ())
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if call.type != "call_expression" or function is None or arguments is None:
        return "", ""
    name = source.text(function)
    given = [source.text(node) for node in arguments.named_children if node.type != "comment"]
    return _in_macro(source, name, given) if name in source.macros else (name, given[0] if given else "")


def _in_macro(source: Source, name: str, given: Sequence[str]) -> tuple[str, str]:
    """`#define LOCK(m) pthread_mutex_lock(&(m))`"""
    macro = source.macros.get(name)
    calls = _IN_MACRO.findall(macro.expanded(given)) if macro is not None else []
    if len(calls) != 1:
        return "", ""
    function, arguments = calls[0]
    return function, re.sub(r"\((\w+(?:(?:\.|->)\w+)*)\)", r"\1", arguments.split(",")[0]).strip()


def _guarded(source: Source, declaration: Node) -> str:
    """`std::lock_guard<std::mutex> guard(m);` is about m."""
    kind = declaration.child_by_field_name("type")
    if kind is None or not any(guard in source.text(kind) for guard in _GUARDS):
        return ""
    declarator = declaration.child_by_field_name("declarator")
    if declarator is None:
        return ""
    found = re.fullmatch(r"\w+[({](.*)[)}]", squeezed(source.text(declarator)))
    return found[1] if found else ""


def _statement_id(node: Node) -> int | None:
    at: Node | None = node
    while at is not None and at.type != "expression_statement":
        at = at.parent
    return at.id if at is not None else None
