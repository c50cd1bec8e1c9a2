"""Which object an access is meant for, where its instruction says so: `table[i]` is meant for `table`.

In: a program. Out: by site of an access the variable, or the site of the slot on the stack, that the address is made of
by adding to it. An address that was loaded, passed or chosen says nothing.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from raddle.ir import instructions as ins
from raddle.ir.values import Expression, Global, Local, Value
from raddle.trace.code import Code, FunctionCode
from raddle.trace.program import Program

_COPIES: Final = ("@llvm.memcpy.", "@llvm.memmove.", "@llvm.memset.")


@dataclass(frozen=True, slots=True)
class Variable:
    address: int
    size: int


@dataclass(frozen=True, slots=True)
class Slot:
    """Of the function's own frame."""

    site: int
    """Of its alloca."""


Meant = Variable | Slot


class MeantObjects:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._code = Code(program)
        self._known: dict[tuple[int, bool], Meant | None] = {}

    def at(self, site: int, *, writes: bool) -> Meant | None:
        """`writes`: of a copy, that which is written."""
        if (site, writes) not in self._known:
            self._known[site, writes] = self._found(site, writes=writes)
        return self._known[site, writes]

    @cached_property
    def _variables(self) -> dict[int, int]:
        """Sizes by address, of those that have one."""
        return {address: size for address, size, *_ in self._program.variables if size}

    def _found(self, site: int, *, writes: bool) -> Meant | None:
        found = self._code.at(site)
        if found is None:
            return None
        code, access = found
        match access:
            case ins.Load(address=address) | ins.Store(address=address):
                return self._base(code, address.value)
            case ins.AtomicUpdate(address=address) | ins.CompareExchange(address=address):
                return self._base(code, address.value)
            case ins.Call(callee=callee, arguments=arguments) if isinstance(callee.value, Global):
                is_copy = callee.value.name.startswith(_COPIES)
                return self._base(code, arguments[0 if writes else 1].operand.value) if is_copy else None
            case _:
                return None

    def _base(self, code: FunctionCode, value: Value) -> Meant | None:
        within = code.loaded.within
        while True:
            match value:
                case Global(name) if name in within.address:
                    address = within.address[name]
                    return Variable(address, self._variables[address]) if address in self._variables else None
                case Expression("getelementptr", operands):
                    value = operands[0].value
                case Local(name):
                    match code.made_by.get(name):
                        case ins.ElementAddress(base=base):
                            value = base.value
                        case ins.Alloca(count=None) as alloca:
                            return Slot(within.site_base + alloca.line)
                        case _:
                            return None
                case _:
                    return None
