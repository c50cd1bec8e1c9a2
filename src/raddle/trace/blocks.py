"""Which parts of a program are to be atomic: what the user names, and what the source itself declares.

In: options, the program, what of it was entered. Out: a `Selection` of entries, numbered in this order: the functions
named, the lines named, then what the source declares (functions annotated "atomic", the macros of raddle.h), then,
where they are asked for, all functions and loop bodies.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Final, Literal

from raddle.base.errors import UserError
from raddle.ir.cxx_names import short_name, short_signature, without_template_arguments
from raddle.ir.debuginfo import DebugInfo
from raddle.ir.flow import Flow
from raddle.ir.module import PROGRAM_MAIN
from raddle.ir.values import Aggregate, Global, Text
from raddle.trace.program import LoadedFunction, LoadedModule, Program

BlockKind = Literal["declared", "inferred"]

_ANNOTATION: Final = b"atomic"
_MAIN: Final = {PROGRAM_MAIN: "main"}
_RANGE: Final = re.compile(r"(?P<file>.*[^:]):(?P<first>\d+)(?:-(?P<last>\d+))?")
_LIKE_A_RANGE: Final = re.compile(r"[^:]+\.(?:c|h|cc|cpp|cxx|c\+\+|hh|hpp|hxx)(?::[^:]*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Lines:
    """Of a file, as the user names it: a path, or the end of one."""

    file: str
    first: int
    last: int

    def __str__(self) -> str:
        lines = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{self.file.rsplit('/', 1)[-1]}:{lines}"

    def is_in(self, file: str) -> bool:
        asked = self.file.removeprefix("./")
        return file == asked or file.endswith("/" + asked.removeprefix("/"))


@dataclass(frozen=True, slots=True)
class AtomicBlocks:
    """What is asked for on the command line. The annotations of the source count in any case."""

    functions: tuple[str, ...] = ()
    lines: tuple[Lines, ...] = ()
    infer: bool = False
    """Also each execution of a function and of a loop's body, as a block that may be meant to be atomic."""

    @classmethod
    def of(cls, words: Iterable[str], *, infer: bool = False) -> "AtomicBlocks":
        """FUNCTION or FILE:FROM-TO, each."""
        functions: list[str] = []
        lines: list[Lines] = []
        for word in dict.fromkeys(words):
            found = _RANGE.fullmatch(word)
            if found is None:
                functions.append(_name(word))
                continue
            first, last = int(found["first"]), int(found["last"] or found["first"])
            if not 1 <= first <= last:
                raise UserError(f"{word} is no range of lines", advice="give FILE:FROM-TO with 1 <= FROM <= TO")
            lines.append(Lines(found["file"], first, last))
        return cls(tuple(functions), tuple(lines), infer)


AS_DECLARED: Final = AtomicBlocks()


def _name(word: str) -> str:
    if _LIKE_A_RANGE.fullmatch(word):
        raise UserError(f"{word} is no range of lines", advice="give FILE:FROM-TO, as in bank.c:12-15")
    if not word.strip(" :") or word.endswith(":") or word.lstrip(" :")[0].isdigit():
        raise UserError(f"{word!r} names nothing that could be atomic", advice="give FUNCTION or FILE:FROM-TO")
    return word.strip().removeprefix("::")


@dataclass(frozen=True, slots=True)
class Entry:
    """One of the things that blocks come from."""

    name: str
    """As people are told it; empty: each block is named by its place."""
    kind: BlockKind = "declared"
    asked: bool = False
    """By the user; what was never executed is then said."""
    loop: bool = False


@dataclass(frozen=True)
class FunctionBlocks:
    """What the walk of one function has to know."""

    entered: tuple[int, ...] = ()
    """Entries of which each activation is a block."""
    ranges: tuple[int, ...] = ()
    """Entries of lines of which it has some."""
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Number of a debug location -> those of `ranges` that it lies in, where there are any."""
    loops: tuple[int, ...] = ()
    around: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Label -> the entries of the loops that the block lies in, outermost first."""
    headed: dict[str, int] = field(default_factory=dict)
    """Label -> the entry of the loop of which each iteration begins there."""

    def ranges_at(self, location: int | None, debug: DebugInfo) -> tuple[int, ...] | None:
        """None: the instruction stands nowhere, and changes nothing."""
        if not self.ranges or location is None or not debug.number(location, "line"):
            return None
        return self.lines.get(location, ())


@dataclass(frozen=True)
class Selection:
    """Entries, and where in one program they are."""

    entries: tuple[Entry, ...] = ()
    functions: dict[int, FunctionBlocks] = field(default_factory=dict)
    """By the site of a function's entry; a function without blocks is not there."""

    @cached_property
    def macro(self) -> int:
        """The entry of the macros."""
        return next((number for number, entry in enumerate(self.entries) if not entry.name), 0)

    def of(self, loaded: LoadedFunction) -> FunctionBlocks | None:
        return self.functions.get(loaded.entry_site)


NO_BLOCKS: Final = Selection()


def select(blocks: AtomicBlocks, program: Program, entered: Callable[[int], bool]) -> Selection:
    """`entered`: whether a site is in some log. Raises UserError for what the program does not have."""
    entries: list[Entry] = []
    by_function: defaultdict[int, list[int]] = defaultdict(list)
    for name in blocks.functions:
        for loaded in _named(program, name):
            by_function[loaded.entry_site].append(len(entries))
        entries.append(Entry(name, asked=True))
    first_range = len(entries)
    for lines in blocks.lines:
        _check_lines(program, lines)
        entries.append(Entry(str(lines), asked=True))
    for loaded in _annotated(program):
        by_function[loaded.entry_site].append(len(entries))
        entries.append(Entry(name_of(loaded)))
    entries.append(Entry(""))
    found: dict[int, FunctionBlocks] = {}
    located: dict[int, dict[int, tuple[int, ...]]] = {}
    for loaded in program.functions:
        if not entered(loaded.entry_site):
            continue
        ranges: dict[int, tuple[int, ...]] = {}
        if blocks.lines:
            base = loaded.within.site_base
            if base not in located:
                located[base] = _located(loaded.within, blocks.lines, first_range)
            ranges = _of_function(loaded, located[base])
        own = list(by_function.get(loaded.entry_site, ()))
        loops: list[tuple[str, frozenset[str]]] = []
        if blocks.infer:
            own.append(len(entries))
            entries.append(Entry(name_of(loaded), "inferred"))
            loops = list(Flow(loaded.function).loops)
        if own or ranges or loops:
            found[loaded.entry_site] = _function_blocks(own, ranges, loops, len(entries))
        entries += [Entry(name_of(loaded), "inferred", loop=True) for _ in loops]
    return Selection(tuple(entries), found)


def _function_blocks(
    own: list[int], ranges: dict[int, tuple[int, ...]], loops: list[tuple[str, frozenset[str]]], first: int
) -> FunctionBlocks:
    """`first`: the number of the first loop."""
    around: defaultdict[str, list[int]] = defaultdict(list)
    for number, (_, body) in enumerate(loops, first):
        for label in body:
            around[label].append(number)
    return FunctionBlocks(
        tuple(own),
        tuple(sorted({number for numbers in ranges.values() for number in numbers})),
        ranges,
        tuple(range(first, first + len(loops))),
        {label: tuple(numbers) for label, numbers in around.items()},
        {header: number for number, (header, _) in enumerate(loops, first)},
    )


def name_of(loaded: LoadedFunction) -> str:
    """As people would call it."""
    linkage = loaded.function.name.removeprefix("@").strip('"')
    return _MAIN.get(linkage) or short_name(linkage)


# ---- functions


def _named(program: Program, name: str) -> list[LoadedFunction]:
    found = [loaded for loaded in program.functions if name in _names(loaded)]
    if found:
        return found
    known = {known for loaded in program.functions for known in _names(loaded)}
    near = get_close_matches(name, sorted(known), 3)
    advice = f"near: {', '.join(near)}" if near else None
    if any(f"@{name}" in within.module.declarations for within in program.modules):
        raise UserError(f"{name} is a library function, none of the program", where="--atomic", advice=advice)
    raise UserError(f"the program has no function {name}", where="--atomic", advice=advice)


def _names(loaded: LoadedFunction) -> set[str]:
    """With and without its class and namespaces, its template's arguments and its parameters."""
    linkage = loaded.function.name.removeprefix("@").strip('"')
    short = name_of(loaded)
    names = {linkage, short} | set(_endings(short)) | set(_endings(without_template_arguments(short)))
    if linkage != short:
        names.add(short_signature(linkage))
    return names


def _endings(name: str) -> Iterator[str]:
    """`a::b<c::d>::e` -> itself, `b<c::d>::e`, `e`."""
    yield name
    depth = 0
    for at, letter in enumerate(name):
        depth += (letter in "<(") - (letter in ">)")
        if depth == 0 and name.startswith("::", at):
            yield name[at + 2 :]


def _annotated(program: Program) -> Iterator[LoadedFunction]:
    for within in program.modules:
        table = within.module.globals.get("@llvm.global.annotations")
        if table is None or not isinstance(table.initializer, Aggregate):
            continue
        for element in table.initializer.elements:
            match element.value:
                case Aggregate(elements=(of, word, *_)) if isinstance(of.value, Global):
                    function = within.module.functions.get(of.value.name)
                    if function is not None and _is_atomic(within, word.value):
                        yield LoadedFunction(function, within)


def _is_atomic(within: LoadedModule, word: object) -> bool:
    variable = within.module.globals.get(word.name) if isinstance(word, Global) else None
    return (
        variable is not None
        and isinstance(variable.initializer, Text)
        and variable.initializer.data.rstrip(b"\0") == _ANNOTATION
    )


# ---- lines


def _check_lines(program: Program, lines: Lines) -> None:
    """That there is code in them."""
    with_code: set[int] = set()
    files: set[str] = set()
    for within in program.modules:
        for location in within.debug.locations():
            place = within.debug.place(location)
            if place is None:
                continue
            files.add(place.file)
            if place.line and lines.is_in(place.file):
                if lines.first <= place.line <= lines.last:
                    return
                with_code.add(place.line)
    if with_code:
        nearest = sorted(with_code, key=lambda line: (min(abs(line - lines.first), abs(line - lines.last)), line))[:3]
        said = ", ".join(str(line) for line in sorted(nearest))
        raise UserError(f"{lines} has no code", where="--atomic", advice=f"lines with code near it: {said}")
    names = {file.rsplit("/", 1)[-1] for file in files}
    near = get_close_matches(lines.file.rsplit("/", 1)[-1], sorted(names), 3)
    advice = f"near: {', '.join(near)}" if near else None
    raise UserError(f"the program has no code from a file {lines.file}", where="--atomic", advice=advice)


def _located(within: LoadedModule, lines: tuple[Lines, ...], first: int) -> dict[int, tuple[int, ...]]:
    """Debug location -> the numbers of those that it, or a place that it was inlined at, lies in."""
    found: dict[int, tuple[int, ...]] = {}
    for location in within.debug.locations():
        inside: set[int] = set()
        at: int | None = location
        while at is not None:
            place = within.debug.place(at)
            for number, asked in enumerate(lines, first):
                if place is not None and asked.first <= place.line <= asked.last and asked.is_in(place.file):
                    inside.add(number)
            at = within.debug.node(at, "inlinedAt")
        if inside:
            found[location] = tuple(sorted(inside))
    return found


def _of_function(loaded: LoadedFunction, located: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    if not located:
        return {}
    used = (one.debug for block in loaded.function.blocks for one in block.instructions)
    return {location: located[location] for location in used if location is not None and location in located}
