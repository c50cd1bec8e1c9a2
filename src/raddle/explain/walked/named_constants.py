"""Constants that the source calls by the name of a local variable: `limit` in `x < limit`, where limit is 5 all along.

Once a variable lives in registers, the IR has the constant itself in its place. The column of the instruction's debug
location tells which it was: a name stands there, and the variable of that name holds that constant. A constant that the
source spells out stays one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Final

from raddle.base.place import SourcePlace
from raddle.ir import instructions as ins
from raddle.ir.debuginfo import DebugInfo
from raddle.ir.types import width_of
from raddle.ir.values import Constant, Local, Operand
from raddle.trace.sources import Sources

_TOKEN: Final = re.compile(
    r"""[A-Za-z_]\w*|\d[\w.]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|->|\+\+|--|&&|\|\||<<=|>>=|<<|>>|[-+*/%&|^<>=!]=|\S"""
)
_NAME: Final = re.compile(r"[A-Za-z_]\w*$")
_GOES_ON: Final = frozenset({"(", "[", ".", "->", "++", "--", "::"})
"""What stands behind a name that is not all of an operand."""
_STEPS: Final = frozenset({"++", "--"})

Tokens = Sequence[tuple[int, str]]  # column, text


@dataclass(frozen=True, slots=True)
class Use:
    """A register that takes the place of a constant, and the name that the source has there."""

    register: str
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Linked:
    """An instruction with registers for some of its constants."""

    instruction: ins.Instruction
    uses: tuple[Use, ...]


def named_constants(
    instructions: Iterator[ins.Instruction], known: Mapping[str, Set[int]], debug: DebugInfo, sources: Sources
) -> dict[int, Linked]:
    """By line. `known`: names of local variables, with the constants that they ever hold."""
    found: dict[int, Linked] = {}
    for instruction in instructions:
        slots = [
            (slot, operand)
            for slot, operand in _slots(instruction)
            if isinstance(operand.value, Constant) and width_of(operand.type) is not None
        ]
        if not slots or instruction.debug is None:
            continue
        place = debug.place(instruction.debug)
        if place is None or not place.column:
            continue
        tokens = tokens_of(sources, place)
        names = _names(instruction, tokens, place.column)
        uses = {
            slot: Use(f"%raddle.named.{instruction.line}.{number}", name, operand.value.bits)
            for number, (slot, operand) in enumerate(slots)
            if isinstance(operand.value, Constant)
            if (name := names.get(slot, "")) and operand.value.bits in known.get(name, ())
        }
        if uses:
            found[instruction.line] = Linked(_replaced(instruction, uses), tuple(uses.values()))
    return found


def tokens_of(sources: Sources, place: SourcePlace) -> Tokens:
    text = sources.text(place)
    return [(one.start() + 1, one[0]) for one in _TOKEN.finditer(text)] if text.isascii() else []


# ---- operands


def _slots(instruction: ins.Instruction) -> Iterator[tuple[str | int, Operand]]:
    match instruction:
        case ins.Binary(left=left, right=right) | ins.Compare(left=left, right=right):
            yield "left", left
            yield "right", right
        case ins.Store(stored=stored):
            yield "stored", stored
        case ins.Cast(operand=operand):
            yield "operand", operand
        case ins.Return(operand=given) if given is not None:
            yield "operand", given
        case ins.Switch(selector=selector):
            yield "selector", selector
        case ins.Call(arguments=arguments):
            for number, argument in enumerate(arguments):
                if argument.byval is None:
                    yield number, argument.operand
        case _:
            pass


def _replaced(instruction: ins.Instruction, uses: Mapping[str | int, Use]) -> ins.Instruction:
    if isinstance(instruction, ins.Call):
        arguments = tuple(
            replace(argument, operand=_register(argument.operand, uses[number])) if number in uses else argument
            for number, argument in enumerate(instruction.arguments)
        )
        return replace(instruction, arguments=arguments)
    changed: dict[str, Any] = {str(slot): _register(getattr(instruction, str(slot)), use) for slot, use in uses.items()}
    return replace(instruction, **changed)


def _register(operand: Operand, use: Use) -> Operand:
    return Operand(operand.type, Local(use.register))


# ---- names


def _names(instruction: ins.Instruction, tokens: Tokens, column: int) -> dict[str | int, str]:
    """What the source calls the operands, where it is a name and nothing else."""
    at = next((number for number, (start, _) in enumerate(tokens) if start == column), None)
    if at is None:
        return {}
    match instruction:
        case ins.Binary() | ins.Compare():
            return _around(tokens, at)
        case ins.Store():
            return {"stored": name_behind(tokens, at)}
        case ins.Cast():
            indexes = _text(tokens, at + 1) == "[" and _text(tokens, at + 3) == "]"
            return {"operand": _name_from(tokens, at + 2 if indexes else at)}
        case ins.Return():
            return {"operand": name_behind(tokens, at)}
        case ins.Switch():
            return {"selector": name_behind(tokens, at)}
        case ins.Call(arguments=arguments):
            return _arguments(tokens, at, len(arguments))
        case _:
            return {}


def _around(tokens: Tokens, at: int) -> dict[str | int, str]:
    """Of an operator: a name before it, a name behind it. Of a name: it is asked whether it is 0."""
    here = _text(tokens, at)
    if _NAME.match(here):
        return {"left": _name_from(tokens, at)}
    if here == "!":
        return {"left": _name_from(tokens, at + 1)}
    before = at - 1
    while _text(tokens, before) == ")":
        before -= 1
    left = _text(tokens, before)
    if not _NAME.match(left) or _text(tokens, before - 1) in (".", "->"):
        left = _name_from(tokens, at + 1) if here in _STEPS else ""
    return {"left": left, "right": "" if here in _STEPS else _name_from(tokens, at + 1)}


def name_behind(tokens: Tokens, at: int) -> str:
    """The name behind `=`, `return` or `switch`, or behind the `=` of a declaration; of an initialiser, itself."""
    if _NAME.match(_text(tokens, at)) and _text(tokens, at + 1) == "=":
        at += 1
    elif _text(tokens, at) not in ("=", "return", "switch"):
        return _name_from(tokens, at)
    return _name_from(tokens, at + 1)


def _name_from(tokens: Tokens, at: int) -> str:
    while _text(tokens, at) == "(":
        at += 1
    name = _text(tokens, at)
    return name if _NAME.match(name) and _text(tokens, at + 1) not in _GOES_ON else ""


def _arguments(tokens: Tokens, at: int, count: int) -> dict[str | int, str]:
    """Of a call whose callee's name stands there."""
    if not _NAME.match(_text(tokens, at)) or _text(tokens, at + 1) != "(":
        return {}
    found: list[list[str]] = [[]]
    depth = 0
    for _, text in tokens[at + 2 :]:
        if text == ")" and not depth:
            names = [said[0] if len(said) == 1 and _NAME.match(said[0]) else "" for said in found]
            return dict(enumerate(names)) if len(names) == count else {}
        depth += (text in "([{") - (text in ")]}")
        if text == "," and not depth:
            found.append([])
        else:
            found[-1].append(text)
    return {}


def _text(tokens: Tokens, at: int) -> str:
    return tokens[at][1] if 0 <= at < len(tokens) else ""
