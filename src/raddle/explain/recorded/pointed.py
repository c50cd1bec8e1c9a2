"""What an instruction touches, as the source says it: `node->next`, `queue->items[i]`, `*p`.

In: a program and the site of an access, or of a call that is given an address. Out: `Named`, or None where the code
does not tell: the pointer comes from nothing that has a name.
"""

import re
from functools import cached_property
from typing import Final

from raddle.ir import instructions as ins
from raddle.ir.cxx_names import short_name
from raddle.ir.debuginfo import DebugInfo
from raddle.ir.types import ArrayType, StructType, Type, resolved, size_of
from raddle.ir.values import Constant, Expression, Global, Local, Operand, Value
from raddle.ir.variable_types import part_at, type_of_global
from raddle.ir.variable_types import size_of as size_of_type
from raddle.trace.code import Code, FunctionCode
from raddle.trace.names import Named
from raddle.trace.program import Program, element_offset

_NOTE: Final = re.compile(r"#dbg_value\((?:ptr|i\d+) (%[\w.$\"-]+), !(\d+), !DIExpression\(\)")
_DEEPEST: Final = 6
_POINTERS: Final = ("DW_TAG_pointer_type", "DW_TAG_reference_type", "DW_TAG_rvalue_reference_type")
_QUALIFIERS: Final = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type")


class Pointed:
    def __init__(self, program: Program) -> None:
        self._code = Code(program)
        self._known: dict[tuple[int, int], tuple[Named | None, Named | None]] = {}
        self._functions: dict[int, _Function] = {}

    def at(self, site: int, argument: int = 0, block: tuple[int, int] | None = None) -> Named | None:
        """`argument`: of a call, the one that is the address. `block`: how far into a block of the heap it is, and the
        size of that: where the block is all that the pointer points to, the part of it is known."""
        key = (site, argument)
        if key not in self._known:
            self._known[key] = self._found(site, argument)
        said, whole = self._known[key]
        if whole is None or whole.debug is None or block is None or size_of_type(whole.debug, whole.type) != block[1]:
            return said
        return part_of(whole, block[0])

    def _found(self, site: int, argument: int) -> tuple[Named | None, Named | None]:
        found = self._code.at(site)
        if found is None:
            return None, None
        code, instruction = found
        address: Operand
        match instruction:
            case ins.Load(address=address) | ins.Store(address=address):
                pass
            case ins.AtomicUpdate(address=address) | ins.CompareExchange(address=address):
                pass
            case ins.Call(arguments=arguments) if argument < len(arguments):
                address = arguments[argument].operand
            case _:
                return None, None
        function = self._functions.get(code.loaded.entry_site)
        if function is None:
            function = self._functions[code.loaded.entry_site] = _Function(code)
        return function.memory(address.value, 0), function.followed(address.value, 0)


class _Function:
    """Expressions of one function."""

    def __init__(self, code: FunctionCode) -> None:
        self._code = code
        self._within = code.loaded.within

    @property
    def _debug(self) -> DebugInfo:
        return self._within.debug

    @cached_property
    def _named(self) -> dict[str, int]:
        """Register -> the variable that it holds: the first one that says what it points to, or the first one."""
        found: dict[str, int] = {}
        for line in self._within.module.lines[self._code.loaded.function.line :]:
            if line == "}":
                break
            note = _NOTE.search(line)
            if note is None:
                continue
            register, variable = note[1], int(note[2])
            known = found.get(register)
            if known is None or (self._target_of(known) is None and self._target_of(variable) is not None):
                found[register] = variable
        return found

    def _target_of(self, variable: int) -> int | None:
        return _followed(self._variable(variable)).type

    def memory(self, address: Value, depth: int) -> Named | None:
        """What lies at an address."""
        if depth > _DEEPEST:
            return None
        match address:
            case Global(name):
                variable = self._within.module.globals.get(name)
                if variable is None:
                    return None
                return Named(short_name(name[1:].strip('"')), self._debug, type_of_global(self._debug, variable.debug))
            case Expression("getelementptr", operands, source) if source is not None:
                indices = [one.value.bits for one in operands[1:] if isinstance(one.value, Constant)]
                whole = self.memory(operands[0].value, depth + 1)
                if whole is None or len(indices) != len(operands) - 1:
                    return None
                return part_of(whole, element_offset(source, indices))
            case Local(name):
                return self._at_register(name, depth)
            case _:
                return None

    def followed(self, address: Value, depth: int) -> Named | None:
        """All that the pointer points to of which an address is a part; None: it is no such part."""
        if not isinstance(address, Local) or depth > _DEEPEST:
            return None
        made = self._code.made_by.get(address.name)
        if isinstance(made, ins.ElementAddress):
            return self.followed(made.base.value, depth + 1)
        if isinstance(made, ins.Alloca):
            return None
        pointer = self._pointer(address.name, depth)
        return None if pointer is None else _followed(pointer)

    def _at_register(self, name: str, depth: int) -> Named | None:
        made = self._code.made_by.get(name)
        if isinstance(made, ins.ElementAddress):
            return self._element(made, depth)
        if isinstance(made, ins.Alloca):
            variable = self._debug.local_variable(self._within.module, made.line)
            return None if variable is None else self._variable(variable)
        pointer = self._pointer(name, depth)
        if pointer is None:
            return None
        return part_of(_followed(pointer), 0)

    def _variable(self, number: int) -> Named:
        return Named(self._debug.text(number, "name"), self._debug, self._debug.node(number, "type"))

    def _pointer(self, name: str, depth: int) -> Named | None:
        """The expression whose value the register is."""
        if name in self._named:
            return self._variable(self._named[name])
        match self._code.made_by.get(name):
            case ins.Load(address=address):
                return self.memory(address.value, depth + 1)
            case ins.Cast(operand=Operand(value=Local(inner))) | ins.Freeze(operand=Operand(value=Local(inner))):
                return self._pointer(inner, depth + 1) if depth < _DEEPEST else None
            case _:
                return None

    def _element(self, made: ins.ElementAddress, depth: int) -> Named | None:
        whole = self.memory(made.base.value, depth + 1) if self._is_object(made.base.value) else None
        if whole is None:
            if not isinstance(made.base.value, Local):
                return None
            pointer = self._pointer(made.base.value.name, depth + 1)
            if pointer is None:
                return None
            whole = _followed(pointer)
        constant = [one.value.bits for one in made.indices if isinstance(one.value, Constant)]
        if len(constant) == len(made.indices):
            return part_of(whole, _offset(made.source, made.indices, constant))
        return self._indexed(whole, made, depth)

    def _is_object(self, value: Value) -> bool:
        """Whether it is the address of something that is named, rather than a pointer with a name."""
        if not isinstance(value, Local):
            return True
        return isinstance(self._code.made_by.get(value.name), ins.ElementAddress | ins.Alloca)

    def _indexed(self, whole: Named, made: ins.ElementAddress, depth: int) -> Named | None:
        """`p[i]`, or `a[i]` behind the first index that is 0."""
        *first, last = made.indices
        if any(not isinstance(one.value, Constant) or one.value.bits for one in first):
            return None
        said = self._index(last.value, depth)
        if said is None:
            return None
        if not first:
            return Named(f"{whole.text.removeprefix('*')}[{said}]", whole.debug, whole.type)
        part = part_at(self._debug, whole.type, 0)
        if not part.path.startswith("[0]"):
            return None
        return Named(f"{_dotted(whole)}[{said}]{part.path[3:]}", whole.debug, part.type)

    def _index(self, value: Value, depth: int) -> str | None:
        match value:
            case Constant(bits):
                return str(bits)
            case Local(name):
                made = self._code.made_by.get(name)
                if isinstance(made, ins.Cast) and name not in self._named and depth < _DEEPEST:
                    return self._index(made.operand.value, depth + 1)
                found = self._pointer(name, depth)
                return None if found is None else found.text
            case _:
                return None


def part_of(whole: Named, offset: int) -> Named:
    """Of something that is named, or (`*p`) pointed to."""
    assert whole.debug is not None
    part = part_at(whole.debug, whole.type, offset)
    if not part.path:
        return Named(whole.text, whole.debug, part.type if part.type is not None else whole.type)
    if whole.text.startswith("*"):
        pointer = whole.text[1:]
        if part.path.startswith("."):
            return Named(f"{pointer}->{part.path[1:]}".removeprefix("this->"), whole.debug, part.type)
        size = size_of_type(whole.debug, whole.type)
        if part.path.startswith("+") and size and offset % size == 0:
            return Named(f"{pointer}[{offset // size}]", whole.debug, whole.type)
    return Named(f"{_dotted(whole)}{part.path}", whole.debug, part.type)


def _followed(pointer: Named) -> Named:
    """What a pointer points to."""
    debug, of = pointer.debug, pointer.type
    while debug is not None and of is not None and debug.text(of, "tag") in _QUALIFIERS:
        of = debug.node(of, "baseType")
    target = None
    if debug is not None and of is not None and debug.text(of, "tag") in _POINTERS:
        target = debug.node(of, "baseType")
    return Named(f"*{pointer.text}", debug, target)


def _dotted(whole: Named) -> str:
    return f"(*{whole.text[1:]})" if whole.text.startswith("*") else whole.text


def _offset(source: Type, indices: tuple[Operand, ...], values: list[int]) -> int:
    signed = [
        value - (1 << 8 * size_of(one.type)) if value >> (8 * size_of(one.type) - 1) & 1 else value
        for one, value in zip(indices, values, strict=True)
    ]
    assert isinstance(resolved(source), StructType | ArrayType) or len(values) == 1
    return element_offset(source, signed)
