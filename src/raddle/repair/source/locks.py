"""Locks of a program as its text shows them: which statement takes and gives back which, and where one is held.

In: a lock expression and a function. Out: for each statement whether the lock is held before and behind it. The walk
is over the structure of the text (branches joined, loops that leave the lock as they find it); where that is not clear
the measure is refused.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from tree_sitter import Node

from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.statements import (
    CONDITIONALS,
    LEAVING_CALLS,
    LOOPS,
    Span,
    called,
    enclosing,
    parent_of,
    span_over,
    within,
)

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
_GUARDS: Final = ("lock_guard", "unique_lock", "scoped_lock")
_NEVER_RETURN: Final = LEAVING_CALLS | {"exit", "_exit", "_Exit", "quick_exit", "abort", "longjmp", "siglongjmp"}
Operation = Literal["take", "release", "guard"]


@dataclass(frozen=True, slots=True)
class Lock:
    family: Family
    expression: str
    """As it is written in a call: `&lock`; of a std::mutex the mutex itself."""

    @property
    def taken(self) -> str:
        return f"{self.expression}.lock();" if self.family == "std" else f"{self.family}_lock({self.expression});"

    @property
    def released(self) -> str:
        return f"{self.expression}.unlock();" if self.family == "std" else f"{self.family}_unlock({self.expression});"

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
        name = squeezed(self.expression)
        if statement.type == "expression_statement":
            text = squeezed(source.text(statement)).replace("->", ".")
            return {f"{name}.lock();": "take", f"{name}.unlock();": "release"}.get(text)  # type: ignore[return-value]
        if statement.type == "declaration" and (guarded := _guarded(source, statement)):
            return "guard" if guarded == name else None
        return None

    def refuse_other_ways(self, source: Source, function: Node) -> None:
        """Ways to take the lock that are not statements of their own."""
        statements = {node.id for node in within(function) if self.operation(source, node) is not None}
        for node in within(function):
            if node.type != "call_expression" or _statement_id(node) in statements:
                continue
            name = node.child_by_field_name("function")
            arguments = node.child_by_field_name("arguments")
            if name is None or arguments is None or squeezed(self.expression) not in squeezed(source.text(arguments)):
                continue
            if source.text(name) in _OTHER_WAYS | set(_TAKES) | _RELEASES:
                where = f"{source.short_name}:{node.start_point.row + 1}"
                raise CannotWriteError(f"`{source.text(name)}` at {where} is part of a larger statement")


def find_lock(sources: Iterable[Source], expression: str) -> Lock:
    """The lock that the expression stands for, by how the program uses it."""
    plain = squeezed(expression)
    bare = plain.removeprefix("&")
    for source in sources:
        for node in within(source.root):
            function, argument = _call(source, node)
            if function in _TAKES and squeezed(argument) == plain:
                return Lock(_TAKES[function], expression)
            if function in _OTHER_WAYS and squeezed(argument) == plain and "rwlock" in function:
                raise CannotWriteError(f"{expression} is a read-write lock")
        declared = re.search(rf"\bmutex\s+{re.escape(bare)}\b", source.between(0, len(source.data)))
        if declared and source.language == "c++":
            return Lock("std", bare)
    return Lock("pthread_mutex", expression)


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


@dataclass(slots=True)
class Held:
    """By the id of a statement; None: it is not reached."""

    before: dict[int, bool | None] = field(default_factory=dict)
    behind: dict[int, bool | None] = field(default_factory=dict)


class _NotHeldError(Exception):
    """Given back though it is not held: then the caller has taken it."""


def held_in(source: Source, function: Node, lock: Lock) -> Held:
    lock.refuse_other_ways(source, function)
    body = function.child_by_field_name("body") or function
    for entered_with in (False, True):
        flow = _Flow(source, lock)
        try:
            flow.block(body, entered_with)
        except _NotHeldError:
            continue
        return flow.held
    raise CannotWriteError(f"where {lock.expression} is held in {source.short_name} cannot be told from the text")


class _Flow:
    def __init__(self, source: Source, lock: Lock) -> None:
        self._source: Final = source
        self._lock: Final = lock
        self._labels: Final[dict[str, bool | None]] = {}
        self._breaks: Final[list[list[bool | None]]] = []
        self.held: Final = Held()

    def block(self, block: Node, state: bool | None) -> bool | None:
        guarded = False
        for node in block.named_children:
            state = self._statement(node, state)
            guarded |= self._lock.operation(self._source, node) == "guard"
        return False if guarded and state is not None else state

    def _statement(self, node: Node, state: bool | None) -> bool | None:
        self.held.before[node.id] = state
        state = self._through(node, state)
        self.held.behind[node.id] = state
        return state

    def _through(self, node: Node, state: bool | None) -> bool | None:
        operation = self._lock.operation(self._source, node)
        if operation is not None:
            return self._changed(operation, node, state)
        match node.type:
            case "compound_statement":
                return self.block(node, state)
            case "if_statement":
                then = self._part(node, "consequence", state)
                return self._join(node, then, self._part(node, "alternative", state))
            case "else_clause":
                return self._statement(node.named_children[-1], state)
            case "labeled_statement":
                return self._labelled(node, state)
            case "switch_statement":
                return self._switch(node, state)
            case "try_statement":
                ends = [self.block(part, state) for part in _blocks(node)]
                return self._join(node, *ends)
            case "return_statement" | "throw_statement" | "continue_statement":
                return None
            case "goto_statement":
                return self._goto(node, state)
            case "break_statement":
                if self._breaks:
                    self._breaks[-1].append(state)
                return None
            case kind if kind in LOOPS:
                return self._loop(node, state)
            case kind if kind in CONDITIONALS:
                return self._conditional(node, state)
            case _:
                return None if called(self._source, node) in _NEVER_RETURN else state

    def _changed(self, operation: Operation, node: Node, state: bool | None) -> bool | None:
        if state is None:
            return None
        if operation == "release":
            if not state:
                raise _NotHeldError
            return False
        if state:
            self._unclear(node)
        return True

    def _part(self, node: Node, part: str, state: bool | None) -> bool | None:
        inner = node.child_by_field_name(part)
        return state if inner is None else self._statement(inner, state)

    def _labelled(self, node: Node, state: bool | None) -> bool | None:
        label = node.child_by_field_name("label")
        name = self._source.text(label) if label is not None else ""
        state = self._labels[name] = self._join(node, state, self._labels.get(name))
        inner = [child for child in node.named_children if child != label and child.type != "comment"]
        return self._statement(inner[-1], state) if inner else state

    def _goto(self, node: Node, state: bool | None) -> bool | None:
        label = node.child_by_field_name("label")
        name = self._source.text(label) if label is not None else ""
        self._labels[name] = self._join(node, state, self._labels.get(name))
        return None

    def _loop(self, node: Node, state: bool | None) -> bool | None:
        self._breaks.append([])
        end = self._part(node, "body", state)
        self._join(node, state, end)
        breaks = self._breaks.pop()
        if _forever(self._source, node):
            return self._join(node, None, *breaks)
        return self._join(node, end if node.type == "do_statement" else state, *breaks)

    def _switch(self, node: Node, state: bool | None) -> bool | None:
        self._breaks.append([])
        body = node.child_by_field_name("body")
        through: bool | None = None
        otherwise = False
        for case in body.named_children if body is not None else []:
            if case.type == "case_statement":
                otherwise |= case.children[0].type == "default"
                through = self.block(case, self._join(case, state, through))
            else:
                through = self._statement(case, through)
        return self._join(node, through, None if otherwise else state, *self._breaks.pop())

    def _conditional(self, node: Node, state: bool | None) -> bool | None:
        alternative = node.child_by_field_name("alternative")
        inside: bool | None = state
        for child in node.named_children:
            if child != alternative:
                inside = self._statement(child, inside)
        other = self._statement(alternative, state) if alternative is not None else state
        return self._join(node, inside, None if node.type == "preproc_else" else other)

    def _join(self, node: Node, *states: bool | None) -> bool | None:
        found = {state for state in states if state is not None}
        if len(found) > 1:
            self._unclear(node)
        return next(iter(found), None)

    def _unclear(self, node: Node) -> None:
        where = f"{self._source.short_name}:{node.start_point.row + 1}"
        raise CannotWriteError(f"whether {self._lock.expression} is held at {where} depends on the way there")


def _call(source: Source, statement: Node) -> tuple[str, str]:
    """Of a call that is a statement: the function and its first argument."""
    if statement.type != "expression_statement" or not statement.named_children:
        return "", ""
    call: Node | None = statement.named_children[0]
    if call is not None and call.type == "cast_expression":
        call = call.child_by_field_name("value")
    if call is None or call.type != "call_expression":
        return "", ""
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or arguments is None:
        return "", ""
    given = [node for node in arguments.named_children if node.type != "comment"]
    return source.text(function), source.text(given[0]) if given else ""


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


def _blocks(node: Node) -> list[Node]:
    own = node.child_by_field_name("body")
    caught = [part.child_by_field_name("body") for part in node.named_children if part.type == "catch_clause"]
    return [part for part in (own, *caught) if part is not None]


def _forever(source: Source, loop: Node) -> bool:
    condition = loop.child_by_field_name("condition")
    if condition is None:
        return loop.type == "for_statement"
    return squeezed(source.text(condition)).strip("()") in {"1", "true"}


def _statement_id(node: Node) -> int | None:
    at: Node | None = node
    while at is not None and at.type != "expression_statement":
        at = at.parent
    return at.id if at is not None else None
