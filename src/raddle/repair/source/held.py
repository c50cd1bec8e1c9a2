"""Where a lock is held.

In: a lock and a function. Out: `Held`, for each statement whether the lock is held before and behind it. The walk is
over the structure of the text (branches joined, loops that leave the lock as they find it); where that is not clear the
measure is refused.
"""

from dataclasses import dataclass, field
from typing import Final

from tree_sitter import Node

from raddle.repair.source.locks import Lock, Operation, squeezed
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.statements import CONDITIONALS, LEAVING_CALLS, LOOPS, called

_NEVER_RETURN: Final = LEAVING_CALLS | {"exit", "_exit", "_Exit", "quick_exit", "abort", "longjmp", "siglongjmp"}


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
        where = self._source.where(node)
        raise CannotWriteError(f"whether {self._lock.expression} is held at {where} depends on the way there")


def _blocks(node: Node) -> list[Node]:
    own = node.child_by_field_name("body")
    caught = [part.child_by_field_name("body") for part in node.named_children if part.type == "catch_clause"]
    return [part for part in (own, *caught) if part is not None]


def _forever(source: Source, loop: Node) -> bool:
    condition = loop.child_by_field_name("condition")
    if condition is None:
        return loop.type == "for_statement"
    return squeezed(source.text(condition)).strip("()") in {"1", "true"}
