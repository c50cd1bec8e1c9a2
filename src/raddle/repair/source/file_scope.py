"""File scope: fresh names, missing includes, and new variables that the functions of one or several files share.

In: the sources, which of them each compilation reads, and where in them a new variable is used. Out: edits. A variable
of one file that is compiled once is static; else one file that is compiled once defines it and the others declare it
extern.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from tree_sitter import Node

from raddle.repair.source.expressions import declared_name
from raddle.repair.source.parsed import CannotWriteError, Source, walk
from raddle.repair.source.plan import Edit, Plan
from raddle.repair.source.statements import function_of

_KNOWN_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "pthread.h": ("pthread_mutex_t", "pthread_t", "pthread_create", "pthread_mutex_lock", "pthread_cond_t"),
    "semaphore.h": ("sem_t", "sem_init", "sem_wait", "sem_post"),
}
"""A file that speaks of these has the header already, by some other one perhaps."""
_INCLUDE: Final = (0, -1)
_DECLARATION: Final = (0, 0)


@dataclass(frozen=True, slots=True)
class Variable:
    type: str
    name: str
    initial: str
    """Empty: zero."""

    def defined(self, storage: str = "") -> str:
        initial = f" = {self.initial}" if self.initial else ""
        return f"{storage}{self.type} {self.name}{initial};"

    def declared(self) -> str:
        return f"extern {self.type} {self.name};"


@dataclass(frozen=True, slots=True)
class Use:
    source: Source
    position: int


@dataclass(frozen=True, slots=True)
class Shared:
    """New variables, and where they are used."""

    variables: tuple[Variable, ...]
    header: str
    uses: tuple[Use, ...]


def mutex(sources: Mapping[str, Source], name: str) -> Variable:
    return Variable("pthread_mutex_t", name, "" if _expanded(sources) else "PTHREAD_MUTEX_INITIALIZER")


def condition(sources: Mapping[str, Source], name: str) -> Variable:
    return Variable("pthread_cond_t", name, "" if _expanded(sources) else "PTHREAD_COND_INITIALIZER")


def in_std_cxx(sources: Sequence[Source]) -> bool:
    """C++, and not such that speaks of pthread's threads and of none of its own."""
    words = frozenset[str]().union(*(source.words for source in sources))
    by_pthread = "pthread_create" in words and not words & {"mutex", "thread"}
    return all(source.language == "c++" for source in sources) and not by_pthread


def fresh(sources: Mapping[str, Source], wanted: str, taken: set[str]) -> str:
    """`wanted`, or with a number behind it, where some source speaks of it already."""
    name = wanted
    number = 2
    while name in taken or any(name in source.words for source in sources.values()):
        name = f"{wanted}_{number}"
        number += 1
    taken.add(name)
    return name


def share(plans: Mapping[str, Plan], units: Sequence[Set[str]], groups: Sequence[Shared]) -> None:
    """Define the variables so that all uses see them, and include what they need."""
    sources = {name: plan.source for name, plan in plans.items()}
    lines: dict[str, list[str]] = {}
    first_use: dict[str, int] = {}
    for group in groups:
        files = sorted({use.source.name for use in group.uses})
        home = _home(sources, units, files)
        storage = "static " if files == [home] else ""
        for name in sorted({*files, home}):
            include(plans, name, group.header)
            written = lines.setdefault(name, [])
            if name == home:
                written += [variable.defined(storage) for variable in group.variables]
            else:
                written += [variable.declared() for variable in group.variables]
        for use in group.uses:
            first_use[use.source.name] = min(use.position, first_use.get(use.source.name, use.position))
    for name, written in lines.items():
        position = first_use.get(name, len(sources[name].data))
        plans[name].edit(_declaration(sources[name], written, position))


def include(plans: Mapping[str, Plan], file: str, header: str) -> None:
    plan = plans[file]
    source = plan.source
    if any(word in source.words for word in _KNOWN_BY.get(header, ())):
        return
    if any(_included(plans[name].source, header) for name in _with_included(plans, file)):
        return
    line = f"#include <{header}>{source.newline}"
    items = list(top_level(source))
    found = [node for node in items if node.type == "preproc_include"]
    if found:
        plan.edit(_edit(_place_among(source, found, header), _INCLUDE, line))
        return
    first = next((node for node in items if node.type not in {"comment", "preproc_def"}), None)
    start = source.line_start(first.start_byte) if first is not None else len(source.data)
    plan.edit(_edit(start, _INCLUDE, line + source.newline))


def _with_included(plans: Mapping[str, Plan], file: str) -> set[str]:
    """The file, and those of the program that it includes, by their names."""
    found: set[str] = set()
    pending = [file]
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += [other for other in plans if _included(plans[name].source, PurePath(other).name)]
    return found


def top_level(source: Source) -> Iterator[Node]:
    """What stands at file scope, inside the guard of a header."""
    items = [node for node in source.root.named_children if node.type != "comment"]
    if len(items) == 1 and items[0].type == "preproc_ifdef":
        name = items[0].child_by_field_name("name")
        yield from (node for node in items[0].named_children if node != name)
        return
    yield from source.root.named_children


def shared_names(source: Source) -> Iterator[str]:
    """Of variables at file scope and of members."""
    for node in walk(source.root):
        if node.type == "field_declaration" or (node.type == "declaration" and function_of(node) is None):
            for declarator in node.children_by_field_name("declarator"):
                if not is_function(declarator):
                    yield declared_name(source, declarator)


def is_function(declarator: Node) -> bool:
    """A prototype (and not a pointer to a function)."""
    at: Node | None = declarator
    while at is not None and at.type in {"pointer_declarator", "reference_declarator"}:
        at = at.child_by_field_name("declarator") or (at.named_children[-1] if at.named_children else None)
    if at is None or at.type != "function_declarator":
        return False
    inner = at.child_by_field_name("declarator")
    return inner is not None and inner.type != "parenthesized_declarator"


def _home(sources: Mapping[str, Source], units: Sequence[Set[str]], used_in: Sequence[str]) -> str:
    """Where the definition goes: of what is compiled once, a file that uses it, else one that includes such a file."""
    once = {name for name, times in Counter(file for unit in units for file in unit).items() if times == 1}
    proper = [name for name in used_in if not sources[name].is_header and name in once]
    if proper:
        return proper[0]
    if len(used_in) == 1 and used_in[0] in once:
        return used_in[0]
    around = {file for unit in units if not unit.isdisjoint(used_in) for file in unit}
    for name, source in sources.items():
        if name in around & once and not source.is_header:
            return name
    short = PurePath(used_in[0]).name
    raise CannotWriteError(f"no source that includes {short} and is compiled once is there to hold a new variable")


def _declaration(source: Source, lines: Sequence[str], use: int) -> Edit:
    newline = source.newline
    text = "".join(line + newline for line in lines)
    items = [node for node in top_level(source) if node.type != "comment"]
    before = [node for node in items if node.end_byte <= use]
    functions = [node for node in before if node.type in {"function_definition", "compound_statement"}]
    reach = functions[0].start_byte if functions else use
    early = [node for node in before if node.end_byte <= reach]
    variables = [node for node in early if _is_variable(source, node)]
    if variables:
        return _edit(source.next_line(variables[-1].end_byte), _DECLARATION, text)
    includes = [node for node in early if node.type == "preproc_include"]
    if includes:
        start = _behind(source, includes[-1])
        followed = bool(source.data[start : source.next_line(start)].strip())
        return _edit(start, _DECLARATION, newline + text + (newline if followed else ""))
    user = next((node for node in items if node.end_byte > use), items[-1] if items else None)
    start = _above_comments(source, user) if user is not None else len(source.data)
    return _edit(start, _DECLARATION, text + newline)


def _is_variable(source: Source, node: Node) -> bool:
    if node.type != "declaration" or not source.ends_line(node.end_byte):
        return False
    declarators = node.children_by_field_name("declarator")
    return bool(declarators) and not any(is_function(declarator) for declarator in declarators)


def _above_comments(source: Source, node: Node) -> int:
    """Where its line begins, or the comment that stands directly above it."""
    at = node
    while (above := at.prev_sibling) is not None and above.type == "comment":
        apart = source.line(at.start_byte) - source.line(above.end_byte)
        if apart > 1 or not source.starts_line(above.start_byte):
            break
        at = above
    return source.line_start(at.start_byte)


def _place_among(source: Source, found: Sequence[Node], header: str) -> int:
    """In the order of the alphabet, where the last group of includes in angle brackets is in that order."""
    angled = [node for node in found if source.text(node).rstrip().endswith(">")]
    if not angled:
        return _behind(source, found[-1])
    group = [angled[-1]]
    for node in reversed(angled[:-1]):
        if source.line(group[0].start_byte) - source.line(node.start_byte) != 1:
            break
        group.insert(0, node)
    names = [source.text(node).split("<")[-1] for node in group]
    if names == sorted(names):
        for node, name in zip(group, names, strict=True):
            if name > header:
                return source.line_start(node.start_byte)
    return _behind(source, group[-1])


def _behind(source: Source, directive: Node) -> int:
    text = source.data[directive.start_byte : directive.end_byte]
    return source.next_line(directive.start_byte + len(text.rstrip()))


def _included(source: Source, header: str) -> bool:
    name = re.escape(header.encode())
    return re.search(rb'#[ \t]*include[ \t]*[<"](?:[^>"\n]*/)?' + name + rb'[>"]', source.data) is not None


def _expanded(sources: Mapping[str, Source]) -> bool:
    """The output of a preprocessor: types of pthread.h are there, its macros are not (zero is what they stand for)."""
    sign = re.compile(rb"\}\s*pthread_mutex_t\s*;")
    return any(sign.search(source.data) is not None for source in sources.values())


def _edit(position: int, order: tuple[int, ...], text: str) -> Edit:
    return Edit(position, position, order, text)
