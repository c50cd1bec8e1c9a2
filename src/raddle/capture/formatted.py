"""What printf and its like are given: in: a call; out: the pointers among what is formatted, each a string perhaps.

Which ones are strings the format says; the runtime looks into it (native/effects.c). Literals are nobody's to change.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from raddle.ir import instructions as ins
from raddle.ir.module import Module
from raddle.ir.types import PointerType
from raddle.ir.values import Global, Operand

_FORMAT_AT: Final = {"@printf": 0, "@fprintf": 1, "@sprintf": 1, "@snprintf": 2}
"""Which argument is the format."""


@dataclass(frozen=True, slots=True)
class Formatted:
    format: Operand
    index: int
    """Among what is formatted."""
    pointer: Operand
    previous: Operand | None
    """The precision of a %.*s."""


def formatted(call: ins.Call, module: Module) -> Iterator[Formatted]:
    at = _FORMAT_AT.get(call.callee.value.name) if isinstance(call.callee.value, Global) else None
    if at is None:
        return
    given = [argument.operand for argument in call.arguments]
    for index, operand in enumerate(given[at + 1 :]):
        if isinstance(operand.type, PointerType) and not _is_literal(operand, module):
            yield Formatted(given[at], index, operand, given[at + index] if index else None)


def _is_literal(operand: Operand, module: Module) -> bool:
    found = module.globals.get(operand.value.name) if isinstance(operand.value, Global) else None
    return found is not None and found.constant
