"""Values of frozen dataclasses as JSON, and back by the types that their fields are declared with.

A dataclass is a list of its fields without the last ones that have their default; where its place may hold one of
several, its name stands first. A term is a number among the terms that are kept beside it. Every value is checked
against its type: what does not fit is Damaged.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore

Value = TypeVar("Value")


class Damaged(Exception):
    """What was read is no value of its type."""


def spelled(value: Any, form: Any, numbers: Mapping[Term, int]) -> Any:
    """What json can write. `form` is the type of the place where the value stands."""
    if isinstance(value, Term):
        return numbers[value]
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        forms = _element_forms(form, len(value))
        return [spelled(part, of, numbers) for part, of in zip(value, forms, strict=True)]
    kind: type = type(value)
    parts = [(of, getattr(value, name), default) for name, of, default in _fields(kind)]
    while parts and parts[-1][2] is not dataclasses.MISSING and parts[-1][1] == parts[-1][2]:
        parts.pop()
    named = [kind.__name__] if len(_classes(form)) > 1 else []
    return [*named, *(spelled(part, of, numbers) for of, part, _ in parts)]


def read(said: Any, form: Any, terms: Sequence[Term]) -> Any:
    """The value of that type which was spelled so; else Damaged."""
    if form is Term:
        number = _plain(said, int)
        if not 0 <= number < len(terms):
            raise Damaged(f"no term {number}")
        return terms[number]
    if form in (int, str, bool):
        return _plain(said, form)
    origin = get_origin(form)
    if origin is Literal:
        if said not in get_args(form) or isinstance(said, bool):
            raise Damaged(f"{said!r} is none of {get_args(form)}")
        return said
    if origin is frozenset:
        return frozenset(read(part, get_args(form)[0], terms) for part in _plain(said, list))
    if origin is tuple:
        listed = _plain(said, list)
        forms = _element_forms(form, len(listed))
        if len(forms) != len(listed):
            raise Damaged(f"{len(listed)} values where {len(forms)} belong")
        return tuple(read(part, of, terms) for part, of in zip(listed, forms, strict=True))
    if origin in (Union, UnionType):
        return _one_of(said, form, terms)
    if isinstance(form, type) and issubclass(form, Enum):
        try:
            return form(said)
        except ValueError as error:
            raise Damaged(str(error)) from error
    return _dataclass(_plain(said, list), form, terms)


def _plain(said: Any, form: type[Value]) -> Value:
    if type(said) is not form:
        raise Damaged(f"{str(said)[:60]!r} is no {form.__name__}")
    found: Value = said
    return found


def _one_of(said: Any, form: Any, terms: Sequence[Term]) -> Any:
    classes = _classes(form)
    if said is None and NoneType in get_args(form):
        return None
    if len(classes) > 1:
        listed = _plain(said, list)
        chosen = classes.get(listed[0] if listed and isinstance(listed[0], str) else "")
        if chosen is None:
            raise Damaged(f"{str(said)[:60]!r} is none of {', '.join(classes)}")
        return _dataclass(listed[1:], chosen, terms)
    (only,) = (part for part in get_args(form) if part is not NoneType)
    return read(said, only, terms)


def _dataclass(said: list[Any], form: Any, terms: Sequence[Term]) -> Any:
    fields = _fields(form)
    needed = sum(default is dataclasses.MISSING for _, _, default in fields)
    if not needed <= len(said) <= len(fields):
        raise Damaged(f"{form.__name__} with {len(said)} fields")
    return form(*(read(part, of, terms) for part, (_, of, _) in zip(said, fields, strict=False)))


@cache
def _fields(form: type) -> tuple[tuple[str, Any, Any], ...]:
    """Name, type and default of each."""
    hints = get_type_hints(form)
    return tuple((field.name, hints[field.name], field.default) for field in dataclasses.fields(form))


@cache
def _classes(form: Any) -> dict[str, type]:
    """The dataclasses that may stand at a place of this type, by name."""
    parts = get_args(form) if get_origin(form) in (Union, UnionType) else (form,)
    return {part.__name__: part for part in parts if dataclasses.is_dataclass(part) and isinstance(part, type)}


def _element_forms(form: Any, count: int) -> tuple[Any, ...]:
    """Of a tuple with so many elements. A place that may be empty holds a tuple in any other case."""
    if get_origin(form) in (Union, UnionType):
        (form,) = (part for part in get_args(form) if part is not NoneType)
    forms = get_args(form)
    return (forms[0],) * count if forms[1:] == (...,) else forms


# ---- terms


def spell_terms(terms: Sequence[Term]) -> list[Any]:
    """Operands first, in the order of their store."""
    numbers = {term: number for number, term in enumerate(terms)}
    return [[term.op.name, term.width, [numbers[arg] for arg in term.args], term.data] for term in terms]


def read_terms(said: Any, store: TermStore) -> list[Term]:
    terms: list[Term] = []
    for row in _plain(said, list):
        try:
            name, width, args, data = _plain(row, list)
            op = Op[_plain(name, str)]
        except (KeyError, ValueError) as error:
            raise Damaged(f"no term: {str(row)[:60]}") from error
        operands = tuple(read(arg, Term, terms) for arg in _plain(args, list))
        if op in (Op.BEFORE, Op.NOT_AFTER, Op.AT, Op.READ) or type(data) not in (int, str, NoneType):
            raise Damaged(f"no term of a program: {name}")
        if (op is Op.VARIABLE) is not isinstance(data, str):
            raise Damaged(f"{name} of {data!r}")
        terms.append(store.again(op, _plain(width, int), operands, data))
    return terms


def terms_within(value: Any) -> set[Term]:
    """All that it speaks of, with their operands."""
    found: set[Term] = set()
    stack = [value]
    while stack:
        top = stack.pop()
        if isinstance(top, Term):
            if top not in found:
                found.add(top)
                stack.extend(top.args)
        elif isinstance(top, tuple):
            stack.extend(top)
        elif dataclasses.is_dataclass(top):
            stack.extend(getattr(top, field.name) for field in dataclasses.fields(top))
    return found
