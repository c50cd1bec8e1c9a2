"""`Atomic`: a variable whose updates become atomic.

In: the variable and the lines of its updates. Out: in the plans, an atomic type for the variable, at each of its
declarations; or, where its address is in use as that of a plain variable, atomic built-ins at the updates themselves.
An update is one expression: `x++`, `x += e`, `x = x + e`; the last one, which reads and writes an atomic in two steps,
becomes `x += e`. Whatever else reads and writes in two steps is refused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node

from raddle.repair.fixes import Atomic, Line
from raddle.repair.source.expressions import declared_name, name_node, names, targets
from raddle.repair.source.file_scope import is_function
from raddle.repair.source.parsed import CannotWriteError, Source, walk
from raddle.repair.source.plan import Edit, Plan
from raddle.repair.source.statements import function_of, parent_of, statements_at
from raddle.repair.source.updates import Update, refuse_two_steps, updates_in
from raddle.repair.source.work import Work

_ATOMIC_CALLS: Final = re.compile(r"(__atomic_|__sync_|atomic_|std::atomic_)\w+")
_PRINTING: Final = re.compile(r"(std::)?(f|s|sn)?printf")
_MEMBER: Final = re.compile(r"\.|->")


@dataclass(frozen=True, slots=True)
class _Declared:
    source: Source
    declaration: Node
    declarator: Node

    @property
    def kind(self) -> str:
        node = self.declaration.child_by_field_name("type")
        return self.source.text(node) if node is not None else ""

    @property
    def line(self) -> str:
        return self.source.where(self.declaration)


def write_atomic(work: Work, measure: Atomic) -> None:
    words = re.findall(r"[A-Za-z_]\w*", re.sub(r"\[[^\]]*\]| of .*", "", measure.variable))
    if not words:
        raise CannotWriteError(f"`{measure.variable}` is not the name of a variable")
    name = words[-1]
    updates: list[Update] = []
    for line in measure.updates:
        updates += [update for update in _updates_at(work, line, name) if update not in updates]
    declared = _declarations(work, measure, name)
    direct = all(update.name == name and not update.indirect for update in updates)
    if declared and all(_is_atomic(found) for found in declared):
        if not any(update.spelt_out for update in updates):
            raise CannotWriteError(f"{name} is atomic already ({declared[0].line})")
        _write_compounds(work, updates)
    elif declared and direct and not _address_in_use(work, name):
        _refuse_kind(declared, name)
        _write_type(work, declared, name)
        _write_compounds(work, updates)
    else:
        _write_built_ins(work, measure, updates, declared)


def _write_compounds(work: Work, updates: Sequence[Update]) -> None:
    for update in updates:
        if update.spelt_out:
            work.plan(update.source).replace(update.node, update.compound())


def _updates_at(work: Work, line: Line, name: str) -> list[Update]:
    source = work.source(line)
    statements = statements_at(source, line)
    for statement in statements:
        refuse_two_steps(source, statement, name)
    found = [update for statement in statements for update in updates_in(source, statement)]
    named = [update for update in found if update.name == name]
    if named or any(name in names(source, statement) for statement in statements):
        return named
    if len(found) != 1 or not found[0].indirect:
        raise CannotWriteError(f"{source.short_name}:{line.number} is not a single update of {name}")
    return found


def _declarations(work: Work, measure: Atomic, name: str) -> list[_Declared]:
    """All of them that may be of this variable: at file scope, or members, or of the functions that update it."""
    member = bool(_MEMBER.search(measure.variable))
    homes = {line.file for line in measure.updates}
    local: list[_Declared] = []
    shared: list[_Declared] = []
    members: list[_Declared] = []
    for source in work.sources.values():
        for node in walk(source.root):
            if node.type not in {"declaration", "field_declaration"}:
                continue
            for declarator in node.children_by_field_name("declarator"):
                if declared_name(source, declarator) != name or is_function(declarator):
                    continue
                found = _Declared(source, node, declarator)
                if node.type == "field_declaration":
                    members.append(found)
                elif function_of(node) is None:
                    shared.append(found)
                elif source.name in homes:
                    local.append(found)
    if member or not (shared or local):
        return members if len(members) == 1 else []
    return shared if shared else local if len(local) == 1 else []


def _address_in_use(work: Work, name: str) -> bool:
    """As that of a plain variable; refused where a function that is not the program's gets it."""
    calls = work.calls
    in_use = False
    for source in work.sources.values():
        for node in walk(source.root):
            argument = node.child_by_field_name("argument") if node.type == "pointer_expression" else None
            if argument is None or not source.text(node).startswith("&") or _last_name(source, argument) != name:
                continue
            function = _called_with(source, node)
            if function and _ATOMIC_CALLS.fullmatch(function):
                continue
            if function and not calls.defines(function) and function != "pthread_create":
                where = source.where(node)
                raise CannotWriteError(f"`{function}` at {where} gets the address of {name} as a plain variable")
            in_use = True
    return in_use


def _last_name(source: Source, place: Node) -> str:
    while place.type in {"parenthesized_expression", "subscript_expression"}:
        place = place.child_by_field_name("argument") or place.named_children[0]
    if place.type == "field_expression":
        field = place.child_by_field_name("field")
        return source.text(field) if field is not None else ""
    return source.text(place) if place.type == "identifier" else ""


def _called_with(source: Source, argument: Node) -> str:
    above = parent_of(argument)
    while above.type in {"cast_expression", "parenthesized_expression"}:
        above = parent_of(above)
    function = parent_of(above).child_by_field_name("function") if above.type == "argument_list" else None
    return source.text(function) if function is not None else ""


def _refuse_kind(declared: Sequence[_Declared], name: str) -> None:
    for found in declared:
        kind = found.declaration.child_by_field_name("type")
        pointer = _pointers(found)
        if _is_atomic(found):
            raise CannotWriteError(f"{name} is atomic already ({found.line})")
        if kind is not None and kind.type in {"struct_specifier", "union_specifier", "class_specifier"} and not pointer:
            raise CannotWriteError(f"{name} is a structure ({found.line})")
        if any(node.type == "bitfield_clause" for node in found.declaration.children):
            raise CannotWriteError(f"{name} is a bit field ({found.line})")
        if found.kind == "auto" or "reference" in found.declarator.type:
            raise CannotWriteError(f"the type of {name} is not written at {found.line}")
        if found.source.language == "c++" and any(part.type == "array_declarator" for part in walk(found.declarator)):
            raise CannotWriteError(f"{name} is an array ({found.line})")


def _is_atomic(found: _Declared) -> bool:
    text = found.source.text(found.declaration)
    return re.search(r"\b(_Atomic|atomic_\w+|std::atomic\w*|atomic\s*<)", text) is not None


def _pointers(found: _Declared) -> int:
    """Stars in front of the name."""
    end = name_node(found.declarator)
    assert end is not None
    return found.source.between(found.declarator.start_byte, end.start_byte).count("*")


def _write_type(work: Work, declared: Sequence[_Declared], name: str) -> None:
    for found in declared:
        if found.source.language == "c++":
            _write_cxx_type(work, found)
            work.include(found.source, "atomic")
        else:
            _write_c_type(work, found)
    for source in work.sources.values():
        if source.language == "c++":
            _read_explicitly(work.plan(source), name)


def _write_c_type(work: Work, found: _Declared) -> None:
    plan = work.plan(found.source)
    end = name_node(found.declarator)
    kind = found.declaration.child_by_field_name("type")
    assert end is not None and kind is not None
    if _pointers(found):
        plan.edit(Edit(end.start_byte, end.start_byte, (), "_Atomic "))
    elif len(found.declaration.children_by_field_name("declarator")) == 1:
        plan.edit(Edit(kind.start_byte, kind.start_byte, (), "_Atomic "))
    else:
        before = found.source.between(found.declaration.start_byte, kind.start_byte)
        own = f"{before}_Atomic {found.kind} {found.source.text(found.declarator)};"
        work.split_off(found.source, found.declaration, found.declarator, own)


def _write_cxx_type(work: Work, found: _Declared) -> None:
    source = found.source
    plan = work.plan(source)
    end = name_node(found.declarator)
    kind = found.declaration.child_by_field_name("type")
    assert end is not None and kind is not None
    words = [source.text(node) for node in found.declaration.children if node.type == "type_qualifier"]
    pointee = " ".join([*words, found.kind]) if _pointers(found) else found.kind
    stars = "*" * _pointers(found)
    value = found.declarator.child_by_field_name("value") if found.declarator.type == "init_declarator" else None
    if value is None and found.declaration.type == "field_declaration":
        value = found.declaration.child_by_field_name("default_value")
    text = source.text(value) if value is not None else ""
    initial = text if text.startswith(("{", "(")) else f"{{{text}}}" if value is not None else ""
    if not initial and function_of(found.declaration) is not None:
        initial = "{}"
    storage = [source.text(node) for node in found.declaration.children if node.type == "storage_class_specifier"]
    own = " ".join([*storage, f"std::atomic<{pointee}{' ' if stars else ''}{stars}>", source.text(end)]) + f"{initial};"
    if len(found.declaration.children_by_field_name("declarator")) == 1:
        plan.replace(found.declaration, own)
    else:
        work.split_off(found.source, found.declaration, found.declarator, own)


def _read_explicitly(plan: Plan, name: str) -> None:
    """A std::atomic cannot be passed to printf; other operators than those of an update do not exist for it."""
    source = plan.source
    for node in walk(source.root):
        if node.type == "assignment_expression" and any(source.text(target) == name for target in targets(node)):
            operator = node.child_by_field_name("operator")
            if operator is not None and source.text(operator) in {"*=", "/=", "%=", "<<=", ">>="}:
                where = source.where(node)
                raise CannotWriteError(f"`{source.text(node)}` at {where} is no operation of an atomic")
        if node.type == "argument_list" and _PRINTING.fullmatch(_called_with(source, node.children[0])):
            for argument in node.named_children:
                if _last_name(source, argument) == name and argument.type != "subscript_expression":
                    plan.edit(Edit(argument.end_byte, argument.end_byte, (), ".load()"))


def _write_built_ins(
    work: Work, measure: Atomic, updates: Sequence[Update], declared: Sequence[_Declared]
) -> None:
    for found in declared:
        if _pointers(found) and not any(update.indirect for update in updates):
            raise CannotWriteError(f"{measure.variable} is a pointer ({found.line}), and its address is in use")
        if re.search(r"\b(float|double)\b", found.kind):
            raise CannotWriteError(f"{measure.variable} is not an integer ({found.line}), and its address is in use")
    for line in measure.updates:
        if not any(update.source.name == line.file and _at(update, line) for update in updates):
            where = f"{work.source(line).short_name}:{line.number}"
            raise CannotWriteError(f"{where} is not an update of {measure.variable} in one expression")
    for update in updates:
        work.plan(update.source).replace(update.node, update.built_in())


def _at(update: Update, line: Line) -> bool:
    source, node = update.source, update.node
    return source.line(node.start_byte) <= line.number <= source.line(node.end_byte)

