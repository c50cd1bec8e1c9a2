"""Debug metadata of a module -> source places, names and types of variables. Read lazily: little of it is asked for."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from raddle.base.place import SourcePlace
from raddle.ir.cxx_names import short_name, unescaped
from raddle.ir.module import Module

_NODE = re.compile(r"^!(\d+) = (?:distinct )?!(\w+)\((.*)\)$", re.MULTILINE)
_LIST = re.compile(r"^!(\d+) = (?:distinct )?!\{(.*)\}$", re.MULTILINE)
_FIELD = re.compile(r'(\w+): ("(?:[^"\\]|\\.)*"|![\d]+|[^,]+)')
_REFERENCE = re.compile(r"!(\d+)")

_INITIALISES = "__cxx_global_var_init"
"""What initialises one global of C++. That the value is stored there has no line, what makes the value has."""


class SourceFile(NamedTuple):
    name: str
    """May be relative to the folder."""
    folder: str
    """That the compiler stood in."""
    digest: tuple[str, str] | None
    """Of what it read: CSK_MD5 or the like, and the digits; None: it did not say."""


class DebugInfo:
    def __init__(self, text: str) -> None:
        self._text = text
        self._fields: dict[int, dict[str, str]] = {}
        self._variables: dict[int, int | None] = {}
        """By the line of the alloca: of those that were asked for, which are asked for again and again."""

    @cached_property
    def _raw(self) -> dict[int, tuple[str, str]]:
        return {int(number): (kind, fields) for number, kind, fields in _NODE.findall(self._text)}

    @cached_property
    def _lists(self) -> dict[int, list[int]]:
        return {
            int(number): [int(found) for found in _REFERENCE.findall(inside)]
            for number, inside in _LIST.findall(self._text)
        }

    def kind(self, number: int) -> str:
        return self._raw.get(number, ("", ""))[0]

    def fields(self, number: int) -> dict[str, str]:
        known = self._fields.get(number)
        if known is None:
            known = self._fields[number] = dict(_FIELD.findall(self._raw.get(number, ("", ""))[1]))
        return known

    def node(self, number: int, field: str) -> int | None:
        """The node that a field refers to."""
        value = self.fields(number).get(field, "")
        return int(value[1:]) if value.startswith("!") and value[1:].isdigit() else None

    def text(self, number: int, field: str) -> str:
        return unescaped(self.fields(number).get(field, "").strip('"'))

    def number(self, number: int, field: str) -> int:
        value = self.fields(number).get(field, "0")
        return int(value) if value.lstrip("-").isdigit() else 0

    def elements(self, number: int | None) -> list[int]:
        return self._lists.get(number, []) if number is not None else []

    def locations(self) -> Iterator[int]:
        """The numbers of all DILocations."""
        return (number for number, (kind, _) in self._raw.items() if kind == "DILocation")

    def files(self) -> Iterator[SourceFile]:
        for number, (kind, _) in self._raw.items():
            if kind == "DIFile":
                digest = (self.text(number, "checksumkind"), self.text(number, "checksum"))
                yield SourceFile(
                    self.text(number, "filename"), self.text(number, "directory"), digest if all(digest) else None
                )

    def folder(self) -> str | None:
        """In which the compiler stood; None: it did not say."""
        for number, (kind, _) in self._raw.items():
            if kind == "DICompileUnit" and (file := self.node(number, "file")) is not None:
                return _bytes_and_all(self.text(file, "directory"))
        return None

    def chain(self, first: int | None, field: str) -> Iterator[int]:
        """From one node to the next by a field, up to one that has been: in what a compiler writes there is none."""
        seen: set[int] = set()
        while first is not None and first not in seen:
            seen.add(first)
            yield first
            first = self.node(first, field)

    def place(self, location: int) -> SourcePlace | None:
        """The place of a DILocation."""
        if self.kind(location) != "DILocation":
            return None
        line, column = self.number(location, "line"), self.number(location, "column")
        file, function = "", ""
        for scope in self.chain(self.node(location, "scope"), "scope"):
            file = file or self._file_of(scope)
            if self.kind(scope) == "DISubprogram":
                function = self.function_name(scope)
                if not line and self.text(scope, "name").startswith(_INITIALISES):
                    line = self._initialised.get(scope, 0)
                break
        return SourcePlace(file, line, column, function)

    @cached_property
    def _initialised(self) -> dict[int, int]:
        """By function: the first line of what stands in it."""
        found: dict[int, int] = {}
        for location in self.locations():
            scope, line = self.node(location, "scope"), self.number(location, "line")
            if scope is not None and line and self.text(scope, "name").startswith(_INITIALISES):
                found[scope] = min(line, found.get(scope, line))
        return found

    def function_name(self, subprogram: int) -> str:
        """As people would call it; a C++ function with its class and namespace."""
        linkage = self.text(subprogram, "linkageName")
        return short_name(linkage) if linkage else self.text(subprogram, "name")

    def local_variable(self, module: Module, alloca_line: int) -> int | None:
        """The DILocalVariable that lives in the slot allocated on that line."""
        if alloca_line not in self._variables:
            self._variables[alloca_line] = self._variable_of(module, alloca_line)
        return self._variables[alloca_line]

    @staticmethod
    def _variable_of(module: Module, alloca_line: int) -> int | None:
        register = module.lines[alloca_line].split(" = ", 1)[0].strip()
        declared = f"#dbg_declare(ptr {register}, !"
        for line in module.lines[alloca_line + 1 :]:
            if line == "}":
                return None
            stripped = line.lstrip()
            if stripped.startswith(declared):
                return int(stripped[len(declared) :].split(",", 1)[0])
        return None

    def _file_of(self, scope: int) -> str:
        file = self.node(scope, "file")
        return self.text(file, "filename") if file is not None else ""

    def places_of_line(self, module: Module, line: int) -> Iterator[SourcePlace]:
        """Of the instruction on a line of the text; of a label: of its first instruction that has one. Innermost first:
        what is always inlined stands also where it was called."""
        for text in module.lines[line : line + 12]:
            found = re.search(r"!dbg !(\d+)", text)
            if found and not text.startswith("define"):
                places = map(self.place, self.chain(int(found.group(1)), "inlinedAt"))
                yield from (place for place in places if place is not None)
                return
            if text == "}":
                return


def _bytes_and_all(text: str) -> str:
    """Also where it is no UTF-8, as the names of files may be."""
    raw = re.sub(rb"\\([0-9A-Fa-f]{2})", lambda found: bytes([int(found[1], 16)]), text.encode())
    return raw.decode("utf-8", "surrogateescape")
