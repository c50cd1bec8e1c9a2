"""Operands of IR instructions: registers, globals, constants and constant expressions."""

from dataclasses import dataclass

from raddle.ir.types import Type


@dataclass(frozen=True, slots=True)
class Local:
    name: str  # with its %


@dataclass(frozen=True, slots=True)
class Global:
    name: str  # with its @


@dataclass(frozen=True, slots=True)
class Constant:
    """An integer, pointer or float of known bits."""

    bits: int


@dataclass(frozen=True, slots=True)
class Unset(Constant):
    """A number that nobody has given a value: 0, since normalised text has no undefined ones (capture/normalise.py).
    LLVM spells no number that is meant to be 0 as `zeroinitializer`."""


@dataclass(frozen=True, slots=True)
class Undefined:
    """undef or poison."""


@dataclass(frozen=True, slots=True)
class Zero:
    """zeroinitializer."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    elements: tuple["Operand", ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A constant of bytes, c"..."."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Expression:
    """A constant expression over globals; `source` is the element type of a getelementptr."""

    opcode: str
    operands: tuple["Operand", ...]
    source: Type | None = None


@dataclass(frozen=True, slots=True)
class Unmodelled:
    """A constant that the walk does not compute (blockaddress, wide floats, inline assembly, metadata)."""

    text: str


Value = Local | Global | Constant | Unset | Undefined | Zero | Aggregate | Text | Expression | Unmodelled


@dataclass(frozen=True, slots=True)
class Operand:
    type: Type
    value: Value
