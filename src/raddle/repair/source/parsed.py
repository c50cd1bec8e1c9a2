"""One source file: its bytes, its syntax tree, and how its lines are laid out.

In: name and text. Out: `Source`. Positions are byte offsets everywhere in this room; texts are read and written with
`surrogateescape`, so that a file in another encoding keeps its bytes.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import PurePath
from typing import Final, Literal

import tree_sitter_c
import tree_sitter_cpp
from tree_sitter import Language, Node, Parser, Tree

_CXX_HEADERS: Final = frozenset({".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp"})
CXX_SUFFIXES: Final = frozenset({".cc", ".cp", ".cpp", ".cxx", ".c++", ".C"}) | _CXX_HEADERS
HEADER_SUFFIXES: Final = frozenset({".h", ".inc"}) | _CXX_HEADERS


class CannotWriteError(Exception):
    """A measure cannot be written as code; the words are the user's."""


@dataclass(frozen=True, slots=True)
class Macro:
    parameters: tuple[str, ...]
    text: str

    def expanded(self, arguments: Sequence[str]) -> str:
        given = dict(zip(self.parameters, arguments, strict=False))
        return re.sub(r"[A-Za-z_]\w*", lambda word: given.get(word[0], word[0]), self.text)


@dataclass(frozen=True)
class Source:
    name: str
    data: bytes
    tree: Tree
    language: Literal["c", "c++"]
    macros: Mapping[str, Macro] = field(default_factory=dict, compare=False)
    """Of the whole program, that have one definition."""

    @property
    def root(self) -> Node:
        return self.tree.root_node

    @property
    def is_header(self) -> bool:
        return PurePath(self.name).suffix in HEADER_SUFFIXES

    @property
    def short_name(self) -> str:
        return PurePath(self.name).name

    def text(self, node: Node) -> str:
        return self.between(node.start_byte, node.end_byte)

    def between(self, start: int, end: int) -> str:
        return self.data[start:end].decode("utf-8", "surrogateescape")

    @cached_property
    def newline(self) -> str:
        first = self.data.find(b"\n")
        return "\r\n" if first > 0 and self.data[first - 1 : first] == b"\r" else "\n"

    @cached_property
    def words(self) -> frozenset[str]:
        """Every identifier-like word, comments and macros included."""
        return frozenset(word.decode() for word in re.findall(rb"[A-Za-z_][A-Za-z_0-9]*", self.data))

    @cached_property
    def _line_starts(self) -> list[int]:
        """As the compiler counts lines."""
        return [0, *(found.end() for found in re.finditer(rb"\r\n?|\n", self.data))]

    def line(self, position: int) -> int:
        """Its number, from 1. (`Node.start_point` is not used: reading it crashes tree-sitter 0.26.0.)"""
        return bisect_right(self._line_starts, position)

    def column(self, position: int) -> int:
        """From 1, in bytes."""
        return position - self._line_starts[self.line(position) - 1] + 1

    def position(self, line: int, column: int) -> int:
        starts = self._line_starts
        return starts[line - 1] + column - 1 if line <= len(starts) else len(self.data)

    def where(self, node: Node) -> str:
        """`bank.c:12`"""
        return f"{self.short_name}:{self.line(node.start_byte)}"

    def line_start(self, position: int) -> int:
        return self.data.rfind(b"\n", 0, position) + 1

    def next_line(self, position: int) -> int:
        """Where the line behind this position's begins (the end of the text, if there is none)."""
        end = self.data.find(b"\n", position)
        return len(self.data) if end < 0 else end + 1

    def starts_line(self, position: int) -> bool:
        return not self.data[self.line_start(position) : position].strip()

    def ends_line(self, position: int) -> bool:
        """Only white space and comments stand behind this position on its line."""
        rest = self.data[position : self.next_line(position)].strip()
        while rest.startswith(b"/*"):
            closed = rest.find(b"*/", 2)
            if closed < 0:
                return False
            rest = rest[closed + 2 :].strip()
        return not rest or (rest.startswith(b"//") and not rest.endswith(b"\\"))

    def indentation(self, position: int) -> str:
        """The white space in front of the line of this position."""
        line = self.data[self.line_start(position) : self.next_line(position)]
        return re.match(rb"[ \t]*", line)[0].decode()  # type: ignore[index]

    @cached_property
    def unit(self) -> str:
        """One step of indentation, as the file has it: the first line of a function that is indented deeper than it."""
        for node in walk(self.root):
            if node.type != "compound_statement":
                continue
            outer = self.indentation(node.start_byte)
            for child in node.named_children:
                inner = self.indentation(child.start_byte)
                if self.starts_line(child.start_byte) and len(inner) > len(outer) and inner.startswith(outer):
                    return inner[len(outer) :]
        return "    "

    @cached_property
    def braces_stand_alone(self) -> bool:
        """The opening brace of a control statement's body has a line of its own, more often than not."""
        alone = together = 0
        for node in walk(self.root):
            if node.type == "compound_statement" and node.parent is not None and node.parent.type in CONTROLS:
                if self.starts_line(node.start_byte):
                    alone += 1
                else:
                    together += 1
        return alone > together


MACROS: Final = frozenset({"preproc_def", "preproc_function_def"})
CONTROLS: Final = frozenset(
    {"if_statement", "else_clause", "while_statement", "for_statement", "for_range_loop", "do_statement"}
)


@lru_cache(maxsize=64)
def parse(name: str, text: str, *, cxx_around: bool = False) -> Source:
    """`cxx_around`: the program has C++ sources, so that a `.h` may be C++."""
    data = text.encode("utf-8", "surrogateescape")
    suffix = PurePath(name).suffix
    if suffix in CXX_SUFFIXES:
        return _parsed(name, data, "c++")
    if suffix in HEADER_SUFFIXES and cxx_around:
        return _parsed(name, data, "c++")
    return _parsed(name, data, "c")


def parse_all(texts: Mapping[str, str]) -> dict[str, Source]:
    cxx = any(PurePath(name).suffix in CXX_SUFFIXES for name in texts)
    sources = [parse(name, text, cxx_around=cxx) for name, text in texts.items()]
    macros = _macros(sources)
    return {source.name: replace(source, macros=macros) for source in sources}


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, in the order of the text."""
    pending = [node]
    while pending:
        top = pending.pop()
        yield top
        pending.extend(reversed(top.children))


def _macros(sources: Iterable[Source]) -> dict[str, Macro]:
    found: dict[str, set[Macro]] = {}
    for source in sources:
        for node in walk(source.root):
            name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
            if node.type in MACROS and name is not None and value is not None:
                head = node.child_by_field_name("parameters")
                parameters = tuple(source.text(one) for one in head.named_children) if head is not None else ()
                found.setdefault(source.text(name), set()).add(Macro(parameters, source.text(value)))
    return {name: next(iter(macros)) for name, macros in found.items() if len(macros) == 1}


def _parsed(name: str, data: bytes, language: Literal["c", "c++"]) -> Source:
    grammar = tree_sitter_cpp.language() if language == "c++" else tree_sitter_c.language()
    return Source(name, data, Parser(Language(grammar)).parse(data), language)
