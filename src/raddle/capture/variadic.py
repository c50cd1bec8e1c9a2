"""Functions with any number of arguments take a list of them instead: IR text -> IR text.

What `...` hands over lies in registers, and no event tells how it came to where va_arg looks. So each such function of
the module gets a body that takes a va_list, and va_start copies it; who calls it by its name puts the arguments into
memory and hands over a list of them. Under its own name stays a function that makes the list in the usual way, for
callers elsewhere and for pointers. snprintf and its like, which are our own (native/clibrary), take lists too. The list
is that of x86-64: all registers are used up, so that the arguments lie in memory one behind the other, 8 bytes each.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from raddle.capture.followed import OWN, is_own, listed_names
from raddle.ir import instructions as ins
from raddle.ir.module import Function, Module
from raddle.ir.parse import parse_module
from raddle.ir.spell import spell_operand
from raddle.ir.types import FloatType, IntType, PointerType, spell, width_of
from raddle.ir.values import Global, Operand

_LIST_SIZE: Final = 24
_REGISTERS_USED_UP: Final = 48 | 176 << 32
_WORD: Final = 64
_TO_SEE: Final = re.compile(r"^define .*, \.\.\.\)|, \.\.\.\) @|@llvm\.va_copy", re.MULTILINE)
_HEADER: Final = re.compile(r'^define (?P<result>.*?)@(?:[-\w.$]+|"[^"]*")\((?P<fixed>.*), \.\.\.\)(?P<rest>.*)\{$')
_LINKAGE: Final = frozenset({"dso_local", "hidden", "protected", "default", "external", "internal", "private"})
_CALL: Final = re.compile(r'(?P<head>.*?\b(?:call|invoke) .*?) \(.*, \.\.\.\) @(?:[-\w.$]+|"[^"]*")\(')
_INTRINSIC: Final = re.compile(
    r"^ +call void @llvm\.va_(start|copy)(?:\.p0)?\(ptr (%[-\w.$]+)(?:, ptr ([%@][-\w.$]+))?\)"
)
_GROUP: Final = re.compile(r"#\d+")
_ATTRIBUTE: Final = re.compile(
    r"\b(?:noundef|nonnull|noalias|signext|zeroext|inreg|align \d+|dereferenceable(?:_or_null)?\(\d+\)"
    r"|range\([^)]*\)|nofpclass\([^)]*\)) "
)
"""Of what a function returns."""
_DECLARED: Final = (
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.va_start.p0(ptr)",
)


def pass_lists(text: str) -> str:
    if not _TO_SEE.search(text) or 'target triple = "x86_64' not in text:
        return text
    return "\n".join(_Lists(parse_module(text)).lines())


def listed_name(name: str) -> str:
    """Of the body that takes a list."""
    return f'{name[:-1]}.listed"' if name.endswith('"') else f"{name}.listed"


@dataclass(frozen=True, slots=True)
class _Target:
    name: str
    fixed: int


class _Lists:
    def __init__(self, module: Module) -> None:
        self._module = module
        listed = {} if is_own(module) else listed_names()
        own = {f"@{name}": fixed for name, fixed in listed.items() if f"@{name}" not in module.functions}
        self._own = {name: _Target(f"@{OWN}{name[1:]}", fixed) for name, fixed in own.items()}
        self._local = {
            name: _Target(listed_name(name), len(function.parameters))
            for name, function in module.functions.items()
            if function.variadic and not function.replaceable and _HEADER.match(module.lines[function.line])
        }
        self._replaced: dict[int, list[str]] = {}
        self._declared: set[str] = set()

    def lines(self) -> Iterator[str]:
        for function in self._module.functions.values():
            self._function(function)
        for number, line in enumerate(self._module.lines):
            yield from self._replaced.get(number, (line,))
        if self._replaced:
            known = set(self._module.declarations)
            yield from (line for line in _DECLARED if line.split("(")[0].split()[-1] not in known)
        yield from sorted(self._declared)

    def _function(self, function: Function) -> None:
        lines = self._module.lines
        made: list[str] = []
        at = function.line + 1
        to_see = False
        while lines[at] != "}":
            if found := _INTRINSIC.match(lines[at]):
                self._copy(function, at, found)
            to_see |= ", ...) @" in lines[at]
            at += 1
        if to_see:
            for block in function.blocks:
                for instruction in block.instructions:
                    if isinstance(instruction, ins.Call) and instruction.variadic:
                        made += self._call(instruction)
        if made:
            first = function.entry.instructions[0].line
            self._replaced[first] = [*made, *self._replaced.get(first, (lines[first],))]
        if function.name in self._local:
            self._body(function, at)

    def _copy(self, function: Function, at: int, found: re.Match[str]) -> None:
        which, to, source = found.groups()
        if which == "start":
            if function.name not in self._local:
                return
            source = "%raddle.list"
        words = f"(ptr {to}, ptr {source}, i64 {_LIST_SIZE}, i1 false)"
        self._replaced[at] = [f"  call void @llvm.memcpy.p0.p0.i64{words}{_behind(self._module.lines[at])}"]

    def _body(self, function: Function, end: int) -> None:
        """It takes the list; and the function of the usual name, which makes one."""
        found = _HEADER.match(self._module.lines[function.line])
        assert found is not None
        result = " ".join(word for word in found["result"].split() if word not in _LINKAGE)
        body, fixed = listed_name(function.name), found["fixed"]
        self._replaced[function.line] = [f"define internal {result} {body}({fixed}, ptr %raddle.list){found['rest']}{{"]
        group = _GROUP.search(found["rest"])
        call = f"call {result} {body}({fixed}, ptr %raddle.list)"
        nothing = result.split()[-1] == "void"
        self._replaced[end] = [
            "}",
            "",
            f"define {found['result']}{function.name}({fixed}, ...) {group.group() if group else ''} {{",
            "raddle.entry:",
            f"  %raddle.list = alloca [{_LIST_SIZE} x i8], align 16",
            "  call void @llvm.va_start.p0(ptr %raddle.list)",
            *([f"  {call}", "  ret void"] if nothing else [f"  %raddle.result = {call}", _returning(result)]),
            "}",
        ]

    def _call(self, call: ins.Call) -> list[str]:
        """What stands at the function's entry for it; nothing where it stays as it is."""
        name = call.callee.value.name if isinstance(call.callee.value, Global) else ""
        target = self._local.get(name) or self._own.get(name)
        line = self._module.lines[call.line]
        found = _CALL.match(line)
        if target is None or found is None:
            return []
        passed = call.arguments[target.fixed :]
        if any(one.byval is not None or not _is_word(one.operand) for one in passed):
            return []
        fixed, behind = _fixed_part(line, found.end(), target.fixed)
        place, debug = f"%raddle.list.{call.line}", _behind(line)
        stores = [
            *_stored(f"i64 {_REGISTERS_USED_UP}", place, 0, debug),
            *_stored(f"ptr {place}.first", place, 8, debug),
            *_stored("ptr null", place, 16, debug),
        ]
        for number, argument in enumerate(passed):
            stores += _argument(argument.operand, place, number, debug)
        if name in self._own:
            types = ", ".join(spell(one.operand.type) for one in call.arguments[: target.fixed])
            self._declared.add(f"declare i32 {target.name}({types}, ptr)")
        first = f"  {place}.first = getelementptr inbounds i8, ptr {place}, i64 {_LIST_SIZE}{debug}"
        self._replaced[call.line] = [first, *stores, f"{found['head']} {target.name}({fixed}, ptr {place}){behind}"]
        return [f"  {place} = alloca [{_LIST_SIZE + 8 * len(passed)} x i8], align 16"]


def _stored(value: str, place: str, offset: int, debug: str) -> list[str]:
    at = f"{place}.{offset}"
    return [
        f"  {at} = getelementptr inbounds i8, ptr {place}, i64 {offset}{debug}",
        f"  store {value}, ptr {at}, align 8{debug}",
    ]


def _argument(operand: Operand, place: str, number: int, debug: str) -> list[str]:
    """A number is made as wide as its place."""
    spelled, offset = spell_operand(operand), _LIST_SIZE + 8 * number
    if isinstance(operand.type, IntType) and operand.type.bits < _WORD:
        wide = f"{place}.wide{number}"
        return [f"  {wide} = zext {spelled} to i64{debug}", *_stored(f"i64 {wide}", place, offset, debug)]
    return _stored(spelled, place, offset, debug)


def _is_word(operand: Operand) -> bool:
    match operand.type:
        case IntType(bits):
            return bits <= _WORD
        case FloatType(name):
            return name == "double"
        case PointerType():
            return width_of(operand.type) is not None
        case _:
            return False


def _fixed_part(line: str, begin: int, count: int) -> tuple[str, str]:
    """The text of the first arguments, and what stands behind all of them."""
    depth, at, ends = 0, begin, []
    quoted = False
    while True:
        letter = line[at]
        if letter == '"':
            quoted = not quoted
        elif quoted:
            pass
        elif letter in "([{<":
            depth += 1
        elif letter in ")]}>":
            if depth == 0:
                break
            depth -= 1
        elif letter == "," and depth == 0:
            ends.append(at)
        at += 1
    ends.append(at)
    return line[begin : ends[count - 1]], line[at + 1 :]


def _behind(line: str) -> str:
    found = re.search(r", !dbg !\d+", line)
    return found.group() if found else ""


def _returning(result: str) -> str:
    """The return of that type, which is spelled with its attributes."""
    return f"  ret {_ATTRIBUTE.sub('', result + ' ').strip()} %raddle.result"
