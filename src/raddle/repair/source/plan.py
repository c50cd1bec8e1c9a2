"""What is to change in one file: statements put before and behind others, statements taken out, words replaced.

In: requests of the measures, in any order. Out: edits that do not overlap, and the new text. A body without braces gets
them; what shares its line with other code stays on that line; otherwise a new statement gets a line of its own,
indented as the statement it stands by.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from tree_sitter import Node

from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.statements import BODIES, CONDITIONALS, LISTS, behind_labels, parent_of

_BEHIND: Final = 0
_BEFORE: Final = 1
"""At one place, what belongs behind the statement above comes before what belongs before the one below."""
_LAST: Final = 1000


class Rank(IntEnum):
    """Among what stands before one statement; behind a statement the lock goes first, then others are told."""

    BEGIN = 0
    WAIT = 1
    LOCK = 2
    RESULT = 3
    UNLOCK = 4
    SIGNAL = 5


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    start: int
    end: int
    order: tuple[int, ...]
    """Among insertions at one place."""
    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Statements to insert, a line each; a tab in front is one more step of indentation."""

    lines: tuple[str, ...]
    rank: tuple[int, ...]
    """Ascending in the order of the text."""

    def inline(self) -> str:
        return " ".join(line.strip("\t") for line in self.lines)

    def laid_out(self, source: Source, indentation: str) -> str:
        return "".join(
            indentation + source.unit * (len(line) - len(line.lstrip("\t"))) + line.lstrip("\t") + source.newline
            for line in self.lines
        )


@dataclass(slots=True)
class _Around:
    statement: Node
    before: list[Lines] = field(default_factory=list)
    behind: list[Lines] = field(default_factory=list)


class Plan:
    """Of one file; filled while the measures are gone through."""

    def __init__(self, source: Source) -> None:
        self.source: Final = source
        self._around: Final[dict[int, _Around]] = {}
        self._removed: Final[dict[int, Node]] = {}
        self._on_line: Final[set[int]] = set()
        self._edits: Final[list[Edit]] = []

    def before(self, statement: Node, lines: Sequence[str], *rank: int) -> None:
        _once(self._of(statement).before, Lines(tuple(lines), rank))

    def behind(self, statement: Node, lines: Sequence[str], *rank: int) -> None:
        _once(self._of(statement).behind, Lines(tuple(lines), rank))

    def remove(self, statement: Node) -> None:
        self._removed[statement.id] = statement

    def keep_on_line(self, statement: Node) -> None:
        """What is put around it gets no lines of its own."""
        self._on_line.add(_with_labels(statement).id)

    def replace(self, node: Node, text: str) -> None:
        self.edit(Edit(node.start_byte, node.end_byte, (), text))

    def edit(self, edit: Edit) -> None:
        if edit not in self._edits:
            self._edits.append(edit)

    def result(self) -> str:
        edits = [*self._edits]
        for around in self._around.values():
            edits.extend(self._wrapped(around))
        edits.extend(self._taken_out(statement) for statement in self._removed.values())
        return _carried_out(self.source, edits)

    def _of(self, statement: Node) -> _Around:
        statement = _with_labels(statement)
        return self._around.setdefault(statement.id, _Around(statement))

    def _wrapped(self, around: _Around) -> Iterator[Edit]:
        source, statement = self.source, around.statement
        inner = behind_labels(statement)
        alone = source.starts_line(inner.start_byte) and statement.id not in self._on_line
        end = _end(source, statement)
        ends = alone and source.ends_line(end)
        depth = _depth(statement)
        bare = parent_of(statement).type not in LISTS
        indentation = _indentation(source, inner)
        before = sorted(around.before, key=lambda lines: lines.rank)
        behind = sorted(around.behind, key=lambda lines: lines.rank)
        if bare:
            yield from self._braces(statement, alone=alone, ends=ends, depth=depth)
        for index, lines in enumerate(before):
            order = (_BEFORE, depth, index + 1)
            if alone:
                start = source.line_start(inner.start_byte)
                yield Edit(start, start, order, lines.laid_out(source, indentation))
            else:
                yield Edit(inner.start_byte, inner.start_byte, order, lines.inline() + " ")
        for index, lines in enumerate(behind):
            order = (_BEHIND, -depth, index)
            if ends:
                start = source.next_line(end)
                yield Edit(start, start, order, lines.laid_out(source, indentation))
            else:
                yield Edit(end, end, order, " " + lines.inline())

    def _braces(self, statement: Node, *, alone: bool, ends: bool, depth: int) -> Iterator[Edit]:
        """Round a body that has none."""
        source, control = self.source, parent_of(statement)
        head = _beside(statement, forward=False)
        follower = _beside(statement, forward=True)
        assert head is not None
        outer = source.indentation(control.start_byte)
        opening, closing = (_BEFORE, depth, 0), (_BEHIND, -depth, _LAST)
        if not alone:
            yield Edit(statement.start_byte, statement.start_byte, opening, "{ ")
        elif source.braces_stand_alone and source.ends_line(head.end_byte):
            start = source.next_line(head.end_byte)
            yield Edit(start, start, (_BEFORE, depth - 1, _LAST), f"{outer}{{{source.newline}")
        else:
            yield Edit(head.end_byte, head.end_byte, opening, " {")
        if not ends:
            yield Edit(statement.end_byte, statement.end_byte, closing, " }")
        elif follower is not None and source.starts_line(follower.start_byte) and not source.braces_stand_alone:
            yield Edit(follower.start_byte, follower.start_byte, closing, "} ")
        else:
            start = source.next_line(statement.end_byte)
            yield Edit(start, start, closing, f"{outer}}}{source.newline}")

    def _taken_out(self, statement: Node) -> Edit:
        source = self.source
        start, end = statement.start_byte, statement.end_byte
        if parent_of(statement).type not in LISTS:
            return Edit(start, end, (), "{}")
        if source.starts_line(start):
            if source.ends_line(end):
                return Edit(source.line_start(start), source.next_line(end), (), "")
            rest = source.data[end : source.next_line(end)]
            return Edit(start, end + len(rest) - len(rest.lstrip()), (), "")
        space = len(source.data[:start]) - len(source.data[:start].rstrip(b" \t"))
        return Edit(start - space, end, (), "")


def _with_labels(statement: Node) -> Node:
    while parent_of(statement).type == "labeled_statement":
        statement = parent_of(statement)
    return statement


def _once(among: list[Lines], lines: Lines) -> None:
    if lines not in among:
        among.append(lines)


def _carried_out(source: Source, edits: Iterable[Edit]) -> str:
    pieces: list[bytes] = []
    at = 0
    for edit in sorted(edits):
        if edit.start < at:
            row = source.data.count(b"\n", 0, edit.start) + 1
            raise CannotWriteError(f"two changes meet at {source.short_name}:{row}")
        pieces += [source.data[at : edit.start], edit.text.encode("utf-8", "surrogateescape")]
        at = edit.end
    return b"".join((*pieces, source.data[at:])).decode("utf-8", "surrogateescape")


def _beside(statement: Node, *, forward: bool) -> Node | None:
    """What stands beside a body in its control statement: `)`, `else`, `do` before it; `else`, `while` behind it."""
    node = statement.next_sibling if forward else statement.prev_sibling
    while node is not None and node.type == "comment":
        node = node.next_sibling if forward else node.prev_sibling
    if node is None and forward and parent_of(statement).type not in BODIES:
        return None
    return node


def _end(source: Source, statement: Node) -> int:
    text = source.data[statement.start_byte : statement.end_byte]
    return statement.start_byte + len(text.rstrip())


def _indentation(source: Source, statement: Node) -> str:
    if statement.type in CONDITIONALS:
        inside = [node for node in statement.named_children if node.type.endswith(("statement", "declaration"))]
        if inside:
            return source.indentation(inside[0].start_byte)
    return source.indentation(statement.start_byte)


def _depth(node: Node) -> int:
    depth = 0
    above = node.parent
    while above is not None:
        depth += 1
        above = above.parent
    return depth
