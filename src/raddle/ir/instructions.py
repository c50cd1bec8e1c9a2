"""Instructions of IR as a sum type. `line` is the line in the module's text, and so the instruction's site."""

from dataclasses import dataclass

from raddle.ir.types import Type
from raddle.ir.values import Operand


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    line: int
    result: str | None  # register with its %
    type: Type  # of the result; void where there is none
    debug: int | None  # number of its !dbg location


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Placed):
    opcode: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True, eq=False)
class Negate(Placed):
    """fneg"""

    operand: Operand


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Placed):
    opcode: str  # icmp or fcmp
    predicate: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True, eq=False)
class Cast(Placed):
    opcode: str
    operand: Operand


@dataclass(frozen=True, slots=True, eq=False)
class Freeze(Placed):
    operand: Operand


@dataclass(frozen=True, slots=True, eq=False)
class Select(Placed):
    condition: Operand
    if_true: Operand
    if_false: Operand


@dataclass(frozen=True, slots=True, eq=False)
class Phi(Placed):
    incoming: tuple[tuple[Operand, str], ...]  # value, label of the predecessor


@dataclass(frozen=True, slots=True, eq=False)
class ElementAddress(Placed):
    """getelementptr"""

    source: Type
    base: Operand
    indices: tuple[Operand, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ExtractValue(Placed):
    aggregate: Operand
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class InsertValue(Placed):
    aggregate: Operand
    element: Operand
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Alloca(Placed):
    allocated: Type
    count: Operand | None


@dataclass(frozen=True, slots=True, eq=False)
class Load(Placed):
    address: Operand
    order: str  # "" for plain
    volatile: bool


@dataclass(frozen=True, slots=True, eq=False)
class Store(Placed):
    stored: Operand
    address: Operand
    order: str
    volatile: bool


@dataclass(frozen=True, slots=True, eq=False)
class AtomicUpdate(Placed):
    """atomicrmw"""

    operation: str
    address: Operand
    operand: Operand
    order: str


@dataclass(frozen=True, slots=True, eq=False)
class CompareExchange(Placed):
    """cmpxchg; its result is { old value, i1 swapped }"""

    address: Operand
    expected: Operand
    desired: Operand
    order: str
    failure_order: str
    weak: bool


@dataclass(frozen=True, slots=True, eq=False)
class Fence(Placed):
    order: str


@dataclass(frozen=True, slots=True, eq=False)
class Argument:
    operand: Operand
    byval: Type | None


@dataclass(frozen=True, slots=True, eq=False)
class Call(Placed):
    """call, invoke or callbr; `callee` is a Global, a Local, or Unmodelled (inline assembly)"""

    callee: Operand
    arguments: tuple[Argument, ...]
    variadic: bool
    targets: tuple[str, ...]  # labels of an invoke (normal, unwind) or callbr; empty for a call


@dataclass(frozen=True, slots=True, eq=False)
class Opaque(Placed):
    """An instruction whose result the walk does not compute (vectors, va_arg ...)."""

    opcode: str
    operands: tuple[Operand, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LandingPad(Placed):
    """Where control comes back after a throw; its result is what the unwinder gives."""

    catches: tuple[Operand, ...]  # type_info of each catch clause; null: everything
    filtered: bool  # a dynamic exception specification
    cleanup: bool


@dataclass(frozen=True, slots=True, eq=False)
class Jump(Placed):
    target: str


@dataclass(frozen=True, slots=True, eq=False)
class Branch(Placed):
    condition: Operand
    if_true: str
    if_false: str


@dataclass(frozen=True, slots=True, eq=False)
class Switch(Placed):
    selector: Operand
    default: str
    cases: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class IndirectJump(Placed):
    address: Operand
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Return(Placed):
    operand: Operand | None


@dataclass(frozen=True, slots=True, eq=False)
class Resume(Placed):
    """The exception goes on to outer frames: control comes back in one of their landing pads."""


@dataclass(frozen=True, slots=True, eq=False)
class Unreachable(Placed):
    """Control does not come out of here."""


Instruction = (
    Binary
    | Negate
    | Compare
    | Cast
    | Freeze
    | Select
    | Phi
    | ElementAddress
    | ExtractValue
    | InsertValue
    | Alloca
    | Load
    | Store
    | AtomicUpdate
    | CompareExchange
    | Fence
    | Call
    | Opaque
    | LandingPad
    | Jump
    | Branch
    | Switch
    | IndirectJump
    | Return
    | Resume
    | Unreachable
)
